"""Rule 3.7, ruling N8: all players act at once, and the first player has precedence at the Bonus piles."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import cast

import pytest

import menagerie
from menagerie.games.night_at_the_zoo.display import drawing
from menagerie.games.night_at_the_zoo.phases import waiting
from menagerie.games.night_at_the_zoo.phases.own import OwnPhase
from menagerie.games.night_at_the_zoo.pieces import TERRAINS, Tile
from menagerie.games.night_at_the_zoo.places import SPACE_BY_NAME, SPACES, ZOO
from menagerie.games.night_at_the_zoo.state import Position
from tests.games.night_at_the_zoo.position import (
    GAME,
    Scenario,
    acting,
    choices,
    new,
    owners,
    play,
    refused,
    tile,
    using,
)

# Tiles by what they show: 01 double move, 05 bonus, 07 discover|bonus, 11 move|bonus, 18 bonus|2 points, 19 meat.
# One tile of any kind can bring two Bonus tiles, through D2 and A5.


# What is held, and from whom.


def test_rule_3_7_with_enough_bonus_tiles_nothing_is_held():
    state = using("A", [14, 14, 14], "rocks-05", "grass-05", "sand-05", "rocks-07")
    play(state, "B place grass-05 at A1")
    assert choices(state, 1) == ["take bonus rocks", "take bonus grass", "take bonus sand", "done"]
    play(state, "B take bonus rocks")


def test_rule_3_7_only_the_pile_that_may_run_out_is_held():
    """A, who is first, could take both rocks tiles, through D2 and A5; B may take anything else, and decline."""
    state = using("A", [2, 14, 14], "rocks-01", "grass-05")
    play(state, "B place grass-05 at A1")
    assert acting(state) == (0, 1)
    assert choices(state, 1) == ["take bonus grass", "take bonus sand", "wait", "done"]
    reason = "A may choose first and could take all rocks Bonus tiles that are left (2). Wait or choose something else."
    assert refused(state, "take bonus rocks", 1) == (reason, "3.7")
    assert state.prompt(1) == "You may take a Bonus tile. Taking a Bonus tile of rocks must wait for A."
    play(state, "B take bonus sand")


def test_rule_3_7_one_more_than_the_others_could_take_is_enough():
    state = using("A", [3, 14, 14], "rocks-01", "grass-05")
    play(state, "B place grass-05 at A1")
    assert "take bonus rocks" in choices(state, 1)


def test_rule_3_7_who_is_offered_no_bonus_tile_has_nothing_to_wait_for():
    """A could take all that is left, but B's tile only moves."""
    state = using("A", [1, 1, 1], "rocks-05", "grass-01")
    play(state, "B place grass-01 at B5")
    assert choices(state, 1) == ["move sloth S1 north", "done"]


def test_rule_5_4_a_movement_that_no_animal_can_make_is_skipped_without_points():
    state = using("A", [14, 14, 14], "rocks-05", "grass-01")
    assert play(state, "B place grass-01 at A1") == ["B places the grass tile (double move) on space A1."]


def test_rule_3_7_no_player_waits_for_one_who_can_take_no_bonus_tile():
    """B has precedence over C and is not done, but has only a movement left."""
    state = using("A", [1, 1, 1], "rocks-05", "grass-01", "sand-05")
    play(state, "B place grass-01 at B5", "C place sand-05 at A1")
    assert acting(state) == (0, 1, 2)
    assert state.prompt(2) == "You may take a Bonus tile. Taking a Bonus tile must wait for A."


def test_rule_3_7_what_is_not_a_bonus_tile_is_never_held():
    """A tile that offers a movement or a Bonus tile: the movement is free, so are the other tiles and `done`."""
    state = using("A", [1, 1, 1], "rocks-01", "grass-11", "sand-18")
    for board in state.boards[1:]:
        board.stored = (tile("sand-19"),)
        for space in range(SPACES):
            if board.free >> space & 1 and space:
                board.lay(tile("sand-bonus"), space)
    play(state, "B place grass-11 at A1", "C place sand-18 at A1")
    assert not [choice for seat in (1, 2) for choice in choices(state, seat) if choice.startswith("take")]
    moves = [choice for choice in choices(state, 1) if choice.startswith("move")]
    assert moves
    assert choices(state, 2) == ["wait", "gain 2"]
    play(state, f"B {moves[0]}", "B discard sand-19", "C gain 2", "C done")


