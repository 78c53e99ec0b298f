"""The standing orders of 18ZOO: what they decide, what they wait for, and when they are over."""

from __future__ import annotations

from menagerie.core.orders import Ended
from menagerie.games.eighteen_zoo.holdings import Holdings
from menagerie.games.eighteen_zoo.phases.deals import CONSENT
from menagerie.games.eighteen_zoo.state import Position

from .position import GAME, cards, deck_from, family, hire, lay, monday, number, operate, play


def answer(order: str, state: Position, seat: int = 0, since: Position | None = None) -> str:
    """What an order decides, `over: ...`, or nothing."""
    state.changed_by_hand()
    found = GAME.order(order)
    assert found is not None
    said = found.follow(state, seat, since or state)
    return f"over: {said.why}" if isinstance(said, Ended) else str(said or "")


def offered(state: Position, seat: int = 0) -> list[str]:
    return [order.id for order in GAME.orders() if order.can_be_given(state, seat)]


def stock_round() -> Position:
    """Monday with two families: A leads the Penguins and the Lions, B the Tigers."""
    state = monday()
    state.cash = [40, 40, 40]
    family(state, "PE", A="parents")
    family(state, "LI", A="parents")
    family(state, "TI", B="parents")
    state.names = ("Lisa", "Ben", "Mia")
    return state


def lose_penguins(state: Position) -> None:
    """The parents of the Penguins go from A to B."""
    rows = (cards("child 1"), cards("parents"), (), cards("child 2, child 3, cousin"), ())
    state.holdings[number(state, "PE")] = Holdings(rows)


def harvest(nuts: int, squirrels: str = "2S") -> Position:
    """The Penguins of A have run."""
    state = monday()
    family(state, "PE", squirrels=squirrels, tile=True)
    family(state, "TI", B="parents")
    operate(state, "PE", "dividend")
    state.nuts = nuts
    return state


# Passing.


def test_what_is_offered_when() -> None:
    state = stock_round()
    passing = ["pass-until-change", "pass-unless-mine", "pass"]
    assert offered(state) == [*passing, "distribute", "distribute-PE", "distribute-LI"]
    assert offered(state, 1) == [*passing, "distribute"], "one family needs no orders of its own"
    assert offered(state, 2) == ["pass-until-change", "pass"]
    operate(state, "PE")
    assert offered(state)[0] == "distribute"
    assert offered(state)[-3:] == ["no-stations", "no-squirrels", "decline"]
    assert offered(state, 2) == []


def test_pass_until_the_stock_round_ends() -> None:
    state = stock_round()
    since = state.copy()
    assert answer("pass", state) == "pass"
    assert answer("pass", state, 1) == "", "it is not B's turn"
    play(state, "pass", "buy TI child 1 from lounge", "pass")
    assert answer("pass", state, 0, since) == "pass"
    while not state.operating:
        play(state, "pass")
    assert answer("pass", state, 0, since) == "over: The stock round is over."


def test_an_order_to_pass_passes_the_last_call_for_tickets_too() -> None:
    state = stock_round()
    since = state.copy()
    state.tickets, state.cash = [3, 0, 0], [0, 2, 0]
    while not state.prompt(0).startswith("Cash a ticket to move up"):
        play(state, "pass")
    assert answer("pass", state, 0, since) == "pass"


def test_who_must_sell_cannot_pass() -> None:
    state = stock_round()
    state.card_limit = 1
    family(state, "GI", A="parents, child 1", at=(1, 2))
    assert answer("pass", state) == "over: You hold more than 1 cards and must sell some."


def test_pass_until_somebody_does_something_else() -> None:
    state = stock_round()
    since = state.copy()
    play(state, "pass", "pass", "buy TI child 1 from lounge")
    assert answer("pass-until-change", state, 0, since) == "over: Mia bought a Tigers card."
    state = stock_round()
    since = state.copy()
    state.tickets[1] = 1
    play(state, "pass", "cash ticket", "pass")
    assert answer("pass-until-change", state, 0, since) == "", "a ticket changes nothing on the board"


