"""Using tiles: the drafted one, stored ones and Bonus tiles, and what they and their spaces offer (rules 3 to 5)."""

from typing import Any, Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.actions import Discard, Discover, Done, GainPoints, Place, Store, TakeBonus
from menagerie.games.night_at_the_zoo.board import Board
from menagerie.games.night_at_the_zoo.phases.moving import (
    SEATS_AT_MOST,
    SPECIAL_MOVE,
    animal_names,
    carry_out,
    figure_in,
    why_not_move,
)
from menagerie.games.night_at_the_zoo.pieces import (
    BONUS,
    BONUSES,
    DISCOVER,
    DOUBLE_BONUS,
    DOUBLE_MOVE,
    GAIN,
    MOVE,
    MOVES,
    TERRAINS,
    Tile,
    points_in,
)
from menagerie.games.night_at_the_zoo.places import FIGURES_IN, SPACE_NAMES, ZOO
from menagerie.games.night_at_the_zoo.state import Table


@final
class UseTiles(Phase[Table]):
    """Rule 3.1: use the drafted tile, and stored ones, in any order."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[self.seat]

    def legal(self, state: Table, seat: int) -> list[Action]:
        board, ready = state.boards[seat], state.ready
        free, drafted, stored = board.free, board.drafted, board.stored
        actions: list[Action] = []
        if drafted is not None:
            ready.list_places(drafted, free, actions)
            if board.has_room:
                actions.append(ready.store[drafted.index])
            actions.append(ready.discard[drafted.index])
        for number, tile in enumerate(stored):
            if number and tile is stored[0]:
                continue  # two Bonus tiles of a terrain are the same choice
            ready.list_places(tile, free, actions)
            actions.append(ready.discard[tile.index])
        if drafted is None:
            actions.append(ready.done)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        board = state.boards[seat]
        if isinstance(action, Place):
            if action.tile is board.drafted or action.tile in board.stored:
                return why_not_there(board, action.space)
            return self._why_not_that_tile(board, action.tile)
        if isinstance(action, Discard):
            if action.tile is board.drafted or action.tile in board.stored:
                return None
            return self._why_not_that_tile(board, action.tile)
        if isinstance(action, Store):
            if action.tile is board.drafted:
                return None if board.has_room else WAREHOUSE_FULL
            if action.tile in board.stored:
                return Refusal(f"{action.tile} is in your Warehouse already: place it, discard it, or keep it.", "3.4")
            return self._why_not_that_tile(board, action.tile)
        if not isinstance(action, Done):
            return Refusal("Use a tile: place it, store it, or discard it for a special move.", "3.2")
        if board.drafted is None:
            return None
        return Refusal(f"The drafted tile {board.drafted} must be used: place it, store it or discard it.", "3.1")

    def _why_not_that_tile(self, board: Board, tile: Tile) -> Refusal:
        if tile in board.kept:
            return Refusal(f"{tile} was stored in this phase; it can be used from the next draft on.", "3.3")
        return Refusal(f"You do not have {tile}: use the tile you drafted, or one from your Warehouse.", "3.1")

    def play(self, state: Table, seat: int, action: Action) -> None:
        board = state.boards[seat]
        if isinstance(action, Place):
            take_in_hand(board, action.tile)
            place_tile(state, seat, action.tile, action.space)
        elif isinstance(action, Discard):
            take_in_hand(board, action.tile)
            discard_tile(state, seat, action.tile)
        elif isinstance(action, Store):
            take_in_hand(board, action.tile)
            store_tile(state, seat, action.tile)
        else:
            if state.log is not None:
                state.log.append(events.Finished(seat))
            finish(state, seat)

    def settle(self, state: Table) -> bool:
        """Without tiles a player is done (rule 3.6); a last tile that fits nowhere is discarded (rule 3.5)."""
        board = state.boards[self.seat]
        if board.stored:
            return False
        drafted = board.drafted
        if drafted is None:
            finish(state, self.seat)
            return True
        if board.free or board.has_room:
            return False
        board.drafted = None
        discard_tile(state, self.seat, drafted)
        return True

    def prompt(self, state: Table, seat: int) -> str:
        drafted = state.boards[seat].drafted
        if drafted is None:
            return "You may use tiles from your Warehouse: place or discard one, or be done."
        return f"Use {drafted}: place it, store it, or discard it for a special move. Stored tiles may come first."


@final
class UseBonusTile(Phase[Table]):
    """Rule 5.2: a Bonus tile that was taken is used at once."""

    def __init__(self, seat: int, terrain: int) -> None:
        self.seat: Final = seat
        self.terrain: Final = terrain

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[self.seat]

    def legal(self, state: Table, seat: int) -> list[Action]:
        board, ready = state.boards[seat], state.ready
        tile = state.pieces.bonus_tiles[self.terrain]
        actions: list[Action] = []
        ready.list_places(tile, board.free, actions)
        if board.has_room:
            actions.append(ready.store[tile.index])
        actions.append(ready.discard[tile.index])
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        tile = state.pieces.bonus_tiles[self.terrain]
        board = state.boards[seat]
        if isinstance(action, Place) and action.tile is tile:
            return why_not_there(board, action.space)
        if isinstance(action, Discard) and action.tile is tile:
            return None
        if isinstance(action, Store) and action.tile is tile:
            return None if board.has_room else WAREHOUSE_FULL
        name = TERRAINS[self.terrain]
        return Refusal(f"Use the {name} Bonus tile first: place it, store it or discard it.", "5.2")

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.lane(seat).pop()
        if isinstance(action, Place):
            place_tile(state, seat, action.tile, action.space)
        elif isinstance(action, Store):
            store_tile(state, seat, action.tile)
        elif isinstance(action, Discard):
            discard_tile(state, seat, action.tile)

    def settle(self, state: Table) -> bool:
        """A tile that fits nowhere can only be discarded (rule 3.5)."""
        board = state.boards[self.seat]
        if board.free or board.has_room:
            return False
        state.lane(self.seat).pop()
        discard_tile(state, self.seat, state.pieces.bonus_tiles[self.terrain])
        return True

    def prompt(self, state: Table, seat: int) -> str:
        return f"Use the {TERRAINS[self.terrain]} Bonus tile: place it, store it, or discard it for a special move."


@final
class Resolve(Phase[Table]):
    """Rule 4.2: use one symbol of each offer of a tile and its space; the spaces' offers come first (rule 4.7)."""

    def __init__(self, seat: int, offers: tuple[int, ...]) -> None:
        self.seat: Final = seat
        self.offers: Final = offers
        every = 0
        for offer in offers:
            every |= offer
        self.every: Final = every

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[self.seat]

    def legal(self, state: Table, seat: int) -> list[Action]:
        board, ready, every = state.boards[seat], state.ready, self.every
        actions: list[Action] = []
        if every & MOVES:
            board.list_moves(board.out, actions)
        if every & DISCOVER:
            discover = ready.discover
            for figure in FIGURES_IN[board.hidden]:
                actions.append(discover[board.animals[figure]][figure])
        if every & BONUSES:
            actions += ready.takes[state.in_piles]
        if every & GAIN:
            actions.append(ready.gains[points_in(every)])
        else:
            actions.append(ready.done)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        every = self.every
        if figure_in(action) >= 0:
            if every & MOVES:
                return why_not_move(state.boards[seat], action)
        elif isinstance(action, Discover):
            if every & DISCOVER:
                return _why_not_discover(state.boards[seat], action)
        elif isinstance(action, TakeBonus):
            if every & BONUSES:
                if state.in_piles >> action.terrain & 1:
                    return None
                return Refusal(f"There are no {TERRAINS[action.terrain]} Bonus tiles left.", "5.2")
        elif isinstance(action, GainPoints):
            if every & GAIN and action.points == points_in(every):
                return None
        elif isinstance(action, Done):
            if not every & GAIN:
                return None
            return Refusal("Points are always taken: gain them, or use what else the tile offers.", "5.4")
        return Refusal(f"You can {describe(self.offers)} now.", "4.2")

    def play(self, state: Table, seat: int, action: Action) -> None:
        lane = state.lane(seat)
        if isinstance(action, Done):
            lane.pop()
            if state.log is not None:
                state.log.append(events.Declined(seat))
        elif isinstance(action, TakeBonus):
            if self._use(lane, BONUSES) & DOUBLE_BONUS:
                lane.append(ONE_BONUS[seat])
            self._take_bonus(state, seat, action.terrain)
        elif isinstance(action, Discover):
            self._use(lane, DISCOVER)
            board = state.boards[seat]
            board.discover(action.figure)
            if state.log is not None:
                state.log.append(events.Discovered(seat, board.name_of(action.figure)))
        elif isinstance(action, GainPoints):
            self._use(lane, GAIN)
            gain_points(state, seat, action.points, "the tile")
        else:
            if self._use(lane, MOVES) & DOUBLE_MOVE:
                lane.append(ONE_MOVE[seat])
            carry_out(state, seat, action)

    def _use(self, lane: list[Phase[Any]], symbols: int) -> int:
        """Take the first offer with one of these symbols off; what else is offered waits. Returns the offer."""
        offers = self.offers
        number = 0
        while not offers[number] & symbols:
            number += 1
        if len(offers) == 1:
            lane.pop()
        else:
            lane[-1] = Resolve(self.seat, offers[:number] + offers[number + 1 :])
        return offers[number]

    def _take_bonus(self, state: Table, seat: int, terrain: int) -> None:
        state.piles[terrain] -= 1
        if not state.piles[terrain]:
            state.in_piles &= ~(1 << terrain)
        state.lane(seat).append(USE_BONUS_TILE[seat][terrain])
        if state.log is not None:
            state.log.append(events.TookBonus(seat, state.pieces.bonus_tiles[terrain], state.piles[terrain]))

    def settle(self, state: Table) -> bool:
        """What can do nothing is passed over; points without an alternative that can do anything are taken."""
        board, every = state.boards[self.seat], self.every
        if every & BONUSES and state.in_piles:
            return wait_for_others(state, self.seat)
        if every & DISCOVER and board.hidden:
            return False
        if every & MOVES and board.can_move(board.out):
            return False
        state.lane(self.seat).pop()
        if every & GAIN:
            gain_points(state, self.seat, points_in(every), "the tile")
        return True

    def prompt(self, state: Table, seat: int) -> str:
        return f"You may {describe(self.offers)}."


