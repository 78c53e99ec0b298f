"""Plays lessons to their ends and says what is wrong with them, by file and entry: for writers, and for tests."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from random import Random
from typing import Final

from menagerie.core import event, rules_page
from menagerie.core.content import Entry
from menagerie.core.display.coach import Coach
from menagerie.core.display.facts import Facts
from menagerie.core.display.lessons import Lesson, Moment, Step
from menagerie.core.errors import MenagerieError
from menagerie.core.event import Event
from menagerie.core.seats import LETTERS, listed
from menagerie.core.state import State

MOST_WORDS: Final = 30
"""In one bubble."""
GAMES: Final = 3
"""So many games are played by chance to see the moments of a lesson that is a game."""
MOST_TRIED: Final = 300
"""Of the legal decisions at a step so many are shown to the coach."""

_IN_BRACES: Final = re.compile(r"\{[^{}]*\}")
_NUMBER: Final = re.compile(r"(?:(\w+) )?(\w*\d\w*)")
_FORBIDS: Final = re.compile(r"\b(illegal|not allowed|against the rules|forbidden)\b", re.IGNORECASE)
_ALLOWS: Final = re.compile(r"\b(you (may|could|can)|is allowed|fine as well)\b", re.IGNORECASE)


def problems(lesson: Lesson) -> list[str]:
    """What is wrong with a lesson; nothing if it can be played to its end as it is written."""
    try:
        return [*(_of_game(lesson) if lesson.is_game else _of_steps(lesson)), *_of_more(lesson)]
    except MenagerieError as error:
        return [str(error)]


def _of_more(lesson: Lesson) -> Iterator[str]:
    """Every rule that is named for what the lessons leave out is on the page of rules."""
    known = rules_page.numbers(rules_page.read(lesson.game)) if lesson.more else []
    for one in lesson.more:
        if one.rule not in known:
            yield f"lessons/{lesson.id}.toml: there is no rule {one.rule!r} about {one.words!r}."


# A lesson by steps.


def _of_steps(lesson: Lesson) -> Iterator[str]:
    """Play it by the first accepted decision of every step, and from every step on by the others that are accepted."""
    coach, state = Coach(lesson), lesson.begin()
    while not coach.is_done(state):
        bubble, step = coach.bubble(state), coach.step(state.ply)
        if bubble is None or step is None:
            problem = _play_script(coach, state)
            if problem:
                yield problem
                return
            continue
        yield from _of_bubble(lesson, state, step, bubble.words)
        if not step.accepts:
            coach.read(bubble.number)
            continue
        accepted = _accepted(lesson, state, step)
        yield from _of_answers(coach, state, step, accepted)
        if not accepted:
            return
        for other in accepted[1:]:
            yield from _goes_on_with(lesson, coach, state, step, other)
        state.play(accepted[0], lesson.seat)
    for step in [step for step in lesson.steps if step.n == state.ply]:
        yield from _of_bubble(lesson, state, step, Facts(state, lesson.seat).fill(step.says, step.entry, "says"))


def _play_script(coach: Coach, state: State) -> str:
    """Play what the lesson itself decides; what is wrong with it."""
    seat, decision = coach.lesson.script[state.ply]
    try:
        state.play(decision, seat)
    except MenagerieError as error:
        where = f"lessons/{coach.lesson.id}.toml: '{LETTERS[seat]} {decision}'"
        return f"{where}, decision {state.ply + 1} of the game, cannot be played: {error}"
    return ""


def _accepted(lesson: Lesson, state: State, step: Step) -> list[str]:
    """The legal decisions that a step accepts, in the order of what it accepts."""
    legal = [str(action) for action in state.legal(lesson.seat)]
    found = [notation for pattern in step.accepts for notation in legal if pattern.fits(notation)]
    return list(dict.fromkeys(found))


def _of_answers(coach: Coach, state: State, step: Step, accepted: list[str]) -> Iterator[str]:
    """Everything that is accepted is legal; what is said to the rest is true."""
    legal = [str(action) for action in state.legal(coach.lesson.seat)]
    for pattern in step.accepts:
        if not any(pattern.fits(notation) for notation in legal):
            now = ", ".join(legal[:12]) or f"nothing: {listed(state.to_act, LETTERS)} decides then"
            yield f"{step.entry.where}: {pattern.text!r} is accepted, but not legal; legal is {now}."
    for notation in legal[:MOST_TRIED]:
        answer = coach.answer(state, notation)
        if (answer.kind == "accepted") != (notation in accepted):
            yield f"{step.entry.where}: {notation!r} is answered as {answer.kind}."
        if answer.kind == "other":
            yield from _of_words(step.entry, "other", answer.words)
            if _FORBIDS.search(answer.words):
                yield f"{step.entry.where}: {notation!r} is legal, but the coach calls it wrong: {answer.words}"
    if step.wrong:
        yield from _of_words(step.entry, "wrong", Facts(state, coach.lesson.seat).fill(step.wrong, step.entry, "wrong"))
        if _ALLOWS.search(step.wrong):
            yield f"{step.entry.where}: what is said to a wrong decision must not allow it: {step.wrong}"


def _goes_on_with(lesson: Lesson, before: Coach, state: State, step: Step, decision: str) -> Iterator[str]:
    """Whether the lesson can be played to its end if this is decided instead of the first that is accepted."""
    coach, twin = Coach(lesson), state.copy()
    coach.seen = before.seen
    twin.play(decision, lesson.seat)
    while not coach.is_done(twin):
        now = coach.step(twin.ply)
        coach.bubble(twin)  # its facts are there
        for found in _of_lit(lesson, twin, now) if now else ():
            yield f"{step.entry.where}: after {decision!r}: {found}"
        if now is None:
            problem = _play_script(coach, twin)
        elif not now.accepts:
            coach.read(lesson.steps.index(now))
            continue
        else:
            accepted, problem = _accepted(lesson, twin, now), ""
            if accepted:
                twin.play(accepted[0], lesson.seat)
            else:
                problem = f"{now.entry.where}: nothing that is accepted is legal."
        if problem:
            yield f"{step.entry.where}: after {decision!r}: {problem}"
            return


# A lesson that is a game.


def _of_game(lesson: Lesson) -> Iterator[str]:
    state = lesson.begin()
    for step in lesson.steps:
        yield from _of_bubble(lesson, state, step, Facts(state, lesson.seat).fill(step.says, step.entry, "says"))
    if lesson.seat not in range(state.players):
        yield f"lessons/{lesson.id}.toml: the learner's seat has no player."
    known = _events(lesson)
    for moment in lesson.moments:
        if moment.on not in known:
            yield f"{moment.entry.where}: there is no event {moment.on!r}; there are {', '.join(sorted(known))}."
        yield from _of_words(moment.entry, "says", moment.says)
        yield from _of_conditions(moment)
    for seed in range(GAMES):
        yield from _of_moments_in_a_game(lesson, seed)


def _of_moments_in_a_game(lesson: Lesson, seed: int) -> Iterator[str]:
    """Play on by chance, and look at what the coach says at the moments that come."""
    coach, state, chance = Coach(lesson), lesson.begin(), Random(seed)
    coach.seen = len(lesson.steps)
    while not state.is_over:
        seat = state.to_act[0]
        events: list[Event] = []
        state.play(chance.choice(state.legal(seat)), seat, events)
        coach.hear(state, seat, events)
        while (bubble := coach.bubble(state)) is not None and bubble.number >= coach.seen:
            where = f"lessons/{lesson.id}.toml, {bubble.words!r}"
            for id in bubble.lit:
                if id not in lesson.game.scene(state, lesson.seat).pieces:
                    yield f"{where}: there is no piece {id!r} to be lit."
            coach.read(bubble.number)


def _events(lesson: Lesson) -> set[str]:
    """The names of the title's events, and of those that all titles share."""
    package = type(lesson.game).__module__.rpartition(".")[0]
    found = {**vars(event), **vars(importlib.import_module(f"{package}.events"))}
    named = {name for name, one in found.items() if isinstance(one, type) and issubclass(one, Event)}
    return named - {"Event", "SeatEvent"}


