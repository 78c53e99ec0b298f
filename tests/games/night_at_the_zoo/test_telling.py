"""What people read: the log, the table as text and the picture."""

import re
from random import Random

from menagerie import Event
from menagerie.games.night_at_the_zoo.display import drawing
from menagerie.games.night_at_the_zoo.phases.drafting import MAINTENANCE, leo_drafts
from menagerie.games.night_at_the_zoo.state import Position
from tests.games.night_at_the_zoo.position import GAME, Scenario, new, tile


def told(scenario: Scenario) -> list[str]:
    return [event.tell(["Lisa", "Tom"]) for event in scenario.log]


def test_the_log_of_placing():
    scenario = Scenario().lay(B5="sand").hold("rocks-07", "sand-15")
    scenario.play("place rocks-07 at A5", "take bonus grass", "store grass-bonus", "discover wolf at N2")
    scenario.play("place sand-15 at A1", "gain 2")
    assert told(scenario)[:8] == [
        "Lisa places the rocks tile (discover or bonus) on space A5.",
        "Lisa gains 2 points from space A5.",
        "Lisa takes a grass Bonus tile. 13 left.",
        "Lisa stores the grass Bonus tile.",
        "Lisa discovers the wolf of entrance N2.",
        "Lisa places the sand tile (move or 2 points) on space A1.",
        "Lisa gains 2 points from the tile.",
        "Round 1, draft 2. Lisa is first.",
    ]


def test_the_log_of_moving():
    scenario = Scenario("penguin,snake,sloth").lay(E2="sand", D2="sand", A2="sand", B5="rocks", D3="rocks")
    scenario.put("snake N1", "D3", faces="west").hold("rocks-19", "sand-19", "grass-19").play("discard rocks-19")
    scenario.play("turn snake S1 east", "move snake N1 west", "discard sand-19", "move sloth W1 east")
    scenario.play("discard grass-19", "slide penguin E1 west")
    assert told(scenario)[:8] == [
        "Lisa discards the rocks tile (meat) for a special move on rocks: snake of entrance N1 and "
        "snake of entrance S1.",
        "Lisa's snake of entrance S1 turns east.",
        "Lisa's snake of entrance N1 moves west into the Zoo.",
        "Lisa discards the sand tile (meat) for a special move on sand: sloth of entrance W1.",
        "Lisa's sloth of entrance W1 moves east to space A2 and falls asleep.",
        "Lisa discards the grass tile (meat) for a special move on grass: penguin of entrance E1.",
        "Lisa's penguin of entrance E1 slides west to space D2.",
        "Round 1, draft 2. Lisa is first.",
    ]


def test_the_log_of_waking_pollen_and_declining():
    scenario = Scenario("cheetah,butterfly,sloth").lay(A2="sand", A3="sand", B5="sand")
    scenario.put("sloth W1", "A2", asleep=True).hold("sand-19", "rocks-19", "grass-01").play("discard sand-19")
    scenario.play("wake sloth W1", "discard rocks-19", "move butterfly S1 north", "place grass-01 at A1", "done")
    assert told(scenario)[1:8] == [
        "Lisa's sloth of entrance W1 wakes up.",
        "Lisa discards the rocks tile (meat) for a special move on rocks: butterfly of entrance S1.",
        "Lisa's butterfly of entrance S1 moves north to space B5.",
        "Lisa's butterfly of entrance S1 now carries 1 pollen.",
        "Lisa places the grass tile (double move) on space A1.",
        "Lisa finishes.",
        "Round 1, draft 2. Lisa is first.",
    ]
    scenario = Scenario().alone("wolf S1", "entrance").hold("sand-19", "rocks-19")
    scenario.play("discard sand-19", "done")
    assert told(scenario)[:2] == [
        "Lisa discards the sand tile (meat). No animal is on sand.",
        "Lisa is done with this draft.",
    ]


def test_the_log_of_a_cheetah_without_a_second_step():
    scenario = Scenario().lay(E2="sand", E1="sand").hold("grass-19")
    scenario.play("discard grass-19", "move cheetah E1 west", "done")
    assert told(scenario)[2] == "Lisa's cheetah of entrance E1 stops after one step."


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
    assert sum(line.startswith("Round 2 ends. Animals on ") for line in lines) == 1
    assert sum(line.endswith("Leo is first.") for line in lines) == 7
    rank = GAME.pieces.rank(state.score(0))
    assert lines[-1] == f"Game over: Ann {state.score(0)} ({rank})."


