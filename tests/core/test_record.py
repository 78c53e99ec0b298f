"""Records: both ways through text and files, and an error with its line for every kind of damage."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import menagerie
from menagerie import BadRecord, Record, State
from menagerie.core.playout import play_randomly
from menagerie.core.record import FIRST_LINE

TITLES = menagerie.titles()


def played(title: str, decisions: int | None = None, seed: int = 7) -> State:
    """A game of random decisions, so many of them or to its end."""
    state, chance = menagerie.load(title).new(seed=seed), Random(seed)
    if decisions is None:
        play_randomly(state, chance)
    for _ in range(decisions or 0):
        if state.is_over:
            break
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
    return state


def example() -> Record:
    """A game of three players with everything that a record can hold."""
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7, removed="wolf, llama")
    for decision in ("draw", "load 2"):
        state.play(decision)
    record = Record.of(state, {0: "Lisa", 2: "Ben"})
    record.started = "2026-11-15T20:00:00+00:00"
    record.seconds = [1.5, 3.0]
    record.comments = {0: ["a friendly game"], 2: ["bold", "or not"]}
    return record


EXAMPLE = """\
menagerie record 1
title: zooloretto-mini
rules: 1
players: 3
seed: 7
option removed: llama,wolf
name A: Lisa
name C: Ben
started: 2026-11-15T20:00:00+00:00

; a friendly game
1 C draw @ 1.5
2 C load 2 @ 3.0
; bold
; or not