USE_TILES: Final = tuple([UseTiles(seat) for seat in range(SEATS_AT_MOST)])
USE_BONUS_TILE: Final = tuple(
    [tuple([UseBonusTile(seat, terrain) for terrain in range(len(TERRAINS))]) for seat in range(SEATS_AT_MOST)]
)
ONE_MOVE: Final = tuple([Resolve(seat, (MOVE,)) for seat in range(SEATS_AT_MOST)])
ONE_BONUS: Final = tuple([Resolve(seat, (BONUS,)) for seat in range(SEATS_AT_MOST)])
WAREHOUSE_FULL: Final = Refusal("Your Warehouse is full: place the tile, or discard it for a special move.", "3.4")


def finish(state: Table, seat: int) -> None:
    """Rule 3.6: a player has used all tiles; others may have waited for that (rule 3.7)."""
    state.lane(seat).pop()
    if not state.lanes:
        return
    for distance in range(state.players):
        other = (state.first + distance) % state.players
        if state.waiting[other] and not must_wait(state, other):
            state.lanes[other] += state.waiting[other]
            state.waiting[other] = []


def wait_for_others(state: Table, seat: int) -> bool:
    """Rule 3.7: put a lane aside whose player may take a Bonus tile that others might need. Whether it was."""
    if not state.lanes or not must_wait(state, seat):
        return False
    lane = state.lanes[seat]
    state.waiting[seat] = lane.copy()
    lane.clear()
    if state.log is not None:
        state.log.append(events.Waits(seat))
    return True


