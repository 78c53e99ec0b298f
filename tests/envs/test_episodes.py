"""What environments promise beyond the suites: seeds, rewards, what is not legal, ends, pictures, stamps."""

import copy
import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from tests.tiers import COMPLETE

import menagerie
from menagerie import BadSetup, envs
from menagerie.envs.aec import TurnsEnv
from menagerie.envs.episode import Episode
from menagerie.envs.rewards import Rewards
from menagerie.envs.single import AgainstBots


def play(env: TurnsEnv, seed: int) -> dict[str, float]:
    """Play at random; what each agent was given in all."""
    chance = Random(seed)
    env.reset(seed=seed)
    given = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        given[agent] += reward
        env.step(None if terminated or truncated else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return given


# Seeds.


def test_a_seed_is_that_of_the_game() -> None:
    env = envs.aec("zooloretto-mini", players=3)
    env.reset(seed=7)
    assert env.episode.state == menagerie.load("zooloretto-mini").new(players=3, seed=7)


def test_games_after_a_seed_are_the_same_again_and_differ_from_each_other() -> None:
    env = envs.aec("zooloretto-mini", players=3)
    seeds = []
    for _ in range(2):
        env.reset(seed=7)
        for _ in range(2):
            env.reset()
            seeds.append(env.episode.state.setup.seed)
    assert seeds[:2] == seeds[2:]
    assert seeds[0] != seeds[1] != 7


def test_options_are_those_of_the_title() -> None:
    env = envs.aec("zoo-escape", players=2, level="easy", animal_1="owl")
    env.reset(seed=1)
    assert env.episode.state.setup.options["level"] == "easy"
    with pytest.raises(BadSetup, match="has no option 'weather'"):
        envs.aec("zoo-escape", weather="rain")
    with pytest.raises(BadSetup, match="is for 2 to 5 players, not 9"):
        envs.aec("zooloretto-mini", players=9)


# Rewards.


@pytest.mark.parametrize("title", ["zooloretto-mini", "new-york-zoo", "18zoo", "night-at-the-zoo"])
@pytest.mark.parametrize("players", [2, 4])
def test_what_one_wins_the_others_lose(title: str, players: int) -> None:
    env = envs.aec(title, players)
    given = play(env, seed=3)
    assert sum(given.values()) == pytest.approx(0)
    state = env.episode.state
    assert max(given, key=lambda agent: given[agent]) in {f"player_{seat}" for seat in state.winners}
    if len(state.winners) == 1:
        assert sorted(given.values()) == pytest.approx([-1 / (players - 1)] * (players - 1) + [1])


def test_a_tie_shares_what_is_won() -> None:
    game = menagerie.load("zooloretto-mini")
    rewards = Rewards(game, 3)
    ends = set()
    for seed in range(200):
        state = game.new(players=3, seed=seed)
        menagerie.play_randomly(state, Random(seed))
        ends.add(tuple(round(reward, 3) for reward in sorted(rewards.of_end(state))))
        if len(ends) > 1:
            break
    assert ends >= {(-0.5, -0.5, 1.0)}
    assert all(sum(end) == pytest.approx(0) for end in ends)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_team_wins_or_loses_together(players: int) -> None:
    given = play(envs.aec("zoo-escape", players), seed=3)
    assert set(given.values()) == {-1.0}  # at random nobody escapes


@pytest.mark.parametrize("title", ["new-york-zoo", "night-at-the-zoo", "zoo-escape"])
def test_who_plays_alone_wins_or_loses(title: str) -> None:
    assert play(envs.aec(title, players=1), seed=3) == {"player_0": -1.0}


def test_the_best_rank_of_night_at_the_zoo_wins_alone() -> None:
    game = menagerie.load("night-at-the-zoo")
    state = game.new(players=1, seed=1)
    menagerie.play_randomly(state, Random(1))
    assert Rewards(game, 1).of_end(state) == [-1.0]
    state.boards[0].points += 500  # type: ignore[attr-defined]
    assert Rewards(game, 1).of_end(state) == [1.0]


def test_points_add_up_to_the_score() -> None:
    env = envs.aec("zooloretto-mini", players=3, reward="points")
    given = play(env, seed=5)
    assert tuple(given.values()) == env.episode.state.scores
    with pytest.raises(BadSetup, match="There is no reward 'fame'; there are: win, points"):
        envs.aec("zooloretto-mini", reward="fame")


# What is not legal, and ends.


def test_what_is_not_legal_ends_the_game_and_costs_who_chose_it() -> None:
    env = envs.aec("zooloretto-mini", players=3)
    env.reset(seed=7)
    env.step(env.episode.encoding.catalogue.index(env.episode.game.parse("take 1")))
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert set(env.terminations.values()) == {True}
    assert env.infos["player_0"] == {"illegal": "Truck 1 is empty. Draw a tile."}
    assert env.episode.state.ply == 0
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def test_at_once_what_is_not_legal_ends_the_game_too() -> None:
    env = envs.parallel("zooloretto-mini", players=2)
    env.reset(seed=7)
    _, rewards, ended, _, infos = env.step({"player_0": 999, "player_1": 0})
    assert (rewards, set(ended.values()), env.agents) == ({"player_0": -1.0, "player_1": 0.0}, {True}, [])
    assert infos == {"player_0": {"illegal": "Codes of Zooloretto Mini are 0 to 631, not 999."}, "player_1": {}}


def test_who_is_not_done_has_to_choose() -> None:
    env = envs.aec("zooloretto-mini")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="player_0 is not done: it has to choose a code"):
        env.step(None)


