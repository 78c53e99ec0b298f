"""The Workshop: adding Parts, building the Machine, and the Billionaire, who then appears (rules 4.7.6, 8.1, 9.1)."""

from typing import Final, final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import Add, Build
from menagerie.games.zoo_escape.board import CORNERS, DISTANCE, OPEN, PLACES, TOWARDS
from menagerie.games.zoo_escape.phases.captures import capture_animal, end_turn, load_all_here
from menagerie.games.zoo_escape.phases.leading import OpenEnded
from menagerie.games.zoo_escape.pieces import GATE, Card
from menagerie.games.zoo_escape.state import Position


@final
class AtWorkshop(OpenEnded):
    """Rule 4.7.6: adding and building make one use of the Workshop."""

    def legal(self, state: Position, seat: int) -> list[Action]:
        """After adding a Part: more of them at level easy, and building."""
        actions: list[Action] = []
        if state.level.add_all_parts:
            list_workshop(state, actions)
        elif state.is_complete:
            actions.append(state.catalogue.build)
        actions.append(state.catalogue.stop)
        return actions

    def why_not(self, state: Position, seat: int, action: Action) -> Refusal:
        if not isinstance(action, (Add, Build)):
            return Refusal(f"First finish at the Workshop. {self.prompt(state, seat)}", "4.7.6")
        if isinstance(action, Add) and not state.level.add_all_parts:
            return Refusal("You can add one Part per turn. Add the next one on a later turn.", "4.7.6")
        return why_not_workshop(state, action)

    def play(self, state: Position, seat: int, action: Action) -> None:
        if isinstance(action, Add):
            self.add(state, action.part)
        elif isinstance(action, Build):
            build(state)
        else:
            self.finish(state)
            if state.log is not None:
                state.log.append(events.WorkshopLeft(state.animals[state.active]))

    def add(self, state: Position, part: Card) -> None:
        """Move a Part from the Animal to the Machine."""
        state.carried[state.active] &= ~part.bit
        state.machine_parts |= part.bit
        if state.log is not None:
            state.log.append(events.PartAdded(state.animals[state.active], part))

    def finish(self, state: Position) -> None:
        """Rule 4.7.6: continue with the rest of the turn."""
        state.stack.pop()

    def prompt(self, state: Position, seat: int) -> str:
        listing = state.listing(self, seat)
        if state.catalogue.build not in listing:
            return "Add another Part or stop working."
        if len(listing) == 2:
            return "Build the Machine or stop working."
        return "Add another Part, build the Machine or stop working."


AT_WORKSHOP: Final = AtWorkshop()


def list_workshop(state: Position, actions: list[Action]) -> None:
    """Rule 4.7.6: list the Parts that can be added, and building."""
    if state.is_built:
        return
    carried = state.carried[state.active] & state.pieces.parts
    if carried and state.machine_parts.bit_count() < state.pieces.machine_parts:
        for card in state.pieces.cards:
            if carried & card.bit:
                actions.append(state.catalogue.add[card.index])
    if state.is_complete:
        actions.append(state.catalogue.build)


def why_not_workshop(state: Position, action: Action) -> Refusal:
    """Rule 4.7.6: return why the Animal cannot add a Part or build the Machine."""
    if state.is_built and isinstance(action, Add):
        return Refusal("The Machine is already built. You can't add any more Parts.", "4.7.6")
    if state.is_built:
        return Refusal("The Machine is already built.", "4.7.6")
    if isinstance(action, Add):
        if not state.carried[state.active] & action.part.bit:
            name = state.animals[state.active].name
            return Refusal(f"The {name} isn't carrying the {action.part.name}.", "4.7.6")
        most = state.pieces.machine_parts
        return Refusal(f"The Machine already has {most} Parts. That's the maximum.", "4.7.6")
    kind = state.pieces.kinds[state.missing_kind(state.machine_parts)]
    return Refusal(f"The Machine needs a Part of each kind. It has no {kind} yet.", "4.7.6")


def build(state: Position) -> None:
    """Rule 8.1."""
    animal = state.active
    state.machine = state.spots[animal]
    end_turn(state)
    if state.log is not None:
        state.log.append(events.Built(state.animals[animal]))
    load_all_here(state)
    let_billionaire_appear(state)


def let_billionaire_appear(state: Position) -> None:
    """Rules 9.1 and 6.1."""
    place = where_he_appears(state)
    direction = TOWARDS[place * PLACES + (state.machine >> 2)]
    if direction < 0:
        direction = state.toss(OPEN[place])
    him = state.billionaire
    state.stands[him] = place << 2
    state.facing[him] = direction
    if state.log is not None:
        state.log.append(events.BillionaireAppeared(place, direction))
    for animal in range(state.team):
        if state.spots[animal] == place << 2 and state.stack and not (state.hiding | state.captured) >> animal & 1:
            capture_animal(state, animal, him)


def where_he_appears(state: Position) -> int:
    """Rule 9.1: return the nearest face-up Gate, or else the nearest Enclosure; ties by coin."""
    gates = [place for place in range(PLACES) if state.up >> place & 1 and state.zoo[place].feature == GATE]
    places = gates or list(CORNERS)
    first = state.workshop * PLACES
    least = min([DISTANCE[first + place] for place in places])
    return state.toss(tuple([place for place in places if DISTANCE[first + place] == least]))
