"""Test reports and moderation: the messages around it, every decision noted, the person notified, and no one else."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.people.test_company import PASSWORD, with_account
from tests.server.support.people import Person, Server, have_accounts, key

MODERATORS = ("Olga", "Max Moder")
LIMITS = {
    "posts_burst": 10**6,
    "messages_burst": 10**6,
    "remarks_per_minute": 10**4,
    "questions_per_minute": 10**4,
    "moves_per_minute": 10**4,
    "new_guests_per_minute": 10**4,
    "keeps_per_minute": 10**4,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two moderators."""
    place = tmp_path_factory.mktemp("server") / "tables.db"
    running = Server(place, limits=LIMITS, moderators=MODERATORS)
    have_accounts(running.database, PASSWORD, *MODERATORS)
    running.start()
    yield running
    assert running.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in running.log


@pytest.fixture(scope="module")
def olga(server: Server) -> Iterator[Person]:
    """A moderator."""
    one = Person(server).sign_in("Olga", PASSWORD)
    yield one
    one.close()


def reported(person: Any, reason: str) -> tuple[Person, Person, dict[str, Any]]:
    """Lisa reports a message of Ben's, who is a guest."""
    lisa, ben = person("Lisa"), person("Ben")
    table = lisa.table("me", "open")
    ben.join(table)
    with lisa.watch(table["id"]) as screen:
        for words in ("before", "something bad", "after"):
            ben.do(table["id"], do="chat", text=words, key=key())
        screen.until(lambda one: len(one.chat) == 3)
        lisa.post("/api/reports", {"table": table["id"], "remark": screen.chat[1]["id"], "reason": reason})
    return lisa, ben, table


def find(olga: Person, reason: str, closed: bool = False) -> dict[str, Any]:
    reports = olga.get(f"/api/moderation?closed={str(closed).lower()}")["reports"]
    (found,) = [one for one in reports if one["reason"] == reason]
    return dict(found)


def test_a_report_keeps_the_messages_around_it(person: Any, olga: Person) -> None:
    _, _, table = reported(person, "insults")
    report = find(olga, "insults")
    assert (report["by"], report["name"], report["table"], report["steps"]) == ("Lisa", "Ben", table["id"], [])
    lines = [(line["text"], line["meant"], line["theirs"]) for line in report["context"]]
    assert lines == [("before", False, True), ("something bad", True, True), ("after", False, True)]


def test_a_person_is_reported_by_seat_and_never_by_themselves(person: Any, olga: Person) -> None:
    lisa, ben, table = reported(person, "first")
    lisa.post("/api/reports", {"table": table["id"], "seat": 1, "reason": "cheats"})
    assert [line["meant"] for line in find(olga, "cheats")["context"]] == [False] * 3
    assert "yourself" in ben.refused("/api/reports", {"table": table["id"], "seat": 1, "reason": "x"})["error"]
    assert lisa.refused("/api/reports", {"table": table["id"], "seat": 1, "reason": ""})["code"] == "bad"
    assert lisa.refused("/api/reports", {"table": table["id"], "remark": 10**6, "reason": "x"})["code"] == "missing"


def test_the_page_is_there_for_moderators_only(person: Any, olga: Person, server: Server) -> None:
    guest = person("Olga B")
    tom = with_account(person("Tom"))
    for other in (guest, tom):
        answer = other.http.get("/api/moderation")
        assert (answer.status_code, answer.json()["error"]) == (404, "This page doesn't exist.")
        assert other.refused("/api/moderation/x", {"step": "close", "why": "x"})["status"] == 404
    # The name alone isn't the account.
    refused = person().refused("/api/me", {"name": "0lga"})
    assert refused["error"] == "The name 0lga belongs to a moderator. Choose another one."
    assert olga.get("/api/moderation")


def test_a_warning_is_shown_once_and_noted(person: Any, olga: Person) -> None:
    lisa, ben, _ = reported(person, "rude")
    report = find(olga, "rude")
    olga.post(f"/api/moderation/{report['id']}", {"step": "warn", "why": "Be kind, please."})
    (told,) = ben.get("/api/tables")["told"]
    assert told["sentence"] == "A moderator has warned you. Reason: Be kind, please."
    assert lisa.get("/api/tables")["told"] == []
    lisa.post(f"/api/told/{told['id']}", {})
    assert ben.get("/api/tables")["told"], "only who it is for can put it away"
    ben.post(f"/api/told/{told['id']}", {})
    assert ben.get("/api/tables")["told"] == []
    (step,) = find(olga, "rude", closed=True)["steps"]
    assert (step["step"], step["by"], step["why"]) == ("warn", "Olga", "Be kind, please.")


