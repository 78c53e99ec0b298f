"""How fast environments are: ours and other people's, side by side."""

import sys
from typing import Any

import pytest
from tests.tiers import COMPLETE

from menagerie import MenagerieError, _extras
from menagerie.envs import bench
from menagerie.envs.bench import Figure, Subject


def test_every_title_is_measured() -> None:
    done: list[float] = []
    figures = list(bench.measure([*bench.titles(), *bench.batches()], 0.001, lambda name, by: done.append(by)))
    names = [f"{title}, {kind}" for kind in ("AEC", "Batch of 64") for title in COMPLETE]
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


def test_each_is_measured_in_turns_with_connect_four_and_told_at_once() -> None:
    asked: list[str] = []

    def runs(name: str, rate: float) -> Subject:
        return Subject(name, lambda seconds: asked.append(name) or rate)  # type: ignore[func-returns-value]

    missing = Figure("PettingZoo chess, raw", why_not="not measured: chess is not installed")
    figures = bench.measure([runs("ours", 3000.0), missing, runs(bench.YARDSTICK, 1200.0)], 1, lambda name, by: None)
    assert next(figures).row().split() == ["ours", "3,000", "2.50"]
    assert asked == ["ours", bench.YARDSTICK] * bench.ROUNDS, "what comes later is not yet measured"
    assert [figure.row().split()[-1] for figure in figures] == ["installed", "1.00"]


def test_without_connect_four_there_are_no_ratios() -> None:
    (figure,) = bench.measure([Subject("ours", lambda seconds: 3000.0)], 1, lambda name, by: None)
    assert figure.row().split() == ["ours", "3,000"]


def test_games_of_openspiel_are_measured() -> None:
    pytest.importorskip("pyspiel", reason="the extra spiel is not installed")
    figures = list(bench.measure(list(bench.open_spiel()), 0.001, lambda name, by: None))
    assert [figure.name for figure in figures] == [
        *[f"{title}, OpenSpiel" for title in COMPLETE],
        *bench.SPIEL_PEERS,
    ]
    assert all(figure.rate > 0 for figure in figures)


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
