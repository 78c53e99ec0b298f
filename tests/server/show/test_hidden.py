"""Test that no one is sent what their seat may not know: hidden information is redealt, and the bytes stay the same."""

from __future__ import annotations

import contextlib
import json
import random
from types import GetSetDescriptorType

import pytest

import menagerie
from menagerie.core import registry
from menagerie.core.display.choosing import why_not
from menagerie.core.errors import MenagerieError
from menagerie.core.event import Event
from menagerie.core.state import State
from menagerie.server.protocol.incoming import replace, write
from menagerie.server.show import animation, moment_messages, table_messages
from menagerie.server.store.events import TableEvent
from menagerie.server.store.seats import Seat
from menagerie.server.store.table_index import TableFacts
from menagerie.server.table.drawings import Drawings
from menagerie.server.table.game_history import GameHistory
from menagerie.server.table.table import Table
from menagerie.testing.looking import known_to
from tests.conformance.toy.pebbles import Pebbles

pytestmark = pytest.mark.one_store

SEED, SALT = 0xFEEDFACE_DEADBEEF_0123456789, "5a17" * 8
LOOKS = 24
"""At how many moments of a game everyone's bytes are compared."""


def new_table(title: str, players: int) -> Table:
    game = menagerie.load(title)
    row = TableFacts(
        "t", title, game.rules_version, players, {}, SEED, SALT, "g0", True, False, "playing", "secret-link", 0.0
    )
    return Table(row, [Seat(seat, "person", f"g{seat}", f"Player {seat}") for seat in range(players)])


def take_all(twin: Table | GameHistory, real: Table | GameHistory) -> None:
    """Copy all attributes to a twin. A compiled object has no dictionary of them."""
    attributes = [name for name, one in vars(type(real)).items() if isinstance(one, GetSetDescriptorType)]
    for name in getattr(real, "__dict__", attributes):
        with contextlib.suppress(AttributeError):  # computed from others
            setattr(twin, name, getattr(real, name))


class Twin(Table):
    """The same table, with everything that one seat (None: a spectator) can't know dealt differently."""

    def __init__(self, table: Table, seat: int | None, seed: int) -> None:
        take_all(self, table)
        self.history = TwinHistory(table.history, seat, seed)
        self.drawings = Drawings(self.game)


class TwinHistory(GameHistory):
    """The same game, with everything that one seat (None: a spectator) can't know dealt differently."""

    def __init__(self, real: GameHistory, seat: int | None, seed: int) -> None:
        take_all(self, real)
        self.real, self.seat, self.seed = real, seat, seed
        self.state = real.state.imagine(seat, seed)

    def moment(self, n):
        return self.real.moment(n).imagine(self.seat, self.seed)


class AfterTwin(Table):
    """A table after one more decision, which was made at a twin of it; open dice fall the same way."""

    def __init__(self, table: Table, before: State, seat: int, decision: str) -> None:
        take_all(self, table)
        self.last_events, self.drawings = [], Drawings(self.game)
        self.history = AfterHistory(table.history, before, seat, decision)


class AfterHistory(GameHistory):
    """That table's game."""

    def __init__(self, real: GameHistory, before: State, seat: int, decision: str) -> None:
        take_all(self, real)
        self.before, self.state = before, before.copy()
        self.state.play(decision, seat)

    def moment(self, n):
        return self.state if n == self.n else self.before


