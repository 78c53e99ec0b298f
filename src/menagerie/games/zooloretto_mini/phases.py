"""The decisions of a round of Zooloretto Mini, one class each (docs/rules/zooloretto-mini.md)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.event import GameEnded
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS, joined, listed
from menagerie.games.zooloretto_mini import events
from menagerie.games.zooloretto_mini.actions import PLACES, Discard, Draw, Load, Place, Take, TakeOver
from menagerie.games.zooloretto_mini.pieces import BARN, ENCLOSURES, Enclosure, Tile, find
from menagerie.games.zooloretto_mini.state import Position


class Decision(Phase[Position]):
    """A question to the active seat."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return SEATS[state.active]

    def settle(self, state: Position) -> bool:
        """A question with one answer is not asked (rule 9.1)."""
        return self.take_only_choice(state, state.active)


@final
class Turn(Decision):
    """Rule 2.1: draw a tile for a truck, or take a truck."""

    def reveals(self, state: Position) -> bool:
        return state.with_room != 0

    def legal(self, state: Position, seat: int) -> list[Action]:
        ready = state.catalogue
        takes: list[Action] = list(ready.takes[state.with_tiles])
        return [ready.draw, *takes] if state.with_room else takes

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if isinstance(action, Take):
            empty = "is empty: a truck can be taken once it holds a tile"
            return _why_not_that_truck(state, action.truck, empty, "2.4")
        if not state.with_room:
            return Refusal("Every truck in the middle is full: take one.", "2.2" if isinstance(action, Draw) else "2.4")
        if not state.with_tiles:
            return Refusal("Every truck in the middle is empty: draw a tile.", "2.4")
        return Refusal("Draw a tile, or take a truck that holds a tile.", "2.1")

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, Take):
            self.take(state, seat, action.truck)
        else:
            self.draw(state, seat)

    def draw(self, state: Position, seat: int) -> None:
        """Rule 2.2, and the end of the game in sight (7.1)."""
        tile = state.pile[state.revealed]
        state.drawn = tile
        state.revealed += 1
        state.stack[-1] = LOAD_TRUCK
        if state.log is not None:
            state.log.append(events.Drew(seat, tile))
            if state.revealed == state.main_pile + 1:
                state.log.append(events.LastRound())

    def take(self, state: Position, seat: int, truck: int) -> None:
        """Rule 2.4."""
        state.hand = state.trucks[truck]
        state.trucks[truck] = ()
        state.with_tiles &= ~(1 << truck)
        state.with_room &= ~(1 << truck)
        state.out |= 1 << seat
        state.stack[-1] = PLACE_TILES
        if state.log is not None:
            state.log.append(events.Took(seat, truck, state.hand))

    def settle(self, state: Position) -> bool:
        """A tile is never drawn by itself; a truck is taken if it is the only one left, and full."""
        return False if state.with_room else super().settle(state)

    def prompt(self, state: Position, seat: int) -> str:
        if not state.with_tiles:
            return "Draw a tile."
        return "Draw a tile, or take a truck." if state.with_room else "All trucks are full: take one."


