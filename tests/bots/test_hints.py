"""Hints: a whole turn, a reason that is true, how sure it is, and two other ways; from what the seat can know."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from random import Random

import pytest
from tests.bots.simple_zoo import mind
from tests.core import toy
from tests.tiers import COMPLETE

import menagerie
from menagerie import IllegalAction, State
from menagerie.bots import Clock, Hint, advise
from menagerie.bots.comparing import Comparison, WeighedPlan, compare, differences, proposals, reason
from menagerie.bots.turn_bot import Mind
from menagerie.core.advice import Advice
from menagerie.core.event import Event

pytestmark = pytest.mark.slow

CLOCK = 1500


def positions(players: int = 2, seed: int = 3, every: int = 9) -> list[tuple[State, int]]:
    """Moments of a game in which somebody follows the hints of a quick adviser, and has a choice."""
    state, thinker = menagerie.load("zooloretto-mini").new(players=players, seed=seed), mind(finalists=1)
    found: list[tuple[State, int]] = []
    while not state.is_over:
        seat = state.to_act[0]
        if len(state.legal(seat)) > 1:
            found.append((state.copy(), seat))
        state.play(advise(state, seat, Clock(playouts=60), mind=thinker).decision, seat)
    return found[::every]


def hint_for(state: State, seat: int, seed: int = 1) -> Hint:
    return advise(state, seat, Clock(playouts=CLOCK), seed, mind())


def test_the_steps_of_a_hint_can_be_played_one_after_another() -> None:
    lengths = []
    for state, seat in positions():
        hint = hint_for(state, seat)
        game = state.copy()
        for step in hint.best.steps:
            assert not game.refusal(step.decision, seat), f"{step.decision} of {hint}"
            game.play(step.decision, seat)
        assert hint.decision == hint.best.steps[0].decision
        lengths.append(len(hint.best.steps))
    assert max(lengths) > 2, "some turns have several decisions"


def test_a_step_in_words_is_what_happens() -> None:
    told = 0
    for state, seat in positions():
        game = state.copy()
        for step in hint_for(state, seat).best.steps:
            events: list[Event] = []
            game.play(step.decision, seat, events)
            if step.words:
                told += 1
                assert step.words == " ".join(event.tell(game.names) for event in events)
            else:
                assert step.decision == "draw", "only what chance brings is not told"
    assert told > 5


def test_what_a_seat_cannot_know_changes_no_hint() -> None:
    for state, seat in positions(every=20):
        worlds = [state.imagine(seat, seed) for seed in (1, 2)]
        hints = {str(hint_for(world, seat)) for world in [state, *worlds]}
        assert len(hints) == 1


def amounts(text: str) -> list[tuple[str, str, bool, str, float]]:
    """What a reason claims: better or worse, for whom, whether later, by what, by how much."""
    claims = []
    sentences = re.findall(r"(Better|Worse)(?: for (\w+))?( later)?: (.*?\([+-][\d.]+\))\.(?: |$)", text)
    for lead, whom, later, listed in sentences:
        for words, amount in re.findall(r"(.*?) \(([+-][\d.]+)\)(?:, | and |$)", listed):
            claims.append((lead, whom, bool(later), words.lower(), float(amount)))
    return claims


def claims_that_hold(thinker: Mind, state: State, seat: int, clock: Clock) -> int:
    """How many claims the reasons make that compare the best turns of a seat; each is compared with what these turns
    bring, as they end or, where the sentence says so, later."""
    advice, checked = thinker.advice, 0
    family = {words.lower(): kin for kin, words in advice.weights.words.items()}
    clock.start()
    imagined = state.imagine(seat, 1)
    plans = proposals(thinker, imagined, seat, 3, Random(1), clock)
    outcomes = compare(thinker, imagined, seat, plans, Random(2), clock, least=1).outcomes
    for this in outcomes:
        for that in outcomes:
            sentence = reason(advice, this, that, this.value >= that.value, state.names)
            claims = amounts(sentence)
            assert claims or sentence in ("Better in the long run.", "Worse in the long run.", "About as good.")
            for lead, whom, later, words, amount in claims:
                kin = family[words]
                whose = "ABCDE".index(whom) if whom else seat
                change = this.brings(whose, kin, later) - that.brings(whose, kin, later)
                assert (change > 0) == (lead == "Better"), sentence
                assert (amount > 0) == (change > 0), sentence
                assert abs(change) == pytest.approx(abs(amount), abs=0.051 if abs(amount) < 10 else 0.51)
                checked += 1
    return checked


@pytest.mark.parametrize("players", [2, 3])
def test_reasons_are_true(players: int) -> None:
    """Whatever a sentence names differs so between the ends of the two turns, or where it says so, later."""
    checked = [claims_that_hold(mind(), *moment, Clock(playouts=CLOCK)) for moment in positions(players)]
    assert sum(checked) > 20


@pytest.mark.parametrize("title", COMPLETE)
def test_reasons_of_every_title_are_true(title: str) -> None:
    """The same with the director's own mind, at moments with as many players as can be."""
    director = Mind.of_level(menagerie.load(title), "director")
    moments = [some_moment(title, choice) for choice in (12, 20, 30, 40)]
    assert sum([claims_that_hold(director, *moment, Clock(playouts=200)) for moment in moments]) > 3


