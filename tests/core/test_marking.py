"""The last move is marked on the pieces that it is about: every title names those of its events."""

from __future__ import annotations

from random import Random

import pytest

import menagerie
from menagerie import Event, State
from tests.tiers import COMPLETE

NAMED = ("Drew", "Loaded", "Placed", "Walked", "Laid", "Moved", "Drafted", "BoughtCard", "Launched", "KeeperStepped")
"""Events after which something is always marked."""


def told(title: str, players: int) -> list[tuple[State, State, Event]]:
    """What happens in a game: the table before the decision, when it was told, and what."""
    state = menagerie.load(title).new(players=players, seed=3)
    chance = Random(players)
    found: list[tuple[State, State, Event]] = []
    while not state.is_over and state.ply < 220:
        seat, before, first = state.to_act[0], state.copy(), len(found)
        state.play(
            chance.choice(state.legal(seat)), seat, lambda moment, event: found.append((moment, moment.copy(), event))
        )
        found[first:] = [(before, moment, event) for _, moment, event in found[first:]]
    return found


@pytest.mark.parametrize("title", COMPLETE)
def test_what_an_event_is_about_lies_on_the_table(title: str) -> None:
    game = menagerie.load(title)
    marked: set[str] = set()
    for before, moment, event in told(title, 3):
        about = game.about_event(event)
        if not about:
            assert type(event).__name__ not in NAMED, f"nothing is marked for: {event}"
            continue
        scenes = [game.scene(state, None).pieces for state in (before, moment)]
        for name in about:
            for one in name.split(">"):
                wanted = [id for pieces in scenes for id in pieces if id.startswith(one.rstrip("*"))]
                assert wanted, f"{one} is nowhere: {event}"
                assert one.endswith("*") or one in wanted, f"{one} is nowhere: {event}"
        marked.add(type(event).__name__)
    assert len(marked & set(NAMED)) >= 2
