"""Catalog the titles for the server: cards, rules, styles and pictures. Built once, then kept."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from menagerie import bots
from menagerie.core import rules_page
from menagerie.core.display import figures, learning
from menagerie.core.display.covers import cover
from menagerie.core.display.figures import Figure
from menagerie.core.display.scene import look, symbol
from menagerie.core.errors import MenagerieError, UnknownGame
from menagerie.core.game import Game
from menagerie.core.registry import load, titles
from menagerie.puzzles import book
from menagerie.server.base import bot_anchors
from menagerie.server.base.cooperation import is_cooperative
from menagerie.server.base.errors import missing
from menagerie.server.protocol.outgoing.titles import (
    BotKind,
    Learn,
    LearnCard,
    OptionType,
    Rules,
    Symbol,
    TitleCard,
    TitleOption,
    Titles,
)

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

ICONS: Final = ("chair", "crown", "logo", "moon", "owl", "robot")
"""The pages' own drawings, besides those of the tables."""


def title(id: str) -> Game:
    """Return the title with this id."""
    try:
        return load(id)
    except UnknownGame:
        raise missing("title") from None


def cards() -> Titles:
    """Return a card for every title, and the kinds of bots."""
    return _cards(bots.kinds())


@cache
def _cards(kinds: tuple[str, ...]) -> Titles:
    return Titles(titles=[_card(load(id)) for id in titles()], bots=[_bot(kind) for kind in kinds])


def _card(game: Game) -> TitleCard:
    about = game.about
    name = about.text("symbol")
    return TitleCard(
        id=game.id,
        name=game.name,
        players=list(game.players),
        line=about.text("line"),
        minutes=about.numbers("minutes", 2),
        difficulty=about.text("difficulty"),
        designer=about.text("designer"),
        publisher=about.text("publisher"),
        year=about.number("year"),
        symbol=Symbol(id=name, svg=symbol(name)),
        options=[
            TitleOption(
                name=option.name,
                heading=option.heading,
                type=cast(OptionType, option.type),
                default=option.default,
                choices=option.choices,
                words=option.words,
                help=option.help,
            )
            for option in game.options
        ],
        first_game={str(players): options for players, options in game.first_game.items()},
        bots=[_bot(kind) for kind in bots.offered(game)],
        usual_bot=bots.usual(game),
        team=is_cooperative(game),
        style=style_address(game.id),
        picture=f"/api/titles/{game.id}/picture.svg",
        learn=f"/learn/{game.id}" if learning.has_cards(game) else None,
        puzzles=f"/puzzles#{game.id}" if book.has_puzzles(game) else None,
        rated=bool(bot_anchors.kinds(game.id)),
    )


def _bot(kind: str) -> BotKind:
    return BotKind(kind=kind, name=bots.name_of(kind), line=bots.line_of(kind) or kind)


@cache
def picture(id: str, theme: Literal["light", "dark"] = "light") -> str:
    """Return a title's cover."""
    return cover(title(id), theme)


@cache
def _learning(id: str) -> list[learning.Card]:
    game = title(id)
    if not learning.has_cards(game):
        raise missing("card")
    return learning.cards(game)


def learn(id: str) -> Learn:
    """Return how to play a title, on a few cards."""
    cards = [
        LearnCard(
            heading=card.heading,
            words=card.words,
            shows=card.shows,
            picture=f"/api/titles/{id}/learn/{number}/picture.svg",
        )
        for number, card in enumerate(_learning(id), start=1)
    ]
    return Learn(title=id, name=title(id).name, cards=cards)


@cache
def learn_picture(id: str, number: int, theme: Literal["light", "dark"] = "light") -> str:
    """Return the picture of a card, counted from 1."""
    cards = _learning(id)
    if not 1 <= number <= len(cards):
        raise missing("card")
    return cards[number - 1].picture(theme)


@cache
def icons() -> str:
    """Return the pages' drawings as symbols of one document."""
    drawings = "\n".join([symbol(name) for name in ICONS])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawings}\n</svg>\n'


@cache
def style(id: str) -> str:
    """Return what a title adds to the shared look; `look` returns that look."""
    return look() if id == "look" else title(id).scene(title(id).new(seed=1)).style


@cache
def style_address(id: str) -> str:
    """Return a style's address, which includes its version so that browsers load a changed style."""
    return f"/style/{id}.css?v={tag(style(id).encode())}"


def tag(content: bytes) -> str:
    """Return a tag that identifies the content."""
    return hashlib.sha256(content).hexdigest()[:32]


@cache
def _figures(id: str) -> list[Figure]:
    game = title(id)
    return figures.figures(game, rules_page.read(game))


@cache
def rules(id: str) -> Rules:
    """Return the rules page, with an anchor at every numbered section."""
    game = title(id)
    try:
        page = rules_page.read(game)
    except MenagerieError:
        raise missing("rules page") from None
    shown = [_figure_html(id, number, figure) for number, figure in enumerate(_figures(id), start=1)]
    return Rules(title=id, name=game.name, html=to_html(page, shown))


def _figure_html(id: str, number: int, figure: Figure) -> str:
    """Return a figure's HTML, with its size so that the page doesn't jump when the picture loads."""
    _, _, width, height = figure.box
    address = f"/api/titles/{id}/rules/{number}/picture.svg"
    lit = f"Lit: {escape(figure.shows)}." if figure.shows else ""
    image = f'<img data-picture="{address}" width="{width:.0f}" height="{height:.0f}" loading="lazy" alt="{lit}">'
    return f'<figure id="figure-{number}">{image}<figcaption>{escape(figure.words)}</figcaption></figure>\n'


@cache
def rules_picture(id: str, number: int, theme: Literal["light", "dark"] = "light") -> str:
    """Return a figure of the rules page, counted from 1."""
    try:
        found = _figures(id)
    except MenagerieError:
        raise missing("rules page") from None
    if not 1 <= number <= len(found):
        raise missing("figure")
    return found[number - 1].picture(theme)


def to_html(text: str, shown: Sequence[str] = ()) -> str:
    """Return HTML for our own Markdown, with `shown` in place of its figures. Section 2.3, a heading or a paragraph,
    gets the id `rule-2.3`."""
    from markdown_it import MarkdownIt  # not at the top: starting the server doesn't need it

    each = iter(shown)

    def fence(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
        return next(each) if tokens[at].info == figures.LANGUAGE else renderer.fence(tokens, at, options, env)

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("fence", fence)
    html: str = parser.render(text)
    return re.sub(r"<(h[1-6]|strong)>(\d+(?:\.\d+)*)(?=[.\s<])", r'<\1 id="rule-\2">\2', html)
