"""Every registered title passes every property, from openings and from within whole games."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from random import Random

import pytest

import menagerie
from menagerie import IllegalAction
from menagerie.core.phase import Phase
from menagerie.testing import (
    PROPERTIES,
    Beginning,
    Case,
    Property,
    Way,
    by_phase,
    check,
    encoding,
    idle,
    invariants,
    knowledge,
    ordering,
    text_checks,
    thawed,
    unseen,
)
from menagerie.testing.cases import all_of_it
from menagerie.testing.legality import every_ready_made_decision_is_answered
from menagerie.testing.seen import asked_phases
from tests.budget import budget

GAMES = Path(__file__).resolve().parents[1] / "games"
PARTS = 6
"""The ways of a beginning are dealt into so many parts."""
EXAMPLES = int(os.environ.get("MENAGERIE_EXAMPLES", budget(2, PARTS)))
"""How many of these a property walks; another property walks others, and so does the other engine."""
ONE_IN = int(os.environ.get("MENAGERIE_ONE_IN", 1))
"""Of the pairs of a beginning and a property one in so many is tried: the second engine has fewer."""
LONG: dict[Property, int] = {
    invariants.a_state_can_be_saved: 4,
    encoding.codes_are_exact_both_ways: 3,
    encoding.observations_hide_what_is_hidden: 2,
    encoding.observations_tell_what_can_be_seen: 3,
    encoding.rows_are_kept_up_to_date: 2,
    knowledge.nobody_is_shown_what_is_hidden: 4,
    knowledge.imagining_depends_on_nothing_hidden: 3,
    knowledge.a_new_deal_is_a_game_of_its_own: 6,
    ordering.standing_orders_know_what_their_seat_knows: 4,
    ordering.standing_orders_decide_what_is_legal: 3,
    text_checks.every_moment_can_be_shown: 3,
}
"""Properties that look at everything from all sides walk only one in so many ways."""


def case_of(id: str) -> Case:
    game = menagerie.load(id)
    known = importlib.import_module(f"tests.games.{game.folder.name}.conformance")
    records = sorted((GAMES / game.folder.name / "golden").glob("*.zoo"))
    starts = known.starts() if hasattr(known, "starts") else ()
    only_meant = getattr(known, "ONLY_MEANT", ())
    told = getattr(known, "told", all_of_it)
    return Case(game, known.CASES, known.census, known.naive_scores, records, starts, only_meant, told)


CASES = [case_of(id) for id in menagerie.titles()]
BEGINNINGS = [(case, beginning) for case in CASES for beginning in case.beginnings]
PAIRS = [
    pytest.param(case, beginning, holds, id=f"{case} {beginning}-{holds.__name__}")
    for row, (case, beginning) in enumerate(BEGINNINGS)
    for column, holds in enumerate(PROPERTIES)
    if (row + column) % ONE_IN == 0
]


def chosen(beginning: Beginning, holds: Property) -> list[Way]:
    """The ways that this property walks; of a beginning that has any at least one."""
    first = PROPERTIES.index(holds) + menagerie.COMPILED
    parts = PARTS * LONG.get(holds, 1)
    ways = [way for number, way in enumerate(beginning.ways) if (number + first) % parts < EXAMPLES]
    return ways or beginning.ways[:1]


@pytest.mark.parametrize(("case", "beginning", "holds"), PAIRS)
def test_title(case: Case, beginning: Beginning, holds: Property) -> None:
    for way in chosen(beginning, holds):
        check(case, way, holds)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_walks_ask_every_phase_and_make_every_decision(case: Case) -> None:
    assert unseen(case) == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_standing_order_decides_something_somewhere(case: Case) -> None:
    assert idle(case) == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_codes_and_layout_are_frozen(case: Case) -> None:
    assert thawed(case) == ""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_phase_says_a_second_time_what_is_legal(case: Case) -> None:
    """`refuse` is the base class's: what is listed or accepted is legal, and `why_not` has the reason for the rest."""
    assert [phase.__name__ for phase in asked_phases(case.game) if phase.refuse != Phase.refuse] == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_ready_made_decision_is_answered_in_every_phase(case: Case) -> None:
    ways_of = by_phase(case)
    assert asked_phases(case.game) <= ways_of.keys()
    for ways in ways_of.values():
        for part in range(EXAMPLES):
            check(case, ways[part % len(ways)], every_ready_made_decision_is_answered(part, PARTS))


ODD = (
    "",
    "0",
    "-1",
    "+1",
    "²",
    "½",
    "٣",
    "9" * 30,
    "1.5",
    "r9",
    "r²",
    "A0",
    "Z9",
    "a1/9",
    "/",
    ",",
    "@",
    "\t",
    "Ä" * 200,
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_odd_words_are_read_as_a_decision_or_refused(case: Case) -> None:
    """Whatever is typed, `parse` gives a decision that is written as it is read, or raises IllegalAction."""
    chance = Random(case.game.id)
    for _ in range(budget(300, 2000)):
        words = chance.choice(case.vocabulary.notations).split()
        at = chance.randrange(len(words))
        words[at] = chance.choice(("", words[at], words[at][:-1])) + chance.choice(ODD)
        try:
            action = case.game.parse(" ".join(words))
        except IllegalAction:
            continue
        assert case.game.parse(str(action)) == action
