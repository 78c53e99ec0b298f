"""The turn of an Animal: moving, its ability, poop and the Whistle (section 4); for features see `features`."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import counted
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import Begin, BlowWhistle, EndTurn, Go, Move, Poop, UseAbility, part_of
from menagerie.games.zoo_escape.board import NAMES, NEXT, OPPOSITE, WITHIN
from menagerie.games.zoo_escape.phases.captures import end_turn, remove_keeper
from menagerie.games.zoo_escape.phases.features import feature_of, list_feature, use_feature, why_not_feature
from menagerie.games.zoo_escape.phases.leading import OpenEnded
from menagerie.games.zoo_escape.phases.reasons import no_way, why_not_keeper
from menagerie.games.zoo_escape.phases.tiles import enter
from menagerie.games.zoo_escape.pieces import WHISTLE
from menagerie.games.zoo_escape.state import Position

MOVES: Final = 2


def begin_turn(state: Position, seat: int, animal: int) -> None:
    """Rule 4.1."""
    state.active = animal
    state.leader = seat
    state.moves_left = MOVES
    state.ability_used = state.feature_used = False
    state.stack.append(TURN)
    if state.log is not None:
        state.log.append(events.TurnBegan(seat, state.animals[animal]))


@final
class Turn(OpenEnded):
    """Rule 4.1: move, use the ability, poop, use a special feature, in any order."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        ready = state.catalogue
        animal = state.active
        spot = state.spots[animal]
        place = spot >> 2
        laid = state.zoo[place]
        sides = laid.sides[spot & 3]
        actions: list[Action] = list(ready.moves[sides]) if state.moves_left else []
        if not state.ability_used:
            sort = state.animals[animal]
            if state.poop_left[animal] >= sort.poop:
                self.list_keepers(state, sort.reach_at(place, sides), ready.ability, actions)
        if state.carried[animal] & state.pieces.whistles:
            self.list_keepers(state, whistle_reach(state, animal, place), ready.whistle, actions)
        if self.can_poop(state, animal, spot):
            actions.append(ready.poop)
        if laid.feature and not state.feature_used:
            list_feature(state, laid.feature, actions)
        actions.append(ready.end_turn)
        return actions

    def list_keepers(self, state: Position, reach: int, ready: Sequence[Action], actions: list[Action]) -> None:
        """List the Keepers on these places."""
        stands = state.stands
        for keeper in state.duty:
            spot = stands[keeper]
            if spot >= 0 and reach >> (spot >> 2) & 1:
                actions.append(ready[keeper])

    def can_poop(self, state: Position, animal: int, spot: int) -> bool:
        """Rule 4.6."""
        return state.poop_left[animal] > 0 and not state.poop[spot & 3] >> (spot >> 2) & 1

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        animal = state.active
        name = state.animals[animal].name
        if isinstance(action, Move):
            return self.why_not_move(state, animal, action.direction)
        if isinstance(action, Begin):
            return Refusal(f"It's the {name}'s turn. End it before you start another.", "3.1")
        if isinstance(action, Poop):
            return self.why_not_poop(state, animal)
        if isinstance(action, UseAbility):
            return self.why_not_ability(state, animal, action.keeper)
        if isinstance(action, BlowWhistle):
            return self.why_not_whistle(state, animal, action.keeper)
        if part_of(action) is not None:
            return Refusal(f"The Machine uses its Parts on its own turn. This is the {name}'s turn.", "8.2")
        if isinstance(action, Go):
            return self.why_not_so_far(state, animal, action.place)
        feature, rule = feature_of(action)
        if feature:
            return why_not_feature(state, action, feature, rule)
        return Refusal(f"That isn't part of an Animal's turn. Continue or end the {name}'s turn.", "4.1")

    def why_not_move(self, state: Position, animal: int, direction: int) -> Refusal:
        """Rule 4.2."""
        name = state.animals[animal].name
        if not state.moves_left:
            return self.no_moves_left(name)
        return Refusal(no_way(state, name, state.spots[animal], direction), "4.2")

    def why_not_so_far(self, state: Position, animal: int, place: int) -> Refusal:
        """Rule 4.2: a tile that is not next to the Animal's."""
        name = state.animals[animal].name
        if not state.moves_left:
            return self.no_moves_left(name)
        reason = f"Tile {NAMES[place]} isn't next to the {name}. Animals move one tile at a time, along Paths."
        return Refusal(reason, "4.2")

    def no_moves_left(self, name: str) -> Refusal:
        """Rule 4.2."""
        return Refusal(f"The {name} has used its {MOVES} moves for this turn.", "4.2")

    def why_not_poop(self, state: Position, animal: int) -> Refusal:
        """Rule 4.6."""
        if not state.poop_left[animal]:
            name = state.animals[animal].name
            return Refusal(f"The {name} has no poop left. Fill it up at a Funnel Cake Stand.", "4.6")
        return Refusal("This Path already has a poop.", "4.6")

    def why_not_ability(self, state: Position, animal: int, keeper: int) -> Refusal:
        """Rule 4.5."""
        sort = state.animals[animal]
        if state.ability_used:
            return Refusal(f"The {sort.name} has already used {sort.ability} this turn.", "4.5")
        if state.poop_left[animal] < sort.poop:
            left = state.poop_left[animal]
            return Refusal(f"{sort.ability} costs {sort.poop} poop. The {sort.name} has {left}.", "4.5")
        far = f"Keeper {keeper + 1} is out of reach. {sort.ability} reaches {sort.help}."
        return why_not_keeper(state, keeper, far, "4.5")

    def why_not_whistle(self, state: Position, animal: int, keeper: int) -> Refusal:
        """Rule 4.8."""
        if not state.carried[animal] & state.pieces.whistles:
            return Refusal(f"The {state.animals[animal].name} has no Whistle.", "4.8")
        far = f"Keeper {keeper + 1} is out of the Whistle's range."
        return why_not_keeper(state, keeper, far, "4.8")

    def play(self, state: Position, seat: int, action: Action) -> None:
        animal = state.active
        if isinstance(action, Move):
            self.move(state, animal, action.direction)
        elif isinstance(action, EndTurn):
            self.finish(state)
        elif isinstance(action, Poop):
            self.lay_poop(state, animal)
        elif isinstance(action, UseAbility):
            self.use_ability(state, animal, action.keeper)
        elif isinstance(action, BlowWhistle):
            self.blow_whistle(state, animal, action.keeper)
        else:
            use_feature(state, action)

    def move(self, state: Position, animal: int, direction: int) -> None:
        """Rule 4.2."""
        state.moves_left -= 1
        enter(state, NEXT[(state.spots[animal] >> 2) << 2 | direction], OPPOSITE[direction])

    def finish(self, state: Position) -> None:
        """Rule 4.1: the player ends the turn, or nothing else is left."""
        animal = state.active
        end_turn(state)
        if state.log is not None:
            state.log.append(events.TurnEnded(state.animals[animal]))

    def lay_poop(self, state: Position, animal: int) -> None:
        """Rule 4.6."""
        spot = state.spots[animal]
        state.poop_left[animal] -= 1
        state.poop[spot & 3] |= 1 << (spot >> 2)
        if state.log is not None:
            state.log.append(events.Pooped(f"The {state.animals[animal].name}", spot >> 2))

    def use_ability(self, state: Position, animal: int, keeper: int) -> None:
        """Rule 4.5."""
        sort = state.animals[animal]
        state.ability_used = True
        state.poop_left[animal] -= sort.poop
        remove_keeper(state, keeper, f"The {sort.name}'s {sort.ability}")

    def blow_whistle(self, state: Position, animal: int, keeper: int) -> None:
        """Rule 4.8: discard the first Whistle with this Keeper in range."""
        place = state.spots[animal] >> 2
        for card in state.pieces.cards:
            if card.do == WHISTLE and state.carried[animal] & card.bit:
                if WITHIN[card.reach][place] >> (state.stands[keeper] >> 2) & 1:
                    state.carried[animal] &= ~card.bit
                    state.gone |= card.bit
                    break
        remove_keeper(state, keeper, f"The {state.animals[animal].name}'s Whistle")

    def settle(self, state: Position) -> bool:
        """End the turn if nothing else is left. The first two checks are quick and usually decide."""
        if state.moves_left or self.can_poop(state, state.active, state.spots[state.active]):
            return False
        return super().settle(state)

    def prompt(self, state: Position, seat: int) -> str:
        name = state.animals[state.active].name
        if not state.moves_left:
            return f"Act with the {name} or end its turn."
        tiles = counted(state.moves_left, "tile", "tiles")
        if all(isinstance(action, (Move, EndTurn)) for action in state.listing(self, seat)):
            return f"Move the {name} up to {tiles} or end its turn."
        return f"Move the {name} up to {tiles}, act or end its turn."


TURN: Final = Turn()


def whistle_reach(state: Position, animal: int, place: int) -> int:
    """Rule 4.8: return the places in range of an Animal's Whistles."""
    reach = 0
    for card in state.pieces.cards:
        if card.do == WHISTLE and state.carried[animal] & card.bit:
            reach |= WITHIN[card.reach][place]
    return reach
