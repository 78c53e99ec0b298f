"""Puzzles in the browser: found in the list, solved, failed and explained; by touch, by keys, and for everybody."""

from __future__ import annotations

from typing import Any

import pytest

from menagerie.puzzles import book
from menagerie.puzzles.book import Puzzle
from menagerie.puzzles.judging import words_of
from tests.web.conftest import Server
from tests.web.ending import SIZES
from tests.web.person import FADED, PHONE, Person
from tests.web.pictures import keep_picture
from tests.web.test_access import problems
from tests.web.variety import one_of

TITLE = "zooloretto-mini"
OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
CAN = ".overlay .can"


def some(asked: int, first: str = "") -> Puzzle:
    """A puzzle in which one points at a truck, or draws a tile."""
    return next(one for one in book.puzzles(TITLE).values() if one.asked == asked and one.answer[0].startswith(first))


def open_puzzle(person: Person, puzzle: Puzzle) -> Any:
    person.page.goto(f"{person.server.address}/puzzles/{puzzle.title}/{puzzle.number}")
    person.settled()
    person.page.wait_for_selector(CAN)
    return person.page


def words(puzzle: Puzzle, decisions: tuple[str, ...]) -> list[str]:
    """What the things are called that one points at."""
    return [
        words_of(puzzle.position(), puzzle.seat, decisions[: number + 1]).split(", ")[-1]
        for number in range(len(decisions))
    ]


def point(page: Any, called: str, touch: bool = False) -> None:
    """Press the ring of what is called so."""
    ring = page.locator(f'{CAN}[aria-label*="{called}"]').first
    ring.wait_for()
    if touch:
        ring.tap(force=True)
    else:
        ring.click(force=True)


def verdict(person: Person) -> str:
    person.wait(
        "/^(Correct|Not the best|That's the answer)/.test(document.querySelector('[data-part=prompt]').textContent)"
    )
    return person.prompt()


@one_of("size", SIZES, "phone")
def test_a_puzzle_is_solved(person: Any, size: str) -> None:
    lisa = person("Lisa", **SIZES[size])
    puzzle = some(asked=1, first="draw")
    page = open_puzzle(lisa, puzzle)
    assert not page.evaluate(OVERFLOW)
    point(page, "Draw a tile", touch=size == "phone")
    told = verdict(lisa)
    assert told.startswith("Correct. ")
    assert "The second best turn (" in told
    keep_picture(page, f"puzzle-right-{size}")
    assert not page.evaluate(OVERFLOW)
    page.click(".choices >> text=Next puzzle")
    page.wait_for_url(f"**/puzzles/{TITLE}/{puzzle.number + 1}")
    page.goto(f"{lisa.server.address}/puzzles#{TITLE}")
    line = page.locator(f'.puzzle-line[href="/puzzles/{TITLE}/{puzzle.number}"]')
    line.wait_for()
    assert "solved" in line.inner_text(), "the browser remembers it"
    assert page.inner_text("[data-part=count]").startswith("1 of ")


def test_a_puzzle_is_failed_and_explained_by_touch(person: Any) -> None:
    lisa = person("Lisa", **SIZES["phone"])
    puzzle = some(asked=1, first="draw")
    page = open_puzzle(lisa, puzzle)
    assert f"You are {'ABCDE'[puzzle.seat]}. Find the decision." in page.inner_text("[data-part=note]")
    point(page, words(puzzle, puzzle.second)[0], touch=True)
    told = verdict(lisa)
    assert told.startswith("Not the best. It costs ")
    page.tap(".choices >> text=Try again")
    page.wait_for_selector(f'{CAN}[aria-label*="Draw a tile"]')
    point(page, words(puzzle, puzzle.second)[0], touch=True)
    verdict(lisa)
    page.tap(".choices >> text=See the answer")
    page.wait_for_selector(".note.hint")
    hinted = page.locator(f"{CAN}.hinted, {CAN}[class*=hint]")
    hinted.first.wait_for()
    point(page, "Draw a tile", touch=True)
    assert verdict(lisa).startswith("That's the answer. ")
    page.goto(f"{lisa.server.address}/puzzles#{TITLE}")
    page.wait_for_selector(".puzzle-line")
    assert page.inner_text("[data-part=count]").startswith("0 of "), "who has seen the answer has not solved it"


