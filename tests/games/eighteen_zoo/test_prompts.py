"""Prompts and guides name only what is legal now, and refusals give the reason that counts."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import menagerie
from menagerie.core.display.step_guide import guide
from menagerie.core.state import State
from menagerie.games.eighteen_zoo.actions import (
    CASH_TICKET,
    PASS,
    Acquire,
    AskFor,
    BuyCard,
    BuyPower,
    BuySquirrel,
    DaysOff,
    Launch,
    LayTile,
    Sell,
    Station,
    UsePower,
    Whatsup,
)
from menagerie.games.eighteen_zoo.display import wording
from menagerie.games.eighteen_zoo.state import Position
from tests.games.eighteen_zoo.position import deck_from, drafting, family, monday, operate, refused

TITLE = menagerie.load("18zoo")
SEEDS = 6
LONGEST = 80

PURCHASES = (BuyCard, Launch)
NAMED: dict[str, dict[str, tuple[type, ...]]] = {
    "StockTurn": {
        "Sell": (Sell,),
        "sell": (Sell,),
        "one card": PURCHASES,
        "or power": (BuyPower,),
        "one power": (BuyPower,),
        "Use a power": (UsePower, DaysOff, Whatsup),
    },
    "TrackStep": {"Lay": (LayTile,)},
    "StationStep": {"Build": (Station,)},
    "Squirrels": {"buy a squirrel": (BuySquirrel, AskFor), "Buy squirrels": (BuySquirrel, AskFor), "ask": (AskFor,)},
    "Closing": {"buy powers": (Acquire,), "Buy a power": (Acquire,)},
}
"""What a prompt names, by the phase that asks, and the decisions that this is about."""


def games() -> Iterator[State]:
    """Positions of random games, in which squirrels are bought and tickets are cashed seldom."""
    for seed in range(SEEDS):
        state, chance = TITLE.new(2 + seed % 4, seed), random.Random(seed)
        while not state.is_over:
            yield state
            legal = state.legal(state.to_act[0])
            some = [action for action in legal if action is not CASH_TICKET or chance.random() < 0.1]
            state.play(chance.choice(some), state.to_act[0])


@pytest.fixture(scope="module")
def asked() -> list[tuple[str, str, list[object], str]]:
    """Phase, prompt, legal decisions and guide of many positions."""
    found: list[tuple[str, str, list[object], str]] = []
    for state in games():
        seat = state.to_act[0]
        told = guide(state, seat)
        assert told is not None
        phase = type(state.phase(seat)).__name__
        found.append((phase, state.prompt(seat), list(state.legal(seat)), told.step.words))
    return found


def test_prompts_name_only_what_is_legal(asked: list[tuple[str, str, list[object], str]]) -> None:
    seen: set[tuple[str, str]] = set()
    for phase, prompt, legal, _ in asked:
        for words, kinds in NAMED.get(phase, {}).items():
            if words in prompt and not prompt.startswith("No "):
                seen.add((phase, words))
                assert any(isinstance(action, kinds) for action in legal), (prompt, [str(one) for one in legal])
        if "ticket" in prompt and phase != "SplitTicket":
            assert CASH_TICKET in legal, prompt
        if prompt.endswith(("or pass.", "or end your turn.")):
            assert PASS in legal, prompt
    assert {("StockTurn", "Sell"), ("StockTurn", "one card"), ("TrackStep", "Lay"), ("StationStep", "Build")} <= seen
    assert {("Squirrels", "Buy squirrels"), ("Squirrels", "buy a squirrel")} <= seen


def test_what_a_prompt_says_is_impossible_is_not_legal(asked: list[tuple[str, str, list[object], str]]) -> None:
    for _, prompt, legal, _ in asked:
        if prompt.startswith("No tile can be laid"):
            assert not any(isinstance(action, LayTile) and not action.by_power for action in legal)
        if prompt.startswith("No station"):
            assert not any(isinstance(action, Station) and not action.reserved for action in legal)
        if prompt.startswith("No squirrel is affordable"):
            assert not any(isinstance(action, (BuySquirrel, AskFor)) for action in legal)


def test_prompts_are_short_sentences(asked: list[tuple[str, str, list[object], str]]) -> None:
    for _, prompt, _, _ in asked:
        assert prompt.endswith(".")
        assert len(prompt) <= LONGEST, prompt


def test_the_guide_of_a_stock_turn_speaks_of_what_is_left_to_do(
    asked: list[tuple[str, str, list[object], str]],
) -> None:
    """After a purchase nothing can be sold or bought any more, and the guide doesn't suggest it."""
    for phase, prompt, legal, words in asked:
        if phase != "StockTurn":
            continue
        can_buy = any(isinstance(action, (*PURCHASES, BuyPower)) for action in legal)
        can_sell = any(isinstance(action, Sell) for action in legal)
        assert ("buy one thing" in words) <= can_buy, prompt
        assert (words.startswith(("Sell first", "You may sell"))) <= can_sell, prompt
        assert words.startswith("You can't sell or buy anything") <= (not can_buy and not can_sell), prompt


