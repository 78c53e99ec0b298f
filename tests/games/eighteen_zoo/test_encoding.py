"""18ZOO in numbers: positions set up by hand, encoded, and read back."""

from __future__ import annotations

from random import Random

import pytest

from menagerie import IllegalAction, MenagerieError
from menagerie.games.eighteen_zoo.actions import RANKS, RUNS, Offer, Run
from menagerie.games.eighteen_zoo.codes import lays_on
from menagerie.games.eighteen_zoo.encoding import whole as numbers
from menagerie.games.eighteen_zoo.map.tiles import MOLE_TILE

from ..told import listed, named, only, told
from .position import GAME, cell, drafting, family, hire, lay, monday, number, operate, play, power
from .test_operating_round import MORE_NUTS, MORE_WATER, lions

# Codes.


def test_every_decision_has_a_code_of_its_own() -> None:
    encoding = GAME.encoding()
    assert encoding.decisions == 27367
    assert [action.code for action in encoding.catalogue] == list(range(27367))
    for text in (
        "pass", "run nothing", "offer 999", "treasury 20", "buy power WINGS", "launch PE at 7", "acquire WHEAT",
        "buy PE child 1 from lounge", "sell PE child 1 and half of parents", "ask GI for 2S-0", "patch 4J-29",
        "use WHATSUP: PE buy 4J from deck", "station at K9", "reserved station at K9", "WHEAT at K9", "HOLE at C17",
        "lay 8 r3 at H11", "RABBITS: lay 19 r2 at C11", "MOLES: lay 80 r4 at C11", "ANCIENT MAPS: lay 7 r4 at C11",
    ):  # fmt: skip
        assert encoding.name(GAME.parse(text).code) == text


def test_what_only_recorded_games_say_and_what_is_legal_nowhere_has_no_code_of_its_own() -> None:
    for text in (
        "lay 8 r3 at H11 copy 2",  # the very tile
        "buy power WINGS for 3",  # an old price
        "lay 9 r4 at H11",  # the same track as r1
        "lay 8 r0 at Z9",  # on no map
        "station at B10",  # an empty area on every map
        "run 2S-0 K9 K11 K13",  # by its rank
    ):
        assert GAME.parse(text).code == -1, text


@pytest.mark.parametrize("rules", ["rulebook", "site"])
@pytest.mark.parametrize("letter", ["A", "B", "C", "D", "E", "F"])
def test_all_lays_of_all_maps_have_codes(letter: str, rules: str) -> None:
    for centre in ("BASE-1", "BASE-2", "BASE-3"):
        state = drafting(map=letter, centre=centre, rules=rules)
        ground = state.board.ground
        for area in ground.hexes:
            for stock, rotation in [divmod(place, 6) for place in lays_on(ground, area)]:
                tile = ground.tiles.tiles[stock]
                by = "MOLES: " if tile.use == MOLE_TILE else ""
                assert state.catalogue.codes.of(f"{by}lay {tile.number} r{rotation} at {area.name}") > 0


def test_a_recorded_lay_has_the_code_of_the_lay_that_is_listed_for_it() -> None:
    state = operate(monday(), "GI")
    family(state, "GI", squirrels="2S", tile=True)
    encoding = GAME.encoding()
    for text in ("lay 9 r4 at J10", "lay 9 r1 at J10 copy 3"):
        assert encoding.name(encoding.code(state, 0, GAME.parse(text))) == "lay 9 r1 at J10"
    priced = GAME.parse("buy power WINGS for 3")
    assert encoding.name(encoding.code(state, 0, priced)) == "buy power WINGS"
    with pytest.raises(IllegalAction, match="'lay 8 r0 at Z9' has no code: it can be decided on no map"):
        encoding.code(state, 0, GAME.parse("lay 8 r0 at Z9"))


def test_prices_beyond_the_catalogue_have_no_code() -> None:
    assert Offer(999).code == 1071
    assert Offer(1000).code == -1


# Runs.


