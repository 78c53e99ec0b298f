"""How to play, in a few cards with pictures: `learn.toml` in a title's folder, each card a moment of the recorded game
`learn.zoo` beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from menagerie.core.content import Content
from menagerie.core.display import illustration
from menagerie.core.display.illustration import Illustration
from menagerie.core.errors import MenagerieError
from menagerie.core.game import Game
from menagerie.core.record import Record

CARDS: Final = "learn.toml"
GAME: Final = "learn.zoo"


@dataclass(frozen=True, kw_only=True)
class Card(Illustration):
    """A card: one thing to know."""

    heading: str


def has_cards(game: Game) -> bool:
    """Return whether the title has cards on how to play."""
    return (game.folder / CARDS).is_file()


def cards(game: Game) -> list[Card]:
    """Return a title's cards; raises BadContent naming a wrong card."""
    if not has_cards(game):
        raise MenagerieError(f"There are no cards on how to play {game.name}. Read the rules instead.")
    record = Record.load(game.folder / GAME)
    record.use(game)
    return [
        Card(heading=entry.text("heading"), **illustration.values(illustration.moment(record, GAME, entry), entry))
        for entry in Content(game.folder).read(CARDS).entries("card")
    ]
