"""How to play a title in the terminal: its cards, each with its moment of a game as text."""

from __future__ import annotations

from menagerie.core.display import learning
from menagerie.core.display.lessons import lessons
from menagerie.core.errors import BadSetup
from menagerie.core.game import Game
from menagerie.terminal.pager import turn
from menagerie.terminal.progress import Progress
from menagerie.terminal.screen import Screen


def learn(game: Game, screen: Screen, only: int | None = None) -> None:
    """Show all cards, or one. A reader at a terminal turns the pages; a pipe gets all at once."""
    cards = learning.cards(game)
    if only is not None and not 1 <= only <= len(cards):
        raise BadSetup(f"There is no card {only}; the cards are 1 to {len(cards)}.")
    if only is not None or not screen.turns_pages:
        for number in [only] if only is not None else range(1, len(cards) + 1):
            _show(game, cards, number, screen)
    else:
        at: int | None = 1
        while at is not None:
            _show(game, cards, at, screen)
            at = turn(at, len(cards), screen, "card")
    if only is None:
        _offer_lessons(game, screen)


def _offer_lessons(game: Game, screen: Screen) -> None:
    known, progress = lessons(game), Progress()
    if known:
        screen.say("Learn it in a real game, with a coach:", "prompt")
    for lesson in known:
        state = " (started)" if progress.left(lesson) else " (done)" if progress.is_done(lesson) else ""
        screen.say(f"  menagerie learn {game.id} --lesson {lesson.number}   {lesson.heading}{state}")


def _show(game: Game, cards: list[learning.Card], number: int, screen: Screen) -> None:
    card = cards[number - 1]
    screen.begin()
    screen.say(f"How to play {game.name}, {number} of {len(cards)}", "quiet")
    screen.say(card.heading, "title")
    screen.say()
    screen.say(card.words)
    screen.say()
    screen.table(card.text(), room=8)
    screen.say()
