"""Test the deal of the day: the same for everyone, one ranked attempt, results, and a seed revealed in the end."""

from __future__ import annotations

import json
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from sqlalchemy import delete, func, select

import menagerie
from menagerie.cli import main
from menagerie.core import seed_commitment
from menagerie.core.record import Record
from menagerie.server.features.daily import attempts, daily_games, deal_days
from menagerie.server.features.daily.attempt_results import Result, placed
from menagerie.server.features.daily.ladder import ladder, points
from menagerie.server.features.daily.shared_deals import DayDeal
from menagerie.server.store import engines
from menagerie.server.store.schema.deals import RESULT_ROWS
from menagerie.server.store.schema.tables import SECRET_ROWS
from tests.budget import budget
from tests.server.support import rated
from tests.server.support.people import Person, Server, key, with_services
from tests.server.support.rated import PASSWORD, keep
from tests.server.support.trying import (
    DAY,
    HOUR,
    SOLO,
    at_noon,
    begin,
    deal,
    decisions,
    last,
    line,
    play,
    running_at_noon,
    server_at_noon,
    today,
)

DECIDED = budget({"keeper": 12, "director": 2}, {"keeper": 30, "director": 4})
"""How many decisions of each kind of bot are compared."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for the tests of a day."""
    with running_at_noon(tmp_path_factory.mktemp("server") / "tables.db") as running:
        yield running


@pytest.fixture
def fragile(tmp_path):
    """A server whose days pass, and that may be killed."""
    with running_at_noon(tmp_path / "tables.db") as running:
        yield running


@pytest.fixture
def come():
    """Creates people at any server, who leave at the end."""
    made: list[Person] = []

    def make(server: Server, name: str = "") -> Person:
        made.append(Person(server, name))
        return made[-1]

    yield make
    for one in made:
        one.close()


# What is offered.


def test_a_day_has_a_deal_for_every_title_and_nothing_to_register(person):
    told = person().get("/api/daily")
    assert [one["title"] for one in told["deals"]] == list(menagerie.titles())
    assert told["standing"] == "open"
    assert told["ends"] - told["begins"] == told["closes"] - told["ends"] == DAY
    for one in told["deals"]:
        assert len(one["commitment"]) == 64
        assert (one["seed"], one["salt"], one["try"], one["may_play_freely"]) == (None, None, None, False)


def test_tomorrows_deal_is_promised_today_and_cannot_be_played(person):
    lisa = person("Lisa")
    tomorrow = str(date.fromisoformat(today(lisa)) + timedelta(days=1))
    told = lisa.get(f"/api/daily/{tomorrow}")
    assert told["standing"] == "coming"
    assert told["after"] is None
    promised = {one["commitment"] for one in told["deals"]}
    assert len(promised) == 5
    assert not promised & {one["commitment"] for one in lisa.get("/api/daily")["deals"]}
    for free in (False, True):
        assert "aren't open yet" in lisa.refused(f"/api/daily/{tomorrow}/{SOLO}", {"free": free})["error"]


@pytest.mark.parametrize("day", ["2026-02-30", "20261118", "today", "2026-W47-3", "1"])
def test_an_invalid_day_is_refused(person, day):
    answer = person().http.get(f"/api/daily/{day}")
    assert (answer.status_code, answer.json()["error"]) == (400, "This is not a date. Use the form 2026-11-18.")


def test_days_before_the_first_and_after_tomorrow_are_missing(person):
    lisa = person("Lisa")
    now = date.fromisoformat(today(lisa))
    for day in (now - timedelta(days=1), now + timedelta(days=2), date.max, date.min):
        assert lisa.http.get(f"/api/daily/{day}").status_code == 404
        assert lisa.http.get(f"/api/daily/{day}/ladder").status_code == 404
        assert lisa.refused(f"/api/daily/{day}/{SOLO}", {})["status"] == 404
    assert lisa.refused(f"/api/daily/{now}/chess", {})["error"] == "This deal doesn't exist."
    assert person().refused(f"/api/daily/{now}/{SOLO}", {})["error"] == "Choose a name first."


# Attempts.


