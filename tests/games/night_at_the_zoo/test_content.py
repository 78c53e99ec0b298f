"""What is printed on the pieces: counts, provenance, and files that are refused."""

from collections import Counter
from typing import cast

import pytest

import menagerie
from menagerie.games.night_at_the_zoo.pieces import TERRAINS
from menagerie.games.night_at_the_zoo.places import SPACES, ZOO
from menagerie.games.night_at_the_zoo.title import NightAtTheZoo
from tests.games.night_at_the_zoo.position import GAME, owners

PIECES = GAME.pieces


def test_the_files_say_how_we_know():
    reconstructed = {"action_tiles.toml", "bonus_tiles.toml", "setup_tiles.toml", "solo_tiles.toml"}
    assert {name for name, known in PIECES.provenance.items() if known == "reconstructed"} == reconstructed
    for name in PIECES.provenance:
        first = (GAME.folder / "content" / name).read_text(encoding="utf-8").splitlines()[0]
        assert first == f'provenance = "{PIECES.provenance[name]}"'


def test_action_tiles():
    tiles = PIECES.action_tiles
    assert Counter(tile.terrain for tile in tiles) == {0: 25, 1: 25, 2: 25}
    assert Counter(len(tile.gives) for tile in tiles) == {0: 21, 1: 18, 2: 36}
    assert all((tile.food >= 0) == (not tile.gives) for tile in tiles)
    assert Counter((tile.food, tile.terrain) for tile in tiles if tile.food >= 0) == {
        (food, terrain): 1 for food in range(7) for terrain in range(3)
    }


def test_setup_tiles_are_balanced():
    """Distances to the Zoo, terrains and letters, as the file's head says."""
    way = {name: 5 if name in ("N1", "N3") else 3 if name == "N2" else 4 for name in PIECES.entrance_names}
    starts = set()
    for setup in PIECES.setups:
        starts.add(frozenset(setup.starters))
        assert sorted(PIECES.entrance_terrain[entrance] for entrance in setup.starters) == [0, 1, 2]
        assert sum(way[PIECES.entrance_names[entrance]] for entrance in setup.starters) == 12
        for letter in range(3):
            own = [entrance for entrance in range(9) if setup.letters[entrance] == letter]
            assert sorted(PIECES.entrance_terrain[entrance] for entrance in own) == [0, 1, 2]
    assert len(starts) == 9
    for entrance in range(9):
        assert Counter(setup.letters[entrance] for setup in PIECES.setups) == {0: 3, 1: 3, 2: 3}