def everything(table: Table, seat: int | None) -> bytes:
    """Return all that a viewer can be sent at this moment, except differences from other moments."""
    seats = () if seat is None else (seat,)
    guest = None if seat is None else f"g{seat}"
    whole = table_messages.Audience(table, seats).whole(table, guest)
    picture = table.game.scene(table.state, seat).svg("dark")
    moments = [
        moment_messages.moment(table, guest, n, since) for n, since in ((table.n, None), (table.n // 2, table.n))
    ]
    for moment in moments:
        moment.about = None  # about the decision before: see `compare_films`
    return write([whole, picture, moments, [] if seat is None else answers(table, seat)])


def answers(table: Table, seat: int) -> list[object]:
    """Return the answers to everything that a seat can ask."""
    pieces = list(table.game.scene(table.state, seat).pieces)
    reasons = [str(why_not(table.state, seat, (piece,))) for piece in pieces[:: 1 + len(pieces) // 12]]
    return [reasons, [trial.wire() for trial in table.game.trials(table.state, seat)]]


def counts():
    for title in menagerie.titles():
        players = menagerie.load(title).players
        for count in sorted({players[0], players[-1]}):
            yield pytest.param(title, count, id=f"{title}-{count}")


@pytest.mark.slow
@pytest.mark.parametrize(("title", "players"), list(counts()))
def test_bytes_reveal_hidden_information_to_no_seat_or_spectator(title, players, monkeypatch):
    monkeypatch.setattr("menagerie.server.base.clock.now", lambda: 5.0)
    chance = random.Random(f"{title} {players}")
    length = play_randomly(new_table(title, players), chance, None)
    stops = set(chance.sample(range(length), min(LOOKS, length)))
    chance = random.Random(f"{title} {players}")
    play_randomly(new_table(title, players), chance, stops)


def play_randomly(table: Table, chance: random.Random, stops: set[int] | None) -> int:
    """Play a game to its end, comparing at the stops; return the number of decisions."""
    drawn = random.Random(chance.random())
    audiences = {seat: table_messages.Audience(table, seats_of(seat)) for seat in (None, *range(table.facts.players))}
    while table.to_act:
        looks = stops is not None and table.n in stops
        if looks:
            compare(table, drawn)
        seat = chance.choice(table.to_act)
        decision = str(chance.choice(table.state.legal(seat)))
        if looks:
            compare_stories(table, seat, decision, drawn)
        before = table.state
        if looks:
            audiences = {seat: table_messages.Audience(table, seats_of(seat)) for seat in audiences}
        tried = table.try_decision(seat, decision)
        table.apply(TableEvent(table.id, table.seq + 1, "play", seat, decision, float(table.seq), ""), tried)
        if looks:
            for viewer, audience in audiences.items():
                sent = write(audience.update(table))
                assert str(SEED).encode() not in sent
                assert SALT.encode() not in sent
                compare_films(table, before, viewer, json.loads(sent)["film"], drawn)
    return table.n


def seats_of(seat: int | None) -> tuple[int, ...]:
    return () if seat is None else (seat,)


def compare(table: Table, chance: random.Random) -> None:
    """Check that everyone is sent the same, whatever is hidden from them."""
    for seat in (None, *range(table.facts.players)):
        twin = Twin(table, seat, chance.getrandbits(64))
        sent = everything(table, seat)
        assert sent == everything(twin, seat)
        assert str(SEED).encode() not in sent
        assert SALT.encode() not in sent
        if seat is None:
            assert b"secret-link" not in sent


def compare_stories(table: Table, seat: int, decision: str, chance: random.Random) -> None:
    """Check that sentences about a decision don't reveal a difference that a viewer can't see."""
    for viewer in (None, *range(table.facts.players)):
        twin = table.state.imagine(viewer, chance.getrandbits(64))
        twin.rng = table.state.rng.copy()  # open dice fall the same way; only what is hidden differs
        story: list[Event] = []
        other: list[Event] = []
        after = table.state.copy()
        after.play(decision, seat, story)
        try:
            twin.play(decision, seat, other)
        except MenagerieError:
            continue  # the decision itself needs what is hidden from the viewer
        if after.view(viewer) == twin.view(viewer):
            assert [str(event) for event in story] == [str(event) for event in other]


def compare_films(table: Table, before: State, viewer: int | None, sent: object, chance: random.Random) -> None:
    """Check that a decision's animation doesn't reveal a difference that a viewer can't see, and that what is sent
    equals what can be requested later."""
    guest = None if viewer is None else f"g{viewer}"
    film = moment_messages.film(table, guest, table.n)
    shown = json.loads(write(film.steps))
    del shown[-1]["scene"]
    assert sent == shown
    twin = before.imagine(viewer, chance.getrandbits(64))
    twin.rng = before.rng.copy()
    try:
        other = AfterTwin(table, twin, *table.decisions[-1])
    except MenagerieError:
        return  # the decision itself needs what is hidden from the viewer
    if known_to(other.state, viewer) == known_to(table.state, viewer):
        assert write(moment_messages.film(other, guest, table.n)) == write(film)
        assert animation.about(other, table.n) == animation.about(table, table.n)


@pytest.mark.parametrize("players", [2, 3])
def test_hands_that_each_seat_sees_differently(players, monkeypatch):
    """The same for a toy in which every seat has its own secrets."""
    add_toy(monkeypatch)
    test_bytes_reveal_hidden_information_to_no_seat_or_spectator("pebbles", players, monkeypatch)
    table = new_table("pebbles", 2)
    assert everything(table, 0) != everything(table, None)


def test_a_hotseat_shows_only_the_hand_of_the_player_to_act(monkeypatch):
    add_toy(monkeypatch)
    table = new_table("pebbles", 2)
    audience = table_messages.Audience(table, (0, 1))
    for decision in ("draw", "keep", "draw", "trade"):
        seat = table.to_act[0]
        assert audience.eyes == seat
        whole = audience.whole(table, "g0")
        assert whole.scene.set["all"].body == table.game.scene(table.state, seat).pieces["all"].body
        tried = table.try_decision(seat, decision)
        table.apply(TableEvent(table.id, table.seq + 1, "play", seat, decision, 0.0, ""), tried)
        audience.update(table)


def test_a_bot_that_stands_in_reveals_nothing_to_anyone(monkeypatch):
    """Neither to the others nor to the seat's owner, who is a spectator until they take it back."""
    add_toy(monkeypatch)
    monkeypatch.setattr("menagerie.server.base.clock.now", lambda: 5.0)
    table, plain = new_table("pebbles", 3), new_table("pebbles", 3)
    table.take_seats([replace(table.seats[1], bot="random")])
    assert (table.held_by("g1"), table.claims("g1")) == ((), (1,))
    for decision in ("draw", "keep", "draw", "trade"):
        for one in (table, plain):
            seat = one.to_act[0]
            tried = one.try_decision(seat, decision)
            one.apply(TableEvent(one.id, one.seq + 1, "play", seat, decision, 0.0, ""), tried)
        for viewer in (None, 0, 2):
            assert sent_to(table, viewer) == sent_to(plain, viewer)
        assert sent_to(table, 1) == sent_to(table, None) != sent_to(plain, 1)


def sent_to(table: Table, seat: int | None) -> bytes:
    """Return what a seat's guest (None: a spectator) is sent, except names."""
    guest = None if seat is None else f"g{seat}"
    whole = table_messages.Audience(table, table.held_by(guest)).whole(table)
    moments = [moment_messages.moment(table, guest, n, None) for n in (table.n, table.n // 2)]
    return write([whole.scene, whole.turn, [one.scene for one in moments]])


def add_toy(monkeypatch):
    game = Pebbles()
    monkeypatch.setitem(registry._LOADED, game.id, game)
    monkeypatch.setitem(registry._folders(), game.id, "")


def test_the_comparison_notices_a_leak(monkeypatch):
    """A scene that shows the next hidden tile must fail, or the test above would prove nothing."""
    table = new_table("zooloretto-mini", 2)
    drawing = table.game.drawing()
    honest = drawing.scene

    def leaking(state, seat=None):
        scene = honest(state, seat)
        scene.put("leak", str(state.secrets()["pile"]))
        return scene

    monkeypatch.setattr("menagerie.server.base.clock.now", lambda: 5.0)
    monkeypatch.setattr(drawing, "scene", leaking)
    with pytest.raises(AssertionError):
        compare(table, random.Random(1))


def test_turning_up_a_tile_of_dr_potamus_reveals_something():
    """What was face down is known to all from then on, so undoing it requires asking, and a redeal."""
    table = new_table("zoo-escape", 1)
    while True:
        seat = table.to_act[0]
        up = table.state.view(None)["tiles"]
        decision = next(
            text for word in ("begin", "move") for text in map(str, table.state.legal(seat)) if text.startswith(word)
        )
        tried = table.try_decision(seat, decision)
        table.apply(TableEvent(table.id, table.seq + 1, "play", seat, decision, 0.0, ""), tried)
        if table.state.view(None)["tiles"] != up:
            break
        assert not table.is_revealed_since(0), "nothing was turned up yet"
    assert table.is_revealed_since(0)
