"""What follows a new phase: squirrels retire, PATCH, and squirrels above the limit (rules 3 and 10.18)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.eighteen_zoo import squirrels
from menagerie.games.eighteen_zoo.actions import PASS, Discard, Patch
from menagerie.games.eighteen_zoo.state import NO_ONE, Hired, Position


@final
class CleanUp(Phase[Position]):
    """Ask for PATCH while squirrels are about to retire, then for squirrels to give up."""

    def asks_to_discard(self, state: Position) -> bool:
        """Return whether a squirrel must be given up; in a stock round the site asks this before PATCH."""
        if not state.retiring:
            return True
        return state.rules.site and not state.operating and squirrels.crowded(state) != NO_ONE

    def seats(self, state: Position) -> tuple[int, ...]:
        if self.asks_to_discard(state):
            return SEATS[state.owner(squirrels.crowded(state))]
        return SEATS[state.owner(squirrels.employer(state, state.retiring[0]))]

    def legal(self, state: Position, seat: int) -> list[Action]:
        if self.asks_to_discard(state):
            return [state.catalogue.discard[hired.card.index] for hired in self.candidates(state)]
        actions: list[Action] = []
        seen: list[tuple[int, int]] = []
        for card in state.retiring:
            sort = (squirrels.employer(state, card), state.pieces.squirrels[card].kind.index)
            if sort not in seen:
                seen.append(sort)
                actions.append(state.catalogue.patch[card])
        actions.append(PASS)
        return actions

    def candidates(self, state: Position) -> list[Hired]:
        """Return the squirrels that a crowded family may give up: one of each kind, none on its last run."""
        found: list[Hired] = []
        names: list[str] = []
        for hired in state.squirrels[squirrels.crowded(state)]:
            if self.can_go(state, squirrels.crowded(state), hired.card.index) and hired.name not in names:
                names.append(hired.name)
                found.append(hired)
        return found

    def accepts(self, state: Position, seat: int, action: Action) -> bool:
        """Accept any of several identical squirrels; on the site crowded families come in any order."""
        if isinstance(action, Patch):
            return not self.asks_to_discard(state) and action.card in state.retiring
        if not isinstance(action, Discard) or not self.asks_to_discard(state):
            return False
        family = squirrels.employer(state, action.card)
        if family != squirrels.crowded(state) and not (state.rules.site and family != NO_ONE):
            return False
        return squirrels.is_crowded(state, family) and self.can_go(state, family, action.card)

    def can_go(self, state: Position, family: int, card: int) -> bool:
        """Return whether this squirrel may be given up."""
        for hired in state.squirrels[family]:
            if hired.card.index == card:
                return not hired.patched and not hired.last_run
        return False

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not self.asks_to_discard(state):
            if isinstance(action, Patch):
                return Refusal("This squirrel isn't about to retire. Put PATCH on one that is, or pass.", "10.18")
            return Refusal("Put PATCH on a squirrel that is about to retire, or pass.", "10.18")
        family = squirrels.crowded(state)
        if isinstance(action, Discard) and squirrels.employer(state, action.card) == family:
            return Refusal("You can't give up a squirrel with PATCH or on its last run. Choose another.", "3.1")
        name = state.pieces.families[family].name
        return Refusal(f"The {name} have too many squirrels. Give up one of theirs.", "3.1")

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, Discard):
            squirrels.give_up(state, squirrels.employer(state, action.card), action.card)
            return
        leaving = state.retiring
        state.retiring = ()
        if isinstance(action, Patch):
            squirrels.put_patch(state, action.card, True)
        for card in leaving:
            if not isinstance(action, Patch) or card != action.card:
                squirrels.let_go(state, card)

    def settle(self, state: Position) -> bool:
        if state.retiring:
            return False
        family = squirrels.crowded(state)
        if family == NO_ONE:
            state.stack.pop()
            return True
        return not state.rules.explicit_passes and self.take_only_choice(state, state.owner(family))

    def reveals(self, state: Position) -> bool:
        return state.rules.explicit_passes

    def prompt(self, state: Position, seat: int) -> str:
        if self.asks_to_discard(state):
            family = state.pieces.families[squirrels.crowded(state)].name
            return f"Give up one of the {family}' squirrels. The limit is {state.limit()}."
        return "Put PATCH on a retiring squirrel, or pass."


CLEAN_UP: Final = CleanUp()
