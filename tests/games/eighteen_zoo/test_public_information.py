"""Open information is in view, text and picture alike (docs/rules/18zoo.md, sections 3 to 6)."""

from __future__ import annotations

from html import unescape

import menagerie
from menagerie import Record

from .position import GAME, drafting, family, finish, lay, legal, monday, number, play, power, refused, value


def labels(state: menagerie.State) -> str:
    """Everything that the picture tells in words."""
    return unescape(GAME.scene(state, 0).svg())


def names(state: menagerie.State, *groups: str) -> list[list[str]]:
    view = state.view(None)
    return [view[group] for group in groups]


def test_rule_6_7_the_next_four_powers_are_shown_when_a_stock_round_is_over() -> None:
    state = monday()
    family(state, "PE")
    row = state.draft_row
    deck = [state.pieces.powers[one].name for one in state.power_deck]
    assert names(state, "future_powers", "later_powers") == [deck[row + 4 : row + 8], []]
    finish(state)
    assert state.operating
    assert names(state, "future_powers", "later_powers") == [deck[row + 4 : row + 8], deck[row + 8 : row + 12]]
    assert f"The day after: {', '.join(deck[row + 8 : row + 12])}" in str(state)
    assert all(f"{name}, later" in labels(state) for name in deck[row + 4 : row + 12])
    assert not set(state.secrets()["powers"]) & {power(state, name.upper()) for name in deck[row + 8 : row + 12]}


def test_rule_6_7_powers_shown_early_cannot_be_bought_earlier() -> None:
    state = monday()
    family(state, "PE")
    finish(state)
    coming = state.future
    state.slot = next(one.index for one in state.pieces.slots if one.id == "SR2") - 1
    state.operator = -1
    state.stack = state.stack[:1]
    state.settle()
    assert state.on_offer == coming[:4]
    assert state.future == coming[4:]
    state.cash = [50, 50, 50]
    for later in state.future:
        name = state.pieces.powers[later].name
        assert "goes on sale in a later stock round" in refused(state, f"buy power {name}", "6.5")


def test_rule_13_1_a_game_of_version_1_shows_them_later() -> None:
    record = Record("18zoo", 3, 1, rules_version=1, options={"map": "A"})
    state = record.begin()
    assert isinstance(state, type(drafting()))
    state.slot = next(one.index for one in state.pieces.slots if one.id == "OR1.1")
    assert len(state.future) == 4


def test_rule_6_2_1_face_down_cards_are_shown() -> None:
    state = monday()
    state.cash = [50, 50, 50]
    family(state, "PE", at=(0, 3), A="parents", B="child 1, child 2", C="child 3")
    play(state, "pass", "sell PE child 1", "pass")
    view = state.view(None)
    assert view["families"]["PE"]["kitchen_face_down"] == ["child 1"]
    assert "kitchen: child 1 (face down: child 1)" in str(state)
    assert "kitchen 1, 1 face down" in labels(state)
    play(state, "buy PE child 1 from kitchen")
    assert state.view(None)["seats"][2]["face_down"] == {"PE": ["child 1"]}
    assert "face down (selling these again doesn't lower the reputation): PE child 1" in str(state)
    assert "C's 2 Penguins, 1 face down" in labels(state)


def test_rule_6_7_cards_are_turned_up_again() -> None:
    state = monday()
    family(state, "PE", at=(0, 3), A="parents", B="child 1, child 2")
    play(state, "pass", "sell PE child 1")
    finish(state)
    assert state.operating
    assert state.view(None)["families"]["PE"]["kitchen_face_down"] == []


def test_rule_6_4_3_who_may_not_buy_again_is_shown() -> None:
    state = monday()
    family(state, "PE", at=(0, 3), A="parents", B="child 1, child 2")
    play(state, "pass", "sell PE child 1")
    assert state.view(None)["seats"][1]["may_not_buy"] == ["PE"]
    assert "sold this stock round, can't be bought until the next: PE" in str(state)
    assert "can't buy again this stock round: Penguins" in labels(state)
    finish(state)
    assert state.view(None)["seats"][1]["may_not_buy"] == []


def test_many_families_that_were_sold_are_shown_by_their_letters() -> None:
    state = monday()
    state.sold[0] = sum(1 << family for family in state.families)
    picture = state.game.scene(state, 0).svg()
    letters = ", ".join(sorted(state.pieces.families[family].id for family in state.families))
    assert f">sold {letters}<" in picture, "names would be too narrow to read"


def test_rule_6_3_1_who_may_be_launched_next_is_shown() -> None:
    """On map A the families are GI, PB, PE, LI, TI; the direction is fixed by the second launch."""
    state = monday()
    assert state.view(None)["may_come_next"] == ["GI", "PB", "PE", "LI", "TI"]
    family(state, "PE")
    assert state.view(None)["may_come_next"] == ["PB", "LI"]
    assert "not launched: GI, PB, LI, TI; may come next: PB, LI" in str(state)
    assert labels(state).count(", may come next<") == 2
    state.cash = [50, 50, 50]
    play(state, "launch LI at 5")
    assert state.view(None)["may_come_next"] == ["TI"]


