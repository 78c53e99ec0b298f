"""Corners of rules that whole games hardly come to (docs/rules/18zoo.md)."""

from __future__ import annotations

from menagerie.games.eighteen_zoo.phases.cleanup import CLEAN_UP
from menagerie.games.eighteen_zoo.phases.operating import bags_of
from menagerie.games.eighteen_zoo.phases.squirrel_step import can_complete
from menagerie.games.eighteen_zoo.state import Position

from .position import (
    deck_from,
    family,
    hire,
    lay,
    legal,
    monday,
    number,
    operate,
    play,
    power,
    refused,
    step,
)
from .test_operating_round import names, penguins

# The stock round.


def test_rule_6_2_cards_of_a_family_that_is_not_launched_are_not_sold() -> None:
    state = monday()
    family(state, "PE", A="parents, child 1")
    assert refused(state, "sell TI child 1", "6.2") == "The Tigers aren't launched yet."


def test_rule_6_2_who_has_sold_all_there_is_and_can_buy_nothing_is_done() -> None:
    state = monday()
    state.cash = [0, 50, 50]
    family(state, "PE", A="child 1, child 2", B="parents")
    play(state, "sell PE child 1")
    assert state.to_act == (1,), "PE was sold in this turn; nothing else is within reach"


def test_rule_6_2_1_of_cards_face_down_the_first_one_is_listed() -> None:
    state = monday()
    state.cash = [50, 50, 50]
    family(state, "PE", A="child 3, child 1, cousin", B="parents")
    play(state, "sell PE child 1 and child 3", "pass")
    bought = [text for text in legal(state) if text.startswith("buy PE") and text.endswith("kitchen")]
    assert bought == ["buy PE child 1 from kitchen"]


def test_rule_6_2_3_above_the_limit_with_nothing_left_to_sell_one_may_pass() -> None:
    """One sale of each family in a turn is all there is."""
    state = monday()
    state.card_limit = 1
    state.cash, state.tickets = [0, 0, 0], [0, 1, 0]
    family(state, "PE", A="child 1, child 2", B="parents")
    family(state, "GI", A="child 1, child 2", C="parents")
    play(state, "sell PE child 1")
    refused(state, "pass", "6.2.3")
    play(state, "sell GI child 1")
    assert state.to_act == (1,)


def test_rule_6_4_2_one_card_more_must_win_the_parents_by_itself() -> None:
    """Two children and one more are as many animals as PARENTS and a child: no swap, so the limit holds."""
    state = monday()
    family(state, "PE", A="child 1, child 2", B="parents, child 3", kitchen="cousin")
    state.card_limit = 2
    refused(state, "buy PE cousin from kitchen", "6.4.2")


# Squirrels.


def test_rule_3_1_squirrels_on_their_last_run_do_not_count() -> None:
    state = penguins(treasury=30)
    hire(state, "PE", "3S", last_run=True)
    for _ in range(state.limit()):
        hire(state, "PE", "4J")
    operate(state, "PE", "closing")
    state.stack.append(CLEAN_UP)
    state.settle()
    assert step(state) != "CleanUp", "nothing has to be given up"
    assert len(names(state, "PE")) == state.limit() + 1


def test_rule_10_18_while_patch_is_asked_nothing_is_given_up() -> None:
    state = penguins(powers=("PATCH",), squirrels="2S, 3S", treasury=0)
    family(state, "GI", B="parents", treasury=30)
    deck_from(state, "4S")
    operate(state, "GI", "squirrels")
    play(state, "buy 4S from deck")
    assert step(state) == "CleanUp"
    assert state.to_act == (0,)
    refused(state, "discard 3S-0", "10.18")


def test_rule_7_6_1_in_a_forced_purchase_parents_are_not_sold_whole() -> None:
    state = monday()
    state.cash = [0, 0, 0]
    family(state, "LI", A="parents", treasury=0)
    family(state, "GI", A="parents", B="child 1, child 2")
    family(state, "PE", A="child 1", B="parents")
    deck_from(state, "5S")
    operate(state, "LI", "squirrels")
    play(state, "force 5S from deck")
    assert step(state) == "ForcedSale"
    refused(state, "sell GI parents", "7.6.1")


