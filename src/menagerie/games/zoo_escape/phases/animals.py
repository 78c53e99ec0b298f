"""The turn of an Animal (section 4), and building the Machine (rules 8.1 and 9.1)."""

from collections.abc import Sequence
from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import (
    Add,
    Announce,
    Begin,
    BlowWhistle,
    Build,
    EndTurn,
    Go,
    Hide,
    Move,
    Poop,
    Ransack,
    Refill,
    Scatter,
    Stop,
    UseAbility,
)
from menagerie.games.zoo_escape.board import (
    BESIDE,
    CORNERS,
    DIRECTIONS,
    DISTANCE,
    NAMES,
    NEXT,
    OPEN,
    OPPOSITE,
    PLACES,
    TOWARDS,
    WITHIN,
)
from menagerie.games.zoo_escape.phases.captures import (
    capture_animal,
    end_turn,
    load_all_here,
    raise_alarm,
    remove_keeper,
)
from menagerie.games.zoo_escape.phases.tiles import enter
from menagerie.games.zoo_escape.pieces import (
    AVIAN_HOUSE,
    BUILDING,
    FUNNEL_CAKE,
    GATE,
    PA,
    REFILL,
    SEWER,
    WHISTLE,
    WORKSHOP,
    Animal,
    Card,
)
from menagerie.games.zoo_escape.state import Table

MOVES: Final = 2


def begin_turn(state: Table, seat: int, animal: int) -> None:
    """Rule 4.1."""
    state.active = animal
    state.leader = seat
    state.moves_left = MOVES
    state.ability_used = state.feature_used = False
    state.stack.append(TURN)
    if state.log is not None:
        state.log.append(events.TurnBegan(seat, state.animals[animal]))


