"""How a turn continues by the rulebook (docs/rules/new-york-zoo.md, rules 3 to 9)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.actions import Complete
from menagerie.games.new_york_zoo.flow import Flow
from menagerie.games.new_york_zoo.phases.acquiring import FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BONUS_BREEDING, BREED_ANIMALS, bonus_breeders
from menagerie.games.new_york_zoo.phases.completing import complete
from menagerie.games.new_york_zoo.phases.dealing import PlaceDealt
from menagerie.games.new_york_zoo.phases.decision import Decision
from menagerie.games.new_york_zoo.phases.walking import TURN
from menagerie.games.new_york_zoo.pieces import NONE, Tile
from menagerie.games.new_york_zoo.state import Position


@final
class AfterDealt(Phase[Position]):
    """Rule 11.2: when both have laid their dealt enclosures the first turn begins."""

    def settle(self, state: Position) -> bool:
        state.stack[-1] = TURN
        return True


@final
class AfterMainAction(Phase[Position]):
    """Rule 8.1: who fills the board with the main action wins at once; else the lines crossed are bred."""

    def settle(self, state: Position) -> bool:
        if state.open[state.mover] == 0:
            end_game(state)
        else:
            state.stack[-1] = BREEDINGS
        return True


@final
class Breedings(Phase[Position]):
    """Rules 3.6, 7.1 and 7.5: line by line, and from the mover clockwise."""

    def settle(self, state: Position) -> bool:
        if state.breeding != NONE and state.breeder < state.players:
            self._ask_next(state)
        elif state.lines:
            state.breeding = state.lines[0]
            state.lines = state.lines[1:]
            state.breeder = 0
            if state.log is not None:
                anybody = any(state.can_breed(seat, state.breeding) for seat in range(state.players))
                state.log.append(events.BreedingTime(state.pieces.species[state.breeding], anybody))
        else:
            state.breeding = NONE
            end_turn(state)
        return True

    def _ask_next(self, state: Position) -> None:
        seat = (state.mover + state.breeder) % state.players
        state.breeder += 1
        if state.can_breed(seat, state.breeding):
            state.active = seat
            state.received = state.received_twice = state.followed = 0
            state.stack.append(BREED_ANIMALS)


@final
class Completions(Decision):
    """Rules 6.1 and 6.6: full enclosures are settled, in the order that their owner likes."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.tiles: Final = tiles

    def legal(self, state: Position, seat: int) -> list[Action]:
        return [state.catalogue.complete[tile.index] for tile in self.tiles if state.is_full(tile)]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        names = events.enclosures([tile for tile in self.tiles if state.is_full(tile)])
        return Refusal(f"First choose which full enclosure to finish: {names}.", "6.6")

    def play(self, state: Position, seat: int, action: Action) -> None:
        assert isinstance(action, Complete)
        complete(state, action.tile)

    def settle(self, state: Position) -> bool:
        full = state.listing(self, state.active)
        if len(full) > 1:
            return False
        state.stack.pop()
        for action in full:
            self.play(state, state.active, action)
        return True

    def prompt(self, state: Position, seat: int) -> str:
        return "Two enclosures are full. Which one first?"


AFTER_DEALT: Final = AfterDealt()
AFTER_MAIN_ACTION: Final = AfterMainAction()
BREEDINGS: Final = Breedings()


@final
class Rulebook(Flow):
    """The flow of a turn by the rulebook."""

    def begin(self, state: Position) -> None:
        if state.mode.id == "short":
            state.stack.append(AFTER_DEALT)
            state.act_together([[PlaceDealt(seat)] for seat in range(state.players)])
        else:
            state.stack.append(TURN)

    def begin_main_action(self, state: Position, crossed: tuple[int, ...]) -> None:
        state.stack[-1] = AFTER_MAIN_ACTION
        state.lines = crossed
        if state.passed:
            end_game(state)

    def end_populating(self, state: Position) -> None:
        """The phase below continues automatically."""

    def may_enter(self, state: Position, tile: Tile) -> bool:
        """Rule 5.7: two animals for an enclosure in one action, even if it was emptied in between."""
        return not state.received_twice & tile.bit

    def enter(self, state: Position, tile: Tile) -> None:
        self._settle_later(state, (tile,))

    def _settle_later(self, state: Position, tiles: tuple[Tile, ...]) -> None:
        """Follow-ups first, then completions (rules 5.5, 6.1, 7.4)."""
        state.stack.append(Completions(tiles))
        self._offer_follow_ups(state, tiles)

    def _offer_follow_ups(self, state: Position, tiles: tuple[Tile, ...]) -> None:
        """Rule 5.5: into those with room that have received one animal only, while a house holds the species."""
        if not state.in_houses(state.active, state.residents[tiles[0].index]):
            return
        open = tuple([tile for tile in tiles if not state.received_twice & tile.bit and not state.is_full(tile)])
        if open:
            state.stack.append(FollowUps(open))

    def follow_up(self, state: Position, tile: Tile) -> None:
        species = state.residents[tile.index]
        state.out_of_house(state.active, species)
        state.into_enclosure(tile, species)
        if state.log is not None:
            state.log.append(events.FollowedUp(state.active, state.pieces.species[species], tile))
        below = state.stack[-1]
        assert isinstance(below, Completions)
        self._offer_follow_ups(state, below.tiles)

    def no_follow_up(self, state: Position) -> None:
        """The phase below continues automatically."""

    def breed(self, state: Position, tiles: tuple[Tile, ...]) -> None:
        for tile in tiles:
            state.into_enclosure(tile, state.breeding)
        if state.log is not None:
            state.log.append(events.Bred(state.active, state.pieces.species[state.breeding], tiles))
        if not tiles:
            return
        if state.mode.bonus_breeding:
            state.stack.append(BONUS_BREEDING)
        self._settle_later(state, tiles)

    def bonus(self, state: Position, tile: Tile | None) -> None:
        if tile is None:
            if state.log is not None and bonus_breeders(state, state.active):
                state.log.append(events.ForwentBonus(state.active))
            return
        species = state.residents[tile.index]
        state.into_enclosure(tile, species)
        if state.log is not None:
            state.log.append(events.BonusBred(state.active, state.pieces.species[species], tile))
        self.enter(state, tile)


def end_turn(state: Position) -> None:
    """Rules 3.7, 8.2, 9.5 and 9.8: the next player, if the game continues."""
    if 0 in state.open or (state.mode.steps == 0 and state.laps >= state.pieces.laps):
        end_game(state)
        return
    if state.mode.steps == 0 and state.markers == 0:
        state.markers = (1 << state.pieces.markers) - 1
    state.mover = (state.mover + 1) % state.players
    state.active = state.mover
    state.stack[-1] = TURN


def end_game(state: Position) -> None:
    """The stack is empty: the game is over."""
    state.stack.clear()
    if state.log is not None:
        state.log.append(events.GameEnded(tuple(state.open), state.passed))
