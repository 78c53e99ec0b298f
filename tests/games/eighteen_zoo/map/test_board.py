"""Laying track and building stations (rules 7.2 and 7.3), and the powers that change them."""

from __future__ import annotations

import pytest

from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.board import MOLE, NEW, RABBIT, RECORDED, RESERVED, UPGRADE, Board
from menagerie.games.eighteen_zoo.map.ground import R, lay_hex, lay_rotation, lay_tile
from menagerie.games.eighteen_zoo.map.tiles import EDGES_OF
from tests.games.eighteen_zoo.maps import board, family, grown_board, lay, names

GIRAFFES = ("K9 57 r0 GI",)


def why(on: Board, who: str, text: str, kinds: int = NEW | UPGRADE, colours: int = 4, purse: int = 9) -> str:
    """The reason why a lay is refused, or nothing; the list of legal lays must agree."""
    code = lay(on, text)
    refusal = refusals.refuse_lay(on, family(who), kinds, colours, purse, (), code)
    tile = on.ground.tiles.tiles[lay_tile(code)]
    listed = code - lay_rotation(code) + tile.first_rotation[lay_rotation(code)]
    assert (listed in on.lays(family(who), kinds, colours, purse, ())) == (refusal is None)
    return "" if refusal is None else refusal.reason


@pytest.mark.parametrize("letter", "ABCDEF")
def test_a_lay_can_be_said_for_every_hex(letter: str) -> None:
    on = board(letter)
    codes = [lay(on, f"{spot.name} 7 r0") for spot in on.ground.hexes]
    assert [lay_hex(code) for code in codes] == list(range(len(codes)))
    assert all(on.ground.tile_named("999", at) is None for at in range(len(codes))), "there is no such tile"


def test_rule_7_2_figure_1_new_track_starts_from_a_station() -> None:
    state = board("A", *GIRAFFES)
    assert why(state, "GI", "K11 7 r2") == ""
    state.lay(lay(state, "K11 7 r2"))
    assert why(state, "GI", "J10 9 r2") == ""


def test_rule_7_2_figure_2_error_1_track_out_of_reach() -> None:
    state = board("A", *GIRAFFES)
    assert why(state, "GI", "J10 7 r1") == "Hex J10 is out of the family's reach."
    assert why(state, "GI", "K11 8 r0").endswith("out of the family's reach.")


def test_rule_7_2_figure_2_error_2_track_must_not_meet_a_blind_side() -> None:
    state = board("A", *GIRAFFES)
    assert why(state, "GI", "K11 7 r3") == "Tile 7 would lead from hex K11 to a side of hex L10 without track. Turn it."


def test_rule_7_2_figure_2_error_3_nor_an_r_area_without_an_arrow() -> None:
    assert "to a side of hex F8 without track" in why(board("A", *GIRAFFES), "GI", "F10 9 r0")
    assert "lead off the map" in why(board("A", *GIRAFFES), "GI", "C15 7 r1")


def test_rule_7_2_each_area_takes_its_own_tiles() -> None:
    state = board("A", *GIRAFFES)
    assert why(state, "GI", "K11 5 r3") == "Hex K11 takes plain track, not tile 5."
    assert why(state, "GI", "L4 9 r0") == "Hex L4 is a Y area. Lay a Y tile there, not tile 9."
    assert why(state, "GI", "N10 201 r0") == "Hex N10 is a HOME. Lay a HOME tile there, not tile 201."
    assert why(state, "GI", "K7 9 r0") == "Hex K7 is a grey area. You can't lay tiles there."
    assert why(state, "GI", "M5 9 r0") == "Hex M5 is an R area. You can't lay tiles there."


def test_rule_7_2_printed_track_carries_the_family_on() -> None:
    state = board("A", *GIRAFFES)
    assert names(state, sorted({lay_hex(code) for code in state.lays(family("GI"), NEW, 1, 9, ())})) == ["K11", "L4"]


