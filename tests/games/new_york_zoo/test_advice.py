"""Advice for bots: what its features mean, that it weighs them as it says, and that bots find what is obvious."""

from __future__ import annotations

from random import Random

import pytest

from menagerie.bots import Clock, TurnBot, decide, make
from menagerie.core.advice import Advice, family
from menagerie.games.new_york_zoo.advice import any_tile_fits, best_attraction
from menagerie.games.new_york_zoo.ground import Ground, Surveyor
from menagerie.games.new_york_zoo.pieces import Pieces
from menagerie.games.new_york_zoo.state import Position
from tests.games.new_york_zoo.position import GAME, at_animals, completed, lay, leave_open, play, position, tile

ADVICE = GAME.advice()
PIECES: Pieces = GAME.pieces  # type: ignore[attr-defined]
SURVEYOR = Surveyor(PIECES)


def feature(state: Position, name: str, seat: int = 0) -> float:
    return ADVICE.features(state, seat).get(name, 0.0)


def random_positions(players: int, seed: int, every: int, **options: object) -> list[Position]:
    """Moments of a random game, in the middle of turns too."""
    state = GAME.new(players=players, seed=seed, **options)
    assert isinstance(state, Position)
    chance = Random(seed)
    found: list[Position] = []
    while not state.is_over and state.ply < 400:
        if state.ply % every == 0:
            found.append(state.copy())
        seat = chance.choice(state.to_act)
        state.play(chance.choice(state.legal(seat)), seat)
    return [*found, state]


# The open ground.


def test_the_ground_of_a_new_board_is_one_region_within_its_edge() -> None:
    state = position()
    ground = SURVEYOR.survey(state.taken_low[0], state.taken_high[0])
    assert (ground.large, ground.small, ground.triples, ground.pairs, ground.singles) == (1, 0, 0, 0, 0)
    assert ground.edge == 2 * (14 + 9), "nine rows, fourteen columns; the barn's corner makes the way no longer"
    assert ground.nooks == 0


def test_regions_are_told_apart_by_their_size() -> None:
    state = position()
    leave_open(state, 0, "E6", "E7", "E9", "G6", "G7", "G8", "G9", "I6", "I7", "I8")
    assert feature(state, "gaps:single") == 1, "E9"
    assert feature(state, "gaps:pair") == 2, "E6 and E7: two spaces"
    assert feature(state, "gaps:triple") == 3, "I6 to I8"
    assert feature(state, "regions:small") == 1, "G6 to G9 take an enclosure"
    assert feature(state, "regions:large") == 0
    assert feature(state, "open") == 10
    assert feature(state, "edge") == 6 + 4 + 10 + 8
    assert feature(state, "nooks") == 2 + 1 + 2 + 2, "both of the pair, the single one, and the ends of the rows"


def naive_ground(low: int, high: int) -> tuple[int, ...]:
    taken = PIECES.split(low, high)
    near = [[other for other in PIECES.neighbours[cell] if not taken[other]] for cell in range(len(taken))]
    spaces = [cell for cell in range(len(taken)) if not taken[cell]]
    sizes: list[int] = []
    seen: set[int] = set()
    for start in spaces:
        part = [] if start in seen else [start]
        seen.add(start)
        for cell in part:
            part += [other for other in near[cell] if other not in seen]
            seen.update(near[cell])
        sizes.append(len(part))
    counted = [sizes.count(1), sizes.count(2), sizes.count(3), sum(4 <= size <= 7 for size in sizes)]
    edge = sum(4 - len(near[cell]) for cell in spaces)
    return (*counted, sum(size >= 8 for size in sizes), edge, sum(len(near[cell]) <= 1 for cell in spaces))


def test_ground_is_surveyed_as_cell_by_cell() -> None:
    chance = Random(3)
    cells = list(PIECES.bits)
    for _ in range(60):
        share = chance.random()
        low, high = PIECES.words(tuple(cell for cell in cells if chance.random() < share))
        ground: Ground = SURVEYOR.survey(low, high)
        found = (ground.singles, ground.pairs, ground.triples, ground.small, ground.large, ground.edge, ground.nooks)
        assert found == naive_ground(low, high)


# Animals.


def test_offspring_soon_looks_forward_to_near_lines() -> None:
    near = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=2)
    far = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=5)
    none = position(zoos={0: ["E4-01 r0 at E1: 1 fox"]}, elephant=2)
    assert feature(near, "breeding") > feature(far, "breeding") > feature(none, "breeding") == 0


def test_a_line_just_crossed_counts_until_its_breeding_is_done() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]}, elephant=3, houses={0: ""})
    before = feature(state, "breeding")
    play(state, "walk 2")
    assert feature(state, "breeding") > 1 > before, "the line is crossed, the animals come first"
    play(state, "acquire penguin into house")
    assert feature(state, "breeding") > 1
    play(state, "breed E4-01")
    assert feature(state, "breeding") < 1


