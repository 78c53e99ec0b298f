"""Lessons at the table: by touch and by keys, from the first bubble to the last; left and resumed; for everybody."""

from __future__ import annotations

from typing import Any

import pytest

import menagerie
from menagerie.core.display.lessons import Lesson, lessons
from tests.tiers import COMPLETE
from tests.web.conftest import Server
from tests.web.ending import SIZES
from tests.web.lesson import COVERED, IN_SIGHT, SPEAKS, Learner
from tests.web.person import Person
from tests.web.pictures import keep_picture
from tests.web.test_access import problems
from tests.web.variety import one_of

MINI = "zooloretto-mini"
TIED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const end = box(document.querySelector('.coach-string'));
    const meets = ({ left, top, right, bottom }) =>
        end.right >= left && end.left <= right && end.bottom >= top && end.top <= bottom;
    return [...document.querySelectorAll('.lit')].map(box).some(meets);
}"""
"""Whether the string of the bubble leads to something that is lit."""
SEEN = """(piece) => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const stage = box('.stage'), { left, top, width, height } = box(`[data-piece="${piece}"]`);
    const [x, y] = [left + width / 2, top + height / 2];
    return x > stage.left && x < stage.right && y > stage.top && y < stage.bottom;
}"""
"""Whether a piece is in sight."""


def mini(number: int = 1) -> Lesson:
    return lessons(menagerie.load(MINI))[number - 1]


LESSONS = {
    f"{title}-{lesson.number}": lesson
    for title in COMPLETE
    for lesson in lessons(menagerie.load(title))
    if not lesson.is_game
}


def go_through(learner: Learner, size: str) -> None:
    """Every step of a lesson: what the coach says is in sight, and covers neither what is to be chosen nor the bar."""
    lesson = learner.lesson
    for number, step in enumerate(lesson.steps):
        if learner.state().ply > step.n:
            continue  # decided in one step with the one before: a question and its price
        learner.at_step(number)
        learner.person.come_to_rest()
        where = step.entry.where
        assert learner.page.evaluate(IN_SIGHT), where
        assert learner.page.evaluate(COVERED) == [], where
        assert learner.page.locator(".lit").count() == len(step.lit), where
        if step.lit:
            assert learner.page.evaluate(TIED), where
            assert learner.page.evaluate(SEEN, step.lit[0]), where
        keep_picture(learner.page, f"lesson-{lesson.game.id}-{lesson.id}-{size}-{number + 1:02}")
        if step.accepts:
            learner.do(number)
        elif number < len(lesson.steps) - 1:
            assert learner.page.locator(".overlay .can").count() == 0, "first it is read"
            assert learner.page.inner_text("[data-part=prompt]") == "Read the coach's words, then press Next.", where
            learner.go_on()


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_lesson_from_the_first_bubble_to_the_last(person: Any, size: str) -> None:
    learner = Learner(person("Lisa", **SIZES[size]), mini())
    assert learner.touches == (size == "phone")
    go_through(learner, size)
    assert learner.page.inner_text("[data-part=prompt]") == "Lesson complete."
    learner.press(f".coach button:has-text('Next: {mini(2).heading}')")
    learner.page.wait_for_url(lambda address: learner.table not in address)
    learner.hears(mini(2).steps[0].says)


@one_of("lesson", LESSONS, *[name for name in LESSONS if name.endswith("-1") and MINI not in name])
def test_every_lesson_by_touch(person: Any, lesson: str) -> None:
    go_through(Learner(person("Lisa", **SIZES["phone"]), LESSONS[lesson]), "phone")


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_another_decision_is_answered_in_the_bubble_and_a_wrong_one_with_its_rule(person: Any, size: str) -> None:
    learner = Learner(person("Lisa", **SIZES[size]), mini())
    learner.go_on()
    learner.at_step(1)
    learner.press(".coach-fold")  # on a phone the bubble lies over what need not be pointed at
    learner.press("[data-piece='truck-3']")
    learner.hears(mini().steps[1].wrong)
    learner.person.wait("document.querySelector('.note.bad')?.textContent.includes('Truck 3 is empty')")
    assert learner.page.locator(".note >> text=See the rule").count() == 1
    learner.do(1)
    learner.at_step(2)
    learner.press("[data-target='truck-2']")
    learner.hears(mini().steps[2].other[0][1])
    assert learner.page.evaluate(COVERED) == []
    learner.do(2)
    learner.at_step(3)


def test_undo_goes_one_step_back(person: Any) -> None:
    learner = Learner(person("Lisa"), mini())
    learner.go_on()
    learner.at_step(1)
    learner.do(1)
    learner.at_step(2)
    learner.page.keyboard.press("u")
    learner.at_step(1)
    learner.do(1)
    learner.at_step(2)


def test_a_lesson_is_left_and_resumed_from_the_lobby_and_from_how_to_play(person: Any) -> None:
    learner = Learner(person("Lisa", **SIZES["phone"]), mini())
    page = learner.page
    learner.go_on()
    learner.at_step(1)
    learner.do(1)
    learner.at_step(2)
    page.reload()
    learner.at_step(2)
    page.goto(learner.person.server.address)
    page.tap(".to-learn:has-text('Continue learning')")
    page.wait_for_url(f"**/table/{learner.table}")
    learner.at_step(2)
    page.goto(f"{learner.person.server.address}/learn/{MINI}")
    page.tap(".lesson:has-text('Continue')")
    page.wait_for_url(f"**/table/{learner.table}")
    learner.at_step(2)


def test_what_is_done_has_a_tick(person: Any) -> None:
    learner = Learner(person("Lisa"), mini(2))
    page = learner.page
    for number, step in enumerate(mini(2).steps):
        learner.at_step(number)
        if step.accepts:
            learner.do(number)
        elif number < len(mini(2).steps) - 1:
            learner.go_on()
    page.goto(f"{learner.person.server.address}/learn/{MINI}")
    page.wait_for_selector(".lesson.done")
    assert page.locator(".lesson.done b").all_inner_texts() == [mini(2).heading]
    page.goto(learner.person.server.address)
    page.wait_for_selector(".title .ticks")
    assert page.locator(".title .ticks").first.inner_text() == "○ ✓ ○"
    assert page.locator(".table-line").count() == 0, "a lesson that is done is no game to go back to"
    page.click(".to-learn >> nth=0")  # the first that is not done
    learner.person.wait(SPEAKS)
    assert learner.words().startswith("Welcome!")


def test_somebody_new_presses_learn_and_is_in_the_first_lesson(person: Any) -> None:
    lisa = person("Lisa")
    lisa.page.goto(lisa.server.address)
    lisa.page.click(f".to-learn[aria-label*='{menagerie.load(MINI).name}']")
    lisa.say_name()
    lisa.page.wait_for_url("**/table/*")
    lisa.wait(SPEAKS)
    assert lisa.page.inner_text(".coach-words").startswith("Welcome!")


def test_by_keys_the_bubble_comes_before_the_table_and_next_has_the_focus(person: Any) -> None:
    learner = Learner(person("Lisa"), mini())
    page = learner.page
    parts = "document.querySelectorAll('.coach, svg.scene[data-part], .bar')"
    order = page.evaluate(f"[...{parts}].map((one) => one.dataset.part ?? 'bar')")
    assert order == ["coach", "scene", "bar"]
    assert page.get_attribute(".coach-words", "aria-live") == "polite"
    assert page.get_attribute("[data-part=coach]", "aria-label") == "Coach"
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.textContent") != "Next":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    learner.at_step(1)
    learner.person.wait("document.activeElement.dataset.part === 'prompt'")
    page.keyboard.press("ArrowRight")  # from the question to what can be chosen
    learner.person.wait("document.activeElement.dataset.target === 'pile'")
    page.keyboard.press("Enter")
    learner.at_step(2)
    learner.person.wait("document.activeElement.dataset.part === 'prompt'")
    page.keyboard.press("ArrowRight")
    learner.person.wait("document.activeElement.dataset.target?.startsWith('truck-')")
    page.keyboard.press("ArrowUp")
    learner.person.wait("document.activeElement.dataset.target === 'truck-1'")
    page.keyboard.press("Enter")
    learner.at_step(3)
    learner.person.wait("document.activeElement.textContent === 'Next'")
    page.keyboard.press("Enter")
    learner.at_step(4)


def test_the_bubble_can_be_folded_and_new_words_unfold_it(person: Any) -> None:
    learner = Learner(person("Lisa", **SIZES["phone"]), mini())
    page = learner.page
    learner.go_on()
    learner.at_step(1)
    page.tap(".coach-fold")
    page.wait_for_selector(".coach-fold[aria-expanded=false]")
    assert not page.is_visible(".coach-words")
    learner.do(1)
    learner.at_step(2)
    assert page.is_visible(".coach-words")


def test_in_the_game_one_plays_freely_and_the_coach_speaks_up(person: Any) -> None:
    lesson = mini(3)
    learner = Learner(person("Lisa", **SIZES["phone"]), lesson)
    learner.hears(learner.bubble(0).words)
    assert learner.page.locator(".overlay .can").count() > 0, "nobody has to read first"
    learner.go_on()
    learner.hears(learner.bubble(1).words)
    learner.press("[data-target='pile']")
    learner.person.wait("document.querySelector(\"[data-target='truck-1']\")")
    learner.press("[data-target='truck-1']")
    learner.person.wait(f"{SPEAKS} && document.querySelector('.coach-words').textContent.startsWith('A full truck')")
    assert learner.page.locator(".lit").count() == 1


@pytest.mark.parametrize("width", [390, 360])
def test_where_the_whole_table_can_be_chosen_from_the_bubble_moves_out_of_the_way(person: Any, width: int) -> None:
    """Of 18ZOO's last lesson on a phone: cards, powers and families have rings, and no place between them is free."""
    phone = {**SIZES["phone"], "viewport": {"width": width, "height": 780}}
    learner = Learner(person("Lisa", **phone), lessons(menagerie.load("18zoo"))[-1])
    page, docked = learner.page, 0
    for number in range(4):
        learner.hears(learner.bubble(number).words)
        learner.person.wait("document.querySelector('.overlay .can')")
        learner.person.come_to_rest()
        assert page.evaluate(COVERED) == [], number
        docked += page.locator(".coach.docked").count()
        keep_picture(page, f"lesson-docked-{width}-{number}")
        if number == len(learner.lesson.steps) - 1:
            break
        learner.go_on()
    assert docked
    page.tap(".coach-fold")
    page.wait_for_selector(".coach-words", state="hidden")
    assert page.locator(".coach.docked").count() == 0 or page.evaluate(COVERED) == []
    page.tap(".coach-fold")
    page.wait_for_selector(".coach-words")


