"""Standing orders in the browser: give one, see it act, withdraw it; by mouse, keys and touch."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.person import DESKTOP, PHONE, Person

CHIP = ".chips .chip"
IN_THE_BAR = """(() => {
    const box = (place) => document.querySelector(place).getBoundingClientRect();
    const [chip, bar, ask] = [box('.chip'), box('.bar'), box('.ask')];
    return chip.top >= bar.top && chip.bottom <= bar.bottom && chip.right <= innerWidth && chip.left >= ask.right;
})()"""
"""An order covers neither the table above the bar nor the question."""
SIZES = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]


def in_the_stock_round(one: Person) -> None:
    """18ZOO for one who plays both seats: the draft is passed, and it is Lisa's turn."""
    one.start("18zoo", "hotseat")
    for _ in range(2):
        one.wait("document.querySelector('[data-part=prompt]').textContent.startsWith('Buy one power')")
        logged = one.page.locator(".log li").count()
        one.page.locator(".choices button", has_text="Pass").click()
        one.wait(f"document.querySelectorAll('.log li').length > {logged}")
    one.wait("document.querySelector('[data-part=prompt]').textContent.startsWith('Buy one card')")


def open_list(one: Person) -> None:
    one.page.locator(".tools button", has_text="Orders").click()
    one.page.wait_for_selector("dialog.orders[open]")


def give(one: Person, seat: int, words: str) -> None:
    """Choose from the list, for the first or the second seat."""
    open_list(one)
    one.page.locator("dialog.orders ul").nth(seat).locator("button", has_text=words).click()
    one.wait("!document.querySelector('dialog.orders')")


@pytest.mark.parametrize("size", SIZES)
def test_an_order_is_given_acts_and_is_withdrawn(person: Any, size: dict[str, Any]) -> None:
    lisa = person("Lisa", **size)
    in_the_stock_round(lisa)
    page = lisa.page
    assert not page.locator(CHIP).count()
    give(lisa, 1, "Pass until the stock round ends")
    page.wait_for_selector(CHIP)
    assert page.inner_text(CHIP) == "\N{MULTIPLICATION SIGN} Guest B: Passing"
    assert page.get_attribute(CHIP, "aria-label") == "Cancel the order. Guest B: Pass until the stock round ends"
    assert page.evaluate(IN_THE_BAR)
    assert page.inner_text("[data-part=status]").startswith("Your turn, Lisa"), "it waits for its seat"
    page.locator(".choices button", has_text="Pass").click()
    page.wait_for_selector(".log .ordered >> text=by standing order", state="attached")
    assert all("Guest B" in words for words in page.locator(".log .ordered").all_text_contents())


@pytest.mark.parametrize("size", SIZES)
def test_one_click_on_the_chip_withdraws_it(person: Any, size: dict[str, Any]) -> None:
    lisa = person("Lisa", **size)
    in_the_stock_round(lisa)
    give(lisa, 1, "Pass until the stock round ends")
    lisa.page.click(CHIP) if size is DESKTOP else lisa.page.tap(CHIP)
    lisa.wait(f"!document.querySelector('{CHIP}')")
    lisa.page.locator(".choices button", has_text="Pass").click()
    lisa.wait("document.querySelector('[data-part=status]').textContent.includes('Guest B')")
    assert not lisa.page.locator(".log .ordered").count()


def test_undo_takes_back_what_an_order_did_and_the_order(person: Any) -> None:
    lisa = person("Lisa")
    in_the_stock_round(lisa)
    page = lisa.page
    give(lisa, 0, "Pass until the stock round ends")
    lisa.wait("document.querySelector('[data-part=status]').textContent.includes('Guest B')")
    page.wait_for_selector(CHIP)
    page.keyboard.press("u")
    lisa.wait("document.querySelector('[data-part=status]').textContent.includes('Lisa')")
    assert not page.locator(CHIP).count()
    assert page.inner_text("[data-part=note]") == "Standing order ended (Lisa: Passing). Its move was undone."


def test_an_order_that_is_over_says_so_and_why(person: Any) -> None:
    lisa = person("Lisa")
    in_the_stock_round(lisa)
    page = lisa.page
    give(lisa, 1, "until another player acts")
    page.wait_for_selector(CHIP)
    page.click(".overlay .can >> nth=0")  # a power or a family: whatever it is, it is no pass
    while page.locator(CHIP).count():
        lisa.decide()
        page.wait_for_timeout(15)
    over = "Standing order ended (Guest B: Passing while the others pass). Lisa "
    assert page.inner_text(".says").startswith(over)


def test_everything_by_keys(person: Any) -> None:
    lisa = person("Lisa")
    in_the_stock_round(lisa)
    page = lisa.page
    page.keyboard.press("o")
    page.wait_for_selector("dialog.orders[open]")
    assert page.evaluate("document.activeElement.textContent") == "Close"
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "false"
    page.keyboard.press("Enter")
    page.wait_for_selector(CHIP)
    assert page.inner_text(CHIP) == "\N{MULTIPLICATION SIGN} Guest B: Passing"
    page.keyboard.press("o")
    page.wait_for_selector("dialog.orders [aria-pressed=true]")
    page.keyboard.press("Escape")
    lisa.wait("!document.querySelector('dialog.orders')")
    page.focus(CHIP)
    page.keyboard.press("Enter")
    lisa.wait(f"!document.querySelector('{CHIP}')")


def test_nobody_is_offered_orders_where_a_title_has_none(person: Any) -> None:
    lisa = person("Lisa")
    lisa.start("night-at-the-zoo", "bot:random")
    lisa.wait("document.querySelector('[data-part=status].mine')")
    assert not lisa.page.locator(".tools button", has_text="Orders").count()
    lisa.page.keyboard.press("o")
    assert not lisa.page.locator("dialog.orders").count()


@pytest.mark.parametrize("size", SIZES)
def test_the_list_and_the_chips_fit(person: Any, size: dict[str, Any]) -> None:
    lisa = person("Lisa", **size)
    in_the_stock_round(lisa)
    page = lisa.page
    give(lisa, 1, "Pass until the stock round ends")
    page.wait_for_selector(CHIP)
    chip = page.locator(CHIP).bounding_box()
    width = size["viewport"]["width"]
    assert chip is not None
    assert chip["x"] >= 0
    assert chip["x"] + chip["width"] <= width
    assert chip["height"] >= 34
    open_list(lisa)
    box = page.locator("dialog.orders").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    buttons = page.locator("dialog.orders li button")
    assert all(one.evaluate("one => one.clientHeight") >= 40 for one in buttons.all())