def test_the_table_as_text():
    scenario = (
        Scenario("snake,butterfly,sloth").lay(B2="sand_19", A2="rocks_07", B5="sand").hold("rocks-12", "grass-bonus")
    )
    scenario.put("sloth W1", "A2", asleep=True).put("butterfly S1", "B5", pollen=2).put("snake E1", "zoo")
    lines = str(scenario.state).splitlines()
    assert "> A: 12 points (0 gained, 10 for animals at home, 2 for others, 0 for foods)" in lines
    assert any(line.startswith("    Use the rocks tile (double move or discover): place") for line in lines)
    assert "  1  .              (>)            .              (>> =E1)       (>> =D1)      " in lines
    assert "  2  rocks-07       sand-19 meat   (2p if disco)  (bonus)        .             " in lines
    assert "     sloth-W1 zz                                                               " in lines
    assert "    Home: snake-E1" in lines
    assert "    At their entrances: -" in lines
    assert "    Foods: meat" in lines
    assert "    Warehouse: grass-bonus" in lines
    assert "    Drafted: rocks-12 [>>|disc]" in lines
    assert any("butter-S1 2p" in line for line in lines)
    assert max(len(line) for line in lines if line[2:4] in ("1 ", "2 ", "3 ", "4 ", "5 ")) <= 80


def test_prompts():
    state = new(2, seed=1)
    assert state.prompt(state.to_act[0]) == "Draft a tile from the market."
    scenario = Scenario().lay(B5="sand", B4="sand").hold("rocks-15", "sand-19").play("place rocks-15 at B1")
    assert scenario.state.prompt(0) == "Choose: move an animal, and move an animal or gain 2 points."
    scenario.play("move wolf S1 north", "gain 2")
    assert scenario.state.prompt(0).startswith("Place or discard a stored tile")
    scenario = Scenario().lay(A2="sand", E2="sand", E1="sand").hold("sand-04", "grass-19").play("place sand-04 at A3")
    assert scenario.state.prompt(0) == "You may take two Bonus tiles, and discover an animal."
    scenario.play("take bonus sand")
    assert scenario.state.prompt(0) == "Use the sand Bonus tile: place, store or discard it."
    scenario.play("store sand-bonus", "done", "done", "discard grass-19")
    assert scenario.state.prompt(0) == "Special move: your cheetah of entrance E1 may move once."
    scenario.play("move cheetah E1 west")
    assert scenario.state.prompt(0) == "The cheetah of entrance E1 may take a second step."
    scenario = Scenario().lay(B5="sand").hold("grass-01").play("place grass-01 at A1")
    assert scenario.state.prompt(0) == "You may move twice."


def test_the_prompt_at_the_end_of_a_round():
    scenario = Scenario().lay(B5="sand")
    scenario.state.draft = 5
    scenario.state.leftovers = (scenario.tiles["rocks-01"],)
    scenario.state.stack = [MAINTENANCE]
    scenario.state.settle()
    assert scenario.state.prompt(0) == "End of the round: your wolf of entrance S1 may move once."


# Entrances: what they are, and told apart from spaces (rules 1.2, 8.1 and 9.2).

ENTRANCES = {  # terrain, the space in front, the way in
    "N1": ("sand", "A1", "south"),
    "N2": ("grass", "C1", "south"),
    "N3": ("rocks", "E1", "south"),
    "E1": ("grass", "E2", "west"),
    "E2": ("rocks", "E4", "west"),
    "S1": ("rocks", "B5", "north"),
    "S2": ("sand", "D5", "north"),
    "W1": ("sand", "A2", "east"),
    "W2": ("grass", "A4", "east"),
}


def test_rule_1_2_view_text_and_picture_show_where_entrances_lie_and_their_terrain():
    state = new(2)
    assert state.view(None)["entrances"] == {
        name: {"terrain": terrain, "before": before, "inward": inward}
        for name, (terrain, before, inward) in ENTRANCES.items()
    }
    lines = str(state).splitlines()
    assert "Entrances  sand: N1 above A1, S2 below D5, W1 left of A2" in lines
    assert "           grass: N2 above C1, E1 right of E2, W2 left of A4" in lines
    assert "           rocks: N3 above E1, E2 right of E4, S1 below B5" in lines
    pieces = drawing.scene(state, 0).pieces
    for name, (terrain, before, inward) in ENTRANCES.items():
        for letter in "AB":
            piece = pieces[f"entrance-{letter}-{name}"]
            assert piece.label == f"Entrance {name}: {terrain}, leads {inward} onto {before}"
            assert f"entrance {terrain}" in piece.body


BARE_ENTRANCE = re.compile(r"(penguin|cheetah|wolf|snake|butterfly|sloth) [NESW]\d|(?<!entrance )\b[NSW]\d")
"""An entrance without the word: spaces are A1 to E5, so in words a bare E1 is a space."""


def test_rule_1_2_in_words_entrances_are_called_entrances():
    """A bare E1 is the space in the corner. Entrances have names of their own only in the notation."""
    for seed in range(6):
        state = new(1 + seed % 3, seed=seed)
        chance = Random(seed)
        log: list[Event] = []
        told = set()
        while not state.is_over:
            seat = chance.choice(state.to_act)
            told.add(state.prompt(seat))
            for notation in chance.sample(sorted(GAME.catalogue.by_notation), 20):
                told.add(state.refusal(notation, seat))
            state.play(chance.choice(state.legal(seat)), seat, log)
        told |= {event.tell(["Lisa", "Tom", "Mia"]) for event in log}
        told |= {piece.label for piece in drawing.scene(state, 0).pieces.values()}
        assert len(told) > 100
        assert not [sentence for sentence in told if BARE_ENTRANCE.search(sentence.replace("Entrance ", "entrance "))]


