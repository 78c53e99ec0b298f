"""Pointing at the scene: how decisions are made, what is said to those who point elsewhere, and what can be tried."""

import pytest

from menagerie.core.display.choosing import why_not
from menagerie.games.night_at_the_zoo.phases.drafting import MAINTENANCE
from menagerie.games.night_at_the_zoo.state import Position
from tests.games.night_at_the_zoo.position import GAME, Scenario, new


def told(scenario: Scenario, *path: str) -> tuple[str, str]:
    return told_to(scenario.state, 0, *path)


def told_to(state: Position, seat: int, *path: str) -> tuple[str, str]:
    """The reason and its rule; empty if pointing there is a decision."""
    assert set(path) <= set(GAME.scene(state, seat).pieces)
    answer = why_not(state, seat, path)
    return ("", "") if answer is None else (answer.reason, answer.rule)


# How decisions are made.


def path(scenario: Scenario, notation: str) -> tuple[str, ...]:
    return next(choice.path for choice in GAME.choices(scenario.state, 0) if choice.notation == notation)


@pytest.mark.parametrize(
    ("notation", "targets"),
    [
        ("place rocks-19 at C1", ("tile-rocks-19", "space-A-C1")),
        ("store rocks-19", ("tile-rocks-19", "warehouse-A")),
        ("discard rocks-19", ("tile-rocks-19", "button:Discard for a special move")),
        ("place grass-bonus at C1", ("bonus-A-store-1", "space-A-C1")),
    ],
)
def test_pointing_at_tiles(notation, targets):
    scenario = Scenario().hold("rocks-19", "grass-bonus")
    assert path(scenario, notation) == targets
    assert set(targets) - {"button:Discard for a special move"} <= set(GAME.scene(scenario.state, 0).pieces)


def test_pointing_at_figures_and_where_they_end():
    scenario = Scenario("penguin,snake,sloth").lay(E2="sand", D2="sand", C2="sand", D3="sand")
    scenario.put("snake S1", "D3", faces="west").put("sloth W1", "E2", asleep=True).hold("grass-14")
    scenario.play("place grass-14 at A1")
    assert path(scenario, "slide penguin E1 west") == ("figure-A-E1", "space-A-C2")
    assert path(scenario, "move snake S1 west") == ("figure-A-S1", "zoo-A")
    assert path(scenario, "turn snake S1 north") == ("figure-A-S1", "button:Turn north")
    assert path(scenario, "wake sloth W1") == ("figure-A-W1",)
    assert path(scenario, "take bonus sand") == ("pile-sand",)
    assert path(scenario, "done") == ("button:Done",)


# What is said to those who point elsewhere. 2: the draft.


def test_2_2_what_is_left_of_the_market():
    state = new(3, seed=1)
    first = state.to_act[0]
    taken = state.market[1]
    assert told_to(state, first, "market-2") == told_to(state, first, f"tile-{taken}") == ("", "")
    state.play("draft 2")
    second = state.to_act[0]
    assert told_to(state, second, "market-2") == ("Position 2 is empty. Choose another tile.", "2.2")
    assert told_to(state, second, f"tile-{taken}") == ("Draft a tile from the market first.", "2.2")


def test_2_2_first_the_draft():
    state = new(2, seed=1)
    seat = state.to_act[0]
    own, other = "AB"[seat], "AB"[1 - seat]
    for piece in ("pile-grass", f"figure-{own}-N1"):
        assert told_to(state, seat, piece) == ("Draft a tile from the market first.", "2.2")
    for piece in ("leftovers", f"space-{own}-C1", f"board-{other}", f"figure-{other}-N1", "round"):
        assert told_to(state, seat, piece) == ("Draft a tile from the market.", "")


# 3 and 4: using tiles.


def test_4_1_where_a_tile_may_be_placed():
    scenario = Scenario().lay(C1="rocks", B1="grass_19").put("wolf N2", "C1").hold("sand-19")
    assert told(scenario, "tile-sand-19", "space-A-A1") == told(scenario, "space-A-A1") == ("", "")
    covered = ("Space C1 is already covered. Choose an empty space.", "4.1")
    for piece in ("space-A-C1", "bonus-A-C1", "figure-A-N2"):
        assert told(scenario, "tile-sand-19", piece) == covered
    assert told(scenario, "tile-grass-19") == ("Space B1 is already covered. Choose an empty space.", "4.1")
    assert told(scenario, "tile-sand-19", "zoo-A") == ("Space C3 is the Zoo. No tile can cover it.", "4.1")


def test_3_1_only_tiles_that_you_have():
    scenario = Scenario().hold("sand-19", "grass-bonus")
    scenario.state.leftovers = (scenario.tiles["rocks-19"],)
    assert told(scenario, "tile-sand-19") == told(scenario, "bonus-A-store-1") == ("", "")
    reason = "You don't have that rocks tile (meat). Use the sand tile (meat)."
    assert told(scenario, "tile-rocks-19") == (reason, "3.1")