def test_rule_3_7_who_wants_no_bonus_tile_is_done():
    state = using("A", [1, 1, 1], "rocks-01", "grass-05")
    play(state, "B place grass-05 at A1")
    assert choices(state, 1) == ["wait", "done"]
    assert state.prompt(1) == "You may take a Bonus tile. Taking a Bonus tile must wait for A."
    play(state, "B done")
    assert acting(state) == (0,)


def test_rule_3_7_there_may_be_nothing_to_wait_for():
    state = using("A", [14, 14, 14], "rocks-05", "grass-05")
    play(state, "B place grass-05 at A1")
    reason = "No Bonus tile is being held for others. Choose now."
    assert refused(state, "wait", 1) == (reason, "3.7")
    assert refused(state, "wait", 0)[1] == "3.2"


def test_rule_3_7_the_first_player_never_waits():
    state = using("B", [1, 1, 1], "rocks-05", "grass-05")
    play(state, "A place rocks-05 at A1", "B place grass-05 at A1")
    assert choices(state, 0) == ["wait", "done"]
    assert choices(state, 1) == ["take bonus rocks", "take bonus grass", "take bonus sand", "done"]


def test_rule_3_7_precedence_goes_clockwise_from_the_first_player():
    state = using("C", [2, 14, 14], "rocks-05", "grass-05", "sand-01")
    play(state, "A place rocks-05 at A1", "B place grass-05 at A1")
    assert waiting.waited_for(state, 0) == [2]
    assert waiting.waited_for(state, 1) == [2, 0]
    assert waiting.waited_for(state, 2) == []


def test_rule_3_7_who_waits_has_precedence_all_the_same():
    """B waits for the grass tiles, and is still before C for the third of the rocks tiles."""
    state = using("A", [3, 2, 14], "rocks-01", "grass-05", "sand-05")
    for space in ("D2", "A5", "A2", "A3"):
        state.boards[1].lay(tile("sand-bonus"), SPACE_BY_NAME[space])
    play(state, "B place grass-05 at A1", "C place sand-05 at A1")
    assert waiting.held(state, 2) == 0b011
    play(state, "B wait")
    assert waiting.held(state, 2) == 0b011
    assert waiting.waited_for(state, 2) == [0, 1]


def test_rule_3_7_what_several_could_take_adds_up():
    """A could take two rocks tiles, through D2 and A5; B, with a symbol and so two tiles, five: D2, A5, A2 and A3."""
    state = using("A", [7, 14, 14], "rocks-01", "grass-05", "sand-05")
    play(state, "C place sand-05 at A1")
    assert waiting.held(state, 2) == 0b001
    state.piles[0] = 8
    assert waiting.held(state, 2) == 0


# Asked again after every decision.


def test_rule_3_7_what_was_held_is_free_as_soon_as_the_reason_is_gone():
    """A's tile lies where it gives nothing: A still moves, and B takes."""
    state = using("A", [2, 14, 14], "rocks-01", "grass-05")
    for space in ("B5", "E2", "A2", "C1", "E4", "D5"):
        state.boards[0].lay(tile("sand-bonus"), SPACE_BY_NAME[space])
    play(state, "B place grass-05 at A1")
    assert "take bonus rocks" not in choices(state, 1)
    play(state, "A place rocks-01 at B1")
    assert 0 in state.to_act
    play(state, "B take bonus rocks")


def test_rule_3_7_who_waits_goes_on_as_soon_as_the_reason_is_gone():
    state = using("A", [2, 14, 14], "rocks-01", "grass-05")
    for space in ("B5", "E2", "A2", "C1", "E4", "D5"):
        state.boards[0].lay(tile("sand-bonus"), SPACE_BY_NAME[space])
    assert play(state, "B place grass-05 at A1", "B wait")[-1] == "B waits for A before taking a Bonus tile."
    assert acting(state) == (0,)
    play(state, "A place rocks-01 at B1")
    assert acting(state) == (0, 1)
    assert choices(state, 1) == ["take bonus rocks", "take bonus grass", "take bonus sand", "done"]