def test_rule_7_6_1_no_card_lies_face_down_after_a_forced_sale() -> None:
    state = monday()
    state.cash = [0, 0, 0]
    family(state, "LI", A="parents", treasury=0)
    family(state, "GI", A="child 1, child 2", B="parents")
    family(state, "PE", A="child 1", B="parents")
    deck_from(state, "5S")
    operate(state, "LI", "squirrels")
    play(state, "force 5S from deck", "sell GI child 1")
    assert state.turned == ()


def test_rule_10_6_whatsup_does_not_buy_the_very_first_card_from_the_kitchen() -> None:
    state = monday()
    family(state, "PE", A="parents, child 1", treasury=40)
    state.hands[0] = (power(state, "WHATSUP"),)
    card = state.pieces.squirrels[0]
    state.kitchen = (card,)
    deck_from(state, "3S")
    refused(state, f"use WHATSUP: PE buy {card.id} from kitchen", "10.6")


def test_rule_10_18_why_patch_is_not_put_on() -> None:
    state = penguins(squirrels="2S, 3S", powers=("RABBITS", "MOLES", "HOLE"))
    family(state, "GI", B="parents", squirrels="2S")
    operate(state, "PE")
    mine, theirs = "patch 3S-0", "patch 2S-1"
    assert refused(state, mine, "10.18") == "Neither the family nor its leader has PATCH."
    assert refused(state, theirs, "10.18") == "Put PATCH on a squirrel of the operating family."
    state.hands[0] = (power(state, "PATCH"),)
    assert refused(state, mine, "6.5.1").endswith("There is no room for PATCH.")
    state.hands[0], state.mats[number(state, "PE")] = (), (power(state, "PATCH"),)
    play(state, "patch 2S-0")
    assert refused(state, mine, "10.18") == "This family already has PATCH on a squirrel."


# Tiles of a launch.


def test_rule_6_3_where_no_further_tile_can_be_laid_the_launch_is_over() -> None:
    """First no yellow tile is left; then one, which fits in one place only."""
    for left, asked in ((0, False), (1, True)):
        state = monday()
        deck_from(state, "4S")
        play(state, "launch PE at 9")
        state.board.supply = [0] * len(state.board.supply)
        state.board.supply[state.pieces.tiles.by_name["6"].stock] = 1
        state.board.supply[state.pieces.tiles.by_name["8"].stock] = left
        play(state, "lay 6 r1 at K17")
        assert (step(state) == "BonusTiles") == asked


# The site.


def test_switch_11_8_a_family_that_has_a_squirrel_sells_no_cards() -> None:
    state = monday(rules="site")
    family(state, "PE", A="parents, child 1", B="child 2", squirrels="2S", treasury=0)
    family(state, "GI", A="child 1", B="parents")
    operate(state, "PE", "squirrels")
    assert not [text for text in legal(state) if text.startswith("sell")]
    refused(state, "sell GI child 1", "6")
    state.squirrels[number(state, "PE")] = ()
    state.cash[0] = 0
    assert "sell GI child 1" in legal(state)


def test_switch_11_23_acting_takes_back_the_own_pass_only() -> None:
    state = monday(rules="site")
    state.cash = [50, 50, 50]
    family(state, "PE", at=(2, 2), A="parents")
    play(state, "pass", "pass", "buy PE child 1 from lounge")
    assert state.passed == 0b011
    play(state, "pass", "buy PE child 2 from lounge")
    assert state.passed == 0b001, "B has acted"


def test_switch_13_4_on_the_site_a_1s_saves_no_squirrel_of_another_family() -> None:
    """The Penguins ran as 1S; the Giraffes, who come next and do not run, lose their squirrel on its last run."""
    state = monday(rules="site")
    family(state, "PE", at=(1, 3), A="parents, child 1", B="child 2", treasury=0, powers=("PATCH",), tile=True)
    hire(state, "PE", "2S", patched=True)
    family(state, "GI", B="parents, child 1", treasury=0, squirrels="4S")
    hire(state, "GI", "3S", last_run=True)
    operate(state, "PE", "run")
    told = play(state, "run 1S-0 K17", "distribute", "pass", "pass")
    assert "The Giraffes' 3S retires." in told
    assert names(state, "GI") == ["4S"]


