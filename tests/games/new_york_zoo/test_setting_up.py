"""Rules 1 and 11: setting up, and the short game (docs/rules/new-york-zoo.md). Letters with numbers are rulings in it.

Numbers of five or six digits are errors that players reported about another program.
"""

from __future__ import annotations

from collections import Counter

import pytest

import menagerie
from menagerie import BadSetup, IllegalAction
from menagerie.games.new_york_zoo.state import Position

from .position import BUSY, GAME, acting, choices, play, position, refused, walks

# 1. Setting up


SPACES = {1: [80], 2: [107, 105], 3: [81, 80, 78], 4: [63, 62, 60, 59], 5: [54, 53, 51, 50, 49]}
HOUSES = {1: [3], 2: [3, 3], 3: [2, 3, 3], 4: [2, 3, 3, 4], 5: [2, 3, 3, 4, 4]}


@pytest.mark.parametrize("players", range(1, 6))
def test_rule_1_1_every_seat_has_its_own_board(players: int) -> None:
    zoos = GAME.new(players=players, seed=3).view(None)["zoos"]
    assert [zoo["open"] for zoo in zoos] == SPACES[players]
    assert [zoo["houses"] for zoo in zoos] == HOUSES[players]
    assert GAME.new(players=players, seed=3).to_act == (0,)


def test_rule_1_2_two_animals_stand_in_houses() -> None:
    zoos = GAME.new(players=5, seed=3).view(None)["zoos"]
    assert [set(zoo["in_houses"]) for zoo in zoos] == [
        {"meerkat", "flamingo"},
        {"meerkat", "flamingo"},
        {"meerkat", "kangaroo"},
        {"meerkat", "kangaroo"},
        {"flamingo", "kangaroo"},
    ]


def test_rule_1_3_the_strip() -> None:
    strip = GAME.new(players=2, seed=3).view(None)["strip"]
    pairs = [frozenset(space["animals"]) for space in strip if space["animals"]]
    assert len(strip) == 25
    assert len(pairs) == len(set(pairs)) == 10, "every pair of species is shown once"
    assert [index for index, space in enumerate(strip) if space["line_before"]] == [4, 9, 14, 19, 24]
    assert GAME.new(players=2, seed=3).view(None)["elephant"] == 0


def test_rule_1_4_stacks_by_size() -> None:
    state = GAME.new(players=3, seed=3)
    stacks = [space["stack"] for space in state.view(None)["strip"] if space["stack"]]
    sizes = Counter("".join(id[1] for id in stack) for stack in stacks)
    assert sizes == {"567": 7, "456": 8}
    assert len({id for stack in stacks for id in stack}) == 45


def test_rule_1_4_and_9_1_two_tiles_in_the_solo_and_short_game() -> None:
    for state in (GAME.new(players=1, seed=3), GAME.new(players=2, seed=3, short=True)):
        stacks = [space["stack"] for space in state.view(None)["strip"] if not space["animals"]]
        assert Counter("".join(id[1] for id in stack) for stack in stacks) == {"56": 7, "45": 8}
    assert GAME.new(players=1, seed=3).view(None)["zoos"][0]["hand"] == [], "the solo game puts the others back"


def test_rule_1_4_stacks_differ_from_seed_to_seed() -> None:
    assert len({str(GAME.new(players=2, seed=seed).view(None)["strip"]) for seed in range(10)}) == 10


def test_rule_1_5_the_market_d7() -> None:
    assert GAME.new(players=2, seed=1).view(None)["market"] == {
        "A1": None,
        "A2": 6,
        "A3I": 3,
        "A3L": 3,
        "A4I": 1,
        "A4O": 1,
        "A6": 1,
        "A8": 1,
    }


def test_rule_1_6_everything_is_open_g2() -> None:
    state = position(zoos=BUSY)
    assert state.view(0) == state.view(1) == state.view(None)
    assert all("stack" in space for space in state.view(0)["strip"])


