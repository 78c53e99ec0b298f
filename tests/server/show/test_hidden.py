"""Nobody is sent what their seat may not know: what is hidden from them is dealt anew, and the bytes stay the same."""

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
"""At how many moments of a game everybody's bytes are compared."""


def new_table(title: str, players: int) -> Table:
    game = menagerie.load(title)
    row = TableFacts(
        "t", title, game.rules_version, players, {}, SEED, SALT, "g0", True, False, "playing", "secret-link", 0.0
    )
    return Table(row, [Seat(seat, "person", f"g{seat}", f"Player {seat}") for seat in range(players)])


def take_all(twin: Table | GameHistory, real: Table | GameHistory) -> None:
    """Let a twin have everything that a real one has. A compiled one has no dictionary of its attributes."""
    attributes = [name for name, one in vars(type(real)).items() if isinstance(one, GetSetDescriptorType)]
    for name in getattr(real, "__dict__", attributes):
        with contextlib.suppress(AttributeError):  # what follows from others
            setattr(twin, name, getattr(real, name))


class Twin(Table):
    """The same table, with everything that one seat (None: an onlooker) cannot know dealt otherwise."""

    def __init__(self, table: Table, seat: int | None, seed: int) -> None:
        take_all(self, table)
        self.history = TwinHistory(table.history, seat, seed)
        self.drawings = Drawings(self.game)


class TwinHistory(GameHistory):
    """The same game, with everything that one seat (None: an onlooker) cannot know dealt otherwise."""

    def __init__(self, real: GameHistory, seat: int | None, seed: int) -> None:
        take_all(self, real)
        self.real, self.seat, self.seed = real, seat, seed
        self.state = real.state.imagine(seat, seed)

    def moment(self, n):
        return self.real.moment(n).imagine(self.seat, self.seed)


class AfterTwin(Table):
    """A table after one decision more, which was made at a twin of it; dice that all see fall the same way."""

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
    """All that a viewer can be sent at this moment, but for the differences to other moments."""
    seats = () if seat is None else (seat,)
    guest = None if seat is None else f"g{seat}"
    whole = table_messages.Audience(table, seats).whole(table, guest)
    picture = table.game.scene(table.state, seat).svg("dark")
    moments = [
        moment_messages.moment(table, guest, n, since) for n, since in ((table.n, None), (table.n // 2, table.n))
    ]
    for moment in moments:
        moment.about = None  # it tells of the decision before: see `compare_films`
    return write([whole, picture, moments, [] if seat is None else answers(table, seat)])


def answers(table: Table, seat: int) -> list[object]:
    """What a seat is told when it asks."""
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
def test_bytes_tell_no_seat_and_no_onlooker_what_is_hidden(title, players, monkeypatch):
    monkeypatch.setattr("menagerie.server.base.clock.now", lambda: 5.0)
    chance = random.Random(f"{title} {players}")
    length = play_randomly(new_table(title, players), chance, None)
    stops = set(chance.sample(range(length), min(LOOKS, length)))
    chance = random.Random(f"{title} {players}")
    play_randomly(new_table(title, players), chance, stops)


def play_randomly(table: Table, chance: random.Random, stops: set[int] | None) -> int:
    """Play a game to its end; compare at the stops. How many decisions there were."""
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
    """Everybody is sent the same, whatever is hidden from them."""
    for seat in (None, *range(table.facts.players)):
        twin = Twin(table, seat, chance.getrandbits(64))
        sent = everything(table, seat)
        assert sent == everything(twin, seat)
        assert str(SEED).encode() not in sent
        assert SALT.encode() not in sent
        if seat is None:
            assert b"secret-link" not in sent


def compare_stories(table: Table, seat: int, decision: str, chance: random.Random) -> None:
    """Where somebody cannot see a difference after a decision, the sentences about it do not tell one either."""
    for viewer in (None, *range(table.facts.players)):
        twin = table.state.imagine(viewer, chance.getrandbits(64))
        twin.rng = table.state.rng.copy()  # dice that all see fall the same way; only what lies hidden differs
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
    """Where somebody cannot see a difference after a decision, the film of it does not show one either; and what is
    sent when it happens is what can be asked for later."""
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
def test_hands_that_each_seat_sees_otherwise(players, monkeypatch):
    """The same for a toy in which every seat has secrets of its own."""
    add_toy(monkeypatch)
    test_bytes_tell_no_seat_and_no_onlooker_what_is_hidden("pebbles", players, monkeypatch)
    table = new_table("pebbles", 2)
    assert everything(table, 0) != everything(table, None)


def test_a_hotseat_is_shown_the_hand_of_who_decides_only(monkeypatch):
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


def test_a_bot_that_stands_in_shows_nobody_anything_new(monkeypatch):
    """Not to the others, and not to whose seat it is: until they take it back they watch."""
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
    """What the guest of a seat (None: an onlooker) is sent, but for names."""
    guest = None if seat is None else f"g{seat}"
    whole = table_messages.Audience(table, table.held_by(guest)).whole(table)
    moments = [moment_messages.moment(table, guest, n, None) for n in (table.n, table.n // 2)]
    return write([whole.scene, whole.turn, [one.scene for one in moments]])


def add_toy(monkeypatch):
    game = Pebbles()
    monkeypatch.setitem(registry._LOADED, game.id, game)
    monkeypatch.setitem(registry._folders(), game.id, "")


def test_the_comparison_notices_a_leak(monkeypatch):
    """A scene that shows the next hidden tile must fail: otherwise the test above proves nothing."""
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


def test_turning_a_tile_of_dr_potamus_up_tells_something():
    """What was face down is known to all from then on: who takes that back asks, and it is dealt anew."""
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
        assert not table.is_told_since(0), "nothing was turned up yet"
    assert table.is_told_since(0)
