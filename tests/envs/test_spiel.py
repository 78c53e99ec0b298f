"""OpenSpiel: its own simulations with serialisation, honest information, and its searches play."""

import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from tests.tiers import COMPLETE

import menagerie
from menagerie.envs import spiel
from menagerie.envs.spiel import DIGITS, SpielState

TITLES = COMPLETE
SETUPS = [(title, players) for title in TITLES for players in menagerie.load(title).players]
LONG = ("new-york-zoo", "18zoo")
"""Games with long lists of decisions: everything is looked at after each, by everybody."""


def load(title: str, players: int) -> Any:
    return pyspiel.load_game(f"{spiel.spiel_name(menagerie.load(title))}(players={players})")


def dealt(title: str, players: int, digit: int = 3) -> SpielState:
    """A state whose seed is spelled by one digit, again and again."""
    state: SpielState = load(title, players).new_initial_state()
    for _ in range(DIGITS):
        state.apply_action(digit)
    return state


def play(state: SpielState, decisions: int, seed: int = 1) -> None:
    chance = np.random.default_rng(seed)
    for _ in range(decisions):
        if not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))


def _mark(title: str, players: int) -> list[pytest.MarkDecorator]:
    """Every title with the fewest and, where games are short, the most players; all of them in the long run."""
    numbers = menagerie.load(title).players
    usual = numbers[:1] if title in LONG else (numbers[0], numbers[-1])
    return [] if players in usual else [pytest.mark.long, pytest.mark.slow]


@pytest.mark.parametrize(("title", "players"), [pytest.param(*setup, marks=_mark(*setup)) for setup in SETUPS])
def test_simulations_of_openspiel_with_serialisation(title: str, players: int) -> None:
    pyspiel.random_sim_test(load(title, players), num_sims=1, serialize=True, verbose=False)


def test_all_titles_are_registered_for_all_numbers_of_players() -> None:
    for title in TITLES:
        game = menagerie.load(title)
        kind = load(title, game.players[-1]).get_type()
        assert (kind.long_name, kind.min_num_players, kind.max_num_players) == (
            game.name,
            game.players[0],
            game.players[-1],
        )
    assert "menagerie_eighteen_zoo" in pyspiel.registered_names()


@pytest.mark.parametrize(("title", "players"), SETUPS)
def test_what_kind_of_game_it_is(title: str, players: int) -> None:
    game = load(title, players)
    kinds = pyspiel.GameType.Utility
    expected = kinds.ZERO_SUM
    if players == 1:
        expected = kinds.GENERAL_SUM
    elif title == "zoo-escape":
        expected = kinds.IDENTICAL
    assert (game.get_type().utility, game.num_players()) == (expected, players)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    if expected == kinds.ZERO_SUM:
        assert game.utility_sum() == 0
        assert (game.min_utility(), game.max_utility()) == (-1 / (players - 1), 1)


def test_chance_spells_the_seed() -> None:
    state = load("zooloretto-mini", 2).new_initial_state()
    for digit in (0, 0, 0, 0, 0, 0, 1, 2):
        assert state.is_chance_node()
        assert (len(state.chance_outcomes()), sum(share for _, share in state.chance_outcomes())) == (256, 1)
        state.apply_action(digit)
    assert state.position == menagerie.load("zooloretto-mini").new(players=2, seed=258)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("menagerie_zoo_escape(players=2,level=easy,animal_1=owl)")
    state = game.new_initial_state()
    for _ in range(DIGITS):
        state.apply_action(1)
    assert state.position.setup.options["level"] == "easy"
    assert state.position.setup.options["animal_1"] == "owl"
    with pytest.raises(menagerie.BadSetup, match="is for 2 to 5 players, not 9"):
        pyspiel.load_game("menagerie_zooloretto_mini(players=9)")
    with pytest.raises(menagerie.BadSetup, match="The short game is for 2 players, not 3"):
        pyspiel.load_game("menagerie_new_york_zoo(players=3,short=yes)")