def test_rule_7_2_the_supply_is_limited() -> None:
    state = board("A", *GIRAFFES, "N10 57 r0")
    assert state.left(state.ground.tiles.by_name["57"]) == 0
    assert why(state, "GI", "E15 57 r0") == "Tile 57 is used up."
    state.lay(lay(state, "N10 619 r0"))
    assert state.left(state.ground.tiles.by_name["57"]) == 1


def test_rule_7_2_m_and_mm_are_paid_for_once() -> None:
    state = board("A", "E15 6 r3 LI")
    code = lay(state, "E13 9 r0")
    state.lay(code)
    mm = lay(state, "E11 9 r0")
    assert (state.cost(code), state.cost(mm)) == (0, 2)
    assert why(state, "LI", "E11 9 r0", purse=1) == "Building on hex E11 costs 2 $N. The treasury has 1."
    assert why(state, "LI", "E11 9 r0", purse=2) == ""
    state.lay(mm)
    assert state.cost(lay(state, "E11 23 r0")) == 0


LONG_TRACK = ("K9 57 r0 GI", "K11 9 r0", "K13 9 r0")


@pytest.mark.parametrize("tile", ["20 r0", "24 r0"])
def test_rule_7_2_figures_3_and_4_a_new_path_out_of_reach_is_no_upgrade(tile: str) -> None:
    state = board("A", *LONG_TRACK)
    assert why(state, "GI", f"K13 {tile}") == f"Tile {tile[:2]} adds no path within the family's reach at hex K13."


def test_rule_7_2_figure_5_a_new_path_within_reach() -> None:
    assert why(board("A", *LONG_TRACK), "GI", "K13 24 r3") == ""


def test_rule_7_2_figure_6_a_new_path_within_reach_through_a_hole() -> None:
    state = board("A", *GIRAFFES, "L4 201 r5", "I17 9 r0")
    assert why(state, "GI", "I17 24 r0").endswith("out of the family's reach.")
    state.dig(state.ground.by_name["M5"])
    assert why(state, "GI", "I17 24 r0").endswith("out of the family's reach.")
    state.dig(state.ground.by_name["I19"])
    assert why(state, "GI", "I17 24 r0") == ""
    assert state.hole_hexes() == []


def test_rule_7_2_upgrades_keep_every_path() -> None:
    state = board("A", *LONG_TRACK)
    reason = "Tile 24 wouldn't keep the paths of tile 9. Turn it or choose another."
    assert why(state, "GI", "K13 24 r1") == reason


def test_rule_7_2_colours_come_one_after_the_other_and_with_the_phase() -> None:
    state = board("A", *LONG_TRACK)
    assert why(state, "GI", "K13 24 r3", colours=1) == "You can't lay green tiles yet. They come in a later phase."
    assert why(state, "GI", "K13 43 r0") == "The yellow tile at hex K13 can only become green."
    assert why(state, "GI", "K11 9 r0", kinds=NEW).startswith("Hex K11 already has a tile")
    assert why(state, "GI", "K15 576 r0") == "Hex K15 has no tile yet. Lay a yellow one first."


def test_rule_7_2_a_tile_laid_this_turn_is_not_upgraded() -> None:
    state = board("A", *LONG_TRACK)
    barred = (state.ground.by_name["K13"],)
    code = lay(state, "K13 24 r3")
    refusal = refusals.refuse_lay(state, family("GI"), UPGRADE, 2, 9, barred, code)
    assert refusal is not None
    assert refusal.reason == "The tile at hex K13 was laid this turn. Upgrade it in a later one."
    assert code not in state.lays(family("GI"), UPGRADE, 2, 9, barred)
    assert code in state.lays(family("GI"), RABBIT, 2, 9, barred)