@pytest.mark.parametrize("game", daily_games.all_games(), ids=lambda game: game.title)
def test_everyone_has_the_same_deal(person, game):
    scenes = []
    for name in ("Lisa", "Nora"):  # names of equal length take the same room in drawings
        who = person(name)
        table = begin(who, game.title)
        assert table["fair"]["commitment"] == deal(who, game.title)["commitment"]
        assert len(table["seats"]) == game.players
        with who.watch(table["id"]) as screen:
            screen.until(lambda one: bool(one.turn["asks"]))
            # Sorted by name, since a table may be shown whole or grow while bots decide.
            shown = json.dumps([screen.pieces, screen.turn["asks"]], sort_keys=True)
            scenes.append(shown.replace(name, "X"))
    assert scenes[0] == scenes[1]


def test_equal_decisions_give_equal_results_that_share_a_place(person):
    lisa, ben = keep(person("Lisa alike")), keep(person("Ben alike"))
    tables = [begin(one)["id"] for one in (lisa, ben)]
    results = [play(one, table) for one, table in zip((lisa, ben), tables, strict=True)]
    assert results[0]["scores"] == results[1]["scores"]
    assert decisions(lisa, tables[0]) == decisions(ben, tables[1])
    assert deal(lisa)["try"]["place"] == deal(ben)["try"]["place"] is not None


def test_bots_answer_alike_after_a_restart_and_a_kill(fragile, come):
    lisa, ben = come(fragile, "Lisa"), come(fragile, "Ben")
    title = "zooloretto-mini"
    first = begin(lisa, title)["id"]
    play(lisa, first)
    second = begin(ben, title)["id"]
    for stop in (fragile.stop, fragile.kill):
        play(ben, second, most=7)
        stop()
        fragile.start()
    play(ben, second)
    alike = decisions(lisa, first)
    assert {seat for seat, _ in alike} == {0, 1, 2}
    assert decisions(ben, second) == alike