@pytest.mark.parametrize(("title", "players"), [(title, 2) for title in TITLES] + [("night-at-the-zoo", 4)])
def test_states_and_copies_stay_the_same(title: str, players: int) -> None:
    state = dealt(title, players)
    play(state, 8)
    twin = state.clone()
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, read = pyspiel.deserialize_game_and_state(text)
    for other in (twin, read):
        assert (str(other), other.history(), other.current_player()) == (
            str(state),
            state.history(),
            state.current_player(),
        )
        for seat in range(players):
            assert other.information_state_string(seat) == state.information_state_string(seat)
    play(twin, 5)
    assert twin.history() != state.history()  # independent
    assert read.position == state.position


# Information.


@pytest.mark.parametrize("title", TITLES)
def test_nobody_knows_what_is_hidden(title: str) -> None:
    state = dealt(title, 2)
    play(state, 6)
    player = state.current_player()
    world = state.resample_from_infostate(player, np.random.default_rng(5).random)
    assert world.information_state_string(player) == state.information_state_string(player)
    assert world.observation_string(player) == state.observation_string(player)
    assert list(world.observation_tensor(player)) == list(state.observation_tensor(player))
    assert (world.legal_actions(), world.current_player()) == (state.legal_actions(), player)
    if title != "new-york-zoo":  # where nothing is hidden
        worlds = [state.resample_from_infostate(player, np.random.default_rng(seed).random) for seed in range(5)]
        assert len({str(other.position.secrets()) for other in worlds}) > 1


def test_different_seeds_are_not_told_before_something_shows() -> None:
    """With five players all animals of Zooloretto Mini are in play, and only who begins lies open."""
    known, secrets = set(), set()
    for digit in range(60):
        state = dealt("zooloretto-mini", 5, digit)
        known.add(state.information_state_string(0))
        secrets.add(str(state.position.secrets()))
    assert (len(known), len(secrets)) == (5, 60)


def test_players_remember_all_that_they_saw_and_did() -> None:
    """Two ways to the same table are told apart by who has walked them."""
    one, other = dealt("zoo-escape", 2), dealt("zoo-escape", 2)
    poop = next(code for code in play_until_turn(one) if one.action_to_string(code) == "poop")
    play_until_turn(other)
    before = one.information_state_string(0)
    one.apply_action(poop)
    assert one.information_state_string(0) != before
    assert other.information_state_string(0) == before


def play_until_turn(state: SpielState) -> list[int]:
    """The first player begins."""
    state.apply_action(state.legal_actions()[0])
    codes: list[int] = state.legal_actions()
    return codes


def test_a_choice_at_the_same_time_is_known_to_who_made_it_and_to_nobody_else() -> None:
    known = []
    for choice in range(3):
        state = dealt("night-at-the-zoo", 2)
        while not state.position.lanes:
            state.apply_action(state.legal_actions()[0])
        assert state.current_player() == 0
        state.apply_action(state.legal_actions()[choice])
        assert state.current_player() == 1
        known.append([state.information_state_string(seat) for seat in range(2)])
    assert len({first for first, _ in known}) == 3
    assert len({second for _, second in known}) == 1


def test_what_others_keep_back_is_imagined_too() -> None:
    state = dealt("night-at-the-zoo", 2)
    while not state.position.lanes:
        state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    chosen = {
        str(state.resample_from_infostate(1, np.random.default_rng(seed).random).asking.kept(0)) for seed in range(20)
    }
    assert len(chosen) > 3
    own = state.resample_from_infostate(0, np.random.default_rng(1).random)
    assert own.asking.kept(0) == state.asking.kept(0)


# What plays it.


@pytest.mark.parametrize("title", TITLES)
def test_their_searches_play(title: str) -> None:
    state = dealt(title, 2)
    game, chance = state.get_game(), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    searches = [
        mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=chance),
        ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=chance),
    ]
    for search in searches:
        code = search.step(state)
        assert code in state.legal_actions()
        state.apply_action(code)


def test_python_ends_as_it_should_after_games_were_loaded() -> None:
    program = "import menagerie.envs.spiel, pyspiel; pyspiel.load_game('menagerie_zooloretto_mini(players=2)')"
    subprocess.run([sys.executable, "-c", program], check=True)
