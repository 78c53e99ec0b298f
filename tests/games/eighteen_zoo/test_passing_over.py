"""Steps are passed over only if nothing that the family may use could change them (docs/rules/18zoo.md, 4.3 and 7)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from menagerie.games.eighteen_zoo.map.board import MOLE, NEW, RABBIT
from menagerie.games.eighteen_zoo.pieces import POWERS_FROM
from menagerie.games.eighteen_zoo.running.best import can_run
from menagerie.games.eighteen_zoo.running.harvest import Aids
from menagerie.games.eighteen_zoo.running.outlook import SPACE, STOP, STOP_OR_POOL, Means, could_reach
from menagerie.games.eighteen_zoo.state import Position

from .maps import grown_board, runners
from .position import family, hire, lay, legal, monday, number, operate, play, power, step


def lonely(home: str = "K17 6 r1", who: str = "PE", **more: object) -> Position:
    """A family of A with a HOME tile, no other track, and no money for a squirrel."""
    state = monday()
    family(state, who, **{"A": "parents", "treasury": 2, "squirrels": "2S", **more})  # type: ignore[arg-type]
    at, tile, rotation = home.split()
    lay(state, tile, int(rotation[1]), at)
    return state


def reached(state: Position, who: str = "PE", at: str = "run") -> str:
    """The step that is asked when this one begins; `over` if the rest of the turn is skipped."""
    operate(state, who, at)
    state.settle()
    return step(state) if step(state) in ("station", "run", "dividend", "squirrels", "closing") else "over"


# 7.4 Runs


def test_rule_4_3_moles_may_make_a_run_after_the_second_tile() -> None:
    """The Penguins lay two curves that lead nowhere; a tile of MOLES turns one towards the R area I19."""
    state = operate(lonely(powers=("MOLES",)), "PE")
    play(state, "lay 7 r3 at J18", "lay 7 r0 at J16")
    assert step(state) == "run"
    assert state.prompt(0) == "No squirrel can run yet. Use a power or skip."
    play(state, "MOLES: lay 83 r4 at J18")
    assert state.prompt(0) == "Run the Penguins' squirrels, or skip."
    play(state, "run 2S-0 I19 J18 K17")
    assert state.nuts == 50


def test_rule_4_3_a_family_that_does_without_the_power_runs_nothing() -> None:
    state = operate(lonely(powers=("MOLES",), at=(1, 1)), "PE")
    play(state, "lay 7 r3 at J18", "lay 7 r0 at J16", "run nothing")
    assert (state.value(number(state, "PE")), step(state)) == (6, "closing")


@pytest.mark.parametrize(
    ("powers", "asked"),
    [
        ((), "over"),
        (("ANCIENT_MAPS",), "run"),
        (("PATCH",), "run"),
        (("MOLES",), "over"),
        (("RABBITS",), "closing"),
        (("HOLE",), "closing"),
        (("WHEAT",), "closing"),
        (("WINGS",), "over"),
        (("A_TIP_OF_SUGAR",), "over"),
        (("TWO_BARRELS",), "over"),
        (("SHINING_GOLD",), "over"),
    ],
)
def test_rule_7_4_only_a_power_that_could_make_a_run_stops_the_run_step(powers: tuple[str, ...], asked: str) -> None:
    """HOME alone: the Y area K15 is one tile away, and no yellow tile lies on the map."""
    assert reached(lonely(powers=powers)) == asked


def test_rule_7_4_nobody_is_asked_for_squirrels_that_sleep_or_are_not_there() -> None:
    assert reached(lonely(powers=("ANCIENT_MAPS",), squirrels="", treasury=7)) != "run"
    state = lonely(powers=("ANCIENT_MAPS",), squirrels="")
    hire(state, "PE", "2S", asleep=True)
    assert reached(state) == "closing"


def test_rule_7_4_ancient_maps_lay_two_tiles_and_no_more() -> None:
    """From the Lions' HOME turned to the north-east the nearest stop is three tiles away."""
    assert reached(lonely("E15 5 r3", "LI", powers=("ANCIENT_MAPS",)), "LI") == "closing"
    assert reached(lonely("E15 5 r2", "LI", powers=("ANCIENT_MAPS",)), "LI") == "run"


