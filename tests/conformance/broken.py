"""Pebbles with one promise broken at a time, and the property that must notice."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar, SupportsIndex

from menagerie import Action, Event, State
from menagerie.core.action import Action as AnyAction
from menagerie.core.advice import Advice, Weights
from menagerie.core.display.choosing import Choice, button
from menagerie.core.display.overlays import Overlay
from menagerie.core.display.scene import Canvas, Scene, text
from menagerie.core.encoding import Encoding, Layout
from menagerie.core.orders import Ended, Order
from menagerie.core.phase import Phase as AnyPhase
from menagerie.core.phase import Refusal
from menagerie.core.position import Form
from menagerie.core.rng import Rng
from menagerie.core.seats import LETTERS
from menagerie.testing import (
    Property,
    encoding,
    invariants,
    judging,
    knowledge,
    legality,
    ordering,
    pointing,
    positions,
    text_checks,
)

from .toy.pebbles import CHOOSE, DRAW, KEEP, TRADE, TURN, Choose, Pebbles, Position, Turn


class Leaks(Position):
    """Shows the next pebble in the bag."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"next": self.bag[-1] if self.bag else 0}


class ShowsHands(Position):
    """Shows everybody's hand."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"hands": list(self.hands)}


class SharesHeaps(Position):
    """A copy puts its pebbles onto the original's heaps."""

    def copy(self) -> Position:
        twin = super().copy()
        twin.heaps = self.heaps
        return twin


class ForgetsInCopy(Position):
    """A copy has an empty bag."""

    def copy(self) -> Position:
        twin = super().copy()
        twin.bag = twin.bag[1:]
        return twin


class ListsTooMuch(Choose):
    def legal(self, state: Position, seat: int) -> list[Action]:
        return [KEEP, TRADE, DRAW]


