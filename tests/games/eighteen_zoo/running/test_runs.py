"""Runs of squirrels (rule 7.4): the worked example, each constraint, each power, and brute force on small maps."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from menagerie.games.eighteen_zoo.map.board import Board
from menagerie.games.eighteen_zoo.pieces import Runner
from menagerie.games.eighteen_zoo.running.best import can_run, useful_runs
from menagerie.games.eighteen_zoo.running.check import measure
from menagerie.games.eighteen_zoo.running.harvest import Aids, Chain, Harvest
from menagerie.games.eighteen_zoo.running.search import either_way
from menagerie.games.eighteen_zoo.site.routes import chain_of, connections_of, places_of
from tests.games.eighteen_zoo.maps import board, chain, family, grown_board, lay, runners, try_runs

EARLY = Aids(30)
LATE = Aids(60)

# The example of rule 7.4: Y - HOME of the LIONS - HOME of the TIGERS (green) - O.
LIONS = (
    "E15 5 r4 LI", "F14 9 r1", "G13 8 r5", "H14 15 r0", "H12 8 r4", "I11 9 r1", "F16 9 r2", "G17 8 r0", "G19 201 r2",
)  # fmt: skip
WEST = "E15 F16 G17 G19"
EAST = "E15 F14 G13 H14 H12 I11"
WHOLE = "G19 G17 F16 E15 F14 G13 H14 H12 I11"


def nuts(result: Harvest | str) -> int:
    """What runs bring that must be right."""
    assert not isinstance(result, str), result
    return result.nuts


def useful(on: Board, who: int, squirrels: tuple[Runner, ...], aids: Aids) -> list[tuple[int, int]]:
    """Nuts and O areas of the runs that are offered, all of which must be right ones."""
    found = useful_runs(on, who, squirrels, aids)
    for harvest in found:
        again = measure(on, who, squirrels, aids, harvest.chains)
        assert isinstance(again, Harvest)
        assert (again.nuts, again.pools) == (harvest.nuts, harvest.pools)
    return [(harvest.nuts, harvest.pools) for harvest in found]


def best(on: Board, who: str, squirrels: tuple[Runner, ...], aids: Aids) -> int:
    """The best harvest."""
    return max([0, *[nuts for nuts, _ in useful(on, family(who), squirrels, aids)]])


def test_rule_7_4_example_one_3s_collects_90() -> None:
    state = board("A", *LIONS)
    harvest = try_runs(state, "LI", runners("3S"), EARLY, WHOLE)
    assert nuts(harvest) == 30 + 20 + 30 + 10
    assert isinstance(harvest, Harvest)
    assert harvest.pools == 1
    assert best(state, "LI", runners("3S"), EARLY) == 90


def test_rule_7_4_example_two_2s_collect_110() -> None:
    state = board("A", *LIONS)
    assert nuts(try_runs(state, "LI", runners("2S", "2S"), EARLY, WEST, EAST)) == 50 + 60
    assert best(state, "LI", runners("2S", "2S"), EARLY) == 110


def test_rule_7_4_example_a_station_there_would_allow_a_third_run() -> None:
    further = ("H14 LI", "I17 8 r2", "J16 8 r5", "K17 5 r1")
    state = board("A", *LIONS, *further)
    assert best(state, "LI", runners("2S", "2S", "2S"), EARLY) == 50 + 60 + 50
    assert nuts(try_runs(state, "LI", runners("2S"), EARLY, "H14 H16 I17 J16 K17")) == 50


@pytest.mark.parametrize(
    ("squirrels", "offered"),
    [
        ("3S", [(90, 1)]),
        ("2S", [(60, 1)]),
        ("2J", [(100, 0), (80, 1)]),
        ("2J 2J", [(200, 0), (180, 1)]),
    ],
)
def test_rule_7_4_useful_runs_bring_fewer_nuts_only_for_more_water(
    squirrels: str, offered: list[tuple[int, int]]
) -> None:
    """A 2J stops twice: at two stations for 100 nuts, or at the HOME of the Tigers and the O beyond it for 80."""
    state = board("A", *LIONS, "H14 LI")
    assert useful(state, family("LI"), runners(*squirrels.split()), EARLY) == offered


def test_rule_7_4_with_two_barrels_water_pays_nothing_and_only_nuts_count() -> None:
    state = board("A", *LIONS, "H14 LI")
    assert useful(state, family("LI"), runners("2J"), Aids(30, barrels=True)) == [(100, 1)]


@pytest.mark.parametrize(
    ("squirrels", "runs", "reason"),
    [
        ("3S", "E15 F14", "A run can't end on the track at hex F14. End at a station, R area or O area."),
        ("2S", WHOLE, "The run from hex G19 to hex I11 makes 3 stops. A 2S can make 2."),
        ("2S", "H14 H12 I11", "The run from hex H14 to hex I11 doesn't touch any station of the family."),
        ("2S", "E15", "The run from hex E15 to hex E15 makes only one stop. It needs two."),
        ("2S", "E15 H14", "Hexes E15 and H14 aren't next to each other."),
        ("2S", "E15 E13", "The track ends at hex E15."),
        ("2S", "E15 F14 G15", "The track ends at hex F14."),
        ("3S", "E15 F14 G13 H14 G13 F14 E15", "The run uses the track between hexes H14 and G13 twice."),
    ],
)
def test_rule_7_4_wrong_runs_are_refused_with_the_reason(squirrels: str, runs: str, reason: str) -> None:
    state = board("A", *LIONS)
    assert try_runs(state, "LI", runners(squirrels), EARLY, runs) == reason


def test_rule_7_4_no_track_twice_by_two_squirrels() -> None:
    state = board("A", *LIONS)
    reason = "Another squirrel already uses the track between hexes E15 and F14."
    assert try_runs(state, "LI", runners("2S", "2S"), EARLY, EAST, "E15 F14 G13 H14") == reason


def test_rule_7_4_a_squirrel_may_stay_at_home() -> None:
    state = board("A", *LIONS)
    assert nuts(try_runs(state, "LI", runners("2S", "2S"), EARLY, WEST, "")) == 50
    assert nuts(try_runs(state, "LI", runners("2S"), EARLY, "")) == 0


def test_rule_7_4_one_stop_is_no_run() -> None:
    state = board("A", "N10 57 r0 PB", "N12 9 r0", "N14 9 r0")
    assert not can_run(state, family("PB"), runners("2S", "3S"), EARLY)
    assert best(state, "PB", runners("2S", "5S"), EARLY) == 0


def test_rule_7_4_two_squirrels_may_meet_in_an_o() -> None:
    state = board("A", "K9 6 r1 GI", "J10 8 r2", "I9 8 r5", "H10 7 r4", "I11 7 r1", "H12 8 r4", "H14 15 r0 GI")
    both = try_runs(state, "GI", runners("4J", "4J"), EARLY, "K9 J10 I9 H10", "H10 I11 H12 H14")
    assert nuts(both) == 2 * (20 + 20) + 2 * (20 + 30)
    assert isinstance(both, Harvest)
    assert both.pools == 4


def test_rule_7_4_a_tokened_out_station_can_only_be_an_end() -> None:
    full = [*LIONS, "H14 TI PE"]
    state = board("A", *full)
    assert nuts(try_runs(state, "LI", runners("3S"), EARLY, "E15 F14 G13 H14")) == 50
    reason = "Hex H14 is full of other families' stations. A run can end there but not pass."
    assert try_runs(state, "LI", runners("3S"), EARLY, EAST) == reason
    assert best(state, "LI", runners("3S"), EARLY) == 80
    assert best(state, "LI", runners("2S", "2S"), EARLY) == 100


def test_wings_jump_one_tokened_out_station_without_its_nuts() -> None:
    state = board("A", *LIONS, "H14 TI PE")
    wings = Aids(30, wings=True)
    assert nuts(try_runs(state, "LI", runners("3S"), wings, WHOLE)) == 30 + 20 + 10
    assert best(state, "LI", runners("3S"), wings) == 80


def test_ruling_2_23_wings_do_not_jump_a_single_space_with_work_in_progress() -> None:
    line = ("K9 57 r0 GI", "L4 201 r5 WIP")
    state = board("A", *line)
    assert "even for WINGS" in str(try_runs(state, "GI", runners("3S"), Aids(30, wings=True), "K9 K7 L6 L4 M5"))
    state = board("A", *line, "L4 793 r5 PB")
    assert nuts(try_runs(state, "GI", runners("2S"), Aids(30, wings=True), "K9 K7 L6 L4 M5")) == 20 + 30
    assert best(state, "GI", runners("2S"), Aids(30, wings=True)) == 70


def test_wings_serve_one_squirrel_only() -> None:
    state = board("A", *LIONS, "H14 TI PE", "G19 PB", "F18 9 r2")
    wings = Aids(30, wings=True)
    beyond = "E15 F16 G17 G19 F18"
    assert nuts(try_runs(state, "LI", runners("4J"), wings, beyond)) == 2 * (20 + 10)
    reason = "WINGS jump over one full station per turn, and hex G19 would be another."
    assert try_runs(state, "LI", runners("4J", "4J"), wings, EAST, beyond) == reason
    assert best(state, "LI", runners("4J", "4J"), wings) == 2 * (20 + 30) + 2 * (20 + 30)


def test_rule_4_1_hexes() -> None:
    state = board("A", "E15 6 r3 LI", "E13 9 r0")
    assert [state.cost(lay(state, text)) for text in ("E13 9 r0", "E17 9 r1", "E11 9 r0", "C13 9 r0")] == [0, 1, 2, 0]
    state = board("A", "N10 57 r0 PB", "N12 9 r0")
    assert nuts(try_runs(state, "PB", runners("1S"), EARLY, "N10 N12")) == 20 + 10


def test_rule_4_1_printed_track_is_used_and_a_run_may_end_where_it_ends() -> None:
    state = board("A", "K9 6 r3 GI", "L4 201 r5")
    assert nuts(try_runs(state, "GI", runners("2S"), EARLY, "L4 L6 K7 K9")) == 30 + 20
    assert nuts(try_runs(state, "GI", runners("2S"), EARLY, "L4 L6 K7 K9 L10")) == 30 + 20
    assert (
        try_runs(state, "GI", runners("2S"), EARLY, "K9 L10")
        == "The run from hex K9 to hex L10 makes only one stop. It needs two."
    )
    assert "can't end on the track at hex K7" in str(try_runs(state, "GI", runners("2S"), EARLY, "K9 K7"))


def test_rule_4_1_r_areas_are_entered_at_their_arrows_and_rise_in_value() -> None:
    state = board("A", "N10 57 r0 PB", "N12 9 r0", "N14 9 r0", "N16 9 r0")
    assert try_runs(state, "PB", runners("2S"), EARLY, "N10 N12 N14 N16 N18") == "The track ends at hex N18."
    state = board("A", "K9 57 r0 GI", "L4 201 r5")
    assert best(state, "GI", runners("3S"), EARLY) == 20 + 30 + 30
    assert best(state, "GI", runners("3S"), LATE) == 20 + 30 + 60
    assert best(state, "GI", runners("2S"), LATE) == 50


def test_sugar_gives_one_s_squirrel_one_stop_more() -> None:
    state = board("A", "K9 57 r0 GI", "L4 201 r5")
    sweet = Aids(30, sugar=True)
    assert best(state, "GI", runners("2S"), sweet) == 80
    assert best(state, "GI", runners("2J"), sweet) == 2 * 50
    assert try_runs(state, "GI", runners("2J"), sweet, "K9 K7 L6 L4 M5").__class__ is str
    state = board("A", *LIONS)
    assert best(state, "LI", runners("2S", "2S"), sweet) == 110
    assert best(state, "LI", runners("2S"), sweet) == 90


def test_j_squirrels_double_everything_and_stop_at_o_areas() -> None:
    state = board("A", *LIONS)
    assert best(state, "LI", runners("4J"), EARLY) == 2 * 90
    assert best(state, "LI", runners("2J"), EARLY) == 2 * 50
    reason = "The run from hex E15 to hex I11 makes 3 stops. A 2J can make 2."
    assert try_runs(state, "LI", runners("2J"), EARLY, EAST) == reason


def test_ruling_2_32_a_j_squirrel_runs_to_a_single_o() -> None:
    state = board("A", "N10 57 r0 PB", "N12 9 r0", "N14 9 r0")
    assert best(state, "PB", runners("2J"), EARLY) == 2 * (20 + 10)
    assert best(state, "PB", runners("4J"), EARLY) == 2 * (20 + 20)


@pytest.mark.parametrize(("site", "pool"), [(False, 40), (True, 30)])
def test_switch_11_11_two_barrels_with_a_j_squirrel(site: bool, pool: int) -> None:
    state = board("A", "N10 57 r0 PB", "N12 9 r0", site=site)
    assert best(state, "PB", runners("2J"), Aids(30, barrels=True)) == 40 + pool


def test_two_barrels_double_the_o_areas() -> None:
    state = board("A", *LIONS)
    assert best(state, "LI", runners("3S"), Aids(30, barrels=True)) == 100


def test_wheat_adds_30_and_j_squirrels_double_it() -> None:
    state = board("A", *LIONS)
    state.sow(family("LI"), state.ground.by_name["E15"])
    assert best(state, "LI", runners("3S"), EARLY) == 120
    assert best(state, "LI", runners("2S", "2S"), EARLY) == 170
    assert best(state, "LI", runners("4J"), EARLY) == 240


def test_patch_runs_one_station_and_the_o_areas_beside_it() -> None:
    state = board("A", "N10 57 r0 PB", "N12 9 r0", "N14 9 r0")
    assert best(state, "PB", runners("1S"), EARLY) == 40
    assert nuts(try_runs(state, "PB", runners("1S"), EARLY, "N10")) == 20
    state = board("A", *LIONS)
    assert best(state, "LI", runners("1S"), EARLY) == 20
    assert str(try_runs(state, "LI", runners("1S"), EARLY, WEST)).endswith("A 1S can make 1.")


def holed() -> Board:
    """PB north of N18, GI before M5, and HOLE between the two R areas."""
    made = board("A", "N10 57 r0 PB", "N12 9 r0", "N14 8 r1", "M17 8 r3", "K9 57 r0 GI", "L4 201 r5")
    for name in ("N18", "M5"):
        made.dig(made.ground.by_name[name])
    return made


TUNNEL = "N10 N12 N14 M15 M17 N18 M5 L4 L6 K7 K9"


def test_hole_is_one_stop_on_the_way_and_counts_once() -> None:
    state = holed()
    assert nuts(try_runs(state, "PB", runners("4S"), EARLY, TUNNEL)) == 20 + 10 + 10 + 30 + 30 + 20
    assert best(state, "PB", runners("4S"), EARLY) == 120
    assert best(state, "PB", runners("2S"), EARLY) == 20 + 20 + 30
    assert best(state, "GI", runners("5S"), LATE) == 150


def test_hole_is_not_both_passed_and_ended_in() -> None:
    state = holed()
    reason = "A run that ends in an R area with HOLE can't also go through HOLE."
    assert try_runs(state, "PB", runners("4S"), EARLY, "N10 N12 N14 M15 M17 N18 M5") == reason


def test_hole_gives_reach() -> None:
    state = holed()
    assert state.reach(family("PB")).visited[state.ground.by_name["K9"]]


def test_switch_11_12_the_rulebook_lets_a_run_visit_an_o_area_once_and_the_site_each_of_its_o_s() -> None:
    """A green tile by RABBITS on an O area: the run passes it, goes round and comes back over its other path."""
    lines = ("H14 15 r0 TI", "H12 8 r4", "I11 20 r1", "J10 7 r0", "J12 7 r2", "H10 8 r3")
    run = "H14 H12 I11 J10 J12 I11 H10"
    assert (
        try_runs(board("A", *lines), "TI", runners("4J"), EARLY, run) == "The run visits hex I11 twice. Visit it once."
    )
    assert best(board("A", *lines), "TI", runners("4J"), EARLY) == 2 * (30 + 10)
    assert nuts(try_runs(board("A", *lines, site=True), "TI", runners("4J"), EARLY, run)) == 2 * (30 + 30)
    assert best(board("A", *lines, site=True), "TI", runners("4J"), EARLY) == 2 * (30 + 30)


TWO_O_S = ("L14 28 r2", "K13 7 r5", "K15 202 r3 PE", "L16 7 r2")
"""A loop from an O area over a station back to it: its O's share the side to K13, and one of them joins it to L16."""


