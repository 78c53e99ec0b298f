"""Commands about the titles: the list, lessons and rules."""

from __future__ import annotations

import argparse

import menagerie
from menagerie.cli.arguments import Add, count
from menagerie.core.option import Option


def titles(chosen: argparse.Namespace) -> int:
    """List what can be played."""
    from menagerie.core.registry import catalog
    from menagerie.core.seats import counted
    from menagerie.terminal.setups import describe_first_game, describe_players

    for game in catalog():
        print(f"{game.id}: {game.name}, {describe_players(game)}")
        print(f"    {game.about.values.get('line', '')}")
        for option in game.options:
            usual = option.write(option.default)
            print(f"    --option {option.name}=...  {option.help}")
            print(f"        {', '.join(_choices(option))}{f' (by default {usual})' if usual else ''}")
        for players in game.first_game:
            with_so_many = f"with {counted(players, 'player', 'players')}"
            print(f"    for a first game {with_so_many}: --option {describe_first_game(game, players)}")
    return 0


def _choices(option: Option) -> list[str]:
    """Return what can be typed, with its meaning where that says more: `3h: 3 houses, 80 spaces`."""
    told = zip(option.choices, option.words, strict=False)
    return [choice if words == choice else f"{choice}: {words}" for choice, words in told]


def learn(chosen: argparse.Namespace) -> int:
    """Show how to play a title in a few cards, or play a lesson."""
    from menagerie.terminal import lesson
    from menagerie.terminal.learn import learn as show
    from menagerie.terminal.screen import choose_screen

    game, screen = menagerie.load(chosen.title), choose_screen()
    if chosen.check:
        return lesson.check(game, screen)
    if chosen.lesson is not None:
        return lesson.teach(game, chosen.lesson, screen, chosen.again)
    show(game, screen, chosen.card)
    return 0


def rules(chosen: argparse.Namespace) -> int:
    """Show a title's rules, or some of them."""
    from menagerie.terminal.rules import look_up
    from menagerie.terminal.screen import choose_screen

    choose_screen().page(look_up(menagerie.load(chosen.title), " ".join(chosen.wanted)))
    return 0


def add_commands(add: Add) -> None:
    """Add the commands to the parser."""
    add(titles, "list what can be played, with players and options", "titles")
    command = add(
        learn, "show how to play a title, in cards or in lessons", "learn {0}\nlearn {0} 3\nlearn {0} --lesson 1"
    )
    command.add_argument("title", metavar="TITLE")
    command.add_argument("card", metavar="CARD", nargs="?", type=count, help="one card by its number")
    command.add_argument("--lesson", metavar="N", type=count, help="play a lesson with the coach, or continue it")
    command.add_argument("--again", action="store_true", help="start the lesson over")
    command.add_argument("--check", action="store_true", help="check the title's lessons")
    command = add(rules, "show the rules of a title", "rules {0}\nrules {0} 3.2\nrules {0} barn")
    command.add_argument("title", metavar="TITLE")
    command.add_argument(
        "wanted",
        metavar="NUMBER or WORDS",
        nargs="*",
        default=[],
        help="a chapter (3), a rule (3.2), or words to look for",
    )
