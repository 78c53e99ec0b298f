"""The tables of section 13 of the rules page say what the content says."""

from __future__ import annotations

import re
from pathlib import Path

from menagerie.games.night_at_the_zoo.pieces import ANIMALS, BUTTERFLY, POSITIONS, TERRAINS
from menagerie.games.night_at_the_zoo.places import DIRECTIONS, SPACE_NAMES, ZOO
from tests.games.night_at_the_zoo.position import GAME

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "night-at-the-zoo.md").read_text(encoding="utf-8")
PIECES = GAME.pieces


def rows(rule: str) -> list[list[str]]:
    """The table below this rule, without its head."""
    section = PAGE.split(f"**{rule}**")[1].split("\n**")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_rule_13_1_the_moons():
    expected = []
    for animal, name in enumerate(ANIMALS):
        points = PIECES.by_pollen if animal == BUTTERFLY else PIECES.by_home[animal][1:]
        told = ", ".join(map(str, points)) + (" each, by pollen" if animal == BUTTERFLY else "")
        expected.append([name, str(PIECES.moons[animal]), told])
    assert rows("13.1") == expected


def test_rule_13_2_the_neighborhood():
    expected = []
    for space, printed in enumerate(PIECES.spaces):
        needs = f" if {printed.needs}" if printed.needs else ""
        gives = " and ".join(printed.gain.words) or "-"
        expected.append("Zoo" if space == ZOO else "pair" if printed.partner >= 0 else gives + needs)
    assert [cell for row in rows("13.2") for cell in row[1:]] == expected
    assert [row[0] for row in rows("13.2")] == ["1", "2", "3", "4", "5"]


def test_rule_13_3_the_pairs():
    expected = [
        [f"{SPACE_NAMES[space]} and {SPACE_NAMES[printed.partner]}", printed.gain.words[0]]
        for space, printed in enumerate(PIECES.spaces)
        if printed.partner > space
    ]
    assert rows("13.3") == expected


def test_rule_13_4_the_entrances():
    sides = dict(zip(DIRECTIONS, ("below", "left of", "above", "right of"), strict=True))
    expected = []
    for entrance, name in enumerate(PIECES.entrance_names):
        side, space = sides[DIRECTIONS[PIECES.inward[entrance]]], SPACE_NAMES[PIECES.before[entrance]]
        expected.append([name, f"{side} {space}", TERRAINS[PIECES.entrance_terrain[entrance]]])
    assert rows("13.4") == expected


def test_rule_13_5_the_deck():
    shown: dict[int, str] = {}
    for numbers, shows in rows("13.5"):
        first, *last = [int(number) for number in re.findall(r"\d+", numbers)]
        shown |= dict.fromkeys(range(first, (last or [first])[0] + 1), shows)
    printed = {tile.name: " or ".join(tile.gives) or PIECES.foods[tile.food] for tile in PIECES.action_tiles}
    assert printed == {f"{terrain}-{number:02}": shown[number] for terrain in TERRAINS for number in range(1, 26)}


def test_rule_13_6_the_setup_tiles():
    expected = []
    for setup in PIECES.setups:
        letters = []
        for letter in range(3):
            own = [entrance for entrance in range(9) if setup.letters[entrance] == letter]
            own.sort(key=lambda entrance: entrance not in setup.starters)
            letters.append([PIECES.entrance_names[entrance] for entrance in own])
        expected.append((setup.name, letters))
    found = [(name, [cell.split(", ") for cell in cells]) for name, *cells in rows("13.6")]
    assert [(name, [cells[0][0], cells[1][0], cells[2][0]]) for name, cells in found] == [
        (name, [own[0] for own in letters]) for name, letters in expected
    ]
    assert [(name, [sorted(cell) for cell in cells]) for name, cells in found] == [
        (name, [sorted(own) for own in letters]) for name, letters in expected
    ]


def test_rule_13_7_leos_tiles():
    expected = [
        [tile.name, *[POSITIONS[position] for position in tile.takes], "yes" if tile.shuffle else "no"]
        for tile in PIECES.solo_tiles
    ]
    assert rows("13.7") == expected
