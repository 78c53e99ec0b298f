"""Properties of what is legal: listed or accepted, playable, written exactly; all else is refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from menagerie.core.action import Action
from menagerie.core.errors import IllegalAction
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.looking import everything
from menagerie.testing.ways import Way

TRIED = 60
"""So many decisions of the vocabulary are tried in a position, and half as many variations."""


def legal_means_playable(case: Case, way: Way) -> None:
    """What is listed can be played; lists have no duplicates and a stable order; who is to act has a choice."""
    for number, state in enumerate(way.positions()):
        legal = {seat: state.legal(seat) for seat in range(state.players)}
        for seat, actions in legal.items():
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts), f"a decision is listed twice: {texts}"
            assert texts == [str(action) for action in state.copy().legal(seat)], "the order is not stable"
            assert bool(texts) == (seat in state.to_act), "who is to act has decisions, and nobody else"
        if number % 3 == 0:
            for seat in state.to_act:
                for action in Random(number).sample(legal[seat], min(8, len(legal[seat]))):
                    state.copy().play(action, seat)
                    assert state.refusal(action, seat) == ""


def what_is_not_legal_is_refused_and_leaves_no_trace(case: Case, way: Way) -> None:
    """Whatever somebody says, it is legal or refused with a reason, and nothing else ever happens."""
    for number, state in enumerate(way.positions()):
        if number % 5 == 0:
            try_decisions(state, case.vocabulary.some(Random(way.seed + number), TRIED))


def every_ready_made_decision_is_answered(part: int = 0, parts: int = 1) -> Callable[[Case, Way], None]:
    """The property that the whole catalogue is answered where a way begins; or one in so many of its decisions."""

    def ready_made_decisions_are_answered(case: Case, way: Way) -> None:
        try_decisions(way.start.copy(), case.vocabulary.decisions[part::parts])

    return ready_made_decisions_are_answered


def try_decisions(state: State, decisions: list[Action]) -> None:
    """Say all these for every seat, on copies where they are legal; the state must be the same afterwards."""
    before = everything(state)
    acting = state.to_act
    for seat in acting:
        listed = {str(action) for action in state.legal(seat)}
        for action in decisions:
            is_legal = str(action) in listed or accepts(state, seat, action)
            reason = refusal(state, seat, action, try_it=is_legal)
            assert is_legal or reason, f"{action} is neither listed nor accepted, but was not refused"
            assert not is_legal or not reason, f"{action} is legal, but was refused: {reason}"
    idle = [seat for seat in range(state.players) if seat not in acting]
    for seat, action in zip(idle, decisions, strict=False):
        assert refusal(state, seat, action, try_it=True), f"{action} was accepted from who is not to act"
    assert everything(state) == before, "a refused decision left a trace"


def accepts(state: State, seat: int, action: Action) -> bool:
    """Whether the phase says that it takes this decision though it does not list it."""
    phase = state.phase(seat)
    if phase is None:
        return False
    return phase.accepts(state, seat, action)


def refusal(state: State, seat: int, action: Action, try_it: bool) -> str:
    """Why a decision is refused; empty if it is not. To ask and to play must have the same answer."""
    reason = state.refusal(action, seat)
    if try_it:
        try:
            state.copy().play(action, seat)
            played = ""
        except IllegalAction as error:
            played = error.reason
        assert played == reason, f"{action}: asked, the answer is {reason!r}; played, {played!r}"
    assert not reason or reason.endswith((".", "?", "!")), f"not a sentence: {reason}"
    return reason


def notation_is_exact_both_ways(case: Case, way: Way) -> None:
    """A decision is read as it is written."""
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


def nothing_is_asked_that_is_not_a_choice(case: Case, way: Way) -> None:
    """A single decision is only asked for where it tells somebody something."""
    for state in way.positions():
        for seat in state.to_act:
            phase = state.phase(seat)
            assert phase is not None
            assert state.prompt(seat)
            if len(state.legal(seat)) == 1:
                assert phase.reveals(state), f"{phase} asks for the only decision there is: {state.legal(seat)}"