def test_rule_7_2_a_station_of_higher_value_is_reason_enough() -> None:
    state = board("A", "K9 57 r0 GI", "L4 201 r5 PB")
    assert why(state, "GI", "L4 576 r5") == ""
    state.lay(lay(state, "L4 793 r5"))
    state.block(state.ground.by_name["L4"])
    assert state.spots[state.ground.by_name["L4"]].blocks(family("GI"))
    same_value = "Tile 582 adds no path within the family's reach at hex L4, and no nuts."
    assert why(state, "GI", "L4 582 r2") == same_value


def test_rule_7_2_marked_tiles_stay() -> None:
    state = board("A", "E15 6 r3 LI", "E13 9 r0", "E11 9 r0")
    marker = "Hex E11 has a marker. You can only change its tile with RABBITS or MOLES."
    assert why(state, "LI", "E11 23 r0") == marker
    assert why(state, "LI", "E11 23 r0", kinds=RABBIT, colours=1) == ""
    state.lay(lay(state, "E11 23 r0"))
    assert why(state, "LI", "E11 43 r0", kinds=RABBIT).startswith("The marked tile at hex E11 was already changed once")
    assert state.ground.by_name["E11"] not in [lay_hex(code) for code in state.lays(family("LI"), UPGRADE, 4, 9, ())]


def test_recorded_games_may_upgrade_marked_tiles_though_nobody_is_offered_it() -> None:
    state = board("A", "E15 6 r3 LI", "E13 9 r0", "E11 9 r0", site=True)
    code = lay(state, "E11 23 r0")
    assert refusals.refuse_lay(state, family("LI"), UPGRADE | RECORDED, 2, 9, (), code) is None
    assert refusals.refuse_lay(state, family("LI"), UPGRADE, 2, 9, (), code) is not None
    assert code not in state.lays(family("LI"), UPGRADE, 2, 9, ())


def test_rabbits_upgrade_before_the_phase_one_colour_at_a_time() -> None:
    state = board("A", *LONG_TRACK)
    assert why(state, "GI", "K13 24 r3", kinds=RABBIT, colours=1) == ""
    assert why(state, "GI", "K9 611 r0", kinds=RABBIT, colours=1).endswith("can only become green.")
    state.lay(lay(state, "K9 14 r0"))
    assert why(state, "GI", "K9 611 r0", kinds=RABBIT, colours=1) == ""


def test_moles_replace_plain_yellow_tiles_for_good() -> None:
    state = board("A", *LONG_TRACK)
    assert why(state, "GI", "K13 82 r3", kinds=MOLE, colours=1) == ""
    assert why(state, "GI", "K13 82 r3", kinds=UPGRADE) == "You can only lay tile 82 with MOLES."
    assert why(state, "GI", "K13 24 r3", kinds=MOLE) == "MOLES replace yellow tiles 7, 8 and 9 with tiles 80 to 83."
    state.lay(lay(state, "K13 82 r3"))
    assert why(state, "GI", "K13 43 r0", kinds=RABBIT) == "Tile 82 at hex K13 comes from MOLES and stays for good."
    assert state.left(state.ground.tiles.by_name["82"]) == 0


def test_moles_work_under_markers_too() -> None:
    state = board("A", "N10 57 r0 PB", "N12 9 r0")
    assert why(state, "PB", "N12 83 r3", kinds=MOLE) == ""
    lays = state.lays(family("PB"), MOLE, 1, 9, ())
    assert {state.ground.tiles.tiles[lay_tile(code)].name for code in lays} <= {"X82", "X83"}
    assert lays


def test_grey_tiles_fit_their_own_home_only() -> None:
    state = board("A", "K9 611 r0 GI", "N10 611 r0 PB")
    assert why(state, "GI", "K9 GI_455 r0") == ""
    assert why(state, "GI", "K9 GI_455 r0", colours=3) == "You can't lay grey tiles yet. They come in a later phase."
    assert why(state, "GI", "K9 TI_455 r0") == "Grey tile TI_455 only fits its own family's HOME, not hex K9."
    assert "only fits its own family's HOME" in why(state, "PB", "N10 GI_455 r0")


