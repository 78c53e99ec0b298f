"""Every parser of ours, what it reads when all is well, and how it may refuse the rest."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy.exc import DBAPIError

import menagerie
from menagerie.core.errors import BadRecord, BadSetup, IllegalAction
from menagerie.core.game import Game
from menagerie.core.record import Record
from menagerie.server.base import mailer, names
from menagerie.server.base.errors import Refused
from menagerie.server.base.rate_limits import network
from menagerie.server.base.settings import Limits, Settings
from menagerie.server.bot_pool import worker
from menagerie.server.bot_pool.pool import BotPool
from menagerie.server.features.daily import deal_days
from menagerie.server.features.notices.safe_http import Outside
from menagerie.server.http import configuration
from menagerie.server.people.accounts import devices, name_policy, one_time_tokens, passkeys
from menagerie.server.play import replays
from menagerie.server.protocol import incoming
from menagerie.server.services.assembly import Services
from menagerie.server.show.table_object import about
from menagerie.server.store import engines
from menagerie.server.store.file_lock import Unusable
from menagerie.server.store.guests import Guest
from menagerie.server.store.maintenance import checking
from menagerie.server.table import time_controls
from tests.fuzz.breaking import break_bytes, break_json, break_text
from tests.server.support.authenticator import Passkey
from tests.server.support.people import ROOT, key
from tests.server.support.postgres import name_of

Try = Callable[[random.Random], bool]
"""Breaks something and has it read: whether it was taken all the same. Raises what should not be raised."""
PLENTY = 10**9


@dataclass(frozen=True)
class Parser:
    """A parser, and how many of a hundred thousand inputs it gets by default."""

    name: str
    share: int
    open: Callable[[Path], contextlib.AbstractContextManager[Try]]


def _texts(pattern: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern))]


@cache
def _golden() -> list[str]:
    return _texts("tests/games/*/golden/*.zoo")


def _is_taken(read: Callable[[], object], *allowed: type[Exception]) -> bool:
    try:
        read()
    except allowed as error:
        if isinstance(error, Refused) and error.status >= 500 and error.code != "damaged":
            raise
        return False
    return True


# Files and texts.


@contextmanager
def records(_folder: Path) -> Iterator[Try]:
    """Record files, read and played through as an upload is. Most are only the beginning of a game, to be quick."""

    def attempt(chance: random.Random) -> bool:
        text = chance.choice(_golden())
        part = _beginning(text, chance.choice((3, 10, 40))) if chance.random() < 0.9 else text
        broken = break_text(part, chance, chance.choice(_golden()))
        if chance.random() < 0.1:
            packed = bytes(Record.parse(text))
            return _is_taken(lambda: Record.from_bytes(break_bytes(packed, chance)).final(), BadRecord)
        return _is_taken(lambda: worker.replay(broken), BadRecord)

    yield attempt


def _beginning(text: str, decisions: int) -> str:
    """A game that was broken off."""
    head, _, rest = text.partition("\n\n")
    lines = rest.split("\n")[:decisions]
    return "\n".join([head, "", *lines, "", f"end: {len(lines)}", ""])


@contextmanager
def uploads(folder: Path) -> Iterator[Try]:
    """Record files as people bring them: what can be played through becomes a table, and is shown."""
    limits = Limits(replays_per_guest=PLENTY)
    with asyncio.Runner() as runner:
        services = Services(Settings(name_of(folder / "uploads.db"), limits))
        bot_pool = BotPool(Settings(), executor=lambda _: ThreadPoolExecutor(1))
        guest, _ = runner.run(services.guests.add("Lisa"))

        async def bring(text: str) -> None:
            table = await replays.upload(services.maker, bot_pool, guest, text.encode("utf-8", "replace"))
            services.tables.forget(table.id)
            about(await services.tables.get(table.id), guest.id)

        def attempt(chance: random.Random) -> bool:
            part = _beginning(chance.choice(_golden()), chance.choice((3, 10)))
            head, _, rest = part.partition("\n\n")
            broken = f"{break_text(head, chance, chance.choice(_golden()))}\n\n{rest}"
            return _is_taken(lambda: runner.run(bring(broken)), Refused)

        yield attempt
        bot_pool.close()
        runner.run(services.close())


@contextmanager
def notation(_folder: Path) -> Iterator[Try]:
    """Decisions as people type them: read, and tried on a table."""
    games = [menagerie.load(title) for title in menagerie.titles()]
    words = {game.id: _notations(game.id) for game in games}
    states = {game.id: game.new(seed=1) for game in games}

    def attempt(chance: random.Random) -> bool:
        game = chance.choice(games)
        other = chance.choice(words[chance.choice(games).id])
        text = break_text(chance.choice(words[game.id]), chance, other)
        state = states[game.id]
        _is_taken(lambda: state.copy().play(text, state.to_act[0]), IllegalAction)
        return _is_taken(lambda: game.parse(text), IllegalAction)

    yield attempt


def _notations(title: str) -> list[str]:
    found = {str(action) for action in menagerie.load(title).new(seed=1).legal()}
    for text in _golden():
        record = Record.parse(text)
        if record.title == title:
            found |= {decision for _, decision in record.decisions}
    return sorted(found)


@contextmanager
def positions(_folder: Path) -> Iterator[Try]:
    """Positions as text. What is taken is played on: it must be a table like any other."""
    texts = _positions()

    def read(text: str, game: Game, chance: random.Random) -> None:
        state = game.from_position(text, seed=1)
        for _ in range(10):
            if state.is_over:
                return
            seat = chance.choice(state.to_act)
            state.play(chance.choice(state.legal(seat)), seat)
        state.position()

    def attempt(chance: random.Random) -> bool:
        title = chance.choice(list(texts))
        text, other = chance.choice(texts[title]), chance.choice(texts[title])
        broken = break_text(text, chance, other) if chance.random() < 0.3 else _other_values(text, other, chance)
        return _is_taken(lambda: read(broken, menagerie.load(title), chance), BadSetup)

    yield attempt


def _other_values(text: str, other: str, chance: random.Random) -> str:
    """A position in which some lines are missing, or say what another line or another position says there."""
    lines, others = text.split("\n"), [line for line in other.split("\n") if ": " in line]
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(1, len(lines))
        key = lines[at].partition(":")[0]
        alike = [line for line in others if line.startswith(f"{key}:")]
        value = chance.choice([chance.choice(others).partition(": ")[2], "none", "0", "1", "2", "yes"])
        lines[at] = chance.choice([*alike, f"{key}: {value}", "", lines[at]])
    return "\n".join(lines)


@cache
def _positions() -> dict[str, list[str]]:
    """By title positions of recorded games, some with what is hidden."""
    found: dict[str, list[str]] = {}
    for number, text in enumerate(_golden()):
        record = Record.parse(text)
        if menagerie.load(record.title).has_positions:
            for part in (0, 3, 6, 9):
                state = record.at(len(record.decisions) * part // 10)
                found.setdefault(record.title, []).append(state.position(0 if number % 3 == 0 else None))
    return found


@contextmanager
def eighteen_xx(_folder: Path) -> Iterator[Try]:
    """Games as 18xx.games exports them."""
    games = []
    for text in _golden():
        record = Record.parse(text)
        with contextlib.suppress(BadRecord):
            games.append(record.to_18xx())
    assert games

    def attempt(chance: random.Random) -> bool:
        game = chance.choice(games)
        # The beginning of a game is enough, and quick.
        shorter = game | {"actions": game["actions"][: chance.choice((2, 10, 40))]}
        text = break_json(shorter, chance)
        return _is_taken(lambda: worker.replay(text), BadRecord)

    yield attempt


@contextmanager
def settings(folder: Path) -> Iterator[Try]:
    """Settings files and variables."""
    whole = (ROOT / "deploy" / "server.toml").read_text(encoding="utf-8")
    listed = "\n".join(
        [line.removeprefix("# ") for line in configuration.lines(configuration.choose({}, {})) if "=" in line]
    )
    file, entries = folder / "server.toml", list(configuration.entries().values())

    def attempt(chance: random.Random) -> bool:
        if chance.random() < 0.3:
            variable = {chance.choice(entries).variable: break_text(chance.choice(("5", "a,b", "true")), chance)}
            return _is_taken(lambda: configuration.choose({}, variable), BadSetup)
        text = break_text(chance.choice((whole, listed)), chance, listed)
        file.write_bytes(break_bytes(text.encode(), chance) if chance.random() < 0.1 else text.encode())
        read = lambda: configuration.settings_of(configuration.choose({"config": str(file)}, {}))  # noqa: E731
        return _is_taken(read, BadSetup)

    yield attempt


# What comes over the wire.

BODIES: dict[type, Any] = {
    incoming.Me: {"name": "Lisa"},
    incoming.NewTable: {
        "title": "18zoo",
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "keeper"}],
        "options": {"a": 1},
    },
    incoming.PlayOn: {"n": 5, "seats": [{"kind": "me"}, {"kind": "hotseat", "name": "Ben"}], "anew": True},
    incoming.Again: {"order": [1, 0]},
    incoming.Join: {"seat": 1},
    incoming.SeatChange: {"seat": 1, "kind": "bot", "bot": "keeper"},
    incoming.Nothing: {},
    incoming.Password: {"password": "three rhinos on a raft"},
    incoming.SignIn: {"name": "Lisa", "password": "three rhinos on a raft", "bring": False},
    incoming.Code: {"code": "ABCD-EFGH", "bring": True},
    incoming.PasskeyMade: {"id": "AAAA", "client_data": "e30", "attestation": "oA"},
    incoming.PasskeyAnswer: {"id": "AAAA", "client_data": "e30", "authenticator_data": "AAAA", "signature": "AAAA"},
    incoming.Email: {"email": "lisa@zoo.example"},
    incoming.NoticeWishes: {
        "kinds": {"turn": ["push", "mail"]},
        "zone": "Europe/Berlin",
        "quiet_from": 1320,
        "digest": 6,
    },
    incoming.TableNotices: {"kinds": {"turn": []}},
    incoming.PushDevice: {"endpoint": "https://push.example/1", "p256dh": "B" * 87, "auth": "A" * 22},
    incoming.Webhook: {"form": "discord", "address": "https://zoo.example/hook"},
    incoming.NewTournament: {
        "name": "Spring Cup",
        "title": "zooloretto-mini",
        "rounds": 3,
        "pace": "1d",
        "hours": 36.5,
    },
    incoming.Removal: {"person": "abc", "reason": "Asked for it."},
    incoming.CallOff: {"reason": "Nobody came."},
    incoming.Whom: {"table": "abc", "seat": 1, "remark": 4},
    incoming.Mute: {"person": "abc", "here": True},
    incoming.ReportOf: {"table": "abc", "remark": 4, "reason": "Not kind."},
    incoming.ByName: {"name": "Lisa"},
    incoming.Friend: {"friend": "abc"},
    incoming.ModeratorStep: {"step": "silence", "why": "Not kind.", "hours": 24},
    incoming.BeginLesson: {"again": True},
    incoming.Privacy: {"hidden": True},
    incoming.DayTry: {"free": True},
    incoming.TakeHoliday: {"days": 7},
    incoming.Riddle: {"played": ["draw"], "command": {"do": "try", "seat": 0}},
}
COMMANDS: list[dict[str, Any]] = [
    {"do": "play", "seat": 0, "decision": "draw", "seq": 1, "key": "12345678", "id": 1},
    {"do": "undo", "to": 0, "seq": 1, "key": "12345678"},
    {"do": "order", "seat": 0, "order": "pass", "give": True, "key": "12345678"},
    {"do": "takeover", "seat": 1, "key": "12345678"},
    {"do": "return", "seat": 1, "key": "12345678"},
    {"do": "agree", "ask": 3, "agree": True, "key": "12345678"},
    {"do": "hand", "up": True, "key": "12345678"},
    {"do": "sit", "seat": 1, "link": "abcdefgh", "key": "12345678"},
    {"do": "vote", "ask": 3, "choice": "wait", "key": "12345678"},
    {"do": "read", "step": 1, "key": "12345678"},
    {"do": "chat", "text": "Hello", "key": "12345678"},
    {"do": "why", "seat": 0, "decision": "draw"},
    {"do": "why", "seat": 0, "path": ["button:a", "tile-1"]},
    {"do": "draw", "seat": 0, "path": ["button:a", "tile-1"]},
    {"do": "try", "seat": 0},
    {"do": "ping", "id": "a"},
]
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What the handlers answer with a sentence."""


