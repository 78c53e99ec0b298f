"""The decision in numbers: what is asked, what comes after it, and what has been done in this turn."""

from __future__ import annotations

from typing import Any, Final, final

from menagerie.core.encoding import Layout
from menagerie.core.phase import Phase
from menagerie.games.eighteen_zoo.encoding.seat_part import NUMBER
from menagerie.games.eighteen_zoo.encoding.shown import tell_bits, zeros
from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.deals import CONSENT, NAME_PRICE, SPLIT_TICKET
from menagerie.games.eighteen_zoo.phases.draft import DRAFT
from menagerie.games.eighteen_zoo.phases.launch import BONUS_TILES, HOME_TILE
from menagerie.games.eighteen_zoo.phases.operating import DIVIDEND, RUN_STEP, STATION_STEP, TRACK_STEP
from menagerie.games.eighteen_zoo.phases.rounds import LAST_CALL
from menagerie.games.eighteen_zoo.phases.second_steps import ANCIENT_MAPS, SECOND_HOLE
from menagerie.games.eighteen_zoo.phases.squirrel_step import CLOSING, FORCED_SALE, SQUIRRELS
from menagerie.games.eighteen_zoo.phases.stock import STOCK_TURN
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM, Pieces
from menagerie.games.eighteen_zoo.state import FAMILIES, NO_ONE, Position

PHASES: Final[list[Phase[Any]]] = [
    DRAFT, STOCK_TURN, LAST_CALL, HOME_TILE, BONUS_TILES, TRACK_STEP, STATION_STEP, RUN_STEP, DIVIDEND, SQUIRRELS,
    FORCED_SALE, CLOSING, NAME_PRICE, CONSENT, SPLIT_TICKET, SECOND_HOLE, ANCIENT_MAPS, CLEAN_UP,
]  # fmt: skip
NUMBERS: Final[dict[Phase[Any], int]] = {phase: number for number, phase in enumerate(PHASES)}
ASKED: Final = (
    "draft", "stock turn", "last call for tickets", "HOME tile", "further tiles", "tile", "station", "run", "dividend",
    "squirrels", "forced sale", "end of the turn", "price", "consent", "share of a ticket", "second hole",
    "second tile of ANCIENT MAPS", "squirrel to give up or save",
)  # fmt: skip
DONE: Final = (
    "bought", "another turn follows", "family launched", "upgraded", "station built", "barrels", "ran", "new squirrel",
    "helped",
)  # fmt: skip
FORCED: Final = ("first side", "other side", "kitchen")