def test_rule_7_4_an_o_area_is_a_stop_for_j_squirrels_only() -> None:
    """From HOME turned like this the Polar bears are one tile from an O, and three from a stop."""
    assert reached(lonely("N10 5 r0", "PB", powers=("ANCIENT_MAPS",)), "PB") == "closing"
    assert reached(lonely("N10 5 r0", "PB", powers=("ANCIENT_MAPS",), squirrels="2J"), "PB") == "run"


def test_rule_7_4_rabbits_may_join_what_lies_side_by_side() -> None:
    """The Y tile at K15 points to HOME, which has no track towards it; a green HOME tile has."""
    state = lonely("K17 57 r1", powers=("RABBITS",))
    lay(state, "202", 4, "K15")
    assert reached(state) == "run"
    play(state, "RABBITS: lay 619 r1 at K17", "run 2S-0 K17 K15")
    assert state.nuts == 30 + 30


def test_rule_7_4_rabbits_that_find_no_tile_are_no_reason_to_ask() -> None:
    """No green HOME tile can lie like this one, which points to the grey area."""
    state = lonely("K17 5 r0", powers=("RABBITS",))
    lay(state, "202", 4, "K15")
    assert reached(state) == "over"


def test_rule_10_18_patch_lets_a_squirrel_run_within_its_station() -> None:
    state = lonely(powers=("PATCH",))
    assert reached(state) == "run"
    play(state, "patch 2S-0", "run 1S-0 K17")
    assert state.nuts == 20


@pytest.mark.parametrize("seat", [0, 1])
def test_rule_7_1_a_power_that_could_be_acquired_counts(seat: int) -> None:
    state = lonely()
    state.hands[seat] = (power(state, "ANCIENT_MAPS"),)
    assert reached(state) == "run"
    assert "acquire ANCIENT MAPS" in legal(state)


def test_rule_7_6_2_a_power_that_was_refused_twice_is_out_of_reach() -> None:
    state = lonely()
    state.hands[1] = (power(state, "ANCIENT_MAPS"),)
    assert reached(state) == "run"
    play(state, "acquire ANCIENT MAPS", "offer 0", "decline")
    assert step(state) == "run"
    play(state, "acquire ANCIENT MAPS", "offer 1", "decline")
    assert step(state) == "track", "nothing is left to wait for: the next turn has begun"


@pytest.mark.parametrize(("tickets", "asked"), [(0, "over"), (1, "run")])
def test_rule_7_6_2_a_ticket_may_pay_for_a_better_offer(tickets: int, asked: str) -> None:
    """Nothing was refused for ANCIENT MAPS, and nothing is all that the treasury has."""
    state = lonely(treasury=0)
    state.hands[1] = (power(state, "ANCIENT_MAPS"),)
    state.tickets[0] = tickets
    state.declined = ((POWERS_FROM + power(state, "ANCIENT_MAPS"), 0),)
    assert reached(state) == asked
    if tickets:
        play(state, "cash ticket", "treasury 1", "acquire ANCIENT MAPS", "accept", "ANCIENT MAPS: lay 202 r4 at K15")
        assert step(state) == "SecondMapTile"


def test_rule_10_18_patch_in_the_hand_of_the_leader_need_not_be_acquired() -> None:
    """Even a leader who has declined to part with it may put it on."""
    state = lonely()
    state.hands[0] = (power(state, "PATCH"),)
    thing = POWERS_FROM + power(state, "PATCH")
    state.declined = ((thing, 0), (thing, 1))
    assert reached(state) == "run"
    play(state, "patch 2S-0", "run 1S-0 K17")


def test_rule_6_5_1_patch_in_a_hand_takes_no_room_on_the_mat() -> None:
    state = lonely(powers=("WINGS", "A_SQUEEZE"))
    state.hands[0] = (power(state, "PATCH"), power(state, "ANCIENT_MAPS"))
    assert reached(state, at="station") == "station"


