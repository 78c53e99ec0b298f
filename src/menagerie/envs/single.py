"""Gymnasium, one agent against bots: `gymnasium.make("menagerie/ZoolorettoMini-v1", players=3, opponents="keeper")`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import menagerie
from menagerie import bots
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.envs.episode import RENDER_MODES, Episode, Frame, Mask, Observation, python_name, whole


class AgainstBots(gymnasium.Env[Observation, SupportsIndex]):
    """A title for one agent; bots of ours have the other seats, and see nothing that their seats cannot see.

    `seat` is the agent's, None: any, drawn again for every game. `opponents` is a kind of bot, or one for each other
    seat; `playouts` or `seconds` (of CPU time, a turn) is how long they think, by default as long as their level does.
    Where any may go first, the agent is asked first.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 # Gymnasium looks at the class first

    def __init__(
        self,
        title: str | Game,
        players: int | None = None,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "random",
        playouts: int | None = None,
        seconds: float | None = None,
        **options: Any,
    ) -> None:
        episode = Episode(title, players, **options)
        if seat is not None and seat not in range(episode.players):
            raise BadSetup(f"There is no seat {seat}: the seats are 0 to {episode.players - 1}, or None for any.")
        if (playouts is not None and playouts < 1) or (seconds is not None and seconds <= 0):
            raise BadSetup(f"Bots think for 1 playout or more, or some seconds, not {playouts} and {seconds}.")
        self.episode = episode
        self.metadata = episode.metadata()
        self.render_mode = episode.render_mode
        self.observation_space = episode.observation_space()
        self.action_space = spaces.Discrete(episode.codes)
        self.seat = 0 if seat is None else seat
        """The agent's in this game."""
        self._any_seat = seat is None
        self._kinds = self._one_for_each(opponents)
        self._limits = (playouts, seconds)
        self._bots: list[bots.Bot] = []

    def _one_for_each(self, opponents: str | Sequence[str]) -> list[str]:
        others = self.episode.players - 1
        kinds = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(kinds) != others:
            raise BadSetup(f"There are {others} other seats, and {len(kinds)} opponents were named.")
        for kind in kinds:
            bots.make(kind)  # complains about one that does not exist
        return kinds

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; `reset(seed=7)` deals that of `game.new(seed=7)`, and seeds the bots. Options are taken when the
        environment is made."""
        super().reset(seed=seed)
        episode, chance = self.episode, self.np_random
        if self._any_seat:
            self.seat = int(chance.integers(episode.players))
        episode.begin(int(chance.integers(1 << 63)) if seed is None else seed)
        episode.sit_down(episode.state, self.seat)
        self._bots = [bots.make(kind, int(chance.integers(1 << 63))) for kind in self._kinds]
        self._let_others_play()
        self._show()
        return episode.observe(self.seat), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Let the agent choose a code, and the others play until it is asked again. One that is not legal ends the game
        with -1. After the end nothing happens, whatever the code."""
        episode, seat, reward = self.episode, self.seat, 0.0
        code = whole(action)
        if not self._is_over:
            episode.step(code)
            reward = episode.rewards[seat] + self._let_others_play()
            self._show()
        return episode.observe(seat), reward, episode.terminated, episode.truncated, self._info()

    def _let_others_play(self) -> float:
        """Until the agent is asked; what it has been given meanwhile."""
        episode = self.episode
        given = 0.0
        while not (self._is_over or episode.asking.seat == self.seat):
            asked = episode.asking.seat
            bot = self._bots[asked if asked < self.seat else asked - 1]
            episode.play(bots.decide(bot, episode.state, asked, self._clock(bot)))
            given += episode.rewards[self.seat]
        return given

    @property
    def _is_over(self) -> bool:
        return self.episode.terminated or self.episode.truncated

    def _clock(self, bot: bots.Bot) -> bots.Clock:
        playouts, seconds = self._limits
        if playouts is None and seconds is None:
            seconds = bot.seconds(self.episode.game)
        return bots.Clock(seconds, playouts, now=time.process_time)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the agent can choose, as sb3-contrib's MaskablePPO asks for it."""
        return self._mask().view(np.bool_)

    def _mask(self) -> Mask:
        """What the agent can choose; after the end only to wait. A vector of environments asks for one more code then,
        which it ignores, and sampling needs a mask that allows something."""
        if not self._is_over:
            return self.episode.mask(self.seat)
        codes = np.zeros(self.episode.codes, np.int8)
        codes[self.episode.wait] = 1
        return codes

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self.episode.illegal:
            info["illegal"] = self.episode.illegal
        return info

    def render(self) -> str | Frame | None:
        """The table as the agent sees it."""
        return self.episode.render(self.seat)

    def _show(self) -> None:
        """With `render_mode="human"` the window shows every moment, without being asked to."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window of `render_mode="human"`."""
        self.episode.close()


def environment_id(game: Game) -> str:
    """`menagerie/ZoolorettoMini-v1`."""
    return f"menagerie/{python_name(game).title().replace('_', '')}-v1"


def register() -> None:
    """Tell Gymnasium all titles that can be learned from numbers."""
    for title in menagerie.titles():
        game = menagerie.load(title)
        if game.has_encoding and environment_id(game) not in gymnasium.registry:
            gymnasium.register(environment_id(game), "menagerie.envs.single:AgainstBots", kwargs={"title": title})
