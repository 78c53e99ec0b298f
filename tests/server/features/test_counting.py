"""Test counting: each game once, whatever happens to its table later, and whatever is wrong with others."""

from __future__ import annotations

import logging
import re
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from menagerie.cli import main
from menagerie.server.base import clock
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest
from menagerie.server.store.schema.ratings import RATING_ROWS, RESULT_ROWS, UNCOUNTED_ROWS
from menagerie.server.store.table_rows import Status
from menagerie.server.table.next_events import in_order
from menagerie.server.table.table import Table
from tests.server.support.days import DAY
from tests.server.support.pacing import LIMITS
from tests.server.support.people import key, with_services
from tests.server.support.postgres import name_of
from tests.server.support.rated import ratings, results, sit, with_account


async def finish(services: Services, *people: Guest) -> Table:
    """Play a rated game to its end: both decide once, then one runs out of time."""
    table = await sit(services, people, pace="1+0", overtime="lost")
    while {seat for seat, _ in table.decisions} != {0, 1}:
        seat = table.to_act[0]
        decision = str(table.state.legal(seat)[0])
        await services.commands.do(
            people[seat], table.id, incoming.Play(seat=seat, decision=decision, seq=table.seq, key=key())
        )
    clock.shift(120)
    await services.timekeeper.look()
    assert table.status == "over"
    return table


async def people_of(services: Services, *names: str) -> list[Guest]:
    return [await with_account(services, name) for name in names]


async def delete_account(services: Services, guest: Guest) -> None:
    """Delete a person who has just proved their identity."""
    services.accounts.delete(guest.id)
    await services.identity_sync.look_at(guest.id)
    await services.authentication.catch_up()


def ends(services: Services) -> dict[str, float]:
    """Return when each game ended, according to the ledger."""
    with services.database.engine.connect() as connection:
        return {row.table_id: row.ended for row in connection.execute(select(RESULT_ROWS))}


def do(services: Services, statement: Any) -> None:
    with services.database.writing() as connection:
        connection.execute(statement)


@contextmanager
def nothing_logged(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING, "menagerie.server"):
        caplog.clear()
        yield
    assert [record.message for record in caplog.records if "count" in record.message] == []


def test_games_are_counted_after_an_account_is_deleted(tmp_path, caplog):
    async def work(services):
        al, be, ce = await people_of(services, "Al", "Be", "Ce")
        await finish(services, al, be)
        await services.rating_counter.count_all()
        with nothing_logged(caplog):
            await delete_account(services, al)
            await services.rating_counter.count_all()
            later = await finish(services, be, ce)
            await services.rating_counter.count_all()
        assert later.id in ends(services)
        assert services.rating_counter.ledger.uncounted() == []

    with_services(tmp_path, work, limits=LIMITS)
    assert main(["check", str(name_of(tmp_path / "tables.db"))]) == 0


def test_a_deletion_moves_no_end_and_no_rating_of_others(tmp_path):
    place = str(name_of(tmp_path / "tables.db"))
    kept: dict[str, Any] = {}

    async def before(services):
        al, be, ce = await people_of(services, "Al", "Be", "Ce")
        await finish(services, al, be)
        await finish(services, be, ce)
        await services.rating_counter.count_all()
        kept.update(ratings=ratings(services.database), ends=ends(services))
        clock.shift(40 * DAY)
        await delete_account(services, al)

    async def after(services):
        assert ends(services) == kept["ends"]
        assert ratings(services.database) == kept["ratings"]

    with_services(tmp_path, before, limits=LIMITS)
    assert main(["rate", place, "--again"]) == 0
    with_services(tmp_path, after)


