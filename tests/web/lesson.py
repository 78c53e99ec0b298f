"""Somebody who has a lesson in the browser, and does by touch or by mouse what the coach wants."""

from __future__ import annotations

from typing import Any

from menagerie.core.display.choosing import Choice, Placements
from menagerie.core.display.coach import Bubble, Coach
from menagerie.core.display.lessons import Lesson
from menagerie.core.state import State
from tests.web.person import Person

SPEAKS = "document.querySelector('[data-part=coach]')?.hidden === false"
COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const bubble = box(document.querySelector('[data-part=coach]'));
    const over = (one) => Math.min(bubble.right, one.right) - Math.max(bubble.left, one.left) > 1
        && Math.min(bubble.bottom, one.bottom) - Math.max(bubble.top, one.top) > 1;
    const things = [...document.querySelectorAll('.overlay .can'), document.querySelector('.bar')];
    return things.filter((one) => over(box(one))).map((one) => one.dataset.target ?? one.className);
}"""
"""What can be chosen, or the bar, as far as the bubble lies over it."""
IN_SIGHT = """() => {
    const { left, top, right, bottom } = document.querySelector('[data-part=coach]').getBoundingClientRect();
    const stage = document.querySelector('.stage').getBoundingClientRect();
    return left >= stage.left && top >= stage.top && right <= stage.right && bottom <= stage.bottom;
}"""

TURNED = """document.querySelector('.overlay .ghost[aria-label*=", way "]')"""
"""A tile that lies in its place and can be turned there."""
REACH = 5
"""Seconds after which one looks again whether something is still there."""
STEPPER = "document.querySelector('.stepper')"
OFFERED = "document.querySelector('.overlay .can, .overlay .ghost, .choices button, .palette:not([hidden]) button')"


def offers(label: str) -> str:
    """Whether there is a button that is called so."""
    buttons = "[...document.querySelectorAll('.choices button, .palette button')]"
    return f"{buttons}.some((one) => (one.ariaLabel ?? one.textContent).includes({label!r}))"


class Learner:
    """A person, a lesson, and the table at which they are."""

    def __init__(self, person: Person, lesson: Lesson) -> None:
        self.person = person
        self.page: Any = person.page
        self.lesson = lesson
        self.touches = bool(self.page.evaluate("navigator.maxTouchPoints > 0"))
        person.call_myself(person.name)
        self.table = person.post(f"/api/titles/{lesson.game.id}/lessons/{lesson.number}", {})["id"]
        self.open()

    def open(self) -> None:
        """Go to the table."""
        self.page.goto(f"{self.person.server.address}/table/{self.table}")
        self.person.settled()
        self.person.wait(SPEAKS)

    def state(self) -> State:
        """The table as the server has it."""
        log = self.person.get(f"/api/tables/{self.table}/log")["log"]
        state = self.lesson.setup.begin()
        for entry in log:
            if entry["decision"] is not None:
                state.play(entry["decision"], entry["seat"])
        return state

    def words(self) -> str:
        """What the coach says."""
        said: str = self.page.inner_text(".coach-words")
        return said

    def hears(self, words: str) -> None:
        """Wait until the coach says this."""
        self.person.wait(f"{SPEAKS} && document.querySelector('.coach-words').textContent === {words!r}")

    def bubble(self, step: int) -> Bubble:
        """What the coach should say at this step, at the table as it is."""
        coach = Coach(self.lesson)
        coach.seen = step
        said = coach.bubble(self.state())
        assert said is not None
        return said

    def at_step(self, step: int) -> Bubble:
        """Wait until that step is said, counted from 0."""
        count = f"{step + 1} of {len(self.lesson.steps)}"
        self.person.wait(f"{SPEAKS} && document.querySelector('.coach-count').textContent === {count!r}")
        said = self.bubble(step)
        self.hears(said.words)
        return said

    def go_on(self) -> None:
        """Press Next."""
        self.press(".coach .primary")

    def press(self, selector: str, **how: Any) -> None:
        """Tap or click something."""
        self.page.tap(selector, **how) if self.touches else self.page.click(selector, **how)

    def do(self, step: int) -> str:
        """Do what a step wants, by pointing; the decision."""
        state, seat = self.state(), self.lesson.seat
        accepts = self.lesson.steps[step].accepts
        for choice in state.game.choices(state, seat):
            if isinstance(choice, Choice) and any(pattern.fits(choice.notation) for pattern in accepts):
                goes_on = self.point_at(choice)
                self.name_price(goes_on)
                return choice.notation
        laid = [one for one in state.game.choices(state, seat) if isinstance(one, Placements)]
        placing = next(one for one in laid if any(pattern.fits(one.notation) for pattern in accepts))
        self.point_at(placing)
        self.press(".choices button.touch" if self.touches else ".choices button:has-text('Place it here')")
        return placing.notation

    def point_at(self, choice: Choice | Placements) -> str:
        """Point at one target after the other; what is the only one left is picked by itself. How to know that the
        lesson goes on."""
        said = self.page.inner_text(".coach-count")
        goes_on = f"!({SPEAKS}) || document.querySelector('.coach-count').textContent !== {said!r}"
        for target in choice.path:
            label = target.removeprefix("button:")
            if label != target:
                self.press_button(label, goes_on)
                continue
            ring = f"[data-target='{target}']"
            otherwise = goes_on if target == choice.path[-1] else OFFERED
            self.person.wait(f"document.querySelector({ring!r}) || {otherwise}")
            if self.page.locator(ring).count():
                self.press(ring)
        return goes_on

    def name_price(self, goes_on: str) -> None:
        """Where what one asks for has a price, it is named before anything is sent: take what is proposed."""
        self.person.wait(f"{STEPPER} || {goes_on}")
        if self.page.evaluate(f"Boolean({STEPPER})"):
            self.press(".stepper .primary")
            self.person.wait(goes_on)

    def press_button(self, label: str, goes_on: str) -> None:
        """Press what is called so; a tile is turned until it lies so."""
        button = f".choices button:has-text({label!r}), .palette button[aria-label={label!r}]"
        self.person.wait(f"{goes_on} || {TURNED} || {offers(label)}")
        if self.page.evaluate(f"Boolean({TURNED})"):
            while f"lies {label}, way" not in self.page.evaluate(f"{TURNED}.getAttribute('aria-label')"):
                self.press(".choices button:has-text('Rotate')")
            self.press(".choices button:has-text('Place it here')")
        else:
            self.reach_for(button)

    def reach_for(self, selector: str) -> None:
        """Press something as long as it is there: what is the only thing left is picked by itself meanwhile."""
        while self.page.locator(selector).count():
            try:
                self.press(selector, timeout=1000 * REACH)
            except Exception as error:  # playwright is imported only where there is a browser
                if "Timeout" not in str(error):
                    raise
            else:
                break
