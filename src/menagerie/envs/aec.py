"""PettingZoo, one agent after the other: `menagerie.envs.aec("zooloretto-mini", players=3)`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from menagerie.core.game import Game
from menagerie.envs.agents import Agents, Seen
from menagerie.envs.episode import Episode, Frame, whole


class TurnsEnv(Agents, AECEnv[str, Seen, int]):
    """A title as an AEC environment."""

    def __init__(self, episode: Episode) -> None:
        super().__init__(episode)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `reset(seed=7)` is that of `game.new(seed=7)`. Options are taken when the environment is made."""
        self.episode.begin(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.episode.asking.seat]
        self._show()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and what it can choose: nothing, if it is not asked."""
        seat = self._seat_of[agent]
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def step(self, action: int | None) -> None:
        """The agent that is asked chooses a code. What is not legal ends the game: it costs 1, the others nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # only None is allowed here
            return
        if action is None:
            raise ValueError(f"{agent} is not done: it has to choose a code.")
        episode = self.episode
        episode.step(whole(action))
        self._cumulative_rewards[agent] = 0.0
        given = episode.rewards
        for other, seat in self._seat_of.items():
            self.rewards[other] = given[seat]
            self._cumulative_rewards[other] += given[seat]
        if episode.terminated:
            self.terminations = dict.fromkeys(self.agents, True)
            if episode.illegal:
                self.infos[agent]["illegal"] = episode.illegal
            self._deads_step_first()
        elif episode.truncated:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[episode.asking.seat]
        self._show()

    def render(self) -> str | Frame | None:
        """The table as the agent sees it that is asked."""
        return self.episode.render(self._seat_of[self.agent_selection])


def aec(title: str | Game, players: int | None = None, **options: Any) -> TurnsEnv:
    """A title as PettingZoo's AEC environment, for its smallest number of players if none is said.

    Options are those of the title, and `reward` ("win" or "points"), `longest` (games are given up after so many
    decisions) and `render_mode` ("ansi", "svg", "rgb_array" or "human").
    """
    return TurnsEnv(Episode(title, players, **options))
