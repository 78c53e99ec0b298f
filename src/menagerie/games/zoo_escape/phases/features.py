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

_TILE_NAMES: Final = {
    BUILDING: "a Building",
    FUNNEL_CAKE: "a Funnel Cake Stand",
    PA: "a PA",
    SEWER: "a Sewer",
    AVIAN_HOUSE: "the Avian House",
    WORKSHOP: "the Workshop",
}


def list_feature(state: Position, feature: int, actions: list[Action]) -> None:
    """What the tile under the Animal offers."""
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


def why_not_feature(state: Position, action: Action, feature: int, rule: str) -> Refusal:
    """Why the Animal cannot use this feature."""
    animal = state.active
    name = state.animals[animal].name
    place = state.spots[animal] >> 2
    here = state.zoo[place]
    if here.feature != feature:
        where = f"tile {NAMES[place]}, {here.face.name}"
        return Refusal(f"That needs {_TILE_NAMES[feature]}; the {name} is on {where}.", rule)
    if state.feature_used:
        return Refusal(f"The {name} has used a special feature this turn; one use a turn is all.", "4.7")
    if feature == WORKSHOP:
        return why_not_workshop(state, action)
    if feature == FUNNEL_CAKE:
        return Refusal(f"The {name} has all its poop.", rule)
    if feature == SEWER:
        return Refusal(f"The {name} is hiding already.", rule)
    left = "no loot left in this building" if not state.loot[place] else "no Building card left"
    return Refusal(f"There is {left}.", rule)


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
    """Rule 4.7.3: the wall of the PA's tile is on that side of the zoo."""
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
