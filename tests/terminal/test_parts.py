"""The parts of the terminal game that can be looked at one by one."""

from __future__ import annotations

from random import Random

import pytest

import menagerie
from menagerie import BadSetup, _extras
from menagerie.terminal import choices, paint
from menagerie.terminal.match import Match, Player, Thinking, seat_players
from menagerie.terminal.play import Play
from menagerie.terminal.screen import Screen, choose_screen, hanging

TABLE = """\
Round 6 - 23 tiles

Trucks
  1  [llama] [ ] [ ]
  2  taken

  A: 4 points
    enclosure 1: male meerkat, llama, female rhino, pond
    barn: -
> B: -3 points
    enclosure 1: wolf
    barn: -
To place: wolf"""


# Numbering what is legal.


def test_a_short_list_stays_as_it_is() -> None:
    assert [entry.label for entry in choices.entries(["draw", "take 1"])] == ["draw", "take 1"]


def placements(turns: int, cells: int) -> list[str]:
    return [f"place E5-07 r{turn} at C{cell}" for turn in range(turns) for cell in range(cells)]


def test_hundreds_are_grouped_by_the_next_word() -> None:
    found = choices.entries([*placements(4, 60), "pass"])
    assert [entry.label for entry in found] == ["place E5-07 ... (240)", "pass"]
    within = choices.entries(list(found[0].decisions))
    assert [entry.label for entry in within] == [f"place E5-07 r{turn} at ... (60)" for turn in range(4)]
    cells = choices.entries(list(within[0].decisions))
    assert len(cells) == 60
    assert not any(entry.is_group for entry in cells)


def test_every_decision_can_be_reached_through_groups() -> None:
    decisions = [*placements(3, 50), "pass", "place nothing", "place E5-07"]
    todo, reached = [decisions], []
    while todo:
        for entry in choices.entries(todo.pop()):
            if entry.is_group:
                todo.append(list(entry.decisions))
            else:
                reached.append(entry.label)
    assert sorted(reached) == sorted(decisions)


def test_words_find_decisions() -> None:
    decisions = ["take 1", "take 10", "draw"]
    assert choices.matching(decisions, "take 1") == ["take 1"]
    assert choices.matching(decisions, " TAKE ") == ["take 1", "take 10"]
    assert choices.matching(decisions, "sing") == []


def test_columns_are_read_downwards() -> None:
    assert choices.columns(["1 a", "2 b", "3 c"], 10) == ["1 a   3 c", "2 b"]
    assert choices.columns(["1 a", "2 b"], 3) == ["1 a", "2 b"]
    assert choices.columns([], 10) == []


# Arranging and colouring.


def test_a_table_that_fits_stays_in_one_column() -> None:
    assert paint.arrange(TABLE, 100, 50) == TABLE


def test_a_table_that_does_not_fit_is_put_in_columns() -> None:
    arranged = paint.arrange(TABLE, 80, 9)
    assert arranged.count("\n") < 9
    for words in ("male meerkat, llama", "female rhino, pond", "> B: -3 points", "To place: wolf", "2  taken"):
        assert words in arranged
    assert max(len(line) for line in arranged.splitlines()) <= 80


def test_long_lists_are_folded_after_commas_and_drawings_are_not() -> None:
    assert "llama,\n" in paint.arrange(TABLE, 45, 50)
    drawing = "Map\n  " + "#" * 60
    assert paint.arrange(drawing, 40, 10) == drawing


def test_a_long_reason_hangs_below_its_first_line() -> None:
    line = "  Or draw (51%): Less from points (-1.2)."
    assert hanging(line, 30) == "  Or draw (51%): Less from\n    points (-1.2)."
    assert hanging(line, 80) == line
    assert hanging(line.strip(), 30) == line.strip()