def must_wait(state: Table, seat: int) -> bool:
    """Rule 3.7: whether players with precedence could take all that is left of a pile."""
    fewest = min([count for count in state.piles if count])
    wanted = 0
    other = state.first
    while other != seat:
        wanted += most_bonus_tiles(state, other)
        if wanted >= fewest:
            return True
        other = (other + 1) % state.players
    return False


def most_bonus_tiles(state: Table, seat: int) -> int:
    """How many Bonus tiles this player could still take in this phase, at most."""
    offered = taken = 0
    for phase in state.lanes[seat] or state.waiting[seat]:
        if isinstance(phase, Resolve):
            for offer in phase.offers:
                offered += 2 if offer & DOUBLE_BONUS else 1 if offer & BONUS else 0
        elif isinstance(phase, UseBonusTile):
            taken += 1
    return state.boards[seat].most_bonus_tiles(offered, taken)


def take_in_hand(board: Board, tile: Tile) -> None:
    """Take a tile that can be used from where it lies."""
    if tile is board.drafted:
        board.drafted = None
        return
    stored = board.stored
    at = stored.index(tile)
    board.stored = stored[:at] + stored[at + 1 :]


def place_tile(state: Table, seat: int, tile: Tile, space: int) -> None:
    """Rules 4.1 to 4.6: cover a space; points come at once, the rest is offered."""
    board, pieces = state.boards[seat], state.pieces
    gain = pieces.gain_for[space][tile.sort]
    partner = pieces.partner[space]
    if partner >= 0:
        other = board.tiles[partner]
        if other is not None and other.terrain == tile.terrain:
            gain = pieces.spaces[space].gain
    board.lay(tile, space)
    if state.log is not None:
        state.log.append(events.Placed(seat, tile, space))
    if gain.points:
        gain_points(state, seat, gain.points, SPACE_NAMES[space])
    if tile.points:
        gain_points(state, seat, tile.points, "the tile")
    offers = gain.offers + (tile.offer,) if tile.offer else gain.offers
    if offers:
        state.lane(seat).append(Resolve(seat, offers))


