"""Test moderators, who are accounts: bound once to a name in the settings, whatever anyone is called later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from tests.server.support.people import Person, Server, have_accounts

Come = Callable[..., Person]
PASSWORD = "owl lantern meerkat 47 truck"


@pytest.fixture
def come() -> Iterator[Come]:
    """Creates people, who leave at the end."""
    with ExitStack() as stack:
        yield lambda server, name="": stack.enter_context(closing(Person(server, name)))


@pytest.fixture
def olgas(tmp_path: Any, come: Come) -> Iterator[tuple[Server, Person]]:
    """A server whose settings name Olga, and her."""
    server = Server(tmp_path / "tables.db", moderators=("Olga",), limits={"keeps_per_minute": 1000})
    have_accounts(server.database, PASSWORD, "Olga")
    server.start()
    yield server, come(server).sign_in("Olga", PASSWORD)
    server.stop()
    assert "Traceback" not in server.log


def is_moderator(one: Person) -> bool:
    return one.http.get("/api/moderation").status_code == 200


def test_a_renamed_moderator_stays_one_and_others_cannot_take_the_name(
    olgas: tuple[Server, Person], come: Come
) -> None:
    server, olga = olgas
    olga.post("/api/me", {"name": "Olga the Elder"})
    assert is_moderator(olga)
    stranger = come(server, "Stranger")
    assert stranger.refused("/api/me", {"name": "OLGA"})["code"] == "taken"
    assert come(server).refused("/api/me", {"name": "Olga"})["code"] == "taken"
    server.stop()
    server.start()
    assert is_moderator(olga.go_to(server))
    olga.post("/api/me", {"name": "Olga"})  # she may take her own name back


def test_no_one_succeeds_a_deleted_moderator(olgas: tuple[Server, Person], come: Come) -> None:
    server, olga = olgas
    olga.post("/api/me/delete", {"name": "Olga"})
    for _ in range(2):
        assert come(server).refused("/api/me", {"name": "Olga"})["code"] == "taken"
        server.stop()
        server.start()
    assert 'the account "Olga" was deleted' in server.log


def test_an_unknown_name_makes_no_moderator_and_is_warned_of(tmp_path: Any, come: Come) -> None:
    server = Server(tmp_path / "tables.db", moderators=("Olga",)).start()
    assert 'no account is called "Olga"' in server.log
    assert come(server).refused("/api/me", {"name": "Olga"})["code"] == "taken"
    server.stop()


def test_a_guest_who_had_the_name_before_gets_no_account_with_it(tmp_path: Any, come: Come) -> None:
    server = Server(tmp_path / "tables.db").start()
    early = come(server, "Olga")
    server.stop()
    named = Server(tmp_path / "tables.db", moderators=("Olga",)).start()
    early.go_to(named)
    assert early.refused("/api/me/keep", {"password": PASSWORD})["code"] == "taken"
    assert not is_moderator(early)
    named.stop()
