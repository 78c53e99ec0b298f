"""Dr. Potamus' table in a real Chromium, at three sizes: danger, the way out, talking before the Keepers move."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.web.person import Person
from tests.web.pictures import keep_picture
from tests.web.variety import one_of

SIZES: dict[str, dict[str, Any]] = {
    "1440x900": {"viewport": {"width": 1440, "height": 900}},
    "768x1024": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "390x844": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "360x740": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
each_size = one_of("size", SIZES, "phone")
TEXTS = """(selector) => [...document.querySelectorAll(selector + ' text')].map((one) => {
    const box = one.getBoundingClientRect();
    return {size: parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a, words: one.textContent,
        left: box.left, right: box.right, top: box.top, bottom: box.bottom};
})"""
"""Every text there: how high its letters are on the screen, and where it stands."""
WHOLE = """(legend => legend.scrollHeight <= legend.clientHeight + 1
    && legend.getBoundingClientRect().bottom <= document.querySelector('.bar').getBoundingClientRect().top + 1
    && parseFloat(getComputedStyle(legend).fontSize) >= 11)(document.querySelector('.legend'))"""
"""Whether all words that are shown beside the zoo or over it can be read."""
DANGER = ".tools button:has-text('Danger')"


def inside(lisa: Person, selector: str) -> bool:
    """Whether something is whole on the screen."""
    return bool(
        lisa.page.evaluate(
            """(selector) => { const box = document.querySelector(selector).getBoundingClientRect();
            return box.width > 0 && box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1
                && box.bottom <= innerHeight + 1; }""",
            selector,
        )
    )


def press(one: Person, button: str) -> None:
    """Press a button, in sight or not; a mouse might hold it too long on a busy machine."""
    one.page.locator(button).dispatch_event("click")


@each_size
def test_danger_is_shown_by_its_button_and_gone_by_it(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    page = lisa.start("zoo-escape", "bot:random", "bot:random", "bot:random")
    assert not page.locator("[data-over]").count()
    page.wait_for_selector(DANGER)
    page.tap(DANGER) if "has_touch" in SIZES[size] else press(lisa, DANGER)
    page.wait_for_selector("[data-over^=reach-]", state="attached")
    page.wait_for_selector(".legend:not([hidden])")
    keep_picture(page, f"danger-{size}")
    words = page.inner_text(".legend")
    assert "If the Keepers moved now" in words or "they couldn't capture anyone" in words
    assert inside(lisa, ".legend")
    assert page.evaluate(WHOLE), "nothing is scrolled"
    if page.locator(".legend .link").is_visible():
        page.tap(".legend .link")
        lisa.wait("document.querySelector('.legend .link').textContent === 'Show less'")
        assert page.evaluate(WHOLE)
        keep_picture(page, f"danger-all-{size}")
    words = page.inner_text(".legend")
    assert "Numbers: the lowest Power Card" in words
    assert "You lose at dawn, after 59 more rounds." in words
    assert inside(lisa, ".legend")
    assert all(one["size"] >= 10.9 for one in page.evaluate(TEXTS, "[data-over^=reach-]"))
    shown = {one["words"] for one in page.evaluate(TEXTS, "[data-over^=reach-]")}
    assert shown <= {"1", "2", "3", "4"}
    assert "1" in shown, "all Keepers wait outside, and come in with any card"
    page.tap(DANGER) if "has_touch" in SIZES[size] else press(lisa, DANGER)
    page.wait_for_selector("[data-over]", state="detached")
    assert page.locator(".legend").is_hidden()


def test_danger_is_shown_while_its_key_is_held_and_stays_after_a_short_press(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zoo-escape")
    page.wait_for_selector(DANGER)
    page.keyboard.down("d")
    page.wait_for_selector("[data-over]", state="attached")
    page.wait_for_timeout(500)  # longer than a short press
    page.keyboard.up("d")
    page.wait_for_selector("[data-over]", state="detached")
    lisa.wait("document.querySelector('.legend').hidden")
    page.evaluate(
        """for (const kind of ['keydown', 'keyup'])
            document.body.dispatchEvent(new KeyboardEvent(kind, {key: 'd', bubbles: true}))"""
    )
    page.wait_for_selector("[data-over]", state="attached")
    assert page.get_attribute(DANGER, "aria-pressed") is not None
    page.keyboard.press("d")
    page.wait_for_selector("[data-over]", state="detached")


def test_one_keeper_is_pointed_at_and_its_own_reach_is_shown(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zoo-escape")
    page.wait_for_selector(DANGER)
    press(lisa, DANGER)
    page.wait_for_selector("[data-over^=reach-]", state="attached")
    page.hover("[data-piece=keeper-2]")
    page.wait_for_selector("[data-over^=reach-keeper-2-]", state="attached")
    assert not page.locator("[data-over^=reach-keeper-1-]").count()
    page.mouse.move(1, 1)
    page.wait_for_selector("[data-over^=reach-keeper-2-]", state="detached")
    assert page.locator("[data-over^=reach-]").count()


def test_danger_belongs_to_the_moment_that_is_shown(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zoo-escape")
    lisa.wait("document.querySelector('.overlay .can')")
    lisa.decide()
    page.wait_for_selector("[data-part=log] >> text='s turn.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/overlays" in request.url else None)
    page.wait_for_selector(DANGER)
    press(lisa, DANGER)
    page.wait_for_selector("[data-over]", state="attached")
    page.keyboard.press(",")
    page.wait_for_selector(".history button:has-text('Danger')")
    lisa.wait("document.querySelectorAll('[data-over]').length")
    assert [url.rpartition("?")[2] for url in asked if "?" in url] == ["n=0"]
    press(lisa, ".history button:has-text('Danger')")
    page.wait_for_selector("[data-over]", state="detached")


@each_size
def test_the_way_out_can_be_read(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    page = lisa.start("zoo-escape", "bot:random")
    lisa.come_to_rest()
    steps = page.evaluate(TEXTS, "[data-piece=goal]")
    assert [one["words"].split()[0] for one in steps] == ["Find", "Bring", "Build", "Board", "Gate"]
    assert all(one["size"] >= 10.9 for one in steps), [one["size"] for one in steps]
    assert all(first["right"] <= second["left"] for first, second in pairwise(steps))
    assert inside(lisa, "[data-piece=goal]")
    assert page.locator("[data-piece=goal] .step.next").count() == 1
    assert "Next: ransack Buildings for Parts" in (page.get_attribute("[data-piece=goal]", "aria-label") or "")


def team(person: Any, size: str) -> tuple[Person, Person]:
    """Lisa and Ben lead an Animal each; Lisa's turn is over, and Ben's is the last."""
    lisa, ben = person("Lisa", **SIZES[size]), person("Ben")
    page = lisa.start("zoo-escape", "open")
    ben.come_by_link(lisa)
    lisa.wait("document.querySelector('.overlay .can')")
    lisa.decide()
    page.wait_for_selector(".choices button:has-text('End turn')")
    press(lisa, ".choices button:has-text('End turn')")
    ben.page.wait_for_selector(".choices button:has-text('End turn')")
    return lisa, ben


@each_size
def test_a_raised_hand_holds_the_keepers(person: Any, size: str) -> None:
    lisa, ben = team(person, size)
    end = ".choices button:has-text('End turn: the Keepers move now')"
    ben.page.wait_for_selector(end)
    talk = ".tools button:has-text('Wait, let')"
    lisa.page.wait_for_selector(talk, state="attached")
    press(lisa, talk)
    ben.page.wait_for_selector("[data-part=prompt] >> text=Lisa wants to talk first.")
    lisa.page.wait_for_selector("[data-part=prompt] >> text=You want to talk first.")
    ben.page.wait_for_selector("[data-part=log] >> text=Lisa wants to talk before the team ends its turn.")
    ben.page.wait_for_selector(".player >> text=wants to talk")
    ben.page.click(end)
    ben.page.wait_for_selector("[data-part=note] >> text=You can do this once the hand is down")
    assert not ben.page.locator("[data-part=log] >> text=The Keepers set off").count()
    keep_picture(ben.page, f"talk-{size}")
    keep_picture(lisa.page, f"talk-other-{size}")
    press(lisa, ".tools button:has-text('Ready to continue')")
    ben.page.wait_for_selector("[data-part=log] >> text=Lisa is ready to continue.")
    ben.page.wait_for_selector(end)
    ben.page.click(end)
    lisa.page.wait_for_selector("[data-part=log] >> text=The Keepers set off", state="attached")


def test_nobody_who_plays_with_bots_is_asked_to_talk(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zoo-escape", "bot:random")
    lisa.wait("document.querySelector('.tools button')")
    assert not page.locator(".tools button:has-text('talk')").count()
