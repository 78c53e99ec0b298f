"""Pebbles with one promise broken at a time, and the property that must notice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from menagerie import Action, Event, State
from menagerie.core.action import Action as AnyAction
from menagerie.core.choosing import Choice, button
from menagerie.core.phase import Refusal
from menagerie.core.rng import Rng
from menagerie.core.seats import LETTERS

from .. import suite
from ..suite import Case, Way
from .pebbles import CHOOSE, DRAW, KEEP, TRADE, TURN, Choose, Pebbles, Table, Turn


class Leaks(Table):
    """Shows the next pebble in the bag."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"next": self.bag[-1] if self.bag else 0}


class ShowsHands(Table):
    """Shows everybody's hand."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"hands": list(self.hands)}


class SharesHeaps(Table):
    """A copy puts its pebbles onto the original's heaps."""

    def copy(self) -> Table:
        twin = super().copy()
        twin.heaps = self.heaps
        return twin


class ForgetsInCopy(Table):
    """A copy has an empty bag."""

    def copy(self) -> Table:
        twin = super().copy()
        twin.bag = twin.bag[1:]
        return twin


class ListsTooMuch(Choose):
    def legal(self, state: Table, seat: int) -> list[Action]:
        return [KEEP, TRADE, DRAW]


class ListsTooLittle(Choose):
    def legal(self, state: Table, seat: int) -> list[Action]:
        return [KEEP] if state.drawn > 3 else [KEEP, TRADE]


class ListsTwice(Choose):
    def legal(self, state: Table, seat: int) -> list[Action]:
        return [KEEP, TRADE, KEEP]


class LeavesATrace(Choose):
    """Looks for a reason and forgets to put things back."""

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        refusal = super().refuse(state, seat, action)
        if refusal is not None:
            state.hands[seat] = 1
        return refusal


