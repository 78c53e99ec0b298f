"""Rules 6 to 8: movement, the six animals, the special move. Rulings N18 to N27."""

import pytest

from tests.games.night_at_the_zoo.position import Scenario

CROSS = {"B3": "sand", "D3": "sand", "C2": "sand", "C4": "sand"}


def arrow(scenario: Scenario) -> Scenario:
    """Give one arrow: food on B1, which gives a movement."""
    return scenario.hold("rocks-19").play("place rocks-19 at B1")


def double_arrow(scenario: Scenario) -> Scenario:
    return scenario.hold("rocks-01").play("place rocks-01 at A1")


def special_move(scenario: Scenario, terrain: str) -> Scenario:
    return scenario.hold(f"{terrain}-19").play(f"discard {terrain}-19")


def reached(scenario: Scenario, figure: str) -> set[str]:
    """Where each legal movement takes the figure."""
    places = set()
    for action in scenario.state.legal():
        if str(action).split()[0] in ("move", "slide"):
            twin = scenario.state.copy()
            twin.play(action)
            board = twin.boards[0]
            number = scenario.figure(figure)
            places.add(twin.view(None)["boards"][0]["figures"][number]["place"])
            assert board.places[number] != scenario.board.places[number]
    return places


# 6. Movement


def test_rule_6_1_undiscovered_animals_do_not_move():
    scenario = double_arrow(Scenario().lay(C1="sand", B5="sand"))
    assert scenario.refused("move wolf N2 south") == (
        "The wolf of entrance N2 isn't discovered yet. Only discovered animals move.",
        "6.1",
    )
    assert scenario.moves() == {"move wolf S1 north"}


def test_rule_6_1_a_figure_is_named_with_its_own_animal():
    scenario = double_arrow(Scenario().lay(B5="sand"))
    assert scenario.refused("move cheetah S1 north") == (
        "You have no cheetah of entrance S1. That's the wolf.",
        "1.3",
    )


@pytest.mark.parametrize(
    ("place", "tiles", "targets"),
    [
        ("entrance", {}, set()),  # nothing lies before the entrance
        ("entrance", {"B5": "sand"}, {"B5"}),
        ("entrance", {"B5": "sand", "A5": "sand", "B4": "sand"}, {"B5"}),  # only the one space in front
        ("B5", {"B5": "sand", "A5": "sand", "B4": "rocks"}, {"A5", "B4"}),  # never back onto the entrance
        ("B2", {"B2": "sand", "A3": "sand"}, {"B1"}),  # not diagonally, neither onto A3 nor into the Zoo
        ("B3", {"B3": "sand", "A3": "sand"}, {"A3", "zoo"}),
        ("E5", {"E5": "sand", "E4": "sand", "D5": "sand"}, {"E4", "D5"}),  # the area ends
    ],
)
def test_rule_6_2_one_step_onto_a_tile_or_the_zoo(place, tiles, targets):
    """N19: orthogonally, onto tiles or the Zoo, never onto an entrance or off the 5 x 5 spaces."""
    scenario = Scenario().alone("wolf S1", place).lay(**tiles)
    arrow(scenario)
    assert reached(scenario, "wolf S1") == targets if targets else scenario.has_used()


def test_rule_6_2_a_space_without_a_tile_is_refused():
    scenario = double_arrow(Scenario().lay(B5="sand").put("wolf S1", "B5").lay(E2="sand"))
    assert scenario.refused("move wolf S1 north") == (
        "The wolf of entrance S1 can't go north. There is no tile that way.",
        "6.2",
    )


def test_rule_6_3_animals_share_spaces():
    """N19."""
    scenario = double_arrow(Scenario().lay(B5="sand", B4="sand").put("sloth W1", "B5"))
    scenario.play("move wolf S1 north")
    assert scenario.where("wolf S1") == scenario.where("sloth W1") == "B5"