def test_pairs_are_counted_by_species_and_by_enclosure() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 3 fox", "E4-06 r0 at J1: 1 penguin"]})
    assert feature(state, "pairs:species") == 1
    assert feature(state, "pairs:enclosures") == 2
    assert feature(state, "residents:one") == 1
    state.animals[PIECES.tiles_by_id["E4-06"].index] = 2
    assert feature(state, "pairs:species") == 2


def test_enclosures_nearly_full_count_more() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 fox"]})
    assert feature(state, "completion:nearness") == pytest.approx(1 / 3)
    assert feature(state, "completion:two_missing") == 1
    state.animals[0] = 3
    assert feature(state, "completion:nearness") == pytest.approx(1 / 2)
    assert (feature(state, "completion:one_missing"), feature(state, "completion:two_missing")) == (1, 0)
    assert feature(state, "completion:prize") == pytest.approx(8 / 2), "the largest attraction has 8 spaces"
    leave_open(state, 0, "E6", "E7", "E8")
    assert best_attraction(state, 0) == 3


def test_spare_animals_can_move_into_a_new_enclosure() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 3 fox", "E5-01 r0 at E2: 1 penguin"]}, houses={0: ""})
    assert feature(state, "spare:animals") == 2, "two of the three foxes; a single one stays"
    assert (feature(state, "houses:animals"), feature(state, "houses:room")) == (0, 1)
    none = position(houses={0: ""})
    assert feature(none, "spare:none") == 1
    full = position(houses={0: "meerkat 2 fox"})
    assert (feature(full, "houses:animals"), feature(full, "houses:room")) == (3, 0)


# What is about to come.


def test_a_tile_about_to_be_laid_counts() -> None:
    state = position(stacks={1: "E7-01"})
    before = ADVICE.worth(state, 0)
    state.play("walk 1")
    assert feature(state, "pending:tile") == 7
    assert ADVICE.worth(state, 0) > before + 5


def test_animals_and_attractions_about_to_come_count() -> None:
    state = at_animals("", "E4-01 r0 at E1: 2 meerkat")
    assert feature(state, "pending:acquisition") == 1
    state = completed("meerkat 2 fox")
    assert feature(state, "pending:attraction") == 8
    assert feature(state, "pending:acquisition") == 1, "the kangaroo is still to come"
    assert feature(state, "pending:attraction", 1) == 0, "only for the one who completed an enclosure"


def test_tiles_dealt_in_the_short_game_are_about_to_be_laid() -> None:
    state = GAME.new(players=2, seed=1, short=True)
    assert isinstance(state, Position)
    assert feature(state, "pending:tile") == 3 * 7 + 3 * 6
    assert not ADVICE.is_quiet(state, 0)
    candidates = ADVICE.candidates(state, 0)
    assert 1 < len(candidates) < len(state.legal(0))
    assert set(candidates) <= set(state.legal(0))


# Judging.


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {}), (2, {"short": True}), (4, {})])
def test_the_fast_worth_is_the_features_weighed(players: int, options: dict[str, object]) -> None:
    for state in random_positions(players, 7, 23, **options):
        for seat in range(players):
            assert ADVICE.worth(state, seat) == pytest.approx(Advice.worth(ADVICE, state, seat))


def test_every_feature_has_a_weight_and_its_family_has_words() -> None:
    seen: set[str] = set()
    for state in random_positions(2, 3, 5) + random_positions(1, 3, 5):
        for seat in range(state.players):
            seen |= set(ADVICE.features(state, seat))
    assert seen <= set(ADVICE.weights.values)
    assert {family(name) for name in seen} <= set(ADVICE.weights.words)


def test_a_fuller_board_is_better_and_a_full_one_best() -> None:
    state = position()
    assert ADVICE.value(state, 0) < 0, "A has two more spaces to cover"
    lay(state, 0, "E7-03 r0 at E6: 2 fox")
    assert ADVICE.value(state, 0) > 0
    state.open[0] = 0
    assert ADVICE.worth(state, 0) == ADVICE.weights.of("full")


def test_the_end_is_judged_by_its_result() -> None:
    state = random_positions(2, 5, 50)[-1]
    while not state.is_over:
        state.play(state.legal()[0])
    winner = state.winners[0]
    assert ADVICE.value(state, winner) > ADVICE.weights.of("full")
    assert ADVICE.chances(state)[winner] == 1
    assert ADVICE.progress(state) == 1


def test_a_turn_ends_when_another_decides_or_the_elephant_moves() -> None:
    state = position(zoos={0: ["E4-01 r0 at E1: 2 penguin"]}, houses={0: ""})
    play(state, "walk 2")
    assert not ADVICE.is_quiet(state, 0)
    play(state, "acquire fox into house")
    assert ADVICE.is_quiet(state, 0)
    alone = position(1, houses={0: ""})
    play(alone, "walk 2", "acquire fox into house")
    assert ADVICE.is_quiet(alone, 0), "the next turn is one's own, but another"


