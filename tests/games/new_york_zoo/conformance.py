"""What the conformance suite must know about New York Zoo."""

from __future__ import annotations

from collections import Counter
from typing import Any

from menagerie import State

CASES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (1, {"board": "4h"}),
    (2, {}),
    (2, {"short": True}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"rules": "reference"}),
    (3, {"rules": "reference"}),
]


def census(state: State) -> Counter[str]:
    """Every tile, in a stack, in a hand or on a board. Animals are as many as are wanted."""
    view = state.view(None)
    tiles: Counter[str] = Counter()
    for space in view["strip"]:
        tiles.update(space["stack"])
    tiles.update({id: left for id, left in view["market"].items() if left is not None})
    for zoo in view["zoos"]:
        tiles.update(zoo["hand"])
        tiles.update(enclosure["tile"] for enclosure in zoo["enclosures"])
        tiles.update(ride["tile"] for ride in zoo["attractions"] if view["market"][ride["tile"]] is not None)
        check(zoo)
    return +tiles


def check(zoo: dict[str, Any]) -> None:
    """No two tiles on one cell, none off the construction area, and no more animals than spaces."""
    ground = {
        f"{chr(ord('A') + column)}{row + 1}"
        for row, barn in enumerate(zoo["barn"])
        for column in range(barn, zoo["width"])
    }
    covered = [cell for tile in zoo["enclosures"] + zoo["attractions"] for cell in tile["cells"]]
    assert len(set(covered)) == len(covered)
    assert set(covered) <= ground
    assert zoo["open"] == len(ground) - len(covered)
    assert sum(zoo["in_houses"].values()) <= zoo["houses"]
    for enclosure in zoo["enclosures"]:
        assert 0 <= enclosure["animals"] <= len(enclosure["cells"])
        assert (enclosure["species"] is None) == (enclosure["animals"] == 0)


def naive_scores(state: State) -> tuple[int, ...]:
    """Rules 8.3 and 9.7, straight from what lies on the table."""
    view = state.view(None)
    scores = []
    for zoo in view["zoos"]:
        cells = sum(zoo["width"] - barn for barn in zoo["barn"])
        covered = sum(len(tile["cells"]) for tile in zoo["enclosures"] + zoo["attractions"])
        points = covered - cells
        solo = view["solo"]
        if solo and not points:
            points = 50 - 25 * solo["laps"] - view["elephant"]
            if state.setup.options["rules"] == "reference":  # rule 10.9
                points = (25 - view["elephant"]) % 25
        scores.append(points)
    return tuple(scores)


def told(view: dict[str, Any], seat: int) -> object:
    """What an observation tells: all but the order in which tiles were laid; attractions only by what they cover."""
    return view | {
        "zoos": [
            zoo
            | {
                "enclosures": sorted(zoo["enclosures"], key=lambda laid: str(laid["tile"])),
                "attractions": sorted((ride["tile"], cell) for ride in zoo["attractions"] for cell in ride["cells"]),
                "hand": sorted(zoo["hand"]),
            }
            for zoo in view["zoos"]
        ]
    }