def test_whose_turn_it_is_and_the_seats_are_coloured() -> None:
    painted = paint.table(TABLE)
    assert painted.plain == TABLE
    styles = {TABLE[span.start : span.end]: str(span.style) for span in painted.spans}
    assert styles["Trucks"] == "bold"
    assert styles["> "] == "bold yellow"
    assert styles["A"] == paint.badge_style(0)
    assert styles["B"] == paint.badge_style(1)
    assert styles["[llama]"] == "cyan"
    assert styles["[ ]"] == "dim"


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("  A: 4 points     > B: 3 points", [0, 1]),
        ("> A Cobra on D1", [0]),
        ("     A B C D", []),
        ("  A B C D", []),
        ("A llama is born.", []),
        ("Team A: 3", []),
    ],
)
def test_what_is_taken_for_a_seat(text: str, seats: list[int]) -> None:
    styles = [str(span.style) for span in paint.table(text).spans]
    assert [style for style in styles if " on #" in style] == [paint.badge_style(seat) for seat in seats]


def test_what_stands_together_stays_together() -> None:
    text = "Players\n  A: 1\n     x\n\n  B: 2\n     y\n\nDeck: z\nMap\n  m"
    assert paint.arrange(text, 80, 50) == text.replace("\n\n  B", "\n  B")
    assert paint.arrange(text, 80, 4).count("\n") <= 5


def test_names_in_the_story_are_coloured() -> None:
    painted = paint.story("Ben takes over the wolf of Lisa (Benita looks on).", ["Lisa", "Ben"])
    assert [(span.start, span.style) for span in painted.spans] == [
        (27, paint.seat_style(0)),
        (0, paint.seat_style(1)),
    ]


# Players.


def test_people_sit_first_and_bots_last() -> None:
    assert seat_players(3, ["Lisa"], ["random"]) == [Player(0, "Lisa"), Player(1), Player(2, bot="random")]
    with pytest.raises(BadSetup):
        seat_players(2, [], ["random"] * 3)
    with pytest.raises(BadSetup):
        seat_players(2, ["Lisa", "Ben"], ["random"])


@pytest.mark.parametrize("player", [Player(0, "Lisa"), Player(1, bot="random"), Player(2)])
def test_a_record_names_its_players(player: Player) -> None:
    assert Player.from_record(player.seat, player.in_record) == player


def test_refusals_and_results_call_the_players_by_their_names() -> None:
    state = menagerie.load("zooloretto-mini").new(players=2, seed=7)
    match = Match(state, seat_players(2, ["Lisa"], ["random"]), Thinking())
    waiting = 1 - state.to_act[0]
    names = ["Lisa", "Random B"]
    assert (
        match.state.refusal("draw", waiting) == f"It isn't {names[waiting]}'s turn. {names[1 - waiting]} may act now."
    )
    menagerie.play_randomly(match.state, Random(1))
    assert any(match.state.result().startswith(name) for name in names)
    assert match.record().result[0] in "AB", "a record says it in letters"


def test_names_in_sentences_are_never_a_letter_alone() -> None:
    assert [Player(0).in_story, Player(0, "Lisa").in_story, Player(1, bot="random").in_story] == [
        "Player A",
        "Lisa",
        "Random B",
    ]


# A long list of choices at the table.


class Scripted(Screen):
    """Types lines and keeps what is said."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.said = list(lines), [""]

    def say(self, text: str = "", style: str = "") -> None:
        self.said.append(text)

    def ask(self) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def test_long_lists_have_pages_and_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    state = menagerie.load("zooloretto-mini").new(players=2, seed=7)
    screen = Scripted("1", "more", "more", "back", "99", "quit")
    play = Play(Match(state, seat_players(2, [], []), Thinking()), screen)
    many = [f"lay tile {number}" for number in range(60)] + [f"sell tile {number}" for number in range(50)]
    monkeypatch.setattr(Play, "_decisions", property(lambda play: play._narrowed[-1] if play._narrowed else many))
    assert play.run() == 0
    said = "\n".join(screen.said)
    assert "1  lay tile ... (60)    2  sell tile ... (50)" in said
    assert "(20 more: more)" in said
    assert "60  lay tile 59" in said
    assert "There is no choice 99; the choices are 1 to 2." in said


def test_without_the_package_for_colours_the_terminal_is_plain_and_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setitem(_extras.EXTRAS, "terminal", ("no_such_package",))
    assert type(choose_screen()) is Screen
    assert capsys.readouterr().err == "No colours. Install them with pip install 'menagerie[terminal]'.\n"