@pytest.mark.parametrize("run", ["L14 K13 K15 L16 L14", "L14 L16 K15 K13 L14"])
def test_switch_11_12_a_run_begins_and_ends_on_a_hex_with_two_o_s(run: str) -> None:
    """Which O it begins with follows from which one is left for its end."""
    site = board("A", *TWO_O_S, site=True)
    assert nuts(try_runs(site, "PE", runners("4J"), EARLY, run)) == 2 * (10 + 30 + 10)
    assert best(site, "PE", runners("4J"), EARLY) == 100
    assert (
        try_runs(board("A", *TWO_O_S), "PE", runners("4J"), EARLY, run)
        == "The run visits hex L14 twice. Visit it once."
    )


# As recorded games write runs.


def test_a_run_over_both_o_s_of_a_hex_is_written_with_both() -> None:
    site = board("A", *TWO_O_S, site=True)
    assert places_of(site, chain(site, "L14 K13 K15 L16 L14")) == ["L14-1", "K15-0", "L14-0"]


def test_a_run_through_hole_is_written_with_the_hexes_of_the_tunnel() -> None:
    state = holed()
    run = chain(state, TUNNEL)
    stretches = connections_of(state, run)
    assert stretches[0] == ["N10", "N12"]
    assert stretches[2][:6] == ["N14", "M15", "M17", "N18", "N20", "O19"]
    assert stretches[2][-2:] == ["M5", "L4"]
    assert places_of(state, run) == ["N10-0", "N12-0", "N14-0", "L4-0", "K9-0"]
    mixed = [stretches[3][::-1], stretches[2], stretches[1][::-1], stretches[0]]
    assert either_way(chain_of(state.ground, mixed) or ()) == either_way(run)