@pytest.fixture(scope="module")
def strangers():
    """Two independent processes with different hash seeds."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=fresh) as one, ProcessPoolExecutor(1, mp_context=fresh) as other:
        yield one, other


@pytest.mark.one_store
@pytest.mark.parametrize("title", menagerie.titles())
def test_bots_decide_the_same_in_independent_processes(strangers, title):
    """Anything that depends on the order of a set would show."""
    asked = [[pool.submit(line, title, 2, kind, most) for kind, most in DECIDED.items()] for pool in strangers]
    made = [[one.result() for one in of_process] for of_process in asked]
    assert made[0] == made[1]
    assert [len(decisions) for decisions in made[0]] == list(DECIDED.values())


def test_other_decisions_get_other_answers(person):
    """Otherwise the test above would prove nothing."""
    lisa, ben = person("Lisa"), person("Ben")
    tables = [begin(one, "zooloretto-mini")["id"] for one in (lisa, ben)]
    play(lisa, tables[0], most=5)
    play(ben, tables[1], last, most=5)
    assert decisions(lisa, tables[0]) != decisions(ben, tables[1])


def test_there_is_one_ranked_attempt_however_often_it_is_started(person):
    lisa = person("Lisa")
    with ThreadPoolExecutor(8) as pool:
        made = [one["id"] for one in pool.map(lambda _: begin(lisa), range(8))]
    assert len(set(made)) == 1
    play(lisa, made[0])
    assert begin(lisa)["id"] == made[0]


def test_a_ranked_attempt_is_resumed_and_cannot_be_given_up(person):
    lisa = person("Lisa")
    table = begin(lisa)["id"]
    play(lisa, table, most=3)
    assert "Continue it from the page of the day" in lisa.refused(f"/api/tables/{table}/leave", {})["error"]
    assert deal(lisa)["try"] == {"table": table, "over": False, "told": None, "place": None}
    assert begin(lisa)["decisions"] == 3
    assert table in [one["id"] for one in lisa.get("/api/tables")["mine"]]


def test_an_attempt_has_no_hints_and_no_bot_takes_it_over(person):
    lisa = person("Lisa")
    table = begin(lisa)["id"]
    assert "has no hints" in lisa.do(table, do="hint", seat=0).json()["error"]
    assert "daily-deal attempts" in lisa.do(table, do="takeover", seat=0, key=key()).json()["error"]
    wish = {"n": 0, "seats": [{"kind": "me"}]}
    for anew in (True, False):
        assert "closes at 00:00 UTC" in lisa.refused(f"/api/tables/{table}/play-on", wish | {"anew": anew})["error"]


def test_no_undo_past_revealed_information_and_no_redeal(person):
    lisa = person("Lisa")
    table = begin(lisa, "zooloretto-mini")["id"]
    with lisa.watch(table) as screen:
        screen.until(lambda one: "draw" in one.choices(0))
        promised = screen.table["fair"]["commitment"]
        screen.reach(screen.play("draw", 0)["seq"])
        answer = screen.ask_for(do="undo", to=0, seq=screen.seq, key=key())
        assert (answer["ok"], answer["code"]) == (False, "not-now")
        assert "revealed information" in answer["error"]
        # Choosing a truck reveals nothing until a bot has answered.
        assert screen.turn["undo"]["free"] is None
    assert lisa.get(f"/api/tables/{table}")["fair"]["commitment"] == promised


def test_a_decision_that_revealed_nothing_can_be_undone(person):
    lisa = person("Lisa")
    table = begin(lisa, "new-york-zoo")["id"]
    with lisa.watch(table) as screen:
        screen.reach(screen.play(screen.choices(0)[0], 0)["seq"])
        assert screen.turn["undo"]["free"] == 0
        assert screen.ask_for(do="undo", to=0, seq=screen.seq, key=key())["ok"]


def test_then_the_deal_may_be_played_unranked_and_is_listed_separately(person):
    lisa = person("Lisa")
    assert "Finish your ranked attempt" in lisa.refused(f"/api/daily/{today(lisa)}/{SOLO}", {"free": True})["error"]
    rated = begin(lisa)["id"]
    play(lisa, rated, last)
    free = begin(lisa, free=True)["id"]
    assert free != rated
    assert begin(lisa, free=True)["id"] == free == deal(lisa)["free"]
    before = deal(lisa)["try"]
    play(lisa, free)
    told = deal(lisa)
    assert told["try"] == before
    assert free in [one["table"] for one in told["free_results"] if one["mine"]]
    assert free not in [one["table"] for one in told["results"]]
    another = begin(lisa, free=True)["id"]
    assert another != free
    lisa.post(f"/api/tables/{another}/leave", {})
    assert deal(lisa)["free"] is None


def test_attempts_as_a_guest_and_with_an_account_count_as_the_first_one(person):
    password = "seven otters under the bridge"
    desk, phone = person("Nina"), person("Nobody")
    desk.post("/api/me/keep", {"password": password})
    first = begin(phone)["id"]
    play(phone, first, last)
    second = begin(desk)["id"]
    play(desk, second)
    phone.post("/api/sign-in/password", {"name": "Nina", "password": password})
    for one in (desk, phone):
        assert begin(one)["id"] == first
        told = deal(one)
        assert told["try"]["table"] == first
        assert [line["table"] for line in told["results"] if line["mine"]] == [first]
        assert [line["name"] for line in told["results"] if line["mine"]] == ["Nina"]


def test_a_former_guest_learns_nothing_before_the_ranked_attempt_is_over(person):
    password = "seven otters under the bridge"
    desk, phone, ben = person("Nora"), person("Nobody"), person("Ben")
    desk.post("/api/me/keep", {"password": password})
    counts = begin(desk)["id"]
    play(phone, begin(phone)["id"])
    other = begin(ben)["id"]
    play(ben, other)
    phone.post("/api/sign-in/password", {"name": "Nora", "password": password})
    told = deal(desk)
    assert (told["try"]["table"], told["try"]["over"], told["may_play_freely"]) == (counts, False, False)
    assert "Finish your ranked attempt" in desk.refused(f"/api/daily/{today(desk)}/{SOLO}", {"free": True})["error"]
    assert "you've finished yours" in desk.http.get(f"/api/tables/{other}").json()["error"]
    play(desk, counts, last)
    assert desk.http.get(f"/api/tables/{other}").status_code == 200
    assert begin(desk, free=True)["status"] == "playing"


# Viewing.


def test_others_attempts_can_be_viewed_only_after_my_own(person):
    lisa, ben, anybody = person("Lisa"), person("Ben"), person()
    table = begin(lisa)["id"]
    paths = [f"/api/tables/{table}{rest}" for rest in ("", "/log", "/moment/0", "/course", "/picture.svg", "/sheet")]
    for path in paths:
        assert ben.http.get(path).json()["code"] == anybody.http.get(path).json()["code"] == "deal"
    screen = ben.watch(table).open()
    assert screen.closed() == (
        4403,
        "This is another player's attempt at the deal of the day. You can watch it once it's over.",
    )
    screen.__exit__()
    play(lisa, table)
    assert next(one for one in deal(ben)["results"] if one["name"] == "Lisa")["table"] is None
    for path in paths:
        assert "you've finished yours" in ben.http.get(path).json()["error"]
    play(ben, begin(ben)["id"], last)
    assert table in [one["table"] for one in deal(ben)["results"]]
    for path in paths:
        assert ben.http.get(path).status_code == 200
        assert anybody.http.get(path).status_code == 403


# The day passes.


def test_midnight_during_an_attempt(fragile, come):
    lisa, ben = keep(come(fragile, "Lisa")), come(fragile, "Ben")
    day = today(lisa)
    table = begin(lisa)["id"]
    play(lisa, table, most=3)
    fragile.days.pass_by(12.5 * HOUR)
    assert today(lisa) > day
    assert lisa.get(f"/api/daily/{day}")["standing"] == "ending"
    assert begin(lisa, day=day)["id"] == table
    assert begin(lisa)["id"] != table
    assert "is over" in ben.refused(f"/api/daily/{day}/{SOLO}", {})["error"]
    assert ben.refused(f"/api/daily/{day}/{SOLO}", {"free": True})["status"] == 409
    play(lisa, table)
    told = deal(lisa, day=day)
    assert (told["try"]["place"], told["count"], told["seed"]) == (1, 1, None)
    assert deal(lisa)["count"] == 0


def test_an_attempt_unfinished_a_day_later_counts_as_not_played(fragile, come):
    lisa, ben = come(fragile, "Lisa"), come(fragile, "Ben")
    day = today(lisa)
    for one in (lisa, ben):
        play(one, begin(one)["id"], most=3)
    fragile.days.pass_by(1.4 * DAY)
    play(ben, begin(ben, day=day)["id"])
    fragile.days.pass_by(0.2 * DAY)
    late = begin(lisa, day=day)["id"]
    play(lisa, late)
    told = deal(lisa, day=day)
    assert [one["name"] for one in told["results"]] == ["Ben"]
    assert told["try"] == {"table": late, "over": True, "told": None, "place": None}
    # A person who hasn't played may watch, and play unranked.
    carl = come(fragile, "Carl")
    assert carl.get(f"/api/tables/{told['results'][0]['table']}")["status"] == "over"
    assert begin(carl, day=day, free=True)["status"] == "playing"


def test_the_promised_seed_is_revealed_when_no_one_can_play_it_any_more(fragile, come, tmp_path, capsys):
    lisa = come(fragile, "Lisa")
    now = date.fromisoformat(today(lisa))
    day = str(now + timedelta(days=1))
    promised = deal(lisa, day=day)["commitment"]
    fragile.days.pass_by(DAY)
    table = begin(lisa)["id"]
    assert lisa.get(f"/api/tables/{table}")["fair"] == {"commitment": promised, "seed": None, "salt": None}
    play(lisa, table)
    for hours in (1, 24):
        assert lisa.get(f"/api/tables/{table}")["fair"]["seed"] is None
        assert lisa.http.get(f"/api/tables/{table}/record").status_code == 409
        assert lisa.refused(f"/api/tables/{table}/review", {})["status"] == 409
        fragile.days.pass_by(hours * HOUR)
    fragile.days.pass_by(12 * HOUR)
    told = deal(lisa, day=day)
    assert seed_commitment.commitment(int(told["seed"]), told["salt"]) == promised == told["commitment"]
    file = tmp_path / "mine.zoo"
    file.write_text(lisa.http.get(f"/api/tables/{table}/record").text, encoding="utf-8")
    assert main(["verify", str(file), "--promised", promised]) == 0
    assert "the seed matches the commitment published before the game." in capsys.readouterr().out
    # Another day had another promise.
    assert main(["verify", str(file), "--promised", deal(lisa)["commitment"]]) != 0
    assert lisa.get(f"/api/tables/{table}")["fair"]["seed"] == told["seed"]


def test_earlier_days_can_be_viewed(fragile, come):
    lisa = keep(come(fragile, "Lisa"))
    day = today(lisa)
    play(lisa, begin(lisa)["id"])
    fragile.days.pass_by(DAY)
    told = lisa.get("/api/daily")
    assert (told["before"], lisa.get(f"/api/daily/{day}")["before"]) == (day, None)
    assert deal(lisa, day=day)["try"]["place"] == 1


# Results.


def result(name: str, *measure: int, finished: float = 0.0) -> Result:
    return Result(f"t-{name}", name, name, measure, str(measure), finished)


def test_places_go_by_points_then_by_the_titles_own_tie_breaks_and_equals_share_one():
    ranked = placed([result("A", 9, 1), result("B", 12, 0), result("C", 9, 3), result("D", 9, 1), result("E", -2, 9)])
    assert [(one.place, one.result.name) for one in ranked] == [(1, "B"), (2, "C"), (3, "A"), (3, "D"), (5, "E")]


def test_a_guest_gets_no_place_and_takes_none_from_others(fragile, come):
    guest, lisa = come(fragile, "Passer-by"), keep(come(fragile, "Lisa"))
    for one in (guest, lisa):
        play(one, begin(one)["id"])
    told = deal(guest)
    assert [(one["name"], one["place"]) for one in told["results"]] == [("Lisa", 1), ("Passer-by", None)]
    assert (told["count"], told["try"]["place"], told["try"]["told"] is None) == (1, None, False)
    assert [one["name"] for one in guest.get(f"/api/daily/{today(guest)}/ladder")["ladder"]] == ["Lisa"]
    keep(guest)
    assert deal(guest)["try"]["place"] == 1, "who keeps the name is ranked: there is one try"


def test_a_deal_seen_as_a_guest_in_this_browser_cannot_be_played_ranked(fragile, come):
    vera = keep(come(fragile, "Vera"))
    guest = come(fragile, "Passer-by")
    play(guest, begin(guest)["id"])
    guest.post("/api/sign-in/password", {"name": "Vera", "password": PASSWORD, "bring": False})
    refused = guest.refused(f"/api/daily/{today(guest)}/{SOLO}", {})
    assert refused["error"].startswith("A guest has already played this deal in this browser")
    assert begin(guest, "zoo-escape")["status"] == "playing", "other deals count"
    assert begin(vera)["status"] == "playing", "and so does this one in a browser that has not seen it"
    family = come(fragile, "Somebody else")
    family.http.cookies.set("menagerie_seen", "no-deal_2026-13.x", domain="127.0.0.1")
    begin(family)  # whatever the cookie says


def test_an_attempt_that_moves_along_is_the_ranked_one(fragile, come):
    keep(come(fragile, "Vera"))
    guest = come(fragile, "Passer-by")
    table = begin(guest)["id"]
    guest.post("/api/sign-in/password", {"name": "Vera", "password": PASSWORD})
    assert begin(guest)["id"] == table


def test_the_end_of_an_attempt_stores_its_result_before_anyone_looks(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        counts = DayDeal(deal_days.today(), SOLO, True)
        table = await attempts.begin(services.maker, services.seeds, lisa, counts)
        await rated.play(services, [lisa], table, random.Random(1))
        table = await services.tables.get(table.id)
        with services.database.engine.connect() as connection:
            (row,) = connection.execute(select(RESULT_ROWS)).all()
        assert (row.table_id, row.finished) == (table.id, table.history.times[-1])
        assert json.loads(row.measure) == list(table.state.daily_measure(0))
        assert row.told == table.state.daily_text(0)

    with_services(tmp_path, work)


def test_the_quickest_escaped_team_is_best_and_a_late_capture_is_no_merit():
    state = menagerie.load("zoo-escape").new(players=1, seed=5)
    while not state.is_over:
        state.play(state.legal(0)[-1], 0)
    assert (state.daily_measure(0), state.daily_text(0)) == ((0, 0), "not escaped")
    record = Record.load(menagerie.load("zoo-escape").folder / "learn.zoo")
    won = record.final()
    rounds = int(won.chapter().removeprefix("Round "))
    assert won.winners
    assert (won.daily_measure(0), won.daily_text(0)) == ((1, -rounds), f"escaped in {rounds} rounds")


def test_a_week_adds_up_points_for_places():
    assert [points(place) for place in (1, 2, 9, 10, 500)] == [12, 10, 2, 1, 1]
    monday = placed([result("A", 9), result("B", 5), result("C", 5)])
    tuesday = placed([result("B", 7)])
    rungs = ladder([monday, tuesday])
    assert [(one.place, one.name, one.points, one.tries) for one in rungs] == [
        (1, "B", 22, 2),
        (2, "A", 12, 1),
        (3, "C", 10, 1),
    ]


def test_the_ladder_of_a_week_from_monday_to_sunday(fragile, come):
    lisa, ben = keep(come(fragile, "Lisa")), keep(come(fragile, "Ben"))
    first = date.fromisoformat(today(lisa))
    fragile.days.pass_by((7 - first.weekday()) * DAY)  # to a Monday
    monday = today(lisa)
    play(lisa, begin(lisa)["id"])
    play(ben, begin(ben)["id"], last)
    fragile.days.pass_by(6 * DAY)
    play(ben, begin(ben, "zoo-escape")["id"], last)
    told = ben.get(f"/api/daily/{today(ben)}/ladder")
    assert (told["monday"], told["sunday"], told["final"]) == (monday, today(ben), False)
    assert [(one["name"], one["points"], one["mine"]) for one in told["ladder"]] == [
        ("Ben", 22, True),
        ("Lisa", 12, False),
    ]
    assert "12, 10, 8" in told["formula"]
    fragile.days.pass_by(DAY)
    assert ben.get(f"/api/daily/{today(ben)}/ladder")["ladder"] == []
    fragile.days.pass_by(DAY)
    assert ben.get(f"/api/daily/{monday}/ladder")["final"]


def stored(server) -> int:
    engine = engines.reading_engine(engines.url_of(server.database))
    with engine.connect() as connection:
        count = connection.execute(select(func.count()).select_from(RESULT_ROWS)).scalar_one()
    engine.dispose()
    return count


@pytest.mark.parametrize("is_old", [False, True], ids=["ours", "an older server"])
def test_a_result_is_stored_once_even_if_the_server_is_killed_at_the_end(fragile, come, is_old):
    lisa, ben = come(fragile, "Lisa"), come(fragile, "Ben")
    ended = play(lisa, begin(lisa)["id"])
    fragile.kill()
    assert stored(fragile) == 1
    if is_old:  # an old game, whose result was not stored with its end
        engine = engines.open_engine(engines.url_of(fragile.database))
        with engine.begin() as connection:
            connection.execute(delete(RESULT_ROWS))
        engine.dispose()
    fragile.start()
    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(lambda _: deal(ben)["results"], range(6)))
    assert stored(fragile) == 1
    for results in told:
        assert [(one["name"], one["told"]) for one in results] == [("Lisa", f"{ended['scores'][0]} points")]


# Secrets.


def secret_of(server) -> str:
    engine = engines.reading_engine(engines.url_of(server.database))
    with engine.connect() as connection:
        found = connection.execute(select(SECRET_ROWS.c.value).where(SECRET_ROWS.c.name == "daily")).scalar_one()
    engine.dispose()
    return str(found).split()[1]


def chance_of(server, day: str, title: str) -> tuple[int, str]:
    """Return seed and salt, recomputed from the secret."""
    import hmac

    def derived(what: str) -> bytes:
        return hmac.digest(secret_of(server).encode(), f"{what} {day} {title}".encode(), "sha256")

    return int.from_bytes(derived("seed")[:16]), derived("salt").hex()[:32]


def test_neither_seed_nor_salt_nor_secret_is_in_any_answer_or_log_of_a_running_day(server, person):
    lisa = person("Lisa")
    table = begin(lisa)
    id, day = table["id"], today(lisa)
    heard = [json.dumps(table)]
    with lisa.watch(id) as screen:
        while not screen.turn["over"]:
            answer = screen.play(screen.choices(0)[0], 0)
            screen.reach(answer["seq"])
        heard += screen.raw
    for rest in (
        "",
        "/log",
        "/moment/3",
        "/course",
        "/picture.svg",
        "/sheet",
        "/overlays",
        "/film/2",
        "/record",
        "/review",
    ):
        heard.append(lisa.http.get(f"/api/tables/{id}{rest}").text)
    for path in ("/api/daily", f"/api/daily/{day}", f"/api/daily/{day}/ladder", "/api/tables"):
        heard.append(lisa.http.get(path).text)
    seed, salt = chance_of(server, day, SOLO)
    assert seed_commitment.commitment(seed, salt) == deal(lisa)["commitment"]
    for hidden in (str(seed), f"{seed:x}", salt, secret_of(server)):
        assert all(hidden not in text for text in heard)
        assert hidden not in server.log


def test_twins_with_other_secrets_differ_only_in_the_promises(tmp_path, come):
    days = at_noon()
    told = []
    for name in ("one", "two"):
        server = server_at_noon(tmp_path / f"{name}.db", days).start()
        try:
            lisa = come(server, "Lisa")
            table = begin(lisa)
            answers = [lisa.get("/api/daily"), lisa.get(f"/api/daily/{today(lisa)}/ladder"), table]
            text = json.dumps(answers)
            promised = [one["commitment"] for one in answers[0]["deals"]]
            assert len(set(promised)) == 5
            for number, commitment in enumerate(promised):
                text = text.replace(commitment, f"promise {number}")
            for changing in (table["id"], table["link"], str(table["created"]), str(answers[0]["now"])):
                text = text.replace(changing, "x")
            told.append((text, promised))
        finally:
            server.stop()
    assert told[0][0] == told[1][0]
    assert not set(told[0][1]) & set(told[1][1])


# Several processes.


@pytest.fixture
def two(postgres):
    """Two processes on one database."""
    url, days = postgres.new(), at_noon()
    servers = [server_at_noon(url, days).start() for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()
        assert "Traceback" not in server.log


def test_two_processes_have_the_same_deal_and_one_attempt(two, come):
    lisa, elsewhere, ben = keep(come(two[0], "Lisa")), come(two[0]), keep(come(two[1], "Ben"))
    elsewhere.http.cookies, elsewhere.csrf = lisa.http.cookies, lisa.csrf
    elsewhere.go_to(two[1])
    told = [[one["commitment"] for one in who.get("/api/daily")["deals"]] for who in (lisa, ben)]
    assert told[0] == told[1]
    with ThreadPoolExecutor(8) as pool:
        made = [one["id"] for one in pool.map(lambda number: begin((lisa, elsewhere)[number % 2]), range(8))]
    assert len(set(made)) == 1
    play(lisa, made[0], most=4)
    play(elsewhere, made[0])
    table = begin(ben)["id"]
    play(ben, table)
    assert decisions(ben, table) == decisions(lisa, made[0])
    with ThreadPoolExecutor(6) as pool:
        counts = list(pool.map(lambda number: deal((lisa, ben)[number % 2])["count"], range(6)))
    assert set(counts) == {2}


def test_bots_of_two_processes_answer_alike(two, come):
    people = [come(server, name) for server, name in zip(two, ("Lisa", "Ben"), strict=True)]
    tables = [begin(one, "zooloretto-mini")["id"] for one in people]
    for one, table in zip(people, tables, strict=True):
        play(one, table, most=12)
        play(one, table, most=1)
    made = [decisions(one, table) for one, table in zip(people, tables, strict=True)]
    both = min(len(made[0]), len(made[1]))
    assert {seat for seat, _ in made[0][:both]} == {0, 1, 2}
    assert made[0][:both] == made[1][:both]
