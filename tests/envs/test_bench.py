"""How fast environments are: ours and other people's, side by side."""

import sys
from typing import Any

import pytest

import menagerie
from menagerie import MenagerieError, _extras
from menagerie.envs import bench
from menagerie.envs.bench import Figure, Subject


def test_every_title_is_measured() -> None:
    done: list[float] = []
    figures = bench.measure([*bench.titles(), *bench.batches()], 0.001, lambda name, by: done.append(by))
    names = [f"{title}, {kind}" for kind in ("AEC", "Batch of 64") for title in menagerie.titles()]
    assert [figure.name for figure in figures] == names
    assert all(figure.rate > 0 for figure in figures)
    assert sum(done) == bench.ROUNDS * len(figures)


def test_the_median_of_all_rounds_counts() -> None:
    rates = iter([100.0, 1.0, 60.0])
    (figure,) = bench.measure([Subject("hopping", lambda seconds: next(rates))], 1, lambda name, by: None)
    assert figure == Figure("hopping", 60.0)


def test_who_cannot_be_measured_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [place for place in sys.path if "peers" not in place])
    monkeypatch.setitem(sys.modules, "pygame", None)
    monkeypatch.delitem(sys.modules, "pettingzoo.classic.connect_four.connect_four", raising=False)
    found = next(bench.peers())
    assert found == Figure("PettingZoo connect_four, raw", why_not="not measured: pygame is not installed")


def test_rates_are_compared_with_connect_four() -> None:
    figures = [
        Figure("ours, AEC", 3000.0),
        Figure("PettingZoo connect_four, raw", 1200.0),
        Figure("PettingZoo chess, raw", why_not="not measured: chess is not installed"),
    ]
    assert bench.rows(figures) == [
        ["environment", "steps/s", "to connect_four"],
        ["ours, AEC", "3,000", "2.50"],
        ["PettingZoo connect_four, raw", "1,200", "1.00"],
        ["PettingZoo chess, raw", "not measured: chess is not installed", ""],
    ]
    assert bench.rows(figures[:1])[1] == ["ours, AEC", "3,000", ""]


def test_masks_beside_the_observation_are_found_too() -> None:
    class Coin:
        """One agent, one step, and the mask in the info."""

        def reset(self, seed: int) -> None:
            self.steps = 0

        def agent_iter(self) -> Any:
            while self.steps < 2:
                yield "player_0"

        def last(self) -> Any:
            return {"observation": 0}, 0.0, self.steps == 1, False, {"action_mask": [0, 0, 1]}

        def step(self, code: int | None) -> None:
            assert code == (2 if self.steps == 0 else None)
            self.steps += 1

    assert bench.play_at_random(Coin(), 1e-6) > 0


def test_who_lacks_the_packages_is_told_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_extras.EXTRAS, "envs", ("no_such_package",))
    for module in [name for name in sys.modules if name.startswith("menagerie.envs")]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(MenagerieError, match=r"^Packages for environments are missing\. Install them with .*\.$"):
        import menagerie.envs.spiel  # noqa: F401
