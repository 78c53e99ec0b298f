"""Moving the elephant (rules 3 and 9)."""

from __future__ import annotations

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.core.seats import either
from menagerie.games.new_york_zoo import events
from menagerie.games.new_york_zoo.actions import WALK_FREE, Place, Walk, WalkFree
from menagerie.games.new_york_zoo.phases.acquiring import ACQUIRE_FIRST
from menagerie.games.new_york_zoo.phases.decision import Decision
from menagerie.games.new_york_zoo.phases.laying import PLACE_ENCLOSURE
from menagerie.games.new_york_zoo.pieces import NONE, Space
from menagerie.games.new_york_zoo.state import Position
from menagerie.games.new_york_zoo.view import markers


@final
class Turn(Decision):
    """Rule 3.1: move the elephant."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        options: list[Action] = []
        populates = can_populate(state, seat)
        houses = can_house(state, seat)
        for walk, space in reach(state):
            if is_usable(state, seat, space, populates, houses):
                options.append(walk)
        if not options:
            # Rule 3.5: a player who can use no space walks to the next animals space without effect.
            return [next_animals(state)]
        return options

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if isinstance(action, Place) and action.tile.is_attraction:
            return Refusal("You get an attraction for filling an enclosure. Move the elephant.", "6.3")
        if not isinstance(action, (Walk, WalkFree)):
            return Refusal("First move the elephant to a slot or to an animals space.", "3.1")
        for walk, space in reach(state):
            if walk == action:
                return self._why_not_there(state, seat, space)
        most = state.mode.steps
        if isinstance(action, WalkFree):
            return Refusal(f"Only the solo game has a free move. Move the elephant 1 to {most} spaces.", "9.3")
        if not most:
            return self._why_no_marker(state, action.steps)
        if action.steps > most:
            return Refusal(f"That's {action.steps} spaces away. Move 1 to {most}.", "3.1")
        return Refusal(f"The elephant must move. Move it 1 to {most} spaces.", "3.1")

    def _why_no_marker(self, state: Position, steps: int) -> Refusal:
        """Rule 9.2: too far for any marker, or its marker is used."""
        spaces = [space for space in state.pieces.strip if space.animals or state.stacks[space.index]]
        most = len([space for space in spaces if space.index != state.elephant])
        if steps > most:
            return Refusal(f"That's too far. Move at most {most} spaces.", "9.2")
        return Refusal(f"You've used that marker. Choose {either([*markers(state), 'the free move'])}.", "9.2")

    def _why_not_there(self, state: Position, seat: int, space: Space) -> Refusal:
        if space.animals:
            return Refusal("You have no free house and no enclosure for a new animal. Move to a slot.", "3.4")
        stack = state.stacks[space.index]
        if not stack:
            return Refusal("That slot is empty. Choose another space.", "9.2")
        name = stack[-1].name
        if not can_populate(state, seat):
            reason = f"You have no animal for the {name}. You need one in a house, or two in an enclosure."
            return Refusal(reason, "3.3")
        reason = f"The {name} doesn't fit anywhere on your board. Choose another space."
        return Refusal(reason, "3.3")

    def play(self, state: Position, seat: int, action: Action) -> None:
        space = destination(state, action)
        crossed = self._walk(state, seat, action, space)
        state.received = state.received_twice = state.followed = 0
        state.flow.begin_main_action(state, crossed)
        if state.passed:
            return
        if space.animals:
            state.second = NONE
            state.stack.append(ACQUIRE_FIRST)
        else:
            state.new = state.stacks[space.index][-1]
            state.stack.append(PLACE_ENCLOSURE)

    def _walk(self, state: Position, seat: int, action: Action, space: Space) -> tuple[int, ...]:
        """Move the elephant and return the species whose lines it crosses, in this order (rules 3.6 and 9.4)."""
        crossed: list[int] = []
        strip = state.pieces.strip
        at = state.elephant
        over_start = False
        state.passed = loses_at(state, space)
        while at != space.index:
            at += 1
            if at == len(strip):
                at = 0
                over_start = True
            if strip[at].line != NONE:
                crossed.append(strip[at].line)
        state.elephant = at
        if state.mode.steps == 0 and isinstance(action, Walk):
            state.markers &= ~(1 << min(action.steps, state.pieces.markers - 1))
        if over_start:
            state.laps += 1
        if state.log is not None:
            state.log.append(events.Walked(seat, space, state.stacks[at], state.pieces, isinstance(action, WalkFree)))
        return tuple(crossed)

    def prompt(self, state: Position, seat: int) -> str:
        slots = [state.stacks[space.index] for space in state.pieces.strip if not space.animals]
        sentences = [self._asked(state, seat)]
        if not all(slots):
            sentences.append("Empty slots don't count.")
        losing = [walk for walk in state.listing(self, seat) if loses_at(state, destination(state, walk))]
        steps = [walk.steps for walk in losing if isinstance(walk, Walk)]
        if steps:
            sentences.append(f"Moving {min(steps)} or more passes the start space and loses.")
        elif losing:
            sentences.append("The free move passes the start space and loses.")
        return " ".join(sentences)

    def _asked(self, state: Position, seat: int) -> str:
        if not state.mode.steps:
            return "Move the elephant with a range marker, or free to the next animals space."
        steps = sorted([walk.steps for walk in state.listing(self, seat) if isinstance(walk, Walk)])
        if steps == [1]:
            return "Move the elephant 1 space."
        if len(steps) > 2 and steps[-1] == len(steps):
            return f"Move the elephant 1 to {steps[-1]} spaces."
        return f"Move the elephant {either([str(count) for count in steps])} spaces."


def reach(state: Position) -> list[tuple[Action, Space]]:
    """Where the elephant can go, usable or not (rules 3.1, 3.2, 9.2 and 9.3)."""
    found: list[tuple[Action, Space]] = []
    strip = state.pieces.strip
    walks = state.catalogue.walks
    steps = state.mode.steps
    solo = steps == 0
    if solo:
        if state.markers & 1:
            found.append((walks[0], strip[state.elephant]))
        steps = len(strip)
    last = state.pieces.markers - 1
    free: Space | None = None
    at = state.elephant
    counted = 0
    for _ in range(len(strip) - 1):
        at += 1
        if at == len(strip):
            at = 0
        space = strip[at]
        if not space.animals and not state.stacks[at]:
            continue
        counted += 1
        if not solo or state.markers >> min(counted, last) & 1:
            found.append((walks[counted], space))
        if counted == steps:
            break
        if free is None and space.animals:
            free = space
    if solo and free is not None:
        found.append((WALK_FREE, free))
    return found


def destination(state: Position, action: Action) -> Space:
    """The space to which a walk leads."""
    strip = state.pieces.strip
    at = state.elephant
    left = action.steps if isinstance(action, Walk) else 0
    free = isinstance(action, WalkFree)
    while left or free:
        at = (at + 1) % len(strip)
        if strip[at].animals:
            if free:
                break
            left -= 1
        elif state.stacks[at]:
            left -= 0 if free else 1
    return strip[at]


def loses_at(state: Position, space: Space) -> bool:
    """Rule 9.6: whether walking there passes the start space for the last time. A walk never goes once round."""
    if state.mode.steps or state.memory is not None or state.laps + 1 < state.pieces.laps:
        return False
    return 0 < space.index < state.elephant


def next_animals(state: Position) -> Action:
    """The walk to the next animals space, whether it is of use or not."""
    for walk, space in reach(state):
        if space.animals and (state.mode.steps or isinstance(walk, WalkFree)):
            return walk
    return WALK_FREE


def is_usable(state: Position, seat: int, space: Space, populates: bool, houses: bool) -> bool:
    """Rules 3.3 and 3.4: whether the elephant may stop there."""
    if space.animals:
        return houses
    stack = state.stacks[space.index]
    return populates and len(stack) > 0 and state.can_lay(seat, stack[-1])


def can_populate(state: Position, seat: int) -> bool:
    """Rule 3.3: whether an animal could move into a new enclosure."""
    if state.house_room[seat] < state.boards[seat].houses:
        return True
    return any(state.animals[place.tile.index] >= 2 for place in state.zoos[seat])


def can_house(state: Position, seat: int) -> bool:
    """Rule 3.4: whether some new animal has a place. An enclosure always has one: full ones are emptied at once."""
    return state.house_room[seat] > 0 or len(state.zoos[seat]) > 0


TURN: Final = Turn()
