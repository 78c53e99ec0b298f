"""Test playing on from any moment of any table: with fresh chance, and without revealing anything of an unfinished
game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import menagerie
from menagerie import cli
from menagerie.core import registry, seed_commitment
from menagerie.server.base.errors import Refused
from menagerie.server.bot_pool import worker
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.protocol.incoming import write
from menagerie.server.protocol.outgoing.table import Origin
from menagerie.server.protocol.outgoing.turn import UndoRange
from menagerie.server.show import moment_messages, table_messages, table_object
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table.event_kinds.decisions import Redealt
from menagerie.server.table.table import Table
from tests.conformance.toy.pebbles import Pebbles
from tests.server.support.people import SMALLEST, key, there, with_services

pytestmark = pytest.mark.one_store

SEATS = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="hotseat")]
OPEN = [incoming.SeatWish(kind="me"), incoming.SeatWish(kind="open")]


@pytest.fixture
def pebbles(monkeypatch):
    """A title in which every seat has its own secrets."""
    game = Pebbles()
    monkeypatch.setitem(registry._LOADED, game.id, game)
    monkeypatch.setitem(registry._folders(), game.id, "")
    return game


async def begun(services, guest, decisions=0, title=SMALLEST):
    """A table with so many random decisions."""
    table = await services.make_table(guest, incoming.NewTable(title=title, seats=SEATS))
    await decide(services, table, decisions)
    return table


async def decide(services, table, decisions=None, seed=1):
    """Make so many random decisions; None: to the end."""
    chance = random.Random(seed)
    async with table.lock:
        while table.to_act and decisions != 0:
            seat = chance.choice(table.to_act)
            decision = str(chance.choice(table.state.legal(seat)))
            await services.commands.decide(table, seat, decision, table.seq, None)
            decisions = None if decisions is None else decisions - 1


def on(n, seats=SEATS, **more):
    return incoming.PlayOn(n=n, seats=seats, **more)


def record_over_http(person, table):
    answer = person.http.get(f"/api/tables/{table['id']}/record")
    return answer.status_code, answer.text


def test_play_on_from_a_running_game(tmp_path):
    async def work(services):
        lisa, ben = [(await services.guests.add(name))[0] for name in ("Lisa", "Ben")]
        table = await begun(services, lisa, 20)
        other = await replays.play_on(services.maker, ben, table, on(12))
        assert (other.status, other.n, other.deals.dealt_at) == ("playing", 12, 12)
        assert other.decisions == table.decisions[:12]
        assert other.state.view(None) == table.moment(12).view(None)
        assert other.state.secrets() != table.moment(12).secrets()
        assert [entry.text for entry in other.log[-2:]] == [["Hidden information is redealt."], ["The game continues."]]
        about = table_object.about(other, ben.id)
        assert about.from_ == Origin(table=table.id, moment=12, anew=True)
        # Others don't learn where the first game is played, since knowing it would let them watch.
        assert table_object.about(other, lisa.id).from_ == Origin(table=None, moment=12, anew=True)
        assert there(about.fair).commitment == seed_commitment.commitment(other.deals.last_seed, other.facts.salt)
        assert other.deals.last_seed not in (table.facts.seed, other.facts.seed)
        assert (there(about.fair).seed, there(about.fair).salt) == (None, None)
        # The original continues as if nothing had happened.
        assert (table.n, table.deals.later) == (20, ())
        await decide(services, table, 3)

    with_services(tmp_path, work)


@pytest.mark.parametrize("title", menagerie.titles())
def test_every_title_can_be_played_on_and_its_record_verifies(title, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("menagerie.server.play.new_table.fresh_seed", lambda: 5)  # some games are over very soon

    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await begun(services, lisa, 9, title)
        other = await replays.play_on(services.maker, lisa, table, on(7))
        await decide(services, other)
        assert other.status == "over"
        shown = there(table_object.about(other, None).fair)
        assert (shown.seed, shown.salt) == (str(other.deals.last_seed), other.facts.salt)
        record = other.record()
        record.save(tmp_path / "game.zoo")
        assert record.anew == [(7, other.deals.last_seed)]
        assert record.final().scores == other.state.scores
        record.salt = "00" * 16
        record.save(tmp_path / "wrong.zoo")

    with_services(tmp_path, work)
    assert cli.main(["verify", str(tmp_path / "game.zoo")]) == 0
    assert "ok: the seed of the last new deal matches the commitment published before it" in capsys.readouterr().out
    assert cli.main(["verify", str(tmp_path / "wrong.zoo")]) == 1


def test_the_same_chance_only_when_nothing_is_hidden_any_more(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await begun(services, lisa, 12)
        with pytest.raises(Refused, match="Choose fresh chance"):
            await replays.play_on(services.maker, lisa, table, on(8, anew=False))
        await decide(services, table)
        same = await replays.play_on(services.maker, lisa, table, on(8, anew=False))
        assert same.state.secrets() == table.moment(8).secrets()
        assert (same.deals.later, same.deals.dealt_at, same.deals.last_seed) == ((), 0, table.facts.seed)
        assert table_object.about(same, lisa.id).from_ == Origin(table=table.id, moment=8, anew=False)
        fresh = await replays.play_on(services.maker, lisa, table, on(8))
        assert fresh.state.secrets() != table.moment(8).secrets()

    with_services(tmp_path, work)


def test_a_restart_changes_nothing(tmp_path):
    kept: dict[str, Any] = {}
    last: list[Any] = []

    async def before(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await begun(services, lisa, 20)
        other = await replays.play_on(services.maker, lisa, table, on(8))
        await decide(services, other, 11)
        again = await replays.play_on(services.maker, lisa, other, on(15))
        await decide(services, again, 5)
        kept.update({one.id: [one.moment(n).secrets() for n in range(one.n + 1)] for one in (table, other, again)})
        last.extend([again.id, again.deals.later, write(again.log)])

    async def after(services):
        id, deals, log = last
        for other, moments in kept.items():
            table = await services.tables.get(other)
            assert [table.moment(n).secrets() for n in range(table.n + 1)] == moments
        table = await services.tables.get(id)
        assert (table.deals.later, write(table.log), [deal.n for deal in deals]) == (deals, log, [8, 15])
        await decide(services, table)
        assert table.record().final().scores == table.state.scores

    with_services(tmp_path, before)
    with_services(tmp_path, after)


def test_nothing_before_the_redeal_can_be_undone(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        table = await begun(services, lisa, 12)
        other = await replays.play_on(services.maker, lisa, table, on(10))
        dealt = other.state.secrets()
        assert table_messages.turn(other, (0, 1)).undo == UndoRange(free=None, first=10)
        await decide(services, other, 5)
        for to in (9, 0):
            with pytest.raises(Refused, match="redealt after decision 10"):
                await services.commands.do(lisa, other.id, incoming.Undo(to=to, seq=other.seq, key=key()))
        assert other.n == 15
        await services.commands.do(lisa, other.id, incoming.Undo(to=10, seq=other.seq, key=key()))
        assert (other.n, other.deals.dealt_at, other.state.secrets() == dealt) == (10, 10, False)
        assert other.log[-2].text[0].endswith("undoes 5 decisions.")

    with_services(tmp_path, work)


def test_the_record_waits_for_every_game_whose_seed_it_holds(tmp_path):
    async def work(services):
        tables = services.tables
        lisa, _ = await services.guests.add("Lisa")
        first = await begun(services, lisa, 12)
        second = await replays.play_on(services.maker, lisa, first, on(8))
        await decide(services, second, 6)
        third = await replays.play_on(services.maker, lisa, second, on(12))
        early = await replays.play_on(services.maker, lisa, second, on(5))
        await decide(services, third)
        await decide(services, early)
        assert third.record().seed == first.facts.seed
        assert not await tables.may_be_shown(third)
        await decide(services, second)
        assert [await tables.may_be_shown(one) for one in (first, second, third, early)] == [False] * 4
        # Its own seed is shown nevertheless, since it reveals nothing of the first game.
        assert there(table_object.about(third, None).fair).seed == str(third.deals.last_seed)
        # Before its redeal the second table shows the first game, which must not lead back to that one's chance.
        with pytest.raises(Refused, match="Choose fresh chance"):
            await replays.play_on(services.maker, lisa, second, on(5, anew=False))
        await decide(services, first)
        assert [await tables.may_be_shown(one) for one in (first, second, third, early)] == [True] * 4
        assert [deal.n for deal in third.deals.later] == [8, 12]
        assert [deal.n for deal in early.deals.later] == [5]

    with_services(tmp_path, work)


def test_a_removed_table_in_between_keeps_the_first_one_secret(tmp_path):
    async def work(services):
        tables = services.tables
        lisa, _ = await services.guests.add("Lisa")
        first = await begun(services, lisa, 12)
        second = await replays.play_on(services.maker, lisa, first, on(8, seats=OPEN))
        third = await replays.play_on(services.maker, lisa, second, on(8))
        await services.seating.leave(lisa, second.id)
        with pytest.raises(Refused, match="This table doesn't exist"):
            await tables.get(second.id)
        await decide(services, third)
        assert [deal.n for deal in third.deals.later] == [8]
        assert not await tables.may_be_shown(third)
        await decide(services, first)
        assert await tables.may_be_shown(third)

    with_services(tmp_path, work)


def test_a_table_that_never_started_can_be_continued_and_removed(tmp_path):
    async def work(services):
        lisa, _ = await services.guests.add("Lisa")
        first = await services.make_table(lisa, incoming.NewTable(title=SMALLEST, seats=OPEN))
        second = await replays.play_on(services.maker, lisa, first, on(0))
        assert (second.status, second.deals.dealt_at, second.n) == ("playing", 0, 0)
        await decide(services, second)
        assert not await services.tables.may_be_shown(second)
        await services.seating.leave(lisa, first.id)
        assert await services.tables.may_be_shown(second)
        assert second.record().final().scores == second.state.scores

    with_services(tmp_path, work)


def test_all_this_over_the_web(person):
    lisa, ben = person("Lisa"), person("Ben")
    first = lisa.table("me", {"kind": "hotseat"})
    with lisa.watch(first["id"]) as screen:
        for n in range(1, 5):
            (seat,) = screen.turn["to_act"]
            assert screen.play(screen.choices(seat)[0], seat)["ok"]
            screen.until(lambda one, n=n: one.n == n)
    body = {"n": 3, "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
    assert ben.refused(f"/api/tables/{first['id']}/play-on", body | {"anew": False})["code"] == "not-now"
    assert ben.refused(f"/api/tables/{first['id']}/play-on", body | {"n": 5})["code"] == "missing"
    second = ben.post(f"/api/tables/{first['id']}/play-on", body)
    assert (second["decisions"], second["from"]["anew"]) == (3, True)
    with ben.watch(second["id"]) as screen:
        assert screen.turn["undo"]["first"] == 3
        while not screen.turn["over"]:
            n, (seat, *_) = screen.n, screen.turn["to_act"]
            assert screen.play(screen.choices(seat)[-1], seat)["ok"]
            screen.until(lambda one, n=n: one.n > n)
    status, text = record_over_http(ben, second)
    assert status == 409
    assert "continued from isn't over yet" in text
    for n in (0, 2, 3, screen.n):
        assert ben.http.get(f"/api/tables/{second['id']}/picture.svg?n={n}").is_success
    with lisa.watch(first["id"]) as screen:
        while not screen.turn["over"]:
            n, (seat, *_) = screen.n, screen.turn["to_act"]
            assert screen.play(screen.choices(seat)[-1], seat)["ok"]
            screen.until(lambda one, n=n: one.n > n)
    status, text = record_over_http(ben, second)
    assert status == 200
    headers = {"x-csrf-token": ben.csrf}
    replay = ben.http.post("/api/replays", content=text, headers=headers).json()
    assert replay["decisions"] == len(menagerie.Record.parse(text).decisions)
    for n in (0, 3, 4, replay["decisions"]):
        there, here = [ben.get(f"/api/tables/{one['id']}/moment/{n}?since=2") for one in (second, replay)]
        assert (there["scene"]["set"], there["scores"]) == (here["scene"]["set"], here["scores"])


# Nothing sent reveals the original.


def continued(title, players, options, seed, line, new_seed):
    """A table that was continued from a game with this seed after these decisions."""
    game = menagerie.load(title)
    row = TableFacts(
        *("t", title, game.rules_version, players, options, seed, "5a17" * 8, "g0"),
        *(True, False, "playing", "link", 0.0, "original", len(line)),
    )
    seats = [Seat(seat, "person", f"g{seat}", f"Player {seat}") for seat in range(players)]
    events = [TableEvent("t", n, "play", seat, decision, 0.0, "") for n, (seat, decision) in enumerate(line, 1)]
    redeal = Redealt(new_seed, ("original",))
    return Table(row, seats, [*events, TableEvent("t", len(line) + 1, redeal.kind, None, redeal.data(), 0.0, "")])


def sent(table, seats, moments):
    """Return everything that the holder of these seats can be sent."""
    guest = f"g{seats[0]}" if seats else None
    shown = [table_messages.Audience(table, seats).whole(table, guest), table.log]
    for n in moments:
        state = table.moment(n)
        eyes = table_messages.eyes_at(table, n, table_messages.eyes_of(seats, table.state.to_act))
        shown += [table.game.scene(state, eyes).svg("dark"), moment_messages.moment(table, guest, n, None)]
        shown += [moment_messages.moment(table, guest, n, since) for since in moments]
    return write(shown)


def compare(tables, chance):
    """Play tables alike to their ends, checking that everyone is sent the same at all of them."""
    looked = range(tables[0].n + 1)
    everybody = [(), *[(seat,) for seat in range(tables[0].facts.players)], (0, 1)]
    audiences = [[table_messages.Audience(table, seats) for seats in everybody] for table in tables]
    while tables[0].to_act:
        if tables[0].n < 30 or chance.random() < 0.2:
            moments = {*looked, tables[0].n}
            for seats in everybody:
                assert len({sent(table, seats, moments) for table in tables}) == 1
        seat = chance.choice(tables[0].to_act)
        decision = str(chance.choice(tables[0].state.legal(seat)))
        for table in tables:
            table.apply(TableEvent("t", table.seq + 1, "play", seat, decision, 1.0, ""))
        for other, here in zip(*audiences, strict=True):
            assert other.update(tables[0]) == here.update(tables[1])


def look(state):
    """Return what a spectator sees; equal tiles have separate ids, which are open as soon as the tiles are."""
    return state.view(None), state.game.scene(state, None).svg()


def seed_that_looks_like(state, line, seeds):
    """Return another seed with which the same decisions show every spectator the same at every moment."""
    wanted = menagerie.Record.of(state)
    looks = [look(moment) for moment in wanted.replay()]
    for seed in seeds:
        other = menagerie.Record(wanted.title, wanted.players, seed, wanted.rules_version, wanted.options, line)
        try:
            if all(look(one) == wanted for one, wanted in zip(other.replay(), looks, strict=True)):
                return seed
        except menagerie.BadRecord:
            continue
    raise AssertionError("no seed looks alike")


def test_bytes_of_a_continued_game_reveal_nothing_of_the_original(monkeypatch):
    monkeypatch.setattr("menagerie.server.base.clock.now", lambda: 5.0)
    options = {"removed": "wolf,rhino,llama"}
    state = menagerie.load(SMALLEST).new(players=2, seed=1, **options)
    for decision in ("draw", "load 1", "draw"):
        state.play(decision)
    line = [(seat, str(action)) for seat, action in state.history]
    options = menagerie.Record.of(state).options
    seed = seed_that_looks_like(state, line, range(2, 20_000))
    other = menagerie.Record(SMALLEST, 2, seed, 1, options, line).final()
    assert other.secrets() != state.secrets()
    compare([continued(SMALLEST, 2, options, one, line, 77) for one in (1, seed)], random.Random(3))


@pytest.mark.parametrize("decisions", [0, 1, 4, 7])
def test_hands_of_the_original_are_shown_to_no_one(decisions, pebbles, monkeypatch):
    monkeypatch.setattr("menagerie.server.base.clock.now", lambda: 5.0)
    state = pebbles.new(players=2, seed=1)
    for number in range(decisions):
        state.play(("draw", "keep", "draw", "trade")[number % 4])
    line = [(seat, str(action)) for seat, action in state.history]
    seed = seed_that_looks_like(state, line, range(2, 20_000))
    compare([continued("pebbles", 2, {}, one, line, 77) for one in (1, seed)], random.Random(3))


def test_before_a_redeal_everyone_is_a_spectator(pebbles):
    line = [(0, "draw"), (0, "keep"), (1, "draw"), (1, "trade")]
    table = continued("pebbles", 2, {}, 1, line, 77)

    def sent(n: int, since: int | None) -> dict[str, Any]:
        return json.loads(write(moment_messages.moment(table, "g1", n, since)))["scene"]

    assert sent(4, None)["seat"] == 1
    assert sent(3, None)["seat"] is None
    assert sent(3, 4)["seat"] is None
    assert sent(4, 3)["seat"] == 1
    assert "seat" not in sent(2, 3)


def test_a_bot_does_not_confuse_a_continued_game_with_the_original():
    state = menagerie.load(SMALLEST).new(players=2, seed=1)
    for decision in ("draw", "load 1"):
        state.play(decision)
    anew = state.copy()
    anew.deal_anew(9)
    later = anew.copy()
    later.play("draw")
    for one in (state, anew, state, later, anew):
        assert worker._state(menagerie.Record.parse(str(menagerie.Record.of(one)))).secrets() == one.secrets()