def test_a_silenced_person_can_play_but_not_chat(person: Any, olga: Person) -> None:
    _, ben, table = reported(person, "loud")
    report = find(olga, "loud")
    wish = {"step": "silence", "why": "Enough."}
    assert "number of hours" in olga.refused(f"/api/moderation/{report['id']}", wish)["error"]
    olga.post(f"/api/moderation/{report['id']}", wish | {"hours": 24})
    answer = ben.do(table["id"], do="chat", text="but", key=key()).json()
    assert answer["error"].startswith("You can't chat until ")
    assert answer["error"].endswith(" UTC. Reason: Enough.")
    assert ben.table("me", "hotseat")["status"] == "playing"
    olga.post(f"/api/moderation/{report['id']}", {"step": "lift", "why": "A mistake."})
    assert ben.do(table["id"], do="chat", text="thanks", key=key()).json()["ok"]


def test_a_suspended_person_finishes_games_and_starts_none(person: Any, olga: Person) -> None:
    lisa, ben, table = reported(person, "very bad")
    report = find(olga, "very bad")
    olga.post(f"/api/moderation/{report['id']}", {"step": "suspend", "why": "Again.", "hours": 1})
    other = lisa.table("me", "open")
    refusals = [
        ben.refused("/api/tables", {"title": "zooloretto-mini", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}),
        ben.refused(f"/api{other['link']}", {}),
        ben.refused(f"/api/tables/{table['id']}/again", {}),
        ben.refused(f"/api/daily/{ben.get('/api/daily')['today']}/night-at-the-zoo", {}),
        ben.refused("/api/tournaments", {"name": "Cup", "title": "zooloretto-mini"}),
        ben.refused(f"/api/duplicates/{lisa.table('me', 'open', duplicate=True)['deal']['address'][11:]}", {}),
        ben.do(table["id"], do="chat", text="but", key=key()).json(),
    ]
    assert all("finish your games but not start or join new ones. Reason: Again." in one["error"] for one in refusals)
    with ben.watch(table["id"]) as his, lisa.watch(table["id"]) as hers:
        screens = [hers, his]
        while not any(entry["decision"] and entry["seat"] == 1 for entry in his.log):
            seat = hers.turn["to_act"][0]
            answer = screens[seat].play(screens[seat].choices(seat)[0], seat)
            assert answer["ok"]
            for screen in screens:
                screen.reach(answer["seq"])


def test_no_one_judges_a_report_about_themselves(person: Any, olga: Person) -> None:
    lisa = person("Lisa")
    lisa.post("/api/reports", {"person": olga.id, "reason": "power"})
    report = find(olga, "power")
    refusal = olga.refused(f"/api/moderation/{report['id']}", {"step": "warn", "why": "x"})
    assert refusal["error"] == "This report is about you. Another moderator has to decide on it."
    assert olga.refused(f"/api/moderation/{report['id']}", {"step": "close", "why": "x"})["error"] == refusal["error"]
    assert olga.refused("/api/moderation/nothing", {"step": "warn", "why": "x"})["code"] == "missing"
    assert "one of these" in olga.refused(f"/api/moderation/{report['id']}", {"step": "hit", "why": "x"})["error"]


def test_decisions_about_a_guest_are_known_of_the_account(person: Any, olga: Person) -> None:
    _, ben, _ = reported(person, "as a guest")
    olga.post(f"/api/moderation/{find(olga, 'as a guest')['id']}", {"step": "warn", "why": "Be kind."})
    anna = with_account(person("Anna"))
    ben.post("/api/sign-in/password", {"name": "Anna", "password": PASSWORD})
    lisa = person("Lisa")
    lisa.post("/api/reports", {"person": anna.id, "reason": "now with an account"})
    assert [step["why"] for step in find(olga, "now with an account")["steps"]] == ["Be kind."]


def test_a_deleted_person_has_no_name_in_reports_either(person: Any, olga: Person) -> None:
    lisa, ben, _ = reported(person, "about somebody who goes")
    before = find(olga, "about somebody who goes")
    assert {line["name"] for line in before["context"]} == {"Ben"}
    assert all(set(line) == {"name", "text", "at", "meant", "theirs"} for line in before["context"])
    ben.post("/api/me/delete", {"name": "Ben"})
    lisa.post("/api/me/delete", {"name": "Lisa"})
    told = find(olga, "about somebody who goes")
    assert {told["by"], told["name"], told["called"], *[line["name"] for line in told["context"]]} == {"somebody"}
