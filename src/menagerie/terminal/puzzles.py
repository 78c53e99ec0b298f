"""Puzzles in the terminal: find the best turn in a position."""

from __future__ import annotations

from typing import Final

from menagerie.core import rules_page
from menagerie.core.errors import IllegalAction
from menagerie.core.registry import load
from menagerie.core.seats import LETTERS, counted
from menagerie.puzzles import book
from menagerie.puzzles.book import Puzzle
from menagerie.puzzles.judging import Verdict, is_answered, judge, solution
from menagerie.puzzles.themes import theme
from menagerie.terminal.match import Match, Player, Thinking
from menagerie.terminal.play import Play
from menagerie.terminal.screen import Screen

_HELP: Final = """\
Type the number of a choice, its text, or some of its words.
  undo          undo your last decision
  again         start the puzzle over
  answer        the answer, and why it is best
  next          the next puzzle
  sheet, log, table, more, back, help 3.2     as at any table
  quit          leave"""


def stars(puzzle: Puzzle) -> str:
    """Return the difficulty of a puzzle: `**-`."""
    return "*" * puzzle.stars + "-" * (max(book.STARS) - puzzle.stars)


def heading(puzzle: Puzzle) -> str:
    """Return `Zooloretto Mini, puzzle 3: Fill an enclosure (**-)`."""
    words = theme(puzzle.title, puzzle.theme).words
    return f"{load(puzzle.title).name}, puzzle {puzzle.number}: {words} ({stars(puzzle)})"


def listing(title: str, screen: Screen) -> None:
    """List all puzzles of a title, one line each."""
    found = list(book.puzzles(title).values())
    if not found:
        screen.say(f"There are no puzzles for {load(title).name} yet.")
        return
    screen.say(f"{load(title).name}: {counted(len(found), 'puzzle', 'puzzles')}", "title")
    for one in found:
        players = "alone" if one.record.players == 1 else f"{one.record.players} players"
        screen.say(f"  {one.number:>3}  {stars(one)}  {theme(title, one.theme).words}, {players}")
    screen.say(f"menagerie puzzles {title} {found[0].number} plays the first of them.", "quiet")


class Solve(Play):
    """One session of puzzles."""

    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        super().__init__(_match(puzzle), screen)
        self.puzzle = puzzle
        self._played: list[str] = []
        self._verdict: Verdict | None = None
        for name in ("order", "hint", "review", "save"):
            del self._commands[name]
        self._commands |= {"again": self._again, "answer": self._answer_of_all, "next": self._next}

    @property
    def _seat(self) -> int | None:
        is_asked = self._verdict is None and self.puzzle.seat in self.match.state.to_act
        return self.puzzle.seat if is_asked else None

    def _seat_to_decide(self) -> int:
        seat = self._seat
        if seat is None:
            raise IllegalAction("The puzzle is over. Type again, answer, next or quit.")
        return seat

    def _let_others_play(self) -> None:
        """Nothing: no one else decides in a puzzle."""

    def _show(self) -> None:
        super()._show()
        if self._verdict is None and not self._played:
            self.screen.say(heading(self.puzzle), "title")
            count = counted(self.puzzle.asked, "decision", "decisions")
            self.screen.say(f"You are {LETTERS[self.puzzle.seat]}. One turn is clearly best. Find {count}.")
            self.screen.say("(A number or words; help, undo, again, answer, next, quit.)", "quiet")

    def _show_end(self) -> None:
        """Say what the judge found."""
        if self._verdict is None:
            return
        is_right = self._verdict.is_right
        self.screen.say("Right." if is_right else "Not the best.", "good" if is_right else "error")
        for sentence in self._verdict.sentences:
            self.screen.say(sentence)
        self.screen.say("(next, again, quit)" if is_right else "(again, answer, next, quit)", "prompt")

    def _decide(self, decision: str) -> bool:
        before = self.match.state.ply
        super()._decide(decision)
        self._played += [str(action) for _, action in self.match.state.history[before:]]
        if is_answered(self.puzzle, self.match.state, self._played):
            with self.screen.working("Checking ..."):
                self._verdict = judge(self.puzzle.title, self.puzzle.number, tuple(self._played))
        return True

    def _begin(self, puzzle: Puzzle, played: list[str]) -> bool:
        """A puzzle with some decisions made."""
        self.puzzle, self.match = puzzle, _match(puzzle)
        self._played, self._verdict = [], None
        for decision in played:
            self._decide(decision)
        return True

    # Commands.

    def _undo(self, rest: str) -> bool:
        if self._played:
            return self._begin(self.puzzle, self._played[:-1])
        self.screen.say("There is nothing to undo.", "error")
        return False

    def _again(self, rest: str) -> bool:
        return self._begin(self.puzzle, [])

    def _next(self, rest: str) -> bool:
        numbers = list(book.puzzles(self.puzzle.title))
        at = numbers.index(self.puzzle.number)
        return self._begin(book.puzzle(self.puzzle.title, numbers[(at + 1) % len(numbers)]), [])

    def _answer_of_all(self, rest: str) -> bool:
        with self.screen.working("Checking ..."):
            told = solution(self.puzzle.title, self.puzzle.number)
        self.screen.say(f"The answer: {', '.join([step.decision for step in told.steps])}", "good")
        for step in told.steps:
            if step.words:
                self.screen.say(f"  {step.decision}: {step.words}")
        self.screen.say(f"  {told.reason}")
        self.screen.say(f"  {told.certainty}")
        return False

    def _help(self, rest: str) -> bool:
        if rest:
            return super()._help(rest)
        self.screen.say(_HELP)
        chapters = rules_page.chapters(rules_page.read(self.match.state.game))
        self.screen.say("The rules: " + "; ".join(chapters), "quiet")
        return False

    def _goodbye(self, code: int, first: str = "") -> int:
        self.screen.say(f"{first}Goodbye.", "quiet")
        return code


def _match(puzzle: Puzzle) -> Match:
    players = [Player(seat, f"Player {letter}") for seat, letter in enumerate(LETTERS[: puzzle.record.players])]
    players[puzzle.seat] = Player(puzzle.seat)
    return Match(puzzle.position(), players, Thinking())
