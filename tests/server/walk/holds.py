"""Define what must be true at any moment of a walk, whatever people have done."""

from __future__ import annotations

import difflib
import io
import itertools
import json
import re
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import sqlalchemy as sa

from menagerie.cli import main
from menagerie.server.store import engines
from menagerie.server.store.schema.notices import STIR_ROWS, TABLE_WISH_ROWS
from menagerie.server.store.schema.ratings import RATING_ROWS, RESULT_ROWS, UNCOUNTED_ROWS
from menagerie.server.store.schema.social import BY_NAME_ROWS, SIGHTING_ROWS
from menagerie.server.store.schema.tables import EVENT_ROWS, METADATA, TABLE_ROWS
from menagerie.server.store.schema.time import DUE_ROWS
from menagerie.server.store.schema.tournaments import PAIRING_ROWS
from tests.server.support.people import PATIENCE
from tests.server.walk.steps_events import duplicates
from tests.server.walk.world import Actor, World

TYPED: Final = ("asked_by_name", "asked_names")
"""What people typed themselves when they asked for a friend."""
PASSING: Final = {
    *("now", "left", "since", "seen", "seconds", "here", "clock", "due", "wait", "csrf", "count", "until"),
    *TYPED,
}
"""Keys whose values change with time alone, or are names that others have typed."""
LEAST_TRIES: Final = 5
OF_TABLES: Final = (DUE_ROWS, EVENT_ROWS, STIR_ROWS, UNCOUNTED_ROWS, TABLE_WISH_ROWS, SIGHTING_ROWS)
"""Relations about tables that no foreign key ties to them."""
READ: Final = (
    *("/api/me", "/api/me/account", "/api/sign-in", "/api/tables", "/api/turns", "/api/holiday"),
    *("/api/daily", "/api/daily/{day}", "/api/daily/{day}/ladder", "/api/duplicates/{code}", "/api/lessons"),
    *("/api/friends", "/api/moderation", "/api/notices", "/api/notices/tables/{id}", "/api/history"),
    *("/api/history/records.zip", "/api/people", "/api/people/{person}", "/api/people/{person}/games"),
    *("/api/people/{person}/records.zip", "/api/titles/{title}/experience", "/api/tournaments"),
    *("/api/tournaments/{tournament}", "/api/join/{link}", "/api/join/{link}/address", "/api/join/{link}/code.svg"),
    *("/api/tables/{table}", "/api/tables/{table}/moment/{n}", "/api/tables/{table}/film/{n}"),
    *("/api/tables/{table}/sheet", "/api/tables/{table}/overlays", "/api/tables/{table}/guide"),
    *("/api/tables/{table}/course", "/api/tables/{table}/log", "/api/tables/{table}/picture.svg"),
    *("/api/tables/{table}/record", "/api/tables/{table}/people"),
)
"""What people read about themselves, each other and their tables."""
NOT_READ: Final = (
    *("/api/health", "/api/ready", "/api/arrangement", "/api/bots/{kind}", "/api/tables/{table}/review"),
    *("/api/titles", "/api/puzzles", "/style/", "/api/me/export"),
)
"""The beginnings of addresses that tell everyone the same at any time, how far a piece of work has come, or everything
that is one's own, which is given once a minute."""


def everything_holds(world: World, folder: Path) -> None:
    """Check all of it. The server keeps running; stored data is read from a copy."""
    world.check_log()
    the_server_is_well(world)
    turns_are_what_tables_ask(world)
    tournaments_agree_with_their_tables(world)
    tries_agree_with_their_tables(world)
    quotas_are_true(world)
    settle(world, lambda: games_are_counted(backup(world, folder)))
    copy = backup(world, folder)
    assert main(["check", str(copy)]) == 0, world.story
    ratings_are_those_of_the_games(world, copy)
    tournaments_agree_with_the_book(world, copy)
    no_row_is_an_orphan(world, copy)
    the_deleted_are_named_nowhere(world, copy)
    a_restart_changes_no_answer(world)