def test_rule_10_2_an_announced_midas_is_shown() -> None:
    state = monday()
    family(state, "PE")
    state.hands[0] = (power(state, "MIDAS"),)
    assert state.view(None)["midas"] is None
    play(state, "use MIDAS")
    assert state.view(None)["midas"] == "A"
    assert "A: 28 $N, 0 tickets, announced MIDAS (first in the next turn order)" in str(state)
    assert "first in the next turn order by MIDAS" in labels(state)


def test_rule_10_8_how_often_a_power_can_still_be_used_is_shown() -> None:
    state = monday()
    family(state, "PE", powers=("MOLES", "WHEAT"))
    state.hands[1] = (power(state, "RABBITS"), power(state, "MIDAS"))
    state.uses[power(state, "MOLES")] = 3
    assert state.view(None)["uses_left"] == {"Rabbits": 2, "Moles": 3}
    assert "powers: Moles (3 uses left), Wheat" in str(state)
    assert "powers: Rabbits (2 uses left), Midas" in str(state)
    state.uses[power(state, "RABBITS")] = 1
    assert "powers: Rabbits (1 use left), Midas" in str(state)


def test_rule_10_15_where_wheat_lies_is_shown() -> None:
    state = monday()
    penguins = family(state, "PE", tile=True)
    state.board.sow(penguins, state.board.ground.by_name["K17"])
    assert state.view(None)["tiles"]["K17"]["wheat"] == ["PE"]
    assert "K17 6r1 ↙-↑[PE] WHEAT of PE" in str(state)
    assert "K17, the Penguins' HOME, tile 6, Penguins' station, Penguins' WHEAT" in labels(state)


def test_rule_3_the_phase_is_shown() -> None:
    state = monday()
    assert (state.view(None)["phase"], state.view(None)["colours"]) == ("2S", ["yellow"])
    assert "phase 2S, yellow tiles, 4 squirrels a family" in str(state)
    for words in ("Phase 2S", "tiles up to yellow", "4 squirrels a family"):
        assert f">{words}<" in labels(state)


def test_rule_4_2_the_tiles_that_are_left_are_shown() -> None:
    state = monday()
    before = state.view(None)["tile_supply"]["yellow"]["8"]
    lay(state, "8", 0, "J10")
    assert state.view(None)["tile_supply"]["yellow"]["8"] == before - 1
    assert f" 8 ↓-↖ x{before - 1}, " in str(state)
    tiles = next(chart for chart in GAME.sheet(state, 0) if chart.title == "Tiles")
    assert f" 8: {before - 1}, " in str(tiles.rows[0][1])


def test_rule_6_2_2_the_rulebooks_example_sells_parents_and_keeps_the_child() -> None:
    """PARENTS and a child against two children and a cousin: `sell GI parents` swaps, sells two and keeps one."""
    state = monday()
    family(state, "GI", at=(1, 1), A="parents, child 1", B="child 2, child 3, cousin")
    assert "sell GI parents" not in legal(state), "half of the parents with the child comes to the same"
    assert "sell GI child 1 and half of parents" in legal(state)
    play(state, "sell GI parents")
    giraffes = state.holdings[number(state, "GI")]
    assert (giraffes.owner, giraffes.units) == (1, (1, 3, 0))
    assert (state.cash[0], len(giraffes.in_kitchen)) == (28 + 2 * 7, 2)
    assert value(state, "GI") == 5, "two rows down"


def test_rule_6_2_2_who_keeps_the_most_keeps_the_parents() -> None:
    state = monday()
    family(state, "GI", A="parents, child 1, cousin", B="child 2, child 3")
    reason = refused(state, "sell GI parents", "6.2.2")
    assert reason == "Another player must have more Giraffes than you after the sale. Sell at least 3."
    play(state, "sell GI child 1 and parents")
    assert state.holdings[number(state, "GI")].owner == 1


def test_rule_8_2_the_result_names_the_turn_order_that_decided() -> None:
    state = monday()
    state.order = (2, 0, 1)
    state.stack.clear()
    assert state.scores == (28, 28, 28)
    assert state.result() == "C wins with 28 points, as number 1 in turn order before number 2."
    assert state.result(("Lisa", "Ben", "Zoe")).startswith("Zoe wins")


def test_refusals_call_players_by_their_names() -> None:
    state = monday()
    state.names = ("Lisa", "Ben", "Zoe")
    family(state, "GI", A="parents", B="child 1")
    assert refused(state, "sell GI child 1") == "Ben holds the Giraffes' child 1. Sell only your own cards."
