"""What an observation of Zooloretto Mini tells, read as a player would."""

from __future__ import annotations

import menagerie
from menagerie import State
from tests.games.told import listed, named, only, told

GAME = menagerie.load("zooloretto-mini")


def played(state: State, *decisions: str) -> State:
    for decision in decisions:
        state.play(decision)
    return state


def begun() -> State:
    """Three players, A begins; B has drawn a female llama."""
    return played(GAME.new(players=3, seed=7), "draw", "load 2", "draw")


def test_every_decision_has_a_code() -> None:
    """1 draw, 1 without bonus, 5 loads, 5 takes; for each of 31 sorts: discard, 4 places, 3 enclosures from 5 barns."""
    assert GAME.encoding().decisions == 1 + 1 + 5 + 5 + 31 * (1 + 4 + 3 * 5) == 632


def test_codes_are_frozen() -> None:
    codes = {
        "draw": 0,
        "no bonus": 1,
        "load 1": 2,
        "take 5": 11,
        "discard meerkat": 12,
        "place male meerkat in barn": 36,
        "take over rock from E into enclosure 3": 631,
    }
    assert {notation: GAME.parse(notation).code for notation in codes} == codes


def test_into_a_barn_nothing_is_taken_over() -> None:
    assert GAME.parse("take over rock from E into barn").code == -1


def test_everything_is_told_from_the_own_seat() -> None:
    seen = told(begun(), 1)
    assert seen["players"] == [1, 1, 1, 0, 0]
    assert seen["seat"] == [0, 1, 0, 0, 0]
    assert seen["to_act"] == [1, 0, 0, 0, 0]
    assert told(begun(), 0)["to_act"] == [0, 1, 0, 0, 0]
    assert told(begun(), 2)["to_act"] == [0, 0, 1, 0, 0]


def test_trucks_and_the_tile_drawn() -> None:
    seen = told(begun(), 1)
    assert only(seen["drawn"]) == "female llama"
    assert [named(truck) for truck in seen["trucks"]] == [{}, {"meerkat": 1}, {}, {}, {}]
    assert seen["spaces"] == [3, 3, 3, 0, 0]
    assert (seen["tiles_left"], seen["end_pile_left"], seen["round"]) == (47, 15, 1)
    assert listed(begun(), 1) == {"load 1", "load 2", "load 3"}


def test_a_truck_that_was_taken_is_not_in_the_middle() -> None:
    state = played(begun(), "load 2", "take 2")
    seen = told(state, 2)
    assert seen["in_middle"] == [1, 0, 1, 0, 0]
    assert seen["out"] == [1, 0, 0, 0, 0]
    assert named(seen["hand"]) == {"meerkat": 1, "female llama": 1}
    assert listed(state, 2) >= {"place meerkat in enclosure 1", "place female llama in barn"}


def test_enclosures_and_barns() -> None:
    state = played(begun(), "load 2", "take 2", "place meerkat in enclosure 3")
    if state.to_act == (2,):
        state.play("place female llama in barn")
    mine, after_me = told(state, 2), told(state, 1)
    assert named(mine["enclosures"][0][2]) == {"meerkat": 1, "plain": 1}
    assert named(mine["barns"][0]) == {"female llama": 1}
    assert after_me["enclosures"][1] == mine["enclosures"][0]
    assert after_me["barns"][1] == mine["barns"][0]


def test_kinds_that_are_not_in_play_have_no_supply() -> None:
    seen = told(begun())
    assert named(seen["kinds"]).keys() == named(seen["supply"]).keys() == set(begun().view(None)["kinds"])


def test_at_the_end_no_seat_is_to_act() -> None:
    state = GAME.new(players=2, seed=3)
    while not state.is_over:
        state.play(state.legal()[-1])
    seen = told(state)
    assert not any(seen["to_act"])
    assert seen["last_round"] == 1
    assert listed(state) == set()


def test_with_other_content_there_are_other_numbers(tmp_path) -> None:
    text = (GAME.folder / "content" / "box.toml").read_text()
    text = text.replace('"ostrich", "wolf"]', '"ostrich"]').replace('"ostriches", "wolves"]', '"ostriches"]')
    (tmp_path / "box.toml").write_text(text)
    variant = GAME.with_content(tmp_path).encoding()
    assert variant.decisions == 632 - 4 * 20
    assert variant.digest() != GAME.encoding().digest()