@contextmanager
def bodies(_folder: Path) -> Iterator[Try]:
    """Bodies of HTTP requests."""

    def attempt(chance: random.Random) -> bool:
        kind = chance.choice(list(BODIES))
        text = break_json([BODIES[kind]], chance).encode()[1:-1]
        data = break_bytes(text, chance) if chance.random() < 0.2 else text
        return _is_taken(lambda: msgspec.json.decode(data, type=kind), *UNREADABLE)

    yield attempt


@contextmanager
def messages(_folder: Path) -> Iterator[Try]:
    """Messages of websockets, as they are read."""

    def attempt(chance: random.Random) -> bool:
        text = break_json([chance.choice(COMMANDS)], chance).encode()[1:-1]
        data = break_bytes(text, chance) if chance.random() < 0.2 else text
        return _is_taken(lambda: incoming.read_command(data), *UNREADABLE)

    yield attempt


@contextmanager
def commands(folder: Path) -> Iterator[Try]:
    """The same, carried out at tables of every title."""
    limits = Limits(**dict.fromkeys(("tables_per_guest", "remarks_per_minute", "undos_per_minute"), PLENTY))
    with asyncio.Runner() as runner:
        services = Services(Settings(name_of(folder / "commands.db"), limits))
        guest, tables = runner.run(_sit_down(services))

        def attempt(chance: random.Random) -> bool:
            table = chance.choice(tables)
            try:
                command = incoming.read_command(_command(services, table, chance))
                runner.run(services.do(guest, table, command))  # type: ignore[arg-type]
            except UNREADABLE:
                return False
            except Refused as refused:
                if refused.status >= 500:
                    raise
                return False
            return True

        yield attempt
        runner.run(services.close())


