"""The decisions of a round of Zooloretto Mini, one class each (docs/rules/zooloretto-mini.md)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.event import GameEnded
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS, either, joined
from menagerie.games.zooloretto_mini import events
from menagerie.games.zooloretto_mini.actions import Discard, Draw, Load, Place, Take, TakeOver
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
            return _why_no_truck(state, action.truck, "2.4") or self._why_not_empty(state, action.truck)
        if not state.with_room:
            return Refusal("All trucks are full. Take one.", "2.2" if isinstance(action, Draw) else "2.4")
        if not state.with_tiles:
            return Refusal("All trucks are empty. Draw a tile.", "2.4")
        return Refusal("Draw a tile or take a truck.", "2.1")

    def _why_not_empty(self, state: Position, truck: int) -> Refusal:
        if not state.with_tiles:
            return Refusal(f"Truck {truck + 1} is empty. Draw a tile.", "2.4")
        return Refusal(f"Truck {truck + 1} is empty. Take a truck with at least one tile.", "2.4")

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
        """A tile is never drawn automatically; a truck is taken if it is the only one left, and full."""
        return False if state.with_room else super().settle(state)

    def prompt(self, state: Position, seat: int) -> str:
        if not state.with_tiles:
            return "Draw a tile."
        return "Draw a tile or take a truck." if state.with_room else "All trucks are full. Take one."


@final
class LoadTruck(Decision):
    """Rule 2.3: put the drawn tile onto a truck with room."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        return list(state.catalogue.loads[state.with_room])

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if isinstance(action, Load):
            full = Refusal(f"Truck {action.truck + 1} is full. Choose a truck with a free space.", "2.3")
            return _why_no_truck(state, action.truck, "2.3") or full
        return Refusal(f"Load the {state.drawn} onto a truck first.", "2.3")

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
            return Refusal(f"First place the tiles from your truck: {_names(state.hand)}.", "3.1")
        if find(state.hand, action.tile.sort) < 0:
            return Refusal(f"Your truck has no {action.tile}. Place the {_names(state.hand)}.", "3.1")
        where = action.where + 1
        enclosure = state.enclosures[ENCLOSURES * seat + action.where]
        if enclosure.is_full:
            return Refusal(f"Enclosure {where} is full. Choose another enclosure or the barn.", "3.2")
        residents = _residents(state, enclosure)
        return Refusal(
            f"Enclosure {where} already holds {residents}. Put the {action.tile} in another enclosure or the barn.",
            "3.3",
        )

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
        """Put tiles that fit no enclosure in the barn; then comes the bonus action, or the turn ends."""
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
            return Refusal(f"Your barn has no {action.tile}.", "5.5")
        if isinstance(action, TakeOver):
            return self._why_not_take_over(state, seat, action)
        if isinstance(action, Place) and find(state.barns[seat], action.tile.sort) >= 0:
            return Refusal(
                f"You can't move tiles within your zoo. You can only discard the {action.tile}.",
                "3.6",
            )
        return Refusal(self.prompt(state, seat), "5.2")

    def _why_not_take_over(self, state: Position, seat: int, action: TakeOver) -> Refusal:
        if action.owner >= state.players:
            others = either([state.names[other] for other in range(state.players) if other != seat])
            return Refusal(f"There is no such player. Choose the barn of {others}.", "5.3")
        if action.owner == seat:
            return Refusal("Take a tile from an opponent's barn, not your own.", "5.3")
        if find(state.barns[action.owner], action.tile.sort) < 0:
            return Refusal(f"There is no {action.tile} in {state.names[action.owner]}'s barn.", "5.3")
        if action.where == BARN:
            return Refusal("The tile must go in one of your enclosures, not your barn.", "5.3")
        where = action.where + 1
        enclosure = state.enclosures[ENCLOSURES * seat + action.where]
        if enclosure.is_full:
            return Refusal(f"Enclosure {where} is full. The tile needs a free space.", "3.2")
        residents = _residents(state, enclosure)
        return Refusal(f"Enclosure {where} already holds {residents}. The {action.tile} can't go there.", "3.3")

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
        """Skip a bonus action that nothing can be done with."""
        if state.only_choice(self, state.active) is None:
            return False
        state.has_filled = False
        end_turn(state)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        can_take = any(isinstance(action, TakeOver) for action in self.legal(state, seat))
        if not can_take:
            return "Bonus action: discard a tile or skip."
        if not state.barns[seat]:
            return "Bonus action: take a tile or skip."
        return "Bonus action: take a tile, discard one, or skip."


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
    """Put a tile of the seat's truck, or of another owner's barn, into an enclosure, and its offspring too (rule 4).
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
    """Rules 6.1, 6.3, 7.2 and 8.3: the trucks are back, empty. The player who took the last one begins."""
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


def _why_no_truck(state: Position, truck: int, rule: str) -> Refusal | None:
    """Why a truck that is named cannot be meant, or None if it stands in the middle."""
    if truck >= len(state.trucks):
        return Refusal(f"There is no truck {truck + 1}. Choose 1 to {len(state.trucks)}.", rule)
    if not (state.with_room | state.with_tiles) >> truck & 1:
        return Refusal(f"Truck {truck + 1} was already taken this round.", rule)
    return None


def _residents(state: Position, enclosure: Enclosure) -> str:
    """The animals of an enclosure: `llamas`."""
    return state.pieces.plurals[next(tile.group for tile in enclosure.tiles if tile.is_animal)]


def _sorts(tiles: tuple[Tile, ...]) -> list[int]:
    """Which sorts of tiles these are, in the order of the box."""
    return sorted({tile.sort for tile in tiles})


def _names(tiles: tuple[Tile, ...]) -> str:
    return joined([tile.name for tile in tiles])