class LosesAPebble(Choose):
    """Trading loses the pebble that was in the hand."""

    def play(self, state: Table, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if action == TRADE:
            state.heaps[seat].pop()


class NeverEnds(Choose):
    def play(self, state: Table, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if state.is_over:
            state.bag = [1, 2, 3]
            state.stack.append(TURN)


class SaysNothing(Choose):
    """Lets nobody know what was traded."""

    def play(self, state: Table, seat: int, action: Action) -> None:
        log, state.log = state.log, None
        super().play(state, seat, action)
        state.log = log


class SaysLetters(Turn):
    """Tells a decision as it is written, not as a sentence about somebody."""

    def play(self, state: Table, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if state.log is not None:
            state.log[-1] = Raw(f"{LETTERS[seat]}: {action}.")


class Raw(Event):
    def __init__(self, text: str) -> None:
        self.text = text

    def tell(self, names: Sequence[str]) -> str:
        return self.text


class Mutters(Turn):
    """Does not finish a sentence."""

    def play(self, state: Table, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if state.log is not None:
            state.log[-1] = Raw("Somebody draws")


class AsksTheObvious(Turn):
    """Asks for the only decision there is, though it tells nobody anything."""

    def reveals(self, state: Table) -> bool:
        return False


class PeeksWhenImagining(Table):
    """Deals the bag anew, but in an order that depends on the real one."""

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        rng.shuffle(self.bag)


class RollsDice(Table):
    """Uses chance that is not in the state."""

    dice: ClassVar[list[int]] = [0]

    def deal(self) -> None:
        super().deal()
        self.dice[0] += 1
        self.hands[0] += self.dice[0]


class Miscounts(Table):
    """Counts heaps of more than two pebbles wrongly."""

    def score(self, seat: int) -> int:
        return sum(self.heaps[seat]) + (len(self.heaps[seat]) > 2)


class Mumbles(Pebbles):
    """Reads a decision as another one."""

    def parse(self, text: str) -> Action:
        return KEEP if text == "trade" else super().parse(text)


class PointsNowhere(Pebbles):
    """A target that is not in the scene."""

    def choices(self, state: State, seat: int) -> list[Choice]:
        return [Choice(str(action), ("nowhere",)) for action in state.legal(seat)[:1]] + [
            Choice(str(action), (button(str(action)),)) for action in state.legal(seat)[1:]
        ]


class PointsBlindly(Pebbles):
    """Does not know its own pieces."""

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        return {"bag": KEEP}[path[0]]


class TriesNowhere(Pebbles):
    """Lets people try what is not there."""

    has_trials = True

    def trials(self, state: State, seat: int) -> list[Choice]:
        return [Choice("keep", ("nowhere",))]


def with_table(table: type[Table]) -> Pebbles:
    game = Pebbles()
    game.table = table
    return game


class Swapped(Table):
    """A table whose phases are replaced by broken ones."""

    turn: Turn = TURN
    choose: Choose = CHOOSE

    def play(self, action: AnyAction | str, seat: int | None = None, log: Any = None) -> None:
        super().play(action, seat, log)
        self._swap()

    def deal(self) -> None:
        super().deal()
        self._swap()

    def _swap(self) -> None:
        if self.stack:
            self.stack[-1] = self.turn if type(self.stack[-1]) in (Turn, type(self.turn)) else self.choose


def with_phase(*, turn: Turn = TURN, choose: Choose = CHOOSE) -> Pebbles:
    table = type("SwappedTable", (Swapped,), {"turn": turn, "choose": choose})
    return with_table(table)


Property = Callable[[Case, Way], None]

BROKEN: list[tuple[str, Pebbles, Property]] = [
    ("leaks the bag", with_table(Leaks), suite.nobody_is_shown_what_is_hidden),
    ("shows hands", with_table(ShowsHands), suite.nobody_is_shown_what_is_hidden),
    ("shares heaps in copy", with_table(SharesHeaps), suite.copies_are_independent),
    ("forgets in copy", with_table(ForgetsInCopy), suite.copies_are_independent),
    ("lists too much", with_phase(choose=ListsTooMuch()), suite.legal_means_playable),
    ("lists too little", with_phase(choose=ListsTooLittle()), suite.what_is_not_legal_is_refused_and_leaves_no_trace),
    ("lists twice", with_phase(choose=ListsTwice()), suite.legal_means_playable),
    ("leaves a trace", with_phase(choose=LeavesATrace()), suite.what_is_not_legal_is_refused_and_leaves_no_trace),
    ("mumbles", Mumbles(), suite.notation_is_exact_both_ways),
    ("loses a pebble", with_phase(choose=LosesAPebble()), suite.pieces_are_conserved),
    ("never ends", with_phase(choose=NeverEnds()), suite.every_game_ends),
    ("asks the obvious", with_phase(turn=AsksTheObvious()), suite.nothing_is_asked_that_is_not_a_choice),
    ("peeks when imagining", with_table(PeeksWhenImagining), suite.imagining_depends_on_nothing_hidden),
    ("peeks when imagining", with_table(PeeksWhenImagining), suite.a_new_deal_is_a_game_of_its_own),
    ("rolls dice", with_table(RollsDice), suite.a_new_deal_is_a_game_of_its_own),
    ("leaks the bag", with_table(Leaks), suite.a_new_deal_is_a_game_of_its_own),
    ("rolls dice", with_table(RollsDice), suite.the_same_seed_and_decisions_lead_to_the_same_state),
    ("rolls dice", with_table(RollsDice), suite.records_replay_to_the_same_state),
    ("miscounts", with_table(Miscounts), suite.scores_agree_with_a_naive_count),
    ("points nowhere", PointsNowhere(), suite.every_decision_can_be_pointed_at),
    ("points blindly", PointsBlindly(), suite.pointing_at_anything_is_answered),
    ("tries nowhere", TriesNowhere(), suite.what_can_be_tried_lies_on_the_table),
    ("says nothing", with_phase(choose=SaysNothing()), suite.every_decision_is_told),
    ("says letters", with_phase(turn=SaysLetters()), suite.every_decision_is_told),
    ("mutters", with_phase(turn=Mutters()), suite.every_decision_is_told),
]
