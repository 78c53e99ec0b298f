"""Using tiles: the drafted one, stored ones and Bonus tiles, and what they and their spaces offer (rules 3 to 5)."""

from typing import Any, Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import counted, either, listed
from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.actions import (
    Discard,
    Discover,
    Done,
    GainPoints,
    Movement,
    Place,
    Store,
    TakeBonus,
    Wait,
)
from menagerie.games.night_at_the_zoo.board import Board
from menagerie.games.night_at_the_zoo.phases import waiting, waiting_v1
from menagerie.games.night_at_the_zoo.phases.moving import (
    SPECIAL_MOVE,
    animal_names,
    carry_out,
    no_such_figure,
    why_not_move,
)
from menagerie.games.night_at_the_zoo.phases.own import SEATS_AT_MOST, OwnPhase
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
from menagerie.games.night_at_the_zoo.state import Position


@final
class UseTiles(OwnPhase):
    """Rule 3.1: use the drafted tile, and stored ones, in any order."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        board, ready = state.boards[seat], state.catalogue
        free, drafted, stored = board.free, board.drafted, board.stored
        actions: list[Action] = []
        if drafted is not None:
            ready.list_places(drafted, free, actions)
            if board.has_room:
                actions.append(ready.store[drafted.index])
            actions.append(ready.discard[drafted.index])
        for number, tile in enumerate(stored):
            if number and tile in stored[:number]:
                continue  # Bonus tiles of a terrain are the same choice
            ready.list_places(tile, free, actions)
            actions.append(ready.discard[tile.index])
        if drafted is None:
            actions.append(ready.done)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        board = state.boards[seat]
        if isinstance(action, Done):
            return Refusal(f"You must use the tile you drafted: {ways(board)} it.", "3.1")
        if isinstance(action, Place):
            if self._can_use(board, action.tile):
                return why_not_there(action.space)
            return self._why_not_that_tile(board, action.tile)
        if isinstance(action, Store):
            if action.tile is board.drafted:
                return warehouse_full(board)
            if action.tile in board.stored:
                return Refusal(f"The {action.tile.title} is already in your Warehouse.", "3.4")
            return self._why_not_that_tile(board, action.tile)
        if isinstance(action, Discard):
            return self._why_not_that_tile(board, action.tile)
        return Refusal(self.prompt(state, seat), "3.2")

    def _can_use(self, board: Board, tile: Tile) -> bool:
        return tile is board.drafted or tile in board.stored

    def _why_not_that_tile(self, board: Board, tile: Tile) -> Refusal:
        if tile in board.kept:
            return Refusal(f"You just stored the {tile.title}. Use it from the next draft.", "3.3")
        if board.drafted is not None:
            return Refusal(f"You don't have that {tile.title}. Use the {board.drafted.title}.", "3.1")
        return Refusal(f"You don't have that {tile.title}. Use a tile from your Warehouse.", "3.1")

    def play(self, state: Position, seat: int, action: Action) -> None:
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
            waiting.finish(state, seat)
        waiting.ask_again(state)

    def settle(self, state: Position) -> bool:
        """Without tiles a player is done (rule 3.6); a last tile that fits nowhere is discarded (rule 3.5)."""
        board = state.boards[self.seat]
        if board.stored:
            return False
        drafted = board.drafted
        if drafted is None:
            waiting.finish(state, self.seat)
            return True
        if board.free or board.has_room:
            return False
        board.drafted = None
        discard_tile(state, self.seat, drafted)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        board = state.boards[seat]
        if board.drafted is None:
            return "Place or discard a stored tile, or finish." if board.free else "Discard a stored tile or finish."
        if board.stored:
            return f"Use the {board.drafted.title}: {ways(board)} it. You may use stored tiles first."
        return f"Use the {board.drafted.title}: {ways(board)} it."


@final
class UseBonusTile(OwnPhase):
    """Rule 5.2: a Bonus tile that was taken is used at once."""

    def __init__(self, seat: int, terrain: int) -> None:
        super().__init__(seat)
        self.terrain: Final = terrain

    def legal(self, state: Position, seat: int) -> list[Action]:
        board, ready = state.boards[seat], state.catalogue
        tile = state.pieces.bonus_tiles[self.terrain]
        actions: list[Action] = []
        ready.list_places(tile, board.free, actions)
        if board.has_room:
            actions.append(ready.store[tile.index])
        actions.append(ready.discard[tile.index])
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        tile = state.pieces.bonus_tiles[self.terrain]
        if isinstance(action, Place) and action.tile is tile:
            return why_not_there(action.space)
        if isinstance(action, Store) and action.tile is tile:
            return warehouse_full(state.boards[seat])
        name = TERRAINS[self.terrain]
        return Refusal(f"Use the {name} Bonus tile first: {ways(state.boards[seat])} it.", "5.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.lane(seat).pop()
        if isinstance(action, Place):
            place_tile(state, seat, action.tile, action.space)
        elif isinstance(action, Store):
            store_tile(state, seat, action.tile)
        elif isinstance(action, Discard):
            discard_tile(state, seat, action.tile)
        waiting.ask_again(state)

    def settle(self, state: Position) -> bool:
        """A tile that fits nowhere can only be discarded (rule 3.5)."""
        board = state.boards[self.seat]
        if board.free or board.has_room:
            return False
        state.lane(self.seat).pop()
        discard_tile(state, self.seat, state.pieces.bonus_tiles[self.terrain])
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return f"Use the {TERRAINS[self.terrain]} Bonus tile: {ways(state.boards[seat])} it."

    def terrain_in_hand(self) -> int:
        return self.terrain


@final
class Resolve(OwnPhase):
    """Rule 4.2: use one symbol of each offer of a tile and its space; the spaces' offers come first (rule 4.7)."""

    def __init__(self, seat: int, offers: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.offers: Final = offers
        every = 0
        for offer in offers:
            every |= offer
        self.every: Final = every

    def legal(self, state: Position, seat: int) -> list[Action]:
        board, ready, every = state.boards[seat], state.catalogue, self.every
        actions: list[Action] = []
        if every & MOVES:
            board.list_moves(board.out, actions)
        if every & DISCOVER:
            discover = ready.discover
            for figure in FIGURES_IN[board.hidden]:
                actions.append(discover[board.animals[figure]][figure])
        piles = waiting.held(state, seat) if every & BONUSES else 0
        if every & BONUSES:
            actions += ready.takes[state.in_piles & ~piles]
        if piles:
            actions.append(ready.wait)
        if every & GAIN:
            actions.append(ready.gains[points_in(every) - 1])
        else:
            actions.append(ready.done)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        every = self.every
        if isinstance(action, Movement) and every & MOVES:
            return why_not_move(state.boards[seat], action)
        if isinstance(action, Discover) and every & DISCOVER:
            return _why_not_discover(state.boards[seat], action)
        if isinstance(action, TakeBonus) and every & BONUSES:
            return self._why_not_take(state, seat, action.terrain)
        if isinstance(action, Done):
            return Refusal(f"You can't skip the points. Choose: {self._possible(state, seat)}.", "5.4")
        if isinstance(action, Wait):
            return Refusal("No Bonus tile is being held for others. Choose now.", "3.7")
        return Refusal(self.prompt(state, seat), "4.2")

    def _why_not_take(self, state: Position, seat: int, terrain: int) -> Refusal:
        name, left = TERRAINS[terrain], state.piles[terrain]
        if not left:
            return Refusal(f"There are no {name} Bonus tiles left.", "5.2")
        others = listed(waiting.waited_for(state, seat), state.names)
        return Refusal(
            f"{others} may choose first and could take all {name} Bonus tiles that are left ({left}). "
            "Wait or choose something else.",
            "3.7",
        )

    def play(self, state: Position, seat: int, action: Action) -> None:
        lane = state.lane(seat)
        if isinstance(action, Wait):
            waiting.wait(state, seat)
            return
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
            assert isinstance(action, Movement)
            if self._use(lane, MOVES) & DOUBLE_MOVE:
                lane.append(ONE_MOVE[seat])
            carry_out(state, seat, action)
        waiting.ask_again(state)

    def _use(self, lane: list[Phase[Any]], symbols: int) -> int:
        """Take the first offer with one of these symbols off; what else is offered waits. Returns the offer."""
        offers = self.offers
        number = 0
        while not offers[number] & symbols:
            number += 1
        if len(offers) == 1:
            lane.pop()
        else:
            lane[-1] = resolve(self.seat, offers[:number] + offers[number + 1 :])
        return offers[number]

    def _take_bonus(self, state: Position, seat: int, terrain: int) -> None:
        state.piles[terrain] -= 1
        if not state.piles[terrain]:
            state.in_piles &= ~(1 << terrain)
        state.lane(seat).append(USE_BONUS_TILE[seat][terrain])
        if state.log is not None:
            state.log.append(events.TookBonus(seat, state.pieces.bonus_tiles[terrain], state.piles[terrain]))

    def settle(self, state: Position) -> bool:
        """What can do nothing is passed over; points without an alternative that can do anything are taken."""
        board, every = state.boards[self.seat], self.every
        if every & BONUSES and state.in_piles:
            return state.setup.rules_version == 1 and waiting_v1.put_aside(state, self.seat)
        if every & DISCOVER and board.hidden:
            return False
        if every & MOVES and board.can_move(board.out):
            return False
        state.lane(self.seat).pop()
        if every & GAIN:
            gain_points(state, self.seat, points_in(every), "the tile")
        return True

    def prompt(self, state: Position, seat: int) -> str:
        possible = self._possible(state, seat)
        asked = f"Choose: {possible}." if self.every & GAIN else f"You may {possible}."
        waited = waiting.waited_for(state, seat)
        if not waited:
            return asked
        others = listed(waited, state.names)
        piles = waiting.held(state, seat)
        if piles == state.in_piles:
            return f"{asked} Taking a Bonus tile must wait for {others}."
        held = either([name for terrain, name in enumerate(TERRAINS) if piles >> terrain & 1])
        return f"{asked} Taking a Bonus tile of {held} must wait for {others}."

    def _possible(self, state: Position, seat: int) -> str:
        """What the offers bring that can be used now, in words."""
        board = state.boards[seat]
        idle = 0
        if not board.can_move(board.out):
            idle |= MOVES
        if not board.hidden:
            idle |= DISCOVER
        if not state.in_piles:
            idle |= BONUSES
        return describe(tuple([offer & ~idle for offer in self.offers if offer & ~idle]))

    def bonus_tiles_offered(self) -> int:
        return sum([2 if offer & DOUBLE_BONUS else 1 if offer & BONUS else 0 for offer in self.offers])


_RESOLVES: Final[dict[tuple[int, tuple[int, ...]], Resolve]] = {}


def resolve(seat: int, offers: tuple[int, ...]) -> Resolve:
    """The phase for these offers, made once: who searches knows by it that two positions ask for the same."""
    found = _RESOLVES.get((seat, offers))
    if found is None:
        found = _RESOLVES[seat, offers] = Resolve(seat, offers)
    return found


USE_TILES: Final = tuple([UseTiles(seat) for seat in range(SEATS_AT_MOST)])
USE_BONUS_TILE: Final = tuple(
    [tuple([UseBonusTile(seat, terrain) for terrain in range(len(TERRAINS))]) for seat in range(SEATS_AT_MOST)]
)
ONE_MOVE: Final = tuple([resolve(seat, (MOVE,)) for seat in range(SEATS_AT_MOST)])
ONE_BONUS: Final = tuple([resolve(seat, (BONUS,)) for seat in range(SEATS_AT_MOST)])


def warehouse_full(board: Board) -> Refusal:
    """Rule 3.4: why a tile cannot be stored."""
    if board.free:
        return Refusal("Your Warehouse is full. Place or discard the tile.", "3.4")
    return Refusal("Your Warehouse is full. Discard the tile.", "3.4")


def ways(board: Board) -> str:
    """What can be done with a tile now: `place, store or discard`."""
    return either([*["place"] * bool(board.free), *["store"] * board.has_room, "discard"])


def take_in_hand(board: Board, tile: Tile) -> None:
    """Take a tile that can be used from where it lies."""
    if tile is board.drafted:
        board.drafted = None
        return
    stored = board.stored
    at = stored.index(tile)
    board.stored = stored[:at] + stored[at + 1 :]


def place_tile(state: Position, seat: int, tile: Tile, space: int) -> None:
    """Rules 4.1 to 4.6: cover a space; points come at once, the rest is offered."""
    board = state.boards[seat]
    gain = board.gain_from(tile, space)
    board.lay(tile, space)
    if state.log is not None:
        state.log.append(events.Placed(seat, tile, space))
    if gain.points:
        gain_points(state, seat, gain.points, f"space {SPACE_NAMES[space]}")
    if tile.points:
        gain_points(state, seat, tile.points, "the tile")
    offers = gain.offers + (tile.offer,) if tile.offer else gain.offers
    if offers:
        state.lane(seat).append(resolve(seat, offers))


def store_tile(state: Position, seat: int, tile: Tile) -> None:
    """Rules 3.3 and 3.4."""
    state.boards[seat].kept += (tile,)
    if state.log is not None:
        state.log.append(events.Stored(seat, tile))


def discard_tile(state: Position, seat: int, tile: Tile) -> None:
    """Rule 8.1: who stands on that terrain now may move."""
    board = state.boards[seat]
    state.gone += (tile,)
    board.movers = board.on_terrain(tile.terrain)
    state.lane(seat).append(SPECIAL_MOVE[seat])
    if state.log is not None:
        state.log.append(events.Discarded(seat, tile, animal_names(board, board.movers)))


def gain_points(state: Position, seat: int, points: int, source: str) -> None:
    """Rule 5.4."""
    state.boards[seat].points += points
    if state.log is not None:
        state.log.append(events.Gained(seat, points, source))


def why_not_there(space: int) -> Refusal:
    """Rule 4.1: why a tile cannot be placed on this space."""
    if space == ZOO:
        return Refusal("Space C3 is the Zoo. No tile can cover it.", "4.1")
    return Refusal(f"Space {SPACE_NAMES[space]} is already covered. Choose an empty space.", "4.1")


def _why_not_discover(board: Board, action: Discover) -> Refusal:
    figure = action.figure
    if board.animals[figure] != action.animal:
        return no_such_figure(board, figure, action.animal)
    return Refusal(f"The {board.name_of(figure)} is already discovered.", "5.1")


def describe(offers: tuple[int, ...]) -> str:
    """What is offered, in words: `move an animal, and discover an animal or gain 2 points`."""
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
            words.append(f"gain {counted(points_in(offer), 'point', 'points')}")
        parts.append(either(words))
    return ", and ".join(parts)