@final
class Turn(Phase[Table]):
    """Rule 4.1: move, use the ability, poop, use a special feature, in any order."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.leader]

    def legal(self, state: Table, seat: int) -> list[Action]:
        ready = state.ready
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
        if state.poop_left[animal] and not state.poop[spot & 3] >> place & 1:
            actions.append(ready.poop)
        if laid.feature and not state.feature_used:
            self.list_feature(state, laid.feature, actions)
        actions.append(ready.end_turn)
        return actions

    def list_keepers(self, state: Table, reach: int, ready: Sequence[Action], actions: list[Action]) -> None:
        """The keepers in the zoo on these places."""
        stands = state.stands
        for keeper in state.duty:
            spot = stands[keeper]
            if spot >= 0 and reach >> (spot >> 2) & 1:
                actions.append(ready[keeper])

    def list_feature(self, state: Table, feature: int, actions: list[Action]) -> None:
        """Rule 4.7: what the tile under the Animal offers."""
        ready = state.ready
        animal = state.active
        if feature == BUILDING:
            if state.loot[state.spots[animal] >> 2] and state.drawn < len(state.deck):
                actions.append(ready.ransack)
        elif feature == FUNNEL_CAKE:
            if state.poop_left[animal] < state.pieces.poop:
                actions.append(ready.refill)
        elif feature == PA:
            actions.append(ready.announce)
        elif feature == SEWER:
            if not state.hiding >> animal & 1:
                actions.append(ready.hide)
        elif feature == AVIAN_HOUSE:
            actions.append(ready.scatter)
        elif feature == WORKSHOP:
            list_workshop(state, actions)

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        animal = state.active
        spot = state.spots[animal]
        if isinstance(action, Move):
            return self.why_not_move(state, spot, action.direction)
        if isinstance(action, EndTurn):
            return None
        if isinstance(action, Go):
            return self.why_not_so_far(state, action)
        if isinstance(action, Begin):
            name = state.animals[animal].name
            return Refusal(f"It is the turn of the {name}: end it before another turn begins.", "3.1")
        if isinstance(action, Poop):
            return self.why_not_poop(state, animal, spot)
        if isinstance(action, UseAbility):
            return self.why_not_ability(state, animal, spot, action.keeper)
        if isinstance(action, BlowWhistle):
            return self.why_not_whistle(state, animal, spot, action.keeper)
        return self.why_not_feature(state, animal, spot, action)

    def why_not_move(self, state: Table, spot: int, direction: int) -> Refusal | None:
        """Rule 4.2."""
        name = state.animals[state.active].name
        if not state.moves_left:
            return self.no_moves_left(name)
        laid = state.zoo[spot >> 2]
        sides = laid.sides[spot & 3]
        if sides >> direction & 1:
            return None
        ways = " or ".join([DIRECTIONS[side] for side in range(4) if sides >> side & 1])
        if NEXT[(spot >> 2) << 2 | direction] < 0:
            what = "the gateway, which only the Machine passes" if laid.feature == GATE else "the wall of the Zoo"
            return Refusal(f"To the {DIRECTIONS[direction]} is {what}; the Path leads {ways}.", "4.2")
        return Refusal(f"The Path of the {name} does not lead {DIRECTIONS[direction]}; it leads {ways}.", "4.2")

    def why_not_so_far(self, state: Table, action: Go) -> Refusal:
        """Rule 4.2: a tile that is not a neighbouring one."""
        name = state.animals[state.active].name
        if action.part is not None:
            return Refusal(f"The Machine uses its Parts on its own turn; this is the turn of the {name}.", "8.2")
        if not state.moves_left:
            return self.no_moves_left(name)
        return Refusal(
            f"{NAMES[action.place]} is not next to the {name}, who moves from tile to tile along its Path.", "4.2"
        )

    def no_moves_left(self, name: str) -> Refusal:
        return Refusal(f"The {name} has moved {MOVES} tiles already; that is all in a turn.", "4.2")

    def why_not_poop(self, state: Table, animal: int, spot: int) -> Refusal | None:
        """Rule 4.6."""
        if not state.poop_left[animal]:
            name = state.animals[animal].name
            return Refusal(f"The {name} has no poop left; a Funnel Cake Stand fills it up.", "4.6")
        if state.poop[spot & 3] >> (spot >> 2) & 1:
            return Refusal("There is a poop on this Path already; there is room for one.", "4.6")
        return None

    def why_not_ability(self, state: Table, animal: int, spot: int, keeper: int) -> Refusal | None:
        """Rule 4.5."""
        sort = state.animals[animal]
        if state.ability_used:
            return Refusal(f"The {sort.name} has used {sort.ability} this turn.", "4.5")
        if state.poop_left[animal] < sort.poop:
            return Refusal(f"{sort.ability} costs a poop, and the {sort.name} has none left.", "4.5")
        sides = state.zoo[spot >> 2].sides[spot & 3]
        reach = sort.reach_at(spot >> 2, sides)
        return why_not_in_reach(state, keeper, reach, f"{sort.ability} reaches {sort.help}", "4.5")

    def why_not_whistle(self, state: Table, animal: int, spot: int, keeper: int) -> Refusal | None:
        """Rule 4.8."""
        if not state.carried[animal] & state.pieces.whistles:
            return Refusal(f"The {state.animals[animal].name} has no Whistle.", "4.8")
        reach = whistle_reach(state, animal, spot >> 2)
        return why_not_in_reach(state, keeper, reach, "the Whistle does not carry so far", "4.8")

    def why_not_feature(self, state: Table, animal: int, spot: int, action: Action) -> Refusal | None:
        """Rule 4.7."""
        feature, rule = feature_of(action)
        if not feature:
            return Refusal("On its turn an Animal moves, uses its ability, poops or uses the tile's feature.", "4.1")
        sort = state.animals[animal]
        here = state.zoo[spot >> 2]
        if here.feature != feature:
            where = f"{NAMES[spot >> 2]}, {here.face.name}"
            return Refusal(f"That needs {_TILE_NAMES[feature]}; the {sort.name} is on {where}.", rule)
        if state.feature_used:
            return Refusal(f"The {sort.name} has used a special feature this turn; one use a turn is all.", "4.7")
        if feature == BUILDING:
            return self.why_not_ransack(state, spot >> 2)
        if feature == FUNNEL_CAKE and state.poop_left[animal] >= state.pieces.poop:
            return Refusal(f"The {sort.name} has all its poop.", rule)
        if feature == SEWER and state.hiding >> animal & 1:
            return Refusal(f"The {sort.name} is hiding already.", rule)
        return why_not_workshop(state, action) if feature == WORKSHOP else None

    def why_not_ransack(self, state: Table, place: int) -> Refusal | None:
        """Rule 4.7.1."""
        if not state.loot[place]:
            return Refusal("There is no loot left in this building.", "4.7.1")
        if state.drawn == len(state.deck):
            return Refusal("There is no Building card left.", "4.7.1")
        return None

    def play(self, state: Table, seat: int, action: Action) -> None:
        animal = state.active
        if isinstance(action, Move):
            self.move(state, animal, action.direction)
        elif isinstance(action, EndTurn):
            if state.log is not None:
                state.log.append(events.TurnEnded(state.animals[animal]))
            end_turn(state)
        elif isinstance(action, Poop):
            self.lay_poop(state, animal)
        elif isinstance(action, UseAbility):
            self.use_ability(state, animal, action.keeper)
        elif isinstance(action, BlowWhistle):
            self.blow_whistle(state, animal, action.keeper)
        else:
            state.feature_used = True
            self.use_feature(state, animal, action)

    def move(self, state: Table, animal: int, direction: int) -> None:
        """Rule 4.2."""
        state.moves_left -= 1
        place = NEXT[(state.spots[animal] >> 2) << 2 | direction]
        if state.log is not None:
            state.log.append(events.Moved(state.animals[animal], direction, place))
        enter(state, place, OPPOSITE[direction])

    def lay_poop(self, state: Table, animal: int) -> None:
        """Rule 4.6."""
        spot = state.spots[animal]
        state.poop_left[animal] -= 1
        state.poop[spot & 3] |= 1 << (spot >> 2)
        if state.log is not None:
            state.log.append(events.Pooped(f"The {state.animals[animal].name}", spot >> 2))

    def use_ability(self, state: Table, animal: int, keeper: int) -> None:
        """Rule 4.5."""
        sort = state.animals[animal]
        state.ability_used = True
        state.poop_left[animal] -= sort.poop
        remove_keeper(state, keeper, f"{sort.ability} of the {sort.name}")

    def blow_whistle(self, state: Table, animal: int, keeper: int) -> None:
        """Rule 4.8: the first Whistle that reaches so far is discarded."""
        place = state.spots[animal] >> 2
        for card in state.pieces.cards:
            if card.do == WHISTLE and state.carried[animal] & card.bit:
                if WITHIN[card.reach][place] >> (state.stands[keeper] >> 2) & 1:
                    state.carried[animal] &= ~card.bit
                    state.gone |= card.bit
                    break
        remove_keeper(state, keeper, f"The Whistle of the {state.animals[animal].name}")

    def use_feature(self, state: Table, animal: int, action: Action) -> None:
        """Rule 4.7."""
        sort = state.animals[animal]
        if isinstance(action, Ransack):
            self.ransack(state, animal, sort)
        elif isinstance(action, Refill):
            self.refill(state, animal)
        elif isinstance(action, Announce):
            self.announce(state, animal)
        elif isinstance(action, Hide):
            state.hiding |= 1 << animal
            if state.log is not None:
                state.log.append(events.Hid(sort))
        elif isinstance(action, Scatter):
            self.scatter(state)
        else:
            state.stack.append(AT_WORKSHOP)
            AT_WORKSHOP.play(state, state.leader, action)

    def ransack(self, state: Table, animal: int, sort: Animal) -> None:
        """Rule 4.7.1: the card first, then the alarm."""
        place = state.spots[animal] >> 2
        loot = list(state.loot)
        loot[place] -= 1
        state.loot = tuple(loot)
        card = state.pieces.cards[state.deck[state.drawn]]
        state.drawn += 1
        if state.log is not None:
            kind = state.pieces.kinds[card.kind] if card.kind >= 0 else ""
            state.log.append(events.Ransacked(sort, card, kind))
        if card.do == REFILL:
            state.gone |= card.bit
            self.refill(state, animal)
        else:
            state.carried[animal] |= card.bit
        raise_alarm(state, animal, False)

    def refill(self, state: Table, animal: int) -> None:
        """Rule 4.7.2."""
        state.poop_left[animal] = state.pieces.poop
        if state.log is not None:
            state.log.append(events.Refilled(state.animals[animal]))

    def announce(self, state: Table, animal: int) -> None:
        """Rule 4.7.3: the wall of the PA's tile is on that side of the zoo."""
        side = state.zoo[state.spots[animal] >> 2].turns
        for keeper in state.duty:
            if state.stands[keeper] >= 0:
                state.facing[keeper] = side
        if state.log is not None:
            state.log.append(events.Announced(side))

    def scatter(self, state: Table) -> None:
        """Rule 4.7.5."""
        if state.log is not None:
            state.log.append(events.Scattered())
        for keeper in state.duty:
            spot = state.stands[keeper]
            if spot >= 0:
                sides = BESIDE[(spot >> 2) << 2 | state.facing[keeper]]
                direction = sides[0] if len(sides) == 1 else sides[state.rng.below(2)]
                state.facing[keeper] = direction
                if state.log is not None:
                    state.log.append(events.KeeperTurned(keeper, direction, False))

    def settle(self, state: Table) -> bool:
        """Where nothing but ending the turn is left it ends by itself."""
        if state.moves_left or not state.stack:
            return False
        animal = state.active
        spot = state.spots[animal]
        if state.poop_left[animal] and not state.poop[spot & 3] >> (spot >> 2) & 1:
            return False
        if len(self.legal(state, state.leader)) > 1:
            return False
        self.play(state, state.leader, state.ready.end_turn)
        return True

    def prompt(self, state: Table, seat: int) -> str:
        name = state.animals[state.active].name
        if not state.moves_left:
            return f"The {name} has no moves left: do something else, or end its turn."
        tiles = "1 tile" if state.moves_left == 1 else f"{state.moves_left} tiles"
        return f"The {name} may move {tiles} and act, or end its turn."


