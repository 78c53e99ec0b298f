"""Review: finds a blunder that was planted, tells luck from skill so that both add up, and peeks at nothing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bots.simple_zoo import mind
from tests.core import toy
from tests.tiers import COMPLETE

import menagerie
from menagerie import BadRecord, BadSetup, Record, State
from menagerie.bots import Clock
from menagerie.bots.display import chances
from menagerie.bots.review import FLOOR, Review, ReviewedTurn, choices, fingerprint, is_mistake, review
from menagerie.bots.turn_bot import Manner, Mind
from menagerie.core.advice import Advice, Weights
from menagerie.core.content import Content, Entry
from menagerie.lab import reviews

pytestmark = pytest.mark.slow

TITLE = "zooloretto-mini"
THOUGHT = 250
AT = 43
"""The moment before the blunder."""


@cache
def planted() -> tuple[Record, int]:
    """A game of two keepers, but for one turn in which a whole truck goes into the barn; and the moment before that."""
    return Record.load(Path(__file__).with_name("planted.zoo")), AT


@cache
def reviewed() -> Review:
    return review(planted()[0], Clock(playouts=THOUGHT), mind=mind())


def test_a_planted_blunder_is_found() -> None:
    record, at = planted()
    wrong = record.decisions[at][1]
    found = [one for one in reviewed().mistakes if one.ply <= at < one.to]
    assert len(found) == 1, f"{wrong} at {at} is not among {[one.decisions for one in reviewed().mistakes]}"
    mistake = found[0]
    assert mistake.loss == max(one.loss for one in reviewed().judgements)
    assert mistake.better is not None
    assert wrong not in str(mistake.better)
    assert mistake.better.reason.startswith("Better: ")
    assert "a barn with few tiles (+" in mistake.better.reason


def test_the_director_finds_it_too() -> None:
    record, at = planted()
    around = Record.of(record.at(at + 3))
    found = review(around, Clock(playouts=250)).mistakes
    assert any(one.ply <= at < one.to for one in found)


def test_what_was_better_could_be_played() -> None:
    record, _ = planted()
    for mistake in reviewed().mistakes:
        state = record.at(mistake.ply)
        assert mistake.better is not None
        for step in mistake.better.steps:
            state.play(step.decision, mistake.seat)


def test_luck_and_skill_add_up() -> None:
    """From choice to choice, and over the whole game, what changed is what decisions cost and what chance brought."""
    made = reviewed()
    for one in made.judgements:
        for seat in range(2):
            change = one.after[seat] - one.before[seat]
            assert one.by_decision(seat) + one.by_chance(seat) == pytest.approx(change)
    for seat in range(2):
        parts = made.skill(seat) + made.gifts(seat) + made.luck(seat)
        assert made.begin(seat) + parts == pytest.approx(made.end[seat])


def test_the_end_is_the_result() -> None:
    record, _ = planted()
    state = record.final()
    assert reviewed().end == tuple(1 / len(state.winners) if seat in state.winners else 0.0 for seat in range(2))
    assert all(sum(one.before) == pytest.approx(1) for one in reviewed().judgements)


def test_who_blundered_is_less_accurate() -> None:
    record, at = planted()
    seat = record.decisions[at][0]
    first, second = reviewed().accuracy(seat), reviewed().accuracy(1 - seat)
    assert first is not None
    assert second is not None
    assert 0 < first < second <= 100


def test_a_mistake_is_a_loss_beyond_the_error() -> None:
    assert is_mistake(FLOOR * 2, 0.01)
    assert not is_mistake(FLOOR * 2, FLOOR), "it may be chance"
    assert not is_mistake(FLOOR / 2, 0.0), "it does not matter"
    assert not is_mistake(0.9, None), "nothing is known about the error"
    for one in reviewed().judgements:
        assert (one.better is not None) == one.is_mistake
        assert one.loss >= 0
        assert one.is_mistake == (one.loss > FLOOR)


def test_every_choice_is_judged_once_and_nothing_else() -> None:
    """A choice reaches from a decision to the next thing that could not be foreseen, or the end of the turn."""
    record, _ = planted()
    found: list[ReviewedTurn] = []
    assert choices(record, mind().advice, ("A", "B"), found).is_over
    covered: list[int] = []
    for choice in found:
        covered += range(choice.before.ply, choice.before.ply + len(choice.actions))
        assert len(choice.before.legal(choice.seat)) > 1
        assert "draw" not in [str(action) for action in choice.actions[:-1]], "what a draw shows is not foreseen"
    assert covered == sorted(set(covered))
    for ply in set(range(len(record.decisions))) - set(covered):
        seat = record.decisions[ply][0]
        assert len(record.at(ply).legal(seat)) == 1


def test_only_imagined_states_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    record, at = planted()
    short = Record.of(record.at(at + 1))
    seen: list[bool] = []
    advice = mind().advice
    plain = type(advice).features

    def spy(self: object, state: State, seat: int) -> dict[str, float]:
        seen.append(state.imagined)
        return plain(advice, state, seat)

    monkeypatch.setattr(type(advice), "features", spy)
    review(short, Clock(playouts=30), mind=mind())
    assert seen
    assert all(seen)


def test_the_same_game_gives_the_same_review() -> None:
    record, at = planted()
    short = Record.of(record.at(at + 1))
    first, second = [review(short, Clock(playouts=40), mind=mind()).data() for _ in range(2)]
    assert first == second


def test_a_game_that_goes_on_can_be_reviewed() -> None:
    record, at = planted()
    made = review(Record.of(record.at(at + 2)), Clock(playouts=40), mind=mind())
    assert not made.is_over
    assert 0 < made.end[0] < 1


def test_progress_is_told() -> None:
    record, _ = planted()
    told: list[tuple[int, int]] = []
    made = review(Record.of(record.at(20)), Clock(playouts=20), lambda *so_far: told.append(so_far), mind=mind())
    count = len(made.judgements)
    assert told == [(number, count) for number in range(count + 1)]


def test_a_review_survives_being_kept() -> None:
    kept = Review.read(json.loads(json.dumps(reviewed().data())))
    assert kept.data() == reviewed().data()
    data = reviewed().data()
    nobody = [{**choice, "seat": 2} for choice in data["choices"]]
    for damaged in (
        {},
        {"version": 0},
        {**data, "choices": [{}]},
        {**data, "choices": nobody},
        {**data, "end": []},
        {**data, "names": []},
    ):
        with pytest.raises(BadRecord, match=r"^The review "):
            Review.read(damaged)


def test_a_review_is_kept_beside_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made once for a game, and again for another."""
    record, _ = planted()
    file, made = tmp_path / "game.zoo", []

    def once(record: Record, *rest: object, **more: object) -> Review:
        made.append(record)
        data = reviewed().data()
        return Review.read({**data, "record": fingerprint(record)})

    monkeypatch.setattr(reviews, "review", once)
    monkeypatch.setattr(reviews, "reviewer", lambda game: mind())
    for _ in range(2):
        assert reviews.of_file(record, file).data() == reviewed().data()
    assert len(made) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["game.review.json"]
    reviews.of_file(Record.of(record.at(30)), file)
    assert len(made) == 2
    (tmp_path / "game.review.json").write_text("{", encoding="utf-8")
    reviews.of_file(record, file)
    assert len(made) == 3


