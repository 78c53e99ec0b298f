"""Test pairings and standings of tournaments: properties of randomly played rounds."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from menagerie.server.features.tournaments import grouping, pairing
from menagerie.server.features.tournaments.round_results import points
from menagerie.server.features.tournaments.standings import (
    MISSED,
    POINT,
    Entrant,
    Meeting,
    points_for,
    standings,
    totals,
)

pytestmark = pytest.mark.one_store


def people(count: int) -> list[Entrant]:
    return [Entrant(f"p{number}", number) for number in range(1, count + 1)]


def played(chance: random.Random, round: int, guests: tuple[str, ...]) -> Meeting:
    if len(guests) == 1:
        return Meeting(round, guests, (POINT,))
    seats = list(range(len(guests)))
    chance.shuffle(seats)
    ranking = [seats] if chance.random() < 0.2 else [[seat] for seat in seats]
    return Meeting(round, guests, points_for(ranking, len(guests)))


def check_round(entrants: list[Entrant], pairs: list[tuple[str, ...]]) -> None:
    assert sorted([guest for pair in pairs for guest in pair]) == sorted([one.guest for one in entrants])


def can_be_paired_anew(guests: list[str], before: Counter[frozenset[str]]) -> bool:
    """Try everything, unlike the code that is tested."""
    if not guests:
        return True
    first, *rest = guests
    return any(
        can_be_paired_anew([one for one in rest if one != other], before)
        for other in rest
        if not before[frozenset((first, other))]
    )


@given(count=st.integers(4, 10), seed=st.integers(0, 10_000), dropouts=st.integers(0, 2))
@settings(max_examples=40, deadline=None)
def test_no_one_meets_again_where_avoidable_and_no_one_has_two_byes(count, seed, dropouts):
    chance, entrants = random.Random(seed), people(count)
    meetings: list[Meeting] = []
    for round in range(1, count):
        pairs = pairing.swiss(entrants, meetings)
        check_round(entrants, pairs)
        before, had = pairing.met(meetings), pairing.byes(meetings)
        alone = [pair[0] for pair in pairs if len(pair) == 1]
        assert len(alone) == len(entrants) % 2
        for guest in alone:
            assert had[guest] == min([had[one.guest] for one in entrants])
        if any(before[frozenset(pair)] for pair in pairs if len(pair) == 2):
            fewest = min([had[one.guest] for one in entrants])
            for out in [one.guest for one in entrants if had[one.guest] == fewest] if alone else [""]:
                assert not can_be_paired_anew([one.guest for one in entrants if one.guest != out], before)
        meetings += [played(chance, round, pair) for pair in pairs]
        if dropouts and len(entrants) > 4:
            dropouts -= 1
            entrants.remove(chance.choice(entrants))


@pytest.mark.parametrize("count", [5, 16, 33])
def test_swiss_pairs_equal_points_and_balances_seats(count):
    entrants = people(count)
    meetings: list[Meeting] = []
    for round in range(1, 6):
        total = totals(entrants, meetings)
        pairs = pairing.swiss(entrants, meetings)
        if count == 16 and round == 2:
            assert all(total[one] == total[other] for one, other in pairs)
        if count % 2:
            (alone,) = pairs[-1]
            had = pairing.byes(meetings)
            assert total[alone] == min([total[one.guest] for one in entrants if not had[one.guest]])
        meetings += [Meeting(round, pair, points_for([[0], [1]], 2) if len(pair) == 2 else (POINT,)) for pair in pairs]
    # The player who sits first wins, so people with the same points sat in the same seats: the hardest case.
    assert max(map(abs, pairing.lateness(meetings).values())) <= 2


def test_a_first_round_lets_the_upper_half_meet_the_lower_half():
    assert {frozenset(pair) for pair in pairing.swiss(people(6), [])} == {
        frozenset({f"p{one}", f"p{one + 3}"}) for one in (1, 2, 3)
    }


def test_a_swiss_round_of_64_is_paired():
    chance, entrants = random.Random(1), people(64)
    meetings: list[Meeting] = []
    for round in range(1, 4):
        pairs = pairing.swiss(entrants, meetings)
        check_round(entrants, pairs)
        meetings += [played(chance, round, pair) for pair in pairs]
    assert max(pairing.met(meetings).values()) == 1


@pytest.mark.parametrize("count", range(4, 65))
def test_in_a_round_robin_everyone_meets_everyone_once_and_seats_are_balanced(count):
    entrants = people(count)
    meetings: list[Meeting] = []
    for round in range(1, pairing.robin_rounds(count) + 1):
        pairs = pairing.robin(entrants, round)
        check_round(entrants, pairs)
        meetings += [Meeting(round, pair) for pair in pairs]
    before = pairing.met(meetings)
    assert all(before[frozenset((one.guest, other.guest))] == 1 for one, other in combinations(entrants, 2))
    assert set(pairing.byes(meetings).values()) <= {1}
    assert max(map(abs, pairing.lateness(meetings).values())) <= 1


def test_the_opponent_of_a_player_who_left_a_round_robin_has_a_bye():
    entrants = [*people(3), Entrant("p4", 4, last=1)]
    for round in (2, 3):
        pairs = pairing.robin(entrants, round)
        assert sorted([guest for pair in pairs for guest in pair]) == ["p1", "p2", "p3"]
        assert sorted([len(pair) for pair in pairs]) == [1, 2]


@given(count=st.integers(4, 30), most=st.integers(3, 5), seed=st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_groups_hold_everyone_and_are_even(count, most, seed):
    chance, entrants = random.Random(seed), people(count)
    meetings: list[Meeting] = []
    for round in range(1, 4):
        tables = grouping.groups(entrants, meetings, most, 2)
        check_round(entrants, tables)
        sizes = [len(table) for table in tables]
        assert max(sizes) <= most
        assert max(sizes) - min(sizes) <= 1
        meetings += [played(chance, round, table) for table in tables]


def test_nine_at_tables_of_three_meet_no_one_twice_in_two_rounds():
    chance, entrants = random.Random(3), people(9)
    meetings: list[Meeting] = []
    for round in (1, 2):
        meetings += [played(chance, round, table) for table in grouping.groups(entrants, meetings, 3, 2)]
    assert max(pairing.met(meetings).values()) == 1


@pytest.mark.parametrize("seed", range(8))
def test_seven_at_tables_of_three_meet_no_one_twice_in_three_rounds(seed):
    """One starting grouping isn't enough: after some results it leads to tables that no swap of two improves."""
    chance, entrants = random.Random(seed), people(7)
    meetings: list[Meeting] = []
    for round in (1, 2, 3):
        meetings += [played(chance, round, table) for table in grouping.groups(entrants, meetings, 3, 2)]
    assert max(pairing.met(meetings).values()) == 1


