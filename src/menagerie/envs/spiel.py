"""OpenSpiel: after `import menagerie.envs.spiel`, `pyspiel.load_game("menagerie_zooloretto_mini(players=2)")`.

All chance of a game comes from its seed, so the seed is what chance decides: eight nodes at the beginning, of 256
outcomes each, spell it. History then says all, and states can be written down and read again. No player sees the seed:
what a player knows is what it has seen and decided so far, and nothing else.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any, Final

import numpy as np

import menagerie
from menagerie import _extras
from menagerie.core.errors import IllegalAction
from menagerie.core.game import Game
from menagerie.core.sequential import Asking
from menagerie.core.state import State
from menagerie.envs.episode import python_name
from menagerie.envs.rewards import Rewards

_extras.need("spiel", "OpenSpiel")

import pyspiel  # noqa: E402 # after the sentence about what is missing

DIGITS: Final = 8
BASE: Final = 256
"""A seed has so many digits of this base: 64 bits."""

_Type: Final = pyspiel.GameType
_OUTCOMES: Final = [(digit, 1 / BASE) for digit in range(BASE)]


class Rules:
    """What all states of a game share: copying a state copies a reference to it."""

    def __init__(self, title: str, players: int, options: dict[str, Any]) -> None:
        game = menagerie.load(title)
        self.game: Final = game
        self.players: Final = players
        self.options: Final = options
        self.encoding: Final = game.encoding()
        self.wait: Final = self.encoding.decisions
        self.rewards: Final = Rewards(game, players)
        self._room: Final = self.encoding.layout.buffer()

    def begin(self, digits: list[int]) -> Asking:
        """The game with this seed."""
        return Asking(self.game.new(self.players, int.from_bytes(bytes(digits)), **self.options))

    def seen(self, state: State, seat: int) -> bytes:
        """What a seat sees now."""
        self.encoding.encode(state, seat, self._room)
        return self._room.tobytes()

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, (self.game.id, self.players, self.options)


class SpielGame(pyspiel.Game):
    """A title as a game of OpenSpiel. Its parameters: `players`, and the title's options as text."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        players = params.get("players", default_players(game))
        options = {option.name: params[option.name] for option in game.options if option.name in params}
        setup = game.setup(players, 0, game.rules_version, options)
        game.begin(setup)  # complains about options that do not go together
        self.rules = Rules(game.id, setup.players, setup.options)
        rewards = self.rules.rewards
        lowest = -1 / (players - 1) if rewards.is_contest else -1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.wait + 1,
            max_chance_outcomes=BASE,
            num_players=players,
            min_utility=lowest,
            max_utility=1.0,
            utility_sum=0.0 if rewards.is_contest else None,
            max_game_length=game.longest * players,  # before a decision all others may have waited
        )
        super().__init__(game_type(game, players), info, params)

    def new_initial_state(self) -> SpielState:
        """Before the first digit of the seed."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The digits of the seed."""
        return DIGITS

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What seats see: the title's observation, or with perfect recall all that a seat has seen, as a string."""
        return Observer(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):
    """A game of a title, from the first digit of its seed on."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self._digits: list[int] = []
        self._asking: Asking | None = None
        self._recalled: list[bytes] = []
        """By seat, a digest of all that it has seen and decided."""

    @property
    def is_dealt(self) -> bool:
        """Whether the seed is spelled."""
        return self._asking is not None

    @property
    def asking(self) -> Asking:
        """Who is asked what, once the game is dealt."""
        assert self._asking is not None
        return self._asking

    @property
    def position(self) -> State:
        """The title's own state, once it is dealt."""
        return self.asking.state

    def current_player(self) -> int:
        """Who is asked; chance, until the seed is spelled."""
        if self._asking is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self._asking.seat if self._asking.seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A digit of the seed."""
        return _OUTCOMES

    def _legal_actions(self, player: int) -> list[int]:
        asking = self._asking
        if asking is None or asking.seat != player:
            return []
        codes = sorted([self.rules.encoding.code(asking.state, player, action) for action in asking.legal()])
        return [*codes, self.rules.wait] if asking.can_wait else codes

    def _apply_action(self, code: int) -> None:
        asking = self._asking
        if asking is None:
            self._digits.append(code)
            if len(self._digits) == DIGITS:
                self._asking = self.rules.begin(self._digits)
                self._recalled = [b""] * self.rules.players
                self._look()
            return
        seat, ply = asking.seat, asking.state.ply
        if code == self.rules.wait and asking.can_wait:
            asking.wait()
        else:
            asking.decide(self.rules.encoding.action(asking.state, seat, code))
        self._recall(seat, code.to_bytes(4))
        if asking.state.ply != ply:
            self._look()

    def _look(self) -> None:
        """All see what has happened."""
        for seat in range(self.rules.players):
            self._recall(seat, self.rules.seen(self.position, seat))

    def _recall(self, seat: int, what: bytes) -> None:
        self._recalled[seat] = blake2b(self._recalled[seat] + what, digest_size=16).digest()

    def _action_to_string(self, player: int, code: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"digit {code} of the seed"
        if code == self.rules.wait:
            return "wait"
        asking = self._asking
        if asking is not None and asking.seat == player:
            try:
                return str(self.rules.encoding.action(asking.state, player, code))
            except IllegalAction:
                pass
        return self.rules.encoding.name(code)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._asking is not None and self._asking.seat < 0

    def returns(self) -> list[float]:
        """How it ended for each seat; 0 while it runs."""
        if not self.is_terminal():
            return [0.0] * self.rules.players
        return self.rules.rewards.of_end(self.position)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that this player cannot tell from this one, for searches that may not see what is hidden. What is
        hidden is redealt, so that the history no longer tells how it came about: do not write it down."""
        twin: SpielState = self.clone()
        if self._asking is not None:
            twin._asking = self._asking.imagine(player, int(sampler() * (1 << 53)))
        return twin

    def recalled(self, player: int) -> str:
        """All that a player knows and knew, in a word: equal for two histories that it cannot tell apart."""
        return f"player {player}: {self._recalled[player].hex()}" if self._recalled else f"player {player}"

    def __str__(self) -> str:
        return str(self.position) if self.is_dealt else ""