def test_a_game_ends_once_even_if_an_older_server_wrote_its_end_again(tmp_path):
    place = str(name_of(tmp_path / "tables.db"))
    kept: dict[str, Any] = {}

    async def before(services):
        table = await finish(services, *await people_of(services, "Al", "Be"))
        await services.rating_counter.count_all()
        kept.update(results=results(services.database))
        clock.shift(40 * DAY)
        again = services.tables.event(table, Status("over", "Somebody wins."))
        again = in_order(table, [again])
        await services.store.append(again, table.epoch, services.tables.listeners.changes(table, again))
        assert services.rating_counter.ledger.uncounted() == [table.id]
        await services.rating_counter.count_all()
        assert services.rating_counter.ledger.uncounted() == []

    async def after(services):
        assert results(services.database) == kept["results"]

    with_services(tmp_path, before, limits=LIMITS)
    assert main(["check", place]) == 0
    assert main(["rate", place, "--again"]) == 0
    with_services(tmp_path, after)


def test_one_uncountable_game_delays_no_other_and_is_reported_once(tmp_path, caplog, capsys):
    place, bad = str(name_of(tmp_path / "tables.db")), []

    async def work(services):
        al, be = await people_of(services, "Al", "Be")
        first, second = [await finish(services, al, be) for _ in range(2)]
        bad.append(first.id)
        # A row was added to the ledger by hand, and the first game collides with it.
        row = {"table_id": first.id, "seat": 0, "title": first.facts.title, "class": "two", "guest": al.id}
        row |= {"ended": 0.0, "place": 1, "games": 1, "mu_before": 25.0, "mu": 25.0, "sigma": 8.0, "newest": False}
        do(services, insert(RATING_ROWS).values(row))
        with caplog.at_level(logging.ERROR, "menagerie.server"):
            await services.rating_counter.count_all()
            await services.rating_counter.count_all()
        assert set(ends(services)) == {second.id}
        assert len([record for record in caplog.records if first.id in record.message]) == 1

    with_services(tmp_path, work, limits=LIMITS)
    assert main(["rate", place]) == 1
    assert f"table {bad[0]}: could not be counted" in capsys.readouterr().out


@pytest.mark.parametrize("harm", ["a result is gone", "a result has another date", "a seat is missing"])
def test_check_reports_wrong_results_and_rate_repairs_them(tmp_path, capsys, harm):
    place = str(name_of(tmp_path / "tables.db"))
    kept: dict[str, Any] = {}

    async def before(services):
        al, be, ce = await people_of(services, "Al", "Be", "Ce")
        table = await finish(services, al, be)
        await finish(services, be, ce)
        await services.rating_counter.count_all()
        kept.update(ratings=ratings(services.database), results=results(services.database), table=table.id)
        here = RESULT_ROWS.c.table_id == table.id
        if harm == "a result has another date":
            do(services, update(RESULT_ROWS).where(here).values(ended=RESULT_ROWS.c.ended + 40 * DAY))
            rated = RATING_ROWS.c.table_id == table.id
            do(services, update(RATING_ROWS).where(rated).values(ended=RATING_ROWS.c.ended + 40 * DAY))
        else:
            do(services, delete(RESULT_ROWS).where(here & (RESULT_ROWS.c.seat >= (1 if "seat" in harm else 0))))

    async def after(services):
        assert results(services.database) == kept["results"]
        assert ratings(services.database) == kept["ratings"]

    with_services(tmp_path, before, limits=LIMITS)
    assert main(["check", place]) == 1
    assert re.search(rf"table {kept['table']}: (its )?result", capsys.readouterr().out)
    assert main(["rate", place]) == 0
    assert main(["check", place]) == 0
    with_services(tmp_path, after)


def test_check_says_how_many_games_wait_to_be_counted(tmp_path, capsys):
    async def work(services):
        await finish(services, *await people_of(services, "Al", "Be"))
        with services.database.engine.connect() as connection:
            assert len(connection.execute(select(UNCOUNTED_ROWS)).all()) == 1

    with_services(tmp_path, work, limits=LIMITS)
    place = str(name_of(tmp_path / "tables.db"))
    assert main(["check", place]) == 0
    assert "1 game waits to be counted" in capsys.readouterr().out
    assert main(["rate", place]) == 0
    main(["check", place])
    assert "waits" not in capsys.readouterr().out
