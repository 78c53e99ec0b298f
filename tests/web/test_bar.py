"""The bar on small screens: every choice of every title, with all that comes of it, is there to be read and touched; and nothing in
the bar is scrolled. Its place keeps its size, so that the table never jumps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.core.display.choosing import Choice
from tests.web.person import OFFER
from tests.web.test_parts import SCREENS, each_title

NARROW: dict[str, dict[str, Any]] = {**SCREENS, "360": {**SCREENS["390"], "viewport": {"width": 360, "height": 740}}}
STEPS = 700
"""Decisions of a game; chance brings hardly any game to more."""
KEEN = ("launch", "run", "lay", "buy", "ask")
"""What brings a game of 18ZOO on."""
TOOLS = ("Back", "Decide for Guest B", "Hint", "Danger", "Ready to go on", "Ask for undo", "Since your last turn")
"""As many as a table can have at once."""
FAULTS = """(() => {
    const bar = document.querySelector('.bar'), frame = bar.getBoundingClientRect(), said = [];
    const out = box => box.left < frame.left || box.right > frame.right + 1 || box.top < frame.top || box.bottom > frame.bottom + 1;
    if (frame.bottom > innerHeight + 1 || frame.right > innerWidth + 1) said.push('the bar is not whole');
    if (frame.top < innerHeight / 2) said.push('the bar covers the table');
    for (const one of bar.querySelectorAll('.choices button, .choices input, .tools > button, .chip')) {
        const box = one.getBoundingClientRect();
        if (box.width && (out(box) || (box.height < 26 && one.matches('button')))) said.push('out of the bar: ' + one.textContent);
        if (one.scrollWidth > one.clientWidth + 1 && !one.matches('.chip')) said.push('cut: ' + one.textContent);
        if (one.scrollHeight > one.clientHeight + 2) said.push('cut: ' + one.textContent);
    }
    for (const row of bar.querySelectorAll('.choices, .tools, .chips, .ask')) {
        const {overflowX, overflowY} = getComputedStyle(row);
        if ([overflowX, overflowY].some(how => how === 'auto' || how === 'scroll')) said.push('scrolled: ' + row.className);
    }
    for (const words of bar.querySelectorAll('button, button span, .prompt, .note span'))
        if (words.textContent.trim() && parseFloat(getComputedStyle(words).fontSize) < 11) said.push('small: ' + words.textContent);
    const [tools, choices] = ['.tools', '.choices'].map(one => bar.querySelector(one).getBoundingClientRect());
    if (tools.width && choices.width && tools.top < choices.bottom - 1 && tools.bottom > choices.top + 1
        && tools.left < choices.right - 1 && tools.right > choices.left + 1) said.push('tools lie over choices');
    return said;
})()"""
"""What of the bar cannot be read or touched as it is."""
WALK = (
    """async ([moments, labels]) => {
    const {hand} = await import('/static/deciding.js'), {bar} = await import('/static/bar.js');
    const stage = () => document.querySelector('.stage').getBoundingClientRect().height;
    const before = stage(), least = document.querySelector('.bar').getBoundingClientRect().height;
    const faults = [], tools = labels.map(label => ({label, key: 'X', act: () => {}})), seen = new Set();
    let risen = 0, most = 0;
    const look = prompt => {
        const choices = hand.tools([]), key = JSON.stringify(choices);
        if (seen.has(key)) return;
        seen.add(key);
        bar(prompt, choices, tools);
        const found = %s, height = document.querySelector('.bar').getBoundingClientRect().height;
        if (stage() !== before) found.push('the table jumps');
        if (document.querySelectorAll('.choices button:not(.step)').length < choices.length) found.push('choices are missing');
        if (found.length) faults.push([prompt, ...found]);
        risen += height > least + 1;
        most = Math.max(most, height - least);
    };
    const walk = prompt => {
        const {choosing} = hand;
        if (choosing.buttons.length) look(prompt);
        for (const target of choosing.next)
            if (choosing.after(target).length > 1) (choosing.picked.push(target), walk(prompt), choosing.picked.pop());
    };
    for (const {prompt, choices} of moments) (hand.ask(choices, true), walk(prompt));
    hand.ask([]);
    return {faults: faults.slice(0, 5), bars: seen.size, risen, most};
}"""
    % FAULTS
)
"""Everything that the bar would offer at these moments, however one goes on; how often and how far it rises over the table."""


def offered(prompt: str, choices: Sequence[Any]) -> dict[str, object] | None:
    """What the browser is sent, if it is about buttons; pictures at a place are none."""
    wires = [choice.wire() for choice in choices if any(target.startswith("button:") for target in choice.path)]
    kept = [wire for wire in wires if "ghost" not in wire or str(wire["path"][0]).startswith("button:")]  # type: ignore[index]
    return {"prompt": prompt, "choices": [{**wire, "ghost": ""} for wire in kept]} if kept else None


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


LONG = [
    {"prompt": "Sell cards, then buy one card or power; or pass.", "choices": [
        {"notation": str(n), "path": [f"button:Most nuts, best for keeping: {n}00 nuts and {n} $N"], "words": "",
         "then": "A 1 $N, B 1 $N, you 2 $N, D 1 $N, E 1 $N, Polar bears 3 to 4; or keep 14 $N, 3 to 2"} for n in range(6)]},
    {"prompt": "The Owl may move 2 tiles and act, or end its turn.", "choices": [
        {"notation": "poop", "path": ["button:Poop"], "words": ""},
        {"notation": "ransack", "path": ["button:Ransack the building"], "words": ""},
        {"notation": "end", "path": ["button:End turn"], "words": "", "then": "the Keepers move now; " + "; ".join(
            f"Keeper {n} enters and captures the Kangaroo" for n in range(1, 5))}]},
]  # fmt: skip
"""Longer than any game of this test comes to."""


@pytest.mark.parametrize("screen", NARROW)
@each_title
def test_every_choice_of_whole_games_is_in_the_bar_without_scrolling(person: Any, title: str, screen: str) -> None:
    lisa = person("Lisa", **NARROW[screen])
    page = lisa.start(title, *["hotseat"] * (menagerie.load(title).players[0] - 1))
    lisa.wait(f"document.querySelector({OFFER!r})")
    seen = page.evaluate(WALK, [different(title), list(TOOLS)])
    assert seen["bars"]
    assert seen["faults"] == []
    assert seen["most"] <= 60, "it rises seldom, and hardly"


@pytest.mark.parametrize("screen", NARROW)
def test_what_is_longer_than_the_bar_rises_over_the_foot_of_the_table(person: Any, screen: str) -> None:
    lisa = person("Lisa", **NARROW[screen])
    page = lisa.start("zooloretto-mini", "hotseat")
    lisa.wait(f"document.querySelector({OFFER!r})")
    seen = page.evaluate(WALK, [LONG, list(TOOLS)])
    assert seen["faults"] == []
    assert seen["risen"] > 0


CHIPS = """async count => {
    const {bar} = await import('/static/bar.js'), act = () => {}, height = () => document.querySelector('.bar').offsetHeight;
    const choices = [{label: 'Pass and end turn', act}], tools = ['Hint', 'Try out', 'Orders'].map(label => ({label, act}));
    const chips = Array.from({length: count}, (_, n) => ({label: '× Always distribute: Polar bears ' + n, kind: 'chip', act}));
    const all = count > 2 ? [{label: `${count} orders stand`, kind: 'chip all', act}] : [], before = height();
    bar('Sell cards, then buy one card or power; or pass.', choices, [...all, ...chips, ...tools]);
    const seen = [...document.querySelectorAll('.chip')].filter(chip => chip.offsetWidth).length;
    return {seen, faults: %s, risen: height() - before};
}""" % FAULTS  # fmt: skip
"""A bar with so many standing orders."""


@pytest.mark.parametrize("screen", ["768", "390", "360"])
def test_standing_orders_lie_in_the_bar_or_behind_one_chip(person: Any, screen: str) -> None:
    lisa = person("Lisa", **NARROW[screen])
    page = lisa.start("zooloretto-mini", "hotseat")
    lisa.wait(f"document.querySelector({OFFER!r})")
    for count, seen in ((1, 1), (2, 2), (3, 1), (6, 1)):
        assert page.evaluate(CHIPS, count) == {"seen": seen, "faults": [], "risen": 0}


def test_on_a_small_screen_the_last_tools_are_behind_one_button(person: Any) -> None:
    lisa = person("Lisa", **NARROW["390"])
    page = lisa.start("zooloretto-mini", "hotseat")
    lisa.wait(f"document.querySelector({OFFER!r})")
    page.evaluate(
        """async labels => (await import('/static/bar.js')).bar('Draw a tile.', [],
            labels.map(label => ({label, act: () => (window.pressed = label)})))""",
        list(TOOLS),
    )
    assert not page.locator(".tools >> text=Since your last turn").is_visible()
    page.tap(".tools .more")
    page.tap(".tools >> text=Since your last turn")
    assert page.evaluate("window.pressed") == "Since your last turn"
    assert not page.locator(".tools >> text=Since your last turn").is_visible()
    page.tap(".tools .more")
    page.touchscreen.tap(200, 300)
    page.wait_for_timeout(50)
    assert not page.locator(".tools >> text=Since your last turn").is_visible(), "a tap elsewhere puts them away"