def test_rule_3_7_the_tiles_that_are_left_are_for_who_waited():
    state = using("A", [2, 14, 14], "rocks-01", "grass-05")
    play(state, "B place grass-05 at A1", "B wait", "A place rocks-01 at D2", "A take bonus rocks")
    assert acting(state) == (0,), "A could still take the last one, through A5"
    play(state, "A store rocks-bonus")
    assert acting(state) == (1,)
    play(state, "B take bonus rocks", "B store rocks-bonus")
    assert state.piles[0] == 0


def test_rule_3_7_declining_lets_others_go_on():
    state = using("A", [1, 1, 1], "rocks-05", "grass-05")
    play(state, "A place rocks-05 at B5", "B place grass-05 at A1", "B wait", "A done")
    assert acting(state) == (1,)
    assert len(choices(state, 1)) == 4


def test_rule_3_7_who_is_done_is_not_waited_for_whatever_they_keep():
    """A keeps a stored tile that could bring Bonus tiles, in the next draft."""
    state = using("A", [1, 1, 1], "rocks-19", "grass-05")
    state.boards[0].stored = (tile("rocks-05"),)
    play(state, "B place grass-05 at A1", "B wait", "A store rocks-19", "A done")
    assert acting(state) == (1,)
    play(state, "B take bonus sand", "B store sand-bonus")
    assert state.draft == 2


def test_rule_3_7_what_no_pile_can_give_any_more_is_passed_over():
    """A takes the last Bonus tile of all: B, who could have waited, and C, who waits, have nothing to decide."""
    state = using("A", [1, 0, 0], "rocks-05", "grass-05", "sand-05")
    play(state, "B place grass-05 at A1", "C place sand-05 at A1", "C wait", "A place rocks-05 at A1")
    assert acting(state) == (0, 1)
    play(state, "A take bonus rocks")
    assert acting(state) == (0,)
    play(state, "A store rocks-bonus")
    assert state.draft == 2
    assert not any(state.waiting)


def test_rule_3_7_a_copy_waits_too_and_alone():
    state = using("A", [1, 14, 14], "rocks-01", "grass-05", "grass-19")
    play(state, "B place grass-05 at A1", "B wait")
    twin = state.copy()
    play(twin, "A place rocks-01 at A1")
    assert acting(twin) == (1, 2)
    assert acting(state) == (0, 2)
    play(state, "A store rocks-01")
    assert acting(state) == (1, 2)


# Said to all players.


def test_rule_3_7_prompt_text_view_and_picture_say_who_is_waited_for():
    state = using("A", [1, 1, 1], "rocks-01", "grass-05")
    state.names = ("Lisa", "Tom")
    play(state, "B place grass-05 at A1")
    for _ in range(2):
        view = state.view(None)["boards"]
        assert [board["waits_for"] for board in view] == [[], ["A"]]
        assert "for Lisa." in str(state)
        head = drawing.scene(state, 0).pieces["head-B"]
        assert head.label.endswith("waits for Lisa")
        assert "waits for" in head.body
        assert "waits for" not in drawing.scene(state, 0).pieces["head-A"].body
        if 1 in state.to_act:
            assert state.prompt(1) == "You may take a Bonus tile. Taking a Bonus tile must wait for Lisa."
            play(state, "B wait")
    assert "    Tom waits for Lisa." in str(state).splitlines()
    assert acting(state) == (0,)
    play(state, "A store rocks-01")
    assert state.view(None)["boards"][1]["waits_for"] == []


# How many Bonus tiles a player could still take.


