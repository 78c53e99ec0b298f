"""The coach: takes somebody through a lesson. It knows where one is, what to say there, and what to say to a decision.

Who plays (a table on the server, the terminal, a test) tells the coach what was decided and read, and asks. Where one
is in a lesson by steps follows from how many decisions were made and which words were read: a decision that is taken
back takes one back in the lesson, too.
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
    """What the coach says now."""

    number: int
    """Of the step, or of what was said so far in a game: to be named when it was read."""
    words: str
    lit: tuple[str, ...]
    """The pieces that it speaks of; the first one is where the bubble belongs."""
    waits: bool
    """Whether it waits for a decision: else one reads it and goes on."""
    last: bool
    """Whether these are the last words of the lesson."""


@dataclass(frozen=True)
class Answer:
    """What the coach says to a decision: accepted, another one than is meant, or wrong (not legal)."""

    kind: Literal["accepted", "other", "wrong"]
    words: str = ""
    reason: str = ""
    """Why it is not legal."""
    rule: str = ""


class Coach:
    """Somebody's way through a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.seen = 0
        """So many of the steps, or of what was said in a game, were read."""
        self._said: list[Bubble] = []
        """In a game, what was said at its moments."""
        self._waiting = list(lesson.moments)
        """The moments that have not come yet."""

    # What is said.

    def bubble(self, state: State) -> Bubble | None:
        """What the coach says at this table; nothing while others decide, or when all is said."""
        if self.lesson.is_game:
            return self._next_said(state)
        step = self.step(state.ply)
        if step is None:
            return None
        number = self.lesson.steps.index(step)
        last = number == len(self.lesson.steps) - 1
        return Bubble(number, self._fill(state, step, step.says), step.lit, bool(step.accepts), last)

    def step(self, n: int) -> Step | None:
        """The step after so many decisions: the first that was not read, or the one that wants a decision."""
        here = [number for number, step in enumerate(self.lesson.steps) if step.n == n]
        for number in here:
            if number >= self.seen or number == here[-1]:
                step = self.lesson.steps[number]
                return None if number < self.seen and step.then and not step.accepts else step
        return None

    def _next_said(self, state: State) -> Bubble | None:
        """In a game: first what its steps say, then what was said at moments and not read yet."""
        steps = self.lesson.steps
        if self.seen < len(steps) and not state.is_over:
            step = steps[self.seen]
            return Bubble(self.seen, self._fill(state, step, step.says), step.lit, False, False)
        if state.is_over and self._said:
            return self._said[-1]  # the last word comes at once, whatever was not read
        at = self.seen - len(steps)
        return self._said[at] if at < len(self._said) else None

    def read(self, number: int) -> None:
        """These words were read."""
        self.seen = max(self.seen, number + 1)

    def _fill(self, state: State, step: Step, words: str) -> str:
        return Facts(state, self.lesson.seat).fill(words, step.entry, "says")

    # What is decided.

    def script(self, n: int) -> Move | None:
        """What the lesson itself decides after so many decisions; None: nothing, or something is to be read first."""
        return None if self.lesson.is_game or self.step(n) is not None else self.lesson.script.get(n)

    def answer(self, state: State, decision: str) -> Answer:
        """What the coach says to a decision of the learner; only what is accepted is to be played."""
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
            return Answer("other", "Not now: first read on, or wait for the others.")
        if any(pattern.fits(notation) for pattern in step.accepts):
            return Answer("accepted")
        words = next((words for pattern, words in step.other if pattern.fits(notation)), "This time do as I said.")
        return Answer("other", self._fill(state, step, words))

    def why(self, state: State) -> str:
        """What the coach adds to the reason why something cannot be done now."""
        step = self._wanting(state.ply)
        return self._fill(state, step, step.wrong) if step is not None and step.wrong else ""

    def _wanting(self, n: int) -> Step | None:
        """The step that wants a decision now, whether what is said before it was read or not."""
        return next((step for step in self.lesson.steps if step.n == n and step.accepts), None)

    def is_done(self, state: State) -> bool:
        """Whether the last decision of the lesson was made."""
        return state.is_over if self.lesson.is_game else state.ply >= self.lesson.ends

    # What happens.

    def hear(self, state: State, seat: int, events: Iterable[Event]) -> None:
        """A decision was played at a seat; this happened, and so the table is now. What was played before the lesson is
        not its business."""
        if not self.lesson.is_game or state.ply <= self.lesson.begins:
            return
        if seat == self.lesson.seat and self.seen < len(self.lesson.steps) + len(self._said):
            self.seen += 1  # whoever decides has seen what was said
        self._pass_over(state)
        for event in events:
            for moment in [moment for moment in self._waiting if _has_come(moment, state, self.lesson.seat, event)]:
                self._waiting.remove(moment)
                self._said.append(self._speak(moment, state, event))

    def _pass_over(self, state: State) -> None:
        """Of what happened at once the second is said after the next decision: not if what it is about has gone."""
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
    """Whether this is the event that the coach waits for, and all is as it must be. `me` is the learner's seat."""
    if type(event).__name__ != moment.on:
        return False
    facts = Facts(state, seat, event)
    for path, wanted in moment.when:
        try:
            found = facts.find(facts.fill(path, moment.entry, "when"), moment.entry, "when")
            pattern = Pattern(facts.fill(wanted, moment.entry, "when"))
        except BadContent:  # there is no such thing just now: no third tile on a truck of two
            return False
        if not pattern.fits(str(found)) and not (wanted == "me" and found == seat):
            return False
    return True


def _about(state: State, seat: int, event: Event) -> list[str]:
    """The pieces that an event is about, as far as they are on the table; `animal-E5-15-*` are all that begin so."""
    named = [Pattern(id.rpartition(">")[2]) for id in state.game.about_event(event) or ()]
    there = state.game.scene(state, seat).pieces if named else {}
    return [id for pattern in named for id in there if pattern.fits(id)]
