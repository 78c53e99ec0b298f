"""Phases: the small objects on a state's stack, which say who decides what now."""

from typing import TYPE_CHECKING, Final, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action

if TYPE_CHECKING:
    from menagerie.core.state import State

S = TypeVar("S", bound="State")


@final
class Refusal:
    """Why a decision is not allowed, and the section of the rules page that says so."""

    __slots__ = ("reason", "rule")

    def __init__(self, reason: str, rule: str) -> None:
        self.reason: Final = reason
        self.rule: Final = rule


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S]):
    """One kind of decision: who decides, what is legal, and what happens.

    A phase never changes. Only the state changes, and which phases are on its stack, so copies of a state share their
    phases.
    """

    __slots__ = ()

    def seats(self, state: S) -> tuple[int, ...]:
        """Return the seats that may decide now; none if the phase needs no decision."""
        return ()

    def legal(self, state: S, seat: int) -> list[Action]:
        """Return that seat's legal decisions in a stable order."""
        raise NotImplementedError

    def accepts(self, state: S, seat: int, action: Action) -> bool:
        """Return whether a decision is legal that `legal` need not list, because the list would be endless or repeat
        itself (any valid run of 18ZOO). A phase that accepts more than it lists says so here, and only here. It may
        also be asked about listed decisions; then either answer will do.
        """
        return False

    def accepts_recorded(self, state: S, seat: int, action: Action) -> bool:
        """Return whether a game recorded by another program may contain this decision, though players here may not
        make it. Only called for decisions that are neither listed nor accepted."""
        return False

    def why_not(self, state: S, seat: int, action: Action) -> Refusal:
        """Return in plain words why a decision that is neither listed nor accepted is not allowed."""
        raise NotImplementedError

    def refuse(self, state: S, seat: int, action: Action) -> Refusal | None:
        """Return why this decision is not legal, or None if it is. Exactly the listed and accepted decisions are legal,
        so that a title says only once what is legal.
        """
        if state.has_listed(self, seat, action):
            return None
        if self.accepts(state, seat, action):  # before building a list, which may take long
            return None
        return None if state.lists(self, seat, action) else self.why_not(state, seat, action)

    def play(self, state: S, seat: int, action: Action) -> None:
        """Carry out a legal decision."""
        raise NotImplementedError

    def settle(self, state: S) -> bool:
        """Do what needs no decision. Return whether anything was done; if so, the top of the stack is called again."""
        return False

    def take_only_choice(self, state: S, seat: int) -> bool:
        """For `settle`: carry out the only decision listed for that seat. Return False if there are several."""
        only = state.only_choice(self, seat)
        if only is None:
            return False
        self.play(state, seat, only)
        return True

    def prompt(self, state: S, seat: int) -> str:
        """Return the prompt for that seat, in one sentence."""
        raise NotImplementedError

    def reveals(self, state: S) -> bool:
        """Return whether even a single legal decision reveals something, so that it is not made automatically."""
        return False
