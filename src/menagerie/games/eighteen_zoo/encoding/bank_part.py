"""Time and bank in numbers: set-up, round, phase, the deck of squirrels, and where each power is."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.encoding import Layout
from menagerie.games.eighteen_zoo.encoding.seat_part import NUMBER
from menagerie.games.eighteen_zoo.encoding.shown import Shown, tell_bits, zeros
from menagerie.games.eighteen_zoo.map.tiles import COLOURS
from menagerie.games.eighteen_zoo.pieces import CENTRES, DAYS, MAPS, POWERS_A_DAY, Pieces
from menagerie.games.eighteen_zoo.state import Position

COMING: Final = ("for sale", "in 1 stock round", "in 2 stock rounds", "in 3 stock rounds")
SEATS: Final = ("own", "second", "third", "fourth", "fifth")


@final
class BankPart:
    """The part about the course of the game and the bank."""

    def __init__(self, layout: Layout, pieces: Pieces, seats: int) -> None:
        families = tuple([family.id for family in pieces.families])
        kinds = tuple([kind.code for kind in pieces.kinds])
        self._map: Final = layout.add("map", (len(MAPS),), 0, 1, "The map.", (MAPS,))
        self._centre: Final = layout.add("centre", (len(CENTRES),), 0, 1, "The middle of the map.", (CENTRES,))
        self._site: Final = layout.add("site", (), 0, 1, "Whether the rules are those of 18xx.games.")
        self._open: Final = layout.add("open_powers", (), 0, 1, "Whether all powers lie open from the start.")
        slots = tuple([slot.id for slot in pieces.slots])
        self._slot: Final = layout.add("round", (len(slots),), 0, 1, "Where the locomotive stands.", (slots,))
        phases = tuple([phase.name for phase in pieces.phases])
        self._phase: Final = layout.add("phase", (len(phases),), 0, 1, "The phase of the game.", (phases,))
        self._ending: Final = layout.add("ending", (), 0, 1, "Whether a reputation has reached the last cell.")
        self._ticket: Final = layout.add("ticket", (), 0, NUMBER, "What a ticket is worth.")
        self._card_limit: Final = layout.add("card_limit", (), 0, NUMBER, "How many cards a player may hold.")
        self._limit: Final = layout.add("squirrel_limit", (), 0, NUMBER, "How many squirrels a family may have.")
        self._colours: Final = layout.add(
            "colours", (len(COLOURS) - 1,), 0, 1, "The colours of tiles that may be laid.", (COLOURS[1:],)
        )
        self._deck: Final = layout.add("deck", (len(kinds),), 0, 1, "The squirrel on top of the deck.", (kinds,))
        self._dealt: Final = layout.add("dealt", (), 0, len(pieces.squirrels), "Squirrels that have left the deck.")
        places = (*COMING, *SEATS[:seats], *families)
        self._places: Final = len(places)
        self._seats: Final = seats
        names = tuple([power.name for power in pieces.powers])
        self._powers: Final = layout.add(
            "powers",
            (len(names), len(places)),
            0,
            1,
            "Where each power is that lies open: in the bank, with your own seat and those after it, or with a family.",
            (names, places),
        )
        self._uses: Final = layout.add("uses_left", (len(names),), 0, NUMBER, "How often it can be used yet.", (names,))
        self._nothing: Final = zeros(self._powers - self._map)

    def tell_again(self, state: Position, seat: int, out: memoryview, shown: Shown, moved: bool) -> None:
        """Write what has changed; `moved`: the seats are counted from another viewer."""
        if (
            state.slot != shown.round
            or state.dealt != shown.dealt
            or state.phase_number != shown.phase_number
            or state.ending != shown.ending
            or state.card_limit != shown.card_limit
        ):
            self._tell_time(state, out, shown)
        if (
            moved
            or state.on_offer is not shown.on_offer
            or state.slot != shown.slot
            or state.power_deck is not shown.power_deck
            or state.hands != shown.hands
            or state.mats != shown.mats
        ):
            self._tell_powers(state, seat, out, shown)
        if state.uses != shown.uses:
            for power, uses in enumerate(state.uses):
                if uses != shown.uses[power]:
                    out[self._uses + power] = uses
            shown.uses = state.uses.copy()

    def _tell_time(self, state: Position, out: memoryview, shown: Shown) -> None:
        """Write set-up, round and phase."""
        shown.round = state.slot
        shown.dealt = state.dealt
        shown.phase_number = state.phase_number
        shown.ending = state.ending
        shown.card_limit = state.card_limit
        out[self._map : self._powers] = self._nothing
        ground = state.board.ground
        pieces = state.pieces
        slot, phase = pieces.slots[state.slot], pieces.phases[state.phase_number]
        out[self._map + MAPS.index(ground.map_name)] = 1
        out[self._centre + CENTRES.index(ground.centre)] = 1
        out[self._site] = 1 if state.rules.site else 0
        out[self._open] = 1 if state.setup.options["powers"] == "open" else 0
        out[self._slot + state.slot] = 1
        out[self._phase + state.phase_number] = 1
        out[self._ending] = 1 if state.ending else 0
        out[self._ticket] = slot.ticket
        out[self._card_limit] = state.card_limit
        out[self._limit] = phase.limit
        for colour in range(phase.colours):
            out[self._colours + colour] = 1
        out[self._deck + state.next_squirrel().kind.index] = 1
        out[self._dealt] = state.dealt

    def _tell_powers(self, state: Position, seat: int, out: memoryview, shown: Shown) -> None:
        shown.on_offer = state.on_offer
        shown.slot = state.slot
        shown.power_deck = state.power_deck
        shown.hands = state.hands.copy()
        shown.mats = state.mats.copy()
        where = [0] * len(shown.powers)
        for power in state.on_offer:
            where[power] |= 1
        for number, power in enumerate(state.future):
            where[power] |= 2 << number // POWERS_A_DAY
        first = 1 + DAYS
        for owner, hand in enumerate(state.hands):
            for power in hand:
                where[power] |= 1 << first + (owner - seat) % state.players
        first += self._seats
        for family, mat in enumerate(state.mats):
            for power in mat:
                where[power] |= 1 << first + family
        for power, places in enumerate(where):
            if places != shown.powers[power]:
                tell_bits(out, self._powers + self._places * power, places, shown.powers[power], self._places)
        shown.powers = where

    def tell_uses(self, out: memoryview, uses: list[int]) -> None:
        """Write how often powers can be used in a new game; few change, and late."""
        for power, times in enumerate(uses):
            out[self._uses + power] = times