@pytest.mark.parametrize(
    ("drafted", "stored", "laid", "most"),
    [
        ("grass-05", ("sand-07",), {}, 2 + 1 + 1 + 2),  # two tiles, D2, A5, the pair A2 and A3
        ("grass-01", (), {}, 2),  # one tile cannot cover both halves of a pair
        ("grass-01", ("sand-01",), {}, 4),
        ("grass-01", ("sand-01",), {"D2": "sand", "A5": "sand"}, 0),  # two terrains make no pair
        ("grass-01", ("grass-02",), {"D2": "sand", "A5": "sand"}, 2),
        ("grass-01", (), {"A2": "rocks"}, 4),
        ("grass-01", (), {"A2": "grass"}, 4),
        ("rocks-01", (), {"A2": "sand"}, 3),  # one of three must be sand, for A3
        ("rocks-01", (), {"A2": "sand", "D2": "sand", "A5": "sand"}, 0),
        ("grass-01", (), {"A2": "sand", "A3": "sand"}, 2),
        ("grass-05", ("sand-07",), {"A2": "sand", "A3": "sand", "D2": "sand"}, 3),
        ("", (), {}, 0),
    ],
)
def test_rule_3_7_how_many_rocks_tiles_a_player_could_take(drafted, stored, laid, most):
    scenario = Scenario().hold(drafted, *stored).lay(**laid)
    tiles = [tile(name) for name in (drafted, *stored) if name]
    assert scenario.board.most_bonus_tiles(0, 0, tiles, 0b111) == most == exactly(scenario.board, 0, 0, tiles, 0b111)


def test_rule_3_7_a_space_that_asks_for_a_terrain_of_which_no_tile_is_left_gives_nothing():
    """A3 asks for sand, and there is none: D2 and A5 are what remains."""
    scenario = Scenario().lay(A2="sand")
    for in_piles, most in ((0b111, 3), (0b011, 2)):
        assert scenario.board.most_bonus_tiles(0, 0, [tile("rocks-01")], in_piles) == most


def test_rule_3_7_an_owners_space_may_ask_for_a_discover_icon_or_a_terrain(tmp_path):
    """D2 gives a Bonus tile for a Discover icon, A5 for grass: a grass tile must be taken for it."""
    folder = owners(tmp_path, "board.toml", '{ at = "D2", gives', '{ at = "D2", needs = "discover", gives')
    text = (folder / "board.toml").read_text(encoding="utf-8")
    (folder / "board.toml").write_text(text.replace('{ at = "A5",', '{ at = "A5", needs = "grass",'), encoding="utf-8")
    state = cast(Position, menagerie.load("night-at-the-zoo", folder).new(1, seed=1))
    board = state.boards[0]
    for drafted, terrain, most in (
        ("rocks-01", 0, 0),
        ("rocks-04", 0, 1),
        ("grass-01", 0, 1),
        ("grass-04", 0, 2),
        ("rocks-04", 1, 2),
    ):
        tiles = [tile(drafted)]
        assert board.most_bonus_tiles(terrain, 0, tiles, 0b111) == most
        assert exactly(board, terrain, 0, tiles, 0b111) <= most


def test_rule_3_7_an_owners_second_pair_takes_two_tiles_as_well(tmp_path):
    """With one tile A3 is covered, whose partner has the same terrain: it brings two, and two tiles cover C5 and D5."""
    folder = owners(tmp_path, "board.toml", 'gives = "5 points"', 'gives = "double bonus"')
    board = cast(Position, menagerie.load("night-at-the-zoo", folder).new(1, seed=1)).boards[0]
    tiles = [tile("sand-01")]
    assert board.most_bonus_tiles(TERRAINS.index("sand"), 0, tiles, 0b111) == 2, "one tile: D2 and A5"
    board.lay(tile("sand-02"), SPACE_BY_NAME["A2"])
    assert board.most_bonus_tiles(TERRAINS.index("sand"), 0, tiles, 0b111) == 1 + 1 + 2 + 2
    assert exactly(board, TERRAINS.index("sand"), 0, tiles, 0b111) == 6


def test_rule_3_7_an_owners_space_for_a_discover_icon_gives_nothing_without_one(tmp_path):
    needs = '{ at = "D2", needs = "discover", gives = ["double bonus"] }'
    folder = owners(tmp_path, "board.toml", '{ at = "D2", gives = ["bonus"] }', needs)
    board = cast(Position, menagerie.load("night-at-the-zoo", folder).new(1, seed=1)).boards[0]
    for drafted, most in (("rocks-01", 1), ("rocks-04", 1 + 2 + 2)):
        tiles = [tile(drafted)]
        assert board.most_bonus_tiles(0, 0, tiles, 0b111) == most == exactly(board, 0, 0, tiles, 0b111)


def test_rule_3_7_a_player_without_a_bonus_tile_on_offer_never_waits():
    """B has not placed the tile yet, though every pile is held."""
    state = using("A", [1, 1, 1], "rocks-05", "grass-05")
    assert waiting.held(state, 1) == 0b111
    assert state.view(None)["boards"][1]["waits_for"] == []
    play(state, "B place grass-05 at A1")
    assert state.view(None)["boards"][1]["waits_for"] == ["A"]