def test_rule_1_6_animals_never_run_out_g1() -> None:
    """More foxes than the box has pieces, and still more to acquire."""
    cells = ("E1", "J1", "E4", "I4", "A6", "E7", "I7")
    zoos = {0: [f"E7-0{n} r0 at {cell}: 6 fox" for n, cell in enumerate(cells, start=1)]}
    state = position(zoos=zoos, houses={0: "2 fox"})
    play(state, "walk 2")
    assert sum(state.animals) == 42
    assert "acquire fox into house" in choices(state)


# 11. The short game


def test_rule_11_1_three_sevens_and_three_sixes_each_g3() -> None:
    dealt: Counter[str] = Counter()
    for seed in range(60):
        zoos = GAME.new(players=2, seed=seed, short=True).view(None)["zoos"]
        for zoo in zoos:
            assert Counter(id[1] for id in zoo["hand"]) == {"7": 3, "6": 3}
        dealt.update(zoos[0]["hand"] + zoos[1]["hand"])
    assert dealt["E7-07"] > 20
    assert dealt["E6-11"] > 5


def test_rule_11_2_both_at_once_g3_104477() -> None:
    state = GAME.new(players=2, seed=2, short=True)
    assert isinstance(state, Position)
    assert acting(state) == (0, 1)
    log: list[menagerie.Event] = []
    state.play(str(state.legal(1)[0]), 1, log=log)
    assert str(log[0]).startswith("B places a 7-space enclosure")
    assert [len(hand) for hand in state.hands] == [6, 5]
    foreign = next(one.id for one in state.hands[1] if one.size == 6)
    assert "wasn't dealt to you" in refused(state, f"place {foreign} r0 at A6", 0).reason
    assert refused(state, "walk 1", 0).rule == "11.2"
    assert refused(state, "ready", 0).rule == "11.2", "not before all are laid"
    with pytest.raises(IllegalAction, match="Say which seat decides"):
        state.play("start over")


def test_rule_11_2_all_six_are_laid_empty_before_the_first_turn_g3() -> None:
    state = lay_all(GAME.new(players=2, seed=2, short=True))
    assert acting(state) == (0, 1)
    state.play("ready", 1)
    assert acting(state) == (0,)
    state.play("ready", 0)
    assert state.open == [107 - 39, 105 - 39]
    assert not any(state.animals)
    assert acting(state) == (0,)
    assert walks(state)


def lay_all(state: menagerie.State) -> Position:
    """Both lay what they can, the first way that is listed, and start over in another way when stuck."""
    assert isinstance(state, Position)
    for seat in (0, 1):
        number = 0
        while state.hands[seat]:
            ways = [action for action in state.legal(seat) if str(action).startswith("place")]
            state.play(ways[number % len(ways)], seat)
            number += 37
    return state


def test_rule_11_3_start_over_until_ready_g3() -> None:
    state = GAME.new(players=2, seed=2, short=True)
    assert isinstance(state, Position)
    before = (set(state.hands[0]), choices(state, 0))
    assert refused(state, "start over", 0).rule == "11.3"
    state.play(state.legal(0)[5], 0)
    state.play("start over", 0)
    assert set(state.hands[0]) == before[0]
    assert sorted(choices(state, 0)) == sorted(before[1])
    assert state.open[0] == 107
    state = lay_all(state)
    assert choices(state, 0) == ["ready", "start over"]
    state.play("ready", 0)
    assert state.legal(0) == []
    assert state.legal(1) != []


def test_rule_11_3_stuck_means_starting_over() -> None:
    state = GAME.new(players=2, seed=2, short=True)
    assert isinstance(state, Position)
    first = state.legal(0)[0]
    state.taken_low[0] = state.pieces.boards["2p-1"].blocked_low | first.low  # type: ignore[attr-defined]
    everything = state.pieces.words(tuple(state.pieces.bits))
    state.taken_low[0] = everything[0] & ~first.low  # type: ignore[attr-defined]
    state.taken_high[0] = everything[1] & ~first.high  # type: ignore[attr-defined]
    log: list[menagerie.Event] = []
    state.play(first, 0, log=log)
    assert str(log[-1]) == "A picks up the dealt enclosures and starts over."
    assert len(state.hands[0]) == 6


def test_rule_11_only_for_two() -> None:
    with pytest.raises(BadSetup, match="The short game is for 2 players, not 3"):
        GAME.new(players=3, short=True)