@pytest.mark.parametrize("code", [1.5, np.float32(0.0), "draw"])
def test_a_code_is_a_whole_number(code: Any) -> None:
    """A rounded one would be another decision."""
    turns = envs.aec("zooloretto-mini")
    turns.reset(seed=1)
    together = envs.parallel("zooloretto-mini")
    together.reset(seed=1)
    alone = AgainstBots("zooloretto-mini")
    alone.reset(seed=1)
    for step in (lambda: turns.step(code), lambda: together.step({"player_0": code}), lambda: alone.step(code)):
        with pytest.raises(BadSetup, match="A code is a whole number, not "):
            step()
    assert (turns.episode.state.ply, together.episode.state.ply, alone.episode.state.ply) == (0, 0, 0)


def test_who_may_act_together_with_others_has_to_choose_too() -> None:
    env = envs.parallel("night-at-the-zoo", players=2)
    env.reset(seed=1)
    with pytest.raises(BadSetup, match="player_1 has to choose a code"):
        env.step({"player_0": 0})
    assert env.episode.state.ply == 0


def test_what_cannot_be_is_refused_when_the_environment_is_made() -> None:
    with pytest.raises(BadSetup, match="longest cannot be 0"):
        envs.aec("zooloretto-mini", longest=0)
    with pytest.raises(BadSetup, match="The short game is for 2 players, not 3"):
        envs.aec("new-york-zoo", players=3, short="yes")
    with pytest.raises(BadSetup, match="Bots think for 1 playout or more, or some seconds, not 0 and None"):
        AgainstBots("zooloretto-mini", playouts=0)


def test_a_game_is_given_up_after_so_many_decisions() -> None:
    env = envs.aec("zooloretto-mini", players=2, longest=10)
    given = play(env, seed=1)
    assert (env.episode.state.ply, env.episode.truncated, env.episode.terminated) == (10, True, False)
    assert set(given.values()) == {0.0}
    alone = gymnasium.make("menagerie/ZoolorettoMini-v1", longest=10)
    _, info = alone.reset(seed=1)
    reward, terminated, truncated = 1.0, False, False
    while not (terminated or truncated):
        _, reward, terminated, truncated, info = alone.step(np.flatnonzero(info["action_mask"])[0])  # type: ignore[assignment]
    assert (reward, terminated, truncated) == (0.0, False, True)


@pytest.mark.parametrize("title", COMPLETE)
def test_no_game_is_given_up_otherwise(title: str) -> None:
    env = envs.aec(title, players=2)
    play(env, seed=9)
    assert env.episode.state.is_over


# Copies, pictures, stamps.


def test_a_stamp_that_is_not_whole_is_refused() -> None:
    with pytest.raises(BadSetup, match="this one has no rules_version"):
        envs.check_stamp({"title": "zooloretto-mini", "encoding": "6b458ed0f7ba797f"})