def test_3_2_a_tile_comes_before_what_it_does():
    scenario = Scenario().hold("sand-19")
    use = ("Use the sand tile (meat): place, store or discard it.", "3.2")
    assert told(scenario, "figure-A-S1") == told(scenario, "pile-sand") == told(scenario, "market-1") == use
    assert told(scenario, "foods-A")[0].startswith("Use the sand tile (meat): place, store or discard it.")


def test_3_3_what_was_stored_in_this_phase():
    scenario = Scenario().hold("grass-19", "sand-19").play("store grass-19")
    reason = "You just stored the grass tile (meat). Use it from the next draft."
    assert told(scenario, "tile-grass-19") == told(scenario, "tile-grass-19", "space-A-C1") == (reason, "3.3")


def test_3_4_the_warehouse():
    scenario = Scenario().hold("grass-19", "sand-19")
    assert told(scenario, "tile-grass-19", "warehouse-A") == told(scenario, "warehouse-A") == ("", "")
    reason = "The sand tile (meat) is already in your Warehouse."
    assert told(scenario, "tile-sand-19", "warehouse-A") == (reason, "3.4")
    scenario.hold("grass-19", "sand-19", "sand-20")
    full = "Your Warehouse is full. Place or discard the tile."
    assert told(scenario, "warehouse-A") == (full, "3.4")


def test_5_2_a_bonus_tile_is_used_at_once():
    scenario = Scenario().lay(C1="rocks").hold("sand-05", "grass-19").play("place sand-05 at A1")
    scenario.play("take bonus grass")
    assert told(scenario, "bonus-A-hand", "space-A-B2") == told(scenario, "space-A-B2") == ("", "")
    assert told(scenario, "bonus-A-hand", "space-A-C1")[1] == "4.1"
    first = ("Use the grass Bonus tile first: place, store or discard it.", "5.2")
    assert told(scenario, "tile-grass-19") == told(scenario, "figure-A-S1") == told(scenario, "pile-sand") == first


# 4.2 and 5: what a tile offers.


def test_4_2_what_is_offered_now():
    scenario = Scenario().lay(B5="sand").hold("rocks-11").play("place rocks-11 at A1")
    assert told(scenario, "figure-A-S1") == told(scenario, "pile-sand") == ("", "")
    scenario = Scenario().lay(B5="sand").hold("rocks-01").play("place rocks-01 at A1")
    assert told(scenario, "pile-sand") == ("You may move twice.", "4.2")


def test_5_1_who_can_be_discovered():
    scenario = Scenario().hold("rocks-04").play("place rocks-04 at A1")
    assert told(scenario, "figure-A-N1") == ("", "")
    assert told(scenario, "figure-A-S1") == ("The wolf of entrance S1 is already discovered.", "5.1")


def test_5_2_an_empty_pile():
    scenario = Scenario().hold("sand-05")
    scenario.state.piles[1] = 0
    scenario.state.in_piles &= ~2
    scenario.play("place sand-05 at A1")
    assert told(scenario, "pile-grass") == ("There are no grass Bonus tiles left.", "5.2")


# 6 and 7: movement.


def moving(animals: str = "cheetah,wolf,sloth") -> Scenario:
    """A double arrow is to be used, with tiles from B5 to B3 and on D2."""
    scenario = Scenario(animals).lay(B5="sand", B4="sand", B3="sand", D2="sand").hold("rocks-01")
    return scenario.play("place rocks-01 at A1")


def test_6_1_who_moves():
    scenario = moving().put("wolf N1", "zoo")
    assert told(scenario, "figure-A-S1") == ("", "")
    assert told(scenario, "figure-A-N2") == (
        "The wolf of entrance N2 isn't discovered yet. Only discovered animals move.",
        "6.1",
    )
    assert told(scenario, "figure-A-N1") == ("The wolf of entrance N1 is already home.", "6.4")


def test_6_2_where_a_figure_can_go():
    scenario = moving().put("wolf S1", "B4")
    for piece in ("space-A-B3", "bonus-A-B3", "space-A-B5"):
        assert told(scenario, "figure-A-S1", piece) == ("", "")
    reason = "The wolf of entrance S1 can't go west. There is no tile that way."
    assert told(scenario, "figure-A-S1", "space-A-A4") == (reason, "6.2")
    far = "The wolf of entrance S1 moves one step at a time, to a tile beside it or into the Zoo."
    for piece in ("space-A-D2", "bonus-A-D2", "zoo-A", "tile-rocks-01"):
        assert told(scenario, "figure-A-S1", piece) == (far, "6.2")
    assert told(scenario, "figure-A-E1") == (
        "The cheetah of entrance E1 can't move yet. There is no tile beside it.",
        "6.2",
    )


