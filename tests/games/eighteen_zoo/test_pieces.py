"""The box of 18ZOO: counts, tables and what is computed from them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from menagerie.core.content import Content
from menagerie.core.errors import BadContent
from menagerie.games.eighteen_zoo.map.ground import HOME, MM, POOL, M
from menagerie.games.eighteen_zoo.map.tiles import GREY
from menagerie.games.eighteen_zoo.pieces import MAPS, Pieces
from tests.games.eighteen_zoo.maps import CONTENT, box, family


def test_the_box_has_the_printed_counts() -> None:
    pieces = box()
    assert sum(tile.count for tile in pieces.tiles.tiles[: pieces.tiles.stocks]) == 100
    assert sum(len(one.station_costs) for one in pieces.families) + len(pieces.families) == 34
    assert sum(kind.count for kind in pieces.kinds if kind.code != "1S") == 23
    assert [power.blue for power in pieces.powers].count(True) == 6
    assert len(pieces.powers) == 20


@pytest.mark.parametrize("map_name", MAPS)
def test_the_markers_are_enough_for_every_map(map_name: str) -> None:
    hexes = box().ground(map_name, "BASE-1", False).hexes
    assert sum(area.kind in (M, MM) for area in hexes) <= 16
    assert sum(area.kind == POOL for area in hexes) <= 14


def test_rule_2_3_capital_and_card_limit_follow_players_and_map() -> None:
    pieces = box()
    assert [pieces.capital(n, "A", False) for n in (2, 3, 4, 5)] == [40, 28, 23, 22]
    assert [pieces.capital(n, "F", False) for n in (2, 3, 4, 5)] == [48, 32, 27, 22]
    assert [pieces.card_limit(n, "C") for n in (2, 3, 4, 5)] == [10, 7, 5, 6]
    assert [pieces.card_limit(n, "D") for n in (2, 3, 4, 5)] == [12, 9, 7, 6]
    assert [pieces.tickets(n) for n in (2, 3, 4, 5)] == [3, 3, 3, 2]


def test_switch_11_1_and_11_2_the_site_deals_otherwise() -> None:
    pieces = box()
    elephants = pieces.families[family("EL")]
    assert (elephants.station_costs, elephants.station_costs_site) == ((0, 2, 4, 4), (0, 2, 4))
    assert pieces.capital(4, "A", True) == 27
    assert pieces.capital(4, "B", True) == 23


def test_rule_2_4_the_deck_has_as_many_2s_as_players() -> None:
    pieces = box()
    for players in (2, 3, 4, 5):
        codes = [pieces.squirrels[index].kind.code for index in pieces.deck(players)]
        assert codes[:players] == ["2S"] * players
        assert codes[players : players + 10] == ["3S"] * 3 + ["3S Long", "4S", "4S", "4S Perm", "5S", "5S", "4J"]


def test_rule_3_phases_open_colours_and_launch_values() -> None:
    pieces = box()
    values = [[pieces.cells[cell].value for cell in phase.launch_cells] for phase in pieces.phases]
    assert [phase.name for phase in pieces.phases] == ["2S", "3S", "4S", "4S Perm", "5S", "4J"]
    assert values == [[5, 6, 7], [5, 6, 7, 9], [5, 6, 7, 9], *[[5, 6, 7, 9, 12]] * 3]
    assert [phase.colours for phase in pieces.phases] == [1, 2, 2, 3, 3, 4]
    assert [phase.limit for phase in pieces.phases] == [4, 4, 3, 3, 2, 2]
    assert [phase.r_value for phase in pieces.phases] == [30, 30, 30, 60, 60, 60]


def test_rule_6_1_tokens_follow_the_arrows_at_the_ends_of_rows() -> None:
    pieces = box()

    def after(value: str, move: str) -> str:
        cell = next(cell for cell in pieces.cells if cell.name == value)
        return pieces.cells[getattr(cell, move)].name

    assert after("11,2,6", "right") == "12,1,6"
    assert after("14,1,8", "right") == "15,0,8"
    assert after("7,0,0", "left") == "6,1,0"
    assert after("2,5,0", "left") == "2,5,0"
    assert after("24,0,11", "right") == "24,0,11"
    assert after("13,1,7", "down") == "13,1,7"
    assert after("16,0,9", "down") == "16,0,9"
    assert after("8,1,2", "down") == "7,2,2"
    assert after("8,1,2", "up") == "9,0,2"


def test_tickets_rise_from_slot_to_slot() -> None:
    assert [slot.ticket for slot in box().slots] == [4, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20]


@pytest.mark.parametrize(
    ("number", "better"),
    [
        ("7", "26 27 28 29 30 31"),
        ("8", "16 19 23 24 25 28 29 30 31"),
        ("9", "19 20 23 24 26 27"),
        ("5", "14 15 619"),
        ("201", "576 577 792 793"),
        ("202", "576 577 579 792 793"),
        ("28", "39 43 46"),
        ("577", "582"),
        ("611", "GI_455 TI_455 BB_455"),
        ("582", ""),
        ("83", ""),
    ],
)
def test_rule_4_2_upgrades_follow_from_the_shapes(number: str, better: str) -> None:
    tiles = box().tiles
    tile = tiles.by_name[number]
    found = {tiles.tiles[code // 6].number for turn in range(6) for code in tiles.better[tile.index * 6 + turn]}
    assert found == set(better.split())


@pytest.mark.parametrize(("number", "moles"), [("7", "80 82 83"), ("8", "80 81 82 83"), ("9", "82 83"), ("5", "")])
def test_moles_fit_where_they_keep_the_path(number: str, moles: str) -> None:
    tiles = box().tiles
    tile = tiles.by_name[number]
    found = {tiles.tiles[code // 6].number for turn in range(6) for code in tiles.moles[tile.index * 6 + turn]}
    assert found == set(moles.split())


def test_switch_11_14_the_site_swaps_two_tiles_on_o_areas() -> None:
    for number, other in (("23", "24"), ("24", "23")):
        plain = box().tiles.by_name[other]
        assert box().site_tiles.by_name[f"X{number}"].turned[0].links == plain.turned[0].links
        assert box().tiles.by_name[f"X{number}"].turned[0].links == box().tiles.by_name[number].turned[0].links


def test_a_tile_is_listed_once_for_rotations_that_look_alike() -> None:
    assert box().tiles.by_name["9"].rotations == (0, 1, 2)
    assert box().tiles.by_name["9"].first_rotation == (0, 1, 2, 0, 1, 2)
    assert box().tiles.by_name["81"].rotations == (0, 1)
    assert box().tiles.by_name["GI_455"].rotations == (0,)
    assert box().tiles.by_name["X20"].rotations == (0, 1, 2)


def test_every_hex_knows_its_neighbours() -> None:
    for map_name in MAPS:
        ground = box().ground(map_name, "BASE-1", False)
        for side, other in enumerate(ground.across):
            assert other < 0 or ground.across[other] == side
        assert [ground.hexes[ground.homes[one]].kind for one in ground.families] == [HOME] * len(ground.families)


def test_a_centre_replaces_hexes_and_its_r_area_takes_no_hole() -> None:
    ground = box().ground("A", "BASE-2", False)
    assert ground.by_name["H10"] in ground.r_areas
    assert ground.by_name["H10"] not in ground.hole_areas
    assert box().ground("A", "BASE-1", False).hexes[ground.by_name["H10"]].kind == POOL


def test_only_three_families_have_a_grey_home() -> None:
    grey = [tile.family for tile in box().tiles.tiles if tile.colour == GREY]
    assert sorted(grey) == sorted(family(one) for one in ("GI", "TI", "BB"))


def broken(tmp_path: Path, file: str, old: str, new: str) -> str:
    """What is said about the box after one change to a content file."""
    folder = tmp_path / "content"
    shutil.copytree(CONTENT, folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadContent) as error:
        Pieces(Content(folder)).ground("A", "BASE-1", False)
    return str(error.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("tiles.toml", "count = 18", "count = 17", "there are 100 tiles, not 99"),
        ("tiles.toml", 'number = "8"', 'number = "7"', "two tiles have the same number"),
        ("tiles.toml", 'track = "s-nw"', 'track = "s-w"', "'w' isn't one"),
        ("tiles.toml", 'colour = "yellow"', 'colour = "pink"', "one of yellow, green"),
        ("tiles.toml", 'family = "GI"', 'family = "XX"', "the id of a family"),
        ("map_a.toml", '"C15", ', '"C15", "C15", ', "C15 is listed twice"),
        ("map_a.toml", '"C15", ', '"C15", "CC5", ', "'CC5' is no hex"),
        ("map_a.toml", 'E15 = "LI"', 'E15 = "XX"', "'XX' is no family"),
        ("map_a.toml", 'C17 = "n ne"', 'C17 = "north"', "'north' isn't one"),
        ("map_a.toml", '"G9", "H12", "I9"', '"Q9", "H12", "I9"', "Q9 is not on the map"),
        ("powers.toml", 'id = "MIDAS"', 'id = "MIDASS"', "in this order"),
        ("squirrels.toml", 'retire = ["2S"]', 'retire = ["7S"]', "'7S' isn't one"),
        ("setup.toml", "value = 9", "value = 8", "one launch cell"),
        ("setup.toml", 'id = "SR1"', 'id = "SR9"', "in this order"),
        ("stock_board.toml", "[7, 1, 0, 100]", "[7, 1, 0]", "4 whole numbers"),
        ("families.toml", 'id = "CR"', "id = 3", "id = 3 is wrong"),
    ],
)
def test_wrong_content_is_named(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    message = broken(tmp_path, file, old, new)
    assert message.startswith(file)
    assert said in message


def test_moles_keep_the_water_under_the_track() -> None:
    """Rule 10.8: on an O area lie tiles with water, elsewhere tiles without."""
    tiles = box().tiles
    for old in tiles.tiles:
        for turn in range(6):
            for code in tiles.moles[old.index * 6 + turn]:
                assert tiles.tiles[code // 6].on_pool == old.on_pool