def store_tile(state: Table, seat: int, tile: Tile) -> None:
    """Rules 3.3 and 3.4."""
    state.boards[seat].kept += (tile,)
    if state.log is not None:
        state.log.append(events.Stored(seat, tile))


def discard_tile(state: Table, seat: int, tile: Tile) -> None:
    """Rule 8.1: who stands on that terrain now may move."""
    board = state.boards[seat]
    state.gone += (tile,)
    board.movers = board.on_terrain(tile.terrain)
    if board.movers:
        state.lane(seat).append(SPECIAL_MOVE[seat])
    if state.log is not None:
        state.log.append(events.Discarded(seat, tile, animal_names(board, board.movers)))


def gain_points(state: Table, seat: int, points: int, source: str) -> None:
    """Rule 5.4."""
    state.boards[seat].points += points
    if state.log is not None:
        state.log.append(events.Gained(seat, points, source))


def why_not_there(board: Board, space: int) -> Refusal | None:
    """Rule 4.1: why a tile cannot be placed on this space, or None if it can."""
    if space == ZOO:
        return Refusal("C3 is the Zoo: it is never covered.", "4.1")
    tile = board.tiles[space]
    if tile is None:
        return None
    return Refusal(f"{SPACE_NAMES[space]} is covered by {tile} already: choose an empty space.", "4.1")


def _why_not_discover(board: Board, action: Discover) -> Refusal | None:
    figure = action.figure
    if board.animals[figure] != action.animal:
        wanted = board.pieces.figure_name(action.animal, figure)
        return Refusal(f"You have no {wanted}: there it is the {board.name_of(figure)}.", "1.3")
    if board.hidden >> figure & 1:
        return None
    return Refusal(f"The {board.name_of(figure)} has been discovered already.", "5.1")


def describe(offers: tuple[int, ...]) -> str:
    """What is offered, in words: `move an animal; discover an animal or gain 2 points`."""
    parts: list[str] = []
    for offer in offers:
        words: list[str] = []
        if offer & MOVE:
            words.append("move an animal")
        if offer & DOUBLE_MOVE:
            words.append("move twice")
        if offer & DISCOVER:
            words.append("discover an animal")
        if offer & BONUS:
            words.append("take a Bonus tile")
        if offer & DOUBLE_BONUS:
            words.append("take two Bonus tiles")
        if offer & GAIN:
            words.append(f"gain {events.of_points(points_in(offer))}")
        parts.append(" or ".join(words))
    return ", and ".join(parts)
