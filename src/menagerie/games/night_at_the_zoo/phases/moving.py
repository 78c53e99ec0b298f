"""Movements: what refuses one, what it does, and the phases in which all animals of a terrain move."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Phase, Refusal
from menagerie.core.seats import SEATS
from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.actions import Done, Go, Move, Turn, Wake
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.pieces import BUTTERFLY, CHEETAH, PENGUIN, SLOTH, SNAKE
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, ZOO
from menagerie.games.night_at_the_zoo.state import Table

SEATS_AT_MOST: Final = 4


@final
class MoveAll(Phase[Table]):
    """Each animal in `board.movers` may move once: a special move (rule 8.1), or the end of a round (rule 9.2)."""

    def __init__(self, seat: int, special: bool) -> None:
        self.seat: Final = seat
        self.special: Final = special

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[self.seat]

    def legal(self, state: Table, seat: int) -> list[Action]:
        board = state.boards[seat]
        actions: list[Action] = []
        board.list_moves(board.movers, actions)
        actions.append(state.ready.done)
        return actions

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        board = state.boards[seat]
        refusal = why_not_move(board, action)
        if refusal is not None or board.movers >> figure_in(action) & 1:
            return refusal
        name = board.name_of(figure_in(action))
        return Refusal(
            f"The {name} does not move now: it was not on that terrain, or has moved already.",
            "8.1" if self.special else "9.2",
        )

    def play(self, state: Table, seat: int, action: Action) -> None:
        board = state.boards[seat]
        if isinstance(action, Done):
            board.movers = 0
            if state.log is not None:
                state.log.append(events.Declined(seat))
            return
        carry_out(state, seat, action)
        figure = figure_in(action)
        board.movers &= ~(1 << figure)
        if self.special:
            self._abilities(state, seat, board, figure)

    def _abilities(self, state: Table, seat: int, board: Board, figure: int) -> None:
        """What special moves give to two of the animals."""
        animal = board.animals[figure]
        if animal == BUTTERFLY:
            board.add_pollen(figure)
            if state.log is not None:
                state.log.append(events.Pollinated(seat, board.name_of(figure), board.pollen[figure]))
        elif animal == CHEETAH and board.out >> figure & 1:
            board.runner = figure
            state.lane(seat).append(SECOND_STEP[seat])

    def settle(self, state: Table) -> bool:
        board = state.boards[self.seat]
        if board.movers and board.can_move(board.movers):
            return False
        board.movers = 0
        state.lane(self.seat).pop()
        return True

    def prompt(self, state: Table, seat: int) -> str:
        board = state.boards[seat]
        names = ", ".join(animal_names(board, board.movers))
        return f"{'Special move' if self.special else 'End of the round'}: each of these may move once: {names}."


@final
class SecondStep(Phase[Table]):
    """Rule 7.2: a cheetah may go one step more in a special move."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def seats(self, state: Table) -> tuple[int, ...]:
        return SEATS[self.seat]

    def legal(self, state: Table, seat: int) -> list[Action]:
        board = state.boards[seat]
        return [*board.moves_of(board.runner), state.ready.done]

    def refuse(self, state: Table, seat: int, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        board = state.boards[seat]
        if figure_in(action) == board.runner:
            return why_not_move(board, action)
        return Refusal(f"The {board.name_of(board.runner)} may go a second step first, or be done.", "7.2")

    def play(self, state: Table, seat: int, action: Action) -> None:
        state.lane(seat).pop()
        if isinstance(action, Move):
            carry_out(state, seat, action)
        elif state.log is not None:
            board = state.boards[seat]
            state.log.append(events.WentNoFurther(seat, board.name_of(board.runner)))

    def settle(self, state: Table) -> bool:
        """From the space before its entrance there may be no way on."""
        board = state.boards[self.seat]
        if board.moves_of(board.runner):
            return False
        state.lane(self.seat).pop()
        return True

    def prompt(self, state: Table, seat: int) -> str:
        board = state.boards[seat]
        return f"The {board.name_of(board.runner)} may go a second step."


SPECIAL_MOVE: Final = tuple([MoveAll(seat, True) for seat in range(SEATS_AT_MOST)])
ROUND_MOVE: Final = tuple([MoveAll(seat, False) for seat in range(SEATS_AT_MOST)])
SECOND_STEP: Final = tuple([SecondStep(seat) for seat in range(SEATS_AT_MOST)])


def figure_in(action: Action) -> int:
    """The figure that a movement is about; -1 if the decision is no movement."""
    if isinstance(action, Move):
        return action.figure
    if isinstance(action, Turn):
        return action.figure
    if isinstance(action, Go):
        return action.figure
    return action.figure if isinstance(action, Wake) else -1


def why_not_move(board: Board, action: Action) -> Refusal | None:
    """Rules 6 and 7: why this figure cannot do that with a movement, or None if it can."""
    if isinstance(action, Move):
        figure, animal = action.figure, action.animal
        if board.out >> figure & 1 and board.animals[figure] == animal:
            return _why_not_step(board, figure, animal, action.direction)
    elif isinstance(action, Turn):
        figure, animal = action.figure, SNAKE
        if board.out >> figure & 1 and board.animals[figure] == SNAKE:
            if board.posture[figure] != action.direction:
                return None
            return Refusal(f"The {board.name_of(figure)} faces {DIRECTIONS[action.direction]} already.", "7.4")
    elif isinstance(action, Wake):
        figure, animal = action.figure, SLOTH
        if board.out >> figure & 1 and board.animals[figure] == SLOTH:
            if board.posture[figure] == ASLEEP:
                return None
            return Refusal(f"The {board.name_of(figure)} is awake already.", "7.6")
    elif isinstance(action, Go):
        figure, animal = action.figure, action.animal
        if board.out >> figure & 1 and board.animals[figure] == animal:
            return _why_not_so_far(board, figure, animal)
    else:
        return Refusal("Move an animal, or be done.", "6.1")
    return _why_not_that_figure(board, figure, animal)


def _why_not_step(board: Board, figure: int, animal: int, direction: int) -> Refusal | None:
    if animal == SLOTH and board.posture[figure] == ASLEEP:
        return _asleep(board, figure)
    if animal == SNAKE and board.posture[figure] != direction:
        facing = DIRECTIONS[board.posture[figure]]
        return Refusal(f"The {board.name_of(figure)} faces {facing}: it goes that way, or turns first.", "7.4")
    if board.ways[board.places[figure]] >> direction & 1:
        return None
    return Refusal(
        f"The {board.name_of(figure)} cannot go {DIRECTIONS[direction]}: there is neither a tile nor the Zoo.", "6.2"
    )


def _why_not_so_far(board: Board, figure: int, animal: int) -> Refusal:
    """Why no movement leads to a place that is not beside the figure."""
    name, posture = board.name_of(figure), board.posture[figure]
    if animal == SLOTH and posture == ASLEEP:
        return _asleep(board, figure)
    if not board.ways[board.places[figure]]:
        return Refusal(f"The {name} cannot go anywhere yet: no tile lies beside it.", "6.2")
    if animal == SNAKE:
        return Refusal(f"The {name} goes one step {DIRECTIONS[posture]}, where it faces, or turns.", "7.4")
    if animal == PENGUIN:
        return Refusal(f"The {name} slides straight on as far as it can; it cannot stop there.", "7.1")
    return Refusal(f"The {name} goes one step at a time, to a tile beside it or into the Zoo.", "6.2")


def _asleep(board: Board, figure: int) -> Refusal:
    return Refusal(f"The {board.name_of(figure)} is asleep: a movement can only wake it.", "7.6")


def _why_not_that_figure(board: Board, figure: int, animal: int) -> Refusal:
    name = board.name_of(figure)
    if board.animals[figure] != animal:
        return Refusal(f"You have no {board.pieces.figure_name(animal, figure)}: there it is the {name}.", "1.3")
    if board.hidden >> figure & 1:
        return Refusal(f"The {name} has not been discovered; only discovered animals move.", "6.1")
    return Refusal(f"The {name} is home already; it moves no more.", "6.4")


def carry_out(state: Table, seat: int, action: Action) -> None:
    """Do a movement that is allowed."""
    board = state.boards[seat]
    log = state.log
    if isinstance(action, Move):
        figure = action.figure
        board.step(figure, action.direction)
        if log is not None:
            there, animal = board.places[figure], action.animal
            sleeps = animal == SLOTH and there != ZOO
            log.append(events.Moved(seat, board.name_of(figure), action.direction, there, animal == PENGUIN, sleeps))
    elif isinstance(action, Turn):
        board.posture[action.figure] = action.direction
        if log is not None:
            log.append(events.Turned(seat, board.name_of(action.figure), action.direction))
    elif isinstance(action, Wake):
        board.posture[action.figure] = 0
        if log is not None:
            log.append(events.Woke(seat, board.name_of(action.figure)))


def animal_names(board: Board, figures: int) -> tuple[str, ...]:
    """The names of a set of figures."""
    return tuple([board.name_of(figure) for figure in range(len(board.animals)) if figures >> figure & 1])
