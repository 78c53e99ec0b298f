"""Decisions as text: what can be read, and what cannot."""

from __future__ import annotations

import pytest

from menagerie import IllegalAction

from .position import GAME, drafting, legal, monday


@pytest.mark.parametrize(
    "text",
    [
        "pass", "buy power WINGS", "buy power IT'S ALL GREEK TO ME", "buy power A SQUEEZE for 2", "launch PE at 12",
        "buy EL cousin from kitchen", "sell CR child 1 and cousin", "sell CR child 2 and half of parents",
        "sell GI parents", "use MIDAS", "use DAYS OFF for TI", "use WHATSUP: BB buy 2J from deck",
        "use WHATSUP: BB buy 3S Long-0 from kitchen", "cash ticket", "treasury 18", "lay 8 r3 at H11",
        "lay GI_455 r0 at K9", "lay 8 r3 at H11 copy 4", "RABBITS: lay 19 r2 at H11", "ANCIENT MAPS: lay 57 r0 at K9",
        "station at K15", "reserved station at K15", "HOLE at J20", "THAT'S MINE! at K15", "WORK IN PROGRESS at K15",
        "patch 3S Long-0", "take off patch", "run nothing", "run 1S-0 K9", "run 4S Perm-0 K9 K11 + 4J-2 K9 J8",
        "distribute", "keep", "buy 3S Long from deck", "buy 2J from deck", "buy 3S-1 from kitchen",
        "force 4S Perm from deck", "ask GI for 3S-1", "offer 14", "acquire HOLE", "accept", "decline", "discard 2S-0",
    ],
)  # fmt: skip
def test_exact_both_ways(text: str) -> None:
    assert str(GAME.parse(text)) == text
    assert str(GAME.parse(f"  {text.lower()}  ".replace(" ", "  "))) == text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "pas", "buy", "buy power", "buy power TEETH", "buy power WINGS for", "buy power WINGS for x",
        "launch PE at 8", "launch XX at 7", "sell PE", "sell PE child 4", "lay 8 at H11", "lay 8 r6 at H11",
        "lay 8 r3 at", "lay 8 r3 at 11H", "lay 999 r3 at H11", "WINGS: lay 8 r3 at H11", "lay 8 r3 at H11 copy",
        "lay 8 r3 at H11 copy x", "station at", "station at K15 copy 1", "TEETH at K15", "run", "run 2S-0",
        "run K9 K11",
        "run 2S-0 K9 +", "run 2S-0 K9 2S-1", "treasury", "treasury -1", "treasury x", "offer 1.5", "offer 99999",
        "patch 9S-0", "buy 1S-0", "at", "at at at", "use", "use WINGS", "x" * 5000,
        "run " + "K9 " * 2000, "\u0663",
        "offer \u0663", "lay 8 r3 at H\u0663",
    ],
)  # fmt: skip
def test_what_is_no_decision_is_refused_with_examples(text: str) -> None:
    with pytest.raises(IllegalAction, match="decisions look like"):
        GAME.parse(text)


def test_every_kind_of_decision_is_refused_with_a_reason_when_it_is_not_its_time() -> None:
    texts = [
        "distribute",
        "accept",
        "offer 3",
        "treasury 2",
        "run nothing",
        "lay 8 r3 at H11",
        "station at K15",
        "patch 2S-0",
    ]
    texts += ["discard 2S-0", "ask GI for 2S-0", "acquire HOLE", "force 5S from deck", "HOLE at C17", "take off patch"]
    for state in (drafting(), monday(), drafting(rules="site")):
        for text in texts:
            with pytest.raises(IllegalAction) as caught:
                state.play(text)
            assert caught.value.reason.endswith(".")
            assert caught.value.rule


def test_seats_are_checked() -> None:
    state = drafting()
    with pytest.raises(IllegalAction, match="isn't A's turn"):
        state.play("pass", seat=0)
    assert legal(state, 0) == []