def test_rule_1_2_a_figure_on_a_space_and_at_an_entrance_of_the_same_name():
    scenario = Scenario().lay(E1="sand", E2="sand").put("cheetah E2", "E1").put("wolf S1", "E2")
    figures = {
        figure["animal"] + figure["entrance"]: figure for figure in scenario.state.view(None)["boards"][0]["figures"]
    }
    assert figures["cheetahE1"]["place"] == "entrance E1"
    assert figures["cheetahE2"]["place"] == "E1"
    labels = [piece.label for piece in drawing.scene(scenario.state, 0).pieces.values()]
    assert "A's cheetah of entrance E1: entrance E1" in labels
    assert "A's cheetah of entrance E2: E1" in labels
    assert GAME.parse("discover cheetah at entrance E1") is GAME.parse("discover cheetah at E1")
    assert GAME.parse("place sand-01 at space E1") is GAME.parse("place sand-01 at E1")
    body = drawing.scene(scenario.state, 0).pieces["board-A"].body
    assert body.count('href="#gate"') == 9, "a gate beside the name of each entrance"


# The Leftover zone and Leo.


def test_rule_9_2_view_text_and_picture_show_the_terrain_that_leads():
    state = new(2)
    assert state.view(None)["leading"] is None
    assert " leads" not in str(state)
    assert "leads" not in drawing.scene(state, 0).pieces["leftovers"].body
    state.leftovers = (tile("sand-01"), tile("grass-01"), tile("grass-02"))
    assert state.view(None)["leading"] == "grass"
    assert "Leftovers  sand-01 [>>], grass-01 [>>], grass-02 [>>] - grass leads" in str(state).splitlines()
    zone = drawing.scene(state, 0).pieces["leftovers"]
    assert zone.label.endswith("grass leads")
    assert "mark-grass" in zone.body


def leo(*out: str) -> Position:
    """A solo game in which Leo has just drafted by the last of these tiles."""
    state = new(1, seed=9)
    orders = {order.name: order for order in state.pieces.solo_tiles}
    state.leo = (*[orders[name] for name in out], *[orders[name] for name in orders if name not in out])
    state.leo_seen = len(out) - 1
    state.fill_market()
    leo_drafts(state)
    return state


def test_rule_11_2_which_of_leos_tiles_are_out_is_shown():
    state = leo("leo-1", "leo-6")
    seen = state.view(None)["leo"]
    assert [order["name"] for order in seen["open"]] == ["leo-1", "leo-6"]
    assert seen["face_down"] == 4
    assert seen["last"]["takes"] == ["right", "middle", "left"]
    assert "Leo        last right-middle-left" in str(state)
    assert "           out of his pile: left-middle-right, right-middle-left; 4 face down" in str(state).splitlines()
    sign = drawing.scene(state, 0).pieces["leo"]
    assert sign.label.endswith("out of his pile: left-middle-right, right-middle-left")
    assert sign.body.count('class="in-pile"') == 4


def test_rule_11_3_leos_last_order_stays_in_sight_after_a_shuffle():
    state = leo("leo-1", "leo-2")
    seen = state.view(None)["leo"]
    assert seen["last"] == {"name": "leo-2", "takes": ["left", "right", "middle"], "shuffle": True}
    assert (seen["open"], seen["face_down"]) == ([], 6)
    assert "Leo        last left-right-middle (shuffle)" in str(state).splitlines()
    assert "           out of his pile: none; 6 face down" in str(state).splitlines()
    sign = drawing.scene(state, 0).pieces["leo"]
    assert sign.label == "Leo preferred left, right, middle; out of his pile: none"
    assert sign.body.count('class="in-pile"') == 6
    assert state.copy().view(None) == state.view(None)


def test_rule_11_2_before_leo_drafts_there_is_no_order():
    state = new(1, seed=9)
    state.leo_last, state.leo_seen = None, 0
    assert state.view(None)["leo"]["last"] is None
    assert "Leo        -" in str(state)
    assert drawing.scene(state, 0).pieces["leo"].label == "Leo has not drafted yet; out of his pile: none"
    assert "leo" not in drawing.scene(new(2), 0).pieces


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
    assert pieces["figure-A-W1"].label == "A's sloth of entrance W1: A2, asleep"
    assert pieces["figure-A-S1"].label == "A's butterfly of entrance S1: entrance S1, 3 pollen"
    assert pieces["figure-A-E1"].label == "A's snake of entrance E1: entrance E1, faces north"
    assert pieces["figure-A-N1"].label == "A's butterfly of entrance N1: undiscovered"


def test_many_figures_share_a_space_side_by_side():
    scenario = Scenario().lay(A1="sand")
    for number in range(9):
        scenario.put(scenario.figures()[number], "A1")
    pieces = drawing.scene(scenario.state, 0).pieces
    figures = [piece for id, piece in pieces.items() if id.startswith("figure-A-")]
    assert len({(figure.x, figure.y) for figure in figures}) == 9
