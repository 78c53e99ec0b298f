"""What people read: the log, the table as text and the picture."""

from random import Random

from menagerie import Event
from menagerie.games.night_at_the_zoo import drawing
from menagerie.games.night_at_the_zoo.phases.drafting import MAINTENANCE
from tests.games.night_at_the_zoo.scenario import GAME, Scenario, new


def told(scenario: Scenario) -> list[str]:
    return [event.tell(["Lisa", "Tom"]) for event in scenario.log]


def test_the_log_of_placing():
    scenario = Scenario().lay(B5="sand").hold("rocks-07", "sand-15")
    scenario.play("place rocks-07 at A5", "take bonus grass", "store grass-bonus", "discover wolf at N2")
    scenario.play("place sand-15 at A1", "gain 2")
    assert told(scenario)[:8] == [
        "Lisa places rocks-07 at A5.",
        "Lisa gains 2 points from A5.",
        "Lisa takes a grass Bonus tile; 13 are left.",
        "Lisa stores grass-bonus.",
        "Lisa discovers the wolf N2.",
        "Lisa places sand-15 at A1.",
        "Lisa gains 2 points from the tile.",
        "Round 1, draft 2: Lisa is first.",
    ]


def test_the_log_of_moving():
    scenario = Scenario("penguin,snake,sloth").lay(E2="sand", D2="sand", A2="sand", B5="rocks", D3="rocks")
    scenario.put("snake N1", "D3", faces="west").hold("rocks-19", "sand-19", "grass-19").play("discard rocks-19")
    scenario.play("turn snake S1 east", "move snake N1 west", "discard sand-19", "move sloth W1 east")
    scenario.play("discard grass-19", "slide penguin E1 west")
    assert told(scenario)[:8] == [
        "Lisa discards rocks-19 for a special move on rocks: snake N1, snake S1.",
        "The snake S1 of Lisa turns east.",
        "The snake N1 of Lisa moves west into the Zoo.",
        "Lisa discards sand-19 for a special move on sand: sloth W1.",
        "The sloth W1 of Lisa moves east to A2 and falls asleep.",
        "Lisa discards grass-19 for a special move on grass: penguin E1.",
        "The penguin E1 of Lisa slides west to D2.",
        "Round 1, draft 2: Lisa is first.",
    ]


def test_the_log_of_waking_pollen_and_declining():
    scenario = Scenario("cheetah,butterfly,sloth").lay(A2="sand", A3="sand", B5="sand")
    scenario.put("sloth W1", "A2", asleep=True).hold("sand-19", "rocks-19", "grass-01").play("discard sand-19")
    scenario.play("wake sloth W1", "discard rocks-19", "move butterfly S1 north", "place grass-01 at A1", "done")
    assert told(scenario)[1:8] == [
        "The sloth W1 of Lisa wakes.",
        "Lisa discards rocks-19 for a special move on rocks: butterfly S1.",
        "The butterfly S1 of Lisa moves north to B5.",
        "The butterfly S1 of Lisa now carries 1 pollen.",
        "Lisa places grass-01 at A1.",
        "Lisa leaves the rest unused.",
        "Round 1, draft 2: Lisa is first.",
    ]
    scenario = Scenario().alone("wolf S1", "entrance").hold("sand-19", "rocks-19")
    scenario.play("discard sand-19", "done")
    assert told(scenario)[:2] == ["Lisa discards sand-19 for a special move on sand: no animal.", "Lisa is done."]


def test_the_log_of_a_cheetah_without_a_second_step():
    scenario = Scenario().lay(E2="sand", E1="sand").hold("grass-19")
    scenario.play("discard grass-19", "move cheetah E1 west", "done")
    assert told(scenario)[2] == "The cheetah E1 of Lisa goes no second step."


def test_the_log_of_a_solo_game_to_its_end():
    state = new(1, seed=3, animals="cheetah,wolf,sloth")
    chance = Random(3)
    log: list[Event] = []
    while not state.is_over:
        state.play(chance.choice(state.legal()), log=log)
    lines = [event.tell(["Ann"]) for event in log]
    assert any(line.startswith("Ann drafts ") for line in lines)
    assert any(line.startswith("Leo prefers ") and line.endswith("His tiles are shuffled.") for line in lines)
    assert any(line.endswith(" is left over.") for line in lines)
    assert sum(line.startswith("Round 2 ends: animals on ") for line in lines) == 1
    assert sum(line.endswith("Leo is first.") for line in lines) == 7
    rank = GAME.pieces.rank(state.score(0))
    assert lines[-1] == f"The game is over: Ann {state.score(0)} ({rank})."


