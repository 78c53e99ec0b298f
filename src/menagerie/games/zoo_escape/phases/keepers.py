"""The Keepers' phase, which needs no decisions: Keeper by Keeper, move by move (section 7)."""

from typing import Final, final

from menagerie.core.phase import Phase
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.board import (
    BESIDE,
    EDGE_ONWARD,
    INNER,
    NEXT,
    NO_PATH,
    OPEN,
    OPPOSITE,
    OUTSIDE,
    PLACES,
    TOWARDS,
)
from menagerie.games.zoo_escape.phases.captures import capture_animal, capture_machine, end_game, number_in_log
from menagerie.games.zoo_escape.scoring import DAWN
from menagerie.games.zoo_escape.state import Position

ENTERED: Final = -1
"""The direction of arrival of a Keeper that came from outside."""


@final
class Keepers(Phase[Position]):
    """Rule 3.3: all Keepers in order, then the Billionaire. Only a captured Machine interrupts it (rule 6.4)."""

    def seats(self, state: Position) -> tuple[int, ...]:
        return ()

    def settle(self, state: Position) -> bool:
        duty = state.duty
        while True:
            if state.walk_left:
                walk(state, duty[state.walker] if state.walker < len(duty) else state.billionaire)
                if len(state.stack) != 2:
                    return True
            state.walker += 1
            if state.walker < len(duty):
                begin_walk(state, duty[state.walker])
            elif state.walker == len(duty) and state.stands[state.billionaire] >= 0:
                begin_walk(state, state.billionaire)
            else:
                end_round(state)
                return True


KEEPERS: Final = Keepers()


def begin_keepers_phase(state: Position) -> None:
    """Start the phase after all turns of the round."""
    state.walker = -1
    state.walk_left = 0
    state.stack.append(KEEPERS)
    if state.log is not None:
        state.log.append(events.KeepersPhaseBegan())


def end_round(state: Position) -> None:
    """Rule 3.5, or start the next round."""
    state.stack.pop()
    if state.round >= state.pieces.rounds:
        end_game(state, DAWN)
        return
    state.round += 1
    state.had_turn = 0
    state.captured = 0
    if state.log is not None:
        state.log.append(events.RoundBegan(state.round))


def begin_walk(state: Position, keeper: int) -> None:
    """Rules 7.1 and 7.2: draw a card, look, and clean up poop on the Path."""
    state.walk_left = state.draw_power()
    if state.log is not None:
        state.log.append(events.PowerDrawn(number_in_log(state, keeper), state.walk_left))
    spot = state.stands[keeper]
    if spot < 0 or state.busy >> keeper & 1:
        return
    look_out(state, keeper, spot >> 2)
    clean(state, keeper, spot)


def target_of(state: Position, keeper: int) -> int:
    """Rule 7.7: return the spot of the Keeper's target, negative if it cannot be seen."""
    if keeper == state.billionaire:
        return state.machine
    animal = keeper % state.team
    if state.loaded >> animal & 1:
        return state.machine
    return OUTSIDE if state.hiding >> animal & 1 else state.spots[animal]


def look(state: Position, keeper: int, place: int) -> bool:
    """Rule 7.7: turn towards the target if it is in line and not behind. Return whether the Keeper sees it."""
    target = target_of(state, keeper)
    if target < 0:
        return False
    direction = TOWARDS[place * PLACES + (target >> 2)]
    if direction < 0:
        return False
    faced = state.facing[keeper]
    if faced >= 0 and direction == OPPOSITE[faced]:
        return False
    if direction != faced:
        state.facing[keeper] = direction
        if state.log is not None:
            state.log.append(events.KeeperTurned(number_in_log(state, keeper), direction, True))
    return True


def look_out(state: Position, keeper: int, place: int) -> None:
    """Look for the first time. The log also says when the target is straight ahead."""
    faced = state.facing[keeper]
    if look(state, keeper, place) and state.log is not None and state.facing[keeper] == faced:
        state.log.append(events.KeeperSaw(number_in_log(state, keeper), faced))


def clean(state: Position, keeper: int, spot: int) -> None:
    """Rules 7.2 and 7.4: a Keeper on poop cleans it up and stops. The Billionaire ignores it (rule 9.2)."""
    path = spot & 3
    if path == NO_PATH or not state.poop[path] >> (spot >> 2) & 1 or keeper == state.billionaire:
        return
    state.poop[path] &= ~(1 << (spot >> 2))
    state.walk_left = 0
    if state.log is not None:
        state.log.append(events.Cleaned(keeper, spot >> 2))


