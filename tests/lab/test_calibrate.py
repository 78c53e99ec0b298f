"""Chances against what happens."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie import BadSetup
from menagerie.cli import main
from menagerie.core.advice import Advice
from menagerie.core.record import Record
from menagerie.lab import arena, calibrate
from menagerie.lab.calibrate import Moment, Survey
from menagerie.lab.entrants import Entrant
from menagerie.lab.match import Match
from menagerie.lab.match_stats import wilson
from menagerie.lab.parallel import Here

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def advice() -> Advice:
    return menagerie.load("zooloretto-mini").advice()


def happened(advice: Advice, count: int, seed: int = 1) -> list[Moment]:
    """Positions whose results chance decides, as likely as this advice says."""
    chance = Random(seed)
    found = []
    for _ in range(count):
        worths = [chance.gauss(0, 8), chance.gauss(0, 8)]
        progress = chance.random()
        won = chance.random() < advice.odds(worths, progress)[0]
        found.append(Moment(worths, progress, (float(won), float(not won)), chance.randrange(2)))
    return found


def test_the_scale_that_made_the_results_is_found(advice: Advice) -> None:
    moments = happened(calibrate.with_scale(advice, (9.0, 3.0, 0.0)), 3000)
    begin, end, even = calibrate.fitted(advice, moments)
    assert begin == pytest.approx(9.0, rel=0.2)
    assert end == pytest.approx(3.0, rel=0.2)
    assert even == 0, "somebody wins: there is nothing to set off"


def test_for_a_team_the_worth_of_even_odds_is_found_too() -> None:
    advice = menagerie.load("zoo-escape").advice()
    truth = calibrate.with_scale(advice, (2.0, 1.5, -0.8))
    assert truth.odds([-0.8, -0.8], 0.5) == (0.5, 0.5)
    chance = Random(1)
    moments = []
    for _ in range(3000):
        worth, progress = chance.gauss(0, 2), chance.random()
        won = float(chance.random() < truth.odds([worth], progress)[0])
        moments.append(Moment([worth, worth], progress, (won, won), 0))
    begin, end, even = calibrate.fitted(advice, moments)
    assert begin == pytest.approx(2.0, rel=0.2)
    assert end == pytest.approx(1.5, rel=0.2)
    assert even == pytest.approx(-0.8, abs=0.2)
    findings = calibrate.judged(advice, (begin, end, even), moments)
    assert findings.brier < min(findings.brier_before, findings.brier_ignorant)
    assert f"won as often as lost where worth is {even:g}" in findings.table()


def test_chances_that_are_true_lie_on_the_line(advice: Advice) -> None:
    true = calibrate.with_scale(advice, (9.0, 3.0, 0.0))
    findings = calibrate.judged(true, (9.0, 3.0, 0.0), happened(true, 3000))
    assert sum(found.count for found in findings.bins) == findings.positions == 3000
    for found in findings.bins:
        low, high = wilson(found.won, found.count)
        assert low - 0.05 < found.predicted < high + 0.05
    assert findings.brier == findings.brier_before < findings.brier_ignorant


def test_brier_score() -> None:
    assert calibrate.brier([1.0, 0.5], [1.0, 1.0]) == 0.125


def test_a_survey_is_reproducible_and_can_be_drawn() -> None:
    survey = Survey("zooloretto-mini", 3, positions=24, seed=5)
    done: list[float] = []
    findings = calibrate.calibrate(survey, Here(), lambda what, by: done.append(by))
    assert (findings.positions, sum(done)) == (24, survey.games)
    assert calibrate.calibrate(survey, Here(), lambda what, by: None) == findings
    assert findings.brier_ignorant == pytest.approx(calibrate.brier([1 / 3], [0.0]), abs=0.34)
    picture = ElementTree.fromstring(calibrate.chart(survey, findings))
    circles = picture.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len([found for found in findings.bins if found.count])


def test_a_game_gives_as_many_positions_as_are_asked_for() -> None:
    survey = Survey("zooloretto-mini", 2, positions=16, each=16)
    assert (survey.games, calibrate.calibrate(survey, Here(), lambda what, by: None).positions) == (4, 16)


def test_surveys_that_cannot_be() -> None:
    for wrong in (
        Survey("zooloretto-mini", 9),
        Survey("zooloretto-mini", 2, "nobody"),
        Survey("zooloretto-mini", 2, positions=0),
        Survey("zooloretto-mini", 2, each=0),
    ):
        with pytest.raises(BadSetup):
            calibrate.calibrate(wrong, Here(), lambda what, by: None)


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "calibrate", "zooloretto-mini", "--positions", "16", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "Zooloretto Mini, 2 players, 16 games of greedy" in out
    assert "Brier score" in out


def test_games_that_the_arena_has_kept_are_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("zooloretto-mini", 3, (Entrant.parse("random"),), 8)
    arena.run(match, Here(), lambda result: None, tmp_path, keep_records=True)
    assert main(["lab", "calibrate", "zooloretto-mini", "--records", str(tmp_path), "--each", "5", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "Zooloretto Mini, 8 recorded games" in out
    assert "on 10 positions" in out, "five of each of the two games that did not find the scale"


def test_only_whole_games_of_the_title_tell_anything(tmp_path: Path) -> None:
    for number in range(4):
        Record("night-at-the-zoo", 2, number).save(tmp_path / f"{number}.zoo")
    games = calibrate.kept_games(tmp_path)
    for title, why in (
        ("night-at-the-zoo", "isn't over, so no one has won yet"),
        ("zooloretto-mini", "not of zooloretto-mini"),
    ):
        with pytest.raises(BadSetup, match=why):
            calibrate.calibrate(Survey(title, 2, records=games), Here(), lambda what, by: None)
    (tmp_path / "0.zoo").unlink()
    with pytest.raises(BadSetup, match="at least 4"):
        calibrate.kept_games(tmp_path)