def test_at_the_end_of_the_game_the_coach_has_the_last_word(person: Any) -> None:
    learner = Learner(person("Lisa"), mini(3))
    page = learner.page
    learner.person.play_to_end()
    learner.person.wait(f"{SPEAKS} && document.querySelector('.coach-words').textContent.includes('the visitor')")
    assert not page.is_visible(".result")
    assert page.locator(".coach button:has-text('Play a bot now')").count() == 1
    page.click(".choices button:has-text('Result')")
    page.wait_for_selector(".result")
    assert not page.is_visible("[data-part=coach]")
    page.click(".result .close")
    page.wait_for_selector("[data-part=coach]")


@one_of("title", COMPLETE, MINI)
def test_the_last_lesson_of_every_title_to_its_very_end(person: Any, title: str) -> None:
    """Whatever is offered is done, by somebody who reads nothing on the way; the coach still has the last word."""
    last = lessons(menagerie.load(title))[-1]
    learner = Learner(person("Lisa", **SIZES["phone"]), last)
    page = learner.page
    learner.person.play_to_end(600)
    ending = page.locator(".coach .row button:has-text('Play a bot now')")
    ending.wait_for()
    state = learner.state()
    assert state.is_over
    words = learner.words()
    assert all(str(score) in words for score in state.scores) or state.result() in words or title == "new-york-zoo"
    assert page.evaluate(IN_SIGHT)
    page.tap(".choices button:has-text('Repeat this lesson')")
    page.wait_for_url(lambda address: learner.table not in address)
    learner.person.wait(f"{SPEAKS} && document.querySelector('.coach-words').textContent !== {words!r}")


@pytest.mark.parametrize(("theme", "size"), [("light", "wide"), ("dark", "phone")])
def test_the_bubble_has_no_barriers(chromium: Any, server: Server, theme: str, size: str) -> None:
    lisa = Person(chromium, server, "Lisa", color_scheme=theme, **SIZES[size])
    learner = Learner(lisa, mini())
    assert problems(lisa.page) == []
    learner.go_on()
    learner.at_step(1)
    assert problems(lisa.page) == []
    lisa.post(f"/api/titles/{MINI}/lessons/2", {})
    lisa.page.goto(f"{server.address}/learn/{MINI}")
    lisa.page.wait_for_selector(".lesson")
    assert problems(lisa.page) == []
    lisa.page.goto(server.address)
    lisa.page.wait_for_selector(".to-learn")
    assert problems(lisa.page) == []
    lisa.leave()
