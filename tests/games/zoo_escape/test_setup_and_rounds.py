"""Sections 1 to 3, 10 and 11 of docs/rules/zoo-escape.md, by number; E-numbers are rulings that it contains."""

import re
from collections import Counter

import pytest

from menagerie import BadSetup
from menagerie.games.zoo_escape.board import CORNERS, EDGE_PLACES, INNER_PLACES, OUTSIDE, RESERVE
from menagerie.games.zoo_escape.pieces import ENCLOSURE, WORKSHOP
from menagerie.games.zoo_escape.state import Position

from .position import GAME, begin, built, carry, keeper, lay, legal, only, play, put, refused, set_off, spot, zoo


def new(players: int, seed: int = 7, **options: str) -> Position:
    state = GAME.new(players=players, seed=seed, **options)
    assert isinstance(state, Position)
    return state


# 1. Words and pieces, 2. Set-up


def test_rule_1_1_and_2_1_the_zoo_is_dealt_face_down_but_for_enclosures_and_workshop() -> None:
    state = new(3)
    assert [state.zoo[place].feature for place in CORNERS] == [ENCLOSURE] * 4
    up = {place for place in range(36) if state.up >> place & 1}
    assert up == {*CORNERS, state.workshop}
    assert state.workshop in INNER_PLACES
    assert state.zoo[state.workshop].feature == WORKSHOP


def test_rule_2_1_every_game_has_another_zoo() -> None:
    zoos = {tuple(laid.face.id for laid in new(2, seed).zoo) for seed in range(20)}
    assert len(zoos) == 20
    assert len({new(2, seed).workshop for seed in range(40)}) > 8


def test_rule_1_2_E1_E2_every_side_that_is_not_outside_belongs_to_exactly_one_path() -> None:
    state = new(4)
    for place in range(36):
        laid = state.zoo[place]
        sides = [side for path in laid.sides for side in range(4) if path >> side & 1]
        neighbours = [side for side in range(4) if _neighbour(place, side)]
        assert sorted(sides) == neighbours


def _neighbour(place: int, side: int) -> bool:
    row, column = divmod(place, 6)
    return [row > 0, column < 5, row < 5, column > 0][side]


def test_rule_1_2_E4_tiles_with_a_feature_have_one_path() -> None:
    assert [face.id for face in new(2).pieces.faces if face.feature and len(face.paths) != 1] == []


def test_rule_1_2_E1_two_paths_of_a_tile_do_not_touch() -> None:
    state = zoo("gorilla", "owl")
    lay(state, "C4 bends r0")
    put(state, "gorilla", "C4/1")
    begin(state, "gorilla")
    assert [move for move in legal(state) if "move" in move] == ["move north", "move east"]
    keeper(state, 2, "C5", "north")
    only(state, 2)
    assert "Keeper 2 walks north to tile C4." in set_off(state, 1)
    assert (state.stands[1], state.spots[0], state.added) == (spot("C4/2"), spot("C4/1"), 0)


def test_rule_1_3_E43_one_player_leads_two_animals() -> None:
    state = new(1, animal_1="owl", animal_2="cobra")
    assert state.team == 2
    assert legal(state, 0) == ["begin owl", "begin cobra"]
    play(state, "begin cobra", "end turn")
    assert state.active == 0, "the last turn left starts automatically"
    assert (state.scores, state.ranking) == ((0,), ((0,),))
    assert state.view(None)["power"]["supply"] == new(2).view(None)["power"]["supply"]


def test_rule_1_3_E43_five_players_are_too_many() -> None:
    with pytest.raises(BadSetup, match="for 1 to 4 players, not 5"):
        GAME.new(players=5)


def test_rule_1_4_a_keeper_is_in_reserve_outside_or_in_the_zoo() -> None:
    state = zoo("gorilla", "owl")
    keeper(state, 2, "C4", "west")
    views = {keeper["number"]: keeper for keeper in state.view(None)["keepers"]}
    assert (views[1]["spot"], views[1]["outside"], views[1]["facing"]) == (None, True, None)
    assert (views[2]["spot"], views[2]["outside"], views[2]["facing"]) == ("C4/1", False, "west")
    assert (views[3]["spot"], views[3]["outside"], views[3]["facing"]) == (None, False, None)
    assert state.view(None)["billionaire"] is None


def test_rule_1_5_the_power_cards_are_open_but_not_their_order() -> None:
    state = new(2)
    power = state.view(0)["power"]
    drawn = set()
    for seed in range(12):
        twin = state.imagine(0, seed)
        assert isinstance(twin, Position)
        assert twin.view(0)["power"] == power
        drawn.add(tuple(twin.draw_power() for _ in range(6)))
    assert len(drawn) > 4
    assert {tuple(sorted(cards)) for cards in drawn} == {(1, 1, 2, 2, 2, 2)}


