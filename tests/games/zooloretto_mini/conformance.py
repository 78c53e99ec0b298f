"""What the conformance suite must know about Zooloretto Mini."""

from __future__ import annotations

from collections import Counter
from typing import Any

from menagerie import State

CASES: list[tuple[int, dict[str, Any]]] = [(2, {}), (3, {}), (4, {"removed": "wolf"}), (5, {})]


def census(state: State) -> Counter[str]:
    """Every tile, wherever it is; babies are in the supply before they are born."""
    view, secrets = state.view(None), state.secrets()
    tiles = Counter(secrets["pile"][secrets["revealed"] :])
    tiles.update({f"baby {kind}": count for kind, count in view["supply"].items()})
    tiles.update(view["gone"] + view["hand"] + ([view["drawn"]] if view["drawn"] else []))
    for truck in view["trucks"]:
        tiles.update(truck["tiles"])
    for zoo in view["zoos"]:
        tiles.update(zoo["barn"])
        for enclosure in zoo["enclosures"]:
            tiles.update(enclosure)
    return +tiles


def naive_scores(state: State) -> tuple[int, ...]:
    """Rules 7.3 to 7.5, straight from what lies on the table."""
    landscapes = {"pond", "shrub", "rock"}
    scores = []
    for zoo in state.view(None)["zoos"]:
        enclosures = [[tile.split()[-1] for tile in enclosure] for enclosure in zoo["enclosures"]]
        barn = {tile.split()[-1] for tile in zoo["barn"]}
        points = sum((0, 1, 2, 3, 4, 8, 12)[sum(tile not in landscapes for tile in tiles)] for tiles in enclosures)
        points += 2 * len({tile for tiles in enclosures for tile in tiles} & landscapes)
        scores.append(points - 2 * len(barn))
    return tuple(scores)


def told(view: dict[str, Any], seat: int) -> object:
    """What an observation tells: all but the order in which tiles lie."""
    return view | {
        "hand": sorted(view["hand"]),
        "gone": sorted(view["gone"]),
        "trucks": [truck | {"tiles": sorted(truck["tiles"])} for truck in view["trucks"]],
        "zoos": [
            zoo | {"barn": sorted(zoo["barn"]), "enclosures": [sorted(tiles) for tiles in zoo["enclosures"]]}
            for zoo in view["zoos"]
        ],
    }