def walk(state: Position, keeper: int) -> None:
    """Make the remaining moves, until they are used up, the game is over, or the team must decide (rule 6.4)."""
    while state.walk_left:
        state.walk_left -= 1
        spot = state.stands[keeper]
        if spot < 0:
            enter_zoo(state, keeper)
        elif state.busy >> keeper & 1:
            get_through(state, keeper, spot >> 2)
        else:
            path = path_to_cross_to(state, keeper, spot)
            if path >= 0:
                cross(state, keeper, spot >> 2, path)
            else:
                step(state, keeper, spot >> 2)
        if len(state.stack) != 2:
            return


def enter_zoo(state: Position, keeper: int) -> None:
    """Rule 7.3.1."""
    spot = state.home(keeper % state.team)
    state.stands[keeper] = spot
    if state.log is not None:
        state.log.append(events.KeeperEntered(keeper, spot >> 2))
    arrive(state, keeper, spot, ENTERED)


def get_through(state: Position, keeper: int, place: int) -> None:
    """Rules 7.3.2 and 7.6."""
    state.busy &= ~(1 << keeper)
    if state.log is not None:
        state.log.append(events.KeeperGotThrough(number_in_log(state, keeper), place))
    look_out(state, keeper, place)


def path_to_cross_to(state: Position, keeper: int, spot: int) -> int:
    """Rules 7.3.3, 7.3.4 and 7.8: return the Path of its tile that the Keeper must cross to, -1 if it can step."""
    place = spot >> 2
    path = spot & 3
    target = target_of(state, keeper)
    if target >= 0 and target >> 2 == place and target != spot:
        return target & 3
    faced = state.facing[keeper]
    if NEXT[place << 2 | faced] < 0:
        faced = state.toss(BESIDE[place << 2 | faced])
        turn_to(state, keeper, faced)
    if path == NO_PATH:
        return -1
    ahead = state.zoo[place].path_at[faced]
    return -1 if ahead == path else ahead


def cross(state: Position, keeper: int, place: int, path: int) -> None:
    """Rules 7.3.3 and 7.3.4. Afterwards the Keeper only looks (rule 7.6)."""
    spot = place << 2 | path
    state.stands[keeper] = spot
    if state.log is not None:
        state.log.append(events.KeeperCrossed(number_in_log(state, keeper), place, path))
    capture_on(state, keeper, spot)
    if state.stack:
        clean(state, keeper, spot)
        look(state, keeper, place)


def step(state: Position, keeper: int, place: int) -> None:
    """Rule 7.3.5."""
    faced = state.facing[keeper]
    place = NEXT[place << 2 | faced]
    is_up = state.up >> place & 1 == 1
    spot = place << 2 | (state.zoo[place].path_at[OPPOSITE[faced]] if is_up else NO_PATH)
    state.stands[keeper] = spot
    if not is_up:
        state.busy |= 1 << keeper
    if state.log is not None:
        state.log.append(events.KeeperStepped(number_in_log(state, keeper), faced, place, not is_up))
    if is_up:
        arrive(state, keeper, spot, faced)
    elif not INNER[place]:
        turn_to(state, keeper, state.toss(EDGE_ONWARD[place << 2 | faced]))


def arrive(state: Position, keeper: int, spot: int, came: int) -> None:
    """Rules 7.4 and 7.5 on a face-up tile: capture, clean up poop, turn."""
    capture_on(state, keeper, spot)
    if not state.stack:
        return
    clean(state, keeper, spot)
    place = spot >> 2
    if look(state, keeper, place):
        return
    if came == ENTERED:
        turn_to(state, keeper, state.toss(OPEN[place]))
    elif INNER[place]:
        turn_to(state, keeper, state.toss(state.zoo[place].onward[came]))
    else:
        turn_to(state, keeper, state.toss(EDGE_ONWARD[place << 2 | came]))


def turn_to(state: Position, keeper: int, direction: int) -> None:
    """Turn the Keeper, which is free (rule 7.4)."""
    if direction != state.facing[keeper]:
        state.facing[keeper] = direction
        if state.log is not None:
            state.log.append(events.KeeperTurned(number_in_log(state, keeper), direction, False))


def capture_on(state: Position, keeper: int, spot: int) -> None:
    """Rules 6.1 and 6.2: capture everyone on the Path that a Keeper has come onto."""
    if spot in state.spots:
        for animal in range(state.team):
            if state.spots[animal] == spot and not (state.hiding | state.captured) >> animal & 1:
                capture_animal(state, animal, keeper)
                if not state.stack:
                    return
    if spot == state.machine and not state.captured >> state.team & 1:
        capture_machine(state, keeper)
