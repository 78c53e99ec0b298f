"""Properties of what is legal: listed or accepted, playable, written exactly; all else is refused with a reason."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from random import Random

from menagerie.core.action import Action
from menagerie.core.errors import IllegalAction
from menagerie.core.event import Event
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.looking import everything
from menagerie.testing.walks import Way

TRIED = 400 if os.environ.get("MENAGERIE_LONG") else 60
"""So many things are said in a position."""
RARELY = 16_000
"""So many in one that was set up by hand."""
LOOKED_AT = 3
"""So many of those that are legal are looked at from all sides after they were played."""


def legal_means_playable(case: Case, way: Way) -> None:
    """What is listed can be played; lists have no duplicates and a stable order; who is to act has a choice."""
    for number, state in enumerate(way.positions()):
        legal = {seat: state.legal(seat) for seat in range(state.players)}
        for seat, actions in legal.items():
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts), f"a decision is listed twice: {texts}"
            assert texts == [str(action) for action in state.copy().legal(seat)], "the order is not stable"
            assert bool(texts) == (seat in state.to_act), "only the seats to act have decisions"
        if number % 3 == 0:
            for seat in state.to_act:
                for action in Random(number).sample(legal[seat], min(8, len(legal[seat]))):
                    state.copy().play(action, seat)
                    assert state.refusal(action, seat) == ""


def whatever_is_said_is_played_or_refused(case: Case, way: Way) -> None:
    """Whatever a player or a program says, it is legal and keeps all pieces and its record, or it is refused with a
    reason, and nothing else ever happens."""
    for number, state in enumerate(way.positions()):
        if number % 5 == 0:
            count = RARELY if way.by_hand and not number else TRIED
            try_decisions(case, state, case.vocabulary.some(Random(way.seed + number), count), not way.by_hand)


def every_ready_made_decision_is_answered(part: int = 0, parts: int = 1) -> Callable[[Case, Way], None]:
    """The property that the whole catalogue is answered where a way begins; or one in so many of its decisions."""

    def ready_made_decisions_are_answered(case: Case, way: Way) -> None:
        try_decisions(case, way.start.copy(), case.vocabulary.decisions[part::parts], not way.by_hand)

    return ready_made_decisions_are_answered


def an_interrupted_decision_leaves_no_trace(case: Case, way: Way) -> None:
    """Where a listener raises something in the middle of a decision, the state is as before: a real one, and one that
    a seat imagines."""
    end = way.end()
    for seat in end.to_act:
        for state in (end, end.imagine(seat, way.seed)):
            before = everything(state)
            action = Random(way.seed).choice(state.legal(seat))
            log: list[Event] = []
            state.copy().play(action, seat, log)
            interrupt = _InterruptAt(Random(way.seed).randint(1, max(1, len(log))))
            with contextlib.suppress(_Interruption):
                state.play(action, seat, interrupt)
                assert not log, "the error of a listener was swallowed"
                continue
            assert everything(state) == before, f"{action} was interrupted and left a trace"


class _Interruption(Exception):
    pass


class _InterruptAt:
    """A listener that raises at an event."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, state: State, event: Event) -> None:
        self.left -= 1
        if not self.left:
            raise _Interruption


def try_decisions(case: Case, state: State, said: Sequence[Action | str], has_record: bool) -> None:
    """Say all these for every seat, on copies where they are legal; the state must be the same afterwards."""
    before = everything(state)
    acting = state.to_act
    for seat in acting:
        listed = {str(action) for action in state.legal(seat)}
        legal: dict[str, Action] = {}
        for number, words in enumerate(said):
            action = meant(state, words)
            is_legal = action is not None and (str(action) in listed or accepts(state, seat, action))
            reason = refusal(state, seat, words, try_it=not is_legal and number % 3 == 0)
            assert is_legal or reason, f"{words} is neither listed nor accepted, but was not refused"
            assert not is_legal or not reason, f"{words} is legal, but was refused: {reason}"
            if is_legal and action is not None:
                legal[str(action)] = action
        _check_played(case, state, seat, sorted(legal.values(), key=lambda action: str(action) in listed), has_record)
    idle = [seat for seat in range(state.players) if seat not in acting]
    for seat, words in zip(idle, said, strict=False):
        assert refusal(state, seat, words, try_it=True), f"{words} was accepted from who is not to act"
    assert everything(state) == before, "a refused decision left a trace"


def _check_played(case: Case, state: State, seat: int, legal: list[Action], has_record: bool) -> None:
    """Play these, on a copy each: pieces are conserved, and what is written leads to the same state."""
    pieces = case.census(state)
    for number, action in enumerate(legal):
        after = state.copy()
        after.play(action, seat)
        assert case.census(after) == pieces, f"{action}: pieces came or went"
        if number < LOOKED_AT:
            again = state.copy()
            again.play(str(after.history[state.ply][1]), seat)
            assert everything(again) == everything(after), f"{action} is another decision as it is written"
        if number == 0 and has_record:
            assert everything(State.from_bytes(bytes(after), case.game)) == everything(after), f"{action} is not kept"


def meant(state: State, said: Action | str) -> Action | None:
    """The decision that is meant; None: none."""
    try:
        return state.game.genuine(said) if isinstance(said, Action) else state.game.parse(said)
    except IllegalAction:
        return None


def accepts(state: State, seat: int, action: Action) -> bool:
    """Whether the phase says that it takes this decision though it does not list it."""
    phase = state.phase(seat)
    if phase is None:
        return False
    return phase.accepts(state, seat, action)


def refusal(state: State, seat: int, said: Action | str, try_it: bool) -> str:
    """Why a decision is refused; empty if it is not. To ask and to play must have the same answer."""
    reason = state.refusal(said, seat)
    if try_it:
        try:
            state.copy().play(said, seat)
            played = ""
        except IllegalAction as error:
            played = error.reason
        assert played == reason, f"{said}: asked, the answer is {reason!r}; played, {played!r}"
    assert not reason or reason.endswith((".", "?", "!")), f"not a sentence: {reason}"
    return reason


def notation_is_exact_both_ways(case: Case, way: Way) -> None:
    """A decision is read as it is written, and as it is shown."""
    for state in way.positions():
        for seat in state.to_act:
            for action in state.legal(seat)[:60]:
                text = str(action)
                assert text.isprintable(), f"not one line: {text!r}"
                assert text == text.strip()
                assert " @ " not in text, "' @ ' stands before the time in a record"
                parsed = case.game.parse(text)
                assert parsed == action
                assert str(parsed) == text
                assert case.game.parse(repr(action)) == action, f"{action!r} cannot be read"


def nothing_is_asked_that_is_not_a_choice(case: Case, way: Way) -> None:
    """A single decision is only asked for where it reveals something."""
    for state in way.positions():
        for seat in state.to_act:
            phase = state.phase(seat)
            assert phase is not None
            assert state.prompt(seat)
            if len(state.legal(seat)) == 1:
                assert phase.reveals(state), f"{phase} asks for the only decision there is: {state.legal(seat)}"
