"""What both kinds of PettingZoo's environments say about their agents."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from menagerie.envs.episode import Episode, Frame, Mask, Observation

Seen = dict[str, Observation | Mask]
"""An `observation`, and the `action_mask` of what can be chosen."""


class Agents:
    """Agents are called `player_0` and so on, by seats; all see and choose in the same spaces."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.metadata = episode.metadata()
        self.render_mode = episode.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(episode.players)]
        self.agents: list[str] = []
        space = spaces.Dict({"observation": episode.observation_space(), "action_mask": episode.mask_space()})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(episode.codes) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Of `observation` and `action_mask`; the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All codes of the title, and the one of waiting."""
        return self.action_spaces[agent]

    def render(self) -> str | Frame | None:
        """Return the table in the mode that was asked for."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the window of `render_mode="human"`."""
        self.episode.close()

    def _show(self) -> None:
        """With `render_mode="human"` the window shows every moment, without being asked to."""
        if self.render_mode == "human":
            self.render()
