"""The turn of the Machine and the uses of its Parts (section 8)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import AtKeeper, ChangePath, Drive, EndTurn, Escape, Go, Lift, Stop
from menagerie.games.zoo_escape.board import (
    DIRECTIONS,
    IN_LINE,
    NAMES,
    NEIGHBOURS,
    NEXT,
    OPEN,
    OPPOSITE,
    PLACES,
    TOWARDS,
    WITHIN,
    ahead,
)
from menagerie.games.zoo_escape.phases.captures import end_game, end_turn, load, machine_arrives, remove_keeper
from menagerie.games.zoo_escape.phases.tiles import enter, turn_up
from menagerie.games.zoo_escape.pieces import (
    CRANE,
    CREEP,
    FLY,
    GATE,
    LEAP,
    MUCK,
    ROLL,
    ROLL_LINE,
    SCARE,
    SHOO_LINE,
    Card,
    directions_in,
)
from menagerie.games.zoo_escape.state import ESCAPED, Table

_IN_STEPS: Final = (ROLL, ROLL_LINE, CREEP, MUCK)
"""What Parts do in several decisions."""


def begin_machine_turn(state: Table, seat: int) -> None:
    """Rule 3.2."""
    state.active = state.team
    state.leader = seat
    state.used = 0
    state.using = -1
    state.stack.append(MACHINE_TURN)
    if state.log is not None:
        state.log.append(events.TurnBegan(seat, None))


@final
class MachineTurn(Phase[Table]):
    """Rule 8.2: each Part once, in any order."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.leader]

    def legal(self, state: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        parts = state.machine_parts & ~state.used
        for card in state.pieces.cards:
            if parts & card.bit:
                list_uses(state, card, card.tiles, -1, False, actions)
        actions.append(state.ready.end_turn)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if isinstance(action, EndTurn):
            return None
        card = part_of(action)
        if card is None:
            return Refusal("It is the Machine's turn: use one of its Parts, or end the turn.", "8.2")
        if not state.machine_parts & card.bit:
            return Refusal(f"The Machine has no {card.name}.", "8.2")
        if state.used & card.bit:
            return Refusal(f"The Machine has used the {card.name} this turn.", "8.2")
        return why_not(state, card, card.tiles, -1, False, action)

    def play(self, state: Table, seat: int, action: Action) -> None:
        card = part_of(action)
        if card is None:
            if state.log is not None:
                state.log.append(events.TurnEnded(None))
            end_turn(state)
            return
        state.used |= card.bit
        state.steps_left = card.tiles
        state.line = -1
        state.path_changed = False
        if card.do in _IN_STEPS:
            state.using = card.index
            state.stack.append(PART_USE)
        use(state, card, action)

    def settle(self, state: Table) -> bool:
        """Where no Part can be used any more the turn ends by itself."""
        if len(self.legal(state, state.leader)) > 1:
            return False
        self.play(state, state.leader, state.ready.end_turn)
        return True

    def prompt(self, state: Table, seat: int) -> str:
        return "Use a Part of the Machine, or end its turn."


@final
class PartUse(Phase[Table]):
    """Rule 8.2: the use of a Part is finished before that of the next."""

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[state.leader]

    def legal(self, state: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        self.list_rest(state, actions)
        actions.append(state.ready.stop)
        return actions

    def list_rest(self, state: Table, actions: list[Action]) -> None:
        """What the Part in use can still do."""
        card = state.pieces.cards[state.using]
        list_uses(state, card, state.steps_left, state.line, state.path_changed, actions)

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if isinstance(action, Stop):
            return None
        card = state.pieces.cards[state.using]
        if part_of(action) is not card:
            return Refusal(f"Finish the use of the {card.name} first: go on with it, or stop.", "8.2")
        return why_not(state, card, state.steps_left, state.line, state.path_changed, action)

    def play(self, state: Table, seat: int, action: Action) -> None:
        if isinstance(action, Stop):
            if state.log is not None:
                state.log.append(events.PartStopped(state.pieces.cards[state.using]))
            self.finish(state)
        else:
            use(state, state.pieces.cards[state.using], action)

    def finish(self, state: Table) -> None:
        """The Part has done its work for this turn."""
        state.using = -1
        state.stack.pop()

    def settle(self, state: Table) -> bool:
        """Where it can do nothing more its use is over."""
        actions: list[Action] = []
        self.list_rest(state, actions)
        if actions:
            return False
        self.finish(state)
        return True

    def prompt(self, state: Table, seat: int) -> str:
        return f"Go on with the {state.pieces.cards[state.using].name}, or stop."


MACHINE_TURN: Final = MachineTurn()
PART_USE: Final = PartUse()


def part_of(action: Action) -> Card | None:
    """The Part that a decision uses."""
    if isinstance(action, (Drive, ChangePath, AtKeeper, Lift, Escape, Go)):
        return action.part
    return None


def can_escape(state: Table, card: Card, steps: int, line: int) -> bool:
    """Rule 8.5: on a Gate, with all aboard, a Part with a tile to go, and the gateway in the way of a roll in line."""
    laid = state.zoo[state.machine >> 2]
    if laid.feature != GATE or state.loaded != state.everybody or card.do > FLY or card.do == LEAP or not steps:
        return False
    return card.do != ROLL_LINE or line < 0 or line == laid.turns


def list_uses(state: Table, card: Card, steps: int, line: int, changed: bool, actions: list[Action]) -> None:
    """Rule 8.4: all that a Part can do now, with so many tiles left, having gone in that direction last."""
    do = card.do
    if do <= CREEP:
        list_rolls(state, card, steps, line, changed, actions)
    elif do <= FLY:
        list_flights(state, card, actions)
    elif do == MUCK:
        list_muck(state, card, steps, actions)
    elif do == CRANE:
        list_lifts(state, card, actions)
    else:
        list_at_keepers(state, card, actions)
    if can_escape(state, card, steps, line):
        actions.append(state.ready.escape[card.index])


def list_rolls(state: Table, card: Card, steps: int, line: int, changed: bool, actions: list[Action]) -> None:
    """Rules 8.4.1 to 8.4.3."""
    laid = state.zoo[state.machine >> 2]
    path = state.machine & 3
    sides = laid.sides[path] if steps else 0
    if card.do == ROLL_LINE and line >= 0:
        sides &= 1 << line
    drives = state.ready.drive[card.index]
    for direction in directions_in(sides):
        actions.append(drives[direction][0][0])
    if card.do == CREEP and not changed and len(laid.sides) > 1:
        actions.append(state.ready.change_path[card.index][1 - path])


def list_flights(state: Table, card: Card, actions: list[Action]) -> None:
    """Rules 8.4.4 to 8.4.6."""
    place = state.machine >> 2
    drives = state.ready.drive[card.index]
    for direction in OPEN[place]:
        for choices in drives[direction]:
            there = ahead(place, direction, flight(card, choices[0].tiles))
            if there < 0:
                continue
            if state.up >> there & 1 and len(state.zoo[there].sides) > 1:
                actions.append(choices[1])
                actions.append(choices[2])
            else:
                actions.append(choices[0])


def flight(card: Card, tiles: int) -> int:
    """How far a Part takes the Machine: what was said with flying, else what is printed."""
    return tiles if card.do == FLY else card.tiles


def list_muck(state: Table, card: Card, steps: int, actions: list[Action]) -> None:
    """Rule 8.4.10."""
    if not steps:
        return
    place = state.machine >> 2
    for direction in OPEN[place]:
        if muck_spot(state, place, direction) >= 0:
            actions.append(state.ready.drive[card.index][direction][0][0])


def muck_spot(state: Table, place: int, direction: int) -> int:
    """Where muck falls in that direction, -1 if it cannot."""
    there = NEXT[place << 2 | direction]
    if there < 0 or not state.up >> there & 1:
        return -1
    path = state.zoo[there].path_at[OPPOSITE[direction]]
    return -1 if state.poop[path] >> there & 1 else there << 2 | path


def list_lifts(state: Table, card: Card, actions: list[Action]) -> None:
    """Rule 8.4.9."""
    place = state.machine >> 2
    reach = NEIGHBOURS[place][15] | 1 << place
    for animal in range(state.team):
        if not state.loaded >> animal & 1 and reach >> (state.spots[animal] >> 2) & 1:
            actions.append(state.ready.lift[card.index][state.animals[animal].index])


def list_at_keepers(state: Table, card: Card, actions: list[Action]) -> None:
    """Rules 8.4.7 and 8.4.8."""
    for keeper in state.duty:
        if state.stands[keeper] >= 0 and is_in_reach(state, card, state.stands[keeper] >> 2):
            actions.append(state.ready.at_keeper[card.index][keeper])


def is_in_reach(state: Table, card: Card, place: int) -> bool:
    """Whether the Part can scare or shoo a keeper there."""
    here = state.machine >> 2
    if card.do == SCARE:
        direction = TOWARDS[here * PLACES + place]
        return direction >= 0 and NEXT[place << 2 | direction] >= 0
    reach = WITHIN[card.reach][here]
    if card.do == SHOO_LINE:
        reach &= IN_LINE[here]
    return reach >> place & 1 == 1


def why_not(state: Table, card: Card, steps: int, line: int, changed: bool, action: Action) -> Refusal | None:
    """Why the Part cannot be used in this way now, or None if it can."""
    uses: list[Action] = []
    list_uses(state, card, steps, line, changed, uses)
    for use in uses:
        if use is action:
            return None
    if action in uses:
        return None
    if isinstance(action, AtKeeper) and action.keeper < 0:
        return Refusal("The Billionaire cannot be removed, scared or turned.", "9.2")
    return Refusal(reason_against(state, card, action), "8.5" if isinstance(action, Escape) else _RULES[card.do])


_RULES: Final = (
    "8.4.1", "8.4.2", "8.4.3", "8.4.4", "8.4.5", "8.4.6", "8.4.7", "8.4.8", "8.4.8", "8.4.9", "8.4.10",
)  # fmt: skip


_DOES: Final = (
    "rolls along its Path to a neighbouring tile, then on from there",
    "rolls along Paths in one direction",
    "creeps along its Path to a neighbouring tile, or to another Path of its tile",
    "hops to a neighbouring tile",
    "leaps exactly {tiles} tiles in one direction",
    "flies 1 to {tiles} tiles in one direction",
    "turns away a Keeper in line on another tile, unless it would then face a wall",
    "removes a Keeper within {reach} tiles",
    "removes a Keeper in line within {reach} tiles",
    "loads an Animal on its own tile or a neighbouring one",
    "spreads muck on clean Paths that lead to it, on face-up tiles",
)
"""What the Machine does with a Part, in the order of `DOES`."""


def what_it_does(card: Card) -> str:
    """`with the Kite Wing the Machine hops to a neighbouring tile.`"""
    return f"with the {card.name} the Machine {_DOES[card.do].format(tiles=card.tiles, reach=card.reach)}."


def reason_against(state: Table, card: Card, action: Action) -> str:
    """In plain words."""
    place = state.machine >> 2
    if isinstance(action, Escape):
        if state.zoo[place].feature != GATE:
            return f"The Machine escapes from a Gate; it stands on {NAMES[place]}, which is none."
        if state.loaded != state.everybody:
            left = [state.animals[number].name for number in range(state.team) if not state.loaded >> number & 1]
            return f"Not everybody is aboard: the {' and the '.join(left)} would be left behind."
        return f"The {card.name} cannot take the Machine through the gateway now."
    if isinstance(action, AtKeeper):
        if action.keeper >= state.billionaire or state.stands[action.keeper] < 0:
            return f"Keeper {action.keeper + 1} is not in the Zoo."
        return f"Keeper {action.keeper + 1} cannot be chosen: {what_it_does(card)}"
    if isinstance(action, Lift):
        name = action.animal.name
        if state.loaded >> state.number_of[action.animal.index] & 1:
            return f"The {name} is aboard already."
        return f"The {name} is not near the Machine: the Crane reaches its own tile and the neighbouring ones."
    if isinstance(action, ChangePath):
        return f"There is no other Path to change to: {what_it_does(card)}"
    if isinstance(action, Drive):
        return f"To the {DIRECTIONS[action.direction]} that cannot be: {what_it_does(card)}"
    return f"That cannot be: {what_it_does(card)}"


def use(state: Table, card: Card, action: Action) -> None:
    """Carry out one step of a Part's use."""
    if isinstance(action, Escape):
        end_game(state, ESCAPED)
    elif isinstance(action, Drive):
        if card.do == MUCK:
            spread_muck(state, action.direction)
        else:
            drive(state, card, action)
    elif isinstance(action, ChangePath):
        state.path_changed = True
        place = state.machine >> 2
        if state.log is not None:
            state.log.append(events.MachineMoved(card, -1, place))
        machine_arrives(state, place << 2 | action.path)
    elif isinstance(action, AtKeeper):
        use_at_keeper(state, card, action.keeper)
    elif isinstance(action, Lift):
        load(state, state.number_of[action.animal.index])


def drive(state: Table, card: Card, action: Drive) -> None:
    """Rules 8.4.1 to 8.4.6: to another tile, along the path or from above."""
    direction = action.direction
    state.steps_left -= 1
    state.line = direction
    place = state.machine >> 2
    there = NEXT[place << 2 | direction] if card.do <= CREEP else ahead(place, direction, flight(card, action.tiles))
    if state.log is not None:
        state.log.append(events.MachineMoved(card, direction, there))
    if card.do <= CREEP:
        enter(state, there, OPPOSITE[direction])
    elif state.up >> there & 1:
        machine_arrives(state, there << 2 | max(0, action.path))
    else:
        turn_up(state, there, -1)


def spread_muck(state: Table, direction: int) -> None:
    """Rule 8.4.10."""
    state.steps_left -= 1
    spot = muck_spot(state, state.machine >> 2, direction)
    state.poop[spot & 3] |= 1 << (spot >> 2)
    if state.log is not None:
        state.log.append(events.Pooped("The Muck Spreader", spot >> 2))


def use_at_keeper(state: Table, card: Card, keeper: int) -> None:
    """Rules 8.4.7 and 8.4.8."""
    if card.do != SCARE:
        remove_keeper(state, keeper, f"The {card.name}")
        return
    direction = TOWARDS[(state.machine >> 2) * PLACES + (state.stands[keeper] >> 2)]
    state.facing[keeper] = direction
    if state.log is not None:
        state.log.append(events.KeeperScared(keeper, direction))