def _of_conditions(moment: Moment) -> Iterator[str]:
    for path, _ in moment.when:
        if not path.startswith(("event.", "view.", "content.")):
            yield f"{moment.entry.where}: when = {path!r} must begin with event., view. or content."


# What is said.


def _of_bubble(lesson: Lesson, state: State, step: Step, words: str) -> Iterator[str]:
    yield from _of_words(step.entry, "says", words)
    yield from _of_lit(lesson, state, step)
    scene = lesson.game.scene(state, lesson.seat)
    known = {piece.label for piece in scene.pieces.values()} | {str(action) for action in state.legal(lesson.seat)}
    texts = [step.says, *[text for _, text in step.other], step.wrong]
    for name in [name for text in texts for name in _unchecked(text, known)]:
        yield f"{step.entry.where}: nothing checks the number in {name!r}; look it up in braces, or use a piece's name."


def _of_lit(lesson: Lesson, state: State, step: Step) -> Iterator[str]:
    pieces = lesson.game.scene(state, lesson.seat).pieces if step.lit else {}
    for id in step.lit:
        if id not in pieces:
            like = [known for known in pieces if known.split("-")[0] == id.split("-")[0]]
            yield f"{step.entry.where}: there is no piece {id!r} to be lit; there is {', '.join(like) or 'none alike'}."


def _of_words(entry: Entry, key: str, words: str) -> Iterator[str]:
    count = len(words.split())
    if count > MOST_WORDS:
        yield f"{entry.where}: {key} has {count} words; {MOST_WORDS} are the most."


def _unchecked(text: str, known: set[str]) -> list[str]:
    """The numbers in a text that are neither looked up nor a part of the name of a piece or of a decision."""
    everything = " | ".join(known).lower()
    found = []
    for word, number in _NUMBER.findall(_IN_BRACES.sub("", text)):
        name = f"{word} {number}".strip()
        is_code = not number.isdigit() and number.lower() in everything
        if not is_code and not (word and re.search(rf"\b{re.escape(name.lower())}\b", everything)):
            found.append(name)
    return found
