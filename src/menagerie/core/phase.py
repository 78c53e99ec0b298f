"""Who decides what now: the small objects that a state's stack is made of."""

from typing import TYPE_CHECKING, Final, Generic, TypeVar, final

from mypy_extensions import mypyc_attr

from menagerie.core.action import Action

if TYPE_CHECKING:
    from menagerie.core.state import State

S = TypeVar("S", bound="State")


@final
class Refusal:
    """Why a decision is not allowed, and the section of our rules page that says so."""

    __slots__ = ("reason", "rule")

    def __init__(self, reason: str, rule: str) -> None:
        self.reason: Final = reason
        self.rule: Final = rule


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S]):
    """One kind of decision: who decides, what is legal, what happens then.

    A phase never changes: what changes is the state, and which phases lie on its stack. So copies of a state
    share their phases.
    """

    __slots__ = ()

    def seats(self, state: S) -> tuple[int, ...]:
        """The seats that may decide now; none where a phase only does what needs no decision."""
        return ()

    def legal(self, state: S, seat: int) -> list[Action]:
        """Every legal decision of that seat, in a stable order."""
        raise NotImplementedError

    def accepts(self, state: S, seat: int, action: Action) -> bool:
        """Whether a decision is legal that `legal` need not list, because the list would be endless or say the same
        thing many times (any right run of 18ZOO). A phase that accepts more than it lists says so here, and only here.
        It may be asked about what is listed, too: then either answer will do.
        """
        return False

    def accepts_recorded(self, state: S, seat: int, action: Action) -> bool:
        """Whether a game that another program recorded may hold this decision, though nobody may make it here. Asked
        only about what is neither listed nor accepted."""
        return False

    def why_not(self, state: S, seat: int, action: Action) -> Refusal:
        """Why a decision that is neither listed nor accepted is not allowed, in plain words."""
        raise NotImplementedError

    def refuse(self, state: S, seat: int, action: Action) -> Refusal | None:
        """Why this decision is not legal, or None if it is. What is listed is legal, what is accepted too, and nothing
        else: no title says a second time what is legal.
        """
        if state.has_listed(self, seat, action):
            return None
        if self.accepts(state, seat, action):  # before a list is made that may take long
            return None
        return None if state.lists(self, seat, action) else self.why_not(state, seat, action)

    def play(self, state: S, seat: int, action: Action) -> None:
        """Carry out a legal decision."""
        raise NotImplementedError

    def settle(self, state: S) -> bool:
        """Do what needs no decision. True if something was done, and the top of the stack is to be asked again."""
        return False

    def take_only_choice(self, state: S, seat: int) -> bool:
        """For `settle`: carry out the one decision that is listed for that seat. False if there are several."""
        only = state.only_choice(self, seat)
        if only is None:
            return False
        self.play(state, seat, only)
        return True

    def prompt(self, state: S, seat: int) -> str:
        """What is asked of that seat, in one sentence."""
        raise NotImplementedError

    def reveals(self, state: S) -> bool:
        """Whether even a single legal decision tells somebody something, so that it is not taken by itself."""
        return False