class ListsTooLittle(Choose):
    """Takes what it neither lists nor says to accept."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [KEEP] if state.drawn > 3 else [KEEP, TRADE]

    def refuse(self, state: Position, seat: int, action: Action) -> Refusal | None:
        return None if action in (KEEP, TRADE) else self.why_not(state, seat, action)


class ListsTwice(Choose):
    def legal(self, state: Position, seat: int) -> list[Action]:
        return [KEEP, TRADE, KEEP]


class LeavesATrace(Choose):
    """Looks for a reason and forgets to put things back."""

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        state.hands[seat] = 1
        return super().why_not(state, seat, action)


class StumblesOverADecision(Choose):
    """Knows a reason for some decisions only, and raises something else for the others."""

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return {"keep": Refusal("Keep it.", "2")}[str(action)]


class RefusesWithoutAReason(Choose):
    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal("", "2")


class CallsPeopleLetters(Turn):
    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        return Refusal(f"{LETTERS[seat]} draws a pebble first.", "1")


class HidesTheTieBreak(Position):
    """Says who has won, not by what."""

    def tell_result(self, names: Sequence[str]) -> str:
        return f"{names[self.winners[0]]} wins."


class PartsWithoutAWord(Position):
    def tie_break(self, index: int, first: int, second: int) -> str:
        return ""


class WinsByLetter(Position):
    def tell_result(self, names: Sequence[str]) -> str:
        return f"{LETTERS[self.winners[0]]} wins{self.told_tie_break()}."


class ForgetsWhenSaved(Position):
    """What was saved is a game from the beginning."""

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.begin, (self.setup,)


class LosesAPebble(Choose):
    """Trading loses the pebble that was in the hand."""

    def play(self, state: Position, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if action == TRADE:
            state.heaps[seat].pop()


class CountsDecisions(Position):
    """Shows how many decisions were ever begun, at whatever table."""

    begun: ClassVar[list[int]] = []

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"begun": len(self.begun)}

    def carry_out(self, phase: AnyPhase[Any], seat: int, action: AnyAction, log: Any = None) -> None:
        self.begun.append(seat)
        super().carry_out(phase, seat, action, log)


class NeverEnds(Choose):
    def play(self, state: Position, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if state.is_over:
            state.bag = [1, 2, 3]
            state.stack.append(TURN)


class SaysNothing(Choose):
    """Lets nobody know what was traded."""

    def play(self, state: Position, seat: int, action: Action) -> None:
        log, state.log = state.log, None
        super().play(state, seat, action)
        state.log = log


class TellsTooEarly(Choose):
    """Tells what is about to happen."""

    def play(self, state: Position, seat: int, action: Action) -> None:
        if state.log is not None:
            state.log.append(Raw(f"Somebody does this: {action}."))
        log, state.log = state.log, None
        super().play(state, seat, action)
        state.log = log


class SaysLetters(Turn):
    """Tells a decision as it is written, not as a sentence about somebody."""

    def play(self, state: Position, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if isinstance(state.log, list):
            state.log[-1] = Raw(f"{LETTERS[seat]}: {action}.")


class Raw(Event):
    def __init__(self, text: str) -> None:
        self.text = text

    def tell(self, names: Sequence[str]) -> str:
        return self.text


class Mutters(Turn):
    """Does not finish a sentence."""

    def play(self, state: Position, seat: int, action: Action) -> None:
        super().play(state, seat, action)
        if isinstance(state.log, list):
            state.log[-1] = Raw("Somebody draws")


class AsksTheObvious(Turn):
    """Asks for the only decision there is, though it tells nobody anything."""

    def reveals(self, state: Position) -> bool:
        return False


class PeeksWhenImagining(Position):
    """Deals the bag anew, but in an order that depends on the real one."""

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        rng.shuffle(self.bag)


class DealsNoChance(Position):
    """Imagines the same world whatever the seed."""

    def deal_unknown(self, seat: int | None, rng: Rng) -> None:
        super().deal_unknown(seat, Rng(1))


class RollsDice(Position):
    """Uses chance that is not in the state."""

    dice: ClassVar[list[int]] = [0]

    def deal(self) -> None:
        super().deal()
        self.dice[0] += 1
        self.hands[0] += self.dice[0]


class Miscounts(Position):
    """Counts heaps of more than two pebbles wrongly."""

    def score(self, seat: int) -> int:
        return sum(self.heaps[seat]) + (len(self.heaps[seat]) > 2)


class Mumbles(Pebbles):
    """Reads a decision as another one."""

    def read(self, text: str) -> Action | None:
        return KEEP if text == "trade" else super().read(text)


class SpeaksInCodes(Pebbles):
    """Says what belongs into records."""

    def words(self, state: State, seat: int, action: Action) -> str:
        return f"Do {action} at J2"


class PromisesTooMuch(Pebbles):
    """Says that a decision brings something, which it does not."""

    def choices(self, state: State, seat: int) -> list[Choice]:
        return [choice._replace(then="+1 point") for choice in super().choices(state, seat)]

    def wording(self) -> Any:
        return self

    def outcome(self, before: State, after: State, seat: int, action: Action) -> str:
        return f"{after.scores[seat] - before.scores[seat]:+d} points"


class PointsNowhere(Pebbles):
    """A target that is not in the scene."""

    def choices(self, state: State, seat: int) -> list[Choice]:
        return [Choice(str(action), ("nowhere",)) for action in state.legal(seat)[:1]] + [
            Choice(str(action), (button(str(action)),)) for action in state.legal(seat)[1:]
        ]


class ShowsThePast(Pebbles):
    """Draws its table once for all rounds."""

    def scene(self, state: State, seat: int | None = None) -> Scene:
        scene = Scene()
        scene.part("table", 200, 100).show(self.put, state, by=seat)
        return scene

    @staticmethod
    def put(canvas: Canvas, state: State) -> None:
        canvas.put("all", text(state.scores, 0, 0))


class PointsBlindly(Pebbles):
    """Does not know its own pieces."""

    def meant(self, state: State, seat: int, path: Sequence[str]) -> Action | None:
        return {"bag": KEEP}[path[0]]


class TriesNowhere(Pebbles):
    """Lets people try what is not there."""

    has_trials = True

    def trials(self, state: State, seat: int) -> list[Choice]:
        return [Choice("keep", ("nowhere",))]


class LaysTheBagOver(Pebbles):
    """Shows the next pebble over the table."""

    @property
    def overlay_names(self) -> tuple[str, ...]:
        return ("Bag",)

    def overlays(self, state: State, seat: int | None = None) -> list[Overlay]:
        assert isinstance(state, Position)
        return [Overlay("Bag", [f"Next comes a {state.bag[-1]}." if state.bag else "The bag is empty."])]


class ForgetsTheTurn(Pebbles):
    """Writes positions in which it is always A's turn."""

    def exchange_position(self, form: Form, state: State) -> None:
        assert isinstance(state, Position)
        if not form.reading:
            state.active = 0
        super().exchange_position(form, state)


