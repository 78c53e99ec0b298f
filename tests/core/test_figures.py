"""The figures of the rules: every one can be drawn, and what stands beside it is true."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie import BadContent
from menagerie.core import rules_page
from menagerie.core.display import figures
from menagerie.core.display.figures import Figure
from menagerie.terminal import paint
from tests.core.test_learning import LARGEST, WIDEST
from tests.tiers import COMPLETE

TITLE = "zooloretto-mini"
FEWEST = 5

titles = pytest.mark.parametrize("title", COMPLETE)


def page(title: str) -> str:
    return rules_page.read(menagerie.load(title))


def drawn(title: str) -> list[Figure]:
    return figures.figures(menagerie.load(title), page(title))


@titles
def test_a_title_has_figures_each_below_a_rule(title: str) -> None:
    lines = page(title).splitlines()
    assert len(drawn(title)) >= FEWEST
    for figure in drawn(title):
        assert lines[figure.line - 1] == "```position"
        paragraph = "\n".join(lines[: figure.line - 1]).rstrip().split("\n\n")
        above = next(
            number for number in map(rules_page.number_of, reversed("\n".join(paragraph).splitlines())) if number
        )
        assert "." in above, f"the figure on line {figure.line} belongs to no rule"


@titles
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_figure_is_drawn_with_its_lights(title: str, theme: str) -> None:
    for figure in drawn(title):
        picture = figure.picture(theme)
        assert len(picture) < LARGEST, figure.words
        root = ElementTree.fromstring(picture)
        assert theme in root.attrib["class"].split()
        assert picture.count('filter="url(#lamplight)"') == len(figure.lit) > 0
        assert figure.shows, f"nothing to read out for line {figure.line}"
        box = [float(number) for number in root.attrib["viewBox"].split()]
        assert box == pytest.approx(figure.box, abs=0.01)


@titles
def test_what_is_lit_lies_in_the_window(title: str) -> None:
    for figure in drawn(title):
        if figure.window:
            x, y, width, height = figure.window
            for id in figure.lit:
                piece = figure.scene.pieces[id]
                if piece.body.startswith("<path") and (piece.x, piece.y) == (0, 0):
                    continue  # a run: it has the coordinates of the map
                assert x <= piece.x <= x + width, (figure.line, id)
                assert y <= piece.y <= y + height, (figure.line, id)


@titles
def test_numbers_beside_a_figure_are_looked_up(title: str) -> None:
    for written in re.findall(r'^words = "(.*)"$', page(title), re.MULTILINE):
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", written)), f"a number that nothing checks: {written}"
    assert not any("{" in figure.words for figure in drawn(title))


@titles
def test_a_terminal_has_lines_for_it_that_fit(title: str) -> None:
    for figure in drawn(title):
        shown = figure.text().splitlines()
        assert shown, figure.line
        assert set(shown) <= set(str(figure.state).splitlines())
        arranged = paint.arrange(figure.text(), WIDEST, 24).splitlines()
        assert max(len(line) for line in arranged) <= WIDEST, figure.line


BLOCK = """\
# Rules

**1.1 One.** Words.

```position
words = "{words}"
{moment}
parts = ["piles"]
lit = [{lit}]
lines = ["Trucks"]
```

**1.2 Two.** More.
"""


def written(words: str = "Fine.", moment: str = 'record = "learn.zoo"\nat = 3', lit: str = '"pile"') -> str:
    return BLOCK.format(words=words, moment=moment, lit=lit)


def test_a_position_can_be_set_up_and_played() -> None:
    moment = 'players = 2\nseed = 7\noptions = { removed = ["wolf", "rhino", "llama"] }\ndecisions = ["draw", "load 2"]'
    (figure,) = figures.figures(menagerie.load(TITLE), written("{view.players} play.", moment))
    assert figure.words == "2 play."
    assert [str(action) for _, action in figure.state.history] == ["draw", "load 2"]
    assert "wolf" not in figure.state.view(None)["kinds"]


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ({"moment": 'record = "learn.zoo"\nat = 9999'}, "line 5: at = 9999 is wrong; it must be a moment of learn.zoo"),
        ({"moment": 'record = "gone.zoo"\nat = 1'}, "line 5: .*gone.zoo cannot be read"),
        ({"moment": "players = 9\nseed = 1"}, "line 5: Zooloretto Mini is for 2 to 5 players"),
        ({"moment": 'players = 2\nseed = 1\ndecisions = ["take 1"]'}, "line 5: Truck 1 is empty"),
        ({"moment": "players = "}, r"line 5: is not TOML: .*line 7"),
        ({"lit": '"unicorn"'}, r"line 5: lit = \['unicorn'\] is wrong; it must be of these: .*pile"),
        ({"lit": '"enclosure-B-1"'}, "line 5: lit = .* is wrong"),
        ({"lit": ""}, "line 5: lit = "),
        ({"words": "{view.nonsense}"}, "line 5: there is no 'view.nonsense'"),
    ],
)
def test_a_wrong_figure_is_named_with_file_and_line(block: dict[str, str], problem: str) -> None:
    with pytest.raises(BadContent, match=rf"docs/rules/zooloretto-mini.md, {problem}"):
        figures.figures(menagerie.load(TITLE), written(**block))


def test_of_an_excerpt_only_its_figures_are_drawn_and_lines_are_those_of_the_page() -> None:
    whole = page(TITLE)
    (figure,) = figures.figures(menagerie.load(TITLE), whole, rules_page.section(whole, "3.5"))
    assert whole.splitlines()[figure.line - 1] == "```position"
    assert "rhino" in figure.words


def test_the_page_without_its_figures() -> None:
    assert figures.without(written()) == "# Rules\n\n**1.1 One.** Words.\n\n**1.2 Two.** More.\n"
    assert "Here it is.\n\n**1.2" in figures.replaced(written(), ["Here it is."])