async def _sit_down(services: Services) -> tuple[Guest, list[str]]:
    guest, _ = await services.guests.add("Lisa")
    made = []
    for title in menagerie.titles():
        players = max(2, menagerie.load(title).players[0])
        seats = [incoming.SeatWish("me"), *[incoming.SeatWish("hotseat", f"Ben {n}") for n in range(1, players)]]
        made.append((await services.make_table(guest, incoming.NewTable(title, seats))).id)
    return guest, made


def _command(services: Services, id: str, chance: random.Random) -> bytes:
    """A command that could be meant, at the table as it is, with at least one fault more often than not."""
    table = services.tables.loaded[id]
    command = dict(chance.choice(COMMANDS))
    if "seq" in command:
        command["seq"] = table.seq
    if "key" in command:
        command["key"] = key()
    if table.to_act:
        seat = table.to_act[0]
        if "seat" in command:
            command["seat"] = seat
        if "decision" in command:
            command["decision"] = str(chance.choice(table.state.legal(seat)))
        if "path" in command:
            choice = chance.choice(table.game.choices(table.state, seat))
            command["path"] = [*choice.path, chance.choice(list(table.game.scene(table.state, seat).pieces))]
    return json.dumps(command).encode() if chance.random() < 0.2 else break_json([command], chance).encode()[1:-1]