def settle(world: World, holds: Callable[[], bool]) -> None:
    """Wait for the server's background work."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{holds} never came true\n{world.story}"
        time.sleep(0.2)


def the_server_is_well(world: World) -> None:
    """After the clock was moved, the server needs a moment to check what is due."""
    settle(world, lambda: world.people[0].browser.http.get("/api/health").json()["ok"])


def turns_are_what_tables_ask(world: World) -> None:
    """Check that the number of turns matches my waiting tables, in the list of tables and at each table."""

    def agree() -> bool:
        for actor in world.people:
            playing = [table for table in world.mine(actor, "playing") if not table["lesson"]]
            waiting = {table["id"] for table in playing if set(table["to_act"]) & set(table["mine"])}
            asking = {table["id"] for table in playing if is_asked_at(world, actor, table["id"])}
            if waiting != asking or world.look(actor, "/api/turns")["count"] != len(waiting):
                return False
        return True

    settle(world, agree)


def is_asked_at(world: World, actor: Actor, table: str) -> bool:
    """Whether a table itself, read from its events, waits for someone."""
    about = world.look(actor, f"/api/tables/{table}")
    return about is not None and bool(set(about["to_act"]) & set(about["mine"]))


def quotas_are_true(world: World) -> None:
    """What someone is told to have begun is what the lobby lists."""

    def agree() -> bool:
        for actor in world.people:
            account = world.look(actor, "/api/me/account")
            if account and account["has"]["unfinished"] != len(world.mine(actor, "open", "playing")):
                return False
        return True

    settle(world, agree)


def tournaments_agree_with_their_tables(world: World) -> None:
    """Check that a tournament's game is decided if and only if its table is over."""

    def agree() -> bool:
        for tournament in world.tournaments:
            page = world.look(world.people[0], f"/api/tournaments/{tournament}")
            for paired in games_of(page) if page else ():
                table = world.look(world.people[0], f"/api/tables/{paired['table']}")
                if table and paired["done"] != (table["status"] == "over"):
                    return False
        return True

    settle(world, agree)


