"""The coach takes a learner through a lesson. It knows the learner's place, what to say there, and how to answer a
decision.

Its caller (a table on the server, the terminal, a test) reports what was decided and read, and asks. The place in a
lesson with steps follows from the number of decisions and the words read, so undoing a decision also goes back in the
lesson.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from menagerie.core.display.facts import Facts
from menagerie.core.display.lessons import Lesson, Moment, Move, Pattern, Step
from menagerie.core.errors import BadContent, IllegalAction
from menagerie.core.event import Event
from menagerie.core.state import State


@dataclass(frozen=True)
class Bubble:
    """The coach's words now."""

    number: int
    """The number of the step, or of what was said so far in a game, which the caller names when it was read."""
    words: str
    lit: tuple[str, ...]
    """The pieces it's about; the bubble belongs to the first one."""
    waits: bool
    """Whether it waits for a decision; otherwise the learner reads on."""
    last: bool
    """Whether these are the lesson's last words."""


@dataclass(frozen=True)
class Answer:
    """The coach's answer to a decision: accepted, not the one meant, or wrong (not legal)."""

    kind: Literal["accepted", "other", "wrong"]
    words: str = ""
    reason: str = ""
    """Why it is not legal."""
    rule: str = ""


class Coach:
    """A learner's progress through a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.seen = 0
        """How many of the steps, or of the coach's words in a game, were read."""
        self._said: list[Bubble] = []
        """What was said at a game's moments."""
        self._waiting = list(lesson.moments)
        """The moments that have not come yet."""

    # Speaking.

    def bubble(self, state: State) -> Bubble | None:
        """Return the coach's words at this table; None while others decide, or when all is said."""
        if self.lesson.is_game:
            return self._next_said(state)
        step = self.step(state.ply)
        if step is None:
            return None
        number = self.lesson.steps.index(step)
        last = number == len(self.lesson.steps) - 1
        return Bubble(number, self._fill(state, step, step.says), step.lit, bool(step.accepts), last)

    def step(self, n: int) -> Step | None:
        """Return the step after this number of decisions: the first unread one, or the one that wants a decision."""
        here = [number for number, step in enumerate(self.lesson.steps) if step.n == n]
        for number in here:
            if number >= self.seen or number == here[-1]:
                step = self.lesson.steps[number]
                return None if number < self.seen and step.then and not step.accepts else step
        return None

    def _next_said(self, state: State) -> Bubble | None:
        """Return a game's next words: first those of its steps, then unread words of moments."""
        steps = self.lesson.steps
        if self.seen < len(steps) and not state.is_over:
            step = steps[self.seen]
            return Bubble(self.seen, self._fill(state, step, step.says), step.lit, False, False)
        if state.is_over and self._said:
            return self._said[-1]  # the last word comes at once, even if others are unread
        at = self.seen - len(steps)
        return self._said[at] if at < len(self._said) else None

    def read(self, number: int) -> None:
        """Mark these words as read."""
        self.seen = max(self.seen, number + 1)

    def _fill(self, state: State, step: Step, words: str) -> str:
        return Facts(state, self.lesson.seat).fill(words, step.entry, "says")

    # Deciding.

    def script(self, n: int) -> Move | None:
        """Return the lesson's own decision after this number of decisions, or None if there is none yet."""
        return None if self.lesson.is_game or self.step(n) is not None else self.lesson.script.get(n)

    def answer(self, state: State, decision: str) -> Answer:
        """Return the coach's answer to the learner's decision. Only accepted decisions are played."""
        step = self._wanting(state.ply)
        after = state.copy()
        try:
            after.play(decision, self.lesson.seat)
        except IllegalAction as error:
            words = self._fill(state, step, step.wrong) if step is not None and step.wrong else ""
            return Answer("wrong", words, error.reason, error.rule)
        if self.lesson.is_game:
            return Answer("accepted")
        assert after.past is not None
        notation = str(after.past.action)
        if step is None:
            return Answer("other", "Not now. First read on, or wait for the others.")
        if any(pattern.fits(notation) for pattern in step.accepts):
            return Answer("accepted")
        words = next(
            (words for pattern, words in step.other if pattern.fits(notation)), "Please do as I said this time."
        )
        return Answer("other", self._fill(state, step, words))

    def why(self, state: State) -> str:
        """Return what the coach adds to the reason for a refusal."""
        step = self._wanting(state.ply)
        return self._fill(state, step, step.wrong) if step is not None and step.wrong else ""

    def _wanting(self, n: int) -> Step | None:
        """Return the step that wants a decision now, even if words before it are unread."""
        return next((step for step in self.lesson.steps if step.n == n and step.accepts), None)

    def is_done(self, state: State) -> bool:
        """Return whether the lesson's last decision was made."""
        return state.is_over if self.lesson.is_game else state.ply >= self.lesson.ends

    # Events.

    def hear(self, state: State, seat: int, events: Iterable[Event]) -> None:
        """Take note of a decision at a seat, its events, and the state after it. Decisions before the lesson don't
        count."""
        if not self.lesson.is_game or state.ply <= self.lesson.begins:
            return
        if seat == self.lesson.seat and self.seen < len(self.lesson.steps) + len(self._said):
            self.seen += 1  # a player who decides has seen the words before
        self._pass_over(state)
        for event in events:
            for moment in [moment for moment in self._waiting if _has_come(moment, state, self.lesson.seat, event)]:
                self._waiting.remove(moment)
                self._said.append(self._speak(moment, state, event))

    def _pass_over(self, state: State) -> None:
        """Drop a second comment on the same decision, which would come after the next one, if its pieces are gone."""
        while 0 <= (at := self.seen - len(self.lesson.steps)) < len(self._said):
            lit, there = self._said[at].lit, state.game.scene(state, self.lesson.seat).pieces
            if not lit or any(id in there for id in lit):
                return
            self.seen += 1

    def _speak(self, moment: Moment, state: State, event: Event) -> Bubble:
        facts = Facts(state, self.lesson.seat, event)
        lit = [facts.fill(id, moment.entry, "lit") for id in moment.lit] or _about(state, self.lesson.seat, event)
        words = facts.fill(moment.says, moment.entry, "says")
        last = moment is self.lesson.moments[-1]
        return Bubble(len(self.lesson.steps) + len(self._said), words, tuple(lit), False, last)


def _has_come(moment: Moment, state: State, seat: int, event: Event) -> bool:
    """Return whether this is the event that the coach waits for, with its conditions met. `me` is the learner's
    seat."""
    if type(event).__name__ != moment.on:
        return False
    facts = Facts(state, seat, event)
    for path, wanted in moment.when:
        try:
            found = facts.find(facts.fill(path, moment.entry, "when"), moment.entry, "when")
            pattern = Pattern(facts.fill(wanted, moment.entry, "when"))
        except BadContent:  # the fact doesn't exist now, such as a third tile on a truck of two
            return False
        if not pattern.fits(str(found)) and not (wanted == "me" and found == seat):
            return False
    return True


def _about(state: State, seat: int, event: Event) -> list[str]:
    """Return the pieces on the table that an event is about; `animal-E5-15-*` means all whose ids begin so."""
    named = [Pattern(id.rpartition(">")[2]) for id in state.game.about_event(event) or ()]
    there = state.game.scene(state, seat).pieces if named else {}
    return [id for pattern in named for id in there if pattern.fits(id)]
