"""The bar on small screens: every choice of every title, with all that comes of it, can be read and touched; nothing in
the bar is scrolled, and its place keeps its size, so that the table never jumps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.core.display.choosing import Choice
from tests.budget import budget
from tests.web.person import OFFER
from tests.web.test_parts import SCREENS
from tests.web.variety import crossed, one_of

NARROW: dict[str, dict[str, Any]] = {
    **SCREENS,
    "414": {**SCREENS["390"], "viewport": {"width": 414, "height": 896}},
    "360": {**SCREENS["390"], "viewport": {"width": 360, "height": 740}},
}
STEPS = budget(300, 700)
"""Decisions of a game; chance brings hardly any game to more than 700."""
KEEN = ("launch", "run", "lay", "buy", "ask")
"""What brings a game of 18ZOO on."""
TOOLS = ("Back", "Decide for Guest B", "Hint", "Danger", "Ready to continue", "Ask to undo", "Show last moves")
"""As many as a table can have at once."""
BARS = (Path(__file__).parent / "bar.js").read_text()


def offered(prompt: str, choices: Sequence[Any]) -> dict[str, object] | None:
    """What the browser is sent, if it is about buttons; pictures at a place are none."""
    wires = [choice.wire() for choice in choices if any(target.startswith("button:") for target in choice.path)]
    kept = [wire for wire in wires if "ghost" not in wire or str(wire["path"][0]).startswith("button:")]
    return {"prompt": prompt, "choices": [{**wire, "ghost": ""} for wire in kept]} if kept else None


def at_the_table(person: Any, screen: str, title: str, *others: str) -> Any:
    """A page with what bar.js knows."""
    lisa = person("Lisa", **NARROW[screen])
    page = lisa.start(title, *others)
    lisa.wait(f"document.querySelector({OFFER!r})")
    page.wait_for_load_state("networkidle")  # what comes late draws the bar again
    page.evaluate(BARS)
    return page


@cache
def different(title: str) -> list[object]:
    """The moments of a title's games, each once."""
    return list({json.dumps(moment): moment for moment in moments(title)}.values())


def moments(title: str) -> Iterator[dict[str, object]]:
    """What is asked in whole games of a title, with any number of players."""
    game = menagerie.load(title)
    for players in game.players:
        state, chance = game.new(players=players, seed=players), Random(players)
        for _ in range(STEPS):
            if state.is_over:
                break
            seat = state.to_act[0]
            choices = game.choices(state, seat)
            asked = [(state.prompt(seat), choices)]
            for begun in [choice for choice in choices if isinstance(choice, Choice) and choice.by_steps]:
                sketch = game.sketch(state, seat, begun.path)
                asked += [(sketch.words, sketch.choices)] if sketch else []
            yield from [found for prompt, told in asked if (found := offered(prompt, told))]
            actions = state.legal(seat)
            keen = [action for action in actions if str(action).split()[0] in KEEN]
            state.play(chance.choice(keen if keen and chance.random() < 0.7 else actions), seat)


def button(label: str, then: str = "") -> dict[str, object]:
    """A choice that is one button."""
    return {"notation": label, "path": [f"button:{label}"], "words": label, "then": then}


PAID = "A 1 $N, B 1 $N, you 2 $N, D 1 $N, E 1 $N, treasury 5 $N, Polar bears 3 to 4; or keep: treasury 14 $N, 3 to 2"
CAUGHT = "the Keepers move now" + "".join([f"; Keeper {n} enters and captures the Kangaroo" for n in range(1, 5)])
LONG = [
    {
        "prompt": "Run the Polar bears' squirrels, or skip.",
        "choices": [button(f"Run for {n}00 nuts and {n} $N (most nuts, best for keeping)", PAID) for n in range(6)],
    },
    {
        "prompt": "The Owl may move 2 tiles and act, or end its turn.",
        "choices": [button("Poop"), button("Ransack the building"), button("End turn", CAUGHT)],
    },
]
"""Longer than any game of this test comes to."""