def test_rule_3_7_waited_for_is_who_could_take_of_any_pile_that_is_held():
    """Only A3 could still bring A Bonus tiles: of sand, not of rocks. B could take both."""
    state = using("A", [1, 14, 1], "rocks-01", "grass-01", "sand-05")
    for space in ("A2", "D2", "A5"):
        state.boards[0].lay(tile("sand-bonus"), SPACE_BY_NAME[space])
    assert [waiting.most_wanted(state, 0, terrain) > 0 for terrain in range(3)] == [False, False, True]
    play(state, "C place sand-05 at A1")
    assert state.view(None)["boards"][2]["waits_for"] == ["A", "B"]


def test_rule_3_7_who_has_no_free_space_takes_only_what_is_offered():
    scenario = Scenario().lay_everywhere()
    assert scenario.board.most_bonus_tiles(0, 1, [tile("rocks-05")], 0b111) == 1


def exactly(board, terrain: int, offered: int, tiles: list[Tile], in_piles: int) -> int:
    """The same by trying everything: every tile on every space that matters or elsewhere, every pile."""
    pieces = board.pieces
    matter = [space for space in range(SPACES) if pieces.spaces[space].gain.bonus_tiles]
    elsewhere = sum(1 for space in range(SPACES) if board.free >> space & 1 and space not in matter)
    ground = tuple(-1 if board.tiles[space] is None else board.tiles[space].terrain for space in matter)

    def gives(ground: tuple[int, ...], at: int, sort: int) -> int:
        space = pieces.spaces[matter[at]]
        if space.partner < 0:
            return space.gives_to(sort).bonus_tiles
        return space.gain.bonus_tiles if ground[matter.index(space.partner)] == sort >> 1 else 0

    @cache
    def most(ground: tuple[int, ...], elsewhere: int, hand: tuple[tuple[int, int], ...], offered: int) -> int:
        best = 0
        if offered:
            for pile in range(3):
                if in_piles >> pile & 1:
                    found = place(ground, elsewhere, hand, offered - 1, 2 * pile, 0)
                    best = max(best, found + (pile == terrain))
        for number, (sort, brings) in enumerate(hand):
            rest = hand[:number] + hand[number + 1 :]
            best = max(best, place(ground, elsewhere, rest, 0, sort, brings))
        return best

    def place(ground, elsewhere: int, hand, offered: int, sort: int, brings: int) -> int:
        """A tile of this sort is placed somewhere, or not at all."""
        best = most(ground, elsewhere, hand, offered)
        if elsewhere:
            best = max(best, most(ground, elsewhere - 1, hand, offered + brings))
        for at, there in enumerate(ground):
            if there < 0:
                covered = (*ground[:at], sort >> 1, *ground[at + 1 :])
                gained = offered + brings + gives(ground, at, sort)
                best = max(best, most(covered, elsewhere, hand, gained))
        return best

    return most(ground, min(elsewhere, 4), tuple((one.sort, one.bonus_tiles) for one in tiles), offered)


def random_hand(chance: Random) -> tuple[Scenario, list[Tile], int]:
    scenario = Scenario()
    covered = chance.choice([0, 0, 3, 12, 20, 23, 24])
    for space in chance.sample([space for space in range(SPACES) if space != ZOO], covered):
        scenario.board.lay(scenario.state.pieces.bonus_tiles[chance.randrange(3)], space)
    return scenario, chance.sample(scenario.state.pieces.tiles, chance.randrange(4)), chance.choice([0, 0, 0, 1, 2])


def test_rule_3_7_no_player_can_take_more_than_is_left_for_them():
    """Against trying everything: never too few, and hardly ever too many."""
    chance = Random(37)
    too_many = 0
    for _ in range(400):
        scenario, tiles, offered = random_hand(chance)
        in_piles, terrain = chance.choice([0b111, 0b111, 0b011, 0b001]), 0
        bound = scenario.board.most_bonus_tiles(terrain, offered, tiles, in_piles)
        exact = exactly(scenario.board, terrain, offered, tiles, in_piles)
        assert exact <= bound <= exact + 2
        too_many += bound > exact
    assert too_many <= 40