def test_the_table_as_text():
    scenario = (
        Scenario("snake,butterfly,sloth").lay(B2="sand_19", A2="rocks_07", B5="sand").hold("rocks-12", "grass-bonus")
    )
    scenario.put("sloth W1", "A2", asleep=True).put("butterfly S1", "B5", pollen=2).put("snake E1", "zoo")
    lines = str(scenario.state).splitlines()
    assert "> A: 12 points (0 gained, 10 for animals at home, 2 for others, 0 for foods)" in lines
    assert (
        "    Use rocks-12: place it, store it, or discard it for a special move. Stored tiles may come first." in lines
    )
    assert "    1  .             (>)           .             (>> =E1)      (>> =D1)     " in lines
    assert "    2  rocks-07      sand-19 meat  (2p if disco) (bonus)       .            " in lines
    assert "       sloth.W1 zz                                                          " in lines
    assert "    Home: snake.E1" in lines
    assert "    Foods: meat" in lines
    assert "    Warehouse: grass-bonus" in lines
    assert "    Drafted: rocks-12 [>>|disc]" in lines
    assert any("butter.S1 2p" in line for line in lines)


def test_prompts():
    state = new(2, seed=1)
    assert state.prompt(state.to_act[0]) == "Draft a tile from the market."
    scenario = Scenario().lay(B5="sand", B4="sand").hold("rocks-15", "sand-19").play("place rocks-15 at B1")
    assert scenario.state.prompt(0) == "You may move an animal, and move an animal or gain 2 points."
    scenario.play("move wolf S1 north", "gain 2")
    assert scenario.state.prompt(0).startswith("You may use tiles from your Warehouse")
    scenario = Scenario().lay(A2="sand", E2="sand", E1="sand").hold("sand-04", "grass-19").play("place sand-04 at A3")
    assert scenario.state.prompt(0) == "You may take two Bonus tiles, and discover an animal."
    scenario.play("take bonus sand")
    assert scenario.state.prompt(0) == "Use the sand Bonus tile: place it, store it, or discard it for a special move."
    scenario.play("store sand-bonus", "done", "done", "discard grass-19")
    assert scenario.state.prompt(0) == "Special move: each of these may move once: cheetah E1."
    scenario.play("move cheetah E1 west")
    assert scenario.state.prompt(0) == "The cheetah E1 may go a second step."
    scenario = Scenario().lay(B5="sand").hold("grass-01").play("place grass-01 at A1")
    assert scenario.state.prompt(0) == "You may move twice."


def test_the_prompt_at_the_end_of_a_round():
    scenario = Scenario().lay(B5="sand")
    scenario.state.draft = 5
    scenario.state.leftovers = (scenario.tiles["rocks-01"],)
    scenario.state.stack = [MAINTENANCE]
    scenario.state.settle()
    assert scenario.state.prompt(0) == "End of the round: each of these may move once: wolf S1."


# The picture.


def test_a_tile_keeps_its_id_from_the_market_to_the_board():
    state = new(2, seed=1)
    first = state.to_act[0]
    tile = state.market[1]
    assert f"tile-{tile}" in drawing.scene(state, first).pieces
    state.play("draft 2")
    state.play("draft 1")
    state.play(f"place {tile} at A1", first)
    assert f"tile-{tile}" in drawing.scene(state, first).pieces


def test_labels_say_how_a_figure_is():
    scenario = Scenario("snake,butterfly,sloth").lay(A2="sand").put("sloth W1", "A2", asleep=True)
    scenario.put("butterfly S1", "entrance", pollen=3).put("snake E1", "entrance", faces="north")
    pieces = drawing.scene(scenario.state, 0).pieces
    assert pieces["figure-A-W1"].label == "sloth W1 of A: A2, asleep"
    assert pieces["figure-A-S1"].label == "butterfly S1 of A: entrance S1, 3 pollen"
    assert pieces["figure-A-E1"].label == "snake E1 of A: entrance E1, faces north"
    assert pieces["figure-A-N1"].label == "butterfly N1 of A: undiscovered"


def test_many_figures_share_a_space_side_by_side():
    scenario = Scenario().lay(A1="sand")
    for number in range(9):
        scenario.put(scenario.board.name_of(number), "A1")
    pieces = drawing.scene(scenario.state, 0).pieces
    figures = [piece for id, piece in pieces.items() if id.startswith("figure-A-")]
    assert len({(figure.x, figure.y) for figure in figures}) == 9