def test_a_pass_ends_the_round_only_if_it_is_one() -> None:
    state = monday()
    family(state, "PE", A="parents")
    state.tickets, state.turn = [1, 1, 1], 0
    before = guide(state, 0)
    assert before is not None
    assert "the stock round ends" in before.decisions["pass"].words
    state.play("buy PE child 1 from lounge", 0)
    after = guide(state, 0)
    assert after is not None
    assert state.prompt(0) == "Cash a ticket or end your turn."
    assert "doesn't count as a pass" in after.decisions["pass"].words


def test_a_forced_purchase_has_a_guide_of_its_own() -> None:
    state = monday()
    family(state, "PE", A="parents", treasury=3, tile=True)
    deck_from(state, "5S")
    operate(state, "PE", "squirrels")
    assert state.prompt(0) == "Force a purchase for the Penguins."
    told = guide(state, 0)
    assert told is not None
    assert "its leader pays the rest" in told.step.words


def test_the_second_tile_has_a_guide_of_its_own() -> None:
    for state in games():
        seat = state.to_act[0]
        if state.prompt(seat).startswith("Lay a second tile"):
            told = guide(state, seat)
            assert told is not None
            assert "one more tile" in told.step.words
            return
    raise AssertionError("no second tile in any game")


# Refusals.


def test_rule_2_2_a_family_that_is_not_on_the_map_is_not_to_be_launched_first() -> None:
    for decision in ("buy CR child 2 from kitchen", "sell CR child 2", "launch CR at 7"):
        assert refused(monday(), decision, "2.2") == "The Crocodiles aren't on this map."


def test_rule_6_3_1_what_money_cannot_change_comes_first() -> None:
    state = monday()
    family(state, "PE", A="parents")
    family(state, "LI", B="parents")
    state.direction, state.last_launched = 1, state.pieces.family_index["PE"]
    state.cash = [13, 13, 13]
    assert refused(state, "launch GI at 7", "6.3.1").startswith("The Giraffes can't be launched yet.")


def test_rule_4_3_blue_powers_in_an_operating_turn() -> None:
    state = monday()
    family(state, "PE", A="parents", squirrels="2S", tile=True)
    operate(state, "PE", "squirrels")
    for power in ("DAYS OFF for PE", "MIDAS", "WHATSUP: PE buy 2S from deck"):
        assert refused(state, f"use {power}", "4.3").endswith("is a blue power. Players use it in stock rounds.")


def test_rule_5_1_cards_in_the_draft() -> None:
    reason = "Cards are bought and sold from Monday on. Buy a power or pass."
    assert refused(drafting(), "sell PE half of parents", "5.1") == reason


def test_rule_7_2_a_yellow_tile_never_replaces_one_even_after_an_upgrade() -> None:
    state = monday()
    family(state, "PE", A="parents", squirrels="2S", tile=True)
    operate(state, "PE")
    state.upgraded, state.lays = True, 1
    assert "Lay a yellow tile on a hex without one" in refused(state, "lay 6 r1 at K17", "7.2")
    assert "already upgraded a tile this turn" in refused(state, "lay 15 r1 at K17", "7.2")


# Buttons.


def told_by_button(state: State, decision: str) -> str:
    """What follows from a decision, as its button says it."""
    seat = state.to_act[0]
    after = state.copy()
    after.play(decision, seat)
    action = next(action for action in state.legal(seat) if str(action) == decision)
    return wording.outcome(state, after, seat, action)


def test_a_power_that_pays_more_than_it_costs_is_a_gain() -> None:
    for seed in range(40):
        state = TITLE.new(players=2, seed=seed)
        decision = "buy power TOO MUCH RESPONSIBILITY"
        if decision in [str(action) for action in state.legal(state.to_act[0])]:
            assert told_by_button(state, decision) == "you gain 2 $N, 42 $N now"
            return
    raise AssertionError("the power is in no draft")


def test_both_buttons_of_a_harvest_tell_what_the_treasury_gets() -> None:
    """Money for water goes there either way (rule 7.5)."""
    state = next(
        state.copy()
        for state in games()
        if isinstance(state, Position) and type(state.phase(state.to_act[0])).__name__ == "Dividend" and state.income
    )
    bags = -(-state.nuts // 25)
    assert f"treasury {state.income} $N" in told_by_button(state, "distribute")
    assert told_by_button(state, "keep").startswith(f"treasury {bags + state.income} $N, ")
