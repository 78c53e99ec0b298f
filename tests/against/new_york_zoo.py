"""Games of New York Zoo that another program played, replayed under `rules="reference"`.

Decisions are given to the phases one by one, so that states can be compared after every one of them, even where our
own engine would not ask because there is only one answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import menagerie
from menagerie import MenagerieError
from menagerie.core.action import Action
from menagerie.games.new_york_zoo import scoring
from menagerie.games.new_york_zoo.actions import (
    ACQUIRE_NO_MORE,
    KEEP_NONE,
    KEEP_ONE,
    NO_ATTRACTION,
    NO_BONUS,
    NO_BREEDING,
    NO_FOLLOW_UP,
    SETTLE_NO_MORE,
    START_OVER,
    WALK_FREE,
    Acquire,
    Bonus,
    Breed,
    Place,
    Settle,
)
from menagerie.games.new_york_zoo.phases.acquiring import AcquireAnimal, FollowUps
from menagerie.games.new_york_zoo.phases.breeding import BonusBreeding, BreedAnimals
from menagerie.games.new_york_zoo.phases.completing import KeepOne, TakeAttraction
from menagerie.games.new_york_zoo.phases.decision import Decision
from menagerie.games.new_york_zoo.phases.laying import Populate
from menagerie.games.new_york_zoo.phases.walking import Turn, can_house, can_populate, reach
from menagerie.games.new_york_zoo.pieces import HOUSE, NONE
from menagerie.games.new_york_zoo.state import Position
from menagerie.games.new_york_zoo.title import NewYorkZoo
from tests.against.files import Unreadable, json_lines

GAME = menagerie.load("new-york-zoo")
assert isinstance(GAME, NewYorkZoo)
PIECES = GAME.pieces

ASKS: dict[str, tuple[type, ...]] = {
    "playerTurn": (Turn,),
    "populateNewFence": (Populate,),
    "placeAnimal": (AcquireAnimal,),
    "placeAnimalFromHouse": (FollowUps,),
    "keepAnimalFromFullFence": (KeepOne,),
    "placeAttraction": (TakeAttraction,),
    "chooseFence": (BreedAnimals, BonusBreeding),
}


class Difference(Exception):
    """Where a game departs from ours."""


def run(files: list[str]) -> tuple[int, int]:
    """Replay every game of these files; how many agree, and how many there are."""
    agreeing = total = 0
    for file in files:
        for game in games(file):
            total += 1
            try:
                replay(game)
                agreeing += 1
            except Difference as difference:
                print(f"{file}, game {game[0]['game']}, {difference}")
    return agreeing, total


def games(file: str) -> list[list[dict[str, Any]]]:
    """The games of a file, each as its lines."""
    found: list[list[dict[str, Any]]] = []
    for number, line in enumerate(json_lines(file), start=1):
        if line.get("t") == "setup":
            found.append([])
        if not found or line.get("t") not in ("setup", "move", "crash", "end"):
            raise Unreadable(f"{file}, line {number}: is no line of a recorded game of New York Zoo.")
        found[-1].append(line)
    if not found:
        raise Unreadable(f"{file}: holds no games.")
    return found


def replay(game: list[dict[str, Any]]) -> None:
    """Replay one game; raises Difference at the first thing that is not the same."""
    at = "the set-up"
    try:
        state = begin(game[0])
        compare("state", game[0]["state"], shown(state))
        for line in game[1:]:
            if line["t"] == "crash":
                return
            if line["t"] == "end":
                at = "the end"
                compare_end(state, line)
            else:
                at = f"move {line['n']}"
                follow(state, line)
    except Difference as difference:
        raise Difference(f"{at}: {difference}") from None
    except (MenagerieError, KeyError, IndexError, TypeError, ValueError, AssertionError) as error:
        raise Difference(f"{at}: cannot be followed: {type(error).__name__}: {error}") from error


def begin(setup: dict[str, Any]) -> Position:
    """The table before the first decision."""
    assert isinstance(GAME, NewYorkZoo)
    options: dict[str, Any] = {"rules": "reference", "short": setup["short"]}
    if setup["solo_houses"]:
        options["board"] = f"{setup['solo_houses']}h"
    state = GAME.lay_out(GAME.setup(setup["players"], 0, GAME.rules_version, options))
    state.stacks = [()] * len(PIECES.strip)
    for space, tiles in setup["stacks"].items():
        state.stacks[int(space)] = tuple(PIECES.tiles_by_id[tile] for tile in tiles)
    for seat, tiles in setup["hands"].items():
        state.hands[int(seat) - 1] = tuple(PIECES.tiles_by_id[tile] for tile in tiles)
    state.flow.begin(state)
    go_on(state)
    return state


def go_on(state: Position) -> None:
    """Let everything happen that is no decision."""
    while state.stack and not state.lanes and not isinstance(state.stack[-1], Decision):
        state.stack[-1].settle(state)


def follow(state: Position, line: dict[str, Any]) -> None:
    """Compare what can be chosen, play one decision, and compare what it leads to."""
    if line["phase"] == "placeStartFences":
        follow_start(state, line)
    else:
        if state.lanes or not state.stack or not isinstance(state.stack[-1], ASKS[line["phase"]]):
            raise Difference(f"it asks in {line['phase']}, we in {phase_name(state)}")
        compare("seat", line["seat"], state.active + 1)
        compare("legal", line.get("legal", {}), legal(state) if "legal" in line else {})
        for decision in decisions(state, line["move"]):
            give(state, decision)
    compare("state", line["after"], shown(state))


def give(state: Position, decision: Action) -> None:
    phase = state.stack[-1]
    assert isinstance(phase, Decision)
    state.changed_by_hand()
    refusal = phase.refuse(state, state.active, decision)
    if refusal is not None:
        raise Difference(f"we refuse {decision}: {refusal.reason}")
    phase.play(state, state.active, decision)
    go_on(state)


def follow_start(state: Position, line: dict[str, Any]) -> None:
    move = line["move"]
    if not state.lanes:
        raise Difference(f"it still asks for dealt enclosures, we are in {phase_name(state)}")
    seat = move["seat"] - 1 if "seat" in move else who_started_over(state, line)
    if "legal" in line:
        ours = {tile.id: digest(state.ways_to_lay(seat, tile)) for tile in state.hands[seat]}
        compare("legal", line["legal"]["tiles"], ours)
    if move["type"] != "reset_start":
        state.play(place(state, move["tile"], move["cells"]), seat)
    elif state.zoos[seat]:
        state.play(START_OVER, seat)


def who_started_over(state: Position, line: dict[str, Any]) -> int:
    """The seat whose enclosures are gone afterwards."""
    gone = [seat for seat, zoo in enumerate(line["after"]["players"]) if state.zoos[seat] and not zoo["enc"]]
    return gone[0] if gone else int(line["seat"]) - 1


def decisions(state: Position, move: dict[str, Any]) -> Iterable[Action]:
    """One move of the other program as decisions of ours, each made when its turn comes."""
    ready = state.catalogue
    kind = move["type"]
    if kind in ("tile", "animals"):
        yield walk(state, move)
        if kind == "tile":
            yield place(state, move["tile"], move["cells"])
    elif kind == "settle":
        yield ready.settle[PIECES.species_by_id[move["species"]]][number(move["from"]) + 1]
    elif kind == "animal":
        yield ready.acquire[PIECES.species_by_id[move["species"]]][number(move["to"]) + 1]
    elif kind == "house_add":
        yield ready.follow_up[number(move["asked"])]
    elif kind == "attraction":
        yield place(state, move["shape"], move["cells"])
    elif kind in ("breed", "bonus_breed"):
        yield breeding(state, kind, [number(tile) for tile in move["enclosures"]])
    else:
        yield {
            "stop": SETTLE_NO_MORE,
            "decline": ACQUIRE_NO_MORE,
            "house_skip": NO_FOLLOW_UP,
            "keep": KEEP_ONE,
            "no_keep": KEEP_NONE,
            "no_attraction": NO_ATTRACTION,
        }[kind]


def number(place: str) -> int:
    return HOUSE if place == "house" else PIECES.tiles_by_id[place].index


def walk(state: Position, move: dict[str, Any]) -> Action:
    marker = move.get("marker")
    for action, space in reach(state):
        steps = getattr(action, "steps", None)
        free = action is WALK_FREE
        fits = marker is None or (free if marker == "free" else not free and min(steps or 0, 4) == marker)
        if space.index == move["space"] and fits:
            return action
    raise Difference(f"space {move['space']} cannot be reached with marker {marker}")


def place(state: Position, tile: str, cells: list[list[int]]) -> Place:
    wanted = sorted((row, column) for row, column in cells)
    for way in state.catalogue.places[PIECES.tiles_by_id[tile].index]:
        if way.cells == wanted:
            return way
    raise Difference(f"{tile} cannot lie on {wanted}")


def breeding(state: Position, kind: str, tiles: list[int]) -> Action:
    if kind == "bonus_breed":
        return state.catalogue.bonus[tiles[0]] if tiles else NO_BONUS
    if len(tiles) == 2:
        return state.catalogue.breed_two[tiles[0]][tiles[1]]
    return state.catalogue.breed[tiles[0]] if tiles else NO_BREEDING


# What we show, in the other program's form.


def legal(state: Position) -> dict[str, Any]:
    phase = state.stack[-1]
    assert isinstance(phase, Decision)
    if isinstance(phase, Turn):
        return legal_walks(state)
    options = phase.legal(state, state.active)
    if isinstance(phase, Populate):
        moves = [(a.species, a.origin) for a in options if isinstance(a, Settle)]
        return {"options": named(moves), "stop": SETTLE_NO_MORE in options}
    if isinstance(phase, AcquireAnimal):
        moves = [(a.species, a.where) for a in options if isinstance(a, Acquire)]
        return {"options": named(moves), "decline": ACQUIRE_NO_MORE in options}
    if isinstance(phase, TakeAttraction):
        ways: dict[str, list[Place]] = {
            tile.id: [] for tile, left in zip(PIECES.attractions, state.market, strict=True) if left
        }
        for action in options:
            if isinstance(action, Place):
                ways[action.tile.id].append(action)
        return {"shapes": {id: digest(found) for id, found in ways.items()}}
    single = [a.first.id for a in options if isinstance(a, Breed) and a.second is None]
    bonus = isinstance(phase, BonusBreeding)
    if bonus:
        single = [a.tile.id for a in options if isinstance(a, Bonus)]
    return {
        "bonus": bonus,
        "enclosures": sorted(single),
        "max": 1 if bonus else min(2, len(single)),
        "species": PIECES.species[state.breeding].id,
    }


def legal_walks(state: Position) -> dict[str, Any]:
    seat = state.active
    tiles: dict[str, Any] = {}
    animals: set[int] = set()
    markers: dict[str, list[Any]] = {}
    for action, space in reach(state):
        stack = state.stacks[space.index]
        marker = "free" if action is WALK_FREE else min(getattr(action, "steps", 0), 4)
        markers.setdefault(str(space.index), []).append(marker)
        if stack:
            ways = state.ways_to_lay(seat, stack[-1])
            usable = bool(ways) and can_populate(state, seat)
            tiles[stack[-1].id] = {"space": space.index, "usable": usable, "places": digest(ways)}
        elif space.animals and can_house(state, seat):
            animals.add(space.index)
    found: dict[str, Any] = {"tiles": tiles, "animals": sorted(animals)}
    if state.players == 1:
        found["markers"] = markers
    return found


def named(moves: list[tuple[int, int]]) -> list[list[str]]:
    return sorted(
        [PIECES.species[species].id, "house" if where == HOUSE else PIECES.enclosures[where].id]
        for species, where in moves
    )


def digest(ways: list[Place]) -> str:
    texts = sorted(" ".join(f"{row},{column}" for row, column in way.cells) for way in ways)
    return f"{len(texts)}:{hashlib.md5('|'.join(texts).encode()).hexdigest()[:12]}"


def phase_name(state: Position) -> str:
    if state.lanes:
        return "placeStartFences"
    if not state.stack:
        return "gameEnd"
    for name, kinds in ASKS.items():
        if isinstance(state.stack[-1], kinds):
            return name
    return type(state.stack[-1]).__name__


def shown(state: Position) -> dict[str, Any]:
    phase = phase_name(state)
    found: dict[str, Any] = {
        "phase": phase,
        "active": state.active + 1,
        "elephant": state.elephant,
        "stacks": [len(state.stacks[space.index]) for space in PIECES.strip if space.stack],
        "market": {tile.id: left for tile, left in zip(PIECES.attractions, state.market, strict=True) if left > 0},
        "players": [shown_zoo(state, seat) for seat in range(state.players)],
    }
    if phase == "chooseFence":
        found["bonus"] = isinstance(state.stack[-1], BonusBreeding)
    if state.players == 1:
        markers = [marker for marker in range(PIECES.markers) if state.markers >> marker & 1]
        found["solo"] = {"markers": markers, "laps": state.laps}
    return found


def shown_zoo(state: Position, seat: int) -> dict[str, Any]:
    houses = {species.id: state.in_houses(seat, species.index) for species in PIECES.species}
    enclosures = {}
    for way in state.zoos[seat]:
        resident = state.residents[way.tile.index]
        species = None if resident == NONE else PIECES.species[resident].id
        enclosures[way.tile.id] = [species, state.animals[way.tile.index]]
    return {
        "houses": {id: count for id, count in houses.items() if count},
        "empty": state.open[seat],
        "enc": enclosures,
    }


def compare_end(state: Position, line: dict[str, Any]) -> None:
    if line["scores"] is None:
        return
    if not state.is_over:
        raise Difference(f"it ends the game, we are in {phase_name(state)}")
    ours = [
        {"seat": seat + 1, "score": state.score(seat), "animals": scoring.animals(state, seat)}
        for seat in range(state.players)
    ]
    if state.players == 1 and not state.open[0]:
        # It counts no animals for a solo win.
        del ours[0]["animals"], line["scores"][0]["animals"]
    compare("scores", line["scores"], ours)


def compare(what: str, theirs: Any, ours: Any) -> None:
    """Raises Difference with the innermost part that is not the same."""
    if theirs == ours:
        return
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in [*theirs, *(key for key in ours if key not in theirs)]:
            compare(f"{what}, {key}", theirs.get(key, "nothing"), ours.get(key, "nothing"))
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for index, (one, other) in enumerate(zip(theirs, ours, strict=True)):
            compare(f"{what} {index}", one, other)
    raise Difference(f"{what}: it has {theirs}, we have {ours}")
