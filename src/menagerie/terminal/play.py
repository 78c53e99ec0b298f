"""A person at the terminal: show the table, read a line, do what it says."""

from __future__ import annotations

import shlex
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

from menagerie.core import rules_page
from menagerie.core.action import Action
from menagerie.core.display.choosing import shape
from menagerie.core.errors import BadRecord, BadSetup, IllegalAction, MenagerieError
from menagerie.core.record import Record
from menagerie.lab import reviews
from menagerie.terminal import choices, review, show
from menagerie.terminal.choices import ListedChoice
from menagerie.terminal.explain import explain
from menagerie.terminal.learn import learn
from menagerie.terminal.match import Match
from menagerie.terminal.rules import look_up
from menagerie.terminal.screen import Screen

INTERRUPTED: Final = 130
"""The exit code of a program that was stopped by Ctrl-C."""

_MOST_SENTENCES: Final = 8
_MOST_WORDED: Final = 9
_MOST_WORDED_LOW: Final = 4
"""More choices than this are listed without words, in columns: on a low terminal the table needs the lines."""
_LOW: Final = 30
_HELP: Final = """\
Type the number of a choice, its text, the beginning of its text, or some of its words in
order: load rhino 2. If several choices fit, they are listed.
  undo          undo your last decision
  order         standing orders: formalities decided for you; order 2: give or end one
  hint          the best turn, why, and what else would do
  review        a finished game: mistakes, luck and skill
  learn         how to play, in a few cards
  explain       what this step is about; explain on, explain off: every time
  sheet         points and what is left, as tables; sheet WORD: those about it
  log           the whole log so far
  table         the table and your choices again
  more, back    the next choices of a long list; leave a group
  help 3.2      a rule by its number; help WORD: the rules that mention it
  save FILE     save the game
  quit          leave; the game is saved"""


class Leave(Exception):
    """The person wants to leave."""


