"""What bots know about a table of 18ZOO, and how they play with it."""

from __future__ import annotations

import math

import pytest

from menagerie import bots
from menagerie.core.action import Action
from menagerie.core.advice import Weights
from menagerie.games.eighteen_zoo import forecast
from menagerie.games.eighteen_zoo.actions import BuySquirrel, Launch
from menagerie.games.eighteen_zoo.advice import TitleAdvice
from menagerie.games.eighteen_zoo.map.board import NEW, UPGRADE
from menagerie.games.eighteen_zoo.phases.operating import aids_of
from menagerie.games.eighteen_zoo.running.best import most
from menagerie.games.eighteen_zoo.running.nearness import nearness
from menagerie.games.eighteen_zoo.state import Position

from .position import GAME, deck_from, drafting, family, hire, monday, number, operate, play, power
from .test_operating_round import penguins


def judge() -> TitleAdvice:
    found = GAME.advice()
    assert isinstance(found, TitleAdvice)
    return found


ADVICE = judge()


def amount(state: Position, feature: str, seat: int = 0) -> float:
    return ADVICE.features(state, seat).get(feature, 0.0)


def considered(state: Position, seat: int = 0) -> list[str]:
    state.changed_by_hand()
    return [str(action) for action in ADVICE.candidates(state, seat)]


# What counts


def test_every_feature_has_words_and_a_weight() -> None:
    for name in (*forecast.NAMES, "points", "won"):
        assert ADVICE.weights.words[name]
        assert ADVICE.weights.of(name) != 0


def test_tickets_count_as_at_the_end() -> None:
    state = monday()
    state.tickets = [2, 0, 0]
    assert amount(state, "tickets", 0) == 40
    assert amount(state, "tickets", 1) == 0


def test_money_counts_more_while_much_can_be_bought_with_it() -> None:
    state = monday()
    assert amount(state, "cash") > state.cash[0]
    state.slot = len(state.pieces.slots) - 2
    assert amount(state, "cash") == state.cash[0]


def test_money_counts_itself_alone_for_who_may_hold_no_more_cards() -> None:
    state = monday()
    state.card_limit = 0
    assert amount(state, "cash") == state.cash[0]


def test_a_debt_counts_against_money() -> None:
    state = monday()
    before = amount(state, "cash")
    state.debts[0] = 10
    assert amount(state, "cash") == before - 10


def test_dividends_to_come_are_those_of_the_rounds_left() -> None:
    """Of the Penguins at 10 A has three animals and the parents' bonus of 1, B one animal; 2 $N each, twice."""
    state = operate(penguins(squirrels="2S", at=(0, 3)), "PE", "track", "OR3.2")
    assert amount(state, "dividends", 0) == 2 * (3 * 2 + 1)
    assert amount(state, "dividends", 1) == 2 * 2
    state.ending = True
    assert amount(state, "dividends", 1) == 2


def test_a_harvest_that_is_shared_out_is_no_more_to_come() -> None:
    state = operate(penguins(squirrels="2S", at=(0, 3)), "PE", "track", "OR3.3")
    assert amount(state, "dividends", 1) == 2
    operate(state, "PE", "squirrels", "OR3.3")
    assert amount(state, "dividends", 1) == 0


def test_enough_nuts_raise_a_family_and_too_few_do_not() -> None:
    state = operate(penguins(squirrels="2S", at=(5, 0)), "PE", "track", "OR3.3")
    nuts, _ = most(state.board, number(state, "PE"), (state.pieces.runners[0],), aids_of(state, 3))
    assert nuts >= 30
    assert amount(state, "growth", 1) == 1
    state = operate(penguins(squirrels="2S", at=(0, 3)), "PE", "track", "OR3.3")
    assert amount(state, "growth", 1) == 0


def test_a_family_without_squirrel_falls() -> None:
    state = operate(penguins(at=(0, 3)), "PE", "track", "OR3.3")
    assert amount(state, "growth", 1) == -1
    assert amount(state, "dividends", 1) == 0