def test_rule_1_7_in_line_and_distance() -> None:
    state = zoo("monkey", "owl")
    carry(state, "monkey", "whistle")
    begin(state, "monkey")
    reached = {}
    for place in ("D1", "E1", "B4", "C3", "C4"):
        keeper(state, 2, place, "north")
        reached[place] = [decision.split()[0] for decision in legal(state) if "keeper" in decision]
    assert reached == {"D1": ["ability", "whistle"], "E1": ["whistle"], "B4": ["whistle"], "C3": ["whistle"], "C4": []}


def test_rule_1_6_and_2_5_the_building_deck() -> None:
    state = new(2)
    kinds = Counter(card.kind for card in state.pieces.cards)
    assert kinds == {0: 5, 1: 5, 2: 5, -1: 2}
    assert sorted(state.deck) == list(range(17))
    assert new(2, 1).deck != new(2, 2).deck


def test_rule_1_8_imagining_redeals_tiles_and_cards_and_nothing_else() -> None:
    state = new(3)
    other = state.imagine(0, 4)
    assert isinstance(other, Position)
    assert other.view(0) == state.view(0)
    assert other.zoo != state.zoo
    assert other.deck != state.deck
    assert sorted(laid.face.id for laid in other.zoo) == sorted(laid.face.id for laid in state.zoo)
    assert [other.zoo[place].turns for place in EDGE_PLACES] == [state.zoo[place].turns for place in EDGE_PLACES]


def test_rule_1_8_backs_tell_nothing_but_inner_or_edge() -> None:
    down = [tile for tile in new(2).view(0)["tiles"] if not tile["up"]]
    assert len(down) == 31
    assert all(set(tile) == {"place", "up", "back"} for tile in down)
    assert Counter(tile["back"] for tile in down) == {"edge": 16, "inner": 15}


def test_rule_2_2_animals_and_their_corners() -> None:
    state = new(4, animal_1="gorilla", animal_2="owl", animal_3="monkey", animal_4="cobra")
    homes = {
        animal["animal"]: (animal["home"], animal["spot"], animal["poop"]) for animal in state.view(None)["animals"]
    }
    assert homes == {
        "gorilla": ("A1", "A1/1", 4),
        "owl": ("F6", "F6/1", 4),
        "monkey": ("F1", "F1/1", 4),
        "cobra": ("A6", "A6/1", 4),
    }