class Observer:
    """What a seat sees, in OpenSpiel's way: one row of numbers, and its slices by name."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self._rules = rules
        self._perfect_recall = perfect_recall
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, Any] = {}
        if not perfect_recall:
            layout = rules.encoding.layout
            self.tensor = np.zeros(layout.size, np.float32)
            for part in layout.slices:
                self.dict[part.name] = self.tensor[part.start : part.start + part.size].reshape(part.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state as this player sees it."""
        if self.tensor is None:
            return
        if not state.is_dealt:
            self.tensor.fill(0)
        else:
            seen = self._rules.seen(state.position, player)
            self.tensor[:] = np.frombuffer(seen, self._rules.encoding.layout.dtype)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text; with perfect recall what stands for all that the player has seen."""
        if self._perfect_recall:
            return state.recalled(player)
        return json.dumps(state.position.view(player)) if state.is_dealt else ""


def default_players(game: Game) -> int:
    """Two, or the fewest there can be."""
    return max(2, game.players[0])


def spiel_name(game: Game) -> str:
    """`menagerie_zooloretto_mini`."""
    return f"menagerie_{python_name(game)}"


def game_type(game: Game, players: int) -> Any:
    """What kind of game it is for so many players: zero-sum, with identical utility for a team, or for one."""
    rewards = Rewards(game, players)
    utility = _Type.Utility.IDENTICAL if rewards.is_team else _Type.Utility.GENERAL_SUM
    return _Type(
        short_name=spiel_name(game),
        long_name=game.name,
        dynamics=_Type.Dynamics.SEQUENTIAL,
        chance_mode=_Type.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_Type.Information.IMPERFECT_INFORMATION,
        utility=_Type.Utility.ZERO_SUM if rewards.is_contest else utility,
        reward_model=_Type.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": default_players(game),
            **{option.name: option.write(option.default) for option in game.options},
        },
    )


def _class_for(game: Game) -> type[SpielGame]:
    """What OpenSpiel makes games of this title with: a class, for functions do not outlive Python's end, and OpenSpiel
    lets go of them after it."""

    class TitleGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params or {})

    return TitleGame


def _register() -> None:
    """Tell OpenSpiel all titles that can be learned from numbers."""
    known = set(pyspiel.registered_names())
    for title in menagerie.titles():
        game = menagerie.load(title)
        if game.has_encoding and spiel_name(game) not in known:
            pyspiel.register_game(game_type(game, default_players(game)), _class_for(game))


_register()