def test_the_board_tells_which_way_a_loop_between_two_o_s_was_run() -> None:
    state = board("A", "H14 15 r0 TI", "H12 8 r4", "I11 20 r1", "J10 7 r0", "J12 7 r2", "H10 8 r3", site=True)
    run = chain(state, "H14 H12 I11 J10 J12 I11 H10")
    stretches = connections_of(state, run)
    assert stretches[1] == ["I11", "J10", "J12", "I11"]
    for written in (stretches, [stretches[0], stretches[1][::-1], stretches[2]]):
        assert chain_of(state.ground, written, state) == run


def test_a_run_of_one_station_is_local() -> None:
    state = board("A", "N10 57 r0 PB")
    assert connections_of(state, chain(state, "N10")) == [["local", "N10"]]
    assert chain_of(state.ground, [["local", "N10"]]) == chain(state, "N10")


def test_stretches_that_do_not_join_are_no_run() -> None:
    ground = board("A").ground
    assert chain_of(ground, [["K9", "J10"], ["N10", "N12"]]) is None
    assert chain_of(ground, [["K9", "Z99"]]) is None


# Brute force.


def all_runs(on: Board, who: int, runner: Runner, aids: Aids) -> list[Chain]:
    """Every right run of a squirrel, found by trying every walk over the map."""
    found: set[Chain] = set()
    limit = len(on.ground.hexes)

    def walk(run: Chain, sides: frozenset[tuple[int, int]]) -> None:
        if isinstance(measure(on, who, (runner,), aids, (run,)), Harvest):
            found.add(either_way(run))
        at = run[-1]
        ways = [other // 6 for other in on.ground.across[at * 6 : at * 6 + 6] if other >= 0]
        if len(on.holes) == 2 and at in on.holes:
            ways.append(on.holes[0] + on.holes[1] - at)
        for after in ways:
            side = (min(at, after), max(at, after))
            if side in sides or len(run) > limit or not joined(on, run, after):
                continue
            walk((*run, after), sides | {side})

    for at, spot in enumerate(on.spots):
        if spot.track is not None:
            walk((at,), frozenset())
    return sorted(found)


def joined(on: Board, run: Chain, after: int) -> bool:
    """Whether track leads from the end of the walk into that hex, and on from where it came."""
    at = run[-1]
    here, there = on.spots[at].track, on.spots[after].track
    if here is None or there is None:
        return False
    if {at, after} == set(on.holes):
        return len(run) > 1 and run[-2] not in on.holes
    edge = next(e for e in range(6) if on.ground.across[at * 6 + e] // 6 == after)
    if not here.exits >> edge & 1 or not there.exits >> (edge + 3) % 6 & 1:
        return False
    if len(run) == 1 or run[-2] in on.holes:
        return True
    came = next(e for e in range(6) if on.ground.across[at * 6 + e] // 6 == run[-2])
    return bool(here.links[came] >> edge & 1)


def brute_force(on: Board, who: int, squirrels: tuple[Runner, ...], aids: Aids) -> list[tuple[int, int]]:
    """Nuts and O areas of every set of runs that no other one beats in both; with TWO BARRELS of the best alone."""
    lists = [[(), *all_runs(on, who, runner, aids)] for runner in squirrels]
    brought: set[tuple[int, int]] = set()
    for runs in itertools.product(*lists):
        harvest = measure(on, who, squirrels, aids, runs)
        if isinstance(harvest, Harvest) and harvest.nuts:
            brought.add((harvest.nuts, harvest.pools))
    front: list[tuple[int, int]] = []
    for nuts, pools in sorted(brought, reverse=True):
        if not front or (pools > front[-1][1] and not aids.barrels):
            front.append((nuts, pools))
    return front


TEAMS = [
    ("2S",),
    ("3S",),
    ("5S",),
    ("4J",),
    ("2J",),
    ("1S",),
    ("2S", "2S"),
    ("3S", "2J"),
    ("1S", "4S"),
    ("2S", "2S", "2S"),
]


def test_switch_11_26_a_hex_named_twice_in_a_row_is_one_pass() -> None:
    state = board("A", *LIONS)
    stretches = [["E15", "F14", "G13", "H14"], ["H14", "H12", "I11"], ["I11", "I11"]]
    assert chain_of(state.ground, stretches, state) == chain(state, EAST)


def on_map(seed: int, turns: int, team: tuple[str, ...], wings: bool, sugar: bool) -> dict[str, object]:
    """A map on which one of the finer points of the search matters."""
    return {
        "seed": seed, "turns": turns, "site": False, "team": team, "wings": wings, "sugar": sugar, "barrels": False
    }  # fmt: skip


@settings(max_examples=60, deadline=None)
@example(**on_map(22, 4, ("1S", "4S"), False, False))  # a squirrel stays at home so that the other touches more water
@example(**on_map(17, 4, ("4J",), True, False))  # of two runs over the same shared track the richer was found later
@example(**on_map(262, 4, ("3S",), False, False))  # and here earlier
@example(**on_map(174, 4, ("2S", "2S"), True, True))  # a run over more track is poorer in nuts and touches more water
@given(
    seed=st.integers(0, 10_000),
    turns=st.integers(1, 4),
    site=st.booleans(),
    team=st.sampled_from(TEAMS),
    wings=st.booleans(),
    sugar=st.booleans(),
    barrels=st.booleans(),
)
def test_useful_runs_equal_brute_force(
    seed: int, turns: int, site: bool, team: tuple[str, ...], wings: bool, sugar: bool, barrels: bool
) -> None:
    state = grown_board(seed, turns if len(team) < 3 else min(turns, 2), site)
    aids = Aids(60, wings, sugar, barrels)
    squirrels = runners(*team)
    for who in state.ground.families:
        if not state.stations(who):
            continue
        offered = useful(state, who, squirrels, aids)
        assert offered == brute_force(state, who, squirrels, aids)
        assert can_run(state, who, squirrels, aids) == bool(offered)