def test_rule_6_4_arriving_takes_the_animal_off_the_board():
    """N20: the second arrow may be used by another animal."""
    scenario = double_arrow(Scenario().lay(C4="sand", E2="sand").put("wolf S1", "C4"))
    scenario.play("move wolf S1 north")
    assert scenario.where("wolf S1") == "zoo"
    assert scenario.refused("move wolf S1 north") == (
        "The wolf of entrance S1 is already home.",
        "6.4",
    )
    scenario.play("move cheetah E1 west")
    assert scenario.where("cheetah E1") == "E2"


# 7. The animals


@pytest.mark.parametrize(
    ("place", "tiles", "slides"),
    [
        ("entrance", {}, {}),
        ("entrance", {"E2": "sand"}, {"west": "E2"}),
        ("entrance", {"E2": "sand", "D2": "grass", "C2": "rocks"}, {"west": "C2"}),
        ("entrance", {"E2": "sand", "C2": "rocks"}, {"west": "E2"}),  # a gap stops it
        ("A1", {"A1": "sand", "A2": "sand", "A3": "sand", "A4": "sand", "A5": "sand"}, {"east": "B1", "south": "A5"}),
        ("C1", {"C1": "sand", "C2": "sand", "C4": "sand"}, {"west": "B1", "south": "zoo"}),  # it stops in the Zoo
        ("B3", {"B3": "sand", "D3": "sand"}, {"east": "zoo"}),
        ("B3", {"B3": "sand", "B2": "sand", "D3": "sand"}, {"east": "zoo", "north": "B1"}),
    ],
)
def test_rule_7_1_the_penguin_slides_as_far_as_it_can(place, tiles, slides):
    """N21: it never stops earlier."""
    scenario = arrow(Scenario("penguin,cheetah,sloth").alone("penguin E1", place).lay(**tiles))
    assert scenario.moves() == {f"slide penguin E1 {direction}" for direction in slides}
    for direction, target in slides.items():
        twin = scenario.state.copy()
        twin.play(f"slide penguin E1 {direction}")
        assert twin.view(None)["boards"][0]["figures"][scenario.figure("penguin E1")]["place"] == target


def test_rule_7_1_the_penguin_slides_in_a_special_move_too():
    scenario = special_move(Scenario("penguin,cheetah,sloth").lay(E2="sand", D2="sand"), "grass")
    scenario.play("slide penguin E1 west")
    assert scenario.where("penguin E1") == "D2"


def test_rule_7_2_the_cheetah_goes_one_step_by_an_arrow():
    """N22: no extra step."""
    scenario = Scenario().alone("cheetah E1", "D2").lay(D2="sand", D1="sand", D3="sand", C2="sand", E2="sand")
    arrow(scenario)
    assert reached(scenario, "cheetah E1") == {"D1", "D3", "C2", "E2"}
    assert scenario.play("move cheetah E1 north").has_used()


def test_rule_7_2_the_cheetah_may_go_a_second_step_in_a_special_move():
    """N22: it may turn, and it is optional."""
    scenario = special_move(Scenario().lay(E2="sand", E1="sand", D2="sand"), "grass").play("move cheetah E1 west")
    assert set(scenario.choices) == {"move cheetah E1 north", "move cheetah E1 west", "done"}
    assert scenario.refused("move wolf S1 north")[1] == "7.2"
    assert scenario.refused("move cheetah E1 south")[1] == "6.2"
    scenario.play("move cheetah E1 north")
    assert scenario.where("cheetah E1") == "E1"
    assert scenario.has_used()
    scenario = special_move(Scenario().lay(E2="sand", E1="sand"), "grass").play("move cheetah E1 west", "done")
    assert scenario.where("cheetah E1") == "E2"
    assert scenario.has_used()


def test_rule_7_2_without_a_way_on_the_second_step_is_not_asked():
    scenario = special_move(Scenario().lay(E2="sand"), "grass").play("move cheetah E1 west")
    assert scenario.where("cheetah E1") == "E2"
    assert scenario.has_used()


def test_rule_7_2_the_second_step_is_lost_on_arriving():
    """N20."""
    scenario = special_move(Scenario().lay(**CROSS).put("cheetah E1", "D3"), "sand").play("move cheetah E1 west")
    assert scenario.where("cheetah E1") == "zoo"
    assert scenario.has_used()


