"""The fields' own suites, on every title and for few and many players."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

import menagerie
from menagerie import envs
from menagerie.envs.single import AgainstBots, environment_id

SETUPS = [(title, players) for title in menagerie.titles() for players in {2, menagerie.load(title).players[-1]}]
ALONE = [(title, 1) for title in menagerie.titles() if 1 in menagerie.load(title).players]
IDS = {
    "zooloretto-mini": "menagerie/ZoolorettoMini-v1",
    "new-york-zoo": "menagerie/NewYorkZoo-v1",
    "18zoo": "menagerie/EighteenZoo-v1",
    "night-at-the-zoo": "menagerie/NightAtTheZoo-v1",
    "zoo-escape": "menagerie/ZooEscape-v1",
}

# PettingZoo knows by name the environments that may have a mask beside the observation: its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize(("title", "players"), SETUPS)
def test_agents_take_turns_as_pettingzoo_wants_it(title: str, players: int) -> None:
    api_test(envs.aec(title, players), num_cycles=300)


@pytest.mark.parametrize(("title", "players"), SETUPS)
def test_a_seed_leads_to_the_same_game(title: str, players: int) -> None:
    seed_test(lambda: envs.aec(title, players), num_cycles=100)
    parallel_seed_test(lambda: envs.parallel(title, players), num_cycles=100)


@pytest.mark.parametrize(("title", "players"), SETUPS)
def test_agents_act_at_once_as_pettingzoo_wants_it(title: str, players: int) -> None:
    parallel_api_test(envs.parallel(title, players), num_cycles=300)


@pytest.mark.parametrize(("title", "players"), [*SETUPS, *ALONE])
def test_one_agent_plays_against_bots_as_gymnasium_wants_it(title: str, players: int) -> None:
    check_env(gymnasium.make(IDS[title], players=players).unwrapped)


@pytest.mark.parametrize("title", menagerie.titles())
def test_every_title_is_registered(title: str) -> None:
    assert environment_id(menagerie.load(title)) == IDS[title]
    env = gymnasium.make(IDS[title]).unwrapped
    assert isinstance(env, AgainstBots)
    assert env.episode.game.id == title


@pytest.mark.parametrize("title", menagerie.titles())
def test_several_games_at_once(title: str) -> None:
    vector = gymnasium.make_vec(IDS[title], num_envs=3, players=2)
    seen, infos = vector.reset(seed=1)
    assert vector.observation_space.contains(seen)
    for _ in range(20):
        seen, _, _, _, infos = vector.step(np.argmax(infos["action_mask"], axis=1))
        assert vector.observation_space.contains(seen)
    vector.close()
