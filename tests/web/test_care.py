"""The first games of a title: how to play is offered, steps are explained, decisions confirmed; then it goes quiet."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from menagerie.server.show.newcomer_help import FIRST_GAMES
from tests.tiers import COMPLETE
from tests.web.conftest import Server
from tests.web.ending import SIZES, almost_over, end, finished, game
from tests.web.person import Person
from tests.web.pictures import keep_picture
from tests.web.test_access import problems
from tests.web.variety import crossed, one_of

sizes = one_of("size", SIZES, "phone")

SAID = ".care .said"
ASKED = "document.querySelector('[data-part=status]').classList.contains('mine')"
IN_SIGHT = """() => {
    const box = document.querySelector('.care').getBoundingClientRect();
    const bar = document.querySelector('.bar').getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= bar.top + 1 && box.height > 40;
}"""


def newcomer(person: Any, size: str = "wide") -> Person:
    made: Person = person("Lisa", newcomer=True, **SIZES[size])
    return made


def just_play(lisa: Person) -> None:
    lisa.page.click(".care >> text=Skip and play")
    lisa.page.wait_for_selector(f"{SAID} >> text=Rule")


def prefer(page: Any, words: str, on: bool) -> None:
    """Change something in the menu."""
    page.click("[data-part=menu]")
    page.locator(f"dialog label:has-text('{words}') input").set_checked(on)
    page.click("dialog >> text=Close")


@crossed("title,size", COMPLETE, SIZES)
def test_the_first_game_offers_to_learn_it_and_then_explains(person: Any, title: str, size: str) -> None:
    lisa = newcomer(person, size)
    page = lisa.start(title, "hotseat")
    page.wait_for_selector(f".care >> text=New to {menagerie.load(title).name}?")
    assert page.get_attribute(".care a", "href") == f"/learn/{title}"
    assert page.evaluate(IN_SIGHT)
    just_play(lisa)
    assert page.evaluate(IN_SIGHT)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    keep_picture(page, f"care-{title}-{size}")


def test_the_first_game_offers_the_pictures_and_a_lesson_and_waits(person: Any) -> None:
    lisa = newcomer(person)
    page = lisa.start("new-york-zoo", "hotseat")
    page.click(".care >> text=How to play")
    page.wait_for_selector(".card h2")
    page.go_back()
    page.click(".care >> text=Play lesson 1")
    page.wait_for_selector(".coach-words:has-text('Your zoo is an empty field')")
    page.go_back()
    page.wait_for_selector(".care >> text=Skip and play")


@sizes
def test_decisions_are_confirmed_and_what_they_mean_is_told(person: Any, size: str) -> None:
    lisa = newcomer(person, size)
    page = lisa.start("zooloretto-mini", "hotseat")
    just_play(lisa)
    assert page.inner_text(SAID).startswith("All trucks are empty, so draw a tile")
    page.click("[data-target=pile]")
    page.wait_for_selector(".choices >> text=Confirm: Draw a tile")
    page.wait_for_selector(f"{SAID} >> text=Everyone sees the next tile.")
    assert page.inner_text(".care .link") == "Rule 2.2"
    page.click(".choices .primary")
    page.wait_for_selector(f"{SAID} >> text=Any truck with a free space will do.")
    assert lisa.prompt().startswith("Choose a truck for the"), "the usual question stands as ever"
    page.click(".care .link")
    page.wait_for_selector("[data-part=rules] .asked >> text=2.3")


def test_prompts_follow_the_step_and_powers_have_their_texts(person: Any) -> None:
    lisa = newcomer(person)
    page = lisa.start("18zoo", "hotseat")
    just_play(lisa)
    names = page.locator(".care dt").all_inner_texts()
    assert len(names) == 4
    assert all(len(text) > 15 for text in page.locator(".care dd").all_inner_texts())
    page.click("[data-target^=power] >> nth=0")
    page.wait_for_selector(".choices >> text=Confirm")
    assert page.locator(".care dt").count() == 1, "what is chosen now"
    page.click(".choices .primary")
    for _ in range(2):  # the draft: both pass or have bought
        lisa.wait(f"{ASKED} && document.querySelector('.choices button')")
        if not lisa.prompt().startswith("Buy one power or"):
            break
        page.click(".choices >> text=Pass and end turn")
        page.click(".choices >> text=Confirm")
        lisa.come_to_rest()
    page.wait_for_selector(f"{SAID} >> text=You have nothing to sell now")
    page.click("[data-target=mat-PE]")
    page.wait_for_selector(f"{SAID} >> text=Launch the Penguins. You buy the parents")


def test_it_can_be_switched_off_and_on(person: Any) -> None:
    lisa = newcomer(person)
    page = lisa.start("zooloretto-mini", "hotseat")
    just_play(lisa)
    prefer(page, "Explain every step", False)
    lisa.wait("document.querySelector('.care').hidden")
    page.click("[data-target=pile]")
    lisa.wait("document.querySelector('[data-part=prompt]').textContent.startsWith('Choose a truck')")
    page.reload()
    lisa.settled()
    lisa.wait("document.querySelector('[data-part=prompt]').textContent.startsWith('Choose a truck')")
    assert page.is_hidden(".care")
    prefer(page, "Explain every step", True)
    page.wait_for_selector(f"{SAID} >> text=Any truck with a free space will do.")
    prefer(page, "Confirm every move", False)
    page.click("[data-target^=truck]")
    lisa.wait("!document.querySelector('[data-part=prompt]').textContent.startsWith('Choose a truck')")
    assert page.is_visible(".care"), "who wants no confirmation is still told what a step is about"


def test_after_three_games_it_goes_quiet_by_itself(person: Any) -> None:
    lisa = newcomer(person)
    for number in range(1, FIRST_GAMES + 1):
        record = game("zooloretto-mini", 2)
        seats = [{"kind": "hotseat", "name": "Ben"}, {"kind": "hotseat", "name": "Mia"}]
        table = almost_over(lisa, record, seats)
        end(lisa, table["id"], record)
        lisa.page.wait_for_selector(".result:not([hidden])")
        if number == 1:
            lisa.start("zooloretto-mini", "hotseat")
            lisa.page.wait_for_selector(f"{SAID} >> text=Rule 2.4")  # explained, but the pictures are not offered again
            assert lisa.page.locator(".care >> text=Skip and play").count() == 0
    page = lisa.start("zooloretto-mini", "hotseat")
    page.wait_for_selector("[data-target=pile]")
    lisa.come_to_rest()
    assert page.is_hidden(".care")
    page.click("[data-target=pile]")
    lisa.wait("document.querySelector('[data-part=prompt]').textContent.startsWith('Choose a truck')")
    prefer(page, "Explain every step", True)
    page.wait_for_selector(f"{SAID} >> text=Any truck with a free space will do.")
    page = lisa.start("new-york-zoo", "hotseat")
    page.wait_for_selector(".care >> text=New to New York Zoo?")


def test_who_looks_on_is_told_nothing(person: Any) -> None:
    lisa, ben = newcomer(person), person("Ben", newcomer=True)
    page = lisa.start("zooloretto-mini", "hotseat")
    ben.page.goto(page.url)
    ben.settled()
    ben.come_to_rest()
    assert ben.page.is_hidden(".care")


@one_of("size", ["square", "phone"], "phone")
def test_the_table_does_not_jump_from_step_to_step(person: Any, size: str) -> None:
    lisa = newcomer(person, size)
    page = lisa.start("zooloretto-mini", "hotseat")
    height = "document.querySelector('.stage').getBoundingClientRect().height"
    page.wait_for_selector(".care >> text=Skip and play")
    before = page.evaluate(height)
    just_play(lisa)
    assert page.evaluate(height) == before
    page.click("[data-target=pile]")
    page.click(".choices .primary")
    page.wait_for_selector(f"{SAID} >> text=Any truck with a free space will do.")
    assert page.evaluate(height) == before


@pytest.mark.parametrize(("theme", "size"), [("light", "wide"), ("dark", "phone")])
def test_it_has_no_barriers(chromium: Any, server: Server, theme: str, size: str) -> None:
    lisa = Person(chromium, server, "Lisa", newcomer=True, color_scheme=theme, **SIZES[size])
    page = lisa.start("18zoo", "hotseat")
    page.wait_for_selector(".care >> text=Skip and play")
    assert problems(page) == []
    just_play(lisa)
    assert problems(page) == []
    page.click("[data-part=menu]")
    assert problems(page) == []
    lisa.leave()


def test_a_finished_first_game_shows_its_result_alone(person: Any) -> None:
    lisa = newcomer(person)
    finished(lisa, "zooloretto-mini", 2)
    assert lisa.page.is_hidden(".care")


def test_a_title_that_explains_nothing_says_what_is_asked(person: Any) -> None:
    lisa = newcomer(person)
    page = lisa.start("paddocks", "hotseat")
    page.click(".care >> text=Skip and play")
    lisa.wait(
        f"document.querySelector({SAID!r}).textContent === document.querySelector('[data-part=prompt]').textContent"
    )