def test_switch_11_22_on_the_site_a_1s_is_asked_to_run_where_no_track_leads_on() -> None:
    for squirrels, asked in (("2S", "closing"), ("", "run")):
        state = monday(rules="site")
        family(state, "PE", A="parents, child 1", treasury=0, powers=("PATCH",), tile=True, squirrels=squirrels)
        if not squirrels:
            hire(state, "PE", "2S", patched=True)
        operate(state, "PE", "run")
        state.settle()
        assert step(state) == asked


def test_switch_11_22_on_the_site_a_run_is_asked_for_where_track_leads_somewhere() -> None:
    """A straight tile leads to the R area I19, a curve into nothing."""
    for tile, rotation, asked in (("9", 1, "run"), ("7", 3, "closing")):
        state = monday(rules="site")
        family(state, "PE", A="parents, child 1", treasury=0, tile=True, squirrels="2S")
        lay(state, tile, rotation, "J18")
        operate(state, "PE", "run")
        state.settle()
        assert step(state) == asked


def test_rule_3_1_on_the_site_only_crowded_families_give_squirrels_up() -> None:
    state = monday(rules="site")
    family(state, "PE", A="parents", squirrels="3S, 3S, 3S, 3S Long", treasury=0)
    family(state, "GI", B="parents", squirrels="2S", treasury=40)
    deck_from(state, "4S")
    operate(state, "GI", "squirrels")
    play(state, "buy 4S from deck")
    assert step(state) == "CleanUp"
    refused(state, "discard 4S-0", "3.1")
    play(state, "discard 3S-1")
    assert len(names(state, "PE")) == 3


def crowding(rules: str, stock: bool) -> Position:
    """With the first 4S two 2S of the Penguins retire, whom PATCH may save, and the Giraffes have one too many."""
    state = monday(rules=rules)
    family(state, "PE", A="parents", squirrels="2S, 2S, 3S", powers=("PATCH",), treasury=0)
    family(state, "GI", B="parents", squirrels="3S, 3S, 3S Long, 5S", treasury=0)
    family(state, "TI", C="parents", treasury=40, squirrels="5S")
    deck_from(state, "4S")
    if stock:
        state.turn, state.hands[2] = 2, (power(state, "WHATSUP"),)
        play(state, "use WHATSUP: TI buy 4S from deck")
    else:
        play(operate(state, "TI", "squirrels"), "buy 4S from deck")
    assert step(state) == "CleanUp"
    return state


def test_rule_10_18_patch_is_asked_before_squirrels_are_given_up() -> None:
    """But for a stock round on the site."""
    for rules, stock in (("rulebook", True), ("rulebook", False), ("site", False)):
        state = crowding(rules, stock)
        assert (state.to_act, legal(state)) == ((0,), ["patch 2S-0", "pass"])
        refused(state, "patch 3S-0", "10.18")
        refused(state, "discard 3S-1", "10.18")
        play(state, "patch 2S-1")
        assert names(state, "PE") == ["3S", "1S"]
        assert state.to_act == (1,)
        refused(state, "patch 3S-1", "3.1")
        refused(state, "discard 3S-0", "3.1")
        refused(state, "discard 5S-1", "3.1")
        play(state, "discard 3S-2")
        assert names(state, "GI") == ["3S", "3S Long", "5S"]


def test_rule_3_1_in_a_stock_round_the_site_asks_for_squirrels_above_the_limit_first() -> None:
    state = crowding("site", True)
    assert (state.to_act, legal(state)) == ((1,), ["discard 3S-1", "discard 3S Long-0", "discard 5S-0"])
    refused(state, "patch 2S-0", "3.1")
    play(state, "discard 5S-0")
    assert (state.to_act, legal(state)) == ((0,), ["patch 2S-0", "pass"])


def test_rule_7_5_the_last_bag_need_not_be_full() -> None:
    assert [bags_of(nuts) for nuts in (0, 1, 25, 26, 50, 51)] == [0, 1, 1, 2, 2, 3]


def test_rule_7_6_1_on_the_site_the_last_coin_completes_a_forced_purchase() -> None:
    state = monday(rules="site")
    lions = family(state, "LI", A="parents", treasury=10)
    family(state, "PE", A="child 1", B="parents")
    state.operator, state.cash[0] = lions, 5
    assert can_complete(state, 0, 15)
    assert not can_complete(state, 0, 16), "there is a card left to sell"
