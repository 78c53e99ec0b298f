"""PettingZoo, all agents at once: `menagerie.envs.parallel("night-at-the-zoo", players=3)`.

It fits where all act at the same time, as in Night at the Zoo. Elsewhere those who are not asked can only wait.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.envs.agents import Agents, Seen
from menagerie.envs.episode import Episode, Frame, Mask, whole


class TogetherEnv(Agents, ParallelEnv[str, Seen, int]):
    """A title as a parallel environment: in a step every agent that may act chooses, and all others wait."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """A new game; `reset(seed=7)` is that of `game.new(seed=7)`. Options are taken when the environment is made."""
        self.episode.begin(seed)
        self._steps = 0
        self.agents = self.possible_agents.copy()
        self._show()
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All choose at once; what those choose who may not act is not looked at. A code that is not legal ends the
        game: it costs 1, the others nothing."""
        episode, agents = self.episode, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        missing = [agents[seat] for seat in episode.state.to_act if agents[seat] not in actions]
        if missing:
            raise BadSetup(f"{missing[0]} has to choose a code.")
        choices = {seat: whole(actions[agents[seat]]) for seat in episode.state.to_act}
        if self._all_may_go_first:
            choices = self._first_of(choices)
        totals = [0.0] * episode.players
        for seat, code in choices.items():
            episode.step(code)
            totals = [total + given for total, given in zip(totals, episode.rewards, strict=True)]
            if episode.illegal:
                infos[agents[seat]]["illegal"] = episode.illegal
                break
        self._steps += 1
        terminated = episode.terminated
        truncated = not terminated and (episode.truncated or self._steps >= episode.longest)
        seen = self._seen()
        self._show()
        if terminated or truncated:
            self.agents = []
        return (
            seen,
            dict(zip(agents, totals, strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            infos,
        )

    @property
    def _all_may_go_first(self) -> bool:
        """Whether several may act, but only one at a time."""
        state = self.episode.state
        return not state.lanes and len(state.to_act) > 1

    def _first_of(self, choices: dict[int, int]) -> dict[int, int]:
        """Of those who want to go first the first by seat; no one's if all wait."""
        wait = self.episode.wait
        for seat, code in choices.items():
            if code != wait:
                self.episode.sit_down(self.episode.state, seat)
                return {seat: code}
        return {}

    def _seen(self) -> dict[str, Seen]:
        """What every agent sees, and what it can choose: only to wait, if it may not act."""
        return {
            agent: {"observation": self.episode.observe(seat), "action_mask": self._mask(seat)}
            for seat, agent in enumerate(self.agents)
        }

    def _mask(self, seat: int) -> Mask:
        episode = self.episode
        codes = np.zeros(episode.codes, np.uint8)
        episode.encoding.mask(episode.state, seat, codes.data[: episode.wait])
        codes[episode.wait] = self._all_may_go_first or seat not in episode.state.to_act
        return codes.view(np.int8)

    def render(self) -> str | Frame | None:
        """Return the table as a spectator sees it."""
        return self.episode.render()


def parallel(title: str | Game, players: int | None = None, **options: Any) -> TogetherEnv:
    """A title as PettingZoo's parallel environment; options are those of `aec`.

    Where any of several agents may go first and several want to, the first of them by seat does; if all of them wait,
    nothing happens, but the step counts for `longest`.
    """
    return TogetherEnv(Episode(title, players, **options))