def test_7_1_a_penguin_slides_on():
    scenario = moving("penguin,wolf,sloth").put("penguin E1", "B5")
    assert told(scenario, "figure-A-E1", "space-A-B3") == ("", "")
    reason = "The penguin of entrance E1 slides as far as it can. It can't stop there."
    assert told(scenario, "figure-A-E1", "space-A-B4") == (reason, "7.1")
    beside = "The penguin of entrance E1 can't go east. There is no tile that way."
    assert told(scenario, "figure-A-E1", "space-A-C5") == (beside, "6.2")


def test_7_2_a_second_step_for_the_cheetah():
    scenario = Scenario().lay(E2="sand", D2="sand", C2="sand").hold("grass-19", "sand-19")
    scenario.play("discard grass-19", "move cheetah E1 west")
    assert told(scenario, "figure-A-E1", "space-A-D2") == ("", "")
    far = "The cheetah of entrance E1 moves one step at a time, to a tile beside it or into the Zoo."
    assert told(scenario, "figure-A-E1", "space-A-C2") == (far, "6.2")
    first = "The cheetah of entrance E1 may take a second step first. Take it or stop."
    assert told(scenario, "figure-A-S1") == told(scenario, "tile-sand-19") == (first, "7.2")


def test_7_4_a_snake_goes_where_it_faces():
    scenario = moving("snake,butterfly,sloth").put("snake E1", "B4", faces="north")
    assert told(scenario, "figure-A-E1", "space-A-B3") == ("", "")
    beside = "The snake of entrance E1 faces north. Move it that way or turn it first."
    assert told(scenario, "figure-A-E1", "space-A-B5") == (beside, "7.4")
    far = "The snake of entrance E1 faces north. Move it one step that way or turn it."
    assert told(scenario, "figure-A-E1", "space-A-D2") == (far, "7.4")


def test_7_6_a_sloth_asleep():
    scenario = moving().put("sloth W1", "B4", asleep=True)
    assert told(scenario, "figure-A-W1") == ("", ""), "to wake it"
    asleep = ("The sloth of entrance W1 is asleep. A movement can only wake it.", "7.6")
    assert told(scenario, "figure-A-W1", "space-A-B3") == told(scenario, "figure-A-W1", "zoo-A") == asleep


# 8 and 9: special moves, and the end of a round.


def test_8_1_who_moves_in_a_special_move():
    scenario = Scenario().lay(B5="sand", E2="sand").hold("grass-19", "sand-19").play("discard grass-19")
    assert told(scenario, "figure-A-E1") == told(scenario, "figure-A-E1", "space-A-E2") == ("", "")
    reason = "The wolf of entrance S1 can't move now. It wasn't on that terrain or has already moved."
    assert told(scenario, "figure-A-S1") == told(scenario, "figure-A-S1", "space-A-B5") == (reason, "8.1")
    assert told(scenario, "tile-sand-19") == told(scenario, "pile-sand") == ("Move an animal or finish.", "6.1")
    assert told(scenario, "round") == ("Special move: your cheetah of entrance E1 may move once.", "")


def test_9_2_who_moves_at_the_end_of_a_round():
    scenario = Scenario().lay(B5="sand", E2="sand")
    scenario.state.draft = 5
    scenario.state.leftovers = (scenario.tiles["rocks-01"],)
    scenario.state.stack = [MAINTENANCE]
    scenario.state.settle()
    assert told(scenario, "figure-A-S1", "space-A-B5") == ("", "")
    assert told(scenario, "figure-A-E1")[1] == "9.2"


# Trying out.


def tried(state, seat: int) -> dict[str, set[str]]:
    """By tile, the spaces on which it can be tried."""
    found: dict[str, set[str]] = {}
    for trial in GAME.trials(state, seat):
        tile, space = trial.path
        assert str(GAME.parse(trial.notation)) == trial.notation
        found.setdefault(tile, set()).add(space)
    return found


def test_tiles_of_the_market_can_be_tried_by_all_players():
    state = new(3, seed=1)
    for seat in range(3):
        ways = tried(state, seat)
        assert set(ways) == {f"tile-{tile}" for tile in state.market}
        assert {len(spaces) for spaces in ways.values()} == {24}
        assert f"space-{'ABC'[seat]}-C3" not in ways[f"tile-{state.market[0]}"], "the Zoo is never covered"


def test_the_drafted_tile_can_be_tried_while_others_draft():
    state = new(3, seed=1)
    seat, tile = state.to_act[0], state.market[1]
    state.play("draft 2")
    assert f"tile-{tile}" in tried(state, seat)
    assert f"tile-{tile}" not in tried(state, state.to_act[0])


def test_stored_tiles_can_be_tried_on_empty_spaces():
    scenario = Scenario().lay_everywhere().hold("", "grass-bonus", "sand-19")
    scenario.board.tiles[0] = None
    scenario.board.free |= 1
    ways = tried(scenario.state, 0)
    assert ways["bonus-A-store-1"] == ways["tile-sand-19"] == {"space-A-A1"}
