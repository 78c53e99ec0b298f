from __future__ import annotations

import signal

import pytest

from menagerie.server.base import clock
from tests.server.support.people import Person, Server
from tests.server.support.postgres import is_everywhere, running

CHOOSING = {"on_a_file", "postgres", "place"}
"""Fixtures of tests that choose where their tables are stored."""


def pytest_collection_modifyitems(config, items):
    """Leave out tests that would show nothing new on PostgreSQL."""
    if not is_everywhere():
        return
    left_out = [item for item in items if not is_for_both(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def is_for_both(item):
    if CHOOSING & set(item.fixturenames):
        return False
    return item.get_closest_marker("both_stores") or not item.get_closest_marker("one_store")


@pytest.fixture(autouse=True)
def the_time_of_day():
    """Restore the clock of this process after a test that sets it forward."""
    before = clock._shifted
    yield
    clock.shift(before - clock._shifted)


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server, started for the first test that needs one."""
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def on_a_file():
    """For tests about the file itself: these use one, wherever the others run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("MENAGERIE_TESTS_ON", raising=False)
        yield


@pytest.fixture(params=["a file", "PostgreSQL"])
def place(request, tmp_path):
    """The name of a new database, of either kind."""
    return tmp_path / "tables.db" if request.param == "a file" else request.getfixturevalue("postgres").new()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One server for the tests of a module, with limits that honest tests don't reach."""
    limits = {
        "posts_burst": 100_000,
        "gets_burst": 100_000,
        "hints_per_minute": 10_000,
        "messages_burst": 100_000,
        "tables_per_guest": 1000,
        "new_guests_per_minute": 10_000,
        "sockets_per_address": 100,
        "bot_tables_per_guest": 1000,
        "uploads_per_minute": 10_000,
        "remarks_per_minute": 10_000,
        "undos_per_minute": 10_000,
        "questions_per_minute": 10_000,
        "moves_per_minute": 10_000,
        "signs_per_minute": 10_000,
        "keeps_per_minute": 10_000,
        "letters_per_hour": 10_000,
    }
    running = Server(tmp_path_factory.mktemp("server") / "tables.db", limits=limits).start()
    yield running
    assert running.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in running.log


@pytest.fixture
def person(server):
    """Creates people, who leave at the end."""
    made: list[Person] = []

    def make(name: str = "") -> Person:
        made.append(Person(server, name))
        return made[-1]

    yield make
    for one in made:
        one.close()
