"""The scanner finds the phrases of voice.toml wherever people read them."""

from __future__ import annotations

import pytest

from tests.docs import voice


def names(text: str) -> list[str]:
    return [hit.pattern.name for hit in voice.hits_in(text)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Somebody has to speak.", "somebody"),
        ('"the game goes "\n    "on at its table"', "go on"),
        ("# the game goes\n# on", "go on"),
        (" * the viewer is\n * told why", "is told"),
        ("Who has taken a truck is out.", "who, for whoever"),
        ("Move an animal, or be done.", "be done"),
        ("whoever covers the own field", "whoever"),
        ("it is on a tile, which is none.", "is none"),
    ],
)
def test_a_phrase_is_found_across_lines_and_strings(text: str, name: str) -> None:
    assert name in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "The card goes on sale in round 2.",
        "deal_anew",
        "if there is None",
        "empty if there is none.",
        "seats: [], onlookers: 0",
        "Who has taken a truck?",
        "It can be done in one step.",
        "forgotten",
        "The two are told apart by their number.",
    ],
)
def test_good_english_is_left_alone(text: str) -> None:
    assert names(text) == []


def test_every_phrase_says_what_is_better() -> None:
    assert all(pattern.say for pattern in voice.patterns())


def test_a_place_is_named_by_its_line() -> None:
    (hit,) = voice.hits_in("one\ntwo\nsomebody\n", "page.md")
    assert (hit.path, hit.line, hit.words) == ("page.md", 3, "one two somebody")


def test_the_project_uses_none_of_the_phrases() -> None:
    found = [f"{hit.path}:{hit.line}: {hit.words} ({hit.pattern.say})" for hit in voice.hits()]
    assert found == []


def test_every_exception_is_needed_and_has_a_reason() -> None:
    texts = [(voice.ROOT / name).read_text(encoding="utf-8") for name in voice.files()]
    for one in voice.listed("exception"):
        assert one["reason"]
        assert any(one["words"] in text for text in texts), one["words"]