def test_a_family_wholly_in_hands_rises_after_the_stock_round() -> None:
    state = monday()
    index = family(state, "PE", at=(2, 1), A="parents, child 1", B="child 2, child 3", squirrels="2S")
    before = amount(state, "growth", 1)
    assert before >= state.pieces.cells[state.cell_of(index).up].value - state.value(index)


def test_a_treasury_that_reaches_for_squirrels_counts() -> None:
    state = penguins(treasury=7, squirrels="2S")
    assert amount(state, "hiring", 1) > 0
    state.treasury[number(state, "PE")] = 6
    assert amount(state, "hiring", 1) == 0


def test_a_family_without_squirrel_threatens_its_leader() -> None:
    state = monday()
    family(state, "PE", treasury=3)
    assert amount(state, "threat", 0) == 7 - 3
    assert amount(state, "threat", 1) == 0


def two_poor_families() -> Position:
    """A leads Crocodiles and Lions without squirrels, with 12 $N each. The next one costs 12 $N, those after it 20."""
    state = monday(map="D")
    state.cash = [10, 10, 10]
    family(state, "PE", at=(2, 0), treasury=3, B="parents", squirrels="3S")
    family(state, "PB", at=(2, 0), treasury=3, C="parents", squirrels="3S")
    family(state, "CR", at=(2, 0), treasury=12, A="parents")
    family(state, "LI", at=(2, 0), treasury=12, A="parents")
    state.direction = 1
    deck_from(state, "3S Long")
    return state


def test_the_same_squirrel_does_not_save_two_families() -> None:
    state = two_poor_families()
    assert amount(state, "threat", 0) == 20 - 12
    family(state, "BB", at=(0, 3), treasury=12, B="parents")
    assert amount(state, "threat", 0) == 2 * (20 - 12)  # the Brown bears of B come first
    assert amount(state, "threat", 1) == 0


def test_the_family_whose_turn_it_is_comes_first() -> None:
    state = two_poor_families()
    state.treasury[number(state, "CR")] = 0
    assert amount(state, "threat", 0) == 12 + (20 - 12)
    operate(state, "LI")
    assert amount(state, "threat", 0) == 20


def test_squirrels_that_will_retire_are_a_risk() -> None:
    """The nearer the first 4S, the more does the leader of a poor family with one 2S fear for it."""
    state = penguins(squirrels="2S", treasury=0)
    far = amount(state, "risk", 0)
    deck_from(state, "4S")
    assert amount(state, "risk", 0) > far > 0
    assert amount(state, "risk", 1) == 0
    hire(state, "PE", "4S Perm")
    assert amount(state, "risk", 0) == 0


def test_water_on_the_way_counts_for_the_leader() -> None:
    state = penguins(squirrels="2S")
    index = number(state, "PE")
    _, pools = most(state.board, index, (state.pieces.runners[0],), aids_of(state, index))
    assert (amount(state, "income", 0) > 0) == (pools > 0)
    assert amount(state, "income", 1) == 0


def test_tiles_lead_towards_the_next_stop_or_away_from_it() -> None:
    """From the HOME of the Lions one tile is missing to the next stop; the wrong tile leaves three missing."""
    state = monday()
    index = family(state, "LI", tile=True)
    assert nearness(state.board, index).tiles == 1
    missing: list[int] = []
    for code in state.board.lays(index, NEW, 1, 99, ()):
        board = state.board.copy()
        board.lay(code)
        missing.append(nearness(board, index).tiles)
    assert (min(missing), max(missing)) == (1, 3)
    assert amount(state, "nearness", 0) == 1
    assert amount(state, "nearness", 1) == 0


def test_powers_count_for_who_holds_them() -> None:
    state = monday()
    state.hands[1] = (power(state, "WHEAT"),)
    assert amount(state, "powers", 1) == ADVICE.weights.of("power_wheat")
    assert amount(state, "powers", 0) == 0


def before_a_last_run(at: tuple[int, int]) -> Position:
    """On the last day the Lions of A are to move, then A's Penguins. Their run brings 60 nuts, perhaps a few more."""
    state = penguins(squirrels="2S", at=at)
    family(state, "LI", A="parents", squirrels="2S")
    return operate(state, "LI", "track", "OR3.3")


