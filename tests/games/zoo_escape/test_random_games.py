"""Random games with every position checked: each piece in one place, keepers where they can be, the end in time.

Random play hardly ever builds the Machine, so half of the games begin with a stocked one.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from menagerie import Event
from menagerie.games.zoo_escape import events
from menagerie.games.zoo_escape.board import DISTANCE, NEXT, NO_PATH, OPPOSITE, OUTSIDE, PLACES, RESERVE
from menagerie.games.zoo_escape.phases.tiles import LAY_TILE
from menagerie.games.zoo_escape.state import Position

from .conformance import census
from .position import GAME

GAMES = int(os.environ.get("MENAGERIE_RANDOM_GAMES", "20"))


def new(players: int, seed: int, level: str, stocked: bool) -> Position:
    state = GAME.new(players=players, seed=seed, level=level)
    assert isinstance(state, Position)
    if stocked:
        stock(state, Random(seed))
    return state


def stock(state: Position, chance: Random) -> None:
    """The Machine is nearly complete, one Animal in the Workshop carries what is missing, more tiles are face up."""
    kinds = [[card for card in state.pieces.cards if card.kind == kind] for kind in range(3)]
    parts = [card for kind in kinds for card in chance.sample(kind, 2)]
    state.machine_parts = sum(card.bit for card in parts[1:])
    state.carried[0] = parts[0].bit | state.pieces.card_named["whistle"].bit
    used = {card.index for card in parts} | {state.pieces.card_named["whistle"].index}
    state.deck = tuple(sorted(used)) + tuple(card for card in state.deck if card not in used)
    state.drawn = len(used)
    state.spots[0] = state.workshop << 2
    for place in range(PLACES):
        if chance.random() < 0.6 and state.zoo[place].feature != 3:
            state.up |= 1 << place
    for animal in range(1, state.team):
        place = chance.choice([place for place in range(PLACES) if state.up >> place & 1])
        state.spots[animal] = place << 2
    state.added = 0


def check(state: Position) -> None:
    """What holds in every position."""
    for animal in range(state.team):
        spot = state.spots[animal]
        if state.loaded >> animal & 1:
            assert spot == OUTSIDE
            assert state.is_built
        else:
            assert state.up >> (spot >> 2) & 1
            assert spot & 3 < len(state.zoo[spot >> 2].sides)
            assert spot != state.machine, "who shares the Machine's Path is aboard"
        assert 0 <= state.poop_left[animal] <= state.pieces.poop
    for keeper, spot in enumerate(state.stands):
        if spot < 0:
            assert state.facing[keeper] == -1
            assert not state.busy >> keeper & 1
            assert (spot == RESERVE) == (keeper not in state.duty) or keeper == state.billionaire
            continue
        assert 0 <= state.facing[keeper] < 4 or state.is_over, "a capture on entering may end the game in mid-move"
        place = spot >> 2
        if state.up >> place & 1 and not (place == state.turning and state.stack[-1] is LAY_TILE):
            assert spot & 3 < len(state.zoo[place].sides)
            assert not state.busy >> keeper & 1
        else:
            assert spot & 3 == NO_PATH
    for path in range(2):
        for place in range(PLACES):
            if state.poop[path] >> place & 1:
                assert state.up >> place & 1
                assert path < len(state.zoo[place].sides)
    assert state.machine < 0 or state.up >> (state.machine >> 2) & 1
    assert state.machine_parts.bit_count() <= 6
    assert state.round <= 60
    assert bool(state.to_act) == (not state.is_over) == (state.ending == 0)
    assert bool(state.result()) == state.is_over


def check_walks(state: Position, log: list[Event]) -> None:
    """Keepers walk to neighbouring tiles, in the direction they face, and never turn right round on their own."""
    facing: dict[int, int] = {}
    for event in log:
        if isinstance(event, events.KeeperStepped):
            assert NEXT[event.place << 2 | OPPOSITE[event.direction]] >= 0
            assert facing.get(event.keeper, event.direction) == event.direction
            facing[event.keeper] = event.direction
        elif isinstance(event, events.KeeperTurned):
            assert event.keeper not in facing or event.direction != OPPOSITE[facing[event.keeper]]
            facing[event.keeper] = event.direction
        elif isinstance(event, events.KeeperRemoved | events.KeeperEntered | events.KeeperScared | events.Announced):
            facing.clear()
        assert str(event)[-1] in ".!"


@pytest.mark.parametrize("stocked", [False, True], ids=["from the start", "stocked"])
@pytest.mark.parametrize("level", ["easy", "standard", "hard"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games(players: int, level: str, stocked: bool) -> None:
    endings = set()
    for seed in range(GAMES):
        state = new(players, seed, level, stocked)
        chance = Random(seed)
        pieces = census(state)
        while state.to_act:
            seat = chance.choice(state.to_act)
            log: list[Event] = []
            state.play(chance.choice(state.legal(seat)), seat, log)
            check(state)
            check_walks(state, log)
            assert census(state) == pieces
        endings.add(state.ending)
    assert endings <= {1, 2, 3, 4, 5, 6}


def test_random_games_reach_every_decision() -> None:
    """Every sort of decision and every Part is used somewhere."""
    found: set[str] = set()
    for seed in range(max(150, GAMES)):
        state = new(1 + seed % 4, seed, ("easy", "standard", "hard")[seed % 3], True)
        chance = Random(seed)
        while state.to_act:
            seat = chance.choice(state.to_act)
            action = chance.choice(state.legal(seat))
            words = str(action).split()
            found.add(" ".join(words[:2]) if words[0] in ("machine", "turn", "end") else words[0])
            state.play(action, seat)
    parts = {f"machine {card.id}" for card in new(2, 0, "easy", False).pieces.cards if card.kind >= 0}
    others = {
        "begin",
        "move",
        "turn tile",
        "ability",
        "whistle",
        "poop",
        "ransack",
        "refill",
        "announce",
        "hide",
        "scatter",
    }
    others |= {"add", "build", "end turn", "stop", "remove", "path"}
    assert parts | others <= found, (parts | others) - found


def test_distances_are_orthogonal_steps() -> None:
    assert DISTANCE[0 * PLACES + 35] == 10
    assert DISTANCE[14 * PLACES + 21] == 2
