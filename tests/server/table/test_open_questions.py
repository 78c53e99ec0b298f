"""Test who is asked, and who still has to answer."""

from __future__ import annotations

import pytest

import menagerie
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.store.table_rows import Status
from menagerie.server.table.event_kinds.questions import Asked
from menagerie.server.table.open_questions import SIT, UNDO, OpenQuestion, OverdueSeat
from menagerie.server.table.table import Table

pytestmark = pytest.mark.one_store

TITLE = "zooloretto-mini"
AWAY = Seat(1, "person", "ben", "Ben", bot="visitor")
"""A bot stands in for Ben."""


def playing(*seats: Seat) -> Table:
    """Return a game among these people."""
    version = menagerie.load(TITLE).rules_version
    facts = TableFacts("t", TITLE, version, len(seats), {}, 5, "salt", "ann", True, False, "open", "link", 0.0)
    table = Table(facts, seats)
    table.apply(TableEvent("t", 1, Status.kind, None, Status("playing").data(), 0.0, "0"))
    return table


def person(seat: int, guest: str, kind: str = "person") -> Seat:
    return Seat(seat, kind, guest, guest.capitalize())


def ask(table: Table, what: str, by: str, *agreed: str) -> None:
    table.questions.ask = OpenQuestion(1, Asked(what, by, by.capitalize()), list(agreed))


def test_without_a_request_no_one_is_asked() -> None:
    table = playing(person(0, "ann"), person(1, "ben"))
    assert (table.questions.silent(table), table.questions.waiting(table)) == (set(), [])


def test_the_others_are_asked_until_they_have_agreed() -> None:
    table = playing(person(0, "ann"), person(1, "ben"), person(2, "cleo"))
    ask(table, UNDO, "ann", "cleo")
    assert (table.questions.silent(table), table.questions.waiting(table)) == ({"ben"}, [1])


def test_an_undo_also_needs_absent_players_with_a_bot() -> None:
    table = playing(person(0, "ann"), AWAY)
    ask(table, UNDO, "ann")
    assert table.questions.silent(table) == {"ben"}


def test_who_sits_down_is_up_to_those_at_the_table() -> None:
    table = playing(person(0, "ann"), AWAY)
    ask(table, SIT, "dora")
    assert table.questions.silent(table) == {"ann"}


def test_an_owner_of_hotseat_players_answers_at_their_own_seat() -> None:
    table = playing(person(0, "ann"), person(1, "ben", "hotseat"), person(2, "ben"))
    ask(table, UNDO, "ann")
    assert table.questions.waiting(table) == [2]


def test_a_seats_decision_settles_requests_about_it() -> None:
    table = playing(person(0, "ann"), person(1, "ben"))
    ask(table, UNDO, "ann")
    table.questions.overdue = {0: OverdueSeat(1), 1: OverdueSeat(1)}
    table.questions.decided(0)
    assert (table.questions.ask, list(table.questions.overdue)) == (None, [1])


def test_when_the_game_is_over_nothing_is_asked_and_no_hand_is_up() -> None:
    table = playing(person(0, "ann"), person(1, "ben"))
    ask(table, UNDO, "ann")
    table.questions.overdue, table.questions.hands = {1: OverdueSeat(1)}, ["ben"]
    table.apply(TableEvent("t", 2, Status.kind, None, Status("over").data(), 0.0, ""))
    assert (table.questions.ask, table.questions.overdue, table.questions.hands) == (None, {}, [])