def test_rule_7_3_the_wolf_goes_one_step_in_a_special_move():
    scenario = special_move(Scenario().alone("wolf S1", "entrance").lay(B5="sand", B4="sand"), "rocks")
    scenario.play("move wolf S1 north")
    assert scenario.where("wolf S1") == "B5"
    assert scenario.has_used()


@pytest.mark.parametrize("facing", ["north", "east", "south", "west"])
def test_rule_7_4_the_snake_goes_where_it_faces_or_turns(facing):
    """N23: any of the three other directions, also a half turn."""
    scenario = Scenario("cheetah,snake,sloth").alone("snake S1", "D2", faces=facing)
    arrow(scenario.lay(D2="sand", D1="sand", D3="sand", C2="sand", E2="sand"))
    others = {"north", "east", "south", "west"} - {facing}
    assert scenario.moves() == {f"move snake S1 {facing}"} | {f"turn snake S1 {other}" for other in others}
    for other in others:
        assert scenario.refused(f"move snake S1 {other}")[1] == "7.4"
    assert scenario.refused(f"turn snake S1 {facing}")[1] == "7.4"
    scenario.play(f"move snake S1 {facing}")
    assert scenario.where("snake S1") == {"north": "D1", "east": "E2", "south": "D3", "west": "C2"}[facing]
    assert scenario.faces("snake S1") == facing  # stepping does not change it


def test_rule_7_4_the_snake_faces_the_neighborhood_when_discovered():
    scenario = Scenario("cheetah,snake,sloth").hold("rocks-04").play("place rocks-04 at A1", "discover snake at N2")
    assert scenario.faces("snake N2") == "south"
    assert scenario.faces("snake S1") == "north"


def test_rule_7_4_the_snake_may_turn_on_its_entrance_and_where_it_cannot_step():
    """N23: also instead of stepping in a special move."""
    scenario = special_move(Scenario("cheetah,snake,sloth"), "rocks")
    assert scenario.moves() == {f"turn snake S1 {other}" for other in ("east", "south", "west")}
    scenario.play("turn snake S1 west")
    assert scenario.faces("snake S1") == "west"
    assert scenario.where("snake S1") == "entrance S1"
    assert scenario.has_used()


def test_rule_7_5_the_butterfly_gains_pollen_in_special_moves():
    """N25: also by arriving."""
    scenario = Scenario("cheetah,wolf,butterfly").lay(A2="sand", **CROSS).put("butterfly N3", "B3")
    special_move(scenario, "sand").play("move butterfly W1 east", "move butterfly N3 east")
    assert scenario.where("butterfly N3") == "zoo"
    assert scenario.pollen("butterfly W1") == scenario.pollen("butterfly N3") == 1


def test_rule_7_5_no_pollen_without_moving_or_by_arrows():
    """N25."""
    scenario = special_move(Scenario("cheetah,wolf,butterfly").lay(A2="sand"), "sand").play("done")
    assert scenario.pollen("butterfly W1") == 0
    scenario = double_arrow(Scenario("cheetah,wolf,butterfly").lay(A2="sand")).play("move butterfly W1 east")
    assert scenario.pollen("butterfly W1") == 0


def test_rule_7_5_four_pollen_at_most():
    scenario = Scenario("cheetah,wolf,butterfly").lay(A2="sand").put("butterfly W1", "entrance", pollen=4)
    special_move(scenario, "sand").play("move butterfly W1 east")
    assert scenario.pollen("butterfly W1") == 4


def test_rule_7_6_the_sloth_steps_and_falls_asleep_then_wakes():
    """N24: a double arrow may be step and wake, or wake and step."""
    scenario = double_arrow(Scenario().alone("sloth W1", "entrance").lay(A2="sand", A3="sand"))
    scenario.play("move sloth W1 east")
    assert scenario.asleep("sloth W1")
    assert scenario.moves() == {"wake sloth W1"}
    assert scenario.refused("move sloth W1 south") == (
        "The sloth of entrance W1 is asleep. A movement can only wake it.",
        "7.6",
    )
    scenario.play("wake sloth W1")
    assert not scenario.asleep("sloth W1")
    assert scenario.where("sloth W1") == "A2"
    scenario = double_arrow(Scenario().lay(A2="sand", A3="sand").alone("sloth W1", "A2", asleep=True))
    scenario.play("wake sloth W1", "move sloth W1 south")
    assert scenario.where("sloth W1") == "A3"
    assert scenario.asleep("sloth W1")