def test_of_the_places_for_a_tile_the_best_are_kept() -> None:
    state = position(stacks={1: "E7-01"})
    state.play("walk 1")
    values: dict[str, float] = {}
    for place in state.legal(0):
        twin = state.copy()
        twin.play(place, 0)
        values[str(place)] = ADVICE.worth(twin, 0)
    kept = [str(place) for place in ADVICE.candidates(state, 0)]
    assert len(kept) < len(values)
    assert values[kept[0]] == pytest.approx(max(values.values()))
    assert min(values[name] for name in kept) >= sorted(values.values())[-len(kept)] - 1e-9


def test_no_walk_is_thought_of_that_loses_at_once() -> None:
    state = position(1, elephant=22)
    state.laps = 1
    losing = [walk for walk in state.legal(0) if walk not in ADVICE.candidates(state, 0)]
    for walk in losing:
        twin = state.copy()
        twin.play(walk, 0)
        assert twin.is_over
        assert not twin.winners
    assert losing
    assert ADVICE.candidates(state, 0)


def test_who_can_lay_no_tile_any_more_takes_every_attraction() -> None:
    """The gap of one space that a single attraction leaves looks worse than a gap of two; but nothing else fills it."""
    state = completed("meerkat 2 fox")
    leave_open(state, 0, "E6", "F6")
    state.stacks = [(tile("E4-01"),) if stack else () for stack in state.stacks]
    assert not any_tile_fits(state, 0)
    assert "no attraction" in [str(action) for action in state.legal(0)]
    assert "no attraction" not in [str(action) for action in ADVICE.candidates(state, 0)]


def test_who_can_still_lay_a_tile_may_wait_for_it() -> None:
    state = completed("meerkat 2 fox")
    leave_open(state, 0, "E6", "F6", "E7", "F7")
    state.stacks = [(tile("E4-06"),) if stack else () for stack in state.stacks]
    assert any_tile_fits(state, 0)
    assert "no attraction" in [str(action) for action in ADVICE.candidates(state, 0)]


# Bots.


@pytest.mark.parametrize("kind", ["visitor", "keeper", "director"])
def test_every_level_fills_the_board_when_it_is_in_reach(kind: str) -> None:
    state = position(stacks={1: "E4-01", 3: "E5-01"}, houses={0: "2 fox"})
    leave_open(state, 0, "E6", "F6", "G6", "H6")
    bot = make(kind, 1)
    while not state.is_over and state.mover == 0:
        state.play(decide(bot, state, 0, Clock(playouts=3000)), 0)
    assert state.open[0] == 0
    assert state.winners == (0,)


def test_a_game_in_which_both_have_small_gaps_left_ends() -> None:
    """They went round for ever: both waited for a tile that would fill the gap, and none was left."""
    state, bot = GAME.new(players=2, seed=12307157150044248840), make("greedy", 1)
    while not state.is_over and state.ply < 1500:
        seat = state.to_act[0]
        state.play(decide(bot, state, seat, Clock(playouts=10_000)), seat)
    assert state.is_over


def test_a_player_who_takes_advice_beats_chance() -> None:
    wins = 0
    for seed in range(4):
        state = GAME.new(players=4, seed=seed)
        chance, bot = Random(seed), make("greedy", seed)
        while not state.is_over:
            seat = state.to_act[0]
            action = decide(bot, state, seat, Clock(playouts=100)) if seat == seed else chance.choice(state.legal(seat))
            state.play(action, seat)
        wins += seed in state.winners
    assert wins >= 3


def test_the_director_does_not_let_the_other_win_next_turn() -> None:
    slots = {space.index: "" for space in PIECES.strip if space.stack}
    state = position(zoos={0: ["E4-01 r0 at E1: 3 meerkat"]}, stacks={**slots, 13: "E4-02"})
    leave_open(state, 1, "F6", "G6", "F7", "F8")
    chosen = {kind: str(decide(make(kind, 1), state, 0, Clock(playouts=3000))) for kind in ("keeper", "director")}
    assert chosen["keeper"] != "walk 1", "it looks for a meerkat"
    assert chosen["director"] == "walk 1", "B cannot reach E4-02 from there"


def test_alone_the_director_plans_the_whole_game_and_keeps_what_it_has_found() -> None:
    state = position(1, elephant=2, zoos={0: ["E4-01 r0 at E1: 2 fox", "E5-01 r0 at E2: 3 meerkat"]})
    state.laps = 1
    leave_open(state, 0, "E6", "F6", "G6", "H6", "E7", "F7", "G7", "H7", "E9", "F9", "H9", "I9", "J9")
    bot = make("director", 1)
    assert isinstance(bot, TurnBot)
    planned: list[float] = []
    while not state.is_over:
        action = decide(bot, state, 0, Clock(playouts=2500))
        if ADVICE.is_quiet(state, 0):
            planned.append(bot.options[0].value)
        state.play(action, 0)
    assert len(planned) > 1
    assert planned == sorted(planned), "a plan is only given up for a better one"
    assert ADVICE.value(state, 0) == pytest.approx(planned[-1]), "and it is what happens"
    assert state.winners == (0,)