def games_of(page: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the games with a table in the rounds of a tournament's page."""
    for played in page["played"]:
        yield from [game for game in played["tables"] if game["table"]]


def tries_agree_with_their_tables(world: World) -> None:
    """Check that an attempt at the deal of the day is over when its table is."""
    for actor in world.people:
        for deal in world.look(actor, "/api/daily")["deals"]:
            if deal["try"] and deal["try"]["table"]:
                table = world.look(actor, f"/api/tables/{deal['try']['table']}")
                assert table is None or deal["try"]["over"] == (table["status"] == "over"), f"{deal}\n{world.story}"


def backup(world: World, folder: Path) -> Path:
    """Return a copy of the database as it is now."""
    backups = folder / "backups"
    shutil.rmtree(backups, ignore_errors=True)
    backups.mkdir()
    assert main(["backup", str(world.server.database), str(backups)]) == 0, world.story
    (copy,) = backups.glob("*.db")
    return copy


def games_are_counted(copy: Path) -> bool:
    """Check that every game with a result, except lessons, is in the ledger once for each seat."""
    with reading(copy) as connection:
        has_result = TABLE_ROWS.c.id.not_in(sa.select(EVENT_ROWS.c.table_id).where(EVENT_ROWS.c.kind == "aborted"))
        whole_games = TABLE_ROWS.c.lesson.is_(None) & (TABLE_ROWS.c.status == "over") & has_result
        finished = connection.execute(sa.select(TABLE_ROWS.c.id, TABLE_ROWS.c.players).where(whole_games)).all()
        seats = sa.select(RESULT_ROWS.c.table_id, sa.func.count()).group_by(RESULT_ROWS.c.table_id)
        counted = connection.execute(seats).all()
    return set(map(tuple, finished)) == set(map(tuple, counted))


def ratings_are_those_of_the_games(world: World, copy: Path) -> None:
    """Check that recounting everything gives the stored ratings."""
    with reading(copy) as connection:
        before = sorted(map(tuple, connection.execute(sa.select(RATING_ROWS))))
    assert main(["rate", str(copy), "--again"]) == 0, world.story
    with reading(copy) as connection:
        assert sorted(map(tuple, connection.execute(sa.select(RATING_ROWS)))) == before, world.story


def tournaments_agree_with_the_book(world: World, copy: Path) -> None:
    """Nobody who came before someone else in a game's results has fewer points of the tournament for it."""
    with reading(copy) as connection:
        pairings = connection.execute(sa.select(PAIRING_ROWS).where(PAIRING_ROWS.c.points.is_not(None))).all()
        for pairing in pairings:
            results = RESULT_ROWS.c.table_id == pairing.table_id
            found = connection.execute(sa.select(RESULT_ROWS.c.seat, RESULT_ROWS.c.place).where(results)).all()
            points = dict(enumerate(json.loads(pairing.points)))
            for one, other in itertools.product(found, found):
                is_fair = one.place >= other.place or points[one.seat] > points[other.seat]
                assert is_fair, f"{pairing}: {found}\n{world.story}"


def no_row_is_an_orphan(world: World, copy: Path) -> None:
    """Check that every foreign key leads to a row."""
    with reading(copy) as connection:
        for relation in METADATA.sorted_tables:
            for column in relation.columns:
                for key in column.foreign_keys:
                    lost = column.is_not(None) & column.not_in(sa.select(key.column))
                    found = connection.execute(
                        sa.select(sa.func.count()).select_from(relation).where(lost)
                    ).scalar_one()
                    assert found == 0, f"{relation.name}.{column.name}: {found} orphans\n{world.story}"
        there = sa.select(TABLE_ROWS.c.id)
        for relation in OF_TABLES:
            query = sa.select(relation.c.table_id).where(relation.c.table_id.not_in(there))
            left = connection.execute(query.distinct()).scalars().all()
            assert not left, f"{relation.name}: {left} are no tables\n{world.story}"


def the_deleted_are_named_nowhere(world: World, copy: Path) -> None:
    """The name of someone who was deleted is in no column of any relation and in no answer. What others typed when they
    asked for a friend stays, whoever has that name (docs/people.md)."""
    if not world.gone:
        return
    with reading(copy) as connection:
        for relation in METADATA.sorted_tables:
            if relation is BY_NAME_ROWS:
                continue
            for row in connection.execute(sa.select(relation)):
                found = [name for name in world.gone if any(name in str(value) for value in row)]
                assert not found, f"{found} in {relation.name}: {row}\n{world.story}"
    for actor in world.people:
        export = {"/api/me/export": as_text(actor.browser.http.get("/api/me/export"))}
        for address, answer in (answers(world, actor) | export).items():
            found = [name for name in world.gone if name in answer]
            assert not found, f"{found} in {address} for {actor.name}\n{world.story}"


def a_restart_changes_no_answer(world: World) -> None:
    """Check that after a restart everyone gets the same answers as before."""
    before = quiet_answers(world)
    world.restart(is_kill=False)
    after_some_tries(world, lambda: difference(before, all_answers(world)))


def quiet_answers(world: World) -> dict[str, dict[str, str]]:
    """Return everyone's answers once the bots have played and due work is done: until then answers change."""
    before = all_answers(world)

    def changed() -> str:
        nonlocal before
        earlier, before = before, all_answers(world)
        return difference(earlier, before)

    after_some_tries(world, changed)
    return before


def after_some_tries(world: World, problem: Callable[[], str]) -> None:
    """Wait until there is no problem any more. Reading everything takes long, so it is tried a few times at least."""
    end, tries = time.monotonic() + PATIENCE, 0
    while found := problem():
        tries += 1
        assert time.monotonic() < end or tries < LEAST_TRIES, f"{found}\n{world.story}"
        time.sleep(0.5)


def difference(before: dict[str, dict[str, str]], after: dict[str, dict[str, str]]) -> str:
    """Return what is told otherwise now; nothing if all is the same."""
    for name, told in before.items():
        for address in told | after[name]:
            was, now = told.get(address, ""), after[name].get(address, "")
            if changed := "\n".join(difflib.unified_diff(was.splitlines(), now.splitlines())):
                return f"{address} for {name}\n{changed}"
    return ""


def all_answers(world: World) -> dict[str, dict[str, str]]:
    """Return what everyone is told."""
    return {actor.name: answers(world, actor) for actor in world.people}


def answers(world: World, actor: Actor) -> dict[str, str]:
    """Return a person's answers at every address that concerns them, without what changes with time alone."""
    found = {}
    for address in addresses(world, actor):
        answer = actor.browser.http.get(address)
        assert answer.status_code < 500, f"{address}: {answer.text}\n{world.story}"
        found[address] = as_text(answer)
    return found


def addresses(world: World, actor: Actor) -> Iterator[str]:
    """Yield the addresses in `READ`, for what concerns someone."""
    tables = [table["id"] for table in world.mine(actor, "open", "playing", "over")[:4]]
    links = [link.rpartition("/")[2] for table, link in world.tables.items() if table in tables]
    today = world.look(actor, "/api/daily")["today"]
    parts = {
        "{person}": [actor.id] if actor.has_account else [],
        "{table}": tables,
        "{id}": tables,
        "{link}": links[:2],
        "{tournament}": world.tournaments[-3:],
        "{code}": duplicates(world)[:2],
        "{day}": [today],
        "{title}": ["zooloretto-mini"],
        "{n}": ["1"],
    }
    for template in READ:
        (part, *more) = re.findall(r"\{\w+\}", template) or [""]
        for value in parts[part] if part else [""]:
            address = template.replace(part, value) if part else template
            for other in more:
                address = address.replace(other, parts[other][0])
            yield address


def as_text(answer: httpx.Response) -> str:
    """An answer without what changes with time alone; of a zip all files in it."""
    kind = answer.headers.get("content-type", "")
    if kind.startswith("application/zip"):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
            files = {name: file.read(name).decode() for name in sorted(file.namelist())}
        told = {name: json.loads(text) if name.endswith(".json") else text for name, text in files.items()}
        return json.dumps(lasting(told), ensure_ascii=False, indent=1)
    if kind.startswith("application/json"):
        return json.dumps(lasting(answer.json()), ensure_ascii=False, indent=1)
    return answer.text


def lasting(value: Any) -> Any:
    """Return a value without the keys whose values change with time alone."""
    if isinstance(value, dict):
        return {key: lasting(inner) for key, inner in value.items() if key not in PASSING}
    return [lasting(inner) for inner in value] if isinstance(value, list) else value


def reading(copy: Path) -> sa.Connection:
    return engines.reading_engine(engines.url_of(copy)).connect()