def test_rule_2_2_animals_are_dealt_where_none_are_chosen() -> None:
    assert {new(2, seed, animal_2="owl").animals[1].id for seed in range(10)} == {"owl"}
    assert len({new(2, seed, animal_2="owl").animals[0].id for seed in range(60)}) == 5


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (2, {"animal_1": "owl", "animal_2": "owl"}, "The Owl is chosen twice"),
        (2, {"animal_3": "owl"}, "There are 2 Animals in this game: animal_3 must be any"),
        (2, {"level": "brutal"}, "takes one of easy, standard, hard"),
        (2, {"animal_1": "llama"}, "takes one of any, gorilla"),
        (2, {"cameras": "yes"}, "has no option 'cameras'"),
    ],
)
def test_rule_2_2_bad_choices_are_refused(players: int, options: dict[str, str], reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        GAME.new(players=players, **options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_2_3_E16_keepers_numbers_run_through_the_team(players: int) -> None:
    state = new(players)
    assert state.stands == [OUTSIDE] * players + [RESERVE] * 4 * players + [OUTSIDE]
    for number, animal in enumerate(state.view(None)["animals"], start=1):
        assert animal["keepers_left"] == [number + players * i for i in range(1, 5)]


def test_rule_2_3_E15_the_first_keepers_come_in_the_first_keepers_phase_without_a_power_card() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    put(state, "owl", "D3")
    cards = state.added
    set_off(state, 1)
    assert [state.stands[0], state.stands[1]] == [spot("A1"), spot("F6")]
    assert state.added == cards


@pytest.mark.parametrize(("players", "twos", "each"), [(1, 4, 4), (2, 4, 4), (3, 5, 6), (4, 6, 8)])
def test_rule_2_4_power_cards(players: int, twos: int, each: int) -> None:
    power = new(players).view(None)["power"]
    assert power == {"pile": [1, 1] + [2] * twos, "discards": [], "supply": [3] * each + [4] * each}


def test_rule_2_5_E9_a_building_gets_three_loot_markers_when_it_is_turned_up() -> None:
    state = zoo("gorilla", "owl")
    state.loot = (0,) * 36
    state.up &= ~(1 << (spot("B1") >> 2))
    begin(state, "gorilla")
    lay_ticket_office_face_down(state)
    play(state, "move east")
    assert state.loot[spot("B1") >> 2] == 3


def lay_ticket_office_face_down(state: Position) -> None:
    at = list(state.zoo)
    place = spot("B1") >> 2
    at[place] = state.pieces.laid_at[state.pieces.face_named["ticket-office"].index][place]
    state.zoo = tuple(at)


# 3. The round


def test_rule_3_1_E5_any_seat_that_has_not_had_its_turn_may_begin() -> None:
    state = zoo("gorilla", "owl", "monkey")
    assert list(state.to_act) == [0, 1, 2]
    assert [legal(state, seat) for seat in range(3)] == [["begin gorilla"], ["begin owl"], ["begin monkey"]]
    play_as(state, 1, "begin owl")
    assert list(state.to_act) == [1], "a turn that has begun is finished first"
    assert "It isn't A's turn" in str(refused(state, "begin gorilla", 0))
    play_as(state, 1, "end turn")
    assert list(state.to_act) == [0, 2]
    assert refused(state, "begin owl", 1).reason == "It isn't B's turn. A and C may act now."
    play_as(state, 2, "begin monkey")
    play_as(state, 2, "end turn")
    assert list(state.to_act) == [0]
    assert state.active == 0


def play_as(state: Position, seat: int, decision: str) -> None:
    state.play(decision, seat)


def test_rule_3_1_E5_the_order_is_new_each_round() -> None:
    state = zoo("gorilla", "owl")
    only(state)
    for first, second in ((0, 1), (1, 0)):
        play_as(state, first, f"begin {('gorilla', 'owl')[first]}")
        play_as(state, first, "end turn")
        play_as(state, second, "end turn")
    assert state.round == 3


def test_rule_3_1_an_animal_that_is_not_yours_or_has_finished_cannot_begin() -> None:
    state = zoo("gorilla", "owl", "monkey")
    refusal = refused(state, "begin owl", 0)
    assert (refusal.reason, refusal.rule) == ("B plays the Owl.", "3.1")
    refusal = refused(state, "begin cobra", 0)
    assert refusal.reason == "The Cobra isn't in this game."
    refusal = refused(state, "move east", 0)
    assert refusal.reason == "First take the Gorilla's turn."
    alone = zoo("gorilla", "owl", players=1)
    built(alone, "C3", "treads", "kite", "horn")
    play(alone, "begin gorilla", "end turn")
    refusal = refused(alone, "begin gorilla")
    assert (refusal.reason, refusal.rule) == ("The Gorilla has already had its turn this round.", "3.1")


def test_rule_3_2_E35_any_player_may_begin_the_machines_turn_between_turns() -> None:
    state = zoo("gorilla", "owl", "monkey")
    built(state, "C3", "treads", "kite", "horn", aboard="gorilla")
    assert list(state.to_act) == [0, 1, 2]
    assert [legal(state, seat) for seat in range(3)] == [
        ["begin machine"],
        ["begin owl", "begin machine"],
        ["begin monkey", "begin machine"],
    ]
    assert state.prompt(2) == "Take the Monkey's or the Machine's turn when the team is ready."
    play_as(state, 2, "begin machine")
    assert list(state.to_act) == [2]
    play_as(state, 2, "end turn")
    assert [legal(state, seat) for seat in range(3)] == [[], ["begin owl"], ["begin monkey"]]
    assert refused(state, "begin machine", 1).reason == "The Machine has already had its turn this round."


def test_rule_3_2_the_machine_has_no_turn_before_it_is_built() -> None:
    state = zoo("gorilla", "owl")
    assert refused(state, "begin machine", 0).reason == "The Machine isn't built yet."


def test_rule_3_2_E35_the_machine_has_its_turn_in_the_round_in_which_it_is_built() -> None:
    state = zoo("gorilla", "owl")
    carry(state, "gorilla", "kite")
    state.machine_parts = state.pieces.card_named["treads"].bit | state.pieces.card_named["horn"].bit
    put(state, "gorilla", "C3")
    begin(state, "gorilla")
    play(state, "add kite", "build")
    assert legal(state, 0) == ["begin machine"]
    play_as(state, 0, "begin machine")
    play_as(state, 0, "machine treads south")
    assert state.machine == spot("C4")


def test_rule_3_3_E16_keepers_move_in_the_order_of_their_numbers_then_the_billionaire() -> None:
    state = zoo("gorilla", "owl", "monkey")
    for number in (5, 4, 7):
        state.stands[number - 1] = OUTSIDE
    state.duty = (0, 1, 2, 3, 4, 6)
    built(state, "C3", "treads", "kite", "horn", aboard="gorilla owl monkey")
    state.stands[state.billionaire] = spot("E6")
    state.facing[state.billionaire] = 1
    drawn = [line.split(" draws")[0] for line in set_off(state, 1) if " draws " in line]
    assert drawn == ["Keeper 1", "Keeper 2", "Keeper 3", "Keeper 4", "Keeper 5", "Keeper 7", "The Billionaire"]


def test_rule_3_3_keepers_in_reserve_do_nothing() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    put(state, "owl", "D3")
    log = set_off(state, 1)
    assert sum(" draws " in line for line in log) == 2
    assert state.stands[2:10] == [RESERVE] * 8


def test_rule_3_5_E41_dawn_breaks_after_round_60() -> None:
    state = zoo("gorilla", "owl")
    only(state)
    state.round = 59
    set_off(state)
    assert (state.round, state.is_over) == (60, False)
    log = set_off(state)
    assert (state.is_over, state.winners, state.scores) == (True, (), (0, 0))
    assert state.result() == "Lost after 60 rounds: dawn has broken."
    assert log[-1] == state.result()


# 10. The end


def test_rule_10_1_and_10_3_all_players_win_together() -> None:
    state = zoo("gorilla", "owl", "monkey")
    lay(state, "C6 gate")
    built(state, "C6", "treads", "kite", "horn", aboard="gorilla owl monkey")
    play_as(state, 1, "begin machine")
    play_as(state, 1, "machine kite escape")
    assert (state.is_over, state.winners, state.scores) == (True, (0, 1, 2), (1, 1, 1))
    assert state.ranking == ((0, 1, 2),)
    assert state.result() == "Won after 1 round: the Incredible Machine has escaped with everybody aboard."
    assert state.to_act == ()


def test_rule_10_3_all_players_lose_together() -> None:
    state = zoo("gorilla", "owl")
    put(state, "gorilla", "C4")
    put(state, "owl", "D4")
    keeper(state, 1, "B4", "east")
    only(state, 1)
    set_off(state, 2)
    assert (state.winners, state.scores, state.ranking) == ((), (0, 0), ((0, 1),))
    assert state.result() == "Lost after 1 round: all Animals were captured in one round."


def test_rule_10_2_while_the_game_continues_no_player_has_won() -> None:
    state = zoo("gorilla", "owl")
    assert (state.is_over, state.winners, state.scores, state.result()) == (False, (), (0, 0), "")


# 11. Levels


def cameras(level: str) -> int:
    state = new(2, level=level)
    return sum(bool(laid.cameras) for laid in state.zoo) if state.level.cameras else 0


def test_rule_11_1_and_11_2_and_11_3_cameras() -> None:
    assert [cameras(level) for level in ("easy", "standard", "hard")] == [0, 3, 5]


def test_rule_11_3_two_edge_tiles_are_exchanged_at_level_hard() -> None:
    standard, hard = (Counter(laid.face.id for laid in new(2, level=level).zoo) for level in ("standard", "hard"))
    assert standard - hard == {"edge-fork": 1, "edge-bend-east": 1}
    assert hard - standard == {"promenade-camera": 1, "edge-bend-east-camera": 1}


def test_rule_11_1_cameras_are_ignored_at_level_easy() -> None:
    for level, keepers in (("easy", 2), ("standard", 3)):
        state = zoo("gorilla", "owl", level=level)
        lay(state, "B1 promenade-camera")
        begin(state, "gorilla")
        play(state, "move east")
        assert len(state.duty) == keepers


def test_rule_11_1_and_11_2_and_11_3_the_help_says_all_that_differs() -> None:
    levels = next(option for option in GAME.options if option.name == "level")
    said = dict(re.findall(r"(easy|standard|hard): (.*?\.)(?= \w+: |$)", levels.help.lower()))
    assert list(said) == list(levels.choices)
    for level, workshop, harm, machine in (
        ("easy", "all your parts", "cameras do nothing", ""),
        ("standard", "one part per use", "cameras on three tiles", ""),
        (
            "hard",
            "one part per use",
            "cameras on five tiles",
            "capturing the machine captures all animals aboard",
        ),
    ):
        assert workshop in said[level]
        assert harm in said[level]
        assert machine in said[level]
        assert bool(machine) == ("machine" in said[level])


def test_rule_11_1_easy_is_suggested_for_a_first_game_of_one_or_two() -> None:
    assert GAME.first_game == {1: {"level": "easy"}, 2: {"level": "easy"}}
    for players, options in GAME.first_game.items():
        assert new(players, **options).level.add_all_parts