def test_a_run_has_the_code_of_its_rank() -> None:
    """More nuts come first, then more water."""
    state = lions()
    encoding = GAME.encoding()
    assert listed(state) == {"run number 1 of those listed", "run number 2 of those listed", "run nothing"}
    for rank, text in enumerate((MORE_NUTS, MORE_WATER)):
        run = GAME.parse(text)
        assert run.code == -1
        assert encoding.code(state, 0, run) == RUNS + rank
        assert str(encoding.action(state, 0, RUNS + rank)) == text
    with pytest.raises(IllegalAction, match="There is no run number 3: 2 are listed now"):
        encoding.action(state, 0, RUNS + 2)


def test_a_run_that_is_not_listed_has_the_code_of_one_that_brings_the_same() -> None:
    state = lions()
    encoding = GAME.encoding()
    assert encoding.code(state, 0, GAME.parse("run 4J-0 E15 F16 G17 G19")) == RUNS, "100 nuts as well"
    with pytest.raises(IllegalAction, match="no run is listed that brings as much"):
        encoding.code(state, 0, GAME.parse("run 2S-0 K9 K11"))


def test_more_runs_than_codes_fail_loudly() -> None:
    run = GAME.parse("run 2S-0 K9 K11")
    assert isinstance(run, Run)
    assert numbers._ranked(run, RANKS - 1) == RUNS + RANKS - 1
    with pytest.raises(MenagerieError, match=f"more than {RANKS} runs"):
        numbers._ranked(run, RANKS)


# Observations.


def test_the_own_seat_comes_first() -> None:
    state = monday(3)
    state.cash = [5, 6, 7]
    state.order = (2, 0, 1)
    state.tickets = [0, 2, 1]
    family(state, "PE", B="parents", C="child 1")
    seen = told(state, 1)
    assert seen["players"] == [1, 1, 1, 0, 0]
    assert seen["seat"] == [0, 1, 0, 0, 0]
    assert seen["cash"] == [6, 7, 5, 0, 0]
    assert seen["tickets"] == [2, 1, 0, 0, 0]
    assert seen["order"] == [3, 1, 2, 0, 0]
    assert seen["scores"][:3] == [state.score(1), state.score(2), state.score(0)]
    cards = seen["cards"]["PE"]
    assert only(cards["own"]) == "parents"
    assert only(cards["second"]) == "child 1"
    assert set(named(cards["lounge"])) == {"child 2", "child 3", "cousin"}


def test_families_are_shown_with_reputation_treasury_and_stations() -> None:
    state = monday(3)
    family(state, "PE", at=(1, 1), treasury=17)
    family(state, "GI", at=(0, 2), treasury=3)
    seen = told(state)
    assert set(named(seen["families"])) == {"GI", "PB", "PE", "LI", "TI"}, "map A"
    assert seen["treasury"]["PE"] == 17
    assert seen["cell"]["PE"] == {"row": 2, "column": 2}
    assert seen["value"]["PE"] == state.pieces.cells[cell(state, 1, 1)].value
    assert seen["cell"]["LI"] == {"row": 0, "column": 0}
    assert seen["operating_order"]["GI"] == 1
    assert seen["operating_order"]["PE"] == 2
    assert seen["stations_left"]["PE"]["left"] == len(state.stations_left[number(state, "PE")])


def test_squirrels_are_shown_card_by_card() -> None:
    state = monday(2)
    family(state, "PE", squirrels="2S")
    hire(state, "PE", "2J", last_run=True)
    state.kitchen = (state.pieces.squirrels[5],)
    squirrels = told(state)["squirrels"]
    assert named(squirrels["2S-0"]) == {"PE": 1}
    assert named(squirrels["4J-0"]) == {"PE": 1, "last run": 1, "other side": 1}
    assert named(squirrels["3S-0"]) == {"kitchen": 1}
    assert named(squirrels["2S-1"]) == {}


