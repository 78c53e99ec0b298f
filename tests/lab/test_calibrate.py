"""Chances against what happens."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie import BadSetup
from menagerie.cli import main
from menagerie.core.advice import Advice
from menagerie.lab import calibrate
from menagerie.lab.calibrate import Moment, Survey
from menagerie.lab.standing import wilson

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
    moments = happened(calibrate.with_scale(advice, (9.0, 3.0)), 3000)
    begin, end = calibrate.fitted(advice, moments)
    assert begin == pytest.approx(9.0, rel=0.2)
    assert end == pytest.approx(3.0, rel=0.2)


def test_chances_that_are_true_lie_on_the_line(advice: Advice) -> None:
    true = calibrate.with_scale(advice, (9.0, 3.0))
    findings = calibrate.judged(true, (9.0, 3.0), happened(true, 3000))
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
    findings = calibrate.calibrate(survey, 1, lambda what, by: done.append(by))
    assert (findings.positions, sum(done)) == (24, survey.games)
    assert calibrate.calibrate(survey, 1, lambda what, by: None) == findings
    assert findings.brier_ignorant == pytest.approx(calibrate.brier([1 / 3], [0.0]), abs=0.34)
    picture = ElementTree.fromstring(calibrate.chart(survey, findings))
    circles = picture.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len([found for found in findings.bins if found.count])


def test_a_game_gives_as_many_positions_as_are_asked_for() -> None:
    survey = Survey("zooloretto-mini", 2, positions=16, each=16)
    assert (survey.games, calibrate.calibrate(survey, 1, lambda what, by: None).positions) == (4, 16)


def test_surveys_that_cannot_be() -> None:
    for wrong in (
        Survey("zooloretto-mini", 9),
        Survey("zooloretto-mini", 2, "nobody"),
        Survey("zooloretto-mini", 2, positions=0),
        Survey("zooloretto-mini", 2, each=0),
    ):
        with pytest.raises(BadSetup):
            calibrate.calibrate(wrong, 1, lambda what, by: None)


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "calibrate", "zooloretto-mini", "--positions", "16", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "Zooloretto Mini, 2 players, 16 games of greedy" in out
    assert "Brier score" in out
