"""Test what a decision causes, step by step: what is sent when it happens, and what can be requested later."""

from __future__ import annotations

import json
import random

import pytest

import menagerie
from menagerie.server.protocol.incoming import write
from menagerie.server.show import animation, moment_messages, table_messages
from menagerie.server.store.events import TableEvent
from tests.server.play.test_replays import finished, send
from tests.server.show.test_hidden import new_table

pytestmark = pytest.mark.one_store


def play(table, decision: str, seat: int | None = None) -> None:
    seat = table.to_act[0] if seat is None else seat
    tried = table.try_decision(seat, decision)
    table.apply(TableEvent(table.id, table.seq + 1, "play", seat, decision, 0.0, ""), tried)


def to_the_keepers(table) -> None:
    """End turns until the last one is about to end."""
    while True:
        seat = table.to_act[0]
        legal = [str(action) for action in table.state.legal(seat)]
        if "end turn" in legal:
            told = table.try_decision(seat, "end turn").events
            if any("Keepers set off" in str(one.event) for one in told):
                return
        play(table, "end turn" if "end turn" in legal else legal[0], seat)


def test_a_keepers_phase_is_sent_as_an_animation():
    table = new_table("zoo-escape", 2)
    to_the_keepers(table)
    before = table.game.scene(table.state, 0)
    audience = table_messages.Audience(table, (0,))
    play(table, "end turn")
    film = json.loads(write(audience.update(table)))["film"]
    assert [step["text"] for step in film] == table.log[-1].text
    assert [step["lines"] for step in film] == [1] * len(film)
    drawn = next(i for i, step in enumerate(film) if "draws a" in step["text"])
    assert (film[drawn]["sound"], film[drawn]["seat"], film[drawn]["about"]) == ("draw", None, ["keeper-1"])
    assert film[0]["seat"] in (0, 1)
    # Assembled, the steps are what was visible at each event; the last is the table as it is.
    pieces = {id: list(piece) for id, piece in before.pieces.items()}
    for step, frame in zip(film[:-1], animation.frames(table, table.n), strict=False):
        pieces |= step["scene"]["set"]
        for id in step["scene"]["del"]:
            del pieces[id]
        scene = table.game.scene(frame.state, 0)
        assert pieces == json.loads(write({id: list(piece) for id, piece in scene.pieces.items()}))
    assert "scene" not in film[-1]


def test_an_animation_has_no_more_steps_than_can_be_watched(monkeypatch):
    monkeypatch.setattr(animation, "MOST", 4)
    table = new_table("zoo-escape", 2)
    to_the_keepers(table)
    audience = table_messages.Audience(table, (0,))
    play(table, "end turn")
    film = json.loads(write(audience.update(table)))["film"]
    assert len(film) <= 4
    assert sum(step["lines"] for step in film) == len(table.log[-1].text) > 4
    assert " ".join(step["text"] for step in film) == " ".join(table.log[-1].text)
    assert moment_messages.film(table, "g0", table.n).steps[-1].text == film[-1]["text"]


def test_undone_or_missed_decisions_have_no_animation():
    table = new_table("zooloretto-mini", 2)
    audience = table_messages.Audience(table, (0,))
    play(table, "draw")
    play(table, "load 1")
    assert json.loads(write(audience.update(table)))["film"] == [], "two decisions at once are not told as one"
    table.apply(TableEvent(table.id, table.seq + 1, "undo", 0, "1", 0.0, ""))
    assert json.loads(write(audience.update(table)))["film"] == []
    assert moment_messages.film(table, None, 1).steps[0].text.startswith("Player 0 draws")


def test_every_animation_of_a_game_can_be_requested(person):
    lisa = person("Lisa")
    table = send(lisa, str(finished("zoo-escape", 3))).json()
    log = lisa.get(f"/api/tables/{table['id']}/log")["log"]
    for entry in random.Random(1).sample(log, 6):
        film = lisa.get(f"/api/tables/{table['id']}/film/{entry['n']}")
        assert [step["text"] for step in film["steps"]] == entry["text"]
        pieces = film["scene"]["set"]
        for step in film["steps"]:
            pieces |= step["scene"]["set"]
            for id in step["scene"]["del"]:
                del pieces[id]
        assert pieces == lisa.get(f"/api/tables/{table['id']}/moment/{entry['n']}")["scene"]["set"]
    for n in (0, table["decisions"] + 1):
        assert lisa.http.get(f"/api/tables/{table['id']}/film/{n}").status_code == 404


def test_headings_are_where_rounds_start_and_disappear_with_an_undo():
    table = new_table("zooloretto-mini", 2)
    chance = random.Random(4)
    while table.state.chapter() != "Round 3":
        play(table, str(chance.choice(table.state.legal())))
    heads = [(entry.n, line, head) for entry in table.log for line, head in entry.heads.items()]
    assert [head for _, _, head in heads] == ["Round 1", "Round 2", "Round 3"]
    n, line, _ = heads[1]
    assert table.log[n - 1].text[line].startswith("Round 2.")
    table.apply(TableEvent(table.id, table.seq + 1, "undo", 0, str(n - 1), 0.0, ""))
    while table.state.chapter() != "Round 2":
        play(table, str(chance.choice(table.state.legal())))
    assert [head for entry in table.log for head in entry.heads.values()] == ["Round 1", "Round 2"]


def test_every_title_has_headings_from_the_start():
    for title in menagerie.titles():
        game = menagerie.load(title)
        for players in game.players:
            assert game.new(players=players, seed=1).chapter(), title


def test_the_elephants_laps_are_the_headings_of_new_york_zoo():
    table = new_table("new-york-zoo", 2)
    while table.state.chapter() != "Lap 3":
        play(table, str(table.state.legal()[0]))
    assert [head for entry in table.log for head in entry.heads.values()] == ["Lap 1", "Lap 2", "Lap 3"]
