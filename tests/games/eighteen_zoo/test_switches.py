"""Where the rulebook and 18xx.games differ, both sides (docs/rules/18zoo.md, section 11), and where version 1 of our
rules played otherwise (section 13).

11.3 and 11.4 are tested with the rules that they belong to, 11.11, 11.12 and 11.14 with the runs and tiles.
"""

from __future__ import annotations

import pytest

from menagerie import IllegalAction
from menagerie.games.eighteen_zoo.state import Position, site_order

from .position import (
    cards,
    cell,
    deck_from,
    drafting,
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
    value,
)

BOTH = pytest.mark.parametrize("site", [False, True])


def rules(site: bool) -> str:
    return "site" if site else "rulebook"


@BOTH
def test_switch_11_1_elephants_stations(site: bool) -> None:
    state = drafting(map="C", rules=rules(site))
    assert state.stations_left[number(state, "EL")] == ((0, 2, 4) if site else (0, 2, 4, 4))


@BOTH
def test_switch_11_2_capital_of_four_on_map_a(site: bool) -> None:
    assert drafting(4, map="A", rules=rules(site)).cash[0] == (27 if site else 23)
    assert drafting(4, map="B", rules=rules(site)).cash[0] == 23


@BOTH
def test_switch_11_5_above_the_card_limit(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "GI", A="parents, child 1, child 2, child 3")
    family(state, "PE", A="parents, child 1, child 2, child 3")
    state.tickets[0] = 1
    if not site:
        refused(state, "pass", "6.2.3")
        return
    assert "pass" in legal(state)
    play(state, "cash ticket", "pass")


@BOTH
def test_switch_11_6_cards_sold_twice(site: bool) -> None:
    """Child 1 alone, then with child 2: the rulebook spares child 1, the site counts both."""
    state = monday(rules=rules(site))
    state.cash = [50, 50, 50]
    family(state, "PE", at=(0, 3), A="parents", B="child 1", C="child 2")
    play(state, "pass", "sell PE child 1", "pass", "buy PE child 1 from kitchen")
    while state.to_act != (2,):
        play(state, "pass")
    assert value(state, "PE") == 9
    play(state, "sell PE child 1 and child 2")
    assert value(state, "PE") == (7 if site else 8)


def test_switch_11_6_the_site_protects_the_same_single_card() -> None:
    state = monday(rules="site")
    state.cash = [50, 50, 50]
    family(state, "PE", at=(0, 3), A="parents", B="child 1")
    play(state, "pass", "sell PE child 1", "pass", "buy PE child 1 from kitchen")
    while state.to_act != (2,):
        play(state, "pass")
    told = play(state, "sell PE child 1")
    assert value(state, "PE") == 9
    assert "stays" in told[0]


