"""Tiles as they are offered: their words, their ghosts, and where they can be tried off turn."""

from __future__ import annotations

from random import Random

from menagerie.core.display.choosing import Choice
from menagerie.games.eighteen_zoo.display.pointing.trying import trials
from menagerie.games.eighteen_zoo.display.wording import tile_words

from ..position import GAME, deck_from, drafting, family, lay, monday, number, operate, play, power
from .test_pointing import choices, giraffes


def test_a_tile_says_what_is_on_it() -> None:
    state = giraffes()
    tiles = state.board.ground.tiles.by_name
    assert [tile_words(tiles[name]) for name in ("7", "8", "9", "57", "14", "20", "24", "43", "GI_455")] == [
        "7 yellow, sharp curve",
        "8 yellow, wide curve",
        "9 yellow, straight",
        "57 yellow, 1 space, 20 nuts",
        "14 green, 2 spaces, 30 nuts",
        "20 green, 2 straights",
        "24 green, straight and wide curve",
        "43 brown, 4 paths",
        "455 grey, 3 spaces, 50 nuts",
    ]


def test_a_lay_is_a_hex_a_tile_and_its_rotation() -> None:
    state = giraffes(powers=("ANCIENT_MAPS",))
    assert choices(state)["lay 9 r0 at K13"].path == (
        "hex-K13",
        "button:9 yellow, straight, 12 left",
        "button:South to north",
    )
    path = choices(state)["ANCIENT MAPS: lay 9 r0 at K13"].path
    assert path == ("power-ANCIENT_MAPS", "hex-K13", "button:9 yellow, straight, 12 left", "button:South to north")
    play(state, "ANCIENT MAPS: lay 9 r0 at K13")
    assert choices(state)["ANCIENT MAPS: lay 621 r0 at K15"].path[0] == "hex-K15"


def test_a_tile_on_a_mountain_says_what_it_costs() -> None:
    state = monday()
    family(state, "LI", treasury=5)
    for tile, at in (("57", "E15"), ("9", "E13")):
        lay(state, tile, 0, at)
    operate(state, "LI")
    assert choices(state)["lay 9 r0 at E11"].path[1] == "button:9 yellow, straight, 2 $N, 12 left"
    state.mats[number(state, "LI")] = (power(state, "SHINING_GOLD"),)
    assert choices(state)["lay 9 r0 at E11"].path[1] == "button:9 yellow, straight, earns 1 $N, 12 left"


def test_lays_have_ghosts_and_they_are_short() -> None:
    state = giraffes()
    found = choices(state)
    assert all(bool(choice.ghost) == notation.startswith("lay") for notation, choice in found.items())
    assert max(len(choice.ghost) for choice in found.values()) < 300
    assert found["lay 9 r0 at K13"].ghost.startswith("<use href='#zoo-t9'")


def test_tiles_can_be_tried_off_turn() -> None:
    state = giraffes()
    tried = {trial.notation: trial for trial in GAME.trials(state, 1) if isinstance(trial, Choice)}
    assert tried["lay 9 r0 at K13"].path == choices(state)["lay 9 r0 at K13"].path
    assert tried["lay 9 r0 at K13"].ghost == choices(state)["lay 9 r0 at K13"].ghost
    assert "lay 9 r1 at K13" in tried, "it need not continue the track"
    assert "lay 5 r0 at N10" in tried, "a HOME, though the Polar bears are not launched"
    assert "lay 9 r0 at G11" not in tried, "plain hexes out of reach would be too many"
    assert not [notation for notation in tried if notation.endswith("K11")], "green tiles come later"
    deck_from(state, "4S")
    assert [trial.notation for trial in GAME.trials(state, 1) if isinstance(trial, Choice) and "K11" in trial.path[0]]


def test_what_has_a_marker_or_is_used_up_cannot_be_tried() -> None:
    state = giraffes()
    deck_from(state, "4S")
    lay(state, "9", 0, "E11")
    state.board.supply[state.board.ground.tiles.by_name["20"].stock] = 0
    tried = {trial.notation for trial in GAME.trials(state, 2) if isinstance(trial, Choice)}
    assert not [notation for notation in tried if notation.endswith("E11") or notation.startswith("lay 20 ")]


def test_trials_before_anybody_builds() -> None:
    state = drafting()
    assert {trial.path[0] for trial in GAME.trials(state, 0)} >= {"hex-K9", "hex-N10", "hex-E15"}


def test_in_a_stock_round_too_tiles_are_tried_on_the_map() -> None:
    state = GAME.new(players=2, seed=1)
    chance = Random(1)
    while not trials(state, 0) or next(iter(GAME.scene(state, 0).parts)) == "map":
        state.play(chance.choice(state.legal(state.to_act[0])), state.to_act[0])
    assert {choice.part for choice in trials(state, 0)} == {"map"}
