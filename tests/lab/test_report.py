"""Reports: one page with everything inside, the same from the same data, readable by people and programs."""

from __future__ import annotations

import base64
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.tiers import COMPLETE

import menagerie
from menagerie import BadSetup
from menagerie.cli import main
from menagerie.lab.estimates import Estimate, difference, mean, rounded, share
from menagerie.lab.parallel import Here
from menagerie.lab.report.page import page
from menagerie.lab.report.plots import THEME, Pictures
from menagerie.lab.report.sections import first_verdict, spread_words
from menagerie.lab.report.study import Study, carry_out, plan
from menagerie.lab.report.words import amount, bot_words

pytest.importorskip("matplotlib", reason="the extra lab is not installed")

TITLE = "zooloretto-mini"
DOCS = Path(__file__).parents[2] / "docs" / "reports"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A small one of everything: ten games of each number of players, short matches, a few positions."""
    wanted = plan(menagerie.load(TITLE), games=5)
    folder = tmp_path_factory.mktemp("data")
    done: list[int] = []
    file = carry_out(wanted, folder, Here(), lambda what, games: done.append(games))
    assert sum(done) == wanted.games
    assert sorted([one.name for one in folder.iterdir()]) == [
        f"{TITLE}-chances.json",
        f"{TITLE}-curve.json",
        f"{TITLE}.parquet",
    ]
    return Study.read(file)


class Ids(HTMLParser):
    """The ids of a page, and what is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if known.get("id"):
            self.ids.append(str(known["id"]))
        for name in ("src", "href"):
            if known.get(name) and tag != "use":
                self.loads.append(str(known[name]))
        if tag not in ("meta", "br", "path", "use", "rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


def test_a_page_answers_the_questions_of_a_designer(study: Study) -> None:
    made = page([study])
    headings = re.findall(r"<h3>(.*?)</h3>", made)
    assert headings[:2] == ["In short", "Is it good to be first?"]
    for heading in (
        "Balance: kind in play",
        "How long does it take?",
        "How much is there to choose?",
        "Where do points come from?",
        "What matters: into enclosures",
        "Does thinking longer help?",
        "Can one tell who will win?",
        "How this was made",
    ):
        assert heading in headings
    assert "menagerie lab simulate zooloretto-mini keeper:1000 --players 2,3,4,5 --games 5 --seed 0" in made
    assert f"Menagerie {menagerie.__version__}, rules version 1" in made


def test_it_is_one_file_and_the_same_every_time(study: Study) -> None:
    made = page([study])
    assert made == page([study])
    assert "18 November" in page([study], date="18 November")
    parser = Ids()
    parser.feed(made)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids)), "pictures do not share ids"
    assert all(one.startswith(("data:", "#")) for one in parser.loads), "nothing is loaded from elsewhere"
    assert len(made) < 1024 * 1024


def test_pictures_have_the_colours_of_the_page_by_day_and_by_night(study: Study) -> None:
    made = page([study])
    assert "prefers-color-scheme: dark" in made
    assert made.count("<svg") == made.count('role="img" aria-label="')
    for svg in re.findall(r"<svg.*?</svg>", made, flags=re.DOTALL):
        assert "var(--ink)" in svg
        assert not any(standing_for in svg for standing_for in THEME)


def test_data_can_be_taken_along(study: Study) -> None:
    found = re.search(r'download="wins-by-place-in-turn-order.csv" href="data:text/csv;base64,([^"]+)"', page([study]))
    assert found is not None
    lines = base64.b64decode(found[1]).decode().splitlines()
    assert lines[0] == "games,place in turn order,won,fair,points ahead of the others' mean"
    assert len(lines) == 1 + 2 + 3 + 4 + 5


def test_what_was_measured_is_not_measured_again(study: Study, tmp_path: Path) -> None:
    wanted = plan(menagerie.load(TITLE), games=2)
    file = carry_out(wanted, tmp_path, Here(), lambda what, games: None)
    before = {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()}
    assert carry_out(wanted, tmp_path, Here(), lambda what, games: None) == file
    assert {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()} == before


def test_a_variant_stands_beside_the_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "dear"
    shutil.copytree(menagerie.load(TITLE).folder / "content", folder)
    box = folder / "box.toml"
    box.write_text(box.read_text().replace("kind_in_barn = -2", "kind_in_barn = -5"))
    table, out = str(tmp_path / "games.parquet"), tmp_path / "page.html"
    common = ["--content", str(folder), "--jobs", "1"]
    assert main(["lab", "simulate", TITLE, "random", "--games", "10", "--out", table, *common]) == 0
    assert "content dear, less the title's own content on the same deals:" in capsys.readouterr().out
    assert main(["lab", "report", table, "--out", str(out)]) == 0
    made = out.read_text()
    assert "The variants, side by side" in made
    assert re.search(r"content dear: differs in points of a seat -\d", made), "the barn costs more"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "Name titles, tables written by"),
        (["nothing.parquet"], "There is no table nothing.parquet, nor a title of that name."),
        (["--all", TITLE], "--all takes no names"),
    ],
)
def test_what_cannot_be_reported_is_refused_in_a_sentence(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "report", *arguments, "--jobs", "1"]) == 2
    assert reason in capsys.readouterr().err.splitlines()[-1]


