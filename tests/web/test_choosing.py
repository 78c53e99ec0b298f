"""Choosing in a real Chromium: words instead of codes, consequences, numbers, tiles, runs, hints, dragging."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.games.eighteen_zoo.phases.deals import NAME_PRICE
from menagerie.games.eighteen_zoo.phases.operating import DIVIDEND, RUN_STEP, TRACK_STEP
from menagerie.testing.pointing import ID
from tests.web.person import OFFER, OVER, PHONE
from tests.web.pictures import keep_picture
from tests.web.test_advice import shown

READ = """[...document.querySelectorAll('[data-part=prompt], [data-part=note], .choices button, .tools button, .tip,' +
    '[data-part=log] li, .advice, .palette button, [data-target]')]
    .map(thing => thing.getAttribute('aria-label') ?? thing.textContent)"""
"""Everything that a person reads or hears at a table."""


def until(wanted: Callable[[Any], bool], players: int = 2) -> Any:
    """A moment of some game of 18ZOO that is like this."""
    for seed in range(60):
        chance, state = Random(seed), menagerie.load("18zoo").new(players=players, seed=seed)
        while not state.is_over and state.ply < 260:
            if wanted(state):
                return state
            actions = state.legal(state.to_act[0])
            keen = [action for action in actions if str(action).split()[0] in ("launch", "run", "lay", "buy", "ask")]
            state.play(chance.choice(keen or actions), state.to_act[0])
    raise AssertionError("there is no such moment")


@pytest.mark.parametrize("title", menagerie.titles())
def test_no_raw_notation_is_on_the_screen(person: Any, title: str) -> None:
    lisa = person("Lisa")
    page = lisa.start(title, *["hotseat"] * (menagerie.load(title).players[0] - 1))
    for number in range(14):
        lisa.wait(f"document.querySelector({OFFER!r}) || {OVER}")
        for words in page.evaluate(READ):
            assert not ID.search(words), f"a code: {words}"
        if lisa.is_over():
            return
        lisa.decide(3 * number)
        page.wait_for_timeout(40)


def test_what_comes_of_a_harvest_stands_on_the_buttons(person: Any) -> None:
    lisa = person("Lisa")
    page = shown(lisa, until(lambda state: state.stack[-1] is DIVIDEND), play_on=True)
    page.wait_for_selector(".choices button:has-text('Distribute') .then")
    said = page.inner_text(".choices button:has-text('Keep') .then")
    assert "$N" in said
    assert any(word in said for word in (" to ", "stay at"))


def test_a_run_is_drawn_before_it_is_chosen(person: Any) -> None:
    lisa = person("Lisa")
    page = shown(lisa, until(lambda state: state.stack[-1] is RUN_STEP and len(state.legal()) > 1), play_on=True)
    button = page.locator(".choices button:has-text('nuts')").first
    button.hover()
    page.wait_for_selector(".shadow path.run", state="attached")
    assert "or keep" in button.inner_text()
    keep_picture(page, "runs")
    button.click()
    page.wait_for_selector("[data-part=log] >> text=/harvest .* nuts.*: .* (from|at) /")


def offers(state: Any) -> bool:
    return state.stack[-1] is NAME_PRICE and len(state.legal(state.to_act[0])) > 4


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])
def test_a_price_is_a_slider(person: Any, screen: dict[str, Any]) -> None:
    """By the wheel and keys, or by touch; and there is one button."""
    lisa = person("Lisa", **screen)
    state = until(offers)
    page = shown(lisa, state, play_on=True)
    page.wait_for_selector(".stepper")
    assert page.locator(".choices button:has-text('Offer')").count() == 1
    before = page.inner_text(".stepper .primary")
    assert len(state.legal(state.to_act[0])) > 4
    first = state.legal(state.to_act[0])
    if screen:
        page.locator(".stepper .step:not([disabled])").first.tap()
    else:
        page.focus(".stepper input")
        page.keyboard.press("Home")
        assert page.inner_text(".stepper .primary").startswith(f"Offer {str(first[0]).split()[1]} $N")
        page.hover(".stepper input")
        page.mouse.wheel(0, -100)
        assert page.inner_text(".stepper .primary").startswith(f"Offer {str(first[1]).split()[1]} $N")
    lisa.wait(f"document.querySelector('.stepper .primary').innerText !== {before!r}")
    words = page.inner_text(".stepper .primary").split(" $N")[0].removeprefix("Offer ")
    if screen:
        page.locator(".stepper .primary").tap()
    else:
        page.keyboard.press("Enter")
    page.wait_for_selector(".stepper", state="detached")
    page.wait_for_selector(f"[data-part=log] >> text=/offer .* {words} .N/", state="attached")


def tiles(state: Any) -> bool:
    if state.stack[-1] is not TRACK_STEP:
        return False
    found = [str(action).split() for action in state.legal(state.to_act[0]) if str(action).startswith("lay")]
    return any(len({tile for _, tile, _, _, at in found if at == place}) > 2 for *_, place in found)


def test_tiles_are_pictures_at_the_hex(person: Any) -> None:
    lisa = person("Lisa")
    state = until(tiles)
    found = [str(action).split() for action in state.legal(state.to_act[0]) if str(action).startswith("lay")]
    place = next(at for *_, at in found if len({tile for _, tile, _, _, other in found if other == at}) > 2)
    page = shown(lisa, state, play_on=True)
    page.locator(f"[data-target=hex-{place}]").dispatch_event("click")
    page.wait_for_selector(".palette button >> nth=2")
    assert page.locator(".palette button >> nth=0").inner_text().endswith("left")
    assert page.locator(".palette svg").first.bounding_box()["width"] > 30
    boxes = page.evaluate("[...document.querySelectorAll('.palette svg')].map(one => one.getAttribute('viewBox'))")
    assert len({round(float(box.split()[2])) for box in boxes}) == 1, "tiles are equally large, however they are turned"
    keep_picture(page, "palette")
    page.click(".palette button >> nth=1")
    page.wait_for_selector(".overlay .ghost")
    page.keyboard.press("Escape")
    page.wait_for_selector(".palette button")


def test_after_a_decision_the_focus_is_on_the_question(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("18zoo", "hotseat")
    page.wait_for_selector(".choices button")
    page.keyboard.press("Tab")
    page.focus(".choices button >> nth=-1")
    page.keyboard.press("Enter")
    lisa.wait("document.activeElement.matches('[data-part=prompt]')")
    lisa.wait(f"document.querySelector({OFFER!r})")
    lisa.come_to_rest()
    page.keyboard.press("ArrowDown")
    lisa.wait(f"document.activeElement.matches({OFFER!r})")


def test_a_held_touch_only_reads(person: Any) -> None:
    lisa = person("Lisa", **PHONE)
    page = lisa.start("zooloretto-mini", "hotseat")
    page.wait_for_selector("[data-target=pile]")
    touch = page.context.new_cdp_session(page)
    box = page.locator("[data-target=pile]").bounding_box()
    where = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [where]})
    page.wait_for_selector(".tip >> text=Draw a tile", state="attached")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    lisa.come_to_rest()
    assert page.locator("[data-target=pile]").count() == 1, "lifting the finger has chosen"
    page.tap("[data-target=pile]")
    page.wait_for_selector("[data-target=truck-1]")


def test_a_drawn_tile_is_dragged_onto_a_truck(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zooloretto-mini", "hotseat")
    page.click("[data-target=pile]")
    page.wait_for_selector("[data-target=truck-2]")
    tile, truck = page.locator("[data-piece^=tile-]").first, page.locator("[data-target=truck-2]")
    start, end = tile.bounding_box(), truck.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + end["height"] / 2, steps=6)
    page.wait_for_selector(".lifted", state="attached")
    page.mouse.up()
    page.wait_for_selector("[data-part=log] >> text=onto truck 2")
    assert page.locator(".lifted").count() == 0


def test_wheel_and_right_click_turn_the_piece_in_hand(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("paddocks", "hotseat")
    page.click("[data-target=piece-L]")
    page.wait_for_selector(".ghost")
    box = page.locator("[data-piece=board-0]").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shapes = [page.inner_html(".ghost")]
    page.mouse.wheel(0, 100)
    lisa.wait(f"document.querySelector('.ghost').innerHTML !== {shapes[0]!r}")
    page.mouse.wheel(0, -100)
    lisa.wait(f"document.querySelector('.ghost').innerHTML === {shapes[0]!r}")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    lisa.wait(f"document.querySelector('.ghost').innerHTML !== {shapes[0]!r}")
    assert page.locator("[data-piece^=laid]").count() == 0


def test_a_hint_is_drawn_and_told(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("new-york-zoo", "bot:random")
    lisa.wait(f"document.querySelector({OFFER!r})")
    lisa.decide()
    page.wait_for_selector(".overlay .ghost, .overlay .can")
    page.keyboard.press("h")
    page.wait_for_selector(".advice .steps .next")
    lisa.wait("document.querySelector('.overlay .hint > *, .overlay .can.hinted, .choices .hinted')")
    assert not ID.search(page.inner_text("[data-part=note]"))


def test_nothing_is_offered_to_try_where_nothing_can_be_tried(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zooloretto-mini", "hotseat")
    page.wait_for_selector("[data-target=pile]")
    assert page.locator("text=Try out").count() == 0, "all trucks are empty"
    page.click("[data-target=pile]")
    page.click("[data-target=truck-1]")
    page.wait_for_selector("text=Try out")