@final
class LoadTruck(Decision):
    """Rule 2.3: put the drawn tile onto a truck with room."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        return list(state.catalogue.loads[state.with_room])

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if isinstance(action, Load):
            return _why_not_that_truck(state, action.truck, "is full", "2.3")
        return Refusal(f"The {state.drawn} must be loaded onto a truck first.", "2.3")

    def play(self, state: Position, seat: int, action: Action) -> None:
        """Put the tile there; the turn is over."""
        assert isinstance(action, Load)
        truck = action.truck
        tile = state.drawn
        assert tile is not None
        tiles = (*state.trucks[truck], tile)
        state.trucks[truck] = tiles
        state.with_tiles |= 1 << truck
        if len(tiles) == state.size.trucks[truck]:
            state.with_room &= ~(1 << truck)
        state.drawn = None
        if state.log is not None:
            state.log.append(events.Loaded(seat, tile, truck))
        end_turn(state)

    def prompt(self, state: Position, seat: int) -> str:
        return f"Choose a truck for the {state.drawn}."


@final
class PlaceTiles(Decision):
    """Rule 3.1: put the tiles of the truck into the zoo, one by one, in any order."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        enclosures = state.enclosures
        first = ENCLOSURES * seat
        seen = 0
        for tile in state.hand:
            if seen >> tile.sort & 1:
                continue
            seen |= 1 << tile.sort
            places = state.catalogue.place[tile.sort]
            for where in range(ENCLOSURES):
                if enclosures[first + where].accepts & tile.bit:
                    actions.append(places[where])
            actions.append(places[BARN])
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, Place):
            return Refusal(f"Place the tiles of your truck first: {_names(state.hand)}.", "3.1")
        if find(state.hand, action.tile.sort) < 0:
            return Refusal(f"There is no {action.tile} on your truck; it holds {_names(state.hand)}.", "3.1")
        return _why_not_there(state, seat, action.tile, action.where, "another one, or the barn")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Place)
        hand = state.hand
        at = find(hand, action.tile.sort)
        tile = hand[at]
        state.hand = hand[:at] + hand[at + 1 :]
        if action.where == BARN:
            put_into_barn(state, seat, tile)
        elif add_to_enclosure(state, seat, tile, action.where, seat):
            state.has_filled = True

    def settle(self, state: Position) -> bool:
        """Tiles that fit into no enclosure go into the barn by themselves; then the bonus action, or the turn ends."""
        if state.hand:
            enclosures = state.enclosures
            first = ENCLOSURES * state.active
            for tile in state.hand:
                for where in range(ENCLOSURES):
                    if enclosures[first + where].accepts & tile.bit:
                        return False
            while state.hand:
                tile = state.hand[0]
                state.hand = state.hand[1:]
                put_into_barn(state, state.active, tile)
        if state.has_filled:
            state.stack[-1] = BONUS_ACTION
        else:
            end_turn(state)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return f"Place the {_names(state.hand)} in your zoo."


