"""Properties of what people read and see: events, prompts, refusals, results, texts and pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

from menagerie.core.display.scene import forget
from menagerie.core.event import Event
from menagerie.core.playout import play_randomly
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.legality import meant
from menagerie.testing.looking import NAMES, everything, has_pictures
from menagerie.testing.walks import Way

BARE_LETTER = re.compile(r"\b[B-F]\b|\bA\b(?! [A-Za-z])")
"""A seat's letter where a name belongs: `B`, `A:`, `A 12`, but not `A penguin` and not `E4-01`."""


def check_sentence(sentence: str) -> None:
    """One line, finished, and with names for the players."""
    assert sentence.isprintable(), f"not one line: {sentence!r}"
    assert sentence.endswith((".", "?", "!")), f"not a sentence: {sentence}"
    assert not BARE_LETTER.search(sentence), f"a letter for a name: {sentence}"


def every_decision_is_told(case: Case, way: Way) -> None:
    """Something is said about every decision, in sentences with the players' names."""
    log: list[Event] = []
    for number, state in enumerate(way.positions(log)):
        assert log or not number, f"no event tells of {state.history[-1][1]}"
        for event in log:
            check_sentence(event.tell(NAMES))
        log.clear()


def every_moment_can_be_shown(case: Case, way: Way) -> None:
    """A listener hears the same, changes nothing, and can show the table as it is at every event: by then the event
    has happened, no piece is in the air, and after the last event nothing more changes the points.
    """
    first = case.census(way.start)
    heard: list[tuple[State, Event]] = []
    log: list[Event] = []
    told = way.positions(log)
    shown = way.positions(lambda state, event: heard.append((state.copy(), event)))
    for number, (plain, state) in enumerate(zip(told, shown, strict=True)):
        assert [str(event) for _, event in heard] == [str(event) for event in log], "a listener hears something else"
        assert everything(plain) == everything(state), "listening changed the game"
        for moment, event in heard:
            assert case.census(moment) == first, f"pieces came or went at this event: {event}"
            check_moment(case, moment, number % 3 == 0)
        if heard:
            assert heard[-1][0].scores == state.scores, f"points change after the last event: {heard[-1][1]}"
        heard.clear()
        log.clear()


def check_moment(case: Case, moment: State, in_pictures: bool) -> None:
    """A moment in the middle of a decision can be seen, counted and drawn."""
    for seat in (0, None):
        moment.view(seat)
        if in_pictures and has_pictures(case.game):
            case.game.scene(moment, seat)
    assert isinstance(moment.chapter(), str)
    for seat in range(moment.players):
        assert sum(moment.breakdown(seat).values()) == moment.score(seat)


def prompts_and_refusals_have_names(case: Case, way: Way) -> None:
    """A state that knows the players' names uses them."""
    named = way.start.copy()
    named.names = NAMES
    for number, state in enumerate(replace(way, start=named).positions()):
        if number % 4:
            continue
        said = case.vocabulary.some(Random(way.seed + number), 12)
        decisions = [action for action in [meant(state, one) for one in said] if action is not None]
        for seat in range(state.players):
            if seat in state.to_act:
                check_sentence(state.prompt(seat))
            for action in decisions:
                reason = state.refusal(action, seat)
                if reason:
                    check_sentence(reason)


def results_tell_names_and_tie_breaks(case: Case, way: Way) -> None:
    """A result is a sentence with names; and wherever a tie-break parts two seats, it is said which."""
    state = way.end()
    check_tie_breaks(state)
    play_randomly(state, Random(way.seed))
    check_tie_breaks(state)
    check_sentence(state.result(NAMES))
    assert state.told_tie_break() in state.result(NAMES), f"the tie-break is not told: {state.result(NAMES)}"


def check_tie_breaks(state: State) -> None:
    """Every pair of seats with equal points, as if the game ended now."""
    for first in range(state.players):
        for second in range(state.players):
            mine, theirs = state.standing(first), state.standing(second)
            if mine[0] == theirs[0] and mine > theirs:
                index = next(index for index in range(len(mine)) if mine[index] != theirs[index])
                words = state.tie_break(index, first, second)
                assert words, "a tie-break without words"
                assert not BARE_LETTER.search(words), f"a letter for a name: {words}"


def the_table_can_be_read_as_text(case: Case, way: Way) -> None:
    """There is a text for a terminal."""
    for state in way.positions():
        assert str(state).strip()


def every_picture_is_a_whole_document(case: Case, way: Way) -> None:
    """What a picture uses is in it."""
    for number, state in enumerate(way.positions()):
        if number % 9:
            continue
        for seat in (0, None):
            scene = case.game.scene(state, seat)
            document = ElementTree.fromstring(scene.svg())  # noqa: S314 - our own picture
            drawn = {element.get("id") for element in document.iter() if element.get("id")}
            used = {element.get("href", "").removeprefix("#") for element in document.iter() if element.get("href")}
            assert used <= drawn, f"used, but not there: {used - drawn}"
            assert all(part.seat is None or part.seat < state.players for part in scene.parts.values())
            assert {piece.part for piece in scene.pieces.values()} <= set(scene.parts)


def a_part_is_drawn_again_when_it_changes(case: Case, way: Way) -> None:
    """What is remembered of earlier moments and other seats is what would be drawn now."""
    forget()
    looks = (0, way.start.players - 1, None)
    state, shown = way.start, [case.game.scene(way.start, seat).pieces for seat in looks]
    for state in way.positions():
        shown = [case.game.scene(state, seat).pieces for seat in looks]
    for seat, pieces in zip(looks, shown, strict=True):
        forget()
        drawn = case.game.scene(state, seat).pieces
        assert list(drawn.items()) == list(pieces.items()), f"seat {seat} is shown something old"


def what_lies_over_the_table_is_whole_and_honest(case: Case, way: Way) -> None:
    """Overlays have sentences, lie on parts of the scene and use its drawings; and they are the same in every world
    that the seat imagines."""
    for number, state in enumerate(way.positions()):
        if number % 23:
            continue
        for seat in (0, None):
            overlays, scene = case.game.overlays(state, seat), case.game.scene(state, seat)
            assert tuple(overlay.name for overlay in overlays) == tuple(case.game.overlay_names)
            for overlay in overlays:
                assert overlay.words, f"{overlay.name} says nothing"
                for sentence in overlay.words:
                    check_sentence(sentence)
                assert {piece.part for piece in overlay.pieces.values()} <= set(scene.parts)
                assert set(overlay.about.values()) <= set(scene.pieces), "about pieces that are not there"
                used = {
                    name for piece in overlay.pieces.values() for name in re.findall(r'href="#([^"]*)"', piece.body)
                }
                assert used <= set(scene.defs), f"used, but not there: {used - set(scene.defs)}"
            world = state.imagine(seat, number)
            other = [overlay.wire() for overlay in case.game.overlays(world, seat)]
            assert other == [overlay.wire() for overlay in overlays], "an overlay tells what is hidden"
