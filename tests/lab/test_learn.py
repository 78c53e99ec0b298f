"""Weights that are learned: the same from the same seed, and kept only if they are better."""

from __future__ import annotations

import math
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import menagerie
from menagerie import BadSetup, MenagerieError, _extras
from menagerie.cli import main
from menagerie.lab import learn, learn_team
from menagerie.lab.advice_file import rewrite, target
from menagerie.lab.learn import Regression, Rows
from menagerie.lab.parallel import Here, processes
from menagerie.lab.training import Lesson, TrainingResult, games_of

pytestmark = pytest.mark.slow

TINY = Lesson("zooloretto-mini", (2, 3), rounds=2, games=12, match=4, seed=7, afresh=True)


def nothing(what: str, by: float) -> None: ...


def rows(*found: tuple[dict[int, float], float]) -> Rows:
    made = Rows()
    for amounts, result in found:
        made.columns += amounts.keys()
        made.amounts += amounts.values()
        made.lengths.append(len(amounts))
        made.results.append(result)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the file that a title keeps its weights in."""
    shutil.copy(menagerie.load("zooloretto-mini").folder / "advice.toml", tmp_path)
    return tmp_path


# From games to weights.


def test_regression_finds_the_weights_that_made_the_results() -> None:
    regression = Regression([0.0, 0.0], 0.001)
    for _ in range(20):
        regression.add(rows(({0: 1.0}, 3.0), ({0: 1.0, 1: -2.0}, 5.0), ({}, 0.0)))
    assert regression.weights() == pytest.approx([3.0, -1.0], abs=0.01)


def test_what_is_never_seen_keeps_its_weight() -> None:
    regression = Regression([1.0, 2.5], 1.0)
    regression.add(rows(*[({0: 1.0}, 3.0)] * 99))
    assert regression.weights() == [2.98, 2.5]


def test_few_positions_change_little() -> None:
    regression = Regression([1.0], 9.0)
    regression.add(rows(({0: 1.0}, 11.0)))
    assert regression.weights() == [2.0]


def test_a_row_is_what_two_seats_differ_in() -> None:
    found = Rows()
    columns = {"barn:1": 0, "barn:2": 1}
    moment = [{"score": 2.0, "barn:1": 1.0}, {"score": 5.0, "barn:1": 1.0, "barn:2": 2.0}]
    learn._add_rows(found, moment, [20, 30], columns, {"score": 1.0, "barn:1": 0.0, "barn:2": 0.0})
    assert (found.columns, found.amounts, found.lengths) == ([1], [2.0], [1])
    assert found.results == [30 - 20 - (5 - 2)]


# Lessons.


def test_the_same_seed_learns_the_same_on_any_number_of_cores() -> None:
    done: list[float] = []
    first = learn.learn(TINY, Here(), lambda what, by: done.append(by))
    assert sum(done) == games_of(TINY) == 28
    with processes(2) as two:
        assert learn.learn(TINY, two, nothing) == first
    other = learn.learn(replace(TINY, seed=8), Here(), nothing)
    assert other.values != first.values


def test_only_what_is_to_be_learned_changes() -> None:
    before = menagerie.load("zooloretto-mini").advice().weights.values
    after = learn.learn(replace(TINY, match=2), Here(), nothing).values
    assert after.keys() == before.keys()
    assert (after["score"], after["win"]) == (before["score"], before["win"])
    assert sum(after[name] != before[name] for name in before) > 100


def test_weights_that_do_not_win_clearly_are_refused(folder: Path) -> None:
    before = (folder / "advice.toml").read_text()
    outcome = TrainingResult({"score": 9.0}, 215, 400)
    with pytest.raises(MenagerieError, match=r"^The new weights win 215 of 400 games .* so the old ones stay\.$"):
        learn.keep(TINY, outcome, folder)
    assert (folder / "advice.toml").read_text() == before


def test_weights_that_win_clearly_are_kept_with_what_made_them(folder: Path) -> None:
    before = tomllib.loads((folder / "advice.toml").read_text())
    learn.keep(TINY, TrainingResult({"barn:0,0@5": 1.25}, 230, 400), folder)
    after = tomllib.loads((folder / "advice.toml").read_text())
    assert after["weights"] == {**before["weights"], "barn:0,0@5": 1.25}
    assert after["made"].startswith(
        "menagerie lab learn zooloretto-mini --players 2,3 --rounds 2 --games 12 --explore 0.04 --patience 0.95 "
        "--ridge 30.0 --fade 0.5 --seed 7 --afresh; 20"
    )
    assert after["words"] == before["words"]


def test_the_file_keeps_its_layout_and_remarks(tmp_path: Path) -> None:
    (tmp_path / "advice.toml").write_text('# Ours.\nmade = "x"\n\n[chances]\nend = 4  # points\n\n[weights]\nend = 1\n')
    rewrite(tmp_path, {"": {"made": 'by "me"'}, "chances": {"end": 2.5}})
    text = '# Ours.\nmade = "by \\"me\\""\n\n[chances]\nend = 2.5  # points\n\n[weights]\nend = 1\n'
    assert (tmp_path / "advice.toml").read_text() == text


def test_the_new_weights_can_go_to_another_file(folder: Path, tmp_path: Path) -> None:
    before, out = (folder / "advice.toml").read_text(), tmp_path / "mine.toml"
    assert learn.keep(TINY, TrainingResult({"barn:0,0@5": 1.25}, 230, 400), folder, out) == out
    assert tomllib.loads(out.read_text())["weights"]["barn:0,0@5"] == 1.25
    assert (folder / "advice.toml").read_text() == before


def test_a_title_in_an_installed_package_needs_a_file_of_your_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = menagerie.load("zooloretto-mini")
    assert target(game, None) == game.folder / "advice.toml"
    monkeypatch.setattr(game, "folder", tmp_path / "site-packages" / "menagerie_llamas")
    assert target(game, str(tmp_path / "mine.toml")) == tmp_path / "mine.toml"
    with pytest.raises(BadSetup, match=r"whose files the next installation replaces\. Add --out FILE\.$"):
        target(game, None)
    for command in (["learn"], ["calibrate", "--keep"]):
        assert main(["lab", *command, "zooloretto-mini", "--out", str(tmp_path / "no" / "mine.toml")]) == 2
        assert "mine.toml cannot be written: there is no folder" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"players": (1,)}, "with 2 players or more, not 1"),
        ({"players": (6,)}, "2 to 5"),
        ({"rounds": 0}, "at least one round of one game"),
        ({"match": 3}, "an even number, not 3"),
    ],
)
def test_lessons_that_cannot_be(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        learn.learn(replace(TINY, **wrong), Here(), nothing)  # type: ignore[arg-type]


# Teams.

TEAM = Lesson("zoo-escape", (2,), rounds=1, games=1, match=2, seed=7)


def team_rows(*found: tuple[list[float], float, int]) -> learn_team.TeamRows:
    made = learn_team.TeamRows()
    for features, won, times in found:
        made.features += [features] * times
        made.won += [won] * times
    return made


def test_a_team_learns_what_its_chances_were() -> None:
    regression = learn_team.Regression([0.0, 0.0], [0, 1], 0.01)
    regression.add(
        team_rows(([1.0, 0.0], 1.0, 50), ([1.0, 0.0], 0.0, 50), ([1.0, 1.0], 1.0, 75), ([1.0, 1.0], 0.0, 25))
    )
    assert regression.weights() == pytest.approx([0.0, math.log(3)], abs=0.02)


def test_no_weight_of_a_team_has_the_wrong_sign() -> None:
    regression = learn_team.Regression([0.0, 0.5], [0, -1], 0.01)
    regression.add(team_rows(([1.0, 0.0], 0.0, 60), ([1.0, 1.0], 1.0, 60)))
    assert regression.weights()[1] == 0


def test_what_a_team_never_sees_keeps_its_weight() -> None:
    regression = learn_team.Regression([0.0, 2.5], [0, 1], 1.0)
    regression.add(team_rows(([1.0, 0.0], 1.0, 30), ([1.0, 0.0], 0.0, 10)))
    assert regression.weights()[1] == 2.5


def test_signs_are_what_the_title_says() -> None:
    game = menagerie.load("zoo-escape")
    names = ["outset:all", "parts:found", "keepers:near", "ride:tiles", "ride:farthest"]
    assert learn_team.signs(game, names) == [0, 1, -1, 1, -1]
    weights = game.advice().weights.values
    for name, sign in zip(weights, learn_team.signs(game, list(weights)), strict=True):
        assert weights[name] * sign >= 0, name


def test_a_team_learns_the_same_from_the_same_seed() -> None:
    first = learn.learn(TEAM, Here(), nothing)
    assert learn.learn(TEAM, Here(), nothing) == first
    before = menagerie.load("zoo-escape").advice().weights.values
    assert first.values.keys() == before.keys()
    assert first.values["danger"] == before["danger"]
    assert first.values != before
    assert learn.learn(replace(TEAM, seed=8), Here(), nothing).values != first.values


def test_a_team_learns_nothing_afresh() -> None:
    with pytest.raises(BadSetup, match="a team that knows nothing never wins"):
        learn.learn(replace(TEAM, afresh=True), Here(), nothing)


# The command.


def test_the_command_complains_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["lab", "learn", "zooloretto-mini", "--players", "two"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "menagerie: Numbers of players look like 2,3,4, not 'two'."
    monkeypatch.setitem(_extras.EXTRAS, "learn", ("no_such_package",))
    assert main(["lab", "learn", "zooloretto-mini"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith("pip install 'menagerie[learn]'.")


def test_the_command_refuses_what_is_not_better(capsys: pytest.CaptureFixture[str]) -> None:
    file = menagerie.load("zooloretto-mini").folder / "advice.toml"
    before = file.read_text()
    assert (
        main(
            [
                "lab",
                "learn",
                "zooloretto-mini",
                "--afresh",
                "--rounds",
                "1",
                "--games",
                "2",
                "--match",
                "6",
                "--jobs",
                "1",
            ]
        )
        == 2
    )
    assert "so the old ones stay" in capsys.readouterr().err
    assert file.read_text() == before