@final
class BonusAction(Decision):
    """Rule 5: one action for having filled an enclosure, when all tiles of the truck have been placed."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        zoo = state.zoo(seat)
        for owner in range(state.players):
            if owner != seat:
                self._list_take_overs(state, zoo, owner, actions)
        actions += [state.catalogue.discard[sort] for sort in _sorts(state.barns[seat])]
        actions.append(state.catalogue.no_bonus)
        return actions

    def _list_take_overs(self, state: Position, zoo: list[Enclosure], owner: int, actions: list[Action]) -> None:
        for sort in _sorts(state.barns[owner]):
            choices = state.catalogue.take_over[owner][sort]
            for where, enclosure in enumerate(zoo):
                if enclosure.accepts & state.pieces.sorts[sort].bit:
                    actions.append(choices[where])

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if isinstance(action, Discard):
            return Refusal(f"There is no {action.tile} in your barn.", "5.5")
        if isinstance(action, TakeOver):
            return self._why_not_take_over(state, seat, action)
        if isinstance(action, Place) and find(state.barns[seat], action.tile.sort) >= 0:
            return Refusal(f"Tiles are never moved inside a zoo: the {action.tile} can only be discarded.", "3.6")
        return Refusal("Take over a tile from another barn, discard one from your own, or do neither.", "5.2")

    def _why_not_take_over(self, state: Position, seat: int, action: TakeOver) -> Refusal:
        if action.owner >= state.players:
            others = listed([other for other in range(state.players) if other != seat], state.names)
            return Refusal(f"Nobody sits there: take a tile from the barn of {others}.", "5.3")
        if action.owner == seat:
            return Refusal("A tile is taken over from an opponent's barn, not from your own.", "5.3")
        if find(state.barns[action.owner], action.tile.sort) < 0:
            return Refusal(f"There is no {action.tile} in the barn of {state.names[action.owner]}.", "5.3")
        if action.where == BARN:
            return Refusal("A tile that is taken over goes into one of your enclosures, not into your barn.", "5.3")
        return _why_not_there(state, seat, action.tile, action.where, "another one")

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, TakeOver):
            tile = self._remove_from_barn(state, action.owner, action.tile.sort)
            # What this fills brings no second bonus action (rule 5.4).
            add_to_enclosure(state, seat, tile, action.where, action.owner)
        elif isinstance(action, Discard):
            tile = self._remove_from_barn(state, seat, action.tile.sort)
            state.gone += (tile,)
            if state.log is not None:
                state.log.append(events.Discarded(seat, tile))
        elif state.log is not None:
            state.log.append(events.DidWithout(seat))
        state.has_filled = False
        end_turn(state)

    def _remove_from_barn(self, state: Position, seat: int, sort: int) -> Tile:
        barn = state.barns[seat]
        at = find(barn, sort)
        state.barns[seat] = barn[:at] + barn[at + 1 :]
        return barn[at]

    def settle(self, state: Position) -> bool:
        """Where neither action is possible the bonus is lost without asking."""
        if state.only_choice(self, state.active) is None:
            return False
        state.has_filled = False
        end_turn(state)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return "You filled an enclosure: take over a tile from another barn, discard one from yours, or do neither."


TURN: Final = Turn()
LOAD_TRUCK: Final = LoadTruck()
PLACE_TILES: Final = PlaceTiles()
BONUS_ACTION: Final = BonusAction()


def put_into_barn(state: Position, seat: int, tile: Tile) -> None:
    """A tile of the truck goes into the barn."""
    state.barns[seat] += (tile,)
    if state.log is not None:
        state.log.append(events.Placed(seat, tile, BARN))


def add_to_enclosure(state: Position, seat: int, tile: Tile, where: int, owner: int) -> bool:
    """Put a tile of the own truck, or of another owner's barn, into an enclosure, and its offspring too (rule 4).
    Whether that filled the enclosure.
    """
    index = ENCLOSURES * seat + where
    before = state.enclosures[index]
    enclosure = before.add(tile)
    state.enclosures[index] = enclosure
    if state.log is not None:
        if owner == seat:
            state.log.append(events.Placed(seat, tile, where))
        else:
            state.log.append(events.TookOver(seat, tile, owner, where))
    if before.finds_partner(tile):
        kind = state.pieces.kinds.index(tile.group)
        baby = state.pieces.baby_of(tile, state.supply[kind])
        state.supply[kind] -= 1
        home = where
        if enclosure.is_full:
            home = BARN
            state.barns[seat] += (baby,)
        else:
            enclosure = enclosure.add(baby)
            state.enclosures[index] = enclosure
        if state.log is not None:
            state.log.append(events.Born(seat, baby, home))
    return enclosure.is_full


def end_turn(state: Position) -> None:
    """The next player who is still in is to act; when all are out the round is over."""
    everybody = (1 << state.players) - 1
    if state.out == everybody:
        end_round(state)
        return
    seat = state.active + 1
    while True:
        if seat == state.players:
            seat = 0
        if not state.out >> seat & 1:
            break
        seat += 1
    state.active = seat
    state.stack[-1] = TURN


def end_round(state: Position) -> None:
    """Rules 6.1, 6.3, 7.2 and 8.3: the trucks are back, empty; who took the last one begins, if it goes on."""
    for truck, tiles in enumerate(state.trucks):
        if tiles:
            state.gone += tiles
            state.trucks[truck] = ()
            if state.log is not None:
                state.log.append(events.TruckLeft(tiles))
    state.with_room = (1 << len(state.trucks)) - 1
    state.with_tiles = 0
    state.out = 0
    if state.is_last_round:
        state.stack.clear()
        if state.log is not None:
            state.log.append(GameEnded(state.scores))
        return
    state.round += 1
    state.stack[-1] = TURN
    if state.log is not None:
        state.log.append(events.RoundBegan(state.round, state.active))


def _why_not_that_truck(state: Position, truck: int, otherwise: str, rule: str) -> Refusal:
    if truck >= len(state.trucks):
        return Refusal(f"There are trucks 1 to {len(state.trucks)}, no truck {truck + 1}.", rule)
    if not (state.with_room | state.with_tiles) >> truck & 1:
        return Refusal(f"Truck {truck + 1} has been taken this round.", rule)
    return Refusal(f"Truck {truck + 1} {otherwise}.", rule)


def _why_not_there(state: Position, seat: int, tile: Tile, where: int, needed: str) -> Refusal:
    """Rules 3.2 and 3.3: why an enclosure does not take a tile, and what the tile needs instead."""
    enclosure = state.enclosures[ENCLOSURES * seat + where]
    if enclosure.is_full:
        return Refusal(f"{PLACES[where].capitalize()} is full: it holds six tiles.", "3.2")
    resident = next(other.group for other in enclosure.tiles if other.is_animal)
    plurals = state.pieces.plurals
    return Refusal(
        f"{PLACES[where].capitalize()} already holds {plurals[resident]}; {plurals[tile.group]} need {needed}.",
        "3.3",
    )


def _sorts(tiles: tuple[Tile, ...]) -> list[int]:
    """Which sorts of tiles these are, in the order of the box."""
    return sorted({tile.sort for tile in tiles})


def _names(tiles: tuple[Tile, ...]) -> str:
    return joined([tile.name for tile in tiles])
