"""What the tile under an Animal offers: Building, Funnel Cake, PA, Sewer, Avian House, Workshop (rule 4.7)."""

from typing import Final

from menagerie.core.action import Action
from menagerie.core.phase import Refusal
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.actions import Add, Announce, Build, Hide, Ransack, Refill, Scatter
from menagerie.games.zoo_escape.board import BESIDE, NAMES
from menagerie.games.zoo_escape.phases.captures import raise_alarm
from menagerie.games.zoo_escape.phases.workshop import AT_WORKSHOP, list_workshop, why_not_workshop
from menagerie.games.zoo_escape.pieces import (
    AVIAN_HOUSE,
    BUILDING,
    FUNNEL_CAKE,
    PA,
    REFILL,
    SEWER,
    WORKSHOP,
)
from menagerie.games.zoo_escape.state import Position

_WHERE: Final = {
    BUILDING: "You can only ransack a Building.",
    FUNNEL_CAKE: "You can only fill up poop at a Funnel Cake Stand.",
    PA: "You can only make announcements on a PA tile.",
    SEWER: "You can only hide in a Sewer.",
    AVIAN_HOUSE: "You can only let the birds out at the Avian House.",
    WORKSHOP: "You can only work on the Machine in the Workshop.",
}
"""By feature where it is used."""


def list_feature(state: Position, feature: int, actions: list[Action]) -> None:
    """List what the tile under the Animal offers."""
    ready = state.catalogue
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


def feature_of(action: Action) -> tuple[int, str]:
    """Return the feature that a decision uses, 0 if none, and its rule."""
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


def why_not_feature(state: Position, action: Action, feature: int, rule: str) -> Refusal:
    """Return why the Animal cannot use this feature."""
    animal = state.active
    name = state.animals[animal].name
    place = state.spots[animal] >> 2
    here = state.zoo[place]
    if here.feature != feature:
        return Refusal(f"{_WHERE[feature]} The {name} is on tile {NAMES[place]} ({here.face.name}).", rule)
    if state.feature_used:
        return Refusal(f"The {name} has already used a feature this turn. Only one use per turn is allowed.", "4.7")
    if feature == WORKSHOP:
        return why_not_workshop(state, action)
    if feature == FUNNEL_CAKE:
        return Refusal(f"The {name} already has all its poop.", rule)
    if feature == SEWER:
        return Refusal(f"The {name} is already hiding.", rule)
    if not state.loot[place]:
        return Refusal("This Building has no loot left.", rule)
    return Refusal("No Building cards are left.", rule)


def use_feature(state: Position, action: Action) -> None:
    """Use what the tile offers."""
    animal = state.active
    state.feature_used = True
    if isinstance(action, Ransack):
        ransack(state, animal)
    elif isinstance(action, Refill):
        refill(state, animal)
    elif isinstance(action, Announce):
        announce(state, animal)
    elif isinstance(action, Hide):
        state.hiding |= 1 << animal
        if state.log is not None:
            state.log.append(events.Hid(state.animals[animal]))
    elif isinstance(action, Scatter):
        scatter(state)
    else:
        state.stack.append(AT_WORKSHOP)
        AT_WORKSHOP.play(state, state.leader, action)


def ransack(state: Position, animal: int) -> None:
    """Rule 4.7.1: the card first, then the alarm."""
    place = state.spots[animal] >> 2
    loot = list(state.loot)
    loot[place] -= 1
    state.loot = tuple(loot)
    card = state.pieces.cards[state.deck[state.drawn]]
    state.drawn += 1
    if card.do == REFILL:
        state.gone |= card.bit
    else:
        state.carried[animal] |= card.bit
    if state.log is not None:
        kind = state.pieces.kinds[card.kind] if card.kind >= 0 else ""
        state.log.append(events.Ransacked(state.animals[animal], card, kind))
    if card.do == REFILL:
        refill(state, animal)
    raise_alarm(state, animal, False)


def refill(state: Position, animal: int) -> None:
    """Rule 4.7.2."""
    state.poop_left[animal] = state.pieces.poop
    if state.log is not None:
        state.log.append(events.Refilled(state.animals[animal]))


def announce(state: Position, animal: int) -> None:
    """Rule 4.7.3: turn all Keepers to the side of the Zoo where the PA's tile has its wall."""
    side = state.zoo[state.spots[animal] >> 2].turns
    for keeper in state.duty:
        if state.stands[keeper] >= 0:
            state.facing[keeper] = side
    if state.log is not None:
        state.log.append(events.Announced(side))


def scatter(state: Position) -> None:
    """Rule 4.7.5."""
    if state.log is not None:
        state.log.append(events.Scattered())
    for keeper in state.duty:
        spot = state.stands[keeper]
        if spot >= 0:
            direction = state.toss(BESIDE[(spot >> 2) << 2 | state.facing[keeper]])
            state.facing[keeper] = direction
            if state.log is not None:
                state.log.append(events.KeeperTurned(keeper, direction, False))