@final
class AtWorkshop(Phase[Table]):
    """Rule 4.7.6: adding and building make one use of the Workshop."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.leader]

    def legal(self, state: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        self.list_uses(state, actions)
        actions.append(state.ready.stop)
        return actions

    def list_uses(self, state: Table, actions: list[Action]) -> None:
        """Having added a Part: more of them at level easy, and building."""
        if state.level.add_all_parts:
            list_workshop(state, actions)
        elif state.is_complete:
            actions.append(state.ready.build)

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if isinstance(action, Stop):
            return None
        if not isinstance(action, (Add, Build)):
            return Refusal("Finish the use of the Workshop first: build, or stop.", "4.7.6")
        if isinstance(action, Add) and not state.level.add_all_parts:
            return Refusal("One use of the Workshop adds one Part; come back on another turn.", "4.7.6")
        return why_not_workshop(state, action)

    def play(self, state: Table, seat: int, action: Action) -> None:
        if isinstance(action, Add):
            self.add(state, action.part)
        elif isinstance(action, Build):
            build(state)
        else:
            state.stack.pop()
            if state.log is not None:
                state.log.append(events.WorkshopLeft(state.animals[state.active]))

    def add(self, state: Table, part: Card) -> None:
        """A Part goes from the Animal to the Machine."""
        state.carried[state.active] &= ~part.bit
        state.machine_parts |= part.bit
        if state.log is not None:
            state.log.append(events.PartAdded(state.animals[state.active], part))

    def settle(self, state: Table) -> bool:
        """Where there is nothing more to do here the use is over."""
        actions: list[Action] = []
        self.list_uses(state, actions)
        if actions:
            return False
        state.stack.pop()
        return True

    def prompt(self, state: Table, seat: int) -> str:
        if state.level.add_all_parts:
            return "Add another Part, build the Machine, or stop."
        return "The Machine has a Part of each kind: build it now, or stop."


TURN: Final = Turn()
AT_WORKSHOP: Final = AtWorkshop()

_TILE_NAMES: Final = {
    BUILDING: "a Building",
    FUNNEL_CAKE: "a Funnel Cake Stand",
    PA: "a PA",
    SEWER: "a Sewer",
    AVIAN_HOUSE: "the Avian House",
    WORKSHOP: "the Workshop",
}


def feature_of(action: Action) -> tuple[int, str]:
    """The feature that a decision uses, 0 if none, and its rule."""
    if isinstance(action, Ransack):
        return BUILDING, "4.7.1"
    if isinstance(action, Refill):
        return FUNNEL_CAKE, "4.7.2"
    if isinstance(action, Announce):
        return PA, "4.7.3"
    if isinstance(action, Hide):
        return SEWER, "4.7.4"
    if isinstance(action, Scatter):
        return AVIAN_HOUSE, "4.7.5"
    if isinstance(action, (Add, Build)):
        return WORKSHOP, "4.7.6"
    return 0, ""


def whistle_reach(state: Table, animal: int, place: int) -> int:
    """Rule 4.8: the places within reach of an Animal's whistles."""
    reach = 0
    for card in state.pieces.cards:
        if card.do == WHISTLE and state.carried[animal] & card.bit:
            reach |= WITHIN[card.reach][place]
    return reach