def test_the_chart_shows_every_seat_and_every_mistake() -> None:
    picture = chances.chart(reviewed())
    assert picture == reviewed()._repr_svg_()  # what a notebook shows
    assert picture.count("<polyline") == 2
    assert picture.count("<title>mistake") == len(reviewed().mistakes)


def test_a_title_without_advice_cannot_be_reviewed(tmp_path: Path) -> None:
    state = toy.make(tmp_path).new(players=2, seed=1)
    with pytest.raises(BadSetup, match="has no advice"):
        review(Record.of(state), Clock(playouts=10))


class SumAdvice(Advice):
    """The larger sum is better, and nothing comes to light."""

    def features(self, state: Any, seat: int) -> dict[str, float]:
        return {"sum": float(state.sums[seat])}

    def shown(self, state: State) -> int:
        return 0


def test_who_acts_together_with_others_is_judged_alone(tmp_path: Path) -> None:
    """Both say two numbers, in turns; only B's 0 is a mistake, although the title does not even list it."""
    game = toy.make(tmp_path)
    state = game.new(players=2, seed=1)
    for seat, number in ((0, 3), (1, 3), (0, 3), (1, 0)):
        state.play(f"say {number}", seat)
    weights = Weights({"sum": 1.0}, {"sum": "a large sum"}, "by hand", (1.0, 1.0))
    thinker = Mind(SumAdvice(game, weights), mind(horizon=1).manner)
    made = review(Record.of(state), Clock(playouts=200), mind=thinker)
    assert [(one.seat, one.decisions) for one in made.mistakes] == [(1, ("say 0",))]
    assert str(made.mistakes[0].better) == "say 3"
    assert made.mistakes[0].better.reason == "Better: a large sum (+3.0)."  # type: ignore[union-attr]
    assert made.luck(1) == pytest.approx(0)
    assert made.end == (1.0, 0.0)


@pytest.mark.parametrize("title", COMPLETE)
def test_games_of_every_title_can_be_reviewed(title: str) -> None:
    """The beginning of a game, by a director who does not play on: every choice is judged, and everything adds up."""
    game = menagerie.load(title)
    manner = Content(game.folder).read("levels.toml").entry("director").values
    hasty = Mind(game.advice(), Manner(Entry({**manner, "horizon": 0, "finalists": 1}, "a test")))
    state, chance = game.new(players=min(2, game.players[-1]), seed=4), Random(4)
    while state.ply < 10 and not state.is_over:
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
    made = review(Record.of(state), Clock(playouts=60), mind=hasty)
    assert made.judgements
    for one in made.judgements:
        assert all(0 <= share <= 1 for share in (*one.before, *one.chosen))
    for seat in range(state.players):
        parts = made.skill(seat) + made.gifts(seat) + made.luck(seat)
        assert made.begin(seat) + parts == pytest.approx(made.end[seat])