def test_no_run_turns_round_on_the_way_to_new_track() -> None:
    """Beyond the switch at J14 lies only a loop; coming back from it the run would use the track to J12 again."""
    loop = ("K15 201 r2 PE", "J14 24 r3", "J12 23 r0", "J10 7 r5", "K11 7 r1")
    state = board("A", *loop)
    j16 = state.ground.by_name["J16"]
    assert state.reach(family("PE")).arrivals[state.ground.by_name["J14"]] != 0
    assert state.reach(family("PE")).arrivals[j16] >> 3 & 1 == 0
    assert why(state, "PE", "J16 9 r0").endswith("is out of the family's reach.")


# Launches (rule 6.3).


def home_tiles(on: Board, who: str, colours: int) -> set[str]:
    """The tiles that a launch may lay on the HOME."""
    return {on.ground.tiles.tiles[lay_tile(code)].number for code in refusals.home_lays(on, family(who), colours)}


def test_rule_6_3_the_home_tile_is_of_a_colour_that_the_value_allows() -> None:
    state = board("A", "K9 GI")
    assert home_tiles(state, "GI", 1) == {"5", "6", "57"}
    assert home_tiles(state, "GI", 2) == {"5", "6", "57", "14", "15", "619"}
    assert home_tiles(state, "GI", 3) == {"5", "6", "57", "14", "15", "619", "611"}


def test_rule_6_3_a_home_that_has_a_tile_gets_a_higher_colour_that_keeps_its_paths() -> None:
    state = board("A", "K9 57 r0")
    assert home_tiles(state, "GI", 1) == set()
    assert home_tiles(state, "GI", 3) == {"14", "15", "619", "611"}
    for code in refusals.home_lays(state, family("GI"), 3):
        track = state.ground.tiles.tiles[lay_tile(code)].turned[lay_rotation(code)]
        assert track.exits & 0b001001 == 0b001001


def test_rule_6_3_why_another_home_tile_is_refused() -> None:
    state = board("A", "K9 57 r0")

    def reason(text: str, colours: int) -> str:
        refusal = refusals.refuse_home_lay(state, family("GI"), colours, lay(state, text))
        assert refusal is not None
        assert refusal.rule == "6.3"
        return refusal.reason

    assert reason("N10 57 r0", 1) == "First lay the HOME tile on hex K9."
    assert reason("K9 14 r0", 1) == "This launch value doesn't allow a green HOME tile."
    assert reason("K9 5 r0", 2) == "Hex K9 already has a yellow tile. You can only upgrade it."
    assert reason("K9 15 r4", 2) == "Tile 15 wouldn't keep the paths of tile 57. Turn it or choose another."


def test_rule_6_3_a_home_without_any_tile_can_still_be_built_later() -> None:
    state = board("A", "K9 GI")
    assert why(state, "GI", "K9 57 r0", colours=1) == ""
    assert why(state, "PB", "K9 57 r0", colours=1).endswith("is out of the family's reach.")


@pytest.mark.parametrize("site", [False, True])
def test_switch_11_15_launch_lays_leave_no_marker_on_the_site(site: bool) -> None:
    state = board("A", "E15 57 r0 LI", site=site)
    state.lay(lay(state, "E17 7 r3"), -1, launch=True)
    assert state.spots[state.ground.by_name["E17"]].marked is not site
    assert state.left(state.ground.tiles.by_name["7"]) == 6
    assert state.left(state.ground.tiles.by_name["X7"]) == (7 if site else 6)


# Stations (rule 7.3).

LIONS = ("E15 5 r4 LI", "F14 9 r1", "G13 8 r5")


def station(on: Board, who: str, name: str) -> str:
    """The reason why a station is refused, or nothing."""
    at = on.ground.by_name[name]
    refusal = refusals.refuse_station(on, family(who), at)
    assert (at in on.station_hexes(family(who))) == (refusal is None)
    return "" if refusal is None else refusal.reason


