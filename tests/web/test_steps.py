"""Decisions that are made step by step in a real Chromium: a run drawn by hand, a squirrel with its price."""

from __future__ import annotations

from typing import Any

from menagerie.games.eighteen_zoo.actions import AskFor, Run
from menagerie.games.eighteen_zoo.display.pointing.prices import names_price
from menagerie.games.eighteen_zoo.phases.operating import RUN_STEP, awake
from menagerie.games.eighteen_zoo.phases.squirrel_step import SQUIRRELS
from tests.web.pictures import keep_picture
from tests.web.test_advice import shown
from tests.web.test_choosing import until
from tests.web.test_parts import REST, SCREENS
from tests.web.variety import one_of

NEXT = "[...document.querySelectorAll('.overlay [data-target^=hex-]')].map(ring => ring.dataset.target)"
DRAW = ".choices button:has-text('Draw a run')"
BOX = """target => {
    const box = document.querySelector(`.overlay [data-target='${target}']`).getBoundingClientRect();
    return [box.left, box.top, box.width, box.height];
}"""
LENGTH = "(document.querySelector('.shadow path.run')?.getTotalLength() ?? 0)"


def running(state: Any) -> bool:
    """Two squirrels or more can run, and there is a choice."""
    if state.stack[-1] is not RUN_STEP or len(awake(state, state.operator)) < 2:
        return False
    best = state.legal(state.to_act[0])[0]
    return isinstance(best, Run) and len(best.legs) > 1 and max(len(hexes) for _, hexes in best.legs) > 4


def drawn(state: Any) -> list[list[str]]:
    """The best run, as somebody would draw it: the squirrel, then every place."""
    game, seat = state.game, state.to_act[0]
    path, steps = ["button:Draw a run by hand"], []
    for card, hexes in state.legal(seat)[0].legs:
        steps.append([f"squirrel-{card}"])
        path.append(f"squirrel-{card}")
        for name in hexes:
            sketch = game.sketch(state, seat, [*path, f"hex-{name}"])
            if not sketch.reason:
                path.append(f"hex-{name}")
                steps[-1].append(f"hex-{name}")
    return steps


@one_of("screen", SCREENS, "390")
def test_a_whole_run_is_drawn_by_hand_and_played(person: Any, screen: str) -> None:
    state = until(running)
    lisa = person("Lisa", **SCREENS[screen])
    page = shown(lisa, state, play_on=True)
    press = "tap" if "has_touch" in SCREENS[screen] else "click"
    getattr(page.locator(DRAW), press)()
    lisa.wait("document.querySelector('[data-part=prompt]').textContent.includes('squirrel')")
    first = True
    for squirrel, *hexes in drawn(state):
        label = page.locator(f"[data-piece='{squirrel}']").get_attribute("aria-label").split("' ")[1]
        if len(awake(state, state.operator)) > 1:
            getattr(page.locator(f".choices button:has-text('Run the {label}')").first, press)()
        lisa.wait("document.querySelector('[data-part=prompt]').textContent.includes('begin')")
        for at in hexes:
            lisa.wait(f"{NEXT}.includes('{at}')")
            lisa.wait(REST)
            left, top, width, height = page.evaluate(BOX, at)
            spot = (left + width / 2, top + height / 2)
            page.touchscreen.tap(*spot) if press == "tap" else page.mouse.click(*spot)
            lisa.wait("document.querySelector('[data-part=prompt]').textContent.includes(': ')")
            lisa.wait(f"!{NEXT}.includes('{at}')")
        if first:
            keep_picture(page, f"drawn-run-{screen}")
        first = False
    assert page.evaluate(LENGTH) > 0
    getattr(page.locator(".choices button.primary:has-text('Run for')"), press)()
    page.wait_for_selector("[data-part=log] >> text=/harvest .* nuts.*: .* (from|at) /", state="attached")


def priced(state: Any) -> list[str]:
    """The squirrels of other families for which more than three prices can be offered."""
    if state.treasury[state.operator] < 6:
        return []
    found = [action for action in state.legal(state.to_act[0]) if isinstance(action, AskFor)]
    return [f"squirrel-{state.pieces.squirrels[one.card].id}" for one in found if names_price(state, one)]


@one_of("screen", SCREENS, "390")
def test_a_squirrel_and_its_price_are_one_step_that_can_be_taken_back(person: Any, screen: str) -> None:
    state = until(lambda one: one.stack[-1] is SQUIRRELS and bool(priced(one)))
    target = priced(state)[0]
    lisa = person("Lisa", **SCREENS[screen])
    page = shown(lisa, state, play_on=True)
    ring = page.locator(f".overlay [data-target='{target}']")
    lines = page.locator("[data-part=log] li").count()
    for _ in range(2):
        ring.dispatch_event("click")
        lisa.wait("document.querySelector('.choices .stepper')")
        assert lisa.prompt().startswith("Name a price for ")
        page.keyboard.press("Escape")
        lisa.wait("!document.querySelector('.choices .stepper')")
        assert page.locator("[data-part=log] li").count() == lines, "nothing was played"
    ring.dispatch_event("click")
    lisa.wait("document.querySelector('.choices .stepper')")
    page.locator(".stepper .primary").click()
    lisa.wait(f"document.querySelectorAll('[data-part=log] li').length > {lines}")
    lisa.wait("!document.querySelector('.choices .stepper')")