@pytest.mark.parametrize("seed", range(25))
def test_rule_3_7_with_scarce_bonus_tiles_all_players_continue_and_none_loses_precedence(tmp_path, seed):
    """Two piles of one tile. What was free once is not held later, and what could be taken never grows."""
    even, uneven = "rocks = 14\ngrass = 14\nsand = 14", "rocks = 1\ngrass = 1\nsand = 40"
    game = menagerie.load("night-at-the-zoo", owners(tmp_path, "bonus_tiles.toml", even, uneven))
    state = cast(Position, game.new(4, seed=seed))
    chance = Random(seed)
    while not state.is_over:
        before = wanted(state)
        free = [waiting.held(state, seat) if state.lanes and offers(state, seat) else -1 for seat in range(4)]
        seat, draft = chance.choice(state.to_act), state.draft
        decision = chance.choice(state.legal(seat))
        piles = list(state.piles)
        state.play(decision, seat)
        if not (before and state.lanes and state.draft == draft):
            continue
        after = wanted(state)
        for other in range(4):
            if other != seat and free[other] >= 0 and offers(state, other):
                assert not waiting.held(state, other) & ~free[other], "held again"
            for terrain in range(3):
                took = piles[terrain] - state.piles[terrain] if other == seat else 0
                assert after[other][terrain] + took <= before[other][terrain]
    assert not any(state.waiting)


def offers(state: Position, seat: int) -> bool:
    phase = state.phase(seat) if state.lanes else None
    return phase is not None and bool(cast(OwnPhase, phase).bonus_tiles_offered())


def wanted(state: Position) -> list[list[int]]:
    """By seat and terrain what could still be taken; [] if no player uses tiles now."""
    if not state.lanes or not all(isinstance(phase, OwnPhase) for lane in state.lanes for phase in lane):
        return []
    is_done = [not state.lanes[seat] and not state.waiting[seat] for seat in range(4)]
    return [
        [0 if is_done[seat] else waiting.most_wanted(state, seat, terrain) for terrain in range(len(TERRAINS))]
        for seat in range(4)
    ]


# With an owner's tiles, and under the first version of the rules.


def all_bonus(tmp_path: Path) -> menagerie.Game:
    """An owner's Action tiles that all bring Bonus tiles, so that the piles run out."""
    tiles = [
        f'{{ name = "{terrain}-{number:02}", terrain = "{terrain}", gives = ["double bonus"] }},'
        for terrain in TERRAINS
        for number in range(1, 26)
    ]
    printed = (GAME.folder / "content" / "action_tiles.toml").read_text(encoding="utf-8")
    owned = "\n".join(['provenance = "printed"', "tile = [", *tiles, "]"])
    return menagerie.load("night-at-the-zoo", owners(tmp_path, "action_tiles.toml", printed, owned))


