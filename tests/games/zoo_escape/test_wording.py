"""What the end of a turn foretells comes true: who comes in, and whom they capture or see at once."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import menagerie
from menagerie.core.display.consequences import consequence

GAME = menagerie.load("zoo-escape")


@pytest.mark.parametrize("seed", range(12))
def test_what_the_end_of_a_turn_foretells(seed: int) -> None:
    chance, state = Random(seed), GAME.new(players=1 + seed % 4, seed=seed)
    foretold = 0
    while not state.is_over and state.ply < 150:
        seat = chance.choice(state.to_act)
        action = chance.choice(state.legal(seat))
        then = consequence(state, seat, action)
        log: list[Any] = []
        state.play(action, seat, log=log)
        if then:
            foretold += 1
            check(then, " ".join([str(event) for event in log]), state.is_over)
    assert foretold or state.is_over


def check(then: str, told: str, over: bool) -> None:
    """Everything that was foretold is told; a game that is lost ends before the last have come."""
    first, *others = then.split("; ")
    assert first == "the Keepers set off"
    assert "The Keepers set off." in told
    for words in others:
        numbers = re.findall(r"\d+", words)
        for number in numbers[:1] if over else numbers:
            assert f"Keeper {number} enters the Zoo" in told, f"{then} | {told}"
            if " captures" in words:
                assert f"Keeper {number} captures" in told, f"{then} | {told}"