START = "Move the elephant with a range marker, or free to the next animals space. Empty slots don't count. "
CROWDED = [
    {
        "prompt": f"{START}Moving 19 or more passes the start space and loses.",
        "choices": [button("Pass the start space and lose"), button("Move without a marker")],
    },
    {
        "prompt": "The Monkey has no moves left: do something else, or end its turn.",
        "choices": [
            button("Poop"),
            button("Ransack the building"),
            button(
                "End turn",
                "the Keepers move now; Keeper 1 enters and captures the Gorilla; Keeper 3 enters and captures the Owl; "
                "Keeper 2 enters and sees the Elephant; Keeper 4 enters",
            ),
        ],
    },
    {
        "prompt": "The Monkey may move 2 tiles and act, or end its turn.",
        "choices": [
            button("Poop"),
            button(
                "End turn",
                "the Keepers move now; Keeper 1 enters and captures the Elephant; Keeper 2 enters and captures the "
                "Kangaroo; Keeper 3 enters and captures the Gorilla; Keeper 4 enters and captures you; Keeper 5 enters",
            ),
        ],
    },
    {
        "prompt": "Run the Polar bears' squirrels, or skip.",
        "choices": [
            button("Run for 150 nuts (most nuts)", "no pay, Polar bears 2 to 3; or keep: treasury 6 $N, stay at 2"),
            button(
                "Run for 130 nuts and 5 $N (most $N, best for keeping)",
                "no pay, treasury 5 $N, Polar bears 2 to 3; or keep: treasury 11 $N, stay at 2",
            ),
            button("Draw a run by hand"),
            button("Skip the run"),
        ],
    },
    {
        "prompt": "Sell cards, then buy one card or power, or pass.",
        "choices": [
            button("Sell child 3", "2 $N, Polar bears stay at 2"),
            button("Sell child 2 and child 3", "4 $N, Polar bears stay at 2"),
            button("Sell child 2, child 3 and cousin", "6 $N, Polar bears stay at 2"),
            button("Sell child 1, child 2, child 3 and cousin", "8 $N, Polar bears stay at 2"),
        ],
    },
]
"""What has most words of some thousand games with any number of players."""


@crossed("title,screen", menagerie.titles(), NARROW)
def test_every_choice_of_whole_games_is_in_the_bar_without_scrolling(person: Any, title: str, screen: str) -> None:
    page = at_the_table(person, screen, title, *["hotseat"] * (menagerie.load(title).players[0] - 1))
    seen = page.evaluate("([moments, tools]) => bars.walk(moments, tools)", [different(title), list(TOOLS)])
    assert seen["bars"]
    assert seen["faults"] == []
    assert seen["risen"] == [], "the bar keeps its height"


@one_of("screen", NARROW, "768", "360")
def test_the_most_words_that_games_came_to_have_room_in_the_bar(person: Any, screen: str) -> None:
    page = at_the_table(person, screen, "zooloretto-mini", "hotseat")
    seen = page.evaluate("([moments, tools]) => bars.walk(moments, tools)", [CROWDED, list(TOOLS)])
    assert seen["bars"] == len(CROWDED)
    assert seen["faults"] == []
    assert seen["risen"] == []


@pytest.mark.parametrize("screen", ["1440", "390"])
def test_what_is_set_tighter_goes_back_to_its_size(person: Any, screen: str) -> None:
    page = at_the_table(person, screen, "zooloretto-mini", "hotseat")
    sizes = page.evaluate(
        """async words => {
            const {bar} = await import('/static/table/panels/bar.js'), act = () => {};
            return words.map(choices => {
                bar('Well?', choices.map(label => ({label, then: label, act})), []);
                return parseFloat(getComputedStyle(document.querySelector('.prompt')).fontSize);
            });
        }""",
        [["Poop"], [CAUGHT, CAUGHT, CAUGHT], ["Poop"]],
    )
    assert sizes[1] < sizes[0] == sizes[2]


@one_of("screen", NARROW, "1440", "360")
def test_what_is_longer_than_the_bar_rises_over_the_foot_of_the_table(person: Any, screen: str) -> None:
    page = at_the_table(person, screen, "zooloretto-mini", "hotseat")
    seen = page.evaluate("([moments, tools]) => bars.walk(moments, tools)", [LONG, list(TOOLS)])
    assert seen["faults"] == []
    assert seen["risen"]


@one_of("screen", ["768", "390", "360"], "360")
def test_standing_orders_lie_in_the_bar_or_behind_one_chip(person: Any, screen: str) -> None:
    page = at_the_table(person, screen, "zooloretto-mini", "hotseat")
    for count, seen in ((1, 1), (2, 2), (3, 1), (6, 1)):
        assert page.evaluate("count => bars.orders(count)", count) == {"seen": seen, "faults": [], "risen": 0}


def test_on_a_small_screen_the_last_tools_are_behind_one_button(person: Any) -> None:
    page = at_the_table(person, "390", "zooloretto-mini", "hotseat")
    page.evaluate(
        """async labels => (await import('/static/table/panels/bar.js')).bar('Draw a tile.', [],
            labels.map(label => ({label, act: () => (window.pressed = label)})))""",
        list(TOOLS),
    )
    assert not page.locator(".tools >> text=Show last moves").is_visible()
    page.tap(".tools .more")
    page.tap(".tools >> text=Show last moves")
    page.wait_for_selector(".tools >> text=Show last moves", state="hidden")
    assert page.evaluate("window.pressed") == "Show last moves"
    page.tap(".tools .more")
    page.touchscreen.tap(200, 300)
    page.wait_for_selector(".tools >> text=Show last moves", state="hidden")  # a tap elsewhere puts them away
