"""Test puzzles over HTTP: nothing hidden is sent, the server judges, and nothing is stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

import menagerie
from menagerie.puzzles import book
from menagerie.puzzles.book import Puzzle
from menagerie.server.base.errors import Refused
from menagerie.server.play import puzzle_tables
from menagerie.server.protocol import incoming
from tests.server.support.people import there
from tests.tiers import COMPLETE

pytestmark = pytest.mark.one_store

titles = pytest.mark.parametrize("title", COMPLETE)
KEY = "a puzzle"


def some(title: str, asked: int = 1) -> Puzzle:
    return next(one for one in book.puzzles(title).values() if one.asked >= asked)


def play(seat: int, decision: str) -> dict[str, Any]:
    return {"do": "play", "seat": seat, "decision": decision, "seq": 0, "key": KEY}


def address(puzzle: Puzzle) -> str:
    return f"/api/puzzles/{puzzle.title}/{puzzle.number}"


# Nothing hidden.


class Elsewhere(Puzzle):
    """The same puzzle from a game in which everything hidden from its seat was dealt differently."""

    def position(self):
        return self.record.final().imagine(self.seat, 4711).imagine(self.seat, book.DEALT)


def elsewhere(puzzle: Puzzle) -> Puzzle:
    return Elsewhere(**vars(puzzle))


@titles
def test_hidden_information_changes_no_byte(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for puzzle in list(book.puzzles(title).values())[::20]:
        told = []
        for one in (puzzle, elsewhere(puzzle)):
            puzzle_tables._position.cache_clear()
            monkeypatch.setattr(puzzle_tables, "find", lambda title, number, one=one: one)
            message = puzzle_tables.whole(one, [])
            decision = incoming.Play(seat=one.seat, decision=puzzle.answer[0], seq=0, key="a puzzle")
            played = puzzle_tables.do(one, incoming.Riddle(played=[], command=decision))
            told.append(incoming.write([message, played]))
        puzzle_tables._position.cache_clear()
        assert told[0] == told[1]


@titles
def test_the_seed_is_never_sent(title: str, person: Any) -> None:
    puzzle = some(title)
    lisa = person()
    sent = lisa.http.get(address(puzzle)).text + lisa.http.get("/api/puzzles").text
    sent += lisa.request(f"{address(puzzle)}/do", {"played": [], "command": play(puzzle.seat, puzzle.answer[0])}).text
    assert str(puzzle.record.seed) not in sent
    assert '"history"' not in sent
    message = json.loads(lisa.http.get(address(puzzle)).text)["message"]
    assert message["scene"]["seat"] == puzzle.seat
    assert message["table"]["mine"] == [puzzle.seat]
    assert [ask["seat"] for ask in message["turn"]["asks"]] == [puzzle.seat]


def test_the_answer_is_not_sent_before_it_is_requested(person: Any) -> None:
    puzzle = some("zooloretto-mini")
    told = person().get(address(puzzle))["puzzle"]
    assert set(told) == {
        *("title", "number", "theme", "stars", "players", "address"),
        *("name", "letter", "asked", "asks", "next"),
    }


# Solving.


@titles
def test_a_puzzle_is_solved_without_a_name(title: str, person: Any) -> None:
    puzzle, lisa = some(title), person()
    played: list[str] = []
    answer: dict[str, Any] = {}
    for number, decision in enumerate(puzzle.answer[: puzzle.asked], start=1):
        answer = lisa.post(f"{address(puzzle)}/do", {"played": played, "command": play(puzzle.seat, decision)})
        played = answer["played"]
        assert played == list(puzzle.answer[:number])
        assert answer["answered"] == (number == puzzle.asked)
        assert answer["message"]["type"] == "update"
    verdict = lisa.post(f"{address(puzzle)}/verdict", {"played": played})
    assert verdict["right"]
    assert any(sentence.startswith("The second best turn (") for sentence in verdict["sentences"])


@titles
def test_a_puzzle_is_failed_and_explained(title: str, person: Any) -> None:
    puzzle, lisa = some(title), person()
    verdict = lisa.post(f"{address(puzzle)}/verdict", {"played": list(puzzle.second[: puzzle.asked])})
    assert not verdict["right"]
    assert verdict["sentences"][0].startswith("It costs ")
    told = lisa.post(f"{address(puzzle)}/solution", {})
    assert [step["decision"] for step in told["steps"]] == list(puzzle.answer)
    assert told["heading"] == "The answer"


def test_the_table_answers_as_any_table(person: Any) -> None:
    puzzle, lisa = some("zooloretto-mini", asked=2), person()
    where = address(puzzle)
    why = {"do": "why", "seat": puzzle.seat, "decision": "load 1"}
    told = lisa.post(f"{where}/do", {"played": [], "command": why})
    assert told["reason"]
    back = lisa.post(f"{where}/do", {"played": list(puzzle.answer[:1])})["message"]
    assert back["type"] == "table"
    assert back["n"] == 1
    after = json.dumps(list(puzzle.answer[:1]))
    assert lisa.http.get(f"{where}/sheet", params={"after": after}).json()["n"] == 1
    assert lisa.http.get(f"{where}/moment/0", params={"after": after}).json()["n"] == 0
    assert lisa.http.get(f"{where}/film/1", params={"after": after}).json()["steps"]
    assert lisa.http.get(f"{where}/course", params={"after": after}).json()["scores"]
    assert lisa.http.get(f"{where}/overlays").json()["n"] == 0
    assert lisa.http.get(f"{where}/picture.svg").text.startswith("<svg")
    assert not lisa.get("/api/tables")["mine"], "no table was made"


def test_lists_and_todays_puzzle(person: Any) -> None:
    told = person().get("/api/puzzles")
    assert [one["id"] for one in told["titles"]] == book.titles_with_puzzles()
    for one in told["titles"]:
        assert len(one["puzzles"]) == len(book.puzzles(one["id"]))
    days = [book.of_day(book.today())]
    assert (told["today"]["title"], told["today"]["number"]) in [(day.title, day.number) for day in days]
    cards = person().get("/api/titles")["titles"]
    assert {card["puzzles"] for card in cards} == {f"/puzzles#{title}" for title in COMPLETE}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("zooloretto-mini/99999", "missing"),
        ("chess/1", "missing"),
        ("zooloretto-mini/1/sheet?after=1", "bad"),
        ('zooloretto-mini/1/sheet?after=["load 9"]', "illegal"),
        ("zooloretto-mini/1/moment/7", "missing"),
    ],
)
def test_a_missing_puzzle_is_refused(person: Any, path: str, code: str) -> None:
    answer = person().http.get(f"/api/puzzles/{path}")
    assert answer.json()["code"] == code


def test_an_illegal_decision_is_refused(person: Any) -> None:
    puzzle, lisa = some("zooloretto-mini"), person()
    refused = lisa.refused(f"{address(puzzle)}/do", {"played": [], "command": play(puzzle.seat, "load 9")})
    assert refused["code"] == "illegal"
    refused = lisa.refused(f"{address(puzzle)}/verdict", {"played": []})
    assert refused["error"] == "There is nothing to judge yet. Make a decision first."
    refused = lisa.refused(f"{address(puzzle)}/do", {"played": ["nonsense"]})
    assert refused["code"] == "illegal"


def test_a_damaged_book_leaves_the_others_intact(tmp_path: Any, monkeypatch: Any, caplog: Any) -> None:
    mini = "zooloretto-mini"
    damaged = tmp_path / "puzzles.jsonl"
    damaged.write_bytes(book.place(menagerie.load(mini)).read_bytes()[:-40])
    whole = book.place
    monkeypatch.setattr(book, "place", lambda game: damaged if game.id == mini else whole(game))
    book.puzzles.cache_clear()
    try:
        listed = puzzle_tables.books()
        assert [one.id for one in listed.titles] == [title for title in COMPLETE if title != mini]
        assert there(listed.today).title != mini
        with pytest.raises(Refused, match="This puzzle doesn't exist"):
            puzzle_tables.find(mini, 1)
        assert f"{damaged}, line 60: a puzzle cannot be read" in caplog.text
    finally:
        book.puzzles.cache_clear()