@contextmanager
def _closing_is_ctrl_c() -> Iterator[None]:
    """Save the game as Ctrl-C does when the window is closed or the machine shuts down."""

    def interrupt(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Play:
    """One sitting."""

    def __init__(self, match: Match, screen: Screen, file: Path | None = None) -> None:
        self.match = match
        self.screen = screen
        self.file = file
        """Where the game was loaded from, and is saved on leaving."""
        self._narrowed: list[list[str]] = []
        """The groups that were opened, the innermost last."""
        self._first = 0
        """The number of choices before those shown."""
        self._explains = False
        """Whether every question is explained."""
        self._commands = {
            "undo": self._undo,
            "order": self._order,
            "hint": self._hint,
            "review": self._review,
            "learn": self._learn,
            "explain": self._explain,
            "sheet": self._sheet,
            "log": self._log,
            "table": self._table,
            "more": self._more,
            "back": self._back,
            "help": self._help,
            "?": self._help,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self) -> int:
        """Play until the game is over or the person leaves. Return the exit code."""
        try:
            with _closing_is_ctrl_c():
                self._sit()
        except Leave:
            return self._goodbye(0)
        except EOFError:
            return self._goodbye(0, "\n")
        except KeyboardInterrupt:
            return self._goodbye(INTERRUPTED, "\n")

    def _sit(self) -> NoReturn:
        while True:
            self._let_others_play()
            self._show()
            while not self._answer(self.screen.ask()):
                pass

    def _let_others_play(self) -> None:
        """Let standing orders and bots act."""
        while True:
            while self.match.follow_orders():
                pass
            bot = self.match.bot_to_act()
            if bot is None:
                return
            with self.screen.working(f"{bot.in_story} is thinking ..."):
                self.match.let_bot_play(bot)

    def _goodbye(self, code: int, first: str = "") -> int:
        """Save what would be lost (before printing: the terminal may be gone) and say how to continue."""
        if self.match.is_saved:
            self.screen.say(f"{first}Goodbye.", "quiet")
            return code
        path = self._save_somewhere()
        state = self.match.state
        how = "play --position" if not self.match.has_record else "replay" if state.is_over else "play --from"
        command = f"menagerie {how} {shlex.quote(str(path))}"
        if state.game.content_digest:
            command += f" --content {shlex.quote(str(state.game.content_folder))}"
        self.screen.say(f"{first}The game is saved. To {'see it' if state.is_over else 'continue'}:")
        self.screen.say(f"  {command}")
        return code

    def _save_somewhere(self) -> Path:
        wanted = self.file or self.match.default_file()
        try:
            return self.match.save(wanted)
        except (BadRecord, BadSetup):  # a folder that cannot be written to
            return self.match.save(Path(tempfile.gettempdir()) / wanted.name)

    # Showing.

    @property
    def _seat(self) -> int | None:
        return self.match.person_to_act

    @property
    def _actions(self) -> dict[str, Action]:
        """Return everything legal, by notation."""
        seat = self._seat
        return {} if seat is None else {str(action): action for action in self.match.state.legal(seat)}

    @property
    def _decisions(self) -> list[str]:
        """Return what can be chosen: everything legal, or the open group."""
        return self._narrowed[-1] if self._narrowed else list(self._actions)

    @property
    def _entries(self) -> list[ListedChoice]:
        return choices.entries(self._decisions)

    def _show(self) -> None:
        """Show the players, the table, what happened, and the question."""
        self._narrowed, self._first = [], 0
        state, seat = self.match.state, self._seat
        news = self.match.since_last_decision_of(seat) if seat is not None else self._last_sentences()
        listed = self._choice_lines()
        self.screen.begin()
        self.screen.players(state.game.name, self.match.labels, state.to_act)
        self.screen.table(str(state), room=min(len(news), _MOST_SENTENCES) + len(listed) + (9 if self._explains else 6))
        self.screen.say()
        self._tell(news)
        if seat is None:
            self._show_end()
        else:
            self._ask_for(seat, listed)

    def _last_sentences(self) -> list[str]:
        return [told.sentence for told in self.match.story]

    def _tell(self, news: list[str]) -> None:
        if len(news) > _MOST_SENTENCES:
            self.screen.say(f"({len(news) - _MOST_SENTENCES} more before this: log)", "quiet")
        for sentence in news[-_MOST_SENTENCES:]:
            self.screen.story(sentence, self.match.names)
        if news:
            self.screen.say()

    def _show_end(self) -> None:
        state = self.match.state
        self.screen.say(state.result(), "good")
        for place, group in enumerate(state.ranking, start=1):
            who = ", ".join([f"{self.match.labels[seat]} ({state.scores[seat]})" for seat in group])
            self.screen.say(f"  {place}. {who}")
        self.screen.say()
        for line in show.points(state, self.match.labels):
            self.screen.say(line)
        self.screen.say()
        self.screen.say("The game is over. (review, log, undo, save FILE, quit)", "prompt")

    def _ask_for(self, seat: int, listed: list[str]) -> None:
        people = sum([not player.bot for player in self.match.players])
        whom = f"{self.match.labels[seat]}: " if people > 1 else ""
        self.screen.say(whom + self.match.state.prompt(seat), "prompt")
        if self._explains:
            explain(self.match.state, seat, self.screen)
        for line in listed:
            self.screen.say(line, "choice")
        if self.match.state.ply == 0:
            self.screen.say("(A number or words; help, explain, hint, undo, log, save FILE, quit.)", "quiet")

    def _choice_lines(self) -> list[str]:
        """Show a page of numbered choices."""
        lines = choices.numbered(self._labels())
        page = self._page_size
        lines_left = len(lines) - self._first - page
        worded = self._worded(lines)
        shown = worded or choices.columns(lines[self._first : self._first + page], self.screen.width - 3)
        shown = [f"  {line}" for line in shown]
        if lines_left > 0:
            shown.append(f"  ({lines_left} more: more)")
        if self._narrowed:
            shown.append("  (back: all choices)")
        return shown

    def _labels(self) -> list[str]:
        """Return the choices with the shapes of pieces: for a group only if they are alike."""
        actions, labels = self._actions, []
        for entry in self._entries:
            shapes = {shape(self.match.state, actions[decision]) for decision in entry.decisions if decision in actions}
            drawn = shapes.pop() if len(shapes) == 1 else ""
            labels.append(f"{entry.label} {drawn}".rstrip())
        return labels

    def _worded(self, lines: list[str]) -> list[str] | None:
        """Return a short list with the words of the browser's table; None if there is no room."""
        if len(lines) > (_MOST_WORDED_LOW if self.screen.height < _LOW else _MOST_WORDED):
            return None
        words = [self._words_of(entry.decisions[0]) if not entry.is_group else "" for entry in self._entries]
        return choices.beside(lines, words, self.screen.width - 3) if any(words) else None

    def _words_of(self, decision: str) -> str:
        """Return what the browser's button calls a decision; nothing if that is its notation."""
        state, action = self.match.state, self._actions.get(decision)
        words = state.game.words(state, self._seat_to_decide(), action) if action else ""
        return "" if words.lower() == decision else words

    @property
    def _page_size(self) -> int:
        """Return how many choices to list at once: half of the screen, in at least two columns."""
        return max(12, min(choices.LONGEST_LIST, self.screen.height))

    def _list_choices(self) -> None:
        for line in self._choice_lines():
            self.screen.say(line, "choice")

    # Answering. Every answer returns whether the table is to be shown again.

    def _answer(self, line: str) -> bool:
        if not line:
            self._list_choices()
            return False
        decisions = self._decisions
        exact = [decision for decision in decisions if decision.lower() == line.lower()]
        word, _, rest = line.partition(" ")
        try:
            if not exact and word.lower() in self._commands:
                return self._commands[word.lower()](rest.strip())
            if line.removeprefix("-").isdecimal() and len(line) < 10:
                return self._choose_number(int(line))
            return self._choose_words(line)
        except IllegalAction as error:
            self._refuse(error)
        except MenagerieError as error:
            self.screen.say(str(error), "error")
        return False

    def _refuse(self, error: IllegalAction) -> None:
        where = f" (Type help {error.rule} for the rule.)" if error.rule else ""
        self.screen.say(f"{error.reason}{where}", "error")

    def _choose_number(self, number: int) -> bool:
        self._seat_to_decide()
        entries = self._entries
        if not 1 <= number <= len(entries):
            there = "the only one is 1" if len(entries) == 1 else f"the choices are 1 to {len(entries)}"
            raise IllegalAction(f"There is no choice {number}; {there}.")
        return self._choose(list(entries[number - 1].decisions))

    def _choose_words(self, line: str) -> bool:
        found = choices.matching(self._decisions, line) or self._called(line, choices.matching)
        if not found and not self._is_notation(line):
            found = self._called(line, choices.abbreviated)
        if found:
            return self._choose(found)
        return self._decide(line)  # not listed: the game says why not

    def _called(self, line: str, find: Callable[[list[str], str], list[str]]) -> list[str]:
        """Return the decisions found by their words on the browser's buttons."""
        words = {decision: self._words_of(decision) or decision for decision in self._decisions}
        called = set(find(list(words.values()), line))
        return [decision for decision, name in words.items() if name in called]

    def _is_notation(self, line: str) -> bool:
        """Return whether this is a decision, legal or not. Then nothing else is meant."""
        try:
            self.match.state.game.parse(line)
        except MenagerieError:
            return False
        return True

    def _choose(self, found: list[str]) -> bool:
        if len(found) == 1:
            return self._decide(found[0])
        self._narrowed.append(found)
        self._first = 0
        self._list_choices()
        return False

    def _decide(self, decision: str) -> bool:
        self.match.play(decision, self._seat_to_decide())
        return True

    def _seat_to_decide(self) -> int:
        seat = self._seat
        if seat is None:
            raise IllegalAction("The game is over. Type undo to reverse your last decision.")
        return seat

    # Commands.

    def _undo(self, rest: str) -> bool:
        if self.match.undo():
            return True
        self.screen.say("There is nothing to undo.", "error")
        return False

    def _order(self, rest: str) -> bool:
        """Show the standing orders of the seat to act, or give or end one."""
        state, seat, book = self.match.state, self._seat_to_decide(), self.match.orders
        stand = [given.order for given in book.given if given.seat == seat]
        known = stand + [one for one in state.game.orders() if one not in stand and one.can_be_given(state, seat)]
        if not known:
            raise BadSetup("There are no standing orders to give now.")
        if not rest:
            for number, order in enumerate(known, start=1):
                self.screen.say(f"  {number}. {order.words}{' (given)' if order in stand else ''}", "choice")
            self.screen.say("(Type order 1 to give the first one, or to end it.)", "quiet")
            return False
        if not rest.isdecimal() or not 1 <= int(rest) <= len(known):
            raise BadSetup(f"There is no order {rest}; the orders are 1 to {len(known)}. Type order to list them.")
        order = known[int(rest) - 1]
        if order in stand:
            book.withdraw(seat, order.id)
            self.screen.say(f"Ended: {order.words}.", "good")
            return False
        book.give(order, seat, state.copy())
        self.screen.say(f"Standing order: {order.words}.", "good")
        return True

    def _hint(self, rest: str) -> bool:
        seat = self._seat_to_decide()
        with self.screen.working("Thinking ..."):
            hint = self.match.hint(seat)
        self.screen.say(f"Hint: {hint.best}", "good")
        for line in hint.lines():
            self.screen.say(f"  {line}")
        return False

    def _review(self, rest: str) -> bool:
        """Review the game. It is saved first: the review is kept beside it and says how to play on from a moment."""
        if not self.match.state.is_over:
            raise BadSetup("You can review the game once it is over.")
        if not self.match.has_record:
            raise BadSetup("A game that began from a position has no record, so that it cannot be reviewed.")
        if self.file is None or not self.match.is_saved:
            self._save("")
        assert self.file is not None
        record = Record.load(self.file)
        record.use(self.match.state.game)
        with self.screen.working("Reviewing the game ...") as news:
            made = reviews.of_file(record, self.file, tell=lambda done, of: news(f"Choice {done} of {of} ..."))
        review.show(made, self.file, self.screen)
        return False

    def _learn(self, rest: str) -> bool:
        learn(self.match.state.game, self.screen)
        return self.screen.turns_pages  # then the table is out of sight

    def _sheet(self, rest: str) -> bool:
        """Show all tables of the sheet, or those with that word in their title."""
        state = self.match.state
        charts = [one for one in state.game.sheet(state, self._seat) if rest.lower() in one.title.lower()]
        if not charts:
            titles = ", ".join([one.title for one in state.game.sheet(state, self._seat)])
            raise BadSetup(f"The sheet has no table {rest!r}; it has: {titles}.")

        def show() -> None:
            if len(charts) > 1 and self.screen.turns_pages:
                self.screen.say(
                    f"{', '.join([one.title for one in charts])} (Type sheet WORD for one of them.)", "quiet"
                )
            for chart in charts:
                self.screen.say()
                self.screen.chart(chart)

        return self.screen.paged(show)  # then the table is out of sight

    def _log(self, rest: str) -> bool:
        for told in self.match.story:
            self.screen.story(f"{told.decision:>4}  {told.sentence}", self.match.names)
        if not self.match.story:
            self.screen.say("Nothing has happened yet.")
        return False

    def _table(self, rest: str) -> bool:
        return True

    def _more(self, rest: str) -> bool:
        self._first += self._page_size
        if self._first >= len(self._entries):
            self._first = 0
        self._list_choices()
        return False

    def _back(self, rest: str) -> bool:
        if self._narrowed:
            self._narrowed.pop()
        self._first = 0
        self._list_choices()
        return False

    def _help(self, rest: str) -> bool:
        game = self.match.state.game
        if rest:
            self.screen.page(look_up(game, rest))
            return False
        page = rules_page.read(game)
        self.screen.say(_HELP)
        self.screen.say("The rules: " + "; ".join(rules_page.chapters(page)), "quiet")
        return False

    def _explain(self, rest: str) -> bool:
        """Explain the step, once or from now on at every question."""
        if rest not in ("", "on", "off"):
            raise BadSetup(f"Type explain, explain on or explain off, not explain {rest}.")
        if rest:
            self._explains = rest == "on"
            return True
        explain(self.match.state, self._seat_to_decide(), self.screen, with_texts=True)
        return False

    def _save(self, rest: str) -> bool:
        path = self.match.save(Path(rest).expanduser() if rest else self.file or self.match.default_file())
        self.file = path
        self.screen.say(f"Saved as {path}.", "good")
        return False

    def _quit(self, rest: str) -> bool:
        raise Leave
