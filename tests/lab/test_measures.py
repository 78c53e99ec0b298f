"""What is noted of games: every title's measures fit its views and events."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiers import COMPLETE

import menagerie
from menagerie.core.errors import BadContent
from menagerie.core.event import Event
from menagerie.lab import measures
from menagerie.lab.entrants import Entrant
from menagerie.lab.match import Match
from menagerie.lab.measures import Count, Fact, Measures

RANDOM = (Entrant.parse("random"),)


@pytest.mark.parametrize("title", COMPLETE)
def test_measures_fit_the_title(title: str) -> None:
    game = menagerie.load(title)
    measures.check(game)
    noted = Measures.of(game)
    assert noted.counts, "something is counted in every title"
    for words in [fact.words for fact in noted.facts] + [count.words for count in noted.counts]:
        assert words.endswith("."), "a sentence says what it means"
    events = [sub.__name__ for sub in Event.__subclasses__() if sub.__module__.startswith(type(game).__module__[:-6])]
    assert {count.event for count in noted.counts} <= set(events)


@pytest.mark.parametrize("title", COMPLETE)
def test_counts_are_made_in_games(title: str) -> None:
    """Of two games of random players at least one count has something to count; nothing is counted twice a game."""
    counted: set[str] = set()
    for number in range(2):
        rows = measures.play(Match(title, 2, RANDOM, 2), number)
        counted |= {name for row in rows for name, _, _ in row["counts"]}
        counted |= {name for name, _, _ in rows[0]["game_counts"]}
        assert rows[0]["game_counts"] == rows[1]["game_counts"], "what is nobody's belongs to the game"
    assert counted
    assert counted <= {count.name for count in Measures.of(menagerie.load(title)).counts}


def test_tiles_that_go_into_a_zoo_are_counted_by_kind() -> None:
    """Against the log of the same game, told another way: every tile that was taken went somewhere."""
    match = Match("zooloretto-mini", 2, RANDOM, 1)
    rows = measures.play(match, 0)
    state = menagerie.load("zooloretto-mini").new(players=2, seed=match.deal(0))
    assert rows[0]["deal"] == match.deal(0)
    kinds = {value for name, value in rows[0]["facts"] if name == "kind in play"}
    assert kinds == set(state.view(None)["kinds"])
    placed = {piece for row in rows for name, piece, _ in row["counts"] if name.startswith("into")}
    assert placed <= kinds | {"pond", "shrub", "rock"}
    assert len(placed) > 4


def test_who_is_first_has_the_first_place() -> None:
    for title in ("zooloretto-mini", "new-york-zoo", "night-at-the-zoo", "18zoo"):
        game = menagerie.load(title)
        for seed in range(4):
            state = game.new(players=3, seed=seed)
            first = Measures.of(game).begins(state)
            assert first is not None
            if title == "18zoo":
                assert state.to_act == (2,), "the draft goes the other way round"
                assert first == 0
            else:
                assert state.to_act == (first,)
    assert Measures.of(menagerie.load("zoo-escape")).begins(menagerie.load("zoo-escape").new(players=2, seed=1)) is None
    assert Measures.of(menagerie.load("new-york-zoo")).begins(menagerie.load("new-york-zoo").new(1, 1)) is None


class Seen(Event):
    """Something to be counted."""

    def __init__(self, seat: int, animal: str, where: int) -> None:
        self.seat = seat
        self.animal = animal
        self.where = where


def test_a_count_is_of_some_events_and_pieces() -> None:
    count = Count("seen", "It was seen.", "Seen", ("animal",), (), " ", (("where", (1, 2)),))
    assert count.pieces(Seen(0, "wolf of entrance N2", 1)) == ["wolf"]
    assert count.pieces(Seen(0, "wolf of entrance N2", 3)) == []
    assert Count("seen", "", "Other", ("animal",), (), "", ()).pieces(Seen(0, "wolf", 1)) == []
    assert Count("seen", "", "Seen", ("where",), ("here", "there"), "", ()).pieces(Seen(0, "wolf", 1)) == ["there"]


def test_a_fact_is_read_from_the_view() -> None:
    view = {"zoos": [{"board": "a"}, {"board": "b"}], "kinds": ["rhino", "llama"]}
    assert Fact("board", "", ("zoos", "{seat}", "board")).values(view, 1) == ["b"]
    assert Fact("boards", "", ("zoos", "*", "board")).values(view, 0) == ["a", "b"]
    assert Fact("kinds", "", ("kinds",)).values(view, 0) == ["llama", "rhino"]


def test_measures_that_do_not_fit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Measures((), (Fact("weather", "", ("weather",)),), ())
    monkeypatch.setattr(Measures, "of", staticmethod(lambda game: wrong))
    with pytest.raises(BadContent, match=r"measures\.toml of Zooloretto Mini does not fit its view: KeyError"):
        measures.check(menagerie.load("zooloretto-mini"))


def test_a_title_without_measures_has_rows_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "FILE", "nothing.toml")
    (first, second) = measures.play(Match("zooloretto-mini", 2, RANDOM, 1), 0)
    assert (first["facts"], second["counts"]) == ([], [])