class WritesTheNextPebble(Pebbles):
    """Gives away the bag in every position, as a number that nobody needs."""

    def exchange_position(self, form: Form, state: State) -> None:
        assert isinstance(state, Position)
        form.section("table").number("next", state.bag[-1] if state.bag else 0, 0)
        super().exchange_position(form, state)


class AddsUpWrongly(Position):
    """Tells points that are not there."""

    def breakdown(self, seat: int) -> dict[str, int]:
        return {"pebbles": self.score(seat), "good looks": 1}


class Judge(Advice):
    """Judges Pebbles by the heaps, as far as it goes."""

    def features(self, state: State, seat: int) -> dict[str, float]:
        return {"heap": float(state.score(seat))}

    def shown(self, state: State) -> int:
        assert isinstance(state, Position)
        return len(state.bag)


class PeekingJudge(Judge):
    """Counts on the pebble that comes next."""

    def features(self, state: State, seat: int) -> dict[str, float]:
        assert isinstance(state, Position)
        return {"heap": float(state.score(seat) + (state.bag[-1] if state.bag else 0))}


class GreedyJudge(Judge):
    """Is honest about its heap, and wants the pebble that comes next."""

    def value(self, state: State, seat: int) -> float:
        assert isinstance(state, Position)
        return super().value(state, seat) + (state.bag[-1] if state.bag else 0)


class MiscountingJudge(Judge):
    """Says other reasons than it has."""

    def worth(self, state: State, seat: int) -> float:
        return super().worth(state, seat) + 1


class DaringJudge(Judge):
    """Considers what is not allowed."""

    def candidates(self, state: State, seat: int) -> list[Action]:
        return [KEEP, TRADE, DRAW]


def judged_by(judge: type[Judge]) -> Pebbles:
    """Pebbles with advice."""

    class Judged(Pebbles):
        def advice(self, overlooking: Sequence[str] = ()) -> Advice:
            return judge(self, Weights({"heap": 1.0}, {"heap": "a high heap"}, "by hand", (1.0, 1.0)))

    return Judged()


class Numbers(Encoding):
    """Pebbles in numbers, as it should be."""

    def __init__(self, game: Pebbles) -> None:
        layout = Layout(game)
        layout.add("heaps", (3, 12), 0, 6, "The heaps in the order of seats, from the bottom.")
        layout.add("hand", (), 0, 6, "The own pebble in hand.")
        layout.add("drawn", (), 0, 6, "The pebble just drawn, for who drew it.")
        layout.add("active", (3,), 0, 1, "Who is next.", (("A", "B", "C"),))
        layout.add("bag", (), 0, 12, "How many pebbles are left in the bag.")
        super().__init__(game, layout, [])
        self.catalogue = [DRAW, KEEP, TRADE]
        self.decisions = 3
        self._no_decisions = bytes(3)

    def code(self, state: State, seat: int, action: Action) -> int:
        return self.catalogue.index(action)

    def codes(self, state: State, seat: int) -> list[int]:
        return [self.code(state, seat, action) for action in state.legal(seat)]

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        assert isinstance(state, Position)
        out[:] = self.blank
        for owner, heap in enumerate(state.heaps):
            out[12 * owner : 12 * owner + len(heap)] = bytes(heap)
        out[36] = state.hands[seat]
        out[37] = state.drawn if seat == state.active else 0
        out[38 + state.active] = 1
        out[41] = len(state.bag)


class OneNumberForTwo(Numbers):
    """Keeping and trading have the same code."""

    def code(self, state: State, seat: int, action: Action) -> int:
        return min(1, super().code(state, seat, action))


class LeadsElsewhere(Numbers):
    """A code is read as another decision."""

    def action(self, state: State, seat: int, code: SupportsIndex) -> Action:
        number = index(code)
        return super().action(state, seat, 3 - number if number in (1, 2) else number)


