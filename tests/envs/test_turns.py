"""Who is asked, and what is known then: titles in which several may act."""

from typing import Any

import numpy as np
import pytest

import menagerie
from menagerie import envs
from menagerie.envs.aec import TurnsEnv
from menagerie.envs.parallel import TogetherEnv


def codes(env: TurnsEnv) -> list[int]:
    """What the agent that is asked can choose."""
    seen = env.observe(env.agent_selection)
    return [int(code) for code in np.flatnonzero(seen["action_mask"])]


def all_act_at_once(players: int) -> TurnsEnv:
    """Night at the Zoo when all tiles are drafted, and everybody places at the same time."""
    env = envs.aec("night-at-the-zoo", players)
    env.reset(seed=4)
    while not env.episode.state.lanes:
        env.step(codes(env)[0])
    return env


def test_who_places_later_does_not_see_what_was_placed_at_the_same_time() -> None:
    seen: list[dict[str, Any]] = []
    for choice in range(4):
        env = all_act_at_once(3)
        assert (env.agent_selection, env.episode.state.to_act) == ("player_0", (0, 1, 2))
        env.step(codes(env)[choice])
        assert env.agent_selection == "player_1"
        seen.append({**env.observe("player_1"), "view": env.episode.state.view(1)})
    for other in seen[1:]:
        assert np.array_equal(other["observation"], seen[0]["observation"])
        assert np.array_equal(other["action_mask"], seen[0]["action_mask"])
        assert other["view"] == seen[0]["view"]


def test_when_all_have_chosen_all_is_placed() -> None:
    env = all_act_at_once(3)
    before = env.episode.state.ply
    for seat in range(3):
        assert (env.agent_selection, env.episode.state.ply) == (f"player_{seat}", before)
        assert not env.observe(f"player_{(seat + 1) % 3}")["action_mask"].any()  # who is not asked chooses nothing
        env.step(codes(env)[0])
    assert [seat for seat, _ in env.episode.state.history[before:]] == [0, 1, 2]


def test_dealt_enclosures_of_the_short_game_are_placed_at_the_same_time() -> None:
    env = envs.aec("new-york-zoo", 2, short=True)
    env.reset(seed=1)
    before = env.observe("player_1")["observation"]
    env.step(codes(env)[0])
    assert (env.agent_selection, env.episode.state.ply) == ("player_1", 0)
    assert np.array_equal(env.observe("player_1")["observation"], before)
    env.step(codes(env)[0])
    assert [seat for seat, _ in env.episode.state.history] == [0, 1]


def test_agents_that_act_at_once_and_in_turn_play_the_same_game() -> None:
    turns, together = all_act_at_once(3), envs.parallel("night-at-the-zoo", 3)
    together.reset(seed=4)
    while not together.episode.state.lanes:
        step_all(together, {})
    chosen = {}
    for seat in range(3):
        chosen[seat] = codes(turns)[seat]
        turns.step(chosen[seat])
    step_all(together, chosen)
    assert together.episode.state == turns.episode.state


def step_all(env: TogetherEnv, chosen: dict[int, int]) -> None:
    """These choices, and for all others the first code that there is."""
    seen = env._seen()
    env.step(
        {
            agent: chosen.get(seat, int(np.flatnonzero(seen[agent]["action_mask"])[0]))
            for seat, agent in enumerate(env.agents)
        }
    )


def test_who_goes_first_in_dr_potamus_is_a_choice() -> None:
    first = set()
    for patience in range(3):
        env = envs.aec("zoo-escape", 3)
        env.reset(seed=1)
        for _ in range(patience):
            assert env.episode.wait in codes(env)
            env.step(env.episode.wait)
        env.step(codes(env)[0])
        first.add(env.episode.state.history[0][0])
    assert first == {0, 1, 2}


def test_the_last_one_cannot_wait() -> None:
    env = envs.aec("zoo-escape", 2)
    env.reset(seed=1)
    env.step(env.episode.wait)
    assert (env.agent_selection, env.episode.wait in codes(env)) == ("player_1", False)
    env.step(env.episode.wait)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.infos["player_1"]["illegal"] == f"Codes of {env.episode.game.name} are 0 to 280, not 281."


def test_waiting_is_not_a_decision_of_the_title() -> None:
    env = envs.aec("zoo-escape", 3)
    env.reset(seed=1)
    env.step(env.episode.wait)
    assert (env.episode.state.ply, env.agent_selection) == (0, "player_1")


@pytest.mark.parametrize("title", ["zooloretto-mini", "new-york-zoo", "18zoo"])
def test_where_one_acts_at_a_time_nobody_waits(title: str) -> None:
    env = envs.aec(title, 2)
    env.reset(seed=2)
    while env.agents and not env.terminations[env.agent_selection]:
        assert env.episode.wait not in codes(env)
        env.step(codes(env)[-1])


def test_at_once_the_first_by_seat_of_those_who_want_to_goes_first() -> None:
    env = envs.parallel("zoo-escape", 3)
    seen, _ = env.reset(seed=1)
    wait = env.episode.wait
    begins = [int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents]
    env.step({"player_0": wait, "player_1": begins[1], "player_2": begins[2]})
    assert [seat for seat, _ in env.episode.state.history] == [1]


def test_at_once_nothing_happens_if_all_wait() -> None:
    env = envs.parallel("zoo-escape", 3)
    before, _ = env.reset(seed=1)
    after, rewards, ended, _, _ = env.step(dict.fromkeys(env.agents, env.episode.wait))
    assert (env.episode.state.ply, set(rewards.values()), set(ended.values())) == (0, {0.0}, {False})
    assert all(np.array_equal(before[agent]["action_mask"], after[agent]["action_mask"]) for agent in env.agents)


def test_at_once_who_waits_for_ever_is_given_up() -> None:
    env = envs.parallel("zoo-escape", 2, longest=5)
    env.reset(seed=1)
    for step in range(5):
        _, _, _, given_up, _ = env.step(dict.fromkeys(env.agents, env.episode.wait))
        assert set(given_up.values()) == {step == 4}
    assert env.agents == []


def test_at_once_those_who_are_not_asked_can_only_wait() -> None:
    env = envs.parallel("zooloretto-mini", 3)
    seen, _ = env.reset(seed=1)
    masks = [list(np.flatnonzero(seen[agent]["action_mask"])) for agent in env.agents]
    assert masks[1:] == [[env.episode.wait]] * 2
    assert env.episode.wait not in masks[0]
    assert env.episode.state.to_act == (0,)
    assert menagerie.load("zooloretto-mini").encoding().decisions == env.episode.wait
