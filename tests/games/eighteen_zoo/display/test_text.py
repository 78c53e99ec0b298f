"""The table as text, and the log as a person would read it."""

from __future__ import annotations

from pathlib import Path

from menagerie import Record
from menagerie.core.display.choosing import shape

from ..position import family, hire, lay, monday, operate
from ..test_operating_round import penguins

GOLDEN = Path(__file__).parents[1] / "golden"


def test_the_table_names_what_a_player_needs() -> None:
    state = penguins(squirrels="2S", powers=("WINGS",))
    hire(state, "PE", "3S Long", last_run=True)
    hire(state, "PE", "2J", asleep=True)
    family(state, "GI", at=(0, 3), B="parents", kitchen="child 1")
    operate(state, "PE", "dividend", "OR2.1")
    state.nuts, state.income = 60, 1
    lines = str(state).splitlines()
    assert lines[0].startswith("OR2.1 - phase 2S, yellow tiles, 4 squirrels a family - map A BASE-1")
    assert "a ticket is worth 8 $N" in lines[0]
    text = "\n".join(lines)
    assert "  GI Giraffes: value 10 (row 0, column 3), led by B, treasury 20 $N" in text
    assert "> PE Penguins: value 7 (row 1, column 1), led by A, treasury 10 $N" in text
    assert "squirrels: 2S, 3S Long (last run), 2J (asleep); stations: K17, next for 2/4/4; powers: Wings" in text
    assert "harvest: 60 nuts, 1 $N from water" in text
    assert "not launched: PB, LI, TI" in text
    assert "> A: 28 $N, 0 tickets, worth 49" in text
    assert "K15 202r4 ↓-↗[free]" in text
    assert "L14 8r1* ↙-↑" in text
    assert "  yellow: 7 ↓-↙ x7, 8 ↓-↖ x17, 9 ↓-↑ x13," in text


def test_marks_on_the_map() -> None:
    state = monday()
    lay(state, "14", 0, "E15")
    board = state.board
    board.block(board.ground.by_name["E15"])
    board.dig(board.ground.by_name["C17"])
    board.dig(board.ground.by_name["I19"])
    text = str(state)
    assert "E15 14r0 ↓-↙-↑-↗[for LI,blocked]" in text
    assert "HOLE connects C17 and I19" in text


def test_tiles_and_map_fit_a_narrow_terminal() -> None:
    for name in ("3-players-map-a.zoo", "5-players-map-f-seldom.zoo"):
        lines = str(Record.load(GOLDEN / name).final()).splitlines()
        tiles = lines[lines.index(next(line for line in lines if line.startswith("Tiles left"))) :]
        assert max(len(line) for line in tiles) <= 80


def test_the_track_of_a_tile_is_drawn_as_it_would_lie() -> None:
    state = Record.load(GOLDEN / "3-players-map-a.zoo").begin()
    for notation, drawn in (
        ("lay 8 r0 at K15", "↓-↖"),
        ("lay 8 r1 at K15", "↙-↑"),
        ("lay 16 r0 at K15", "↓-↖,↙-↑"),
        ("lay 14 r0 at E15", "↓-↙-↑-↗"),
        ("pass", ""),
    ):
        assert shape(state, state.game.parse(notation)) == drawn


def test_a_whole_game_can_be_told() -> None:
    record = Record.load(GOLDEN / "3-players-map-a.zoo")
    state = record.begin()
    told: list[str] = []
    for seat, decision in record.decisions:
        log: list[object] = []
        state.play(decision, seat, log=log)  # type: ignore[arg-type]
        told += [str(event) for event in log]
    assert all(line.endswith((".", "!")) and line[0].isupper() for line in told)
    assert "Monday's stock round begins. A ticket is worth 4 $N." in told
    assert "Wednesday's operating round 3 begins. A ticket is worth 18 $N." in told
    assert told[-1].startswith("Game over: A ")
