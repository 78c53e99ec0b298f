"""What the log says about decisions, those to do nothing among them."""

from __future__ import annotations

from .position import deck_from, family, lay, legal, monday, number, operate, owner, play, power
from .test_operating_round import forced, penguins


def test_a_player_passes_or_is_done() -> None:
    state = monday()
    family(state, "PE")
    state.tickets = [1, 1, 1]
    assert play(state, "pass") == ["A passes."]
    assert play(state, "buy PE child 1 from lounge", "pass")[1:] == ["B ends the turn."]


def test_tickets_kept_before_the_turn_order() -> None:
    state = monday()
    family(state, "PE", at=(0, 9))
    state.cash, state.tickets = [2, 3, 1], [0, 0, 1]
    assert play(state, "pass", "pass", "pass")[2] == "C keeps 1 ticket."


def test_a_ticket_is_cashed_and_split() -> None:
    state = penguins(treasury=0)
    state.tickets[0] = 3
    operate(state, "PE", "track", "OR2.1")
    assert play(state, "cash ticket", "treasury 5", "cash ticket", "treasury 8", "cash ticket", "treasury 0") == [
        "A cashes a ticket for 8 $N.",
        "A gives 5 $N to the Penguins and keeps 3 $N.",
        "A cashes a ticket for 8 $N.",
        "A gives all 8 $N to the Penguins.",
        "A cashes a ticket for 8 $N.",
        "A keeps all 8 $N.",
    ]


def test_no_tile() -> None:
    assert play(operate(penguins(), "PE"), "pass")[0] == "The Penguins lay no tile."
    state = operate(penguins(), "PE")
    assert play(state, next(text for text in legal(state) if text.startswith("lay")), "pass")[1] == (
        "The Penguins lay no second tile."
    )
    state = operate(penguins(powers=("ANCIENT_MAPS",)), "PE")
    first = next(text for text in legal(state) if text.startswith("ANCIENT MAPS"))
    assert play(state, first, "pass")[1:] == ["The Penguins lay no second tile with ANCIENT MAPS."]


def test_no_tile_at_a_launch() -> None:
    state = monday()
    deck_from(state, "4S")
    lay(state, "6", 1, "K17")
    told = play(state, "launch PE at 9", "pass", "pass")
    assert told[1:3] == ["The Penguins keep their HOME as it is.", "The Penguins lay no more tiles."]


def test_a_home_tile_that_nobody_could_lay_is_not_told() -> None:
    state = monday()
    lay(state, "6", 1, "K17")
    assert play(state, "launch PE at 5") == ["A launches the Penguins at 5 for 10 $N."]


def test_no_station() -> None:
    assert play(operate(penguins(squirrels="2S"), "PE", "station"), "pass") == ["The Penguins build no station."]


def test_no_squirrels_and_the_end_of_a_turn() -> None:
    state = operate(penguins(squirrels="2S", powers=("HOLE",)), "PE", "squirrels")
    assert play(state, "pass", "pass")[:2] == ["The Penguins buy no more squirrels.", "The Penguins end their turn."]


def test_what_a_family_wants_and_what_it_offers() -> None:
    state = penguins(treasury=10, squirrels="2S")
    family(state, "GI", B="parents", squirrels="3S", treasury=0)
    assert play(operate(state, "PE", "squirrels"), "ask GI for 3S-0", "offer 3", "decline") == [
        "The Penguins want the Giraffes' 3S and will name a price.",
        "The Penguins offer B 3 $N.",
        "B declines.",
    ]
    state.hands[1] = (power(state, "THAT_S_MINE"),)
    assert play(state, "acquire THAT'S MINE!") == ["The Penguins want THAT'S MINE and will name a price."]


def test_a_clear_price_is_told_at_once() -> None:
    state = penguins(treasury=1, squirrels="2S")
    family(state, "GI", B="parents", squirrels="3S", treasury=0)
    assert play(operate(state, "PE", "squirrels"), "ask GI for 3S-0") == [
        "For the Giraffes' 3S, the Penguins offer B 1 $N."
    ]


def test_a_forced_purchase_and_what_is_missing() -> None:
    state = forced()
    family(state, "PE", at=(0, 5), A="child 1", C="parents")
    family(state, "GI", at=(0, 5), A="child 1", C="parents")
    assert play(operate(state, "LI", "squirrels"), "force 5S from deck") == [
        "The Lions must buy a 5S. A is 20 $N short."
    ]
    state = forced(treasury=40)
    deck_from(state, "4J")
    state.cash[0] = 20
    assert play(operate(state, "LI", "squirrels"), "force 4J from deck")[:2] == [
        "A adds 7 $N for the Lions.",
        "The Lions buy a 4J from the deck for 47 $N.",
    ]


def test_parents_that_pass_to_another_are_shown() -> None:
    state = monday()
    family(state, "PE", A="parents", B="child 1, child 2", at=(1, 1))
    state.cash = [50, 50, 50]
    play(state, "pass")
    told = play(state, "buy PE child 3 from lounge")
    assert any("parents" in sentence.lower() and "B" in sentence for sentence in told[1:]), told
    assert owner(state, "PE") == "B"


def test_no_parents_pass_if_the_owner_buys() -> None:
    state = monday()
    family(state, "PE", A="parents", B="child 1")
    assert len(play(state, "buy PE child 2 from lounge")) == 1


def test_the_price_of_a_station_is_asked_for() -> None:
    state = operate(penguins(tile=True), "PE", "station")
    price = state.stations_left[number(state, "PE")][0]
    assert state.prompt(0) == f"Build a station for {price} $N, or pass."
