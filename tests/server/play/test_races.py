"""Test double clicks, retries, two tabs, and several people on one table: accepted once, in order, never forked."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from tests.server.support.people import PATIENCE, key


def begun(person, *others):
    """A table in play: its id, the seat to act, and the number to decide on."""
    table = person.table("me", "hotseat", *others)["id"]
    state = person.get(f"/api/tables/{table}")
    return table, state["to_act"][0], state["seq"]


def test_a_double_click_counts_once(person):
    lisa = person("Lisa")
    table, seat, seq = begun(lisa)
    command = {"do": "play", "seat": seat, "decision": "draw", "seq": seq, "key": key()}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: lisa.do(table, **command), range(16)))
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["seq"] for answer in answers} == {seq + 1}
    assert lisa.get(f"/api/tables/{table}")["decisions"] == 1


def test_two_tabs_with_different_keys_get_one_winner(person):
    lisa = person("Lisa")
    table, seat, seq = begun(lisa)
    ready = threading.Barrier(8)

    def click(_: int) -> int:
        ready.wait(PATIENCE)
        return lisa.do(table, do="play", seat=seat, decision="draw", seq=seq, key=key()).status_code

    with ThreadPoolExecutor(8) as pool:
        codes = sorted(pool.map(click, range(8)))
    assert codes == [200] + [409] * 7
    assert lisa.get(f"/api/tables/{table}")["decisions"] == 1
    assert [entry["decision"] for entry in lisa.get(f"/api/tables/{table}/log")["log"]] == [None, "draw"]


def test_the_loser_is_told_where_the_table_is_now(person):
    lisa = person("Lisa")
    table, seat, seq = begun(lisa)
    assert lisa.do(table, do="play", seat=seat, decision="draw", seq=seq, key=key()).status_code == 200
    late = lisa.do(table, do="play", seat=seat, decision="load 1", seq=seq, key=key())
    assert (late.status_code, late.json()["code"], late.json()["seq"]) == (409, "stale", seq + 1)
    assert lisa.do(table, do="play", seat=seat, decision="load 1", seq=seq + 1, key=key()).status_code == 200
    future = lisa.do(table, do="play", seat=seat, decision="load 1", seq=seq + 100, key=key())
    assert future.json()["code"] == "stale"


def test_undo_and_decision_at_the_same_time_leave_one_line(person):
    lisa = person("Lisa")
    table, seat, seq = begun(lisa)
    assert lisa.do(table, do="play", seat=seat, decision="draw", seq=seq, key=key()).status_code == 200
    ready = threading.Barrier(2)

    def send(command: dict[str, object]) -> int:
        ready.wait(PATIENCE)
        return lisa.do(table, **command).status_code

    hands = [
        {"do": "undo", "to": 0, "seq": seq + 1, "key": key()},
        {"do": "play", "seat": seat, "decision": "load 1", "seq": seq + 1, "key": key()},
    ]
    with ThreadPoolExecutor(2) as pool:
        codes = list(pool.map(send, hands))
    assert sorted(codes) == [200, 409]
    assert lisa.get(f"/api/tables/{table}")["decisions"] == (0 if codes[0] == 200 else 2)


def test_a_retried_undo_undoes_once(person):
    lisa = person("Lisa")
    table, seat, seq = begun(lisa)
    lisa.do(table, do="play", seat=seat, decision="draw", seq=seq, key=key())
    lisa.do(table, do="play", seat=seat, decision="load 1", seq=seq + 1, key=key())
    command = {"do": "undo", "to": 1, "seq": seq + 2, "key": key()}
    assert [lisa.do(table, **command).json()["seq"] for _ in range(3)] == [seq + 3] * 3
    assert lisa.get(f"/api/tables/{table}")["decisions"] == 1


def test_many_people_race_for_one_seat(person):
    lisa = person("Lisa")
    rivals = [person(f"Rival {number}") for number in range(6)]
    table = lisa.table("me", "open")
    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(lambda one: one.request(f"/api{table['link']}", {}).status_code, rivals))
    assert codes == [200] + [409] * 5
    seats = lisa.get(f"/api/tables/{table['id']}")["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "person"]


def test_another_players_key_is_not_mine(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    state = lisa.get(f"/api/tables/{table['id']}")
    people = {0: lisa, 1: ben}
    seat, same = state["to_act"][0], key()
    command = {"do": "play", "seat": seat, "decision": "draw", "seq": state["seq"], "key": same}
    assert people[seat].do(table["id"], **command).status_code == 200
    assert people[1 - seat].do(table["id"], **command).json()["code"] == "seat"
