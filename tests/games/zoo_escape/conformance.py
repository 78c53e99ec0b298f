"""What the conformance suite must know about Dr. Potamus' Incredible Escape."""

from __future__ import annotations

from collections import Counter
from typing import Any

from menagerie import State
from menagerie.games.zoo_escape.actions import Go

CASES: list[tuple[int, dict[str, Any]]] = [
    (1, {"level": "easy"}),
    (2, {"animal_1": "monkey", "animal_2": "cobra"}),
    (3, {"level": "hard"}),
    (4, {"level": "easy"}),
]

ONLY_MEANT = (Go,)


def census(state: State) -> dict[str, Any]:
    """Return tiles, Building cards, Power Cards and Keepers, wherever they are."""
    view, secrets = state.view(None), state.secrets()
    assert len(secrets["deck"]) == view["cards_left"]
    cards = Counter(secrets["deck"] + view["gone"] + view["machine"]["parts"])
    for animal in view["animals"]:
        cards.update(animal["cards"])
    reserve = [number for animal in view["animals"] for number in animal["keepers_left"]]
    elsewhere = [keeper["number"] for keeper in view["keepers"] if keeper["outside"] or keeper["spot"]]
    return {
        "tiles": sorted(tile["tile"] if tile["up"] else secrets["tiles"][tile["place"]] for tile in view["tiles"]),
        "cards": cards,
        "power": Counter(view["power"]["pile"] + view["power"]["discards"] + view["power"]["supply"]),
        "keepers": sorted(reserve + elsewhere),
        "animals": [bool(animal["spot"]) ^ animal["loaded"] for animal in view["animals"]],
    }


def naive_scores(state: State) -> tuple[int, ...]:
    """Rule 10.3: after an escape all players win."""
    view = state.view(None)
    won = view["ending"] == "escaped"
    assert not won or all(animal["loaded"] for animal in view["animals"])
    return (int(won),) * view["players"]


def told(view: dict[str, Any], seat: int) -> object:
    """What an observation tells: tiles by what is on them, and that the game is lost, but not by whom or what."""
    unnamed = {"tile": "", "name": "", "turns": 0}
    return view | {"tiles": [tile | unnamed for tile in view["tiles"]], "result": ""}
