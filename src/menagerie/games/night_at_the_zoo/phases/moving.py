"""Movements: what refuses one, what it does, and the phases in which all animals of a terrain move."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.night_at_the_zoo import events
from menagerie.games.night_at_the_zoo.actions import Done, Move, Movement, Turn, Wake
from menagerie.games.night_at_the_zoo.board import ASLEEP, Board
from menagerie.games.night_at_the_zoo.phases.own import SEATS_AT_MOST, OwnPhase
from menagerie.games.night_at_the_zoo.pieces import ANIMALS, BUTTERFLY, CHEETAH, PENGUIN, SLOTH, SNAKE
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, ZOO
from menagerie.games.night_at_the_zoo.state import Position


@final
class MoveAll(OwnPhase):
    """Each animal in `board.movers` may move once: a special move (rule 8.1), or the end of a round (rule 9.2)."""

    def __init__(self, seat: int, special: bool) -> None:
        super().__init__(seat)
        self.special: Final = special

    def legal(self, state: Position, seat: int) -> list[Action]:
        board = state.boards[seat]
        actions: list[Action] = []
        board.list_moves(board.movers, actions)
        actions.append(state.catalogue.done)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        board = state.boards[seat]
        if not isinstance(action, Movement):
            return Refusal("Move an animal or finish.", "6.1")
        if not board.could(action):
            return why_not_move(board, action)
        return Refusal(
            f"The {board.name_of(action.figure)} can't move now. It wasn't on that terrain or has already moved.",
            "8.1" if self.special else "9.2",
        )

    def play(self, state: Position, seat: int, action: Action) -> None:
        board = state.boards[seat]
        if isinstance(action, Done):
            board.movers = 0
            if state.log is not None:
                state.log.append(events.Declined(seat))
            return
        assert isinstance(action, Movement)
        carry_out(state, seat, action)
        figure = action.figure
        board.movers &= ~(1 << figure)
        if self.special:
            self._abilities(state, seat, board, figure)

    def _abilities(self, state: Position, seat: int, board: Board, figure: int) -> None:
        """What special moves give to two of the animals."""
        animal = board.animals[figure]
        if animal == BUTTERFLY:
            board.add_pollen(figure)
            if state.log is not None:
                state.log.append(events.Pollinated(seat, board.name_of(figure), board.pollen[figure]))
        elif animal == CHEETAH and board.out >> figure & 1:
            board.runner = figure
            state.lane(seat).append(SECOND_STEP[seat])

    def settle(self, state: Position) -> bool:
        board = state.boards[self.seat]
        if board.movers and board.can_move(board.movers):
            return False
        board.movers = 0
        state.lane(self.seat).pop()
        return True

    def prompt(self, state: Position, seat: int) -> str:
        board = state.boards[seat]
        names = animal_names(board, board.able(board.movers))
        if len(names) == 1:
            if self.special:
                return f"Special move: your {names[0]} may move once."
            return f"End of the round: your {names[0]} may move once."
        if self.special:
            return f"Special move: each of these may move once: {', '.join(names)}."
        return f"End of the round: each of these may move once: {', '.join(names)}."


@final
class SecondStep(OwnPhase):
    """Rule 7.2: a cheetah may go one step more in a special move."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        board = state.boards[seat]
        return [*board.moves_of(board.runner), state.catalogue.done]

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        board = state.boards[seat]
        if isinstance(action, Movement) and action.figure == board.runner:
            return why_not_move(board, action)
        return Refusal(f"The {board.name_of(board.runner)} may take a second step first. Take it or stop.", "7.2")

    def play(self, state: Position, seat: int, action: Action) -> None:
        state.lane(seat).pop()
        if isinstance(action, Move):
            carry_out(state, seat, action)
        elif state.log is not None:
            board = state.boards[seat]
            state.log.append(events.WentNoFurther(seat, board.name_of(board.runner)))

    def settle(self, state: Position) -> bool:
        """From the space before its entrance there may be no way on."""
        board = state.boards[self.seat]
        if board.moves_of(board.runner):
            return False
        state.lane(self.seat).pop()
        return True

    def prompt(self, state: Position, seat: int) -> str:
        board = state.boards[seat]
        return f"The {board.name_of(board.runner)} may take a second step."


SPECIAL_MOVE: Final = tuple([MoveAll(seat, True) for seat in range(SEATS_AT_MOST)])
ROUND_MOVE: Final = tuple([MoveAll(seat, False) for seat in range(SEATS_AT_MOST)])
SECOND_STEP: Final = tuple([SecondStep(seat) for seat in range(SEATS_AT_MOST)])


def why_not_move(board: Board, action: Movement) -> Refusal:
    """Rules 6 and 7: why this figure cannot do that with a movement."""
    figure, name = action.figure, board.name_of(action.figure)
    if board.animals[figure] != action.animal:
        return no_such_figure(board, figure, action.animal)
    if board.hidden >> figure & 1:
        return Refusal(f"The {name} isn't discovered yet. Only discovered animals move.", "6.1")
    if not board.out >> figure & 1:
        return Refusal(f"The {name} is already home.", "6.4")
    if isinstance(action, Turn):
        return Refusal(f"The {name} already faces {DIRECTIONS[action.direction]}.", "7.4")
    if isinstance(action, Wake):
        return Refusal(f"The {name} is already awake.", "7.6")
    if action.animal == SLOTH and board.posture[figure] == ASLEEP:
        return Refusal(f"The {name} is asleep. A movement can only wake it.", "7.6")
    return _why_not_step(board, action) if isinstance(action, Move) else _why_not_so_far(board, action)


def no_such_figure(board: Board, figure: int, animal: int) -> Refusal:
    """Rule 1.3: another animal belongs to that entrance."""
    wanted = board.pieces.figure_name(animal, figure)
    return Refusal(f"You have no {wanted}. That's the {ANIMALS[board.animals[figure]]}.", "1.3")


def _why_not_step(board: Board, action: Move) -> Refusal:
    figure, name = action.figure, board.name_of(action.figure)
    if action.animal == SNAKE and board.posture[figure] != action.direction:
        facing = DIRECTIONS[board.posture[figure]]
        return Refusal(f"The {name} faces {facing}. Move it that way or turn it first.", "7.4")
    direction = DIRECTIONS[action.direction]
    return Refusal(f"The {name} can't go {direction}. There is no tile that way.", "6.2")


def _why_not_so_far(board: Board, action: Movement) -> Refusal:
    """Why no movement leads to a place that is not beside the figure."""
    figure, name = action.figure, board.name_of(action.figure)
    if not board.ways[board.places[figure]]:
        return Refusal(f"The {name} can't move yet. There is no tile beside it.", "6.2")
    if action.animal == SNAKE:
        facing = DIRECTIONS[board.posture[figure]]
        return Refusal(f"The {name} faces {facing}. Move it one step that way or turn it.", "7.4")
    if action.animal == PENGUIN:
        return Refusal(f"The {name} slides as far as it can. It can't stop there.", "7.1")
    return Refusal(f"The {name} moves one step at a time, to a tile beside it or into the Zoo.", "6.2")


def carry_out(state: Position, seat: int, action: Movement) -> None:
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
