"""A state can be saved: as bytes, by pickle and by copy, on both engines, for every title and for those of others."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import menagerie
from menagerie import BadRecord, Game, Record, State, UnknownGame
from menagerie.core import registry
from menagerie.core.record import FIRST_BYTES
from menagerie.testing.looking import play_some

from . import toy

TITLES = menagerie.titles()

WAYS: dict[str, Callable[[State], State]] = {
    "bytes": lambda state: State.from_bytes(bytes(state)),
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "old pickle": lambda state: pickle.loads(pickle.dumps(state, 2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def moments(title: str) -> list[State]:
    """The beginning, and states of a game that is dealt anew now and then, down to its end."""
    game = menagerie.load(title)
    state = game.new(players=game.players[-1], seed=3)
    found = [state.copy()]
    for number in range(3):
        state.deal_anew(100 + number)
        found.append(state.copy())
        play_some(state, number, 15)
        found.append(state.copy())
    menagerie.play_randomly(state, Random(3))
    return [*found, state]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("title", TITLES)
def test_a_saved_state_is_equal_and_goes_on_alike(title: str, way: str) -> None:
    for state in moments(title):
        again = WAYS[way](state)
        assert again is not state
        assert again == state
        assert (again.ply, again.to_act, again.setup.anew) == (state.ply, state.to_act, state.setup.anew)
        assert [again.view(seat) for seat in range(state.players)] == [
            state.view(seat) for seat in range(state.players)
        ]
        play_some(state, 1, 4)
        assert state.is_over or again != state, "they share something"
        play_some(again, 1, 4)
        assert again == state, "chance to come is another"


@pytest.mark.parametrize("title", TITLES)
def test_equal_states_have_equal_bytes_and_a_whole_game_is_small(title: str) -> None:
    for state in moments(title):
        assert bytes(state) == bytes(State.from_bytes(bytes(state))) == bytes(Record.of(state))
    assert len(bytes(state)) < len(str(Record.of(state))) / 2


def test_options_and_names_are_saved() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7, removed="wolf, llama")
    state.names = ("Lisa", "Ben", "C")
    for way in WAYS.values():
        again = way(state)
        assert again.setup == state.setup
        assert again.names[:3] == ("Lisa", "Ben", "C")
    assert State.from_bytes(bytes(menagerie.load("18zoo").new(seed=1))).names == ("A", "B", "C", "D", "E")


def test_a_saved_game_of_long_ago_still_loads() -> None:
    """Three decisions of Zooloretto Mini, as version 1 saves them."""
    state = State.from_bytes(b64decode(SAVED))
    assert (repr(state), str(state.history[-1][1])) == ("<Zooloretto Mini, 3 players, ply 3, B to act>", "draw")
    assert (state.setup.seed, state.setup.anew) == (7, ((2, 11),))


SAVED = (
    "em9vMXjaJYxBCgIxEATv84r+wB6yexBy058MppXAJCOzkUVfb2RvBVVUY9cnoxLBu0dBklGHMePrbh4cw5dWe5V4G/c8/cv0w5i4yU6WjItI"
    "whUl9JB1grkWrLKgUG1AOw88whtSkg23MxT28l/8AOosJ+Y="
)


def test_another_process_can_load_it() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
    state.play("draw")
    program = "import pickle, sys; print(repr(pickle.loads(sys.stdin.buffer.read())))"
    data = pickle.dumps([state, *state.legal()])
    told = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, check=True)
    assert told.stdout.decode().strip() == repr([state, *state.legal()])


# What is equal.


@pytest.mark.parametrize("title", TITLES)
def test_states_that_differ_are_not_equal(title: str) -> None:
    game = menagerie.load(title)
    state = game.new(seed=1)
    decided, dealt, other = state.copy(), state.copy(), game.new(seed=2)
    play_some(decided, 1, 1)
    dealt.deal_anew(9)
    assert state == game.new(seed=1)
    for unlike in (decided, dealt, other, state.imagine(0, 1), str(state), None):
        assert state != unlike
        assert unlike != state
    decided.rng.word()
    played = state.copy()
    play_some(played, 1, 1)
    assert decided != played, "other chance to come"


def test_a_table_that_was_changed_by_hand_is_another(tmp_path: Path) -> None:
    state = toy.make(tmp_path).new(players=2, seed=1)
    twin = state.copy()
    assert twin == state
    assert isinstance(twin, toy.Sums)
    twin.sums[1] = 5
    assert twin != state


def test_a_state_is_no_key() -> None:
    with pytest.raises(TypeError, match="A state changes"):
        hash(menagerie.load("zooloretto-mini").new(seed=1))


# Imagined states.


@pytest.mark.parametrize("title", TITLES)
def test_an_imagined_state_can_be_copied_and_not_be_saved(title: str) -> None:
    state = menagerie.load(title).new(seed=1)
    play_some(state, 5, 1)
    imagined = state.imagine(0, 7)
    for twin in (copy.copy(imagined), copy.deepcopy(imagined), state.imagine(0, 7)):
        assert twin == imagined
        assert twin.imagined
    for save in (bytes, pickle.dumps):
        with pytest.raises(BadRecord, match=r"^An imagined state has no record and cannot be saved. .*\.$"):
            save(imagined)


# Other pieces, and titles of others.


@pytest.fixture
def other_pieces(tmp_path: Path) -> Game:
    """Zooloretto Mini with a longer end."""
    for file in menagerie.load("zooloretto-mini").content_folder.iterdir():
        (tmp_path / file.name).write_text(file.read_text().replace("end_pile = 15", "end_pile = 16"))
    return menagerie.load("zooloretto-mini", tmp_path)


def test_a_game_with_other_pieces_needs_them(other_pieces: Game) -> None:
    own = menagerie.load("zooloretto-mini")
    state = other_pieces.new(players=3, seed=7)
    state.play("draw")
    missing = f"Name the folder with content {other_pieces.content_digest}"
    with pytest.raises(BadRecord, match=missing):
        State.from_bytes(bytes(state))
    with pytest.raises(BadRecord, match=missing):
        pickle.loads(pickle.dumps(state))
    for wrong in (own, menagerie.load("18zoo")):
        with pytest.raises(BadRecord, match=rf"played with different pieces \(content {other_pieces.content_digest}"):
            State.from_bytes(bytes(state), wrong)
    again = State.from_bytes(bytes(state), other_pieces)
    assert again == state == copy.deepcopy(state)
    assert again != own.new(players=3, seed=7)
    mine = own.new(players=3, seed=7)
    with pytest.raises(BadRecord, match=r"played with different pieces \(content of the title"):
        State.from_bytes(bytes(mine), other_pieces)


@pytest.fixture
def sums(tmp_path: Path) -> Iterator[Game]:
    """A title that lives outside the package, registered for this test."""
    game = toy.make(tmp_path)
    registry.register(game)
    yield game
    del registry._FOLDERS["sums"], registry._LOADED["sums"]


@pytest.mark.parametrize("way", WAYS)
def test_titles_of_others_can_be_saved(sums: Game, way: str) -> None:
    state = sums.new(players=3, seed=1)
    for seat in (1, 2, 1):
        state.play("say 2", seat)
    again = WAYS[way](state)
    assert again == state
    assert again.to_act == (0, 2)
    assert pickle.loads(pickle.dumps(toy.Say(3))) == toy.Say(3)


def test_a_title_that_is_not_here_is_named(tmp_path: Path) -> None:
    state = toy.make(tmp_path).new(players=2, seed=1)
    with pytest.raises(BadRecord, match="There is no title 'sums'"):
        State.from_bytes(bytes(state))
    with pytest.raises(UnknownGame, match=r"No title has the module tests\.core\.toy"):
        pickle.dumps(toy.Say(1))


# Decisions, set-ups and records.


@pytest.mark.parametrize("title", TITLES)
def test_decisions_can_be_pickled(title: str) -> None:
    state = menagerie.load(title).new(seed=5)
    chance = Random(5)
    for _ in range(40):
        if state.is_over:
            break
        seat = chance.choice(state.to_act)
        actions = state.legal(seat)
        some = chance.sample(actions, min(5, len(actions)))
        assert pickle.loads(pickle.dumps(some)) == some
        assert copy.deepcopy(some) == some
        state.play(pickle.loads(pickle.dumps(chance.choice(actions))), seat)
    assert pickle.loads(pickle.dumps(state.history)) == state.history


def test_set_ups_can_be_pickled_and_compared() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7, removed="wolf, llama")
    other = state.copy()
    other.deal_anew(8)
    assert pickle.loads(pickle.dumps(other.setup)) == other.setup == copy.deepcopy(other.setup)
    assert len({state.setup, other.setup, pickle.loads(pickle.dumps(state.setup))}) == 2
    assert state.setup != other.setup != "a set-up"


def test_records_can_be_pickled() -> None:
    state = menagerie.load("zooloretto-mini").new(players=3, seed=7)
    state.play("draw")
    record = Record.of(state, {0: "Lisa"})
    record.seconds, record.comments, record.started = [1.5], {1: ["bold"]}, "2026-11-15T20:00:00+00:00"
    for again in (pickle.loads(pickle.dumps(record)), copy.deepcopy(record), Record.from_bytes(bytes(record))):
        assert str(again) == str(record)
        assert again.final() == state


# Damage.


def packed(text: str | bytes) -> bytes:
    return FIRST_BYTES + zlib.compress(text if isinstance(text, bytes) else text.encode())


GOOD = bytes(menagerie.load("zooloretto-mini").new(players=3, seed=7))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "This isn't a saved game: it doesn't start with b'zoo1'."),
        (b"menagerie record 1\n", "This isn't a saved game"),
        (b"zoo2" + GOOD[4:], "This isn't a saved game"),
        (FIRST_BYTES, "The saved game is damaged: it is too short or too long."),
        (FIRST_BYTES + b"nothing that zlib knows", "The saved game is damaged: it cannot be unpacked."),
        (GOOD[:-1], "The saved game is damaged: it is too short"),
        (GOOD + b"!", "or too long"),
        (packed(b"\xff\xfe"), "The saved game is damaged: it doesn't contain text."),
        (packed(""), "line 1: the file ends here"),
        (packed(b"\0" * (65 << 20)), "The saved game is damaged: it is too short or too long."),
        (packed(zlib.decompress(GOOD[4:]).replace(b"zooloretto-mini", b"ludo")), "line 2: There is no title 'ludo'"),
        (packed(zlib.decompress(GOOD[4:]).replace(b"end: 0", b"1 A sing\nend: 1")), "decision 1, A 'sing', cannot be"),
    ],
)
def test_bytes_that_are_no_state(data: bytes, problem: str) -> None:
    with pytest.raises(BadRecord) as caught:
        State.from_bytes(data)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("title", TITLES)
def test_damaged_bytes_raise_nothing_but_bad_record(title: str) -> None:
    state = menagerie.load(title).new(seed=1)
    play_some(state, 10, 1)
    data, text = bytes(state), str(Record.of(state)).encode()

    @settings(max_examples=100, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(at=st.integers(0, len(data) - 1), put=st.binary(max_size=4), inside=st.integers(0, len(text)))
    def damaged(at: int, put: bytes, inside: int) -> None:
        with suppress(BadRecord):
            assert State.from_bytes(data[:at] + put + data[at + len(put) :]) == state
        with suppress(BadRecord):
            State.from_bytes(packed(text[:inside] + put + text[inside + len(put) :]))

    damaged()
    for end in range(len(data)):
        with pytest.raises(BadRecord):
            State.from_bytes(data[:end])


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=100))
def test_any_bytes_at_all(data: bytes) -> None:
    for start in (b"", FIRST_BYTES):
        with pytest.raises(BadRecord):
            State.from_bytes(start + data)