@pytest.mark.parametrize("rules_version", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_rule_3_7_with_an_owners_tiles_the_last_bonus_tile_may_go_while_a_player_waits(tmp_path, seed, rules_version):
    game = all_bonus(tmp_path)
    state = cast(Position, game.begin(game.setup(4, seed, rules_version, {})))
    chance = Random(seed)
    while not state.is_over:
        seat = chance.choice(state.to_act)
        legal = state.legal(seat)
        takes = [action for action in legal if str(action).startswith("take")]
        bonus = [action for action in legal if str(action).split()[-1] in ("D2", "A5", "A2", "A3")]
        state.play(chance.choice(takes or bonus or legal), seat)
    assert state.piles == [0, 0, 0], "the test shows nothing unless the tiles run out"


def using_v1(piles: list[int], *drafted: str) -> Position:
    state = using("A", piles, *drafted)
    state.setup = GAME.setup(state.players, 5, 1, {})
    return state


@pytest.mark.parametrize(("rocks", "acting_then"), [(2, (0,)), (3, (0, 1))])
def test_rule_3_7_version_1_put_a_player_aside_when_a_pile_might_run_out(rocks, acting_then):
    """A could take two. The log and the table say what happened then."""
    state = using_v1([rocks, 14, 14], "rocks-01", "grass-05")
    log = play(state, "B place grass-05 at A1")
    assert state.to_act == acting_then
    assert ("B waits for A before taking a Bonus tile." in log) == (len(acting_then) == 1)
    assert state.view(None)["boards"][1]["waits_for"] == (["A"] if len(acting_then) == 1 else [])
    play(state, "A store rocks-01")
    assert acting(state) == (1,)
    assert choices(state, 1) == ["take bonus rocks", "take bonus grass", "take bonus sand", "done"]


def test_rule_3_7_version_1_waited_for_no_pile_that_was_empty_already():
    state = using_v1([0, 14, 14], "rocks-01", "grass-05")
    play(state, "B place grass-05 at A1")
    assert acting(state) == (0, 1)
    assert choices(state, 1) == ["take bonus grass", "take bonus sand", "done"]


@pytest.mark.parametrize(("rocks", "acting_then"), [(5, (0,)), (6, (0, 1))])
def test_rule_3_7_version_1_counted_both_tiles_of_the_pair_that_brings_two(rocks, acting_then):
    """A's tile brings one, and with it go D2, A5, and A2 with A3."""
    state = using_v1([rocks, 14, 14], "rocks-05", "grass-05")
    play(state, "B place grass-05 at A1")
    assert acting(state) == acting_then


def test_rule_3_7_version_1_counted_what_was_offered():
    """A may take one now, and then more through D2 and A5."""
    state = using_v1([3, 14, 14], "rocks-05", "grass-05")
    play(state, "A place rocks-05 at A1", "B place grass-05 at A1")
    assert acting(state) == (0,)


def test_rule_3_7_version_1_counted_the_tile_in_hand():
    state = using_v1([2, 14, 14], "rocks-01", "grass-05")
    play(state, "A place rocks-01 at D2", "A take bonus rocks", "B place grass-05 at A1")
    assert acting(state) == (0,)


def test_rule_3_7_version_1_counted_the_tile_in_hand_with_a_stored_one():
    """Two tiles for A2 and A3, and A5 besides: three."""
    state = using_v1([4, 14, 14], "rocks-01", "grass-05")
    state.boards[0].stored = (tile("sand-01"),)
    play(state, "A place rocks-01 at D2", "A take bonus rocks", "B place grass-05 at A1")
    assert acting(state) == (0,)


def test_rule_3_7_version_1_waited_for_all_that_come_before():
    state = using_v1([2, 14, 14], "rocks-01", "grass-01", "sand-05")
    assert "C waits for A and B before taking a Bonus tile." in play(state, "C place sand-05 at A1")
    play(state, "A store rocks-01", "B store grass-01")
    assert acting(state) == (2,)


def test_rule_3_7_version_1_held_no_single_pile():
    state = using_v1([14, 14, 14], "rocks-01", "grass-05")
    play(state, "B place grass-05 at A1")
    state.piles = [1, 1, 1]
    assert choices(state, 1) == ["take bonus rocks", "take bonus grass", "take bonus sand", "done"]


def test_rule_3_7_a_new_game_has_the_new_rules_and_an_old_record_the_old_ones():
    assert new(4).setup.rules_version == GAME.rules_version == 2
    folder = Path(__file__).parent / "golden"
    record = menagerie.Record.load(folder / "4-players-waiting-version-1.zoo")
    waits = [state.ply for state in record.replay() if any(cast(Position, state).waiting)]
    assert waits
    moment = cast(Position, record.at(waits[0]))
    seat = next(seat for seat in range(4) if moment.waiting[seat])
    assert seat not in moment.to_act, "version 1 put all that a player does aside"
    assert moment.view(None)["boards"][seat]["waits_for"]


def test_rule_1_4_an_owners_pile_may_be_empty_from_the_start(tmp_path):
    content = owners(tmp_path, "bonus_tiles.toml", "rocks = 14\ngrass = 14", "rocks = 0\ngrass = 28")
    state = menagerie.load("night-at-the-zoo", content).new(players=2, seed=5)
    offered: set[str] = set()
    chance = Random(1)
    while not state.is_over:
        seat = chance.choice(state.to_act)
        offered |= {str(action) for action in state.legal(seat) if str(action).startswith("take bonus")}
        state.play(chance.choice(state.legal(seat)), seat)
    assert offered == {"take bonus grass", "take bonus sand"}
