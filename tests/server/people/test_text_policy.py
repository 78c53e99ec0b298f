"""Test that one check covers every text that others can read: silenced or suspended people can't publish any."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import pytest

import menagerie
from menagerie.server.protocol import incoming
from tests.server.support.people import SMALLEST, Person, Server, have_accounts, key

pytestmark = pytest.mark.one_store

PASSWORD = "owl lantern meerkat 47 truck"
RUDE = "You are idiots"

READ_BY_OTHERS: Final[dict[tuple[str, str], Callable[[Person, dict[str, str]], Any]]] = {
    ("Me", "name"): lambda one, _: one.request("/api/me", {"name": RUDE}),
    ("SeatWish", "name"): lambda one, _: one.request("/api/tables", table(RUDE)),
    ("SeatChange", "name"): lambda one, there: one.request(
        f"/api/tables/{there['table']}/seat", {"seat": 1, "kind": "hotseat", "name": RUDE}
    ),
    ("NewTournament", "name"): lambda one, _: one.request("/api/tournaments", {"name": RUDE, "title": SMALLEST}),
    ("Removal", "reason"): lambda one, there: one.request(
        f"/api/tournaments/{there['cup']}/remove", {"person": one.id, "reason": RUDE}
    ),
    ("CallOff", "reason"): lambda one, there: one.request(f"/api/tournaments/{there['cup']}/cancel", {"reason": RUDE}),
    ("Chat", "text"): lambda one, there: one.do(there["table"], do="chat", text=RUDE, key=key()),
}
"""Every field whose text reaches other people, with a request that contains some."""
READ_BY_NOBODY_ELSE: Final = {
    "secrets and codes": {("Password", "password"), ("SignIn", "password"), ("Code", "code")},
    "looked up, not shown": {("SignIn", "name"), ("ByName", "name"), ("Email", "email")},
    "an address of one's own": {("PushDevice", "endpoint"), ("Webhook", "address")},
    "for moderators, or by them": {("ReportOf", "reason"), ("ModeratorStep", "why")},
    "refused unless it is one of the words that the server knows": {
        *[("NewTable", field) for field in ("title", "options", "pace", "overtime", "stand_in")],
        *[("NewTournament", field) for field in ("title", "options", "pace", "overtime")],
        *[("SeatWish", "kind"), ("SeatWish", "bot"), ("SeatChange", "kind"), ("SeatChange", "bot")],
        *[("PlayOn", "stand_in"), ("Order", "order"), ("Sit", "link"), ("ModeratorStep", "step"), ("Webhook", "form")],
        *[("NoticeWishes", "kinds"), ("NoticeWishes", "zone"), ("TableNotices", "kinds")],
        *[("Play", "decision"), ("Why", "decision"), ("Why", "path"), ("Draw", "path"), ("Riddle", "played")],
    },
    "shown back to who asks": {("Extent", "group")},
}


def table(name: str | None = None) -> dict[str, Any]:
    hotseat = {"kind": "hotseat"} | ({} if name is None else {"name": name})
    return {"title": SMALLEST, "seats": [{"kind": "me"}, hotseat]}


def texts() -> set[tuple[str, str]]:
    """Return the fields of all incoming messages in which any text is allowed."""
    found = set()
    for name, body in inspect.getmembers(incoming, inspect.isclass):
        if issubclass(body, msgspec.Struct):
            (base,) = body.__bases__
            hints = typing.get_type_hints(body, vars(incoming), include_extras=True)
            own = set(body.__struct_fields__) - {"id", *getattr(base, "__struct_fields__", ())}  # `id`: of the request
            found |= {(name, field) for field in own if _is_free(hints[field])}
    return found


def _is_free(kind: Any) -> bool:
    """Return whether any text is allowed there."""
    if typing.get_origin(kind) is typing.Literal:
        return False
    inner = typing.get_args(kind)
    if typing.get_origin(kind) is typing.Annotated and inner[0] is str:
        return not any(isinstance(one, msgspec.Meta) and one.pattern for one in inner[1:])
    return kind is str or any(_is_free(one) for one in inner)


def test_every_text_field_is_known_as_public_or_private() -> None:
    kept = set().union(*READ_BY_NOBODY_ELSE.values())
    assert texts() == READ_BY_OTHERS.keys() | kept
    assert not READ_BY_OTHERS.keys() & kept


@pytest.fixture(scope="module")
def silenced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Person, dict[str, str], Server]]:
    """A person with an account, a table and a tournament who has been silenced."""
    limits = {"keeps_per_minute": 1000, "moves_per_minute": 1000}
    server = Server(tmp_path_factory.mktemp("server") / "tables.db", moderators=("Olga",), limits=limits)
    have_accounts(server.database, PASSWORD, "Olga", "Ben")
    server.start()
    olga, ben = [Person(server).sign_in(name, PASSWORD) for name in ("Olga", "Ben")]
    there = {
        "table": ben.table("me", "open", public=True)["id"],
        "cup": ben.post("/api/tournaments", {"name": "Cup", "title": SMALLEST})["id"],
    }
    ben.post(f"/api/tournaments/{there['cup']}/enter", {})
    olga.post("/api/reports", {"person": ben.id, "reason": "rude"})
    report = olga.get("/api/moderation")["reports"][0]["id"]
    olga.post(f"/api/moderation/{report}", {"step": "silence", "why": "Enough.", "hours": 24})
    yield ben, there, server
    ben.close()
    olga.close()
    assert server.stop() == 0
    assert "Traceback" not in server.log


@pytest.mark.parametrize("field", READ_BY_OTHERS, ids=".".join)
def test_a_silenced_person_publishes_no_text(
    silenced: tuple[Person, dict[str, str], Server], field: tuple[str, str]
) -> None:
    ben, there, _ = silenced
    answer = READ_BY_OTHERS[field](ben, there)
    assert answer.status_code == 409, answer.text
    assert answer.json()["error"].startswith("You can't chat until ")


def test_a_silenced_person_plays_on_under_the_old_name(silenced: tuple[Person, dict[str, str], Server]) -> None:
    ben, _, _ = silenced
    ben.post("/api/me", {"name": "Ben"})
    assert ben.table("me", "hotseat")["seats"][1]["name"] == "Player B"


def test_a_record_uploaded_by_a_silenced_person_has_letters_for_names(
    silenced: tuple[Person, dict[str, str], Server],
) -> None:
    ben, _, _ = silenced
    record = menagerie.Record(SMALLEST, 2, 1)
    record.names = {0: RUDE, 1: RUDE}
    headers = {"x-csrf-token": ben.csrf, "content-type": "text/plain"}
    answer = ben.http.post("/api/replays", content=str(record), headers=headers)
    assert [seat["name"] for seat in answer.json()["seats"]] == ["A", "B"]
