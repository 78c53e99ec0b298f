"""Positions as text: the format, what is refused, and what a state made of a position is."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

import menagerie
from menagerie import BadRecord, BadSetup, Record, State
from menagerie.core.position import FIRST_LINE, Form, title_of
from menagerie.testing.looking import play_some
from tests.core import toy

GAME = menagerie.load("zooloretto-mini")
TITLES = menagerie.titles()


def laid(*lines: str, seed: int = 1) -> State:
    return GAME.from_position("\n".join([FIRST_LINE, "players: 3", *lines]), seed)


def refused(*lines: str) -> str:
    with pytest.raises(BadSetup) as caught:
        laid(*lines)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    return str(caught.value)


# The format.


def test_what_is_left_out_is_as_in_a_new_game() -> None:
    new = GAME.new(players=3, seed=9)
    state = laid(seed=9)
    assert state.view(None) == new.view(None)


def test_comments_blank_lines_spaces_and_the_order_of_sections_do_not_matter() -> None:
    plain = laid("[table]", "turn: B", "kinds: meerkat, llama, rhino, ostrich, wolf", "[trucks]", "1: rhino, pond")
    other = laid(
        "# a position",
        "[ trucks ]",
        "  ",
        "1:  rhino ,pond   # two tiles",
        "[table]",
        "kinds: meerkat, llama,",
        "   rhino, ostrich, wolf",
        "turn: B",
    )
    assert other.view(None) == plain.view(None)


def test_a_long_line_continues_below() -> None:
    text = GAME.new(players=5, seed=1).position()
    assert max(len(line) for line in text.splitlines()) <= 100
    assert "\n    " in text
    assert GAME.from_position(text).position() == text


def test_one_decision_changes_few_lines() -> None:
    state = GAME.new(players=3, seed=7)
    before = state.position(0).splitlines()
    state.play("draw")
    changed = list(difflib.unified_diff(before, state.position(0).splitlines(), n=0, lineterm=""))
    assert changed[3:] == ["+drawn: meerkat"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the first line must be 'menagerie position 1'."),
        ("menagerie record 1", "line 1: the first line must be 'menagerie position 1'."),
        (f"{FIRST_LINE}\nhello", "line 2: 'hello' must be a heading like [table], or 'key: value'."),
        (f"{FIRST_LINE}\n[table", "line 2: a heading must look like [table], not '[table'."),
        (f"{FIRST_LINE}\n[table]\n[table]", "line 3: the heading [table] is used twice."),
        (f"{FIRST_LINE}\n[a]\nb: 1\nb: 2", "line 4: 'b' is given twice below [a]."),
        ("x" * (1 << 21), "A position has at most 1048576 characters, not 2097152."),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.from_position(text)
    assert str(caught.value) == sentence


def test_a_refusal_names_the_line_and_what_is_allowed() -> None:
    assert refused("[table]", "round: 0") == "line 4: 'round' must be a whole number from 1 on, not '0'."
    assert refused("[table]", "turn: F") == "line 4: 'turn' must be one of A, B, C, not 'F'."
    assert refused("[table]", "filled: maybe") == "line 4: 'filled' must be yes or no, not 'maybe'."
    assert refused("[trucks]", "1: pont").startswith(
        "line 4: 'pont' is not known; it must be one of 23 names like pond"
    )
    assert refused("[tabel]", "round: 1").startswith(
        "line 3: there is no [tabel]; it must be one of table, trucks, zoo A"
    )
    assert refused("[trucks]", "9: pond") == "line 4: there is no '9' below [trucks]; it must be one of 1, 2, 3."
    assert refused("seed: 7").startswith("line 3: there is no 'seed'; it must be one of title, content, players")
    assert refused("chance: soon").startswith("line 3: 'chance' must be the seed and how many numbers were used")
    assert refused("[table]", "out: A, A") == "line 4: 'out' must be a list without repeats, not 'A, A'."


def test_players_options_rules_and_title_are_checked() -> None:
    with pytest.raises(BadSetup, match="Zooloretto Mini is for 2 to 5 players, not 9"):
        GAME.from_position(f"{FIRST_LINE}\nplayers: 9")
    assert "has rules versions 1 to 1, not 7" in refused("rules: 7")
    assert "has no option 'colour'" in refused("option colour: red")
    assert refused("title: 18zoo") == "line 3: this is a position of '18zoo', not of Zooloretto Mini."
    assert "with different pieces" in refused("content: 1234")
    with pytest.raises(BadSetup, match=r"'title: \.\.\.' is missing"):
        title_of(FIRST_LINE)


def test_a_title_without_positions_says_so(tmp_path: Path) -> None:
    (tmp_path / "title.toml").write_text(toy.TITLE, encoding="utf-8")
    game = toy.SumsGame(tmp_path)
    assert not game.has_positions
    for call in (game.new(players=2, seed=1).position, lambda: game.from_position(FIRST_LINE)):
        with pytest.raises(BadSetup, match="doesn't support positions as text"):
            call()


def test_a_seat_that_is_not_there_has_no_position() -> None:
    with pytest.raises(BadSetup, match="There is no seat 3; the seats are 0 to 2"):
        GAME.new(players=3, seed=1).position(3)


# What a state made of a position is.


@pytest.mark.parametrize("title", TITLES)
def test_what_is_hidden_is_dealt_as_a_seat_imagines_it(title: str) -> None:
    state = menagerie.load(title).new(seed=5)
    play_some(state, 5, 25)
    text = state.position(seat=0)
    assert "chance" not in text
    assert state.game.from_position(text, seed=77).position() == state.imagine(0, 77).position()


@pytest.mark.parametrize("title", TITLES)
def test_a_position_has_no_record_and_cannot_be_saved_as_one(title: str) -> None:
    game = menagerie.load(title)
    state = game.from_position(game.new(seed=5).position())
    assert (state.history, state.ply, state.setup.seed) == ([], 0, -1)
    for save in (Record.of, bytes):
        with pytest.raises(BadRecord, match="began from a position has no record"):
            save(state)
    twin = state.copy()
    play_some(twin, 3, 4)
    assert state.position() != twin.position(), "copies are independent"


def test_an_error_in_the_middle_of_a_decision_leaves_a_position_as_it_was() -> None:
    state = laid("[trucks]", "1: rhino, pond")
    before = state.position()

    def interrupt(state: State, event: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        state.play("take 1", log=interrupt)
    assert state.position() == before


def test_a_position_can_be_dealt_anew_and_imagined() -> None:
    state = laid("[trucks]", "1: rhino, pond")
    view = state.view(None)
    state.deal_anew(5)
    assert state.view(None) == view
    assert state.imagine(0, 3).view(0) == view


def test_other_pieces_are_named_by_their_digest(tmp_path: Path) -> None:
    for file in (GAME.folder / "content").iterdir():
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    other = menagerie.load("zooloretto-mini", tmp_path)
    text = other.new(players=2, seed=1).position()
    assert f"content: {other.content_digest}" in text
    assert other.from_position(text).position() == text
    with pytest.raises(BadSetup, match="written with different pieces"):
        GAME.from_position(text)


def test_a_form_that_was_filled_in_is_read_as_it_was_written() -> None:
    form = Form(False, None)
    section = form.section("numbers")
    section.numbers("some", [3, 1, 2])
    section.number("zero", 0)
    section.number("usual", 4, 4)
    section.flag("yes", True)
    section.flag("no", False)
    section.choice("which", -1, ("a", "b"), 0)
    text = str(form)
    assert text == f"{FIRST_LINE}\n\n[numbers]\nsome: 3, 1, 2\nzero: 0\nyes: yes\nwhich: none\n"
    read = Form.read(text).section("numbers")
    assert read.numbers("some", []) == [3, 1, 2]
    assert (read.number("usual", 9, 4), read.number("other", 9)) == (4, 9)
    assert (read.flag("yes", False), read.flag("no", True)) == (True, False)


# Each title refuses what cannot be.

HEADS = {
    "zooloretto-mini": f"{FIRST_LINE}\nplayers: 5\n",  # all kinds are in play
    "18zoo": f"{FIRST_LINE}\nplayers: 2\noption map: A\n",
}
IMPOSSIBLE = [
    ("zooloretto-mini", "[zoo A]\nenclosure 1: rhino, llama", "one kind only"),
    ("zooloretto-mini", "[zoo A]\nbarn: 4 male rhino", "not so many tiles 'male rhino'"),
    ("zooloretto-mini", "[trucks]\n1: 4 rhino", "room for"),
    ("zooloretto-mini", "[zoo A]\nbarn: baby rhino", "more offspring of the rhino than pairs"),
    ("zooloretto-mini", "[table]\nkinds: rhino", "7 kinds of animals"),
    ("zooloretto-mini", "[tiles]\npile: rhino", "tiles lie nowhere"),
    ("new-york-zoo", "[zoo A]\nE4-01: r0 at A1", "outside the construction area or on another tile"),
    ("new-york-zoo", "[zoo A]\nE4-01: r0 at E1, 9 fox", "with 1 to 4 animals"),
    ("new-york-zoo", "[zoo A]\nhouses: 4 fox", "this board has 3 houses, not 4"),
    ("new-york-zoo", "[zoo A]\nE4-01: r0 at E1\n[zoo B]\nE4-01: r0 at F1", "lies in two places"),
    ("new-york-zoo", "[zoo A]\nE4-01: r0 at E1\n[strip]\n4: E4-01", "lies in two places"),
    ("new-york-zoo", "[table]\nsteps: place", "no tile that could be laid"),
    ("18zoo", "[family GI]\nA: parents", "all its cards in the lounge"),
    ("18zoo", "[family GI]\nA: child 1\nB: child 1", "each of the five cards"),
    ("18zoo", "[family GI]\nreputation: 6,1,0\nA: parents", "1 to 2 stations on the map"),
    ("18zoo", "[player A]\ncash: -3", "a whole number from 0 on"),
    ("18zoo", "[player A]\npowers: Midas\n[player B]\npowers: Midas", "is in two places"),
    ("18zoo", "[map]\nK11: 57 r0", "does not fit this hex"),
    ("18zoo", "[table]\nround: OR1.1", "must be named, and launched"),
    ("night-at-the-zoo", "[board A]\nA1: grass-19\nB1: grass-19", "not so many tiles grass-19"),
    ("night-at-the-zoo", "[board A]\nwarehouse: rocks-01, rocks-02, rocks-03", "room for 2 tiles"),
    ("night-at-the-zoo", "[table]\nphase: using tiles", "have 'steps' left"),
    ("night-at-the-zoo", "[board A]\ndrafted: rocks-01", "and no one else"),
    ("zoo-escape", "[tiles]\nA1: down enclosure", "never face down"),
    ("zoo-escape", "[tiles]\nC3: workshop\nC4: workshop", "fewer tiles workshop"),
    ("zoo-escape", "[power cards]\ndiscards: 9", "with the discards"),
    ("zoo-escape", "[machine]\nparts: kite, rotor\n[building cards]\ngone: kite", "in two places: kite"),
    ("zoo-escape", "[keepers]\n1: B2", "like 'C4, facing north'"),
]


@pytest.mark.parametrize(("title", "lines", "sentence"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused(title: str, lines: str, sentence: str) -> None:
    head = HEADS.get(title, f"{FIRST_LINE}\nplayers: 2\n")
    with pytest.raises(BadSetup) as caught:
        menagerie.load(title).from_position(head + lines, seed=1)
    assert sentence in str(caught.value)


def test_what_a_caller_gave_us_wrongly_is_a_value_error_too() -> None:
    with pytest.raises(ValueError, match="is for 2 to 5 players"):
        GAME.new(players=9)
    with pytest.raises(ValueError, match="is not a decision"):
        GAME.parse("sing")