def test_rule_6_5_1_a_full_mat_takes_no_power_unless_one_can_be_used_up() -> None:
    state = lonely(powers=("WINGS", "A_SQUEEZE", "SHINING_GOLD"))
    state.hands[0] = (power(state, "ANCIENT_MAPS"),)
    assert reached(state) == "over"
    state = lonely(powers=("WINGS", "A_SQUEEZE", "WHEAT"))
    state.hands[0] = (power(state, "ANCIENT_MAPS"),)
    assert reached(state) == "run"


@pytest.mark.parametrize(
    ("treasury", "tickets", "powers", "asked"),
    [
        (0, 0, ("ANCIENT_MAPS",), "over"),
        (1, 0, ("ANCIENT_MAPS",), "run"),
        (0, 1, ("ANCIENT_MAPS",), "run"),
        (0, 0, ("ANCIENT_MAPS", "SHINING_GOLD"), "run"),
    ],
)
def test_rule_4_4_tickets_and_shining_gold_pay_for_m(
    treasury: int, tickets: int, powers: tuple[str, ...], asked: str
) -> None:
    """From this HOME of the Tigers the only way is over I15, an M area."""
    state = lonely("H14 5 r4", "TI", powers=powers, treasury=treasury)
    state.tickets[0] = tickets
    assert reached(state, "TI") == asked


# 7.3 Stations


def beside_a_full_station(powers: tuple[str, ...]) -> Position:
    """The Penguins reach the Y area K15, whose only space the Giraffes have taken."""
    state = lonely(powers=powers)
    lay(state, "202", 4, "K15")
    other = family(state, "GI", B="parents", treasury=0)
    state.board.place(other, state.board.ground.by_name["K15"])
    return state


@pytest.mark.parametrize(
    ("powers", "asked"),
    [
        ((), "run"),
        (("RABBITS",), "station"),
        (("ANCIENT_MAPS",), "run"),
        (("MOLES",), "run"),
        (("HOLE",), "run"),
        (("ON_A_DIET",), "run"),
        (("THAT_S_MINE",), "run"),
    ],
)
def test_rule_7_3_only_a_power_that_could_make_a_place_stops_the_station_step(
    powers: tuple[str, ...], asked: str
) -> None:
    """RABBITS may turn K15 into a tile with two spaces; ON A DIET is used at any moment, so that no step waits."""
    assert reached(beside_a_full_station(powers), at="station") == asked


def test_rule_7_3_nobody_gets_past_a_station_full_of_others() -> None:
    """Behind the Giraffes' station at K15 lies their HOME with a free space: MOLES on the track there are no help."""
    state = lonely(powers=("MOLES",))
    for tile, rotation, at in (("621", 0, "K15"), ("9", 0, "K13"), ("9", 0, "K11"), ("15", 0, "K9")):
        lay(state, tile, rotation, at)
    giraffes = family(state, "GI", B="parents", treasury=0)
    assert reached(state, at="station") == "station", "K15 is free"
    state.board.place(giraffes, state.board.ground.by_name["K15"])
    assert reached(state, at="station") == "run"


def test_rule_7_3_ancient_maps_may_lay_the_station_tile() -> None:
    state = lonely(powers=("ANCIENT_MAPS",))
    assert reached(state, at="station") == "station"
    play(state, "ANCIENT MAPS: lay 202 r4 at K15", "pass", "station at K15")
    assert state.has_station


def test_rule_7_3_hole_may_lead_to_a_free_station() -> None:
    """The track of the Penguins ends in I19; in front of M5 is the Y area L4, which is still empty."""
    without, state = lonely(), lonely(powers=("HOLE",))
    for one in (without, state):
        lay(one, "9", 1, "J18")
        lay(one, "201", 5, "L4")
    assert (reached(without, at="station"), reached(state, at="station")) == ("run", "station")
    play(state, "HOLE at I19", "HOLE at M5", "station at L4")