def test_the_board():
    printed = Counter(
        (space.needs, space.gain.words, space.partner >= 0) for at, space in enumerate(PIECES.spaces) if at != ZOO
    )
    expected: dict[tuple[str, tuple[str, ...], bool], int] = {
        ("", (), False): 6,
        ("", ("move",), False): 2,
        ("", ("bonus",), False): 1,
        ("", ("2 points", "bonus"), False): 1,
        ("", ("2 points", "move"), False): 1,
        ("discover", ("2 points",), False): 4,
        **{(terrain, ("move",), False): 1 for terrain in TERRAINS},
        **{("", (bonus,), True): 2 for bonus in ("double move", "double bonus", "5 points")},
    }
    assert printed == expected
    assert len(PIECES.spaces) == SPACES


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "action_tiles.toml",
            'provenance = "reconstructed"',
            'provenance = "guess"',
            "action_tiles.toml: provenance =",
        ),
        ("action_tiles.toml", 'provenance = "reconstructed"', "", "action_tiles.toml: 'provenance' is missing"),
        ("action_tiles.toml", '["3 points"]', '["3 pints"]', "number 6: gives = .* is wrong; .*not '3 pints'"),
        ("action_tiles.toml", '"rocks-02"', '"rocks-01"', "number 2: name = 'rocks-01' is wrong"),
        ("action_tiles.toml", '"rocks-02"', '"sand-92"', "its terrain and a number, like rocks-07"),
        (
            "action_tiles.toml",
            '["discover", "bonus"]',
            '["discover", "discover"]',
            "two different things to choose from",
        ),
        ("action_tiles.toml", '["move", "bonus"]', '["move", "bonus", "discover"]', "at most two symbols"),
        ("action_tiles.toml", 'food = "fish"', 'food = "soup"', "food = 'soup' is wrong; it must be one of meat"),
        ("action_tiles.toml", 'terrain = "sand"', 'terrain = "mud"', "terrain = 'mud' is wrong"),
        (
            *("action_tiles.toml", '    { name = "rocks-01", terrain = "rocks", gives = ["double move"] },\n', ""),
            "there are 75 Action tiles, not 74",
        ),
        ("bonus_tiles.toml", "rocks = 14", "rocks = 15", "there are 42 Bonus tiles, not 43"),
        ("bonus_tiles.toml", "rocks = 14", "rocks = -1", "rocks = -1 is wrong; it must be a whole number from 0 on"),
        ("setup_tiles.toml", '"setup-9"', '"setup-8"', "the tiles are setup-1 to setup-9"),
        ("setup_tiles.toml", 'A = ["E1", "E2", "S2"]', 'A = ["E1", "E2"]', "number 1: A = .* three entrances"),
        ("setup_tiles.toml", 'A = ["E1", "E2", "S2"]', 'A = ["E1", "E2", "S1"]', "number 1: B = .* S1 has one already"),
        ("setup_tiles.toml", 'A = ["E1", "E2", "S2"]', 'A = ["E1", "E2", "S9"]', "entrances from N1, N2"),
        ("solo_tiles.toml", '["left", "middle", "right"]', '["left", "left", "right"]', "number 1: takes"),
        ("solo_tiles.toml", "shuffle = true", 'shuffle = "yes"', "number 2: shuffle = 'yes' is wrong"),
        (
            *("solo_tiles.toml", '{ name = "leo-6", takes = ["right", "middle", "left"], shuffle = false },', ""),
            "there are 6 Solo tiles, not 5",
        ),
        ("board.toml", '    { at = "A1" },\n', "", "there are 24 spaces, not 23"),
        ("board.toml", '{ at = "A1" }', '{ at = "C3" }', "number 1: at = 'C3' is wrong"),
        ("board.toml", '{ at = "A1" }', '{ at = "B1" }', "number 2: at = 'B1' is wrong; .* not listed twice"),
        ("board.toml", 'needs = "sand"', 'needs = "water"', "number 7: needs = 'water' is wrong"),
        ("board.toml", 'spaces = ["D1", "E1"]', 'spaces = ["D1", "B1"]', "show nothing of their own"),
        ("board.toml", 'spaces = ["D1", "E1"]', 'spaces = ["D1"]', "two different spaces"),
        ("board.toml", 'inward = "south"', 'inward = "down"', "number 1: inward = 'down' is wrong"),
        ("board.toml", 'inward = "south"', 'inward = "north"', "leads onto A1 from outside"),
        ("board.toml", 'name = "N2"', 'name = "N1"', "two entrances have the same name"),
        (
            *("board.toml", '{ name = "W2", before = "A4", inward = "east", terrain = "grass" },', ""),
            "there are 9 entrances, not 8",
        ),
        ("animals.toml", '"sloth"', '"bear"', "the six animals are, in this order, penguin"),
        ("animals.toml", "least_moons = 6", "least_moons = 60", "a number that three animals can reach"),
        ("animals.toml", "[0, 7, 16, 27]", "[0, 7, 16]", "number 3: points = .* a list of 4 whole numbers"),
        ("game.toml", '"rocks", "grass"', '"grass", "rocks"', "game.toml: terrains"),
        ("game.toml", '"meat", "carrot"', '"meat", "meat"', "a list of 7 different names"),
        ("game.toml", "rounds = 3", "rounds = 0", "rounds = 0 is wrong"),
        ("game.toml", "rounds = 3", "rounds = 4", "rounds = 4 is wrong; .* 75 Action tiles last for all drafts"),
        ("game.toml", "from = 80", "from = 95", "the ranks go from the best down"),
        ("game.toml", "by_foods = [0, 0, 6", "by_foods = [0, 6", "a list of 8 whole numbers"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_and_entry(tmp_path, name, old, new, message):
    with pytest.raises(menagerie.BadContent, match=message) as caught:
        menagerie.load("night-at-the-zoo", owners(tmp_path, name, old, new))
    assert str(caught.value).startswith(name)


def test_a_missing_file_is_refused(tmp_path):
    folder = owners(tmp_path, "game.toml", "rounds = 3", "rounds = 3")
    (folder / "board.toml").unlink()
    with pytest.raises(menagerie.BadContent, match=r"board\.toml: there is no such file"):
        menagerie.load("night-at-the-zoo", folder)


def test_an_owners_tiles_are_played_with(tmp_path):
    folder = owners(tmp_path, "animals.toml", "[0, 15, 30, 45]", "[0, 20, 30, 45]")
    game = cast(NightAtTheZoo, menagerie.load("night-at-the-zoo", folder))
    assert game.pieces.by_home[5] == [0, 20, 30, 45]
    assert game.new(2, seed=1).legal()
