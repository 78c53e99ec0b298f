"""Glitches of 18xx.games that `rules=site` does not follow (docs/rules/18zoo.md, 12.1 to 12.4): what we do instead."""

from __future__ import annotations

from tests.games.eighteen_zoo import position
from tests.games.eighteen_zoo.maps import board, lay
from tests.games.eighteen_zoo.position import deck_from, family, hire, monday, number, operate, play, power, step


def test_12_1_a_squirrel_whose_patch_was_taken_off_runs_in_that_turn() -> None:
    state = monday(rules="site")
    family(state, "PE", A="parents", powers=("PATCH",))
    hire(state, "PE", "4S", patched=True)
    for tile, rotation, at in (("6", 1, "K17"), ("202", 4, "K15")):
        position.lay(state, tile, rotation, at)
    play(operate(state, "PE"), "take off patch", "pass", "pass")
    assert step(state) == "run"
    play(state, "run 4S-0 K17 K15")


def test_12_2_water_from_two_barrels_pays_nothing_when_patch_is_taken_off_after_the_run() -> None:
    state = monday(rules="site")
    family(state, "PE", A="parents", powers=("PATCH", "TWO_BARRELS"), treasury=0)
    hire(state, "PE", "4S", patched=True)
    for tile, rotation, at in (("6", 1, "K17"), ("202", 4, "K15"), ("8", 1, "L14")):
        position.lay(state, tile, rotation, at)
    state.board.place(number(state, "PE"), state.board.ground.by_name["K15"])
    play(operate(state, "PE", "run"), "use TWO BARRELS", "run 1S-0 K15 L14", "take off patch", "distribute")
    assert state.treasury[number(state, "PE")] == 0


def test_12_3_midas_lasts_to_the_end_of_the_stock_round_whatever_whatsup_begins() -> None:
    state = monday(2, rules="site")
    family(state, "PE", A="parents", treasury=40)
    state.hands[0] = (power(state, "MIDAS"), power(state, "WHATSUP"))
    deck_from(state, "5S")
    play(state, "use MIDAS", "use WHATSUP: PE buy 5S from deck")
    assert (state.midas, power(state, "MIDAS") in state.hands[0]) == (0, True)


def test_12_4_two_hexes_with_the_same_tile_keep_their_own_rotations() -> None:
    """After a launch the twin of a tile stays in the supply; laid and replaced, it brings back the tile itself."""
    site = board("A", site=True)
    site.lay(lay(site, "E13 8 r0"), 3, True)
    site.lay(lay(site, "L14 8 r3"), 3)
    site.lay(lay(site, "L14 28 r5"))
    site.lay(lay(site, "G15 8 r2"), 3)
    spots = [site.spots[site.ground.by_name[name]] for name in ("E13", "G15")]
    assert [(spot.tile_id(), spot.rotation) for spot in spots] == [("8-3", 0), ("8-3", 2)]