def test_rule_7_3_the_last_space_of_a_home_is_kept_for_its_family() -> None:
    state = board("A", *LIONS, "H14 5 r1")
    assert station(state, "LI", "H14") == "The free space at hex H14 is kept for another family."
    state.lay(lay(state, "H14 15 r0"))
    assert station(state, "LI", "H14") == ""
    state.place(family("LI"), state.ground.by_name["H14"])
    slots = state.spots[state.ground.by_name["H14"]].slots
    assert slots == (RESERVED - family("TI"), family("LI"))
    state.place(family("TI"), state.ground.by_name["H14"])
    assert state.spots[state.ground.by_name["H14"]].slots == (family("TI"), family("LI"))
    assert station(state, "LI", "H14") == "The family already has a station at hex H14."


def test_rule_7_3_a_station_must_be_within_reach() -> None:
    state = board("A", *LIONS, "H14 5 r1", "K15 201 r0")
    assert station(state, "LI", "K15") == "Hex K15 is out of the family's reach."
    assert station(state, "LI", "G13") == "Hex G13 has no station tile."


def test_rule_7_3_a_full_station_ends_the_reach() -> None:
    state = board("A", "K9 57 r0 GI", "L4 201 r5 PB")
    assert state.reach(family("GI")).visited[state.ground.by_name["L4"]]
    assert not state.reach(family("GI")).arrivals[state.ground.by_name["M5"]]
    assert station(state, "GI", "L4") == "Hex L4 has no free space."


def test_on_a_diet_puts_a_station_beside_the_spaces() -> None:
    state = board("A", "K9 57 r0 GI", "L4 201 r5 PB")
    l4 = state.ground.by_name["L4"]
    assert state.diet_hexes(family("GI")) == [l4]
    state.place_beside(family("GI"), l4)
    assert state.spots[l4].slots == (family("PB"),)
    assert state.spots[l4].extra == (family("GI"),)
    assert state.diet_hexes(family("GI")) == []
    state.lay(lay(state, "L4 793 r5"))
    assert state.spots[l4].extra == (family("GI"),)
    assert not state.spots[l4].blocks(family("GI"))
    assert state.reach(family("GI")).arrivals[state.ground.by_name["M5"]]


def test_that_s_mine_keeps_a_space_that_stays_open_for_runs() -> None:
    state = board("A", "K9 57 r0 GI", "L4 201 r5")
    l4 = state.ground.by_name["L4"]
    assert state.open_hexes() == [l4]
    state.reserve(family("PB"), l4)
    assert state.reserved_for(family("PB")) == sorted([l4, state.ground.homes[family("PB")]])
    assert not state.spots[l4].blocks(family("GI"))
    assert station(state, "GI", "L4") == "The free space at hex L4 is kept for another family."
    assert state.open_hexes() == []


def test_ruling_2_24_work_in_progress_spares_kept_spaces() -> None:
    state = board("A", "K9 57 r0 GI", "L4 201 r5", "N10 57 r0")
    l4 = state.ground.by_name["L4"]
    state.reserve(family("PB"), l4)
    for name, reason in (
        ("L4", "Hex L4 has no free space that isn't kept for a family."),
        ("N10", "Hex N10 has no free space that isn't kept for a family."),
        ("K11", "Hex K11 has no station tile."),
    ):
        refusal = refusals.refuse_open(state, state.ground.by_name[name])
        assert refusal is not None
        assert refusal.reason == reason


def test_work_in_progress_fills_a_space_for_good() -> None:
    state = board("A", "K9 57 r0 GI", "L4 201 r5 WIP")
    l4 = state.ground.by_name["L4"]
    assert state.spots[l4].blocks(family("GI"))
    state.lay(lay(state, "L4 793 r5"))
    assert not state.spots[l4].blocks(family("GI"))
    assert station(state, "GI", "L4") == ""