def test_powers_in_hand_bring_nuts_to_the_family_that_will_get_them() -> None:
    """The Penguins need 80 nuts and would stay; with WHEAT or A TIP OF SUGAR they rise. WHEAT reaches 100, too."""
    state = before_a_last_run(at=(2, 0))
    assert state.cell_of(number(state, "PE")).threshold == 80
    assert amount(state, "growth", 1) == 0
    for name in ("WHEAT", "A TIP OF SUGAR"):
        state.hands[0] = (power(state, name),)
        assert amount(state, "growth", 1) == 1
        state.hands[0] = ()
    state.mats[number(state, "PE")] = (power(state, "WHEAT"),)
    assert amount(state, "growth", 1) == 1, "acquired, but not sown yet"
    state = before_a_last_run(at=(2, 1))
    state.hands[0] = (power(state, "A TIP OF SUGAR"),)
    assert amount(state, "growth", 1) == 0
    state.hands[0] = (power(state, "WHEAT"),)
    assert amount(state, "growth", 1) == 1
    state.mats[number(state, "PE")] = tuple([power(state, name) for name in ("HOLE", "MOLES", "WINGS")])
    assert amount(state, "growth", 1) == 0, "the Penguins have no room for it"


def test_what_a_family_will_pay_for_a_power_counts_as_money() -> None:
    state = penguins(squirrels="2S", treasury=2)
    without = amount(state, "cash")
    state.hands[0] = (power(state, "WHEAT"),)
    assert amount(state, "cash") > without + 2, "it can be spent on Tuesday, when money is worth more than itself"
    state.treasury[number(state, "PE")] = 1
    assert amount(state, "cash") == without, "the Penguins cannot pay it"
    state.treasury[number(state, "PE")] = 2
    state.hands[0] = (power(state, "MIDAS"),)
    assert amount(state, "cash") == without, "blue powers are for players"


def test_the_director_sells_wheat_to_its_family_at_the_full_price_and_sows_it() -> None:
    state = operate(penguins(squirrels="2S", at=(2, 0)), "PE", "run", "OR3.3")
    state.hands[0] = (power(state, "WHEAT"),)
    state.changed_by_hand()
    director, played = bots.make("director", 1), []
    while state.to_act == (0,) and "distribute" not in played:
        played.append(str(bots.decide(director, state, 0, bots.Clock(playouts=300))))
        state.play(played[-1], 0)
    assert played[:2] == ["acquire WHEAT", "offer 2"]
    assert "WHEAT at K17" in played
    assert state.value(number(state, "PE")) == 6  # 90 nuts, where 80 are enough


def test_at_the_end_the_result_counts() -> None:
    state = monday()
    state.cash = [30, 20, 10]
    state.stack.clear()
    assert ADVICE.features(state, 0) == {"points": state.score(0), "won": 1.0}
    assert ADVICE.features(state, 1) == {"points": state.score(1), "won": 0.0}
    assert ADVICE.value(state, 0) > state.score(0) - state.score(1)


def test_what_is_known_of_runs_outlives_tiles_elsewhere() -> None:
    """Tiles of the Giraffes change nothing for the Penguins, and tiles of the Penguins do."""
    state = penguins(squirrels="2S")
    family(state, "GI", tile=True, squirrels="2S")
    for code in state.board.lays(number(state, "GI"), NEW, 1, 99, ()) + state.board.lays(
        number(state, "PE"), NEW | UPGRADE, 2, 99, ()
    ):
        board = state.board.copy()
        fresh = state.copy()
        ADVICE.worth(state, 0)
        board = state.board.copy()
        board.lay(code)
        fresh.board.dig(fresh.board.ground.r_areas[0])
        fresh.board.holes = ()
        fresh.board.lay(code)
        for index in (number(state, "GI"), number(state, "PE")):
            aids = aids_of(state, index)
            for runner in state.pieces.runners[:3]:
                assert most(board, index, (runner,), aids) == most(fresh.board, index, (runner,), aids)


# What is worth a thought


