"""Strength against time, from what the arena printed."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from menagerie.cli import main
from menagerie.core.errors import BadSetup
from menagerie.lab import curve

SVG = "{http://www.w3.org/2000/svg}"


def match(folder: Path, seconds: float, wins: float, title: str = "zooloretto-mini") -> Path:
    """A file with a match of 40 games."""
    line = {"wins": wins, "games": 40, "low": 0, "high": 1, "mean_score": 20, "cpu_per_turn": seconds}
    other = {**line, "wins": 40 - wins, "cpu_per_turn": 0.001}
    file = folder / f"{title}-{seconds}.json"
    bots = {f"director:{seconds}s": line, "greedy": other}
    file.write_text(json.dumps({"title": title, "players": 2, "games": 40, "bots": bots}))
    return file


def test_matches_are_sorted_by_what_their_turns_took(tmp_path: Path) -> None:
    points = curve.curve([match(tmp_path, 0.1, 36), match(tmp_path, 0.01, 24)])
    assert [(point.seconds, point.share) for point in points] == [(0.01, 0.6), (0.1, 0.9)]
    lines = curve.table(points).splitlines()
    assert lines[0] == "Zooloretto Mini, 2 players: director v greedy"
    assert "10.0 ms" in lines[2]
    assert "24/40" in lines[2]
    assert "100.0 ms" in lines[3]


def test_every_match_is_a_dot_higher_up_the_more_was_won(tmp_path: Path) -> None:
    files = [match(tmp_path, seconds, wins) for seconds, wins in ((0.003, 12), (0.02, 24), (0.4, 36))]
    picture = ElementTree.fromstring(curve.chart(curve.curve(files)))
    dots = [(float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in picture.findall(f"{SVG}circle")]
    assert len(dots) == 3
    assert dots == sorted(dots)
    assert [up for _, up in dots] == sorted([up for _, up in dots], reverse=True)


def test_one_match_alone_can_be_drawn(tmp_path: Path) -> None:
    picture = ElementTree.fromstring(curve.chart(curve.curve([match(tmp_path, 0.1, 20)])))
    assert len(picture.findall(f"{SVG}circle")) == 1


def test_a_curve_of_somebody_alone_and_a_file_with_an_odd_name(tmp_path: Path) -> None:
    line = {"wins": 3, "games": 4, "low": 0, "high": 1, "mean_score": 20, "cpu_per_turn": 0.1}
    file = tmp_path / "match.json"
    file.write_text(json.dumps({"title": "new-york-zoo", "players": 1, "games": 4, "bots": {"cat&dog.py:Both": line}}))
    points = curve.curve([file])
    assert curve.heading(points) == "New York Zoo, 1 player: cat&dog.py:Both"
    assert "cat&dog.py" in str(ElementTree.fromstring(curve.chart(points))[0].text)


def test_matches_of_different_titles_are_no_curve(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="one title"):
        curve.curve([match(tmp_path, 0.1, 20), match(tmp_path, 0.1, 20, "18zoo")])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"bots": {}}', "Dogs"])
def test_what_is_no_match_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "match.json"
    file.write_text(text)
    with pytest.raises(BadSetup, match=r"arena \.\.\. --json"):
        curve.curve([file])
    with pytest.raises(BadSetup, match="cannot be read"):
        curve.curve([tmp_path / "nowhere.json"])


def test_what_the_arena_prints_becomes_a_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files: list[str] = []
    for limit in (2, 40):
        bots = [f"keeper:{limit}", "random"]
        assert main(["arena", "zooloretto-mini", *bots, "--games", "2", "--jobs", "1", "--json"]) == 0
        files.append(str(tmp_path / f"{limit}.json"))
        Path(files[-1]).write_text(capsys.readouterr().out)
    picture = tmp_path / "curve.svg"
    assert main(["lab", "curve", *files, "--chart", str(picture)]) == 0
    assert "keeper v random" in capsys.readouterr().out
    assert len(ElementTree.parse(picture).getroot().findall(f"{SVG}circle")) == 2
