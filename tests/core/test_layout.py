"""How titles compose their tables: every part in its slot, nothing that moves, and large what is decided about."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

import menagerie
from menagerie.core.display import layout
from menagerie.core.display.arranging import COMMON, MINE, Part
from menagerie.core.display.scene import Scene
from menagerie.core.errors import BadContent

SCREENS = {
    "2560x1440": (2220, 1285),
    "1920x1080": (1580, 925),
    "1440x900": (1110, 745),
    "1024x768": (694, 613),
    "844x390": (844, 200),
    "640x400": (640, 210),
    "390x844": (390, 579),
}
"""What is left for the table on screens of these sizes."""
COMPOSED = [title for title in menagerie.titles() if menagerie.load(title).layout()]
tables = pytest.mark.parametrize(
    ("title", "players"), [(title, players) for title in COMPOSED for players in menagerie.load(title).players]
)


def has_frame(title: str, screen: str) -> bool:
    """Whether the title composes its table on such a screen; elsewhere parts lie where they fit."""
    found = menagerie.load(title).layout()
    return found is not None and any(frame.suits(*SCREENS[screen]) for frame in found.frames)


tables_on_screens = pytest.mark.parametrize(
    ("title", "players", "screen"),
    [
        (title, players, screen)
        for title in COMPOSED
        for players in menagerie.load(title).players
        for screen in SCREENS
        if has_frame(title, screen)
    ],
)


@cache
def scenes(title: str, players: int) -> list[Scene]:
    """Some moments of a game, as the last seat sees it."""
    state = menagerie.load(title).new(players=players, seed=players)
    chance = Random(players)
    found = []
    while not state.is_over and state.ply < 300:
        if state.ply % 20 == 0:
            found.append(state.game.scene(state, players - 1))
        seat = state.to_act[0]
        state.play(chance.choice(state.legal(seat)), seat)
    return found


@tables_on_screens
def test_nothing_overlaps_lies_outside_or_moves(title: str, players: int, screen: str) -> None:
    width, height = SCREENS[screen]
    first = scenes(title, players)[0]
    places, cards = first.arranged(width, height)
    assert places.keys() == first.parts.keys(), "every part has a slot"
    sides = []
    for name, (x, y, scale) in places.items():
        part = first.parts[name]
        sides.append((x, y, x + part.width * scale, y + part.height * scale))
    for card in cards:
        assert min(card.x, card.y, width - card.x - card.width, height - card.y - card.height) >= -0.1
    for number, (left, top, right, bottom) in enumerate(sides):
        assert min(left, top, width - right, height - bottom) >= 0
        for left2, top2, right2, bottom2 in sides[:number]:
            assert right <= left2 + 0.1 or right2 <= left + 0.1 or bottom <= top2 + 0.1 or bottom2 <= top + 0.1
    for later in scenes(title, players)[1:]:
        assert later.arranged(width, height) == (places, cards)


@tables
def test_more_room_makes_nothing_smaller_that_is_decided_about(title: str, players: int) -> None:
    scene = scenes(title, players)[0]
    for proportion in (2.2, 1.6, 1.3, 0.7):
        before = dict.fromkeys(scene.parts, 0.0)
        for height in range(450, 1450, 100):
            assert scene.layout is not None
            composed_table = scene.layout.arrange(scene.parts, height * proportion, height)
            if composed_table is None:
                continue
            places = composed_table.places
            for name, part in scene.parts.items():
                if part.purpose in (MINE, COMMON):
                    assert places[name].scale >= 0.99 * before[name], (name, proportion, height)
                    before[name] = places[name].scale


@pytest.mark.parametrize(("screen", "least"), [("1440x900", 0.5), ("1920x1080", 0.5), ("390x844", 0.45)])
def test_the_own_zoo_has_half_of_the_table(screen: str, least: float) -> None:
    for players in range(2, 6):
        scene = scenes("zooloretto-mini", players)[0]
        _, cards = scene.arranged(*SCREENS[screen])
        (own,) = [card for card in cards if card.seat == players - 1]
        width, height = SCREENS[screen]
        assert own.width * own.height >= least * width * height


def test_a_tile_in_the_own_zoo_is_as_large_as_a_finger_on_a_phone_and_grows_with_the_screen() -> None:
    scene = scenes("zooloretto-mini", 5)[0]
    sizes = [104 * scene.arranged(*SCREENS[screen]).places["enclosure 1 of E"].scale for screen in SCREENS]
    assert sizes[0] > sizes[1] > sizes[2] > 80, "2560, 1920 and 1440 pixels wide"
    assert sizes[-1] >= 34, "390 pixels wide"


PARTS = {
    "pile": Part(100, 50),
    "board of A": Part(300, 100, MINE, seat=0),
    "board of B": Part(300, 100, "other", seat=1),
    "board of C": Part(300, 100, "other", seat=2),
}
LAYOUT = """
ground = "lawn"