def test_tickets_are_not_cashed_without_need() -> None:
    state = drafting()
    assert "cash ticket" in [str(action) for action in state.legal()]
    assert "cash ticket" not in considered(state, state.to_act[0])
    state = monday()
    state.tickets = [3, 3, 3]
    assert "cash ticket" not in considered(state)


def test_tickets_are_cashed_before_cards_are_sold_by_force() -> None:
    state = operate(penguins(treasury=1), "PE", "squirrels")
    state.tickets, state.cash = [1, 1, 1], [0, 0, 0]
    assert "cash ticket" in considered(state)
    state.cash[0] = 6
    assert "cash ticket" not in considered(state)


def test_a_family_asks_own_families_that_can_spare_a_squirrel() -> None:
    state = penguins(treasury=10)
    family(state, "LI", A="parents", squirrels="2S")
    family(state, "GI", B="parents", squirrels="3S, 3S")
    operate(state, "PE", "squirrels")
    assert not [text for text in considered(state) if text.startswith("ask")]
    hire(state, "LI", "3S")
    asked = [text for text in considered(state) if text.startswith("ask")]
    assert asked
    assert all("LI" in text for text in asked)


def test_the_last_squirrel_of_a_family_is_not_for_sale() -> None:
    state = penguins(treasury=30)
    family(state, "LI", B="parents", squirrels="2S")
    operate(state, "PE", "squirrels")
    state.changed_by_hand()
    ask = next(str(action) for action in state.legal(0) if str(action).startswith("ask"))
    play(state, ask, "offer 30")
    assert state.to_act == (1,)
    assert considered(state, 1) == ["decline"]


def test_nobody_runs_nothing_who_could_run() -> None:
    state = operate(penguins(squirrels="2S"), "PE", "run")
    assert considered(state)
    assert "run nothing" not in considered(state)


def test_tiles_that_are_tried_are_limited() -> None:
    state = operate(penguins(squirrels="2S"), "PE", "track")
    known = ADVICE.weights
    few = TitleAdvice(GAME, Weights({**known.values, "lays": 3.0}, known.words, known.made, known.scale))
    state.changed_by_hand()
    tried = [str(action) for action in few.candidates(state, 0) if str(action).startswith("lay")]
    assert len(tried) == 3


# Turns


def test_a_stock_turn_ends_with_a_pass_and_not_before() -> None:
    state = monday()
    state.tickets = [1, 1, 1]
    play(state, "launch PE at 5")
    assert not ADVICE.is_quiet(state, 0)
    play(state, str(state.legal(0)[0]))
    assert not ADVICE.is_quiet(state, 0)
    play(state, "pass")
    assert ADVICE.is_quiet(state, 0)


def test_a_family_s_turn_ends_where_the_next_family_of_the_same_player_begins() -> None:
    state = penguins(squirrels="2S", treasury=0)
    family(state, "LI", at=(3, 1), A="parents", squirrels="2S", treasury=0, tile=True)
    operate(state, "PE", "run")
    state.changed_by_hand()
    play(state, str(state.legal(0)[0]))
    assert not ADVICE.is_quiet(state, 0)
    play(state, "distribute", "pass")
    assert state.operator == number(state, "LI")
    assert state.to_act == (0,)
    assert ADVICE.is_quiet(state, 0)


def test_a_stock_round_and_the_operating_round_after_it_are_one_stage() -> None:
    state = monday()
    stages: list[int] = []
    for slot in range(len(state.pieces.slots)):
        state.slot = slot
        stages.append(ADVICE.stage(state))
    assert stages == [1, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8]


def test_only_powers_come_to_light() -> None:
    state = drafting()
    shown = ADVICE.shown(state)
    assert ADVICE.shown(state.imagine(0, 5)) == shown
    for _ in range(3):
        state.play("pass")
    assert ADVICE.shown(state) != shown  # Monday: the powers of Tuesday lie open
    assert ADVICE.shown(state.imagine(0, 5)) == ADVICE.shown(state)


# Play


