"""Test lessons at real tables: played by accepted decisions, answered by the coach, resumed, undone, and completed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, text, update

import menagerie
from menagerie.core.display.lessons import Lesson, lessons
from menagerie.server.store.events import TableEvent
from menagerie.server.store.hash_chain import link
from menagerie.server.store.schema.tables import TABLE_ROWS
from menagerie.server.store.storage import Storage
from tests.server.support.people import Person, Screen, Server, key
from tests.tiers import COMPLETE

pytestmark = pytest.mark.one_store

TITLE = "zooloretto-mini"


@pytest.fixture
def fragile(tmp_path):
    """A server that may be stopped and killed."""
    running = Server(tmp_path / "tables.db", limits={"gets_burst": 10**6, "posts_burst": 10**6}).start()
    yield running
    running.stop()
    assert "Traceback" not in running.log


def begin(person: Person, number: int = 1, title: str = TITLE, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = person.post(f"/api/titles/{title}/lessons/{number}", more)
    return made


def standing(person: Person, number: int = 1, title: str = TITLE) -> dict[str, Any]:
    found: dict[str, Any] = person.get("/api/lessons")[title][number - 1]
    return found


def read(screen: Screen) -> None:
    """Read what the coach says, and continue."""
    answer = screen.ask_for(do="read", step=screen.turn["coach"]["step"], key=key())
    assert answer["ok"], answer
    screen.reach(answer["seq"])


def decide(screen: Screen, lesson: Lesson) -> str:
    """Do what the coach wants, and wait until the coach speaks again."""
    step = lesson.steps[screen.turn["coach"]["step"]]
    decision = next(one for pattern in step.accepts for one in screen.choices(lesson.seat) if pattern.fits(one))
    answer = screen.play(decision, lesson.seat)
    assert answer["ok"], answer
    screen.reach(answer["seq"])
    return decision


def to_step(screen: Screen, lesson: Lesson, step: int) -> None:
    """Continue until the coach says what that step says, counted from 0."""
    while True:
        coach = screen.until(lambda one: one.turn["coach"] is not None).turn["coach"]
        if coach["step"] == step:
            return
        decide(screen, lesson) if coach["waits"] else read(screen)


def by_steps(title: str) -> list[Lesson]:
    return [lesson for lesson in lessons(menagerie.load(title)) if not lesson.is_game]


@pytest.mark.parametrize("title", COMPLETE)
def test_every_lesson_can_be_played_at_a_table(person, title):
    lisa = person("Lisa")
    for lesson in by_steps(title):
        table = begin(lisa, lesson.number, title)
        assert table["lesson"]["heading"] == lesson.heading
        with lisa.watch(table["id"]) as screen:
            for number in range(len(lesson.steps)):
                to_step(screen, lesson, number)
                coach = screen.turn["coach"]
                assert set(coach["lit"]) <= set(screen.pieces), lesson.steps[number].entry.where
                assert coach["last"] == (number == len(lesson.steps) - 1)
            assert screen.turn["to_act"] == []
        assert standing(lisa, lesson.number, title)["done"]


def test_another_legal_decision_is_not_played_and_the_coach_says_why(person):
    lisa = person("Lisa")
    lesson = by_steps(TITLE)[0]
    with lisa.watch(begin(lisa)["id"]) as screen:
        to_step(screen, lesson, 2)
        before = screen.n
        answer = screen.play("load 2", 0)
        assert (answer["ok"], answer["code"]) == (False, "coach")
        assert answer["error"] == lesson.steps[2].other[0][1]
        assert screen.play("load 1", 0)["ok"]
        screen.until(lambda one: one.n == before + 1)


def test_a_wrong_decision_is_refused_with_its_rule_and_the_coachs_answer(person):
    lisa = person("Lisa")
    lesson = by_steps(TITLE)[0]
    with lisa.watch(begin(lisa)["id"]) as screen:
        to_step(screen, lesson, 1)
        answer = screen.play("take 1", 0)
        assert (answer["code"], answer["rule"], answer["coach"]) == ("illegal", "2.4", lesson.steps[1].wrong)
        assert "Truck 1 is empty" in answer["error"]
        why = screen.ask_for(do="why", seat=0, path=["truck-1"])
        assert (why["rule"], why["coach"]) == ("2.4", lesson.steps[1].wrong)


def test_the_others_decide_and_chance_falls_as_the_lesson_says(person):
    lisa = person("Lisa")
    lesson = by_steps(TITLE)[0]
    with lisa.watch(begin(lisa)["id"]) as screen:
        to_step(screen, lesson, 4)
        played = [(entry["seat"], entry["decision"]) for entry in screen.log if entry["decision"]]
        assert played == [(0, "draw"), (0, "load 1"), (1, "draw"), (1, "load 2"), (2, "draw"), (2, "load 1")]
        assert screen.log[1]["text"] == ["Lisa draws a giraffe."]
        assert [seat["name"] for seat in screen.table["seats"]] == ["Lisa", "Visitor B", "Visitor C"]


def test_undo_goes_back_in_the_lesson_without_a_redeal(person):
    lisa = person("Lisa")
    lesson = by_steps(TITLE)[0]
    with lisa.watch(begin(lisa)["id"]) as screen:
        to_step(screen, lesson, 5)
        drawn = screen.turn["coach"]["words"]
        answer = screen.ask_for(do="undo", to=screen.n - 1, seq=screen.seq, key=key())
        assert answer["ok"], answer
        screen.reach(answer["seq"])
        assert screen.turn["coach"]["step"] == 4
        decide(screen, lesson)
        assert screen.turn["coach"]["words"] == drawn


def test_nothing_before_the_lesson_can_be_undone(person):
    lisa = person("Lisa")
    later = next(lesson for lesson in by_steps(TITLE) if lesson.begins)
    with lisa.watch(begin(lisa, later.number)["id"]) as screen:
        assert (screen.n, screen.turn["undo"]["first"]) == (later.begins, later.begins)
        answer = screen.ask_for(do="undo", to=later.begins - 1, seq=screen.seq, key=key())
        assert answer["code"] == "not-now"


def test_a_lesson_is_resumed_where_it_was_left_even_after_a_restart(fragile):
    lisa = Person(fragile, "Lisa")
    lesson = by_steps(TITLE)[0]
    table = begin(lisa)["id"]
    with lisa.watch(table) as screen:
        to_step(screen, lesson, 4)
        said = screen.turn["coach"]
    assert standing(lisa) == standing(lisa) | {"done": False, "table": table}
    fragile.kill()
    fragile.start()
    assert begin(lisa)["id"] == table
    with lisa.watch(table) as screen:
        assert screen.turn["coach"] == said
        to_step(screen, lesson, len(lesson.steps) - 1)
    fragile.stop()
    fragile.start()
    assert standing(lisa) == standing(lisa) | {"done": True, "table": None}
    lisa.close()


def test_a_restart_while_others_decide_lets_them_continue(fragile):
    lisa = Person(fragile, "Lisa")
    lesson = by_steps(TITLE)[0]
    table = begin(lisa)["id"]
    with lisa.watch(table) as screen:
        to_step(screen, lesson, 2)
        assert screen.play("load 1", 0)["ok"]
        fragile.kill()
    fragile.start()
    with lisa.watch(table) as screen:
        screen.until(lambda one: one.turn["coach"] is not None and one.turn["coach"]["step"] == 3)
    lisa.close()


def test_a_lesson_can_be_restarted(person):
    lisa = person("Lisa")
    lesson = by_steps(TITLE)[0]
    first = begin(lisa)["id"]
    with lisa.watch(first) as screen:
        to_step(screen, lesson, 2)
    second = begin(lisa, again=True)["id"]
    assert second != first
    assert lisa.http.get(f"/api/tables/{first}").status_code == 404
    with lisa.watch(second) as screen:
        assert screen.turn["coach"]["step"] == 0


@pytest.mark.both_stores
def test_progress_is_personal(person):
    lisa, ben = person("Lisa"), person("Ben")
    lesson = by_steps(TITLE)[0]
    with lisa.watch(begin(lisa)["id"]) as screen:
        to_step(screen, lesson, len(lesson.steps) - 1)
    assert standing(lisa)["done"]
    assert not standing(ben)["done"]
    assert standing(ben) | {"done": True} == standing(lisa)
    nobody = person()
    assert not standing(nobody)["done"]
    assert nobody.refused(f"/api/titles/{TITLE}/lessons/1", {})["code"] == "guest"


def test_a_spectator_sees_the_table_and_no_coach(person):
    lisa, ben = person("Lisa"), person("Ben")
    table = begin(lisa)["id"]
    with ben.watch(table) as screen:
        assert screen.turn["coach"] is None
        assert screen.ask_for(do="read", step=0, key=key())["code"] == "seat"


def test_completed_lessons_are_not_among_my_tables(person):
    lisa = person("Lisa")
    lesson = by_steps(TITLE)[0]
    table = begin(lisa)["id"]
    assert [one["lesson"] for one in lisa.get("/api/tables")["mine"] if one["id"] == table] == [True]
    with lisa.watch(table) as screen:
        to_step(screen, lesson, len(lesson.steps) - 1)
    assert table not in [one["id"] for one in lisa.get("/api/tables")["mine"]]
    assert lisa.get(f"/api/titles/{TITLE}/experience")["finished"] == 0, "who has had a lesson is still a newcomer"


def test_reading_twice_is_no_error_and_reading_ahead_is_stale(person):
    lisa = person("Lisa")
    with lisa.watch(begin(lisa)["id"]) as screen:
        assert screen.ask_for(do="read", step=5, key=key())["code"] == "stale"
        read(screen)
        assert screen.ask_for(do="read", step=0, key=key())["ok"]
        assert screen.turn["coach"]["step"] == 1


@pytest.mark.parametrize(("title", "number"), [(TITLE, 99), (TITLE, 0), ("chess", 1)])
def test_a_missing_lesson(person, title, number):
    assert person("Lisa").refused(f"/api/titles/{title}/lessons/{number}", {})["status"] == 404


def taught_as(connection: Connection, events: Sequence[TableEvent], name: str) -> None:
    """Write a table as if its lesson's file had been different then: its row, and its first event."""
    previous = ""
    for event in events:
        if event.kind == "made":
            event = msgspec.structs.replace(event, data=json.dumps(json.loads(event.data) | {"lesson": name}))
        previous = link(previous, event)
        values = {"data": event.data, "link": previous, "table": event.table, "seq": event.seq}
        connection.execute(
            text("UPDATE events SET data = :data, link = :link WHERE table_id = :table AND seq = :seq"), values
        )
    connection.execute(update(TABLE_ROWS).where(TABLE_ROWS.c.id == events[0].table).values(lesson=name))