@pytest.mark.parametrize(("treasury", "tickets", "asked"), [(1, 0, "run"), (2, 0, "station"), (1, 1, "station")])
def test_rule_7_3_without_the_money_no_power_helps(treasury: int, tickets: int, asked: str) -> None:
    state = lonely(powers=("ANCIENT_MAPS",), treasury=treasury)
    state.tickets[0] = tickets
    assert reached(state, at="station") == asked


def test_rule_10_12_shining_gold_may_earn_the_price_of_a_station() -> None:
    state = lonely(powers=("ANCIENT_MAPS", "SHINING_GOLD"), treasury=0)
    assert reached(state, at="station") == "station"
    state.stations_left[number(state, "PE")] = ()
    assert reached(state, at="station") == "run"


def test_rule_7_3_one_station_in_a_turn_even_with_powers() -> None:
    state = lonely(powers=("ANCIENT_MAPS",))
    state.has_station = True
    assert reached(state, at="station") == "run"


# 7.2 Track, and squirrels


@pytest.mark.parametrize(("tickets", "asked"), [(0, "squirrels"), (1, "track")])
def test_rule_7_2_a_ticket_may_pay_for_the_only_tile(tickets: int, asked: str) -> None:
    """The HOME of the Tigers leads to an M area only, and the treasury is empty."""
    state = lonely("H14 5 r4", "TI", treasury=0)
    state.squirrels[number(state, "TI")] = ()
    state.tickets[0] = tickets
    state.stations_left[number(state, "TI")] = ()
    operate(state, "TI", "track")
    state.settle()
    assert (step(state) == "track" and not state.operated) is (asked == "track")
    if tickets:
        play(state, "cash ticket", "treasury 1")
        play(state, next(text for text in legal(state) if text.endswith("at I15")))


@pytest.mark.parametrize(("tickets", "asked"), [(0, False), (1, True)])
def test_rule_7_2_a_ticket_may_pay_for_a_power_that_opens_the_way(tickets: int, asked: bool) -> None:
    """The only way out of this HOME is taken; RABBITS, for which nothing was refused, could turn it into another."""
    state = lonely("H14 5 r4", "TI", treasury=0)
    lay(state, "9", 1, "I15")
    lay(state, "9", 1, "J16")
    state.board.supply = [0] * len(state.board.supply)
    state.hands[1] = (power(state, "RABBITS"),)
    state.declined = ((POWERS_FROM + power(state, "RABBITS"), 0),)
    state.stations_left[number(state, "TI")] = ()
    state.tickets[0] = tickets
    operate(state, "TI", "track")
    slot = state.slot
    state.settle()
    assert (state.slot == slot) is asked, "without the question it is already the next round"


def test_rule_7_6_gold_may_pay_for_a_squirrel() -> None:
    state = lonely(powers=("ANCIENT_MAPS", "SHINING_GOLD"), treasury=3)
    assert reached(state, at="squirrels") == "squirrels"
    state.treasury[number(state, "PE")] = 2
    assert reached(state, at="squirrels") == "closing"


# The walk that finds out.


@settings(max_examples=80, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    turns=st.integers(0, 4),
    kinds=st.sampled_from([NEW, RABBIT, MOLE]),
    squirrel=st.sampled_from(["2S", "2J"]),
)
def test_where_a_tile_makes_a_run_or_a_station_possible_the_step_is_asked(
    seed: int, turns: int, kinds: int, squirrel: str
) -> None:
    """Every tile that a power can lay is tried: none may lead where the walk did not come."""
    state = grown_board(seed, turns, site=False)
    means = Means(int(kinds == NEW), int(kinds == RABBIT), int(kinds == MOLE), False, 9)
    goal = STOP_OR_POOL if squirrel == "2J" else STOP
    for who in state.ground.families:
        if not state.stations(who):
            continue
        run, space = could_reach(state, who, means, goal), could_reach(state, who, means, SPACE)
        for code in state.lays(who, kinds, 1, 9, ()):
            after = state.copy()
            after.lay(code)
            assert run or not can_run(after, who, runners(squirrel), Aids(30))
            assert space or not after.station_hexes(who)