def test_a_curve_that_is_none_is_told(study: Study, tmp_path: Path) -> None:
    file = carry_out(plan(menagerie.load(TITLE), games=1), tmp_path, Here(), lambda what, games: None)
    (tmp_path / f"{TITLE}-curve.json").write_text(json.dumps([{"bots": {}}]))
    with pytest.raises(BadSetup, match="does not hold what `menagerie arena"):
        Study.read(file)
    (tmp_path / f"{TITLE}-curve.json").write_text("[")
    with pytest.raises(BadSetup, match="cannot be read as JSON"):
        Study.read(file)


@pytest.mark.parametrize("title", COMPLETE)
def test_every_title_has_a_plan_that_can_be_played(title: str) -> None:
    wanted = plan(menagerie.load(title))
    wanted.grid.check()
    assert not wanted.grid.depends_on_time
    assert wanted.matches
    assert wanted.survey is not None
    for match in wanted.matches:
        match.check()


@pytest.mark.parametrize("title", COMPLETE)
def test_every_title_has_a_report_in_the_documentation(title: str) -> None:
    made = (DOCS / f"{title}.html").read_text(encoding="utf-8")
    assert len(made.encode()) < 1024 * 1024
    assert menagerie.load(title).name.replace("'", "&#x27;") in made
    assert f"rules version {menagerie.load(title).rules_version}," in made, "made again when rules change"


def test_intervals_that_touch_an_end_or_are_not_known_can_be_drawn() -> None:
    pictures = Pictures()
    sure = share([1.0] * 20)
    assert sure.high - sure.value <= 0
    for picture in (
        pictures.line([(1, sure), (10, sure)], "time", "always"),
        pictures.dots([("x", mean([5.0]))], "", ""),
    ):
        assert picture.startswith("<svg")
    assert amount(mean([5.0])) == "5.0 (of one game)"


# What figures allow one to say.


def between(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, 400)


@pytest.mark.parametrize(
    ("won", "ahead", "verdict"),
    [
        (between(-0.02, 0.06), between(0.1, 0.7), "Being first is an advantage in points: +0.4 (+0.1 to +0.7) points"),
        (between(-0.02, 0.06), between(0.1, 0.7), "Wins show no clear difference: +2.0 (-2.0 to +6.0) percentage"),
        (between(0.02, 0.06), between(0.1, 0.7), "an advantage in wins, and also an advantage in points"),
        (between(0.02, 0.06), between(-0.7, -0.1), "an advantage in wins, but a disadvantage in points"),
        (between(-0.06, -0.02), between(-0.7, 0.1), "Being first is a disadvantage in wins. Points show no clear"),
        (between(-0.02, 0.06), between(-0.1, 0.7), "Neither wins nor points show a clear difference"),
    ],
)
def test_what_is_said_of_being_first_fits_both_intervals(won: Estimate, ahead: Estimate, verdict: str) -> None:
    assert verdict in first_verdict(won, ahead)


def test_one_of_many_must_stand_out_among_all_of_them() -> None:
    """A difference that is clear alone (its interval begins at 0.1) may be the luckiest of 20."""
    rest = [(f"kind {number}", between(-1.0, 1.0)) for number in range(19)]
    said = spread_words("kind", [("owl", between(0.1, 2.1)), *rest], "points", 1, "points")
    assert said.endswith(
        "Taking all 20 together, none stands out clearly. 1 more interval leaves out 0, "
        "as chance alone does with about 1.0 of 20."
    )
    assert spread_words("kind", [("owl", between(1.1, 3.1)), *rest], "points", 1, "points").endswith(
        "Taking all 20 together, these stand out clearly: owl."
    )


def test_no_page_speaks_of_the_certainty_of_an_interval(study: Study) -> None:
    made = page([study])
    assert "certainty" not in made
    assert "about 19 of 20 contain the true one" in made
    assert "-0.0 " not in made
    assert "-0.0)" not in made


def test_rounding_hides_neither_a_sign_nor_a_zero() -> None:
    assert [rounded(number, signed=True) for number in (0.34, 0.04, -0.04, -0.0, 0.001)] == [
        "+0.3",
        "+0.04",
        "-0.04",
        "0.0",
        "0.0",
    ]


def test_the_difference_of_two_shares_has_an_interval() -> None:
    """The first example in Newcombe's paper of 1998: 56 of 70 less 48 of 80."""
    found = difference(share([1.0] * 56 + [0.0] * 14), share([1.0] * 48 + [0.0] * 32))
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_a_title_without_advice_is_played_by_montecarlo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = menagerie.load(TITLE)
    monkeypatch.setattr(game, "folder", tmp_path)
    assert [entrant.name for lineup in plan(game).grid.lineups for entrant in lineup] == ["montecarlo:100"]


def test_bots_are_told_in_words() -> None:
    assert bot_words("keeper:1000, greedy") == "keeper (a bot that looks at 1000 positions a turn) and greedy (a bot)"