@BOTH
def test_switch_11_7_all_of_a_ticket_for_the_pocket(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE")
    state.tickets[0] = 1
    play(operate(state, "PE"), "cash ticket")
    if site:
        refused(state, "treasury 0", "4.4")
    else:
        play(state, "treasury 0")


@BOTH
def test_switch_11_7_who_is_asked_may_cash_a_ticket(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", A="parents", squirrels="2S", treasury=9)
    family(state, "GI", B="parents", squirrels="3S")
    state.tickets[1] = 1
    play(operate(state, "PE", "squirrels"), "ask GI for 3S-0", "offer 3")
    if site:
        assert len(state.squirrels[number(state, "PE")]) == 2, "11.21: no other owner is asked"
    else:
        play(state, "cash ticket", "decline")
        assert state.cash[1] == 28 + 5


@BOTH
def test_switch_11_8_tickets_and_sales_in_a_forced_purchase(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "LI", A="parents", treasury=8)
    family(state, "PE", at=(0, 5), A="child 1, child 2", C="parents, child 3")
    family(state, "GI", at=(0, 5), A="child 1", C="parents")
    deck_from(state, "5S")
    state.cash, state.tickets = [2, 0, 0], [1, 0, 0]
    operate(state, "LI", "squirrels")
    if site:
        play(state, "sell PE child 1 and child 2")
        assert value(state, "PE") == 10
        play(state, "cash ticket", "treasury 5", "buy 5S from deck")
    else:
        play(state, "force 5S from deck")
        refused(state, "cash ticket", "7.6.1")
        refused(state, "sell PE child 1 and child 2", "7.6.1")
        play(state, "sell PE child 1", "sell GI child 1")
    assert [one.name for one in state.squirrels[number(state, "LI")]] == ["5S"]
    assert state.operator != number(state, "LI")


def test_switch_11_8_and_ruling_2_6_the_site_sells_no_card_too_many() -> None:
    state = monday(rules="site")
    family(state, "LI", A="parents", treasury=20)
    family(state, "PE", at=(0, 5), A="child 1, child 2", C="parents, child 3")
    deck_from(state, "5S")
    state.cash = [0, 0, 0]
    operate(state, "LI", "squirrels")
    refused(state, "sell PE child 1 and child 2", "7.6.1")
    refused(state, "buy 5S from deck", "7.6.1")
    play(state, "sell PE child 1", "buy 5S from deck")
    assert (state.cash[0], state.debts[0]) == (2, 0)


@BOTH
def test_switch_11_9_the_first_j_by_whatsup(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", A="parents", squirrels="4S", treasury=40)
    state.hands[0] = (power(state, "WHATSUP"),)
    deck_from(state, "4J")
    play(state, "use WHATSUP: PE buy 2J from deck")
    left = [(one.name, one.last_run) for one in state.squirrels[number(state, "PE")]]
    assert left == ([("4S", True), ("2J", False)] if site else [("2J", False)])


@BOTH
def test_switch_11_10_whatsup_from_the_kitchen(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", A="parents", treasury=0)
    state.hands[0] = (power(state, "WHATSUP"),)
    card = hire(state, "GI", "3S").card
    state.squirrels[number(state, "GI")] = ()
    state.kitchen = (card,)
    state.treasury[number(state, "PE")] = card.kind.prices[0]  # all of it
    if site:
        assert "use WHATSUP: PE buy 3S-0 from kitchen" in legal(state)
        play(state, "use WHATSUP: PE buy 3S-0 from kitchen")
        assert len(state.kitchen) == 0
    else:
        refused(state, "use WHATSUP: PE buy 3S-0 from kitchen", "10.6")


@BOTH
def test_switch_11_13_income_counts_for_the_dividend(site: bool) -> None:
    """Nuts below, nuts and income above the threshold of 100: the next cell pays 2, this one 1."""
    state = monday(rules=rules(site))
    family(state, "PE", at=(1, 1), A="parents", squirrels="2S", treasury=0)
    operate(state, "PE", "dividend")
    state.nuts, state.income = 98, 4
    play(state, "distribute")
    assert state.cash[0] == 28 + 2 * (2 if site else 1)
    assert value(state, "PE") == 7, "the token stays"


@BOTH
def test_switch_11_15_launch_tiles_on_m(site: bool) -> None:
    state = monday(rules=rules(site))
    deck_from(state, "4S")
    play(state, "launch LI at 9", "lay 57 r0 at E15")
    play(state, next(text for text in legal(state) if text.endswith("at E17")))
    assert state.board.spots[state.board.ground.by_name["E17"]].marked is not site


@BOTH
def test_switch_11_16_ancient_maps_second_tile_declined(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "LI", A="parents", powers=("ANCIENT_MAPS",))
    lay(state, "57", 0, "E15")
    operate(state, "LI")
    play(state, next(text for text in legal(state) if text.startswith("ANCIENT")), "pass")
    assert len(state.mats[number(state, "LI")]) == (1 if site else 0)
    assert not [text for text in legal(state) if text.startswith("ANCIENT")]


@BOTH
def test_switch_11_17_that_is_mine_filled_by_an_ordinary_station(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", A="parents", powers=("THAT_S_MINE",), squirrels="2S", treasury=9)
    for tile, rotation, at in (("6", 1, "K17"), ("202", 4, "K15")):
        lay(state, tile, rotation, at)
    operate(state, "PE", "station")
    play(state, "THAT'S MINE! at K15", "station at K15")
    assert len(state.mats[number(state, "PE")]) == (1 if site else 0)


@BOTH
def test_switch_11_18_every_single_card_has_room_in_the_kitchen(site: bool) -> None:
    """PARENTS are swapped, never sold, so the four singles of 20 % each are the most that can lie there."""
    state = monday(rules=rules(site))
    penguins = family(state, "PE", A="parents", B="child 1, child 2", kitchen="child 3, cousin")
    play(state, "sell PE parents")
    assert state.holdings[penguins].in_kitchen == cards("child 3, cousin, child 1, child 2")
    assert state.owner(penguins) == 1
    play(state, "pass")
    assert state.to_act == (1,)
    refused(state, "sell PE parents", "6.2.2")


@BOTH
def test_switch_11_19_a_value_of_24_in_a_stock_round(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", at=(0, 10), A="parents", squirrels="2S")
    state.hands[0] = (power(state, "DAYS_OFF"),)
    play(state, "use DAYS OFF for PE")
    assert state.cell[number(state, "PE")] == cell(state, 0, 11)
    assert state.ending is site


@BOTH
def test_switch_11_20_greek_without_a_deal(site: bool) -> None:
    state = monday(rules=rules(site))
    state.launched_now = True
    family(state, "PE", B="parents")
    state.hands[0] = (power(state, "IT_S_ALL_GREEK_TO_ME"),)
    if site:
        play(state, "use IT'S ALL GREEK TO ME", "pass")
        assert state.to_act == (0,)
    else:
        refused(state, "use IT'S ALL GREEK TO ME", "10.5")


@BOTH
def test_switch_11_21_buying_from_other_owners(site: bool) -> None:
    state = monday(rules=rules(site))
    penguins = family(state, "PE", A="parents", squirrels="2S", treasury=9)
    giraffes = family(state, "GI", B="parents", squirrels="3S", treasury=0)
    state.hands[1] = (power(state, "WINGS"),)
    operate(state, "PE", "squirrels")
    for asking in (("acquire WINGS", "offer 0"), ("ask GI for 3S-0", "offer 1")):
        play(state, *asking)
        if not site:
            assert state.to_act == (1,)
            play(state, "decline")
    bought = (len(state.mats[penguins]), len(state.squirrels[penguins]), state.treasury[giraffes])
    assert bought == ((1, 2, 1) if site else (0, 1, 0))


@BOTH
def test_switch_11_22_steps_with_nothing_but_a_pass(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", A="parents", squirrels="2S", treasury=0)
    operate(state, "PE", "closing")
    state.settle()
    assert (step(state) == "closing") is site


@BOTH
def test_switch_11_23_passing_in_a_row(site: bool) -> None:
    """B passes; A buys and passes its extra turn: on the site all have passed now."""
    state = monday(2, rules=rules(site))
    family(state, "PE", B="parents", A="child 1")
    state.turn = 1
    play(state, "pass")
    state.hands[0] = (power(state, "IT_S_ALL_GREEK_TO_ME"),)
    play(state, "buy PE child 2 from lounge", "use IT'S ALL GREEK TO ME")
    if state.to_act == (0,):
        play(state, "pass")
    assert state.operating is site


@BOTH
def test_switch_11_24_half_of_the_parents(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "GI", A="parents", B="child 2, child 3", kitchen="child 1")
    play(state, "sell GI half of parents")
    assert state.holdings[number(state, "GI")].places[0] == ((1,) if site else (3,))


def only_on_the_screen(state: Position, decision: str, rule: str) -> None:
    """Players can't do it; only a game recorded at the site may contain it."""
    assert decision not in legal(state)
    refused(state, decision, rule)
    if state.rules.site:
        state.replay(decision)
        return
    with pytest.raises(IllegalAction):
        state.replay(decision)


@BOTH
def test_switch_11_25_nearby_families_and_launch_values(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", B="parents")
    only_on_the_screen(state, "launch GI at 5", "6.3.1")
    only_on_the_screen(monday(rules=rules(site)), "launch GI at 9", "6.3")


@BOTH
def test_switch_11_25_powers(site: bool) -> None:
    state = monday(rules=rules(site))
    state.on_offer = (power(state, "WINGS"),)
    state.hands[0] = (power(state, "WHEAT"), power(state, "MOLES"), power(state, "PATCH"))
    only_on_the_screen(state, "buy power WINGS", "6.5.1")
    assert len(state.hands[0]) == (4 if site else 3)
    state = drafting(rules=rules(site))
    offered = state.pieces.powers[state.on_offer[0]]
    only_on_the_screen(state, f"buy power {offered.name} for 0", "6.5")
    assert (state.cash[2], len(state.hands[2])) == (28, 1 if site else 0)


def test_switch_11_25_a_power_may_take_all_the_cash() -> None:
    """On the site the price on the screen counts: all of the cash is enough, more is not there."""
    state = drafting(rules="site")
    seat, offered = state.to_act[0], state.pieces.powers[state.on_offer[0]]
    state.cash[seat] = 3
    for name in (f"buy power {offered.name} for 4", f"buy power {offered.name} for 999"):
        with pytest.raises(IllegalAction):
            state.replay(name)
    state.replay(f"buy power {offered.name} for 3")
    assert state.cash[seat] == 0


def test_rule_6_5_the_printed_price_may_be_said() -> None:
    state = drafting()
    offered = state.pieces.powers[state.on_offer[0]]
    play(state, f"buy power {offered.name} for {offered.cost}")
    assert [str(action) for _, action in state.history] == [f"buy power {offered.name.upper()}"]


def test_the_site_lets_no_player_sell_away_the_family_that_buys() -> None:
    """Rule 7.6.1."""
    state = monday(rules="site")
    family(state, "LI", A="parents, child 1", B="child 2, child 3", treasury=8)
    deck_from(state, "5S")
    state.cash = [2, 0, 0]
    operate(state, "LI", "squirrels")
    assert "sell LI child 1" in legal(state)
    index = number(state, "LI")
    state.holdings[index] = state.holdings[index].buy(1, 4, state.order)
    assert "the buying family's parents" in refused(state, "sell LI child 1", "7.6.1")


@BOTH
def test_switch_11_25_upgrades_of_marked_tiles(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "LI", A="parents")
    deck_from(state, "4S")
    for tile, rotation, at in (("6", 3, "E15"), ("9", 0, "E13"), ("9", 0, "E11")):
        lay(state, tile, rotation, at)
    only_on_the_screen(operate(state, "LI"), "lay 23 r0 at E11", "7.2")


@BOTH
def test_switch_11_26_a_run_with_its_own_figures(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "PE", A="parents", squirrels="2S, 2S", treasury=0)
    for tile, rotation, at in (("6", 1, "K17"), ("202", 4, "K15"), ("8", 1, "L14"), ("9", 1, "J18")):
        lay(state, tile, rotation, at)
    operate(state, "PE", "run")
    text = "run 2S-0 K17 K15 L14 for 70 nuts and 2 $N + 2S-1 I19 J18 K17"
    assert str(state.game.parse(text)) == text
    assert text not in legal(state)
    refused(state, "run 2S-0 K17 L14 for 70 nuts and 2 $N", "7.4")
    refused(state, text, "11.26")
    if not site:
        with pytest.raises(IllegalAction):
            state.replay(text)
        return
    state.replay(text)
    assert (state.nuts, state.income) == (70 + 50, 2)


@BOTH
def test_switch_11_25_a_tile_that_lies_on_the_map_is_not_laid_again(site: bool) -> None:
    state = monday(rules=rules(site))
    family(state, "LI", A="parents")
    lay(state, "6", 3, "E15")
    lay(state, "9", 0, "E13")
    code = operate(state, "LI").board.spots[state.board.ground.by_name["E13"]].copy
    only_on_the_screen(state, f"lay 9 r0 at E11 copy {code}", "4.2")


# What the site asks for, or books, at another moment (since version 3 of our rules).

SINCE_3 = pytest.mark.parametrize(("version", "rules", "exact"), [(2, "site", False), (3, "site", True)])
ALL_SINCE_3 = pytest.mark.parametrize(
    ("version", "rules", "exact"),
    [(2, "rulebook", False), (3, "rulebook", True), (2, "site", False), (3, "site", True)],
)


@SINCE_3
def test_switch_11_27_on_a_diet_keeps_the_station_step(version: int, rules: str, exact: bool) -> None:
    """The Penguins cannot pay for a station, and ON A DIET builds one for free."""
    state = with_patch(version, rules, "2S")
    state.mats[number(state, "PE")] = (power(state, "ON_A_DIET"),)
    play(operate(state, "PE"), "pass")
    assert step(state) == ("station" if exact else "run")


def test_switch_11_27_the_rulebook_asks_for_no_station_that_nobody_can_pay() -> None:
    state = with_patch(3, "rulebook", "2S")
    state.mats[number(state, "PE")] = (power(state, "ON_A_DIET"),)
    play(operate(state, "PE"), "pass")
    assert step(state) == "run", "it is used at any moment"


@pytest.mark.parametrize(("version", "rules", "paid"), [(2, "site", 1), (3, "site", 4), (3, "rulebook", 1)])
@pytest.mark.parametrize("use", ["distribute", "keep"])
def test_switch_11_28_a_squeeze_acquired_after_the_run(version: int, rules: str, paid: int, use: str) -> None:
    state = with_patch(version, rules, "2S")
    lay(state, "8", 1, "L14")
    state.hands[0] = (power(state, "A_SQUEEZE"),)
    state.treasury[number(state, "PE")] = 1
    play(operate(state, "PE", "run"), "run 2S-0 K17 K15 L14", "acquire A SQUEEZE", "offer 0", use)
    bags = 3 if use == "keep" else 0
    assert state.treasury[number(state, "PE")] == 1 + paid + bags


@SINCE_3
def test_switch_11_29_a_loop_back_to_the_only_station(version: int, rules: str, exact: bool) -> None:
    """Track leads from E15 round to E15, and nowhere else."""
    state = monday(version=version, rules=rules)
    family(state, "LI", A="parents", squirrels="2S", treasury=0)
    for tile, rotation, at in LOOP:
        lay(state, tile, rotation, at)
    play(operate(state, "LI"), "pass")
    assert step(state) == ("closing" if exact else "run")


def test_switch_11_29_a_second_station_of_the_family_is_a_place() -> None:
    state = monday(rules="site")
    family(state, "LI", A="parents", squirrels="2S", treasury=0)
    for tile, rotation, at in (("5", 4, "E15"), ("9", 2, "F16"), ("8", 0, "G17"), ("201", 2, "G19")):
        lay(state, tile, rotation, at)
    state.board.place(number(state, "LI"), state.board.ground.by_name["G19"])
    play(operate(state, "LI"), "pass")
    assert step(state) == "run"


@pytest.mark.parametrize(
    "text",
    [
        "run 2S-0 K17 K15 for",
        "run 2S-0 K17 K15 for 70",
        "run 2S-0 K17 K15 for 70 nuts and x $N",
        "run 2S-0 for 70 nuts and 2 $N",
    ],
)
def test_switch_11_26_figures_that_nobody_can_read(text: str) -> None:
    assert drafting().game.read(text) is None


def test_powers_of_a_site_game_come_in_the_order_of_its_seed() -> None:
    """The first rows of a game with the seed 81965, as its file shows them."""
    state = drafting(map="C", rules="site", seed=81965)
    ids = [state.pieces.powers[one].id for one in (*state.on_offer, *state.future)]
    assert ids == [
        "WORK_IN_PROGRESS", "WHEAT", "ANCIENT_MAPS", "IT_S_ALL_GREEK_TO_ME",
        "A_SQUEEZE", "WINGS", "SHINING_GOLD", "PATCH",
    ]  # fmt: skip


# Section 13: games that began under an earlier version go on as they began.

OLDER = pytest.mark.parametrize(
    ("version", "rules", "exact"),
    [(1, "rulebook", False), (2, "rulebook", True), (1, "site", False), (2, "site", False)],
)

# The home of the Lions on map A, and track that leads from it round to it again.
LOOP = (("5", 4, "E15"), ("7", 0, "F14"), ("7", 2, "F16"))
# The same with a hex that the track passes twice, and an O area on the way.
KNOT = (("619", 2, "E15"), ("23", 2, "F16"), ("7", 3, "F18"), ("7", 1, "G17"))


def with_patch(version: int, rules: str, *squirrels: str, treasury: int = 0) -> Position:
    """The Penguins with PATCH, joined to the Y area K15."""
    state = monday(version=version, rules=rules)
    family(state, "PE", A="parents", treasury=treasury, powers=("PATCH",))
    for squirrel in squirrels:
        hire(state, "PE", squirrel.removesuffix("!"), last_run=squirrel.endswith("!"))
    for tile, rotation, at in (("6", 1, "K17"), ("202", 4, "K15")):
        lay(state, tile, rotation, at)
    return state


def team(state: Position) -> list[str]:
    return [one.name for one in state.squirrels[number(state, "PE")]]


@OLDER
def test_switch_13_2_steps_that_a_power_could_change(version: int, rules: str, exact: bool) -> None:
    state = monday(version=version, rules=rules)
    family(state, "PE", A="parents", treasury=2, powers=("ANCIENT_MAPS",), squirrels="2S")
    lay(state, "6", 1, "K17")
    operate(state, "PE", "station")
    state.settle()
    assert (step(state) == "station") is exact


@OLDER
def test_switch_13_3_patch_taken_off_at_the_end_of_a_turn(version: int, rules: str, exact: bool) -> None:
    state = with_patch(version, rules, "4S", treasury=30)
    hire(state, "PE", "3S", patched=True)
    deck_from(state, "5S")
    operate(state, "PE", "closing")
    play(state, "take off patch")
    assert (step(state) == "squirrels") is exact


@OLDER
def test_switch_13_4_another_squirrel_ran_as_1s(version: int, rules: str, exact: bool) -> None:
    state = with_patch(version, rules, "4S!")
    hire(state, "PE", "3S Long", last_run=True, patched=True)
    play(operate(state, "PE", "run"), "run 1S-0 K17", "distribute")
    assert team(state) == (["1S"] if exact else ["4S", "1S"])


@pytest.mark.parametrize(
    ("version", "rules", "exact"),
    [(1, "rulebook", False), (2, "rulebook", True), (2, "site", False), (3, "site", True)],
)
def test_switch_13_9_a_second_last_run(version: int, rules: str, exact: bool) -> None:
    state = with_patch(version, rules, "4S!", "5S")
    play(operate(state, "PE", "run"), "run 4S-0 K17 K15", "distribute", "patch 4S-0")
    play(operate(state, "PE"), "take off patch")
    assert team(state) == (["5S"] if exact else ["5S", "4S"])


@ALL_SINCE_3
def test_switch_13_6_a_new_path_that_no_run_could_use(version: int, rules: str, exact: bool) -> None:
    """A run that comes back to F16 round the loop has used the other end of the new path on the way out."""
    state = monday(version=version, rules=rules)
    family(state, "LI", A="parents")
    deck_from(state, "5S")
    for tile, rotation, at in KNOT:
        lay(state, tile, rotation, at)
    operate(state, "LI")
    assert ("lay 41 r5 at F16" in legal(state)) is not exact
    if exact:
        assert "Tile 41 adds no path within the family's reach" in refused(state, "lay 41 r5 at F16", "7.2")
    else:
        play(state, "lay 41 r5 at F16")


@ALL_SINCE_3
def test_switch_13_7_and_11_30_work_in_progress_on_a_home_with_two_spaces(
    version: int, rules: str, exact: bool
) -> None:
    state = monday(version=version, rules=rules)
    family(state, "PE", A="parents", powers=("WORK_IN_PROGRESS", "THAT_S_MINE"))
    lay(state, "5", 0, "E15")
    lay(state, "619", 2, "E15")
    operate(state, "PE")
    assert "THAT'S MINE! at E15" in legal(state)
    if exact and rules == "rulebook":
        assert "HOME of a family not launched" in refused(state, "WORK IN PROGRESS at E15", "10.14")
    else:
        play(state, "WORK IN PROGRESS at E15")


@pytest.mark.parametrize(("version", "asked"), [(2, "B"), (3, "BA")])
def test_switch_13_8_who_is_overtaken_is_asked(version: int, asked: str) -> None:
    """A has more than B, so only B could overtake, until B does."""
    state = monday(2, version=version)
    family(state, "PE", B="parents")
    state.cash, state.tickets = [10, 8], [1, 1]
    play(state, "pass", "pass")
    found = ""
    while not state.operating:
        found += "AB"[state.to_act[0]]
        play(state, "cash ticket")
    assert found == asked
    assert state.order == ((1, 0) if asked == "B" else (0, 1))


def test_rule_6_7_who_has_kept_the_ticket_is_asked_again_after_another_was_cashed() -> None:
    """B could overtake A and does not; C overtakes both; now B is asked again, and A as well."""
    state = monday()
    state.cash, state.tickets = [10, 8, 7], [1, 1, 1]
    play(state, "pass", "pass", "pass")
    asked = []
    for answer in ("pass", "cash ticket", "pass", "pass"):
        asked.append("ABC"[state.to_act[0]])
        play(state, answer)
    assert asked == ["B", "C", "A", "B"]
    assert state.order == (2, 0, 1)


@OLDER
def test_switch_13_5_patch_and_the_limit(version: int, rules: str, exact: bool) -> None:
    state = with_patch(version, rules, "4S!", "5S", "4S Perm")
    deck_from(state, "4J")
    state.phase_number += 1
    play(operate(state, "PE"), "patch 4S-0")
    assert (step(state) == "CleanUp") is exact


def test_the_site_deals_from_31_bits_of_a_seed() -> None:
    powers = list(range(20))
    assert site_order(powers, 5 + 2**31) == site_order(powers, 5 + 2**100) == site_order(powers, 5)
    assert site_order(powers, 5) != site_order(powers, 6)
