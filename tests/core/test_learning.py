"""How to play: the cards of every title can be drawn, and what they say is true."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie import BadContent, MenagerieError, Record
from menagerie.core.content import Content
from menagerie.core.display import learning
from menagerie.core.game import Game
from menagerie.terminal import paint
from tests.tiers import COMPLETE

MOST_WORDS = 29
LARGEST = 64_000
"""Characters of a picture."""
WIDEST = 80
"""Characters of a line in a terminal."""

titles = pytest.mark.parametrize("title", COMPLETE)


def cards(title: str) -> list[learning.Card]:
    return learning.cards(menagerie.load(title))


@titles
def test_the_cards_are_goal_turn_scoring_end_and_two_tips(title: str) -> None:
    headings = [card.heading for card in cards(title)]
    assert 5 <= len(headings) <= 7
    assert headings[0] == "The goal"
    assert headings[1].startswith("Your turn")
    assert sum(heading.startswith(("What scores", "What counts")) for heading in headings) == 1
    assert headings.count("How it ends") == 1
    assert [heading.startswith("Tip: ") for heading in headings[-3:]] == [False, True, True]


@titles
def test_words_are_few_and_their_numbers_are_looked_up(title: str) -> None:
    raw = [entry.text("words") for entry in Content(menagerie.load(title).folder).read(learning.CARDS).entries("card")]
    for written, card in zip(raw, cards(title), strict=True):
        assert len(card.words.split()) <= MOST_WORDS, card.words
        assert "{" not in card.words
        assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", written)), f"a number that nothing checks: {written}"


@titles
def test_the_game_replays_to_its_end(title: str) -> None:
    record = Record.load(menagerie.load(title).folder / learning.GAME)
    assert record.title == title
    assert record.final().is_over


@titles
def test_every_lit_piece_lies_on_a_part_that_is_shown(title: str) -> None:
    for card in cards(title):
        assert card.shown, card.heading
        assert card.lit
        for id in card.lit:
            assert id in card.scene.pieces, (card.heading, id)
            assert card.scene.pieces[id].part in card.shown, (card.heading, id)
        assert card.shows, f"nothing to read out for {card.heading}"
        if card.window:
            (part,) = card.shown
            x, y, width, height = card.window
            assert x >= 0 <= y
            assert x + width <= card.scene.parts[part].width
            assert y + height <= card.scene.parts[part].height


@titles
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_small_and_whole(title: str, theme: str) -> None:
    for card in cards(title):
        picture = card.picture(theme)
        assert len(picture) < LARGEST, card.heading
        root = ElementTree.fromstring(picture)
        assert theme in root.attrib["class"].split()
        ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture))
        assert {one or other for one, other in used} <= ids, "a drawing is missing"
        assert picture.count('filter="url(#lamplight)"') == len(card.lit)


@titles
def test_a_terminal_shows_the_moment_in_lines_that_fit(title: str) -> None:
    for card in cards(title):
        table = str(card.state).splitlines()
        for beginning in card.lines:
            assert any(line.lstrip(" >").startswith(beginning) for line in table), (card.heading, beginning)
        shown = card.text().splitlines()
        assert shown
        assert set(shown) <= set(table)
        arranged = paint.arrange(card.text(), WIDEST, 24).splitlines()
        assert max(len(line) for line in arranged) <= WIDEST, card.heading


def wrong_cards(tmp_path: Path, words: str = "Fine.", at: int = 3) -> Game:
    """A title whose only card is not right."""
    game = menagerie.load("zooloretto-mini")
    shutil.copytree(game.folder / "content", tmp_path / "content")
    for name in ("title.toml", learning.GAME):
        shutil.copy(game.folder / name, tmp_path / name)
    card = f'[[card]]\nheading = "H"\nwords = "{words}"\nat = {at}\n'
    (tmp_path / learning.CARDS).write_text(card + 'parts = ["piles"]\nlit = ["pile"]\nlines = ["Trucks"]\n')
    return type(game)(tmp_path)


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        ({"at": 9999}, r"number 1: at = 9999 is wrong; it must be a moment of learn.zoo, 0 to 153"),
        ({"words": "{view.nonsense}"}, r"number 1: there is no 'view.nonsense'"),
        ({"words": "{content.box.points.by_animals.77}"}, r"there is no 'content.box.points.by_animals.77'"),
        ({"words": "{guess}"}, r"it must be words with \{view.NAME\} or \{content.FILE.NAME\}"),
    ],
)
def test_a_wrong_card_is_named(tmp_path: Path, card: dict[str, object], problem: str) -> None:
    with pytest.raises(BadContent, match=problem):
        learning.cards(wrong_cards(tmp_path, **card))  # type: ignore[arg-type]


def test_a_title_without_cards_says_so(tmp_path: Path) -> None:
    game = wrong_cards(tmp_path)
    (tmp_path / learning.CARDS).unlink()
    assert not learning.has_cards(game)
    with pytest.raises(MenagerieError, match="no cards on how to play Zooloretto Mini"):
        learning.cards(game)


def test_numbers_come_from_the_content_that_is_played_with(tmp_path: Path) -> None:
    game = wrong_cards(tmp_path, "It is worth {content.box.points.by_animals.6}, with {view.tiles_left} left.", at=0)
    box = tmp_path / "content" / "box.toml"
    box.write_text(box.read_text().replace("4, 8, 12]", "4, 8, 13]"))
    (card,) = learning.cards(game)
    assert card.words == f"It is worth 13, with {card.state.view(None)['tiles_left']} left."
