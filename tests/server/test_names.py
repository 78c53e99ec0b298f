"""Everybody at a table has a name of their own, in every sentence."""

from __future__ import annotations

import itertools

import pytest

from menagerie import Record
from menagerie.core.seats import LETTERS
from menagerie.server import seating
from menagerie.server.directory import Seat
from tests.server.people import key


def named(*names: str) -> list[str]:
    return seating.names([Seat(number, "hotseat", "g", name) for number, name in enumerate(names)])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["Lisa", "Ben"], ["Lisa", "Ben"]),
        (["Ben", "Lisa", "Lisa"], ["Ben", "Lisa B", "Lisa C"]),
        (["", ""], ["A", "B"]),
        (["B", ""], ["B A", "B B"]),
        (["Lisa", "Lisa", "Lisa B"], ["Lisa A", "Lisa B B", "Lisa B C"]),
    ],
)
def test_who_shares_a_name_gets_the_seat_s_letter(given, told):
    assert named(*given) == told


def test_names_are_different_whatever_people_call_themselves():
    words = ("x", "x A", "x B", "x A A", "x B A")
    for given in itertools.product(words, repeat=len(LETTERS)):
        assert len(set(named(*given))) == len(LETTERS), given


def test_two_bots_of_a_kind_and_two_people_of_a_name_are_told_apart_everywhere(person):
    lisa, other, eva = person("Lisa"), person("Lisa"), person("Eva")
    bot = {"kind": "bot", "bot": "random"}
    table = lisa.table("me", bot, bot, "open", "open", public=True)
    assert [seat["name"] for seat in table["seats"]] == ["Lisa", "random B", "random C", "", ""]
    other.join(table)
    names = ["Lisa A", "random B", "random C", "Lisa D", "Eva"]
    assert [seat["name"] for seat in eva.join(table)["seats"]] == names
    listed = next(one for one in eva.get("/api/tables")["mine"] if one["id"] == table["id"])
    assert [seat["name"] for seat in listed["seats"]] == names
    with lisa.watch(table["id"]) as a, other.watch(table["id"]) as d, eva.watch(table["id"]) as e:
        screens = {0: a, 3: d, 4: e}
        while a.n < 10:
            a.until(lambda one: set(one.turn["to_act"]) & set(screens))
            seat = a.turn["to_act"][0]
            screen = screens[seat].reach(a.seq)
            answer = screen.play(screen.choices(seat)[0], seat)
            assert answer["ok"], answer
            for one in screens.values():
                one.reach(answer["seq"])
        for entry in a.log:
            if entry["decision"] is not None:
                assert all(line.startswith(names[entry["seat"]]) for line in entry["text"][:1]), entry
        told = {name for name in names for entry in a.log for line in entry["text"] if line.startswith(name)}
        assert told == set(names)
        # A bot that decides would end what is asked below.
        d.until(lambda one: set(one.turn["to_act"]) & set(screens))
        eva.post(f"/api/tables/{table['id']}/leave", {})
        d.until(lambda one: one.table["seats"][4]["kind"] == "open")
        assert d.ask_for(do="takeover", seat=4, bot="random", key=key())["ok"]
        a.until(lambda one: one.ask is not None)
        assert a.ask["sentence"] == "Lisa D would like a bot (random) to go on for E."
        a.ask_for(do="agree", ask=a.ask["ask"], agree=True, key=key())
        a.until(lambda one: one.table["seats"][4]["name"] == "random E")


def test_a_record_has_the_names_that_the_log_has(person):
    lisa = person("Lisa")
    bot = {"kind": "bot", "bot": "random"}
    table = lisa.table(bot, bot)["id"]
    with lisa.watch(table) as screen:
        screen.until(lambda one: one.table["status"] == "over")
    record = lisa.http.get(f"/api/tables/{table}/record").text
    assert Record.parse(record).names == {0: "random A", 1: "random B"}
