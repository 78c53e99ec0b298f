"""Properties of positions as text (`State.position`, `Game.from_position`). A title need not have them."""

from __future__ import annotations

from random import Random
from typing import Any

from menagerie.core.event import Event
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.looking import everything
from menagerie.testing.walks import Way, picked

DECISIONS = 6
"""So many decisions are played on from a position."""
_PICKS = 1 << 40


def a_position_as_text_is_exact(case: Case, way: Way) -> None:
    """A position is read as it is written: the state made of it looks the same to everyone, allows the same decisions,
    and the same decisions lead to the same events and positions."""
    if not case.game.has_positions or way.by_hand:
        return
    for number, state in enumerate(way.positions()):
        if number % 5:
            continue
        before = everything(state)
        text = state.position()
        laid = case.game.from_position(text)
        assert laid.position() == text, f"what is read is written in another way:\n{text}\n{laid.position()}"
        assert matters(laid) == matters(state), f"the position does not tell everything:\n{text}"
        _goes_on_alike(state.copy(), laid, Random(way.seed + number), text)
        assert everything(state) == before, "writing a position changed the state"


def matters(state: State) -> dict[str, Any]:
    """All of a state that matters for playing on: what it looks like to everyone, and what is legal."""
    encoding = state.game.encoding() if state.game.has_encoding else None
    seats = range(state.players)
    return {
        "views": [state.view(seat) for seat in (*seats, None)],
        "to_act": state.to_act,
        "legal": [[str(action) for action in state.legal(seat)] for seat in seats],
        "prompts": [state.prompt(seat) for seat in seats],
        "observations": [bytes(encoding.observe(state, seat)) for seat in seats] if encoding else [],
        "standings": [state.standing(seat) for seat in seats],
        "breakdowns": [state.breakdown(seat) for seat in seats],
        "chapter": state.chapter(),
        "result": state.result(),
        "chance": (state.rng.seed, state.rng.used),
    }


def _goes_on_alike(state: State, laid: State, chance: Random, text: str) -> None:
    for _ in range(DECISIONS):
        if state.is_over:
            break
        seat, action = picked(state, chance.randrange(_PICKS))
        told: list[Event] = []
        told_too: list[Event] = []
        state.play(action, seat, told)
        laid.play(str(action), seat, told_too)
        assert [str(event) for event in told_too] == [str(event) for event in told], f"{action} after\n{text}"
    assert matters(laid) == matters(state), f"it continues in another way after\n{text}"


def a_position_for_a_seat_hides_what_is_hidden(case: Case, way: Way) -> None:
    """A position for a seat is the same in all worlds that the seat cannot tell apart. The rest is dealt from a seed,
    and the seat sees what it saw."""
    if not case.game.has_positions or way.by_hand:
        return
    for number, state in enumerate(way.positions()):
        if number % 7:
            continue
        for seat in range(state.players):
            text = state.position(seat)
            assert state.imagine(seat, way.seed).position(seat) == text, f"it tells seat {seat} a secret:\n{text}"
            laid = case.game.from_position(text, seed=number)
            assert laid.view(seat) == state.view(seat), f"seat {seat} sees something else:\n{text}"
            assert laid.legal(seat) == state.legal(seat)
            assert laid.position() == case.game.from_position(text, seed=number).position(), "the seed decides the deal"
