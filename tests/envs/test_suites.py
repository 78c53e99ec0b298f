"""The fields' own suites, on every title and for few and many players."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test
from tests.tiers import COMPLETE

import menagerie
from menagerie import envs
from menagerie.envs.single import AgainstBots, environment_id

SETUPS = [(title, players) for title in COMPLETE for players in {2, menagerie.load(title).players[-1]}]
ALONE = [(title, 1) for title in COMPLETE if 1 in menagerie.load(title).players]
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


@pytest.mark.parametrize("title", COMPLETE)
def test_every_title_is_registered(title: str) -> None:
    assert environment_id(menagerie.load(title)) == IDS[title]
    env = gymnasium.make(IDS[title]).unwrapped
    assert isinstance(env, AgainstBots)
    assert env.episode.game.id == title


@pytest.mark.parametrize("title", COMPLETE)
def test_several_games_at_once(title: str) -> None:
    vector = gymnasium.make_vec(IDS[title], num_envs=3, players=2)
    seen, infos = vector.reset(seed=1)
    assert vector.observation_space.contains(seen)
    for _ in range(20):
        seen, _, _, _, infos = vector.step(np.argmax(infos["action_mask"], axis=1))
        assert vector.observation_space.contains(seen)
    vector.close()


@pytest.mark.parametrize("title", COMPLETE)
@pytest.mark.parametrize("longest", [None, 7])
def test_masked_sampling_plays_on_in_a_vector_of_environments(title: str, longest: int | None) -> None:
    """A vector asks once more after a game's end, and starts the next game at that step."""
    players = menagerie.load(title).players[0]
    vector = gymnasium.make_vec(IDS[title], num_envs=2, players=players, longest=longest)
    chance = np.random.default_rng(4)
    _, info = vector.reset(seed=4)
    ends = np.zeros(2, int)
    rewards_after_ends = []
    was_over = np.zeros(2, bool)
    while ends.min() < (1 if longest is None else 3) or was_over.any():
        codes = np.array([chance.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        _, rewards, terminated, truncated, info = vector.step(codes)
        rewards_after_ends += [float(reward) for reward in rewards[was_over]]
        was_over = terminated | truncated
        ends += was_over
        wait = info["action_mask"].shape[1] - 1
        assert all(np.flatnonzero(mask).tolist() == [wait] for mask in info["action_mask"][was_over])
    assert set(rewards_after_ends) == {0.0}


def test_a_code_after_the_end_changes_nothing() -> None:
    env = gymnasium.make(IDS["zooloretto-mini"], players=2).unwrapped
    _, info = env.reset(seed=1)
    seen, _, ended, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    while not ended:
        seen, _, ended, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    for code in (0, np.flatnonzero(info["action_mask"])[0]):
        after, reward, *flags, info = env.step(code)
        assert (after.tolist(), reward, flags) == (seen.tolist(), 0.0, [True, False])
        assert "illegal" not in info