def why_not_in_reach(state: Table, keeper: int, reach: int, what: str, rule: str) -> Refusal | None:
    """Whether a keeper is in the zoo and stands on one of these places; the Billionaire (-1) never does."""
    if keeper < 0:
        return Refusal("The Billionaire cannot be removed, scared or turned.", "9.2")
    if keeper >= state.billionaire:
        return Refusal(f"There are Keepers 1 to {state.billionaire}, no Keeper {keeper + 1}.", rule)
    spot = state.stands[keeper]
    if spot < 0:
        return Refusal(f"Keeper {keeper + 1} is not in the Zoo.", rule)
    if reach >> (spot >> 2) & 1:
        return None
    return Refusal(f"Keeper {keeper + 1} is out of reach: {what}.", rule)


def list_workshop(state: Table, actions: list[Action]) -> None:
    """Rule 4.7.6: Parts that can be added, and building."""
    if state.is_built:
        return
    carried = state.carried[state.active] & state.pieces.parts
    if carried and state.machine_parts.bit_count() < state.pieces.machine_parts:
        for card in state.pieces.cards:
            if carried & card.bit:
                actions.append(state.ready.add[card.index])
    if state.is_complete:
        actions.append(state.ready.build)


def why_not_workshop(state: Table, action: Action) -> Refusal | None:
    """Rule 4.7.6."""
    if state.is_built:
        return Refusal("The Machine is built; nothing can be added any more.", "4.7.6")
    if isinstance(action, Add):
        if not state.carried[state.active] & action.part.bit & state.pieces.parts:
            name = state.animals[state.active].name
            return Refusal(f"The {name} does not carry the {action.part.name}.", "4.7.6")
        most = state.pieces.machine_parts
        if state.machine_parts.bit_count() >= most:
            return Refusal(f"The Machine holds {most} Parts already, which is all it can.", "4.7.6")
        return None
    kind = state.missing_kind(state.machine_parts)
    if kind < 0:
        return None
    return Refusal(f"The Machine needs a Part of each kind; a {state.pieces.kinds[kind]} is missing.", "4.7.6")