class PlaysSomethingElse(Numbers):
    """Trades whatever was chosen, where nothing is checked."""

    def listed(self, state: State, seat: int, code: int) -> Action:
        return DRAW if code == 0 else TRADE


class TakesAnyCode(Numbers):
    """Does not ask whether a decision is legal now."""

    def action(self, state: State, seat: int, code: SupportsIndex) -> Action:
        return self.catalogue[index(code) % 3]


class MasksTooMuch(Numbers):
    """The mask allows to draw at any time."""

    def codes(self, state: State, seat: int) -> list[int]:
        return [0, *super().codes(state, seat)]


class CallsItOtherwise(Numbers):
    """Gives a code the name of another decision."""

    def code(self, state: State, seat: int, action: Action) -> int:
        return action.code

    def name(self, code: SupportsIndex) -> str:
        return "keep"


class NumbersTheBag(Numbers):
    """Tells the others what was drawn."""

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        super().encode(state, seat, out)
        assert isinstance(state, Position)
        out[37] = state.drawn


class LeavesOldNumbers(Numbers):
    """Writes only what has changed since it was used last."""

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        before = out[37]
        super().encode(state, seat, out)
        out[37] = out[37] or before


class OverlooksTheBag(Numbers):
    """Where a game is shown step by step, the bag never gets emptier."""

    def encode_again(self, state: State, seat: int, out: memoryview, shown: object) -> object:
        before = out[41]
        self.encode(state, seat, out)
        if shown is not None:
            out[41] = before
        return self


class GoesTooHigh(Numbers):
    """Writes numbers that the layout excludes."""

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        super().encode(state, seat, out)
        out[36] += 6


class TidiesWhileLooking(Numbers):
    """Sorts the heaps of the state itself."""

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        assert isinstance(state, Position)
        state.heaps[seat].sort()
        super().encode(state, seat, out)


class ForgetsTheHand(Numbers):
    """Does not tell the own pebble, and does not say so."""

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        super().encode(state, seat, out)
        out[36] = 0


class RemembersPlies(Numbers):
    """Tells of the past, which nobody is shown."""

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        super().encode(state, seat, out)
        step = state.past
        out[40] = 1 if step is not None and step.action == TRADE else 0


class SaysItLeavesOut(Numbers):
    """Says that it leaves something out, and the tests do not know what."""

    def __init__(self, game: Pebbles) -> None:
        super().__init__(game)
        self.layout.leave_out("This and that.")


def numbered_by(made: type[Numbers]) -> Pebbles:
    """Pebbles with an encoding."""

    class Numbered(Pebbles):
        @property
        def has_encoding(self) -> bool:
            return True

        def encoding(self) -> Encoding:
            return made(self)

    return Numbered()


class KeepAll(Order[Position]):
    """Keep every pebble, until the heap is high."""

    def __init__(self) -> None:
        super().__init__("keep", "Keep every pebble", "Keeping")

    def can_be_given(self, state: Position, seat: int) -> bool:
        return not state.is_over

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        if state.score(seat) > since.score(seat) + 4:
            return Ended(f"{state.names[seat]} has a high heap.")
        return KEEP if isinstance(state.phase(seat), Choose) else None


class KeepUnlessPoor(KeepAll):
    """Looks into the bag whether to keep what was drawn."""

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        return None if state.bag and state.bag[-1] > 3 else super().follow(state, seat, since)


class ForTheLucky(KeepAll):
    """Is offered to whom a good pebble waits for."""

    def can_be_given(self, state: Position, seat: int) -> bool:
        return bool(state.bag) and state.bag[-1] > 3


class RemembersTheBag(KeepAll):
    """Ends if the bag was good when it was given."""

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        return Ended("Fortune has left you.") if since.bag[-1:] == [6] else super().follow(state, seat, since)


class KeepAtAnyTime(KeepAll):
    """Keeps what was not drawn."""

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        return KEEP


class KeepAndTidyUp(KeepAll):
    """Changes the table while it thinks."""

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        state.heaps[seat].sort()
        return super().follow(state, seat, since)


class EndsWithACode(KeepAll):
    """Does not say why it ends."""

    def follow(self, state: Position, seat: int, since: Position) -> Action | Ended | None:
        return Ended("heap>4")


