"""The Machine's turn: each of its Parts once, one after the other (rules 3.2 and 8.2)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import Stop, part_of
from menagerie.games.zoo_escape.phases.captures import end_turn
from menagerie.games.zoo_escape.phases.leading import OpenEnded
from menagerie.games.zoo_escape.phases.parts import list_uses, use
from menagerie.games.zoo_escape.phases.reasons import why_not_part
from menagerie.games.zoo_escape.pieces import CREEP, MUCK, ROLL, ROLL_LINE
from menagerie.games.zoo_escape.state import Position

_IN_STEPS: Final = (ROLL, ROLL_LINE, CREEP, MUCK)
"""Parts whose use takes several decisions."""


def begin_machine_turn(state: Position, seat: int) -> None:
    """Rule 3.2."""
    state.active = state.team
    state.leader = seat
    state.stack.append(MACHINE_TURN)
    if state.log is not None:
        state.log.append(events.TurnBegan(seat, None))


@final
class MachineTurn(OpenEnded):
    """Rule 8.2: each Part once, in any order."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        parts = state.machine_parts & ~state.used
        for card in state.pieces.cards:
            if parts & card.bit:
                list_uses(state, card, card.tiles, -1, False, actions)
        actions.append(state.catalogue.end_turn)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        card = part_of(action)
        if card is None:
            return Refusal("It's the Machine's turn. Use one of its Parts or end the turn.", "8.2")
        if not state.machine_parts & card.bit:
            return Refusal(f"The Machine has no {card.name}.", "8.2")
        if state.used & card.bit:
            return Refusal(f"The Machine has already used the {card.name} this turn.", "8.2")
        return why_not_part(state, card, card.tiles, -1, False, action)

    def play(self, state: Position, seat: int, action: Action) -> None:
        card = part_of(action)
        if card is None:
            self.finish(state)
            return
        state.used |= card.bit
        state.steps_left = card.tiles
        state.path_changed = False
        if card.do in _IN_STEPS:
            state.using = card.index
            state.stack.append(PART_USE)
        use(state, card, action)

    def finish(self, state: Position) -> None:
        """Rule 8.2: the player ends the turn, or no Part can do anything."""
        end_turn(state)
        if state.log is not None:
            state.log.append(events.TurnEnded(None))

    def prompt(self, state: Position, seat: int) -> str:
        return "Use a Part of the Machine or end its turn."


@final
class PartUse(OpenEnded):
    """Rule 8.2: finish using one Part before the next."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        actions: list[Action] = []
        card = state.pieces.cards[state.using]
        list_uses(state, card, state.steps_left, state.line, state.path_changed, actions)
        actions.append(state.catalogue.stop)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        card = state.pieces.cards[state.using]
        if part_of(action) is not card:
            return Refusal(f"First finish using the {card.name}, or stop.", "8.2")
        return why_not_part(state, card, state.steps_left, state.line, state.path_changed, action)

    def play(self, state: Position, seat: int, action: Action) -> None:
        card = state.pieces.cards[state.using]
        if isinstance(action, Stop):
            self.finish(state)
            if state.log is not None:
                state.log.append(events.PartStopped(card))
        else:
            use(state, card, action)

    def finish(self, state: Position) -> None:
        """Put the Part away for this turn."""
        state.using = -1
        state.stack.pop()

    def prompt(self, state: Position, seat: int) -> str:
        return f"Keep using the {state.pieces.cards[state.using].name} or stop."


MACHINE_TURN: Final = MachineTurn()
PART_USE: Final = PartUse()
