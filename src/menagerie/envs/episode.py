"""One game as programs that learn meet it: observations, masks, codes and rewards instead of words.

Every environment is a thin coat around an `Episode`. Codes are those of the title's encoding, and one more,
`encoding.decisions`: to wait, where several may go first (`menagerie.core.sequential`).
"""

from __future__ import annotations

from copy import copy, deepcopy
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import menagerie
from menagerie import _extras
from menagerie.core.action import Action
from menagerie.core.errors import BadSetup, IllegalAction
from menagerie.core.game import Game
from menagerie.core.sequential import Asking
from menagerie.core.state import State
from menagerie.envs.rewards import ILLEGAL, Rewards

if TYPE_CHECKING:
    from menagerie.envs.window import Window

RENDER_MODES: Final = ("ansi", "svg", "rgb_array", "human")
"""The table as text, as a picture, as pixels, and in a window."""

Observation = NDArray[Any]
Mask = NDArray[np.int8]
Frame = NDArray[np.uint8]


class Episode:
    """A title with a number of players and options, and the game that is being played."""

    def __init__(
        self,
        title: str | Game,
        players: int | None = None,
        reward: str = "win",
        longest: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        game = menagerie.load(title) if isinstance(title, str) else title
        self.game: Final = game
        self._setup: Final = game.setup(players, 0, game.rules_version, options)
        game.begin(self._setup)  # complains about options that do not go together
        self.players: Final = self._setup.players
        if render_mode not in (None, *RENDER_MODES):
            raise BadSetup(f"There is no render mode {render_mode!r}; there are: {', '.join(RENDER_MODES)}.")
        if longest is not None and longest < 1:
            raise BadSetup(f"A game has at least 1 decision: longest cannot be {longest}.")
        self.render_mode: Final = render_mode
        self.encoding: Final = game.encoding()
        self.wait: Final = self.encoding.decisions
        """The code of waiting."""
        self.codes: Final = self.encoding.decisions + 1
        self.longest: Final = game.longest if longest is None else longest
        """After so many decisions a game is given up (`truncated`); by default more than any game has."""
        self.rewarding: Final = Rewards(game, self.players, reward)
        self._nothing: Final = [0.0] * self.players
        self._dtype: Final = np.dtype(self.encoding.layout.dtype)
        self._size: Final = self.encoding.layout.size
        self._seeds = Random()
        self._window: Window | None = None

    def observation_space(self) -> spaces.Box:
        """From the least to the greatest that each number can be."""
        layout = self.encoding.layout
        low, high = np.zeros(layout.size, self._dtype), np.zeros(layout.size, self._dtype)
        for part in layout.slices:
            low[part.start : part.start + part.size] = part.low
            high[part.start : part.start + part.size] = part.high
        return spaces.Box(low, high, dtype=self._dtype.type)

    def mask_space(self) -> spaces.Box:
        """1 for what can be chosen."""
        return spaces.Box(0, 1, (self.codes,), np.int8)

    def metadata(self) -> dict[str, Any]:
        """What other ecosystems and checkpoints want to know."""
        return {
            "name": f"menagerie_{python_name(self.game)}_v1",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": True,
            **stamp(self.game),
        }

    def begin(self, seed: int | None = None) -> None:
        """A new game: that of `game.new(seed=seed)`, or without a seed the next one after the last seed that was
        given."""
        if seed is None:
            seed = self._seeds.getrandbits(64)
        else:
            self._seeds = Random(seed)
        self.sit_down(self.game.new(self.players, seed, **self._setup.options))

    def sit_down(self, state: State, first: int = 0) -> None:
        """Continue with this state; where any may go first, this seat is asked first."""
        self.asking = Asking(state, first)
        self.illegal = ""
        """Why the last decision was refused, which has ended the game."""
        self.rewards = self._nothing
        """What the last decision has given to each seat."""
        self._scores = state.scores if self.rewarding.kind == "points" else ()

    @property
    def state(self) -> State:
        """The game itself."""
        return self.asking.state

    @property
    def terminated(self) -> bool:
        """Whether the game is over, or an agent has ended it with an illegal decision."""
        return self.asking.seat < 0 or self.illegal != ""

    @property
    def truncated(self) -> bool:
        """Whether the game has been given up."""
        return self.state.ply >= self.longest and not self.terminated

    def observe(self, seat: int) -> Observation:
        """What this seat sees."""
        seen = np.empty(self._size, self._dtype)
        self.encoding.encode(self.asking.state, seat, seen.data)
        return seen

    def mask(self, seat: int) -> Mask:
        """1 for every code that this seat can choose now; all 0 if it is not asked."""
        codes = np.zeros(self.codes, np.uint8)
        asking = self.asking
        if asking.seat == seat and not self.illegal:
            self.encoding.mask(asking.state, seat, codes.data[: self.wait])
            if asking.can_wait:
                codes[self.wait] = 1
        return codes.view(np.int8)

    def step(self, code: int) -> None:
        """The seat that is asked chooses this code; one that is not legal ends the game."""
        asking = self.asking
        if code == self.wait and asking.can_wait:
            asking.wait()
            self.rewards = self._nothing
            return
        try:
            action = self.encoding.action(asking.state, asking.seat, code)
        except IllegalAction as error:
            self.forfeit(asking.seat, error.reason)
            return
        self.play(action)

    def play(self, action: Action) -> None:
        """The seat that is asked decides this, which is legal."""
        self.asking.decide(action)
        self._reward()

    def forfeit(self, seat: int, reason: str) -> None:
        """This seat has chosen what is not legal: the game ends, and it alone pays."""
        self.illegal = reason
        self.rewards = self._nothing.copy()
        self.rewards[seat] = ILLEGAL

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        twin = copy(self)
        twin._seeds = deepcopy(self._seeds)
        twin._window = None
        if hasattr(self, "asking"):
            twin.asking = self.asking.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """By how it was made, and where the game stands."""
        made = (self.game.id, self.players, self.rewarding.kind, self.longest, self.render_mode, self._setup.options)
        moving = ("_seeds", "asking", "illegal", "rewards", "_scores")
        return _restored, (*made, {name: getattr(self, name) for name in moving if hasattr(self, name)})

    def _reward(self) -> None:
        state = self.asking.state
        if self.rewarding.kind == "points":
            before, self._scores = self._scores, state.scores
            self.rewards = [float(now - then) for now, then in zip(self._scores, before, strict=True)]
        else:
            self.rewards = self.rewarding.of_end(state) if self.asking.seat < 0 else self._nothing

    def render(self, seat: int | None = None) -> str | Frame | None:
        """Return the table as this seat sees it, in the mode that was asked for. Raises MissingExtra if nothing is
        installed that draws pixels: only here, because some programs always ask for pixels and never draw any."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return str(self.state)
        picture = self.game.picture(self.state, seat)
        if self.render_mode == "svg":
            return picture
        _extras.need("render", "pictures as pixels")
        from menagerie.envs.raster import frame

        if self.render_mode == "rgb_array":
            return frame(picture)
        from menagerie.envs.window import Window

        self._window = self._window or Window()
        self._window.show(frame(picture))
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


def _restored(
    title: str,
    players: int,
    reward: str,
    longest: int,
    render_mode: str | None,
    options: dict[str, Any],
    moving: dict[str, Any],
) -> Episode:
    """What `pickle` has kept."""
    episode = Episode(title, players, reward, longest, render_mode, **options)
    vars(episode).update(moving)
    return episode


def whole(code: Any) -> int:
    """A code as an agent gives it, of Python or of numpy; raises BadSetup if it is something else: a number that is
    rounded would be another decision."""
    try:
        return index(code)
    except TypeError:
        raise BadSetup(f"A code is a whole number, not {code!r}.") from None


def python_name(game: Game) -> str:
    """A title's name in programs: `zooloretto_mini`, `eighteen_zoo`."""
    return game.folder.name


def stamp(title: str | Game) -> dict[str, Any]:
    """Return what a checkpoint must name, so that its numbers are never used for something else: the title, the version
    of its rules, and the digest of its codes and its layout."""
    game = menagerie.load(title) if isinstance(title, str) else title
    return {"title": game.id, "rules_version": game.rules_version, "encoding": game.encoding().digest()}


def check_stamp(made: dict[str, Any]) -> None:
    """Raise BadSetup if a checkpoint that bears this stamp does not fit the title as it is now."""
    for name in ("title", "rules_version", "encoding"):
        if name not in made:
            raise BadSetup(f"A stamp names title, rules_version and encoding, and this one has no {name}.")
    now = stamp(made["title"])
    for name, words in (("rules_version", "rules version"), ("encoding", "encoding")):
        if made[name] != now[name]:
            raise BadSetup(
                f"This was made for {words} {made[name]} of {made['title']}, and here is {now[name]}: "
                "the numbers mean something else now."
            )