# What people say of themselves.

PASSKEY = Passkey("https://zoo.example", "zoo.example")
SITE = passkeys.Site("zoo.example", ("https://zoo.example",))
AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
TEXTS: list[tuple[str, Callable[[str], object]]] = [
    ("Lisa Löwe 3", name_policy.proper),
    ("Lisa Löwe 3", names.folded),
    ("lisa@zoo.example", mailer.clean_address),
    ("30+10", time_controls.read),
    ("3d", time_controls.read),
    ("2026-11-18", deal_days.read),
    (AGENT, devices.device_name),
    ("ABCD-EFGH", one_time_tokens.typed),
    ("https://zoo.example:8443/hook?a=b", Outside(may_be_inside=False).check),
    ("https://[2001:db8::1]/hook", Outside(may_be_inside=True).check),
    ("zoo.example:8460", lambda text: passkeys.site(Settings(), text)),
    ("2001:db8::1", network),
    ('{"main": [300, 200, "common", 1.0]}', incoming.read_parts),
]
"""What is whole, and who reads it."""


@contextmanager
def people(_folder: Path) -> Iterator[Try]:
    """Names, addresses, paces, days, devices, and what passkeys answer."""
    challenge = passkeys.new_challenge()
    answer, signed = PASSKEY.make({"challenge": challenge}), PASSKEY.sign({"challenge": challenge})
    key = passkeys.made(SITE, challenge, incoming.PasskeyMade(**answer)).public_key

    def sign(answer: Any) -> object:
        passkeys.challenge_in(answer.client_data)
        return passkeys.signed(SITE, challenge, answer, key, 0)

    def broken(answer: dict[str, str], chance: random.Random) -> dict[str, str]:
        name = chance.choice(sorted(answer))
        return answer | {name: passkeys.encode(break_bytes(passkeys.decode(answer[name]), chance))}

    def attempt(chance: random.Random) -> bool:
        if chance.random() < 0.3:
            made = incoming.PasskeyMade(**broken(answer, chance))
            return _is_taken(lambda: passkeys.made(SITE, challenge, made), Refused)
        if chance.random() < 0.3:
            return _is_taken(lambda: sign(incoming.PasskeyAnswer(bring=True, **broken(signed, chance))), Refused)
        whole, read = chance.choice(TEXTS)
        text = break_text(whole, chance, chance.choice(TEXTS)[0])
        return _is_taken(lambda: read(text), Refused, *UNREADABLE)

    yield attempt