def a_day(players: int, seed: int, map_name: str) -> tuple[Position, list[Action]]:
    """Greedy players on the draft and Monday. Worth is what the features add up to, and what lies face down makes no
    difference."""
    state = drafting(players, seed, map=map_name)
    greedy = [bots.make("greedy", seat) for seat in range(players)]
    made: list[Action] = []
    while state.day < 2 and not state.is_over:
        seat = state.to_act[0]
        made.append(bots.decide(greedy[seat], state, seat, bots.Clock(seconds=60)))
        for one in range(players):
            sums = sum(ADVICE.weights.of(name) * size for name, size in ADVICE.features(state, one).items())
            assert math.isclose(ADVICE.worth(state, one), sums, abs_tol=1e-6)
            assert ADVICE.features(state.imagine(one, len(made)), one) == ADVICE.features(state, one)
        state.play(made[-1], seat)
    return state, made


def test_nobody_launches_a_third_family_whose_squirrel_they_cannot_pay() -> None:
    """Its treasury would have 10 $N, but two other families come to the deck before it: a forced purchase."""
    state = two_poor_families()
    state.changed_by_hand()
    assert "launch TI at 5" in considered(state)
    decision = bots.decide(bots.make("greedy", 1), state, 0, bots.Clock(seconds=60))
    assert str(decision) == "buy LI child 1 from lounge"  # for the treasury that will not reach


@pytest.mark.parametrize(("players", "map_name"), [(2, "B"), (3, "A"), (3, "D")])
def test_a_sensible_monday(players: int, map_name: str) -> None:
    """All players launch, keep their tickets, and leave no family without a squirrel."""
    state, made = a_day(players, 3, map_name)
    launched = [index for index in state.families if state.cell[index] >= 0]
    leaders = {state.owner(index) for index in launched}
    assert leaders == set(range(players))
    assert state.tickets == [3] * players
    assert "cash ticket" not in [str(action) for action in made]
    assert all(state.squirrels[index] for index in launched)
    assert state.debts == [0] * players


@pytest.mark.parametrize("level", ["visitor", "keeper"])
@pytest.mark.parametrize(("players", "map_name"), [(2, "B"), (3, "A"), (3, "D")])
def test_who_errs_still_launches_in_the_first_stock_round(level: str, players: int, map_name: str) -> None:
    state = drafting(players, 3, map=map_name)
    errs = [bots.make(level, seat) for seat in range(players)]
    launched: set[int] = set()
    while not state.pieces.slots[state.slot].id.startswith("OR"):
        seat = state.to_act[0]
        action = bots.decide(errs[seat], state, seat, bots.Clock(playouts=400))
        if isinstance(action, Launch):
            launched.add(seat)
        state.play(action, seat)
    assert launched == set(range(players))
    assert state.tickets == [3] * players


@pytest.mark.slow
def test_directors_keep_their_wits_for_a_whole_game() -> None:
    """In the first stock round both launch a family. No ticket is cashed below its last value, no family is left
    without a squirrel by its leader, and no player ends in debt."""
    state = drafting(2, 3, map="B")
    directors = [bots.make("director", seat) for seat in range(2)]
    launched: set[int] = set()
    lost: set[int] = set()
    stranded: list[str] = []
    while not state.is_over:
        seat, round_name = state.to_act[0], state.pieces.slots[state.slot].id
        led = [index for index in state.families if state.owner(index) == seat and state.squirrels[index]]
        action = bots.decide(directors[seat], state, seat, bots.Clock(playouts=40))
        if isinstance(action, Launch) and round_name == "SR1":
            launched.add(seat)
        state.play(action, seat)
        if not isinstance(action, BuySquirrel):  # a new one may retire others, which is no gift of theirs
            lost |= {index for index in led if not state.squirrels[index]}
        if state.is_over or ADVICE.is_quiet(state, seat):  # who has taken off a patch may have hired another one
            stranded += [f"{round_name}: {action}" for index in lost if not state.squirrels[index]]
            lost.clear()
    assert launched == {0, 1}
    assert state.tickets == [3, 3]
    assert not stranded
    assert state.debts == [0, 0]
    assert min(state.scores) > 200