[board.one]
column = [ { parts = ["board of {seat}"] } ]

[[frame]]
proportion = 1
row = [
    { parts = ["pile"], ground = "sand", share = 1 },
    { share = 3, column = [ { seats = "mine", board = "one" }, { seats = "other", board = "one" } ] },
]

[[frame]]
column = [ { parts = ["pile"] }, { seats = "mine", board = "one" }, { seats = "other", board = "one" } ]
"""


def composed(folder: Path, text: str = LAYOUT) -> layout.Layout:
    (folder / "display").mkdir(exist_ok=True)
    (folder / "display" / "layout.toml").write_text(text)
    found = layout.read(folder)
    assert found is not None
    return found


def arranged(folder: Path, parts: dict[str, Part], width: float, height: float) -> layout.Arrangement:
    found = composed(folder).arrange(parts, width, height)
    assert found is not None
    return found


def test_the_first_frame_that_suits_is_taken(tmp_path: Path) -> None:
    wide, tall = arranged(tmp_path, PARTS, 1000, 600), arranged(tmp_path, PARTS, 400, 900)
    assert wide.places["pile"].x < wide.places["board of A"].x
    assert wide.places["board of A"].y < wide.places["board of B"].y
    assert tall.places["pile"].y < tall.places["board of A"].y < tall.places["board of B"].y
    assert [card.ground for card in wide.cards] == ["sand"]


def test_where_no_frame_suits_parts_are_arranged_as_they_fit(tmp_path: Path) -> None:
    found = composed(tmp_path, LAYOUT.rpartition("[[frame]]")[0])
    assert found.arrange(PARTS, 1000, 600) is not None
    assert found.arrange(PARTS, 400, 900) is None


def test_boards_of_others_are_alike_and_as_large_as_can_be(tmp_path: Path) -> None:
    places = arranged(tmp_path, PARTS, 400, 900).places
    assert places["board of B"].scale == places["board of C"].scale
    assert places["board of B"].x == places["board of C"].x, "one below the other: side by side they were half as large"


def test_what_is_not_there_leaves_no_hole(tmp_path: Path) -> None:
    alone = {name: part for name, part in PARTS.items() if part.purpose != "other"}
    board = arranged(tmp_path, alone, 1000, 600).places["board of A"]
    assert board.y + 50 * board.scale == pytest.approx(300, abs=1), "in the middle of all the room"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('ground = "lawn"', "'frame' is missing"),
        (LAYOUT.replace('ground = "lawn"', ""), "'ground' is missing"),
        (
            'ground = "lawn"\n[[frame]]\nseats = "mine"\nboard = "two"\n[board.one]\nparts = ["pile"]',
            "'two' is missing",
        ),
        ('ground = "lawn"\n[[frame]]\nshare = 1', "column.* is missing"),
    ],
)
def test_a_wrong_layout_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadContent, match=problem):
        composed(tmp_path, text)


def test_a_table_without_a_layout_is_arranged_as_it_fits() -> None:
    scene = Scene(300, 200)
    places, cards = scene.arranged(600, 600)
    assert places.keys() == {"table"}
    assert cards == []