def test_differences_are_those_of_the_states_at_the_end_of_the_turn() -> None:
    """Without chance there is one end: a rhino into an enclosure, or into the barn."""
    state = menagerie.load("zooloretto-mini").new(players=2, seed=3)
    for played in ("draw", "load 1", "draw", "load 2", "take 1"):
        state.play(played)
    seat, thinker = state.to_act[0], mind(horizon=0)
    decisions = state.legal(seat)
    home, barn = decisions[0], decisions[-1]
    ends = []
    for decision in (home, barn):
        after = state.copy()
        after.play(decision, seat)
        ends.append(after)
    advice: Advice = thinker.advice
    compared = compare(thinker, state.imagine(seat, 1), seat, [[home], [barn]], Random(1), Clock(playouts=100))
    found = {
        (one.family, one.whose): one.amount for one in differences(advice, compared.outcomes[0], compared.outcomes[1])
    }
    first, second = [advice.contributions(end, seat) for end in ends]
    wanted = {(kin, seat): first.get(kin, 0.0) - second.get(kin, 0.0) for kin in {*first, *second}}
    assert compared.is_certain
    assert found == {key: amount for key, amount in wanted.items() if amount}


def test_how_sure_a_hint_is() -> None:
    """The best has the best chances; `clearly` is more than a little, and some choices are a toss-up."""
    said = set()
    for state, seat in positions():
        hint = hint_for(state, seat)
        said.add(hint.sure)
        assert hint.best.chance is not None
        assert hint.before is not None
        assert 0 <= hint.before <= 1
        if hint.sure == "clearly":
            for other in hint.alternatives:
                assert other.chance is not None
                assert hint.best.chance - other.chance >= 0.04
    assert {"clearly", "a toss-up"} <= said
    state = menagerie.load("zooloretto-mini").new(players=2, seed=3)
    assert hint_for(state, state.to_act[0]).sure == "the only choice"


def test_a_lead_is_no_toss_up_only_because_there_was_no_time() -> None:
    """One or two worlds say nothing about the error."""
    ahead = 0
    for state, seat in positions(every=3):
        hint = advise(state, seat, Clock(playouts=20), 1, mind())
        if hint.alternatives and (hint.best.chance or 0) - (hint.alternatives[0].chance or 0) >= 0.04:
            ahead += 1
            assert hint.sure == "slightly"
    assert ahead > 5


def test_alternatives_are_other_turns() -> None:
    for state, seat in positions():
        hint = hint_for(state, seat)
        ways = [str(idea) for idea in (hint.best, *hint.alternatives)]
        assert len(set(ways)) == len(ways) <= 3
        assert all(idea.reason for idea in hint.alternatives)


def test_a_hint_as_data_has_everything() -> None:
    state, seat = positions()[2]
    hint = hint_for(state, seat)
    data = hint.data()
    assert [step["decision"] for step in data["steps"]] == [step.decision for step in hint.best.steps]
    assert data["certainty"] == hint.certainty()
    assert len(data["alternatives"]) == len(hint.alternatives)


