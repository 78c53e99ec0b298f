"""Test notices: who gets which, in which way, and when not. Messages go to a real receiver."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import json
import socket
import threading
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from sqlalchemy import select

from menagerie.server.base import clock
from menagerie.server.base.errors import Refused
from menagerie.server.features.notices import outbox, preferences
from menagerie.server.features.notices.preferences import Preferences
from menagerie.server.features.notices.safe_http import Delivery, Outside, is_outside
from menagerie.server.people.accounts.accounts import Proof
from menagerie.server.people.social.invitations import Invitation
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.store.guests import Guest, add_session
from menagerie.server.store.schema.notices import OUTBOX_ROWS, PUSH_ROWS, STIR_ROWS
from tests.server.support.days import DAY, HOUR
from tests.server.support.pacing import Party, party
from tests.server.support.people import key
from tests.server.support.receiver import Browser, Got, Receiver, receiving

SETTINGS: dict[str, Any] = {"public_url": "https://zoo.example", "private_receivers": True, "notice_seconds": 60.0}
ALL: dict[str, list[str]] = {kind: ["push", "webhook"] for kind in preferences.KINDS}


@pytest.fixture
def receiver():
    with receiving() as made:
        yield made


def told(folder, work, **settings: Any) -> None:
    party(folder, work, **{**SETTINGS, **settings})


def hook(services: Services, guest: Guest, receiver: Receiver, form: str = "plain", path: str = "/hook") -> str:
    """Set a webhook; return its secret."""
    account = msgspec.structs.replace(guest, account=True)
    return services.notices.set_webhook(account, form, receiver.base + path)


def device(services: Services, guest: Guest, receiver: Receiver, path: str = "/push") -> Browser:
    """Register a browser."""
    with services.database.writing() as connection:
        token = add_session(connection, guest.id, "Firefox")
    browser = Browser(receiver.base + path)
    services.notices.add_device(guest.id, token, browser.device)
    return browser


def claims(got: Got, public: str) -> dict[str, Any]:
    """Return what a push message says about its sender, if it is signed with the key that browsers know."""
    token, _, known = got.headers["authorization"].removeprefix("vapid t=").partition(",k=")
    assert known == public
    signed, _, signature = token.rpartition(".")
    raw = _decoded(signature)
    numbers = [int.from_bytes(half) for half in (raw[:32], raw[32:])]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(public))
    point.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    told: dict[str, Any] = json.loads(_decoded(signed.partition(".")[2]))
    return told


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def later(services: Services, seconds: float = 61) -> None:
    """Let time pass, and let the server check: first what has happened until then, as it does every two seconds."""
    await services.notices.look()
    clock.shift(seconds)
    await services.notices.look()


def moment(at: float) -> str:
    when = datetime.fromtimestamp(at, UTC)
    return f"{when:%A} {when.day} {when:%B}, {when:%H:%M} UTC"


def test_a_turn_is_sent_once_by_every_way_and_reveals_no_more(tmp_path, receiver):
    """The messages are compared as a whole, so that nothing hidden can be in them."""

    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        ben = here.people[1]
        secret, browser = hook(services, ben, receiver), device(services, ben, receiver)
        await here.play_until_turn_of(1)
        table = await here.table()
        since = moment(table.since)
        await services.notices.look()
        assert receiver.got == []  # news is collected first
        await later(services)
        await later(services)
        assert sorted(receiver.paths()) == ["/hook", "/push"]
        sent = {one.path: one for one in receiver.got}
        sentence = f"It has been your turn in Zooloretto Mini with Lisa since {since}. You have 23 hours left."
        link = f"/table/{here.id}"
        assert browser.read(sent["/push"]) == {
            "title": "Your turn: Zooloretto Mini with Lisa",
            "body": sentence,
            "path": link,
            "tag": here.id,
        }
        assert claims(sent["/push"], services.notices.keys.public)["aud"] == receiver.base
        hooked = sent["/hook"]
        notice = {"kind": "turn", "table": here.id, "sentence": sentence, "link": f"https://zoo.example{link}"}
        assert hooked.json == {"notices": [notice]}
        signed = hooked.headers["x-menagerie-time"].encode() + b"." + hooked.body
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        assert hooked.headers["x-menagerie-signature"] == f"sha256={expected}"

    told(tmp_path, work)


@pytest.mark.parametrize(("form", "field"), [("discord", "content"), ("slack", "text")])
def test_discord_and_slack_get_their_own_formats(tmp_path, receiver, form, field):
    async def work(here: Party) -> None:
        await here.sit_down(2, "1d")
        await here.services.seating.rename(here.people[0], "*Lisa* <!here> @all")
        hook(here.services, here.people[1], receiver, form)
        await here.play_until_turn_of(1)
        await later(here.services)
        (got,) = receiver.got
        words = got.json[field]
        assert f"<https://zoo.example/table/{here.id}>" in words
        assert "It has been Ben's turn in Zooloretto Mini with " in words, "others read it too"
        if form == "slack":
            assert "&lt;!here&gt;" in words
        else:
            assert r"\*Lisa\*" in words
            assert got.json["allowed_mentions"] == {"parse": []}

    told(tmp_path, work)


def test_several_tables_and_many_moves_make_one_message(tmp_path, receiver):
    async def work(here: Party) -> None:
        await here.sit_down(2, "1d")
        lisa, ben = here.people
        hook(here.services, ben, receiver)
        first = here.id
        await here.play_until_turn_of(1)
        wish = incoming.NewTable("zooloretto-mini", [incoming.SeatWish("me"), incoming.SeatWish("open")], pace="2d")
        second = await here.services.make_table(lisa, wish)
        await here.services.seating.join(ben, second.facts.link, None)
        here.id = second.id
        await here.play_until_turn_of(1)
        await later(here.services)
        (got,) = receiver.got
        assert {one["table"] for one in got.json["notices"]} == {first, second.id}

    told(tmp_path, work)


def test_people_who_are_there_have_come_or_have_played_get_no_notice(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        _lisa, ben = here.people
        hook(services, ben, receiver)
        services.tables.presence.come(here.id, ben.id)  # he is there
        await here.play_until_turn_of(1)
        await later(services)
        services.tables.presence.go(here.id, ben.id)
        await here.play_until_turn_of(0)
        await here.play_until_turn_of(1)  # he has gone: he would be notified, but comes back
        await services.notices.look()
        services.notices._drop(here.id, ben.id)
        await later(services)
        await here.play_until_turn_of(0)
        await here.play_until_turn_of(1)
        await services.notices.look()
        await here.play_until_turn_of(0)  # his turn is over before he was notified
        clock.shift(61)
        # Sent without a check in between: the events since the last one hold it back.
        await services.notices.sender.send_all()
        await later(services)
        assert receiver.got == []
        with services.database.engine.connect() as connection:
            states = connection.execute(select(OUTBOX_ROWS.c.kind, OUTBOX_ROWS.c.state)).all()
        assert states
        assert {row.state for row in states if row.kind == "turn"} == {"moot"}

    told(tmp_path, work)


def test_live_tables_notify_absent_players_and_no_solo_player(tmp_path, receiver):
    async def work(here: Party) -> None:
        await here.sit_down(2, None)
        hook(here.services, here.people[1], receiver)
        await here.play_until_turn_of(1)
        await later(here.services)
        assert len(receiver.got) == 1
        await here.sit_down(1, None, bots=1)
        with here.services.database.engine.connect() as connection:
            assert here.id not in connection.execute(select(STIR_ROWS.c.table_id)).scalars().all()

    told(tmp_path, work)


def test_time_running_out_is_sent_in_the_last_quarter(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        ben = here.people[1]
        hook(services, ben, receiver)
        services.notices.wish(ben.id, Preferences({"soon": ["webhook"]}))
        await here.play_until_turn_of(1)
        clocks = (await here.table()).clocks
        assert clocks is not None
        ends = clocks.due(1)
        await later(services, 0.7 * DAY)
        assert receiver.got == []
        await later(services, 0.06 * DAY)
        (got,) = receiver.got
        (notice,) = got.json["notices"]
        assert (
            notice["sentence"]
            == f"Your time in Zooloretto Mini with Lisa runs out on {moment(round(ends))}. You have 5 hours left."
        )

    told(tmp_path, work)


def test_a_table_is_listed_once_until_it_is_checked_and_then_again(tmp_path):
    """A row for every decision would cost as much as storing the decision."""

    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, None)

        async def decide() -> None:
            (seat,) = (await here.table()).to_act
            await here.play(seat)

        def marked() -> int | None:
            with services.database.engine.connect() as connection:
                found: int | None = connection.execute(
                    select(STIR_ROWS.c.seq).where(STIR_ROWS.c.table_id == here.id)
                ).scalar()
                return found

        await services.notices.look()
        assert marked() is None
        await decide()
        assert marked() == 1
        await decide()
        assert marked() == 1
        await services.notices.look()
        assert marked() is None
        await decide()
        assert marked() == 1
        # A table that is read again doesn't know that it is listed: one more row does no harm, a missing one would.
        services.tables.forget(here.id)
        await decide()
        assert marked() == 2

    told(tmp_path, work)


def test_requests_are_sent_with_names(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(3, "1d", "others")
        lisa, ben, _eva = here.people
        hook(services, lisa, receiver, path="/lisa")
        hook(services, ben, receiver, path="/ben")
        await here.play_until_turn_of(1)
        await here.play_until_turn_of(2)
        await later(services)
        receiver.got.clear()
        await here.do(0, incoming.Undo(seq=(await here.table()).seq, key=key(), to=0))
        await later(services)
        (asked,) = [one for one in receiver.got if one.path == "/ben"]
        assert asked.json["notices"][0]["sentence"].startswith("Lisa wants to undo in Zooloretto Mini with ")
        assert "/lisa" not in receiver.paths()
        receiver.got.clear()
        asked = (await here.table()).questions.ask
        assert asked is not None
        await here.do(1, incoming.Agree(ask=asked.number, agree=False, key=key()))
        await here.pass_by(1.1 * DAY)
        await later(services)
        assert {one.path for one in receiver.got} == {"/lisa", "/ben"}
        assert all("Eva ran out of time" in one.json["notices"][0]["sentence"] for one in receiver.got)

    told(tmp_path, work)


def test_the_end_of_a_game_is_sent_with_its_result(tmp_path, receiver):
    async def work(here: Party) -> None:
        await here.sit_down(2, "1d")
        for guest, path in zip(here.people, ("/0", "/1"), strict=True):
            hook(here.services, guest, receiver, path=path)
            here.services.notices.wish(guest.id, Preferences({"over": ["webhook"]}))
        while (table := await here.table()).status == "playing":
            await here.play(table.to_act[0])
        await later(here.services)
        last = table.decisions[-1][0]
        (got,) = receiver.got  # the player who decided last knows
        assert got.path == f"/{1 - last}"
        (notice,) = got.json["notices"]
        assert notice["sentence"] == f"Zooloretto Mini with {table.names[last]} is over. {table.outcome().sentence}"

    told(tmp_path, work)


def test_a_rematch_invites_absent_players(tmp_path, receiver):
    async def work(here: Party) -> None:
        from menagerie.server.play import rematch

        await here.sit_down(2, None)
        lisa, ben = here.people
        hook(here.services, ben, receiver)
        here.services.notices.wish(ben.id, Preferences({"ask": ["webhook"]}))
        while (table := await here.table()).status == "playing":
            await here.play(table.to_act[0])
        await rematch.again(here.services.maker, lisa, await here.table(), incoming.Again())
        await later(here.services)
        (got,) = receiver.got
        (notice,) = got.json["notices"]
        assert notice["sentence"].startswith("Lisa wants a rematch of Zooloretto Mini")
        assert notice["link"].startswith("https://zoo.example/join/")
        assert notice["table"] != here.id

    told(tmp_path, work)


def test_an_invitation_waits_until_it_is_accepted_or_declined(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(1, None, bots=1)
        lisa = here.people[0]
        friends = [(await services.guests.add(name))[0] for name in ("Ben", "Eva", "Tom")]
        for friend in friends:
            hook(services, friend, receiver, path=f"/{friend.name}")
        wish = incoming.NewTable(
            "zooloretto-mini", [incoming.SeatWish("me"), incoming.SeatWish("open"), incoming.SeatWish("open")]
        )
        table = await services.make_table(lisa, wish)
        invitations = services.maker.social.invitations
        invitations.add([Invitation(table.id, friend.id, lisa.id, "friend") for friend in friends])
        await services.notices.look()
        assert invitations.decline(table.id, friends[1].id)
        await services.seating.join(friends[2], table.facts.link, None)
        await later(services)
        (got,) = receiver.got
        (notice,) = got.json["notices"]
        assert got.path == "/Ben"
        assert notice["sentence"] == "Lisa invites you to Zooloretto Mini with Lisa and Tom."
        assert notice["link"] == f"https://zoo.example/join/{table.facts.link}"

    told(tmp_path, work)


def test_quiet_hours_follow_the_persons_local_time():
    night = Preferences(ALL, "Europe/Berlin", 22 * 60, 7 * 60)
    at = datetime(2026, 1, 10, 22, 30, tzinfo=UTC).timestamp()  # 23:30 in Berlin
    assert night.quiet_end(at) == datetime(2026, 1, 11, 6, 0, tzinfo=UTC).timestamp()
    assert night.quiet_end(at - 2 * HOUR) is None
    noon = Preferences(ALL, "America/New_York", 12 * 60, 13 * 60)
    at = datetime(2026, 7, 1, 16, 30, tzinfo=UTC).timestamp()  # 12:30 there
    assert noon.quiet_end(at) == at + HOUR / 2
    # The night in which clocks go forward is an hour shorter.
    at = datetime(2026, 3, 28, 23, 0, tzinfo=UTC).timestamp()
    assert night.quiet_end(at) == datetime(2026, 3, 29, 5, 0, tzinfo=UTC).timestamp()


def test_nothing_is_sent_in_quiet_hours_and_all_of_it_together_afterwards(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "3d")
        ben = here.people[1]
        hook(services, ben, receiver)
        now = datetime.fromtimestamp(clock.now(), UTC)
        minute = now.hour * 60 + now.minute
        quiet = Preferences(ALL, "UTC", (minute - 30) % 1440, (minute + 180) % 1440)
        services.notices.wish(ben.id, quiet)
        await here.play_until_turn_of(1)
        await later(services, 2 * HOUR)
        assert receiver.got == []
        await later(services, 1.1 * HOUR)
        assert len(receiver.got) == 1

    told(tmp_path, work)


def test_a_table_can_be_silent_and_a_kind_switched_off(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        ben = here.people[1]
        hook(services, ben, receiver)
        services.notices.wish_at_table(ben.id, here.id, {})
        await here.play_until_turn_of(1)
        await later(services)
        assert services.notices.at_table(ben.id, here.id) == {kind: [] for kind in preferences.KINDS}
        await here.play_until_turn_of(0)
        services.notices.wish_at_table(ben.id, here.id, None)
        await here.play_until_turn_of(1)
        await services.notices.look()
        services.notices.wish(ben.id, Preferences({"over": ["webhook"]}))  # while it waits
        await later(services)
        assert receiver.got == []

    told(tmp_path, work)


def test_a_refused_message_is_retried_ever_less_often_and_shown_when_given_up(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "14d")
        ben = here.people[1]
        receiver.answers["/hook"] = 503
        hook(services, ben, receiver)
        services.notices.wish(ben.id, Preferences({"turn": ["webhook"]}))
        await here.play_until_turn_of(1)
        await later(services)
        for tries, pause in enumerate(outbox.PAUSES, start=1):
            assert len(receiver.got) == tries
            await later(services, pause - 20)
            assert len(receiver.got) == tries
            await later(services, 30)
        assert len(receiver.got) == len(outbox.PAUSES) + 1
        await later(services, DAY)
        assert len(receiver.got) == len(outbox.PAUSES) + 1
        (failure,) = services.notices.about(ben).failures
        assert (failure.state, failure.error) == ("failed", "This address refused the message (status 503).")

    told(tmp_path, work)


def test_hanging_receivers_delay_no_one_else(tmp_path, receiver):
    async def work(here: Party) -> None:
        services, hanging = here.services, threading.Event()

        async def wait_for_turn(at: Receiver, path: str) -> None:
            await here.sit_down(2, "14d")
            hook(services, here.people[1], at, path=path)
            services.notices.wish(here.people[1].id, Preferences({"turn": ["webhook"]}))
            await here.play_until_turn_of(1)

        with receiving() as elsewhere:
            elsewhere.answers["/hanging"] = hanging
            elsewhere.base = elsewhere.base.replace("127.0.0.1", "localhost")
            for _ in range(12):
                await wait_for_turn(elsewhere, "/hanging")
            await services.notices.look(waits=False)
            clock.shift(61)
            while len(elsewhere.got) < 8:
                await services.notices.look(waits=False)
                await asyncio.sleep(0.01)
            await wait_for_turn(receiver, "/prompt")
            await services.notices.look(waits=False)
            clock.shift(61)
            while not receiver.got:
                await services.notices.look(waits=False)
                await asyncio.sleep(0.01)
            assert len(elsewhere.got) == 8, "the others wait for a place at that machine"
            hanging.set()

    told(tmp_path, work)


def test_what_may_have_arrived_is_sent_twice_at_most(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "14d")
        ben = here.people[1]
        receiver.answers["/hook"] = "nothing"
        hook(services, ben, receiver)
        services.notices.wish(ben.id, Preferences({"turn": ["webhook"]}))
        await here.play_until_turn_of(1)
        for _ in range(6):
            await later(services, HOUR)
        assert len(receiver.got) == 2
        (failure,) = services.notices.about(ben).failures
        assert failure.state == "failed"

    told(tmp_path, work)


def test_a_kill_before_sending_costs_nothing_however_often(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "14d")
        ben = here.people[1]
        hook(services, ben, receiver)
        services.notices.wish(ben.id, Preferences({"turn": ["webhook"]}))
        await here.play_until_turn_of(1)
        await services.notices.look()
        clock.shift(61)
        for _ in range(4):  # taken, and never sent
            assert len(outbox.take(services.database, outbox.Unit(ben.id, "webhook", ""), clock.now(), 60)) == 1
            clock.shift(outbox.LEASE + 1)
        await later(services)
        await later(services, HOUR)
        assert len(receiver.got) == 1

    told(tmp_path, work)


def test_a_visitor_is_still_notified_that_time_runs_out(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        lisa, ben = here.people
        hook(services, ben, receiver)
        await here.play_until_turn_of(1)
        await services.notices.look()
        services.tables.presence.come(here.id, ben.id)
        services.notices._drop(here.id, ben.id)
        await services.seating.rename(lisa, "Elisabeth")  # something happens while he is there
        await later(services, HOUR)
        services.tables.presence.go(here.id, ben.id)
        assert receiver.got == []
        await later(services, 0.8 * DAY)
        (got,) = receiver.got
        assert [one["kind"] for one in got.json["notices"]] == ["soon"]

    told(tmp_path, work)


def test_a_player_who_asks_for_a_seat_is_named_but_the_name_is_not_kept(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, None)
        hook(services, here.people[0], receiver)
        services.notices.wish(here.people[0].id, Preferences({"ask": ["webhook"]}))
        await services.seating.leave(here.people[1], here.id)
        await here.do(0, incoming.Takeover(seat=1, key=key()))
        tom = (await services.guests.add("Tom"))[0]
        link = (await here.table()).facts.link
        await services.commands.do(tom, here.id, incoming.Sit(seat=1, link=link, key=key()))
        await later(services)
        assert receiver.got[-1].json["notices"][-1]["sentence"].startswith("Tom wants to take over a bot's seat in ")
        with services.database.engine.connect() as connection:
            assert not any("Tom" in data for data in connection.execute(select(OUTBOX_ROWS.c.data)).scalars())

    told(tmp_path, work)


def test_events_between_two_checks_are_listed_once_and_none_is_missed(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        hook(services, here.people[1], receiver)

        def written() -> list[int]:
            with services.database.engine.connect() as connection:
                return list(
                    connection.execute(select(STIR_ROWS.c.seq).where(STIR_ROWS.c.table_id == here.id)).scalars()
                )

        await services.notices.look()
        assert written() == []
        for _ in range(4):
            await here.play((await here.table()).to_act[0])
        assert written() == [1]
        await services.notices.look()
        await here.play_until_turn_of(0)
        await here.play_until_turn_of(1)
        assert written() == [1]
        await later(services)
        assert len(receiver.got) == 1

    told(tmp_path, work)


def test_a_lost_or_signed_out_device_gets_nothing_more(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        ben = here.people[1]
        receiver.answers["/gone"] = 410
        device(services, ben, receiver, "/gone")
        device(services, ben, receiver, "/here")
        await here.play_until_turn_of(1)
        await later(services)
        assert sorted(receiver.paths()) == ["/gone", "/here"]
        assert [one.device for one in services.notices.about(ben).devices] == ["Firefox"]
        services.authentication.devices.end_all(ben.id)
        await here.play_until_turn_of(0)
        await here.play_until_turn_of(1)
        await later(services)
        assert len(receiver.got) == 2
        with services.database.engine.connect() as connection:
            assert connection.execute(select(PUSH_ROWS)).all() == []

    told(tmp_path, work)


def test_a_redirection_is_not_followed(tmp_path, receiver):
    async def work(here: Party) -> None:
        receiver.answers["/hook"] = 302
        await here.sit_down(2, "1d")
        hook(here.services, here.people[1], receiver)
        await here.play_until_turn_of(1)
        await later(here.services)
        assert receiver.paths() == ["/hook"]

    told(tmp_path, work)


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("9.9.9.9", True),
        ("2620:fe::fe", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::a00:1", False),
        ("::7f00:1", False),
        ("::ffff:0:127.0.0.1", False),
        ("64:ff9b:1::7f00:1", False),
        ("fec0::1", False),
    ],
)
def test_which_addresses_are_public(address, outside):
    assert is_outside(address) is outside


@pytest.mark.parametrize(
    "address",
    [
        "http://zoo.example/hook",
        "https://",
        "ftp://zoo.example",
        "https://lisa@zoo.example/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[",
        "https://zoo.example:99999/",
        "https://zoo.example/ä",
        "https://zoo.example/" + "a" * 2000,
    ],
)
def test_addresses_that_users_may_not_give(address):
    with pytest.raises(Refused):
        Outside(may_be_inside=False).check(address)


@pytest.mark.parametrize("host", ["localhost", "2130706433", "127.1", "0x7f000001", "%31%32%37.0.0.1", "127.0.0.1."])
def test_an_address_that_leads_inside_is_never_connected_to_however_it_is_written(host):
    async def work() -> None:
        reached: list[object] = []
        inside = await asyncio.start_server(lambda *ends: reached.append(ends), "127.0.0.1", 0)
        outside = Outside(may_be_inside=False)
        outcome, _why = await outside.post(f"https://{host}:{inside.sockets[0].getsockname()[1]}/hook", b"", {})
        await outside.close()
        inside.close()
        assert (outcome, reached) == (Delivery.REFUSED, [])

    asyncio.run(work())


def test_a_name_that_leads_inside_fails_in_the_same_words_as_one_that_leads_nowhere():
    async def work() -> set[str]:
        outside = Outside(may_be_inside=False)
        names = ("localhost", "no-such-machine.invalid")
        said = {(await outside.post(f"https://{name}/hook", b"", {}))[1] for name in names}
        await outside.close()
        return said

    assert asyncio.run(work()) == {"This address couldn't be reached on the public internet."}


def test_without_a_connection_nothing_was_sent_for_certain():
    """A machine that accepts no connections because its backlog is full."""

    async def work() -> None:
        with socket.socket() as full, contextlib.ExitStack() as held:
            full.bind(("127.0.0.1", 0))
            full.listen(0)
            for _ in range(8):
                waiting = held.enter_context(socket.socket())
                waiting.setblocking(False)
                waiting.connect_ex(full.getsockname())
            outside = Outside(may_be_inside=True)
            outcome, _why = await outside.post(f"http://127.0.0.1:{full.getsockname()[1]}/", b"", {})
            await outside.close()
            assert outcome is Delivery.REFUSED

    asyncio.run(work())


def test_invalid_preferences_are_refused(tmp_path):
    for wish in (
        Preferences({"turns": []}),
        Preferences({"turn": ["pigeon"]}),
        Preferences(ALL, "Europe/Atlantis"),
        Preferences(ALL, "../../etc/passwd"),
        Preferences(ALL, "UTC", 60, None),
        Preferences(ALL, "UTC", -1, 1440),
        Preferences(ALL, digest=1000),
    ):
        with pytest.raises(Refused):
            preferences.check(wish)


def test_no_notices_are_left_of_a_deleted_person(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        ben = here.people[1]
        hook(services, ben, receiver)
        device(services, ben, receiver)
        services.notices.wish_at_table(ben.id, here.id, ALL)
        services.notices.wish(ben.id, Preferences(ALL))
        await here.play_until_turn_of(1)
        await services.notices.look()
        services.accounts.delete(ben.id)
        from menagerie.server.store.schema.notices import OF_PEOPLE

        with services.database.engine.connect() as connection:
            for relation in OF_PEOPLE:
                assert connection.execute(select(relation)).all() == [], relation.name
        await later(services)
        assert receiver.got == []

    told(tmp_path, work)


def test_a_guests_preferences_and_notices_move_along(tmp_path, receiver):
    async def work(here: Party) -> None:
        services = here.services
        await here.sit_down(2, "1d")
        _lisa, ben = here.people
        hook(services, ben, receiver)
        services.notices.wish_at_table(ben.id, here.id, {"turn": ["webhook"]})
        await here.play_until_turn_of(1)
        await services.notices.look()
        account, _token = await services.guests.add("Benjamin")
        services.accounts.sign_in(Proof(account.id), "", ben, None, True)
        assert services.notices.at_table(account.id, here.id) is not None
        with services.database.engine.connect() as connection:
            assert set(connection.execute(select(OUTBOX_ROWS.c.guest)).scalars()) == {account.id}
            (data,) = connection.execute(select(OUTBOX_ROWS.c.data)).scalars()
        assert set(json.loads(data)) == {"at", "ends"}

    told(tmp_path, work)
