"""A learner that knows nothing of us, MaskablePPO of sb3-contrib, learns a title in a minute.

It needs torch, so it runs where `./menagerie test` can install that (`pip install 'menagerie[train]'`).
"""

from collections.abc import Sequence
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import pytest

import menagerie.envs  # noqa: F401 # Gymnasium knows our titles now

sb3_contrib = pytest.importorskip("sb3_contrib", reason="pip install 'menagerie[train]' brings it")
torch = pytest.importorskip("torch")
vec_env = pytest.importorskip("stable_baselines3.common.vec_env")

ID = "menagerie/ZoolorettoMini-v1"
SECONDS = 60
"""Of CPU time for learning."""
PORTION = 4 * 8 * 256
MOST = 8 * PORTION
GAMES = 200


def make() -> Any:
    """Two players, a bot that plays by chance, and any seat."""
    return gymnasium.make(ID, players=2, seat=None, opponents="random")


def learn() -> Any:
    """As long as there is time, up to 65,536 decisions, or until it wins nearly all games."""
    torch.set_num_threads(1)
    start = process_time()
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy",
        vec_env.DummyVecEnv([make] * 8),
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.01,
        gamma=0.999,
        seed=1,
        policy_kwargs={"net_arch": [64, 64]},
        device="cpu",
    )
    while model.num_timesteps < MOST and process_time() - start < SECONDS:
        model.learn(PORTION, reset_num_timesteps=False)
        if share_of_wins(model, range(2_000_000, 2_000_060)) >= 0.95:
            break
    return model


def share_of_wins(model: Any, seeds: Sequence[int]) -> float:
    """In games with these seeds, from both seats; a shared win is half a one. All are played side by side."""
    games = [make().unwrapped for _ in seeds]
    seen = [game.reset(seed=seed)[0] for game, seed in zip(games, seeds, strict=True)]
    won = 0.0
    while games:
        masks = np.array([game.action_masks() for game in games])
        codes, _ = model.predict(np.array(seen), action_masks=masks, deterministic=True)
        steps = [game.step(code) for game, code in zip(games, codes, strict=True)]
        assert not any("illegal" in info for *_, info in steps)
        won += sum((reward + 1) / 2 for _, reward, ended, _, _ in steps if ended)
        games = [game for game, step in zip(games, steps, strict=True) if not step[2]]
        seen = [step[0] for step in steps if not step[2]]
    return won / len(seeds)


def test_ppo_beats_chance_in_nine_games_of_ten_after_a_minute() -> None:
    start = process_time()
    model = learn()
    spent = process_time() - start
    share = share_of_wins(model, range(1_000_000, 1_000_000 + GAMES))
    print(f"{model.num_timesteps} decisions in {spent:.0f} s of CPU time, {share:.1%} of {GAMES} games won")
    assert share >= 0.9