def test_environments_can_be_copied_and_pickled() -> None:
    env = envs.aec("night-at-the-zoo", players=3)
    env.reset(seed=2)
    for _ in range(30):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert (twin.agent_selection, twin.episode.state) == (env.agent_selection, env.episode.state)
        assert twin.episode.asking.kept(0) == env.episode.asking.kept(0)


@pytest.mark.parametrize("title", COMPLETE)
def test_the_table_shows_itself(title: str) -> None:
    for make in (envs.aec, envs.parallel):
        env: Any = make(title, players=2, render_mode="ansi")
        env.reset(seed=1)
        assert env.render() == str(env.episode.state)
    picture = envs.aec(title, players=2, render_mode="svg")
    picture.reset(seed=1)
    assert str(picture.render()).startswith("<svg ")
    silent = envs.aec(title, players=2)
    silent.reset(seed=1)
    assert silent.render() is None


def test_an_unknown_way_to_show_the_table() -> None:
    with pytest.raises(BadSetup, match="There is no render mode 'depth_array'; there are: ansi, svg, rgb_array, human"):
        envs.aec("zooloretto-mini", render_mode="depth_array")


@pytest.mark.parametrize("title", COMPLETE)
def test_a_checkpoint_names_what_it_was_made_for(title: str) -> None:
    game = menagerie.load(title)
    stamp = envs.stamp(title)
    assert stamp == {"title": title, "rules_version": game.rules_version, "encoding": game.encoding().digest()}
    assert envs.aec(title).metadata.items() >= stamp.items()
    envs.check_stamp(stamp)
    with pytest.raises(BadSetup, match=r"made for encoding 0815 of .* the numbers mean something else now"):
        envs.check_stamp({**stamp, "encoding": "0815"})
    with pytest.raises(BadSetup, match="made for rules version 99 of"):
        envs.check_stamp({**stamp, "rules_version": 99})


# One agent against bots.


def test_bots_have_the_other_seats() -> None:
    env = AgainstBots("zooloretto-mini", players=3, seat=1, opponents=["random", "greedy"])
    _, info = env.reset(seed=3)
    assert env.episode.asking.seat == 1
    assert {seat for seat, _ in env.episode.state.history} == {0}
    reward, ended = 0.0, False
    while not ended:
        _, reward, ended, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])
    assert reward == Rewards(env.episode.game, 3).of_end(env.episode.state)[1]
    assert {seat for seat, _ in env.episode.state.history} == {0, 1, 2}


def test_bots_play_the_same_from_the_same_seed_and_think_as_long_as_they_may() -> None:
    histories = []
    for _ in range(2):
        env = AgainstBots("zooloretto-mini", opponents="keeper", playouts=5)
        _, info = env.reset(seed=3)
        for _ in range(10):
            _, _, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        histories.append(env.episode.state.history)
    assert histories[0] == histories[1]


def test_any_seat_can_be_drawn() -> None:
    env = AgainstBots("zooloretto-mini", players=4, seat=None)
    env.reset(seed=1)
    seats = set()
    for _ in range(30):
        env.reset()
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_where_any_may_go_first_the_agent_is_asked_first(seat: int) -> None:
    env = AgainstBots("zoo-escape", players=3, seat=seat)
    env.reset(seed=1)
    assert env.episode.state.ply == 0
    assert env.action_masks()[env.episode.wait]
    env.step(env.episode.wait)
    assert env.episode.state.history[0][0] != seat


def test_masks_are_what_maskable_ppo_asks_for() -> None:
    env = AgainstBots("zooloretto-mini")
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert (masks.dtype, masks.shape) == (np.bool_, (env.action_space.n,))  # type: ignore[attr-defined]
    assert np.array_equal(masks, info["action_mask"])


def test_wrong_seats_and_opponents_are_named() -> None:
    with pytest.raises(BadSetup, match="There is no seat 2: the seats are 0 to 1, or None for any"):
        AgainstBots("zooloretto-mini", players=2, seat=2)
    with pytest.raises(BadSetup, match="There are 1 other seats, and 2 opponents were named"):
        AgainstBots("zooloretto-mini", players=2, opponents=["random", "random"])
    with pytest.raises(BadSetup, match="There is no bot 'lion'"):
        AgainstBots("zooloretto-mini", opponents="lion")


def test_an_episode_takes_a_title_with_other_content() -> None:
    game = menagerie.load("zooloretto-mini")
    assert Episode(game).game is game