end: 2
"""


def test_how_a_record_looks() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7, removed="wolf, llama")
    starter = "ABC"[state.to_act[0]]
    assert str(example()) == EXAMPLE.replace(" C draw", f" {starter} draw").replace(" C load", f" {starter} load")


def test_reading_gives_back_everything() -> None:
    record, again = example(), Record.parse(str(example()))
    for name in ("title", "players", "seed", "rules_version", "options", "decisions", "seconds", "names", "started"):
        assert getattr(again, name) == getattr(record, name), name
    assert again.comments == record.comments
    assert (again.scores, again.result) == (None, "")
    assert str(again) == str(record)


@pytest.mark.parametrize("title", TITLES)
def test_a_finished_game_has_its_result(title: str, tmp_path: Path) -> None:
    state = played(title)
    record = Record.of(state)
    record.save(tmp_path / "game.zoo")
    again = Record.load(tmp_path / "game.zoo")
    assert (again.scores, again.result) == (state.scores, state.result())
    assert again.final().view(None) == state.view(None)
    states = list(again.replay())
    assert len(states) == len(record.decisions) + 1
    assert states[-1].is_over
    assert [path.name for path in tmp_path.iterdir()] == ["game.zoo"]


def test_states_of_a_replay_are_independent() -> None:
    record = Record.of(played("zooloretto-mini", 6))
    states = list(record.replay())
    assert [state.ply for state in states] == list(range(7))
    assert record.at(3).view(None) == states[3].view(None)
    with pytest.raises(BadRecord, match=r"The record has 6 decisions. There is no number 7"):
        record.at(7)


def test_an_imagined_state_has_no_record() -> None:
    with pytest.raises(BadRecord, match="An imagined state has no record"):
        Record.of(played("zooloretto-mini", 3).imagine(0, 1))


def test_texts_cannot_break_lines() -> None:
    record = example()
    record.names = {0: "Li\nsa\x85end: 0", 1: "  "}
    record.comments = {1: ["two\nlines"]}
    again = Record.parse(str(record))
    assert again.names == {0: "Li sa end: 0", 1: ""}
    assert again.comments == {1: ["two lines"]}


def test_other_line_ends_and_spaces_do_not_matter() -> None:
    text = str(example())
    assert str(Record.parse(text.replace("\n", "\r\n"))) == text
    assert str(Record.parse(text.replace("\n", "  \n"))) == text
    assert str(Record.parse(text.replace("name A:", "; a remark among the headers\nname A:"))) == text


def test_a_game_with_other_content_replays_with_that_content_only(tmp_path: Path) -> None:
    own = menagerie.load("zooloretto-mini")
    for file in own.content_folder.iterdir():
        (tmp_path / file.name).write_text(file.read_text().replace("end_pile = 15", "end_pile = 16"))
    other = menagerie.load("zooloretto-mini", tmp_path)
    record = Record.of(other.new(players=3, seed=7))
    assert f"content: {other.content_digest}\n" in str(record)
    again = Record.parse(str(record))
    with pytest.raises(BadRecord, match=r"line 6: The record was played with different pieces. Name the folder"):
        again.begin()
    with pytest.raises(BadRecord, match="The record was played with different pieces"):
        again.use(own)
    again.use(other)
    assert again.final().view(None) == other.new(players=3, seed=7).view(None)


def dealt_anew() -> Record:
    """The example, dealt anew before the first decision and after the second."""
    record = example()
    record.anew = [(0, 11), (2, 12)]
    return record


def test_new_deals_are_lines_between_the_decisions() -> None:
    starter = example().decisions[0][0]
    text = str(dealt_anew())
    assert f"; a friendly game\n- dealt anew from 11\n1 {'ABC'[starter]} draw @ 1.5\n" in text
    assert "; or not\n- dealt anew from 12\n\nend: 2\n" in text
    again = Record.parse(text)
    assert (again.anew, again.last_seed, again.comments) == ([(0, 11), (2, 12)], 12, example().comments)
    assert str(again) == text
    assert (example().anew, example().last_seed) == ([], 7)


def test_new_deals_are_replayed_where_they_stand() -> None:
    record, state = dealt_anew(), example().begin()
    state.deal_anew(11)
    for played in range(3):
        if played:
            state.play(("draw", "load 2")[played - 1])
        if played == 2:
            state.deal_anew(12)
        for moment in (record.at(played), list(record.replay())[played]):
            assert moment.secrets() == state.secrets()
            assert moment.view(None) == state.view(None)
            assert moment.setup.anew == state.setup.anew
    assert record.begin().secrets() == record.at(0).secrets() != example().begin().secrets()
    assert str(Record.of(record.final())) == str(Record.of(state))


# Damage.


def changed(old: str, new: str) -> str:
    assert old in EXAMPLE
    return str(example()).replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "the file ends here; 'menagerie record 1' was expected"),
        ("\n\n", 1, "'' found where 'menagerie record 1' was expected"),
        ("menagerie record 2\n", 1, "'menagerie record 2' found where 'menagerie record 1' was expected"),
        ("MZ\x90\x00 garbage", 1, "found where 'menagerie record 1' was expected"),
        (FIRST_LINE, 2, "the file ends here; the header 'title: ...' was expected"),
        (changed("players: 3\n", ""), 9, "'' found where the header 'players: ...' was expected"),
        (changed("players: 3", "players three"), 4, "'players three' found where a header like 'players: 3'"),
        (changed("players: 3", "players: three"), 4, "the header 'players' must be a whole number, not 'three'"),
        (changed("players: 3", "players: 0"), 4, "the header 'players' must be a number from 1 to"),
        (changed("seed: 7", "seed: -7"), 5, "the header 'seed' must be a whole number, not '-7'"),
        (changed("seed: 7", "seed: " + "7" * 200), 5, "the header 'seed' must be a whole number"),
        (changed("seed: 7", "seed: 7\nseed: 8"), 6, "'seed: 8' found where a header"),
        (changed("rules: 1", "rules: x"), 3, "the header 'rules' must be a whole number"),
        (changed("name A", "name Z"), 7, "the header 'name Z' is not known"),
        (changed("name C", "name D"), 8, "the header 'name D' is not known"),
        (changed("option removed", "colour"), 6, "the header 'colour' is not known"),
        (changed("; a friendly", "a friendly"), 11, "found where decision 1 or 'end: 0' was expected"),
        (changed("load 2 @ 3.0", "load 2 @ soon"), 13, "found where a time in seconds after '@' was expected"),
        (changed("load 2 @ 3.0", "load 2 @ nan"), 13, "a time in seconds"),
        (changed("draw @ 1.5", "draw"), 13, "found where a decision without a time, like the one before"),
        (changed("\n1 ", "\n3 "), 12, "found where decision 1 like '1 A ...' was expected"),
        (changed("\n2 ", "\n2 X"), 13, "found where decision 2 like '2 A ...' was expected"),
        (changed("\n2 ", "\n- dealt again from 7\n2 "), 13, "found where '- dealt anew from SEED', the seed a whole"),
        (changed("\n2 ", "\n- dealt anew from x\n2 "), 13, "'- dealt anew from x' found where"),
        (changed("\n2 ", "\n- dealt anew from\n2 "), 13, "'- dealt anew from' found where"),
        (changed("\n2 ", "\n- dealt anew from " + "7" * 200 + "\n2 "), 13, "found where '- dealt anew from SEED'"),
        (changed("end: 2", "end: 2\n- dealt anew from 7"), 18, "found where decision 3 or 'end: 2' was expected"),
        (changed("end: 2", "end: 3"), 17, "'end: 3' found where 'end: 2' as the last line was expected"),
        (changed("end: 2\n", ""), 17, "the file ends here; 'end: 2' as the last line was expected"),
        (changed("end: 2", "end: 2\nend: 2"), 18, "found where one line each of 'scores', 'result' and 'end'"),
        (changed("end: 2", "end: 2\nthanks"), 18, "'thanks' found where decision 3 or 'end: 2'"),
        (changed("end: 2", "scores: 1 2\nend: 2"), 17, "must have 3 whole numbers, not '1 2'"),
        (changed("end: 2", "scores: 1 2 three\nend: 2"), 17, "must have 3 whole numbers"),
    ],
)
def test_a_damaged_file_names_the_line_and_what_was_expected(text: str, line: int, problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.parse(text)
    assert (caught.value.line, str(caught.value)[: len(f"line {line}: ")]) == (line, f"line {line}: ")
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (changed("zooloretto-mini", "zooloretto-maxi"), 2, "There is no title 'zooloretto-maxi'"),
        (changed("rules: 1", "rules: 99"), 3, "has rules versions 1 to"),
        (changed("rules: 1", "rules: 0"), 3, "has rules versions 1 to"),
        (changed("llama,wolf", "llama,bear"), 6, "'bear' isn't one of them"),
        (changed("llama,wolf", "llama"), 6, "With 3 players 2 kinds are removed, not 1"),
        (changed("load 2", "load 9"), 13, "'load 9', cannot be played: "),
        (changed("load 2", "draw"), 13, "'draw', cannot be played: "),
        (changed("\n2 ", f"\n- dealt anew from {1 << 376}\n2 "), 13, "A seed is a whole number from 0"),
        (changed("end: 2", "scores: 1 2 3\nend: 2"), 17, "the game isn't over after its last decision"),
    ],
)
def test_what_cannot_be_replayed_names_the_line(text: str, line: int, problem: str) -> None:
    record = Record.parse(text)
    with pytest.raises(BadRecord) as caught:
        record.final()
    assert caught.value.line == line
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("players", "seed", "problem"),
    [(1, 7, "line 4: Zooloretto Mini is for 2 to 5 players, not 1"), (2, 1 << 376, "line 5: A seed is a whole number")],
)
def test_headers_that_make_no_game(players: int, seed: int, problem: str) -> None:
    text = f"{FIRST_LINE}\ntitle: zooloretto-mini\nrules: 1\nplayers: {players}\nseed: {seed}\n\nend: 0\n"
    with pytest.raises(BadRecord, match=problem):
        Record.parse(text).begin()


def test_scores_that_are_not_those_of_the_game() -> None:
    record = Record.of(played("zooloretto-mini"))
    assert record.scores is not None
    record.scores = (record.scores[0] + 1, *record.scores[1:])
    with pytest.raises(BadRecord, match="The record has the scores") as caught:
        Record.parse(str(record)).final()
    assert caught.value.line == len(str(record).splitlines()) - 2
    with pytest.raises(BadRecord, match="The record has the scores"):
        list(record.replay())


def test_a_record_made_by_hand_has_no_lines_to_name() -> None:
    with pytest.raises(BadRecord) as caught:
        Record("zooloretto-mini", 2, 7, decisions=[(0, "sing")]).final()
    assert caught.value.line == 0


@pytest.mark.parametrize("end", range(0, len(EXAMPLE) - 1, 3))
def test_a_truncated_file_is_noticed(end: int) -> None:
    with pytest.raises(BadRecord, match=r"^line \d+: "):
        Record.parse(str(example())[:end]).final()


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read: No such file"):
        Record.load(tmp_path / "none.zoo")
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.load(tmp_path)
    (tmp_path / "picture.zoo").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadRecord, match="is not a text file"):
        Record.load(tmp_path / "picture.zoo")
    with pytest.raises(BadRecord, match="cannot be written"):
        example().save(tmp_path / "none" / "game.zoo")


SNIPPETS = [
    "0",
    "1",
    "\n",
    " ",
    ":",
    ";",
    " @ ",
    "A",
    "B",
    "-",
    "\x00",
    "end: 0\n",
    "1 A draw\n",
    "99999999999999999999",
]


@pytest.mark.parametrize("title", TITLES)
def test_edits_of_a_record_raise_nothing_but_bad_record(title: str) -> None:
    """Whatever is done to a file, reading and replaying it works or raises BadRecord."""
    text = str(Record.of(played(title, 12)))

    @settings(max_examples=200, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(
        edits=st.lists(
            st.tuples(st.integers(0, len(text)), st.integers(0, 12), st.sampled_from(SNIPPETS) | st.text(max_size=6)),
            min_size=1,
            max_size=4,
        )
    )
    def edited(edits: list[tuple[int, int, str]]) -> None:
        changed = text
        for at, length, put in edits:
            changed = changed[:at] + put + changed[at + length :]
        with suppress(BadRecord):
            Record.parse(changed).final()

    edited()


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.text(max_size=300))
def test_any_text_at_all(text: str) -> None:
    for start in ("", FIRST_LINE + "\n"):
        with pytest.raises(BadRecord):
            Record.parse(start + text).final()