def test_what_i_have_done_myself_is_no_change() -> None:
    state = stock_round()
    since = state.copy()
    play(state, "buy TI child 1 from lounge")
    assert answer("pass-until-change", state, 0, since) != "over: Lisa has bought cards of the Tigers."


def test_pass_unless_somebody_trades_a_family_of_mine() -> None:
    state = stock_round()
    since = state.copy()
    play(state, "pass", "buy TI child 1 from lounge", "pass")
    assert answer("pass-unless-mine", state, 0, since) == "pass", "the Tigers are not mine"
    play(state, "pass", "buy PE child 1 from lounge", "pass")
    assert answer("pass-unless-mine", state, 0, since) == "over: Ben bought a Penguins card."


def test_pass_unless_a_family_is_lost() -> None:
    state = stock_round()
    since = state.copy()
    lose_penguins(state)
    assert answer("pass-unless-mine", state, 0, since) == "over: You no longer lead the Penguins."


# Distributing.


def test_always_distribute() -> None:
    state = harvest(200)
    assert answer("distribute", state) == answer("distribute-PE", state) == "distribute"
    assert answer("distribute-TI", state, 1) == "", "another family operates"
    assert answer("distribute-PE", operate(state, "PE", "run")) == ""


def test_where_the_reputation_would_not_rise_it_is_asked() -> None:
    threshold = harvest(0).cell_of(number(harvest(0), "PE")).threshold
    assert answer("distribute", harvest(threshold)) == "distribute"
    assert answer("distribute", harvest(threshold - 1)) == ""


def test_distributing_is_over_where_the_money_is_needed_for_a_squirrel() -> None:
    state = harvest(200, squirrels="")
    hire(state, "PE", "2S", last_run=True)
    deck_from(state, "4S")
    state.treasury[number(state, "PE")] = 1
    needs = "over: The Penguins lose their last squirrel and can't afford another."
    assert answer("distribute", state) == needs
    state.treasury[number(state, "PE")] = 99
    assert answer("distribute", state) == "distribute"
    state.treasury[number(state, "PE")] = 1
    hire(state, "PE", "3S")
    assert answer("distribute", state) == "distribute", "another squirrel stays"


def test_distributing_is_over_when_the_family_is_lost() -> None:
    state = harvest(200)
    lose_penguins(state)
    assert answer("distribute-PE", state) == "over: You no longer lead the Penguins."
    assert answer("distribute", state) == "over: You no longer lead any family."


# Leaving out steps.


def test_no_stations_until_the_next_stock_round() -> None:
    state = harvest(0)
    lay(state, "6", 0, "J16")
    assert answer("no-stations", operate(state, "PE", "station")) == "pass"
    assert answer("no-stations", operate(state, "PE", "track")) == ""
    since = state.copy()
    assert answer("no-stations", operate(state, "PE", "track", "OR1.2"), 0, since) == ""
    later = operate(state, "PE", "station", "OR2.1")
    assert answer("no-stations", later, 0, since) == "over: The operating rounds are over."


def test_no_squirrels_until_others_are_for_sale_or_one_is_needed() -> None:
    state = operate(harvest(0), "PE", "squirrels")
    since = state.copy()
    assert answer("no-squirrels", state, 0, since) == "pass"
    deck_from(state, "3S")
    assert answer("no-squirrels", state, 0, since) == "over: The next squirrel for sale is now a 3S."
    bare = operate(harvest(0, squirrels=""), "PE", "squirrels")
    assert answer("no-squirrels", bare) == "over: The Penguins need a squirrel."


def test_decline_every_offer() -> None:
    state = operate(harvest(0), "TI", "squirrels")
    state.asking, state.offered = state.squirrels[number(state, "PE")][0].card.index, 5
    state.stack.append(CONSENT)
    assert answer("decline", state) == "decline"
    assert answer("decline", state, 1) == ""