def test_a_whole_turn_by_keys_with_one_step_taken_back(person: Any) -> None:
    lisa = person("Lisa")
    puzzle = some(asked=2, first="take")
    page = open_puzzle(lisa, puzzle)
    first, second = words(puzzle, puzzle.answer[:2])

    def press(called: str) -> None:
        page.wait_for_selector(f'{CAN}[aria-label*="{called}"]')
        for _ in range(60):
            page.keyboard.press("Tab")
            if called in (page.evaluate("document.activeElement.getAttribute('aria-label')") or ""):
                break
        page.keyboard.press("Enter")

    press(first)
    page.wait_for_selector(f'{CAN}[aria-label*="{second}"]')
    page.keyboard.press("u")
    press(first)
    press(second)
    assert verdict(lisa).startswith("Correct. ")
    page.keyboard.press("1")
    page.wait_for_url(f"**/puzzles/{TITLE}/*")


def test_the_list_is_sorted_out_by_title_theme_and_difficulty(person: Any) -> None:
    lisa = person("Lisa")
    page: Any = lisa.page
    page.goto(f"{lisa.server.address}/puzzles")
    page.wait_for_selector(".puzzle-line")
    assert page.locator(".today").count() == 1
    page.click(".books >> text=18ZOO")
    lisa.wait("document.querySelector('.puzzle-line').getAttribute('href').startsWith('/puzzles/18zoo/')")
    assert page.locator(".puzzle-line").count() == len(book.puzzles("18zoo"))
    page.select_option("[data-part=stars]", "3")
    hard = [one for one in book.puzzles("18zoo").values() if one.stars == 3]
    assert page.locator(".puzzle-line").count() == len(hard)
    page.select_option("[data-part=stars]", "")
    theme = page.locator(".puzzle-line .theme").first.inner_text()
    page.select_option("[data-part=theme]", theme)
    assert set(page.locator(".puzzle-line .theme").all_inner_texts()) == {theme}
    page.click(".today")
    lisa.settled()
    day = book.of_day(book.today())
    assert page.url.endswith(f"/puzzles/{day.title}/{day.number}")


def test_the_lobby_leads_to_the_puzzles(person: Any) -> None:
    lisa = person("Lisa")
    lisa.page.goto(lisa.server.address)
    lisa.page.wait_for_selector(".title")
    assert lisa.page.locator('.title a[href^="/puzzles#"]').count() == 5
    lisa.page.click(".ways >> text=Puzzles")
    lisa.page.wait_for_selector(".puzzle-line")


def test_a_puzzle_that_is_not_there_says_so(chromium: Any, server: Server) -> None:
    lisa = Person(chromium, server, "Lisa")
    lisa.page.goto(f"{server.address}/puzzles/{TITLE}/99999")
    lisa.page.wait_for_selector("[data-part=word]:not([hidden])")
    assert "this puzzle doesn't exist" in lisa.page.inner_text("[data-part=word]").lower()
    assert lisa.prompt() == "Reload the page, or choose another puzzle."
    lisa.page.click(".choices >> text=See all puzzles")
    lisa.page.wait_for_selector(".puzzle-line")
    lisa.context.close()  # the browser's console says that something was missing, and it was


@pytest.mark.parametrize(("theme", "screen"), [("light", {}), ("dark", PHONE)], ids=["desktop light", "phone dark"])
def test_puzzles_have_no_barriers(chromium: Any, server: Server, theme: str, screen: dict[str, Any]) -> None:
    lisa = Person(chromium, server, "Lisa", color_scheme=theme, **screen)
    lisa.page.goto(f"{server.address}/puzzles")
    lisa.page.wait_for_selector(".puzzle-line")
    assert problems(lisa.page) == []
    puzzle = some(asked=1, first="draw")
    page = open_puzzle(lisa, puzzle)
    assert problems(page) == []
    if screen:
        page.click("[data-part=sheet]")
        lisa.come_to_rest()
        assert problems(page) == []
        page.click("[data-part=close-panel]")
        lisa.come_to_rest()
    point(page, "Draw a tile")
    verdict(lisa)
    lisa.wait(FADED)
    assert problems(page) == []
    lisa.leave()