def ordered(order: Order[Any]) -> Pebbles:
    """Pebbles with a standing order."""

    class Orderly(Pebbles):
        def orders(self) -> Sequence[Order[Any]]:
            return (order,)

    return Orderly()


def with_position(position: type[Position]) -> Pebbles:
    game = Pebbles()
    game.position = position
    return game


class Swapped(Position):
    """A table whose phases are replaced by broken ones."""

    turn: Turn = TURN
    choose: Choose = CHOOSE

    def carry_out(self, phase: AnyPhase[Any], seat: int, action: AnyAction, log: Any = None) -> None:
        super().carry_out(phase, seat, action, log)
        self._swap()

    def deal(self) -> None:
        super().deal()
        self._swap()

    def _swap(self) -> None:
        if self.stack:
            self.stack[-1] = self.turn if type(self.stack[-1]) in (Turn, type(self.turn)) else self.choose


def with_phase(*, turn: Turn = TURN, choose: Choose = CHOOSE) -> Pebbles:
    state = type("SwappedTable", (Swapped,), {"turn": turn, "choose": choose})
    return with_position(state)


REFUSED = legality.whatever_is_said_is_played_or_refused

BROKEN: list[tuple[str, Pebbles, Property]] = [
    ("leaks the bag", with_position(Leaks), knowledge.nobody_is_shown_what_is_hidden),
    ("shows hands", with_position(ShowsHands), knowledge.nobody_is_shown_what_is_hidden),
    ("shares heaps in copy", with_position(SharesHeaps), invariants.copies_are_independent),
    ("forgets in copy", with_position(ForgetsInCopy), invariants.copies_are_independent),
    ("lists too much", with_phase(choose=ListsTooMuch()), legality.legal_means_playable),
    (
        "lists too little",
        with_phase(choose=ListsTooLittle()),
        REFUSED,
    ),
    ("lists twice", with_phase(choose=ListsTwice()), legality.legal_means_playable),
    ("leaves a trace", with_phase(choose=LeavesATrace()), REFUSED),
    ("mumbles", Mumbles(), legality.notation_is_exact_both_ways),
    ("loses a pebble", with_phase(choose=LosesAPebble()), invariants.pieces_are_conserved),
    ("never ends", with_phase(choose=NeverEnds()), invariants.every_game_ends),
    ("asks the obvious", with_phase(turn=AsksTheObvious()), legality.nothing_is_asked_that_is_not_a_choice),
    ("peeks when imagining", with_position(PeeksWhenImagining), knowledge.imagining_depends_on_nothing_hidden),
    ("peeks when imagining", with_position(PeeksWhenImagining), knowledge.a_new_deal_is_a_game_of_its_own),
    ("rolls dice", with_position(RollsDice), knowledge.a_new_deal_is_a_game_of_its_own),
    ("leaks the bag", with_position(Leaks), knowledge.a_new_deal_is_a_game_of_its_own),
    ("rolls dice", with_position(RollsDice), invariants.the_same_seed_and_decisions_lead_to_the_same_state),
    ("rolls dice", with_position(RollsDice), invariants.records_replay_to_the_same_state),
    ("miscounts", with_position(Miscounts), invariants.scores_agree_with_a_naive_count),
    ("adds up wrongly", with_position(AddsUpWrongly), invariants.points_are_told_by_what_they_are_for),
    ("judges by what is hidden", judged_by(PeekingJudge), judging.advice_is_honest_and_adds_up),
    ("miscounts its reasons", judged_by(MiscountingJudge), judging.advice_is_honest_and_adds_up),
    ("wants what is hidden", judged_by(GreedyJudge), judging.advice_is_honest_and_adds_up),
    ("considers too much", judged_by(DaringJudge), judging.advice_is_honest_and_adds_up),
    ("has one number for two", numbered_by(OneNumberForTwo), encoding.codes_are_exact_both_ways),
    ("leads elsewhere", numbered_by(LeadsElsewhere), encoding.codes_are_exact_both_ways),
    ("plays something else", numbered_by(PlaysSomethingElse), encoding.codes_are_exact_both_ways),
    ("takes any code", numbered_by(TakesAnyCode), encoding.codes_are_exact_both_ways),
    ("masks too much", numbered_by(MasksTooMuch), encoding.codes_are_exact_both_ways),
    ("calls it otherwise", numbered_by(CallsItOtherwise), encoding.codes_are_exact_both_ways),
    ("numbers the bag", numbered_by(NumbersTheBag), encoding.observations_hide_what_is_hidden),
    ("leaves old numbers", numbered_by(LeavesOldNumbers), encoding.observations_hide_what_is_hidden),
    ("goes too high", numbered_by(GoesTooHigh), encoding.observations_hide_what_is_hidden),
    ("tidies while looking", numbered_by(TidiesWhileLooking), encoding.observations_hide_what_is_hidden),
    ("forgets the hand", numbered_by(ForgetsTheHand), encoding.observations_tell_what_can_be_seen),
    ("remembers plies", numbered_by(RemembersPlies), encoding.observations_tell_what_can_be_seen),
    ("says it leaves out", numbered_by(SaysItLeavesOut), encoding.observations_tell_what_can_be_seen),
    ("overlooks the bag", numbered_by(OverlooksTheBag), encoding.rows_are_kept_up_to_date),
    ("looks into the bag", ordered(KeepUnlessPoor()), ordering.standing_orders_know_what_their_seat_knows),
    ("is offered by the bag", ordered(ForTheLucky()), ordering.standing_orders_know_what_their_seat_knows),
    ("remembers the bag", ordered(RemembersTheBag()), ordering.standing_orders_know_what_their_seat_knows),
    ("keeps at any time", ordered(KeepAtAnyTime()), ordering.standing_orders_decide_what_is_legal),
    ("tidies up", ordered(KeepAndTidyUp()), ordering.standing_orders_decide_what_is_legal),
    ("ends with a code", ordered(EndsWithACode()), ordering.standing_orders_decide_what_is_legal),
    ("speaks in codes", SpeaksInCodes(), pointing.every_decision_has_words),
    ("promises too much", PromisesTooMuch(), pointing.what_is_foretold_comes_true),
    ("points nowhere", PointsNowhere(), pointing.every_decision_can_be_pointed_at),
    ("shows the past", ShowsThePast(), text_checks.a_part_is_drawn_again_when_it_changes),
    ("points blindly", PointsBlindly(), pointing.pointing_at_anything_is_answered),
    ("tries nowhere", TriesNowhere(), pointing.what_can_be_tried_lies_on_the_table),
    ("lays the bag over the table", LaysTheBagOver(), text_checks.what_lies_over_the_table_is_whole_and_honest),
    ("says nothing", with_phase(choose=SaysNothing()), text_checks.every_decision_is_told),
    ("tells too early", with_phase(choose=TellsTooEarly()), text_checks.every_moment_can_be_shown),
    ("says letters", with_phase(turn=SaysLetters()), text_checks.every_decision_is_told),
    ("mutters", with_phase(turn=Mutters()), text_checks.every_decision_is_told),
    ("stumbles", with_phase(choose=StumblesOverADecision()), REFUSED),
    ("loses a pebble when asked to", with_phase(choose=LosesAPebble()), REFUSED),
    (
        "counts on when interrupted",
        with_position(CountsDecisions),
        legality.an_interrupted_decision_leaves_no_trace,
    ),
    (
        "no reason",
        with_phase(choose=RefusesWithoutAReason()),
        REFUSED,
    ),
    ("calls people letters", with_phase(turn=CallsPeopleLetters()), text_checks.prompts_and_refusals_have_names),
    ("hides the tie-break", with_position(HidesTheTieBreak), text_checks.results_tell_names_and_tie_breaks),
    ("parts without a word", with_position(PartsWithoutAWord), text_checks.results_tell_names_and_tie_breaks),
    ("wins by letter", with_position(WinsByLetter), text_checks.results_tell_names_and_tie_breaks),
    ("forgets when saved", with_position(ForgetsWhenSaved), invariants.a_state_can_be_saved),
    ("forgets the turn", ForgetsTheTurn(), positions.a_position_as_text_is_exact),
    ("writes the next pebble", WritesTheNextPebble(), positions.a_position_for_a_seat_hides_what_is_hidden),
    ("deals no chance", with_position(DealsNoChance), knowledge.imagining_depends_on_nothing_hidden),
]
