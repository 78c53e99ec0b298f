"""Layouts, codes and their digest, on a layout made by hand and on titles."""

from __future__ import annotations

import json

import numpy as np
import pytest

import menagerie
from menagerie.core.action import Action
from menagerie.core.encoding import Encoding, Layout, by_code
from menagerie.core.errors import BadSetup, IllegalAction, MenagerieError
from menagerie.core.state import State
from tests.conformance.toy.pebbles import Pebbles
from tests.tiers import COMPLETE

MINI = menagerie.load("zooloretto-mini")


class Say(Action):
    def __init__(self, word: str, number: int) -> None:
        self.word = word
        self.number = number

    @property
    def code(self) -> int:
        return self.number

    def __str__(self) -> str:
        return self.word


def layout(words: str = "What is in the hand.", high: int = 3) -> Layout:
    made = Layout(MINI)
    made.add("round", (), 0, 9, "The round.")
    made.add("hand", (2,), 0, high, words, (("fox", "owl"),))
    made.add("grid", (2, 3), 0, 1, "A grid of two rows.")
    return made


class Small(Encoding):
    def __init__(self, made: Layout, names: tuple[str, ...] = ("yes", "no")) -> None:
        super().__init__(MINI, made, [Say(name, number) for number, name in enumerate(names)])

    def encode(self, state: State, seat: int, out: memoryview) -> None:
        out[:] = self.blank


def test_slices_follow_each_other() -> None:
    made = layout()
    assert [(part.name, part.start, part.size) for part in made.slices] == [
        ("round", 0, 1),
        ("hand", 1, 2),
        ("grid", 3, 6),
    ]
    assert made.size == 9
    assert made["hand"].labels == (("fox", "owl"),)
    with pytest.raises(KeyError):
        made["foot"]


def test_an_observation_is_read_by_names_and_by_axes() -> None:
    told = layout().decode([7, 0, 2, 1, 0, 0, 0, 1, 0])
    assert told == {"round": 7, "hand": {"fox": 0, "owl": 2}, "grid": [[1, 0, 0], [0, 1, 0]]}


def test_an_observation_of_another_length_is_refused() -> None:
    with pytest.raises(MenagerieError, match="has 9 numbers, not 2"):
        layout().decode([1, 2])


def test_room_for_an_observation_is_of_its_type() -> None:
    assert (layout().buffer().format, len(layout().buffer())) == ("B", 9)
    large = Layout(MINI, "int16")
    large.add("money", (4,), -500, 500, "Money.")
    assert (large.buffer().format, len(large.buffer())) == ("h", 4)


def test_a_layout_is_plain_data() -> None:
    made = layout()
    made.leave_out("The order of cards.")
    data = json.loads(json.dumps(made.data()))
    assert (data["title"], data["version"], data["size"]) == ("zooloretto-mini", 1, 9)
    assert data["slices"][1]["labels"] == [["fox", "owl"]]
    assert data["left_out"] == ["The order of cards."]


def test_codes_have_no_gap_and_no_double() -> None:
    assert [str(action) for action in by_code([Say("no", 1), Say("hm", -1), Say("yes", 0)])] == ["yes", "no"]
    for wrong in ([Say("yes", 0), Say("no", 0)], [Say("yes", 0), Say("no", 2)]):
        with pytest.raises(MenagerieError, match="Codes must be 0, 1, 2 and so on"):
            by_code(wrong)


def test_the_digest_names_what_numbers_mean_and_not_how_it_is_said() -> None:
    frozen = Small(layout()).digest()
    assert Small(layout(words="The hand.")).digest() == frozen
    assert Small(layout(high=4)).digest() != frozen
    assert Small(layout(), ("no", "yes")).digest() != frozen


def test_a_title_without_numbers_says_so() -> None:
    game = Pebbles()
    assert not game.has_encoding
    with pytest.raises(BadSetup, match="Pebbles has no encoding"):
        game.encoding()


def test_an_encoding_is_made_once() -> None:
    assert MINI.encoding() is MINI.encoding()
    assert MINI.observation is MINI.encoding().layout


def test_a_code_that_is_not_legal_is_refused_with_the_rule() -> None:
    state, encoding = MINI.new(players=2, seed=1), MINI.encoding()
    seat = state.to_act[0]
    with pytest.raises(IllegalAction, match="All trucks are empty") as refused:
        encoding.action(state, seat, MINI.parse("no bonus").code)
    assert refused.value.rule == "2.4"
    with pytest.raises(IllegalAction, match="Codes of Zooloretto Mini are 0 to 631, not 632"):
        encoding.action(state, seat, 632)
    with pytest.raises(IllegalAction, match="turn"):
        encoding.action(state, 1 - seat, 0)
    assert not any(encoding.mask_of(state, 1 - seat))


@pytest.mark.parametrize("title", COMPLETE)
def test_a_code_may_come_from_an_array(title: str) -> None:
    state = menagerie.load(title).new(seed=7)
    encoding, seat = state.game.encoding(), state.to_act[0]
    mask = np.array(encoding.mask_of(state, seat))
    for code in mask.nonzero()[0]:
        assert str(encoding.action(state, seat, code)) == encoding.name(code) == encoding.name(int(code))
