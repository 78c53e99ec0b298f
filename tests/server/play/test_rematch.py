"""Test rematches: everyone who played is invited, and there is one table for all, with other seats."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from menagerie.core.registry import load
from menagerie.core.state import State
from tests.server.support.people import Person, Screen

pytestmark = pytest.mark.one_store


@pytest.fixture
def finished(person: Any) -> Any:
    """A finished game of Lisa, Ben and a bot; Mia watches."""

    def play() -> tuple[Person, Person, Person, dict[str, Any]]:
        lisa, ben, mia = person("Lisa"), person("Ben"), person("Mia")
        table = lisa.table("me", "open", {"kind": "bot", "bot": "random"})
        ben.join(table)
        with lisa.watch(table["id"]) as mine, ben.watch(table["id"]) as his:
            while not mine.until(lambda one: one.turn["over"] or {0, 1} & set(one.turn["to_act"])).turn["over"]:
                screen, seat = (mine, 0) if 0 in mine.turn["to_act"] else (his.reach(mine.seq), 1)
                mine.reach(screen.play(screen.choices(seat)[0], seat)["seq"])
        return lisa, ben, mia, table

    return play


def play_out(people: list[Person], table: str) -> None:
    """Play a game of people to its end; person number n sits or decides in seat n."""
    with ExitStack() as stack:
        screens = [stack.enter_context(one.watch(table)) for one in people]
        first = screens[0]
        while not first.until(lambda one: one.turn["over"] or one.turn["to_act"]).turn["over"]:
            seat = first.turn["to_act"][0]
            screen = screens[seat].reach(first.seq)
            first.reach(screen.play(screen.choices(seat)[0], seat)["seq"])


def names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def heard_of_the_next(screen: Screen) -> str:
    screen.until(lambda one: one.table["next"] is not None)
    return str(screen.table["next"])


def test_a_rematch_invites_everyone_to_one_table(finished: Any) -> None:
    lisa, ben, mia, table = finished()
    again = f"/api/tables/{table['id']}/again"
    with lisa.watch(table["id"]) as hers, mia.watch(table["id"]) as onlooker:
        assert (hers.table["next"], hers.table["again"]) == (None, None)
        second = ben.post(again, {})
        assert heard_of_the_next(hers) == second["link"]
        assert hers.table["again"]["sentence"] == "Ben wants a rematch with rotated seats. You'd be in seat C."
        onlooker.until(lambda one: one.seq == hers.seq)
        assert (onlooker.table["next"], onlooker.table["again"]) == (None, None), "onlookers are not asked"
    assert [seat["kind"] for seat in second["seats"]] == ["person", "bot", "open"], "who sat first sits last"
    (asked,) = lisa.get("/api/tables")["asked"]
    assert (asked["sentence"], asked["link"]) == ("Ben wants a rematch of Zooloretto Mini.", second["link"])
    assert ben.get("/api/tables")["asked"] == []
    assert lisa.post(again, {})["id"] == second["id"]
    begun = lisa.post(f"/api{second['link']}", {})
    assert (names(begun), begun["status"], begun["mine"]) == (["Ben", "Random", "Lisa"], "playing", [2])
    assert lisa.get("/api/tables")["asked"] == []


def test_a_rematch_keeps_no_seat_for_a_deleted_player(finished: Any) -> None:
    lisa, ben, mia, table = finished()
    lisa.post("/api/me/delete", {"name": "Lisa"})
    second = ben.post(f"/api/tables/{table['id']}/again", {})
    assert mia.post(f"/api{second['link']}", {})["mine"] == [2], "at once, not after the minutes for which seats wait"


def test_seats_can_be_changed(finished: Any) -> None:
    lisa, ben, _, table = finished()
    again = f"/api/tables/{table['id']}/again"
    assert "each of the 3 seats once" in ben.refused(again, {"order": [0, 0, 1]})["error"]
    second = ben.post(again, {"order": [0, 2, 1]})
    assert lisa.get(f"/api/tables/{table['id']}")["again"]["sentence"] == "Ben wants a rematch. You'd be in seat A."
    assert names(lisa.post(f"/api{second['link']}", {})) == ["Lisa", "Random", "Ben"]


def test_a_seat_is_kept_for_an_invited_player_until_they_decline(finished: Any) -> None:
    lisa, ben, mia, table = finished()
    second = ben.post(f"/api/tables/{table['id']}/again", {})
    refusal = mia.refused(f"/api{second['link']}", {})
    assert refusal["error"] == "This seat is reserved for Lisa. Try again in a few minutes."
    assert mia.refused(f"/api/tables/{second['id']}/decline", {})["status"] == 409, "Mia was not invited"
    with ben.watch(second["id"]) as screen:
        lisa.post(f"/api/tables/{second['id']}/decline", {})
        screen.until(lambda one: bool(one.log))
        assert screen.log[-1]["text"] == ["Lisa declines the invitation."]
    assert lisa.get("/api/tables")["asked"] == []
    assert "has expired" in lisa.refused(f"/api/tables/{second['id']}/decline", {})["error"]
    assert mia.post(f"/api{second['link']}", {})["mine"] == [2]


def test_people_at_one_screen_come_along_together(person: Any) -> None:
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", {"kind": "hotseat", "name": "Mia"}, "open")
    ben.join(table)
    play_out([lisa, lisa, ben], table["id"])
    second = ben.post(f"/api/tables/{table['id']}/again", {})
    assert [seat["name"] for seat in second["seats"]] == ["", "Ben", ""]
    joined = lisa.post(f"/api{second['link']}", {})
    assert (names(joined), joined["mine"], joined["status"]) == (["Mia", "Ben", "Lisa"], [0, 2], "playing")


def test_all_press_at_the_same_moment_and_there_is_one_table(person: Any) -> None:
    people = [person(name) for name in ("Lisa", "Ben", "Mia", "Tom")]
    lisa = people[0]
    table = lisa.table("me", "open", "open", "open")
    for one in people[1:]:
        one.join(table)
    play_out(people, table["id"])
    with ThreadPoolExecutor(len(people)) as pool:
        made = list(pool.map(lambda one: one.post(f"/api/tables/{table['id']}/again", {}), people))
    assert len({one["id"] for one in made}) == 1
    for one, answer in zip(people, made, strict=True):
        one.post(f"/api{answer['link']}", {})
    begun = lisa.get(f"/api/tables/{made[0]['id']}")
    assert (names(begun), begun["status"]) == (["Ben", "Mia", "Tom", "Lisa"], "playing")
    assert len([one for one in lisa.get("/api/tables")["mine"] if one["status"] != "over"]) == 1


def test_a_blocked_player_does_not_learn_of_a_rematch(finished: Any) -> None:
    lisa, ben, _, table = finished()
    again = f"/api/tables/{table['id']}/again"
    lisa.post("/api/blocks", {"table": table["id"], "seat": 1})
    second = lisa.post(again, {})
    shown = ben.get(f"/api/tables/{table['id']}")
    assert (shown["next"], shown["again"], ben.get("/api/tables")["asked"]) == (None, None, [])
    own = ben.post(again, {})
    assert own["id"] != second["id"]
    assert own["owner"]


def test_a_mere_spectator_gets_a_separate_table(finished: Any) -> None:
    _, _, mia, table = finished()
    second = mia.post(f"/api/tables/{table['id']}/again", {})
    assert [seat["kind"] for seat in second["seats"]] == ["open", "open", "bot"]


def test_the_next_game_is_remembered_and_the_score_history_adds_up(finished: Any) -> None:
    lisa, _, _, table = finished()
    with lisa.watch(table["id"]) as screen:
        result = screen.turn["result"]
    sums = [sum([one["points"][seat] for one in result["points"]]) for seat in range(3)]
    assert sums == result["scores"]
    course = lisa.get(f"/api/tables/{table['id']}/course")
    assert course["scores"][-1] == result["scores"]
    assert len(course["scores"]) == lisa.get(f"/api/tables/{table['id']}")["decisions"] + 1
    assert [chapter["name"] for chapter in course["chapters"]][:2] == ["Round 1", "Round 2"]
    assert course["chapters"][0]["n"] == 0
    assert course["turned"] is None


def test_the_sheet_is_that_of_a_moment(finished: Any) -> None:
    lisa, _, _, table = finished()
    now = lisa.get(f"/api/tables/{table['id']}/sheet")
    begin = lisa.get(f"/api/tables/{table['id']}/sheet?n=0")
    assert begin["n"] == 0
    assert begin["sheet"] != now["sheet"]
    fresh: State = load("zooloretto-mini").new(players=3, seed=1)
    assert [chart["title"] for chart in now["sheet"]] == [chart.title for chart in fresh.game.sheet(fresh)]
