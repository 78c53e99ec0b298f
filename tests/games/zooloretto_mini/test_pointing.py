"""The refusals for pointing at something that cannot be chosen, and what can be tried."""

from __future__ import annotations

from menagerie.core.display.choosing import why_not
from menagerie.core.display.consequences import consequence
from menagerie.core.display.step_guide import guide
from menagerie.games.zooloretto_mini.state import Position

from .position import play, position


def told(state, *path: str) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    answer = why_not(state, state.to_act[0], path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


def tile(state, name: str, where) -> str:
    return next(f"tile-{tile.number}" for tile in where if tile.name == name)


def test_2_4_a_truck_without_tiles_cannot_be_taken() -> None:
    state = position(trucks=("rhino", "", ""))
    assert told(state, "truck-1") == ("", "")
    assert told(state, "truck-2") == ("Truck 2 is empty. Take a truck with at least one tile.", "2.4")


def test_2_3_a_full_truck_takes_no_more() -> None:
    state = position(trucks=("3 rhino", "", ""), pile="impala")
    play(state, "draw")
    assert told(state, "truck-1") == ("Truck 1 is full. Choose a truck with a free space.", "2.3")
    assert told(state, tile(state, "rhino", state.trucks[0])) == (
        "Truck 1 is full. Choose a truck with a free space.",
        "2.3",
    )
    assert told(state, "pile") == ("Load the impala onto a truck first.", "2.3")


def test_3_3_an_enclosure_has_one_kind() -> None:
    state = position(trucks=("rhino, pond, impala", "", ""), zoos={0: ("2 impala", "", "")})
    play(state, "take 1")
    rhino = tile(state, "rhino", state.hand)
    assert told(state, rhino, "enclosure-A-2") == ("", "")
    reason, rule = told(state, rhino, "enclosure-A-1")
    assert reason.startswith("Enclosure 1 already holds impalas")
    assert rule == "3.3"


def test_5_2_barns_are_for_the_bonus_action() -> None:
    state = position(trucks=("rhino, impala", "", ""), barns={1: "wolf"})
    wolf = tile(state, "wolf", state.barns[1])
    assert told(state, wolf) == ("Draw a tile or take a truck.", "2.1")


def bonus() -> Position:
    """A has a bonus action; enclosure 1 is full, rhinos live in enclosure 2."""
    state = position(
        trucks=("llama", "", ""), zoos={0: ("5 llama", "rhino", "")}, barns={0: "wolf", 1: "rock, male wolf"}
    )
    play(state, "take 1", "place llama in enclosure 1")
    return state


def test_rule_5_3_pointing_from_an_opponents_barn_to_the_own_one() -> None:
    state = bonus()
    wolf = tile(state, "male wolf", state.barns[1])
    reason = "The tile must go in one of your enclosures, not your barn."
    own = tile(state, "wolf", state.barns[0])
    assert told(state, wolf, "barn-A") == told(state, wolf, own) == (reason, "5.3")
    assert told(state, wolf, "enclosure-A-3") == ("", "")
    assert told(state, wolf, "enclosure-A-1") == ("Enclosure 1 is full. The tile needs a free space.", "3.2")
    rhino = tile(state, "rhino", state.zoo(0)[1].tiles)
    assert told(state, wolf, rhino) == ("Enclosure 2 already holds rhinos. The male wolf can't go there.", "3.3")
    assert told(state, wolf) == ("", ""), "it can be taken over: into enclosure 3"


def test_rule_3_6_pointing_from_the_own_barn_to_an_enclosure() -> None:
    state = bonus()
    wolf = tile(state, "wolf", state.barns[0])
    reason = "You can't move tiles within your zoo. You can only discard the wolf."
    assert told(state, wolf, "enclosure-A-3") == (reason, "3.6")
    assert told(state, wolf) == ("", ""), "it can be discarded"


def test_rule_3_1_a_tile_goes_into_the_own_zoo() -> None:
    """Pointing at another zoo is no decision, not even one about the player's own first enclosure."""
    state = position(trucks=("rhino, pond", "", ""))
    play(state, "take 1")
    rhino = tile(state, "rhino", state.hand)
    assert told(state, rhino, "enclosure-A-1") == told(state, rhino) == ("", "")
    assert told(state, rhino, "enclosure-B-1") == ("Place the rhino and pond in your zoo.", "")


def test_what_is_no_part_of_the_question_is_answered_by_the_question() -> None:
    state = position(trucks=("rhino", "", ""))
    assert told(state, "zoo-B") == ("Draw a tile or take a truck.", "")
    assert str(why_not(state, 1, ("pile",))) == "It isn't B's turn. A may act now."


def test_tiles_on_trucks_can_be_tried_off_turn() -> None:
    state = position(trucks=("rhino", "", ""), zoos={1: ("impala", "", "")})
    rhino = tile(state, "rhino", state.trucks[0])
    tried = {trial.path for trial in state.game.trials(state, 1)}
    assert tried == {(rhino, place) for place in ("enclosure-B-2", "enclosure-B-3", "barn-B")}


# What stands on buttons and beside questions.


def consequence_of(state: Position, decision: str) -> str:
    return consequence(state, 0, state.game.parse(decision))


def test_a_button_tells_apart_what_a_tile_scores_and_what_the_rest_of_the_truck_costs() -> None:
    state = position(trucks=("wolf, 2 impala", "", ""), zoos={0: ("llama", "rhino", "")})
    play(state, "take 1")
    assert consequence_of(state, "place wolf in enclosure 3") == "+1 point; impala and impala to the barn, -2 points"


def test_a_button_says_when_a_forced_tile_costs_nothing() -> None:
    state = position(trucks=("wolf, impala", "", ""), zoos={0: ("llama", "rhino", "")}, barns={0: "male impala"})
    play(state, "take 1")
    assert consequence_of(state, "place wolf in enclosure 3") == "+1 point; impala to the barn"


def test_a_button_with_nothing_forced_says_what_the_tile_brings() -> None:
    state = position(trucks=("wolf, impala", "", ""))
    play(state, "take 1")
    assert consequence_of(state, "place wolf in barn") == "-2 points"
    assert consequence_of(state, "place wolf in enclosure 3") == "+1 point"


def test_the_bonus_prompt_names_only_what_is_possible() -> None:
    assert bonus().prompt(0) == "Bonus action: take a tile, discard one, or skip."
    state = position(trucks=("llama", "", ""), zoos={0: ("5 llama", "rhino", "")}, barns={1: "wolf"})
    play(state, "take 1", "place llama in enclosure 1")
    assert state.prompt(0) == "Bonus action: take a tile or skip."
    state = position(trucks=("llama", "", ""), zoos={0: ("5 llama", "rhino", "")}, barns={0: "wolf"})
    play(state, "take 1", "place llama in enclosure 1")
    assert state.prompt(0) == "Bonus action: discard a tile or skip."


def test_the_guide_offers_neither_an_empty_truck_nor_a_draw_without_room() -> None:
    told = guide(position(), 0)
    assert told is not None
    assert told.step.words.startswith("All trucks are empty, so draw a tile")
    assert list(told.decisions) == ["draw"]
    told = guide(position(trucks=("3 llama", "3 rhino", "3 wolf")), 0)
    assert told is not None
    assert told.step.words.startswith("No truck has a free space, so take one")
    assert list(told.decisions) == ["take"]
