"""A review in the terminal: a small curve, accuracy, turning points, and better moves."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from menagerie.bots.review import Judgement, Review
from menagerie.core.seats import LETTERS, counted
from menagerie.terminal.screen import Screen

ROWS: Final = 11
"""The curve has a line for each tenth, from 0 to 100 percent."""
WIDEST: Final = 72


def show(made: Review, file: Path, screen: Screen) -> None:
    """Return the whole review, from the overview to the details."""
    screen.say("Chances to win" if made.is_over else "Chances to win, game not finished", "title")
    for line in curve(made, min(WIDEST, screen.width - 6)):
        screen.say(line)
    screen.say()
    _show_players(made, screen)
    _show_turning_points(made, screen)
    _show_mistakes(made, file, screen)


def curve(made: Review, width: int) -> list[str]:
    """Return the seats' letters at the height of their chances, from first choice to end; `*` where they meet."""
    points = [one.before for one in made.judgements] + [made.end]
    count = min(width, len(points))
    columns = [points[number * (len(points) - 1) // max(1, count - 1)] for number in range(count)]
    lines = []
    for row in range(ROWS - 1, -1, -1):
        cells = [_cell(chances, row) for chances in columns]
        lines.append(f"{row * 10:>4}% {''.join(cells)}".rstrip())
    return lines


def _cell(chances: tuple[float, ...], row: int) -> str:
    here = [seat for seat, chance in enumerate(chances) if int(chance * 10 + 0.5) == row]
    if len(here) > 1:
        return "*"
    return LETTERS[here[0]] if here else "." if row in (0, 5, 10) else " "


def _luck(made: Review) -> str:
    """Return the name of what is neither one's own doing nor that of others."""
    return "chance" if made.has_chance else "unforeseen"


def _show_players(made: Review, screen: Screen) -> None:
    labels = [name if name == LETTERS[seat] else f"{LETTERS[seat]} {name}" for seat, name in enumerate(made.names)]
    width = max([len(label) for label in labels])
    for seat, label in enumerate(labels):
        accuracy = made.accuracy(seat)
        own = counted(len([one for one in made.mistakes if one.seat == seat]), "mistake", "mistakes")
        others = f"others' {made.gifts(seat):+.0%}, " if len(labels) > 1 else ""
        screen.say(
            f"{label:<{width}}  accuracy {'--' if accuracy is None else f'{accuracy:.0f}'}, {own}; "
            f"from {made.begin(seat):.0%}: own decisions {made.skill(seat):+.0%}, {others}"
            f"{_luck(made)} {made.luck(seat):+.0%}, in the end {made.end[seat]:.0%}"
        )


def _show_turning_points(made: Review, screen: Screen) -> None:
    if not made.turning_points:
        return
    screen.say()
    screen.say("Turning points", "title")
    for one in made.turning_points:
        seat = max(range(len(made.names)), key=lambda whose: abs(one.after[whose] - one.before[whose]))
        screen.say(f"{one.ply + 1:>4}  {made.names[one.seat]}: {', '.join(one.decisions)}")
        screen.say(
            f"      {made.names[seat]} from {one.before[seat]:.0%} to {one.after[seat]:.0%}: "
            f"decision {one.by_decision(seat):+.0%}, {_luck(made)} {one.by_chance(seat):+.0%}"
        )


def _show_mistakes(made: Review, file: Path, screen: Screen) -> None:
    screen.say()
    if not made.mistakes:
        screen.say("No mistakes found beyond the search's margin of error.")
        return
    screen.say("Mistakes", "title")
    for one in made.mistakes:
        _show_mistake(one, made.names[one.seat], screen)
    worst = max(made.mistakes, key=lambda one: one.loss)
    screen.say()
    screen.say("Try again from before the costliest one:")
    screen.say(f"  menagerie play --from {shlex.quote(str(file))} --at {worst.ply}")


def _show_mistake(one: Judgement, name: str, screen: Screen) -> None:
    assert one.better is not None
    screen.say(f"{one.ply + 1:>4}  {name}: {', '.join(one.decisions)} (-{one.loss:.0%})")
    screen.say(f"      better: {one.better}")
    screen.say(f"      {one.better.reason}", "quiet")