def test_a_changed_lesson_is_restarted_and_stays_completed(fragile):
    lisa = Person(fragile, "Lisa")
    done, left = begin(lisa)["id"], begin(lisa, 2)["id"]
    with lisa.watch(done) as screen:
        to_step(screen, by_steps(TITLE)[0], len(by_steps(TITLE)[0].steps) - 1)
    fragile.stop()
    storage = Storage(fragile.database)
    with storage.database.engine.begin() as connection:
        for id, name in ((done, "1-trucks@00000000"), (left, "2-couples@00000000")):
            taught_as(connection, storage.store.read(id), name)
    storage.close()
    fragile.start()
    assert standing(lisa)["done"]
    assert standing(lisa, 2)["table"] is None
    assert begin(lisa, 2)["id"] != left
    with lisa.watch(left) as screen:  # the old table is an ordinary one now
        assert screen.table["lesson"] is None
        assert screen.play("draw", 0)["ok"]
    lisa.close()


def test_in_the_game_the_bot_plays_and_the_coach_speaks_up(person):
    lisa = person("Lisa")
    lesson = next(lesson for lesson in lessons(menagerie.load(TITLE)) if lesson.is_game)
    with lisa.watch(begin(lisa, lesson.number)["id"]) as screen:
        said = set()
        while not screen.turn["over"]:
            screen.until(lambda one: one.turn["over"] or one.choices(lesson.seat))
            if screen.turn["coach"]:
                said.add(screen.turn["coach"]["words"])
            if not screen.turn["over"]:
                choices = screen.choices(lesson.seat)
                answer = screen.play(choices[-1], lesson.seat)
                assert answer["ok"], answer
                screen.reach(answer["seq"])
        assert screen.turn["coach"]["last"], "the last word comes at once"
        assert len(said) > 2
    assert standing(lisa, lesson.number)["done"]