def test_where_tables_would_be_too_small_some_have_byes():
    tables = grouping.groups(people(5), [], 4, 4)
    assert [len(table) for table in tables] == [4, 1]
    assert tables[-1] == ("p5",)


@given(order=st.permutations(range(5)), size=st.integers(2, 5))
def test_the_points_of_a_table_add_up(order, size):
    seats = [seat for seat in order if seat < size]
    got = points_for([[seat] for seat in seats], size)
    assert sum(got) * 2 == POINT * size
    assert got[seats[0]] == POINT
    assert got[seats[-1]] == 0
    assert points_for([seats], size) == (POINT // 2,) * size


def test_a_player_who_left_has_lost_however_the_game_ended():
    assert points([[0], [1]], 2, {0}) == (0, POINT)
    assert points([[0, 1, 2]], 3, {2}) == (18, 18, 0)
    assert points([[0], [1], [2]], 3, {0, 1}) == (0, 0, 24)


def meeting(round: int, first: str, second: str, got: int) -> Meeting:
    return Meeting(round, (first, second), (got, POINT - got))


def test_standings_by_hand():
    entrants = people(4)
    meetings = [
        *[meeting(1, "p1", "p2", POINT), meeting(1, "p3", "p4", POINT)],
        *[meeting(2, "p3", "p1", POINT // 2), meeting(2, "p2", "p4", POINT)],
    ]
    lines = {line.guest: line for line in standings(entrants, meetings)}
    assert [lines[f"p{one}"].points / POINT for one in (1, 2, 3, 4)] == [1.5, 1, 1.5, 0]
    assert [lines[f"p{one}"].buchholz / POINT for one in (1, 2, 3, 4)] == [2.5, 1.5, 1.5, 2.5]
    assert [lines[f"p{one}"].place for one in (1, 3, 2, 4)] == [1, 2, 3, 4]
    robin = {line.guest: line.sonneborn / POINT**2 for line in standings(entrants, meetings, robin=True)}
    assert robin == {"p1": 1.75, "p2": 0, "p3": 0.75, "p4": 0}


def test_equal_in_everything_is_an_equal_place():
    lines = standings(people(4), [meeting(1, "p1", "p2", POINT), meeting(1, "p3", "p4", POINT)])
    assert [line.place for line in lines] == [1, 1, 3, 3]
    assert [line.guest for line in lines[:2]] == ["p1", "p3"]


def test_missed_rounds_count_half_and_a_bye_is_no_win():
    late = Entrant("late", 3, first=3)
    lines = standings([Entrant("bye", 1), late], [Meeting(1, ("bye",), (POINT,))])
    assert {line.guest: (line.points, line.wins, line.games) for line in lines} == {
        "bye": (POINT, 0, 0),
        "late": (2 * MISSED, 0, 0),
    }


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_standings_do_not_depend_on_the_order_of_entrants(order):
    entrants, meetings = people(3), [meeting(1, "p1", "p2", POINT), Meeting(1, ("p3",), (POINT,))]
    assert standings([entrants[at] for at in order], meetings) == standings(entrants, meetings)
