"""Output and input: plain text in a pipe, colours in a terminal."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from menagerie import _extras
from menagerie.core.display import sheet
from menagerie.core.display.sheet import Chart
from menagerie.terminal import pager
from menagerie.terminal.plain_text import can_draw, spelled

if TYPE_CHECKING:
    from rich.console import Console

_STYLES: Final = {
    "title": "bold",
    "quiet": "dim",
    "prompt": "bold yellow",
    "error": "bold red",
    "choice": "",
    "good": "bold green",
}


class Screen:
    """A plain screen: text only, so that a game can be scripted and its output compared."""

    is_terminal = False

    @property
    def turns_pages(self) -> bool:
        """Return whether a person can turn pages."""
        return False

    @property
    def width(self) -> int:
        """Return how many characters a line has."""
        return 100

    @property
    def height(self) -> int:
        """Return how many lines are visible; a pipe has no end."""
        return 10_000

    def say(self, text: str = "", style: str = "") -> None:
        """Show one or more lines of text."""
        print(as_possible(text))

    def table(self, text: str, room: int = 0) -> None:
        """Show the table, if possible with that many lines left below it."""
        print(as_possible(text))

    def players(self, title: str, labels: Sequence[str], acting: Sequence[int]) -> None:
        """Show a line that says who plays what."""
        print(f"--- {title} | {' | '.join(labels)} ---")

    def story(self, sentence: str, names: Sequence[str]) -> None:
        """Show a sentence of the log."""
        print(sentence)

    def page(self, markdown: str) -> None:
        """Show a text with headings."""
        print(as_possible(markdown))

    def chart(self, chart: Chart) -> None:
        """Show a table of a sheet."""
        print(as_possible("\n".join(sheet.lines(chart))))

    def paged(self, show: Callable[[], None]) -> bool:
        """Show this page by page if a person can turn pages. Return whether there were several."""
        show()
        return False

    def begin(self) -> None:
        """Start a new picture of the table."""
        print()

    @contextmanager
    def working(self, what: str) -> Iterator[Callable[[str], None]]:
        """Show that something takes a while; call what is yielded with its progress."""
        yield lambda news: None

    def ask(self) -> str:
        """Return the next typed line. Raises EOFError at the end."""
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            print(f"> {line.strip()}")  # so that the output reads like a conversation
        return line.strip()


class Terminal(Screen):
    """A screen with colours, a size, and a person in front of it."""

    is_terminal = True

    def __init__(self) -> None:
        from rich.console import Console

        self._console: Console = Console(highlight=False)
        if sys.stdin.isatty():
            import readline  # noqa: F401  (gives `input` a history and editing keys)

    @property
    def turns_pages(self) -> bool:
        return sys.stdin.isatty()

    @property
    def width(self) -> int:
        return self._console.width

    @property
    def height(self) -> int:
        return self._console.height

    def say(self, text: str = "", style: str = "") -> None:
        lines = [hanging(line, self.width) for line in as_possible(text).split("\n")]
        self._console.print("\n".join(lines), style=_STYLES.get(style, ""), markup=False)

    def table(self, text: str, room: int = 0) -> None:
        from menagerie.terminal import paint

        arranged = paint.arrange(as_possible(text), self.width - 1, max(8, self.height - room))
        self._console.print(paint.table(arranged), no_wrap=True, overflow="ignore", crop=False)

    def players(self, title: str, labels: Sequence[str], acting: Sequence[int]) -> None:
        from rich.text import Text

        from menagerie.terminal import paint

        line = Text(title, style="bold")
        for seat, label in enumerate(labels):
            line.append("  " if seat else " - ", style="not bold dim")
            line.append("> " if seat in acting else "", style="bold yellow")
            line.append(label[0], style=paint.badge_style(seat))
            line.append(label[1:], style="not bold")
        self._console.rule(line, align="left", characters="-", style="dim")

    def story(self, sentence: str, names: Sequence[str]) -> None:
        from menagerie.terminal import paint

        self._console.print(paint.story(sentence, names))

    def page(self, markdown: str) -> None:
        from rich.markdown import Markdown
        from rich.padding import Padding

        self._console.print(Padding(Markdown(as_possible(markdown)), (1, 2)), width=min(self.width, 100))

    def chart(self, chart: Chart) -> None:
        from rich.table import Table
        from rich.text import Text

        table = Table(title=Text(chart.title), title_justify="left", title_style="bold", box=None, pad_edge=False)
        for at, column in enumerate(chart.columns):
            numbers = all(isinstance(row[at], int) for row in chart.rows)
            table.add_column(Text(column), justify="right" if numbers else "left", header_style="dim")
        for row in chart.rows:
            table.add_row(*[Text(as_possible(str(cell))) for cell in row])
        self._console.print(table)
        if chart.note:
            self.say(chart.note, "quiet")

    def paged(self, show: Callable[[], None]) -> bool:
        if not self.turns_pages:
            return super().paged(show)
        with self._console.capture() as caught:
            show()
        # Three lines are for what can be typed, and for what was.
        found = pager.split(caught.get().rstrip("\n").split("\n"), max(8, self.height - 3))
        at: int | None = 1
        while at is not None:
            if len(found) > 1:
                self.begin()
            print("\n".join(found[at - 1]))
            at = pager.turn(at, len(found), self, "page") if len(found) > 1 else None
        return len(found) > 1

    def begin(self) -> None:
        self._console.clear()

    @contextmanager
    def working(self, what: str) -> Iterator[Callable[[str], None]]:
        with self._console.status(what) as status:
            yield status.update

    def ask(self) -> str:
        if not sys.stdin.isatty():
            return super().ask()
        return input("> ").strip()


def hanging(line: str, width: int) -> str:
    """Return a long indented line, with further lines indented a little more so that the next one stands out."""
    indent = len(line) - len(line.lstrip())
    if not indent or len(line) <= width:
        return line
    return textwrap.fill(line, width, subsequent_indent=" " * (indent + 2), break_on_hyphens=False)


def as_possible(text: str) -> str:
    """Return the text with its small drawings, or in plain letters if the terminal can't show them."""
    return text if can_draw(sys.stdout.encoding or "ascii") else spelled(text)


def choose_screen() -> Screen:
    """Return a terminal if there is one, without colours if their package is missing."""
    if not sys.stdout.isatty():
        return Screen()
    if not _extras.is_installed("terminal"):
        print(f"No colours. Install them with {_extras.how('terminal')}.", file=sys.stderr)
        return Screen()
    return Terminal()