def test_a_notebook_shows_a_hint_in_sentences() -> None:
    """What a cell ends with is shown as its `repr`: as it is printed, not as an object."""
    state, seat = positions()[2]
    hint = hint_for(state, seat)
    shown = repr(hint)
    assert shown.splitlines()[0] == f"Hint: {hint.best}"
    assert f"{hint.best.reason}" in shown
    assert all(idea.reason in shown for idea in hint.alternatives)
    page = hint._repr_html_()  # the same in steps and paragraphs, where the notebook can show them
    words = unescape(re.sub(r"<[^>]*>", "\n", page)).splitlines()
    for step in hint.best.steps:
        assert step.decision in words
    for line in hint.lines()[-len(hint.alternatives) - 2 :]:
        assert words.count(line) == 1


def test_a_title_without_advice_has_hints_too(tmp_path: Path) -> None:
    state = toy.make(tmp_path).new(players=2, seed=1)
    hint = advise(state, 0, Clock(playouts=60), seed=1)
    assert (hint.bot, hint.decision, hint.sure) == ("montecarlo", "say 3", "")
    assert "imagined games" in hint.best.reason
    assert [str(idea) for idea in hint.alternatives]


def test_who_is_not_to_act_has_no_hint() -> None:
    state = menagerie.load("zooloretto-mini").new(players=2, seed=3)
    with pytest.raises(IllegalAction, match=r"It isn't [AB]'s turn"):
        advise(state, 1 - state.to_act[0], Clock(playouts=10), mind=mind())


def some_moment(title: str, choice: int = 12) -> tuple[State, int]:
    """The choice of this number in a random game, with as many players as can be."""
    game = menagerie.load(title)
    state, chance = game.new(players=game.players[-1], seed=4), Random(4)
    choices = 0
    while True:
        seat = chance.choice(state.to_act)
        actions = state.legal(seat)
        choices += len(actions) > 1
        if choices == choice:
            return state, seat
        state.play(chance.choice(actions), seat)


@pytest.mark.parametrize("title", COMPLETE)
def test_every_title_has_hints_with_reasons(title: str) -> None:
    """They can be played, are told in sentences, and depend on nothing hidden."""
    state, seat = some_moment(title)
    hints = [advise(world, seat, Clock(playouts=60), seed=3) for world in (state, state.imagine(seat, 1))]
    hint = hints[0]
    assert str(hint) == str(hints[1])
    assert hint.bot == "director"
    assert hint.best.reason.endswith(".")
    assert hint.sure
    assert hint.best.chance is not None
    assert 0 <= hint.best.chance <= 1
    for step in hint.best.steps:
        state.play(step.decision, seat)


def test_a_turn_that_must_begin_so_is_told_to_its_end() -> None:
    """Whose turn it is has to say so first in Dr. Potamus: that alone is no hint."""
    state = menagerie.load("zoo-escape").new(players=3, seed=5)
    seat = state.to_act[0]
    assert len(state.legal(seat)) == 1
    hint = advise(state, seat, Clock(playouts=400), seed=1)
    assert len(hint.best.steps) > 1
    assert hint.sure != "the only choice"
    for idea in (hint.best, *hint.alternatives):
        game = state.copy()
        for step in idea.steps:
            game.play(step.decision, seat)


def test_who_plans_a_whole_game_names_other_turns_too() -> None:
    """All courses that are left may begin with the same turn; that makes it neither certain nor the only one."""
    state = menagerie.load("new-york-zoo").new(players=1, seed=5)
    hint = advise(state, 0, Clock(playouts=1500), seed=1)
    turns = [str(idea) for idea in (hint.best, *hint.alternatives)]
    assert len(set(turns)) == 3


def with_chances(*chances: float) -> WeighedPlan:
    """A plan after which the seats have these chances."""
    outcome = WeighedPlan([], seat=0, players=len(chances))
    outcome.chances.append(chances)
    outcome.values.append(0.0)
    return outcome


def test_who_has_seen_further_is_believed_unless_the_others_find_an_answer() -> None:
    """A search over turns lets others play quickly. If they do better when they think, its favourite comes last."""
    planner = mind(turn_spread=1)
    first, second, third = with_chances(0.5, 0.5), with_chances(0.53, 0.47), with_chances(0.2, 0.8)
    assert Comparison([first, third, second], is_certain=True).ranked(planner) == [first, second, third]
    blunder = with_chances(0.0, 1.0)
    assert Comparison([blunder, third, second], is_certain=True).ranked(planner) == [second, third, blunder]
    alone, better = with_chances(0.7), with_chances(0.9)
    assert Comparison([alone, better], is_certain=True).ranked(planner) == [alone, better], "it has seen the whole game"