@final
class TurnPart:
    """The part about the current decision and turn."""

    def __init__(self, layout: Layout, pieces: Pieces, hexes: list[str]) -> None:
        families = tuple([family.id for family in pieces.families])
        cards = tuple([card.id for card in pieces.squirrels])
        things = (*cards, *[power.name for power in pieces.powers])
        self._cards: Final = len(cards)
        self._number: Final = {name: number for number, name in enumerate(hexes)}
        self._asked: Final = layout.add("asked", (len(ASKED),), 0, 1, "What is decided now.", (ASKED,))
        self._then: Final = layout.add("afterwards", (len(ASKED),), 0, 1, "What continues after that.", (ASKED,))
        self._done: Final = layout.add("done", (len(DONE),), 0, 1, "What has happened in this turn.", (DONE,))
        self._sold: Final = layout.add(
            "sold_now", (len(families),), 0, 1, "The families sold in this turn.", (families,)
        )
        self._newcomer: Final = layout.add(
            "newcomer", (len(families),), 0, 1, "The family that was just launched and lays tiles.", (families,)
        )
        values = tuple([str(launch.value) for launch in pieces.launches])
        self._option: Final = layout.add(
            "launched_at", (len(values),), 0, 1, "The value at which it was launched.", (values,)
        )
        self._extra: Final = layout.add("extra_tiles", (), 0, NUMBER, "Further tiles that it may lay.")
        self._lays: Final = layout.add("lays", (), 0, NUMBER, "Tiles laid in this turn.")
        self._laid: Final = layout.add(
            "laid_now", (len(hexes),), 0, 1, "Where tiles were laid in this turn.", (tuple(hexes),)
        )
        self._nuts: Final = layout.add("nuts", (), 0, NUMBER, "The nuts of the runs of this turn, or the last one.")
        self._income: Final = layout.add("income", (), 0, NUMBER, "The $N that they brought for water.")
        self._asking: Final = layout.add("asking", (len(things),), 0, 1, "What the family wants to buy.", (things,))
        self._offered: Final = layout.add("offered", (), 0, NUMBER, "The price that it offers.")
        self._declined: Final = layout.add(
            "declined",
            (len(things), 2),
            0,
            NUMBER,
            "How often an offer for each was refused in this turn, and the best price.",
            (things, ("times", "price")),
        )
        self._forced: Final = layout.add(
            "forced",
            (len(pieces.kinds), len(FORCED)),
            0,
            1,
            "The squirrel of a forced purchase: its kind, on which side, and whether it lies in the kitchen.",
            (tuple([kind.code for kind in pieces.kinds]), FORCED),
        )
        self._retiring: Final = layout.add(
            "retiring", (len(cards),), 0, 1, "The squirrels that retire unless PATCH saves one.", (cards,)
        )
        self._end: Final = layout.size
        self._nothing: Final = zeros(self._end - self._asked)

    def tell_again(self, state: Position, out: memoryview) -> None:
        """Write everything again: nearly every decision changes something."""
        out[self._asked : self._end] = self._nothing
        stack = state.stack
        for depth, phase in enumerate(stack):
            number = NUMBERS.get(phase, -1)
            if number >= 0:
                out[(self._asked if depth == len(stack) - 1 else self._then) + number] = 1
        self._tell_done(state, out)
        if state.newcomer != NO_ONE:
            out[self._newcomer + state.newcomer] = 1
            out[self._option + state.option] = 1
            out[self._extra] = state.extra_tiles
        if state.operator != NO_ONE:
            self._tell_operation(state, out)
        if state.nuts:
            out[self._nuts] = state.nuts
        if state.income:
            out[self._income] = state.income
        for card in state.retiring:
            out[self._retiring + card] = 1

    def _tell_done(self, state: Position, out: memoryview) -> None:
        if state.bought:
            out[self._done] = 1
        if state.greek:
            out[self._done + 1] = 1
        if state.launched_now:
            out[self._done + 2] = 1
        if state.upgraded:
            out[self._done + 3] = 1
        if state.has_station:
            out[self._done + 4] = 1
        if state.barrels:
            out[self._done + 5] = 1
        if state.ran:
            out[self._done + 6] = 1
        if state.hired_new:
            out[self._done + 7] = 1
        if state.helped:
            out[self._done + 8] = 1
        if state.sold_now:
            tell_bits(out, self._sold, state.sold_now, 0, FAMILIES)

    def _tell_operation(self, state: Position, out: memoryview) -> None:
        out[self._lays] = state.lays
        for at in state.laid:
            out[self._laid + self._number[state.board.ground.hexes[at].name]] = 1
        if state.asking != NO_ONE:
            out[self._asking + self._thing(state.asking)] = 1
            if state.stack[-1] is CONSENT:
                out[self._offered] = state.offered
        for thing, price in state.declined:
            at = self._declined + 2 * self._thing(thing)
            out[at] += 1
            out[at + 1] = max(out[at + 1], price)
        if state.forced is not None:
            forced = state.forced
            at = self._forced + len(FORCED) * forced.kind
            out[at + forced.face] = 1
            if forced.card >= 0:
                out[at + 2] = 1

    def _thing(self, thing: int) -> int:
        """Return a squirrel card, or a power, by its place among all of them."""
        return self._cards + thing - POWERS_FROM if thing >= POWERS_FROM else thing
