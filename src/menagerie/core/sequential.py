"""Ask one seat after another, for programs that handle one at a time, such as environments of other ecosystems.

Two things in the contract need more than a queue. Where all act at the same time, each on its own stack (`lanes`), no
seat may know what the others have just chosen: every seat is asked about the same moment, choices are held until all
have chosen, and are then carried out in seat order. Where any of several seats may go first, they decide who does: they
are asked in turn, and each may wait, except the last one if all others have waited.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase
from menagerie.core.state import State

NOBODY: Final = -1


@final
class Asking:
    """Asks for a game's decisions one seat at a time. Its user plays with `decide` and `wait` only."""

    __slots__ = ("_first", "_kept", "_waited", "can_wait", "seat", "state")

    def __init__(self, state: State, first: int = 0) -> None:
        self.state: Final = state
        self._first: Final = first
        """The seat asked first where any may go first."""
        self._kept: list[tuple[int, Phase[Any], Action]] = []
        self._waited = 0
        self.seat = NOBODY
        """The seat asked now, or -1 if the game is over."""
        self.can_wait = False
        """Whether the seat asked may let others go first."""
        self._ask()

    def decide(self, action: Action) -> None:
        """Take the asked seat's decision, which must be legal: decisions from `legal` aren't checked again."""
        state, seat = self.state, self.seat
        phase = state.lane(seat)[-1]
        if state.lanes and len(state.to_act) > 1:
            self._kept.append((seat, phase, action))
        else:
            state.carry_out(phase, seat, action)
            self._waited = 0
        self._ask()

    def wait(self) -> None:
        """Let others go before the seat asked. Only where `can_wait`."""
        assert self.can_wait
        self._waited |= 1 << self.seat
        self._ask()

    def legal(self) -> list[Action]:
        """Return the asked seat's decisions, apart from waiting. Don't change the list."""
        return self.state.listing(self.state.lane(self.seat)[-1], self.seat) if self.seat >= 0 else []

    def kept(self, seat: int) -> Action | None:
        """Return what this seat has chosen and no other seat knows yet."""
        for chooser, _, action in self._kept:
            if chooser == seat:
                return action
        return None

    def copy(self) -> Asking:
        """Return an independent twin with a copy of the state."""
        return self._about(self.state.copy())

    def imagine(self, seat: int, seed: int) -> Asking:
        """Return the same question in a world that this seat cannot tell from the real one: hidden information is dealt
        again, and the others' held choices are drawn again, each of their decisions with the same chance."""
        twin = self._about(self.state.imagine(seat, seed))
        chance = Random(seed)
        for number, (other, phase, _) in enumerate(twin._kept):
            if other != seat:
                twin._kept[number] = (other, phase, chance.choice(twin.state.listing(phase, other)))
        return twin

    def _about(self, state: State) -> Asking:
        """Return the same questions about another state at the same moment."""
        twin = Asking(state, self._first)
        twin._kept = self._kept.copy()
        twin._waited = self._waited
        twin.seat = self.seat
        twin.can_wait = self.can_wait
        return twin

    def _ask(self) -> None:
        state = self.state
        acting = state.to_act
        if len(acting) > 1 and state.lanes:
            self.can_wait = False
            self.seat = self._not_yet_chosen(acting)
            if self.seat < 0:
                self._carry_out_what_was_kept()
                self._ask()
            return
        if len(acting) > 1:
            left = [seat for seat in acting if not self._waited >> seat & 1]
            self.can_wait = len(left) > 1
            self.seat = next((seat for seat in left if seat >= self._first), left[0])
            return
        self.can_wait = False
        self.seat = acting[0] if acting else NOBODY

    def _not_yet_chosen(self, acting: tuple[int, ...]) -> int:
        """Return the first of these seats that hasn't chosen yet, or -1 if all have."""
        for seat in acting:
            if self.kept(seat) is None:
                return seat
        return NOBODY

    def _carry_out_what_was_kept(self) -> None:
        """Carry out the choices in seat order. If one has become impossible, drop it and ask its seat again."""
        kept, self._kept = self._kept, []
        state = self.state
        for seat, phase, action in kept:
            if state.lanes and state.phase(seat) is phase and phase.refuse(state, seat, action) is None:
                state.carry_out(phase, seat, action)

    def __deepcopy__(self, memo: dict[int, Any]) -> Asking:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.state, self._first, [(seat, action) for seat, _, action in self._kept], self._waited)


def _restored(state: State, first: int, kept: list[tuple[int, Action]], waited: int) -> Asking:
    """Restore what `pickle` kept. Nothing has happened since the held choices were made."""
    asking = Asking(state, first)
    for seat, action in kept:
        assert asking.seat == seat
        asking.decide(action)
    while asking.can_wait and waited >> asking.seat & 1:
        asking.wait()
    return asking
