"""The same game once more: everybody who is there is taken along, at the same seats or at others."""

from __future__ import annotations

from typing import Any

import pytest

from menagerie.core.registry import load
from menagerie.core.state import State
from tests.server.people import Person, Screen

SEATS = ("Lisa", "Ben", "Random")


@pytest.fixture
def finished(person: Any) -> Any:
    """A game of Lisa, Ben and a bot that was played to its end; Mia watches."""

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


def names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def heard_of_the_next(screen: Screen) -> str:
    screen.until(lambda one: one.table["next"] is not None)
    return str(screen.table["next"])


def test_a_rematch_takes_everybody_along_and_is_one_table(finished: Any) -> None:
    lisa, ben, mia, table = finished()
    again = f"/api/tables/{table['id']}/again"
    with ben.watch(table["id"]) as his, mia.watch(table["id"]) as hers:
        assert his.table["next"] is None
        second = ben.post(again, {})
        assert heard_of_the_next(his) == f"/table/{second['id']}"
        assert hers.until(lambda one: one.seq == his.seq).table["next"] is None, "onlookers are not taken along"
    assert names(second)[1:] == list(SEATS)[1:]
    assert second["seats"][0]["kind"] == "open", "Lisa was not there: she is invited"
    lisas = lisa.get(f"/api/tables/{table['id']}")["next"]
    assert lisas == second["link"]
    assert ben.post(again, {})["id"] == second["id"]
    lisa.post(f"/api{lisas}", {})
    begun = lisa.get(f"/api/tables/{second['id']}")
    assert (names(begun), begun["status"], begun["mine"]) == (list(SEATS), "playing", [0])


def test_seats_can_be_changed(finished: Any) -> None:
    lisa, ben, _, table = finished()
    again = f"/api/tables/{table['id']}/again"
    with lisa.watch(table["id"]) as hers:
        assert "each of the 3 seats once" in ben.refused(again, {"order": [0, 0, 1]})["error"]
        second = ben.post(again, {"order": [1, 2, 0]})
        assert heard_of_the_next(hers) == f"/table/{second['id']}"
    assert names(second) == ["Ben", "Random", "Lisa"]
    assert second["status"] == "playing"
    assert lisa.get(f"/api/tables/{second['id']}")["mine"] == [2]


def test_who_only_watched_gets_a_table_of_their_own(finished: Any) -> None:
    _, _, mia, table = finished()
    second = mia.post(f"/api/tables/{table['id']}/again", {})
    assert [seat["kind"] for seat in second["seats"]] == ["open", "open", "bot"]


def test_a_next_game_is_remembered_and_the_course_adds_up(finished: Any) -> None:
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