def test_the_map_is_told_by_hexes_with_tile_track_and_stations() -> None:
    state = monday(2)
    family(state, "GI", tile=True)
    lay(state, "9", 1, "J10")
    seen = told(state)
    assert only(seen["terrain"]["K9"]) == "home"
    home = state.board.spots[state.board.ground.by_name["K9"]]
    assert home.tile is not None
    assert seen["tiles"]["K9"] == {"number": home.tile.stock + 1, "rotation": 1, "marked": 0}
    assert seen["stations"]["K9"]["GI"] == 1
    assert seen["stations"]["K17"]["for PE"] == 1, "kept for the family whose HOME it is"
    track = named(seen["track"]["J10"])
    assert track == {"sw": 1, "ne": 1, "sw-ne": 1}
    assert seen["tile_supply"]["9"] == 12
    assert named(seen["terrain"]["B11"]) == {}, "on other maps only"


def test_what_is_built_is_told_at_once_and_copies_go_their_own_ways() -> None:
    state = operate(monday(), "GI")
    family(state, "GI", squirrels="2S", tile=True)
    before = told(state)
    twin = state.copy()
    play(state, "lay 9 r1 at J10")
    assert told(state)["tiles"]["J10"]["number"] == 3
    assert only(told(state)["laid_now"]) == "J10"
    assert told(state)["lays"] == 1
    assert told(twin) == before


@pytest.mark.parametrize("players", [2, 4])
def test_a_row_that_shows_a_game_is_as_if_it_had_been_written_anew(players: int) -> None:
    encoding = GAME.encoding()
    row = encoding.layout.buffer()
    shown: object = None
    for seed in range(2):  # the second game is shown where the first one was
        chance = Random(seed)
        state = GAME.new(players, seed)
        while not state.is_over:
            seat = state.to_act[0]
            shown = encoding.encode_again(state, seat, row, shown)
            assert row.tobytes() == encoding.observe(state, seat).tobytes()
            state.play(chance.choice(state.legal(seat)), seat)


def test_powers_are_shown_by_place() -> None:
    """With seed 1: the draft row, then those of Monday; the later ones lie face down."""
    state = drafting(3)
    state.hands[1] = (power(state, "HOLE"),)
    state.on_offer = (power(state, "WHEAT"),)
    family(state, "PE", powers=("WHATSUP",))
    powers = told(state, 0)["powers"]
    assert only(powers["Wheat"]) == "for sale"
    assert only(powers["Hole"]) == "second"
    assert only(powers["Whatsup"]) == "PE"
    monday = {name for name, places in powers.items() if places["in 1 stock round"]}
    assert monday == {"Days off", "Midas", "A squeeze", "Wings"}
    assert named(powers["Rabbits"]) == {}
    assert told(state.imagine(0, 5), 0)["powers"] == powers


def test_the_step_and_what_comes_after_it() -> None:
    state = operate(monday(3), "GI", "squirrels")
    family(state, "GI", squirrels="2S", treasury=20)
    family(state, "PE", B="parents", squirrels="2S")
    seen = told(state)
    assert only(seen["asked"]) == "squirrels"
    play(state, "ask PE for 2S-1")
    seen = told(state)
    assert only(seen["asked"]) == "price"
    assert only(seen["afterwards"]) == "squirrels"
    assert only(seen["asking"]) == "2S-1"
    play(state, "offer 4")
    seen = told(state, 1)
    assert only(seen["asked"]) == "consent"
    assert seen["offered"] == 4
    assert seen["to_act"] == [1, 0, 0, 0, 0]
    play(state, "decline")
    assert told(state)["declined"]["2S-1"] == {"times": 1, "price": 4}
    assert state.view(None)["turn"]["refused"] == {"2S-1": [1, 4]}


def test_rounds_maps_and_rules_are_shown() -> None:
    seen = told(drafting(4, map="F", centre="BASE-2", rules="site", powers="open"))
    assert only(seen["map"]) == "F"
    assert only(seen["centre"]) == "BASE-2"
    assert seen["site"] == seen["open_powers"] == 1
    assert only(seen["round"]) == "draft"
    assert only(seen["asked"]) == "draft"
    assert only(seen["deck"]) == "2S"
    coming = [only(places) for places in seen["powers"].values() if named(places)]
    assert [coming.count(when) for when in ("for sale", "in 1 stock round", "in 3 stock rounds")] == [4, 4, 4]