def test_rule_7_6_an_awake_sloth_without_a_step_stays_awake():
    """N24."""
    scenario = Scenario().alone("sloth W1", "entrance")
    assert double_arrow(scenario).has_used()
    assert not scenario.asleep("sloth W1")
    scenario = double_arrow(Scenario().lay(B5="sand"))
    assert scenario.refused("wake sloth W1") == ("The sloth of entrance W1 is already awake.", "7.6")


# 8. The special move


def test_rule_8_1_the_rulebooks_example():
    """Charles discards a grass tile: the cheetah goes two spaces, the sloth falls asleep, the wolf cannot move."""
    scenario = Scenario().lay(E5="grass", D5="sand", C5="sand", A1="grass", A2="sand").lay(E1="grass")
    scenario.put("cheetah E1", "E5").put("sloth W1", "A1").put("wolf S1", "E1").hold("", "grass-19")
    scenario.play("discard grass-19")
    assert scenario.moves() == {"move cheetah E1 west", "move sloth W1 south"}
    scenario.play("move cheetah E1 west", "move cheetah E1 west", "move sloth W1 south")
    assert (scenario.where("cheetah E1"), scenario.where("sloth W1"), scenario.where("wolf S1")) == ("C5", "A2", "E1")
    assert scenario.asleep("sloth W1")
    assert scenario.has_used()


def test_rule_8_1_entrances_have_a_terrain():
    """N26: E1 is grass, S1 rocks, W1 sand."""
    for terrain, move in (("grass", "cheetah E1 west"), ("rocks", "wolf S1 north"), ("sand", "sloth W1 east")):
        scenario = special_move(Scenario().lay(E2="sand", B5="grass", A2="rocks"), terrain)
        assert scenario.moves() == {f"move {move}"}


def test_rule_8_1_who_reaches_the_terrain_does_not_move_again():
    """N26: the terrain counts at the moment of discarding."""
    scenario = Scenario().lay(B5="rocks", B4="rocks", A4="rocks").put("wolf N1", "B4")
    special_move(scenario, "rocks").play("move wolf S1 north")
    assert scenario.moves() == {"move wolf N1 west", "move wolf N1 south"}
    assert scenario.refused("move wolf S1 north")[1] == "8.1"


def test_rule_8_1_others_do_not_move():
    scenario = special_move(Scenario().lay(B5="sand", E2="sand"), "rocks")
    assert scenario.refused("move cheetah E1 west") == (
        "The cheetah of entrance E1 can't move now. It wasn't on that terrain or has already moved.",
        "8.1",
    )


def test_rule_8_1_only_movements_in_a_special_move():
    scenario = special_move(Scenario().lay(B5="sand"), "rocks")
    assert scenario.refused("take bonus sand") == ("Move an animal or finish.", "6.1")


def test_rule_8_2_the_order_is_free_and_each_movement_optional():
    """N26."""
    for first, second in (("N1", "S1"), ("S1", "N1")):
        scenario = Scenario().lay(B5="rocks", B4="rocks", A4="rocks").put("wolf N1", "B4")
        special_move(scenario, "rocks").play(f"move wolf {first} {'north' if first == 'S1' else 'west'}")
        assert any(second in text for text in scenario.moves())
        assert scenario.play("done").has_used()


def test_rule_8_3_with_no_animal_on_the_terrain_nothing_happens():
    """N27."""
    scenario = Scenario().alone("wolf S1", "entrance").lay(B5="sand")
    assert special_move(scenario, "grass").has_used()
    assert scenario.where("wolf S1") == "entrance S1"


def test_rule_8_4_the_discarded_tile_is_out_of_the_game():
    """N7."""
    scenario = special_move(Scenario(), "grass")
    assert [tile.name for tile in scenario.state.gone].count("grass-19") == 1