def build(state: Table) -> None:
    """Rule 8.1."""
    animal = state.active
    if state.log is not None:
        state.log.append(events.Built(state.animals[animal]))
    state.machine = state.spots[animal]
    end_turn(state)
    load_all_here(state)
    let_billionaire_appear(state)


def let_billionaire_appear(state: Table) -> None:
    """Rules 9.1 and 6.1."""
    gates = [place for place in range(PLACES) if state.up >> place & 1 and state.zoo[place].feature == GATE]
    places = gates or list(CORNERS)
    first = state.workshop * PLACES
    least = min([DISTANCE[first + place] for place in places])
    nearest = [place for place in places if DISTANCE[first + place] == least]
    place = nearest[0] if len(nearest) == 1 else state.rng.choice(nearest)
    direction = TOWARDS[place * PLACES + (state.machine >> 2)]
    if direction < 0:
        direction = state.rng.choice(list(OPEN[place]))
    him = state.billionaire
    state.stands[him] = place << 2
    state.facing[him] = direction
    if state.log is not None:
        state.log.append(events.BillionaireAppeared(place, direction))
    for animal in range(state.team):
        if state.spots[animal] == place << 2 and state.stack and not (state.hiding | state.captured) >> animal & 1:
            capture_animal(state, animal, him)