# Databases.


@contextmanager
def databases(folder: Path) -> Iterator[Try]:
    """SQLite files of ours: opened as a server opens them, and every table read; or checked."""
    whole, file = folder / "whole.db", folder / "broken.db"
    with asyncio.Runner() as runner:
        services = Services(Settings(str(whole)))
        _, ids = runner.run(_sit_down(services))
        runner.run(services.close())
    content = whole.read_bytes()

    def attempt(chance: random.Random) -> bool:
        for leftover in folder.glob("broken.db*"):
            leftover.unlink(missing_ok=True)
        file.write_bytes(break_bytes(content, chance))
        if chance.random() < 0.2:
            shutil.copy(whole.with_name("whole.db-last"), file.with_name("broken.db-last"))
        read = _check if chance.random() < 0.5 else partial(_serve, ids)
        return _is_taken(lambda: read(file), Unusable, Refused)

    yield attempt


def _serve(ids: list[str], file: Path) -> None:
    """Open a file as a server does, and have every table looked at."""

    async def look() -> None:
        services = Services(Settings(str(file)))
        try:
            with contextlib.suppress(DBAPIError):  # who asks is told 503
                services.lobby_lists.of(None)
            await services.bots.wake_all()
            for id in ids:
                with contextlib.suppress(DBAPIError):
                    await services.tables.get(id)
        finally:
            await services.close()

    asyncio.run(look())


def _check(file: Path) -> None:
    engine = engines.reading_engine(engines.url_of(str(file)))
    try:
        for finding in checking.check(engine, checking.tables(engine)):
            assert isinstance(finding.problem, str)
        checking.check_file(engine)
    finally:
        engine.dispose()


PARSERS = [
    Parser("records", 12_000, records),
    Parser("uploads", 1_000, uploads),
    Parser("notation", 26_000, notation),
    Parser("positions", 3_000, positions),
    Parser("18xx", 3_000, eighteen_xx),
    Parser("settings", 10_000, settings),
    Parser("bodies", 17_000, bodies),
    Parser("people", 5_000, people),
    Parser("messages", 19_000, messages),
    Parser("commands", 3_000, commands),
    Parser("databases", 1_000, databases),
]