# Boards at random.


class Trails:
    """Every run without end from a family's stations, one after the other: no side and no station twice."""

    def __init__(self, on: Board, who: int) -> None:
        self.on = on
        self.who = who
        self.arrivals = [0] * len(on.spots)
        self.sides: set[int] = set()
        self.seen: set[int] = set()
        for at in on.stations(who):
            track = on.spots[at].track
            self.visit(at, [at * 6 + edge for edge in EDGES_OF[track.exits]] if track is not None else [])

    def visit(self, place: int, exits: list[int]) -> None:
        """Go on from a place that may be touched once."""
        if place not in self.seen:
            self.seen.add(place)
            for code in exits:
                self.leave(code)
            self.seen.discard(place)

    def leave(self, code: int) -> None:
        """Go on over a side of a hex."""
        arrival = self.on.ground.across[code]
        if arrival < 0 or min(code, arrival) in self.sides:
            return
        at, edge = divmod(arrival, 6)
        self.arrivals[at] |= 1 << edge
        track = self.on.spots[at].track
        if track is None or not track.exits >> edge & 1:
            return
        self.sides.add(min(code, arrival))
        onward = [at * 6 + out for out in EDGES_OF[track.links[edge]]]
        if len(self.on.holes) == 2 and at in self.on.holes:
            other = sum(self.on.holes) - at
            beyond = self.on.spots[other].track
            assert beyond is not None
            self.visit(-1, [other * 6 + out for out in EDGES_OF[beyond.exits]])
        elif not track.station:
            for out in onward:
                self.leave(out)
        elif not self.on.spots[at].blocks(self.who):
            self.visit(at, onward)
        self.sides.discard(min(code, arrival))


@pytest.mark.parametrize("seed", range(30))
def test_reach_is_what_some_run_without_end_can_touch(seed: int) -> None:
    state = grown_board(seed, 3 + seed % 6, site=False)
    for who in state.ground.families:
        if state.stations(who):
            trails = Trails(state, who)
            reach = state.reach(who)
            for area in state.ground.hexes:
                if area.kind != R:
                    assert reach.arrivals[area.index] == trails.arrivals[area.index], area.name


@pytest.mark.parametrize("seed", range(12))
def test_legal_and_refused_lays_agree_on_any_board(seed: int) -> None:
    state = grown_board(seed, 6, site=False)
    who = state.ground.families[seed % len(state.ground.families)]
    for kinds in (NEW, NEW | UPGRADE, RABBIT, MOLE):
        legal = set(state.lays(who, kinds, 2, 1, ()))
        assert state.can_lay(who, kinds, 2, 1, ()) == bool(legal)
        for area in state.ground.hexes:
            for tile in state.ground.tiles.tiles:
                for rotation in tile.rotations:
                    code = (area.index << 10) | (tile.index << 3) | rotation
                    refusal = refusals.refuse_lay(state, who, kinds, 2, 1, (), code)
                    assert (refusal is None) == (code in legal), (area.name, tile.name, rotation, refusal)


@pytest.mark.parametrize("seed", range(6))
def test_tiles_are_conserved_and_copies_independent(seed: int) -> None:
    state = grown_board(seed, 8, site=False)
    counts = dict.fromkeys(range(state.ground.tiles.stocks), 0)
    for spot in state.spots:
        if spot.tile is not None:
            counts[spot.tile.stock] += 1
    for stock, laid in counts.items():
        assert laid + state.left(state.ground.tiles.tiles[stock]) == state.ground.tiles.tiles[stock].count
    twin = state.copy()
    before = [spot.tile_id() for spot in state.spots]
    who = state.ground.families[0]
    if not twin.stations(who):
        twin.place(who, state.ground.homes[who])
    for code in twin.lays(who, NEW | UPGRADE, 4, 9, ())[:1]:
        twin.lay(code)
    assert [spot.tile_id() for spot in state.spots] == before
