"""Positions as text: what is on the table, in lines that a person can write, read, compare and send.

A title describes its table once, in a function `exchange(form, state)` of its module `position`. Given a blank form, it
writes what the state holds. Given a form that was read, it sets up the state accordingly. Every method of a `Section`
takes what the state holds and returns what it must hold, so that one description serves both ways.
docs/positions.md describes the format.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from menagerie.core.errors import BadSetup
from menagerie.core.rng import SEED_BITS, Rng
from menagerie.core.seats import LETTERS

if TYPE_CHECKING:
    from menagerie.core.game import Game
    from menagerie.core.state import State

FIRST_LINE: Final = "menagerie position 1"
SUFFIX: Final = ".txt"
LARGEST: Final = 1 << 20
"""The greatest length of a position in characters."""
OTHERS: Final = "..."
"""At the end of a list, this means all the others too, in random order."""
ANY_NUMBER: Final = 1_000_000
"""The greatest number where no other limit applies."""

_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_CHANCE: Final = re.compile(r"([0-9]{1,120}) after ([0-9]{1,15})")
_COUNTED: Final = re.compile(r"([0-9]{1,3}) (.+)")
_COMMENT: Final = re.compile(r"(^|\s)#.*")
_WIDTH: Final = 100
_LISTED: Final = 12
"""With more known words than this, an error lists only similar ones."""


@final
class Section:
    """The lines below one heading.

    If a method has a `default`, a line with that value is left out, and a missing line means that value. Without a
    default, the line is always written, and if it is missing the state keeps what it has.
    """

    def __init__(self, heading: str, line: int, reading: bool) -> None:
        self.heading: Final = heading
        self.line: Final = line
        self.reading: Final = reading
        self._values: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self._asked: dict[str, None] = {}

    def add(self, key: str, value: str, line: int) -> None:
        """Add a line that was read; raises BadSetup if there already is one."""
        if key in self._values:
            raise BadSetup(f"line {line}: {key!r} is given twice{self._where()}.")
        self._values[key] = value
        self._lines[key] = line

    def given(self) -> list[str]:
        """Return the names of the lines in their order."""
        return list(self._values)

    def has(self, key: str) -> bool:
        """Return whether there is such a line."""
        return key in self._values

    def line_of(self, key: str) -> int:
        """Return the number of a line, or that of the heading if there is no such line."""
        return self._lines.get(key, self.line)

    def wrong(self, key: str, wanted: str) -> BadSetup:
        """Return the error for a missing or wrong line."""
        if key not in self._values:
            return BadSetup(f"{self._place()}: {key!r} is missing; it must be {wanted}.")
        value = self._values[key]
        shown = value if len(value) <= 60 else value[:57] + "..."
        return BadSetup(f"line {self._lines[key]}: {key!r} must be {wanted}, not {shown!r}.")

    def problem(self, key: str, sentence: str) -> BadSetup:
        """Return the error for a readable line with an impossible value."""
        where = f"line {self._lines[key]}" if key in self._lines else self._place()
        return BadSetup(f"{where}: {sentence}")

    def _place(self) -> str:
        if self.line:
            return f"line {self.line}, [{self.heading}]"
        return f"[{self.heading}]" if self.heading else "The position"

    def _where(self) -> str:
        return f" below [{self.heading}]" if self.heading else ""

    def check_keys(self) -> None:
        """Raise BadSetup if there is a line that the title doesn't use."""
        for key in self._values:
            if key not in self._asked:
                raise BadSetup(
                    f"line {self._lines[key]}: there is no {key!r}{self._where()}; {hint(key, self._asked)}."
                )

    def is_empty(self) -> bool:
        """Return whether it has no lines."""
        return not self._values

    def lines(self) -> list[str]:
        """Return it as text."""
        written = [line for key, value in self._values.items() for line in _wrapped(f"{key}: {value}")]
        return [f"[{self.heading}]", *written] if self.heading else written

    # The kinds of values.

    def text(self, key: str, value: str, default: str | None = None) -> str:
        """Exchange any text."""
        self._asked[key] = None
        if not self.reading:
            if value != default:
                self._values[key] = value
            return value
        return self._values.get(key, value if default is None else default)

    def number(self, key: str, value: int, default: int | None = None, low: int = 0, high: int = ANY_NUMBER) -> int:
        """Exchange a whole number."""
        text = self.text(key, str(value), None if default is None else str(default))
        if not self.reading or not self.has(key):
            return int(text)
        number = int(text) if _NUMBER.fullmatch(text) else low - 1
        if not low <= number <= high:
            most = f"from {low} on" if high == ANY_NUMBER else f"from {low} to {high}"
            raise self.wrong(key, f"a whole number {most}")
        return number

    def flag(self, key: str, value: bool) -> bool:
        """Exchange yes or no; a missing line means no."""
        text = self.text(key, "yes" if value else "no", "no")
        if text not in ("yes", "no"):
            raise self.wrong(key, "yes or no")
        return text == "yes"

    def choice(self, key: str, value: int, names: Sequence[str], default: int | None = None) -> int:
        """Exchange one of these names by its number; -1 stands for no name."""
        text = self.text(key, _name(names, value), None if default is None else _name(names, default))
        if text in names:
            return list(names).index(text)
        if text == _name(names, -1) and -1 in (default, value):
            return -1
        raise self.wrong(key, one_of(text, names))

    def seat(self, key: str, value: int, players: int, default: int | None = None) -> int:
        """Exchange a seat by its letter; -1 is no seat."""
        return self.choice(key, value, LETTERS[:players], default)

    def texts(self, key: str, values: Sequence[str], default: Sequence[str] | None = ()) -> list[str]:
        """Exchange a list separated by commas."""
        text = self.text(key, _joined(values), None if default is None else _joined(default))
        return [] if text in ("", "none") else [part.strip() for part in text.split(",")]

    def numbers(self, key: str, values: Sequence[int], default: Sequence[int] | None = (), low: int = 0) -> list[int]:
        """Exchange a list of whole numbers."""
        texts = self.texts(key, _texts(values), None if default is None else _texts(default))
        if not all(_NUMBER.fullmatch(text) and low <= int(text) <= ANY_NUMBER for text in texts):
            raise self.wrong(key, f"whole numbers from {low} on, separated by commas")
        return [int(text) for text in texts]

    def names(
        self, key: str, values: Sequence[str], known: Sequence[str], default: Sequence[str] | None = ()
    ) -> list[str]:
        """Exchange some of the known names in any order, with their counts: `2 rhino, pond`."""
        found: list[str] = []
        for text in self.texts(key, gathered(values), None if default is None else gathered(default)):
            counted = None if text in known else _COUNTED.fullmatch(text)
            name, count = (text, 1) if counted is None else (counted[2], int(counted[1]))
            if name not in known and name != OTHERS:
                raise self.problem(key, f"{name[:40]!r} is not known; {hint(name, known)}.")
            found += [name] * count
        return found

    def numbered(
        self, key: str, values: Sequence[int], known: Sequence[str], default: Sequence[int] | None = ()
    ) -> list[int]:
        """Exchange an ordered list of things by their numbers, each at most once."""
        default_names = None if default is None else [known[number] for number in default]
        names = self.names(key, [known[number] for number in values], known, default_names)
        if OTHERS in names or len(set(names)) < len(names):
            raise self.wrong(key, "a list without repeats")
        order = list(known)
        return [order.index(name) for name in names]

    def mask(self, key: str, value: int, known: Sequence[str], default: int | None = 0) -> int:
        """Exchange a set of things as a mask, in which each has the bit of its number."""
        at = range(len(known))
        listed = [number for number in at if value >> number & 1]
        usual = None if default is None else [number for number in at if default >> number & 1]
        return sum([1 << number for number in self.numbered(key, listed, known, usual)])


def _wrapped(line: str) -> list[str]:
    """Break a long line into lines that start with spaces."""
    return textwrap.wrap(line, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number >= 0 else "none"


def _texts(numbers: Sequence[int]) -> list[str]:
    return [str(number) for number in numbers]


def _joined(values: Sequence[str]) -> str:
    return ", ".join(values) if values else "none"


def gathered(names: Sequence[str]) -> list[str]:
    """Return the names with equal neighbours counted: `2 rhino`."""
    found: list[str] = []
    at = 0
    while at < len(names):
        end = at
        while end < len(names) and names[end] == names[at]:
            end += 1
        found.append(names[at] if end - at == 1 else f"{end - at} {names[at]}")
        at = end
    return found


def one_of(word: str, names: Sequence[str]) -> str:
    """Return `one of a, b`, or of many names only those that look like the word."""
    if len(names) <= _LISTED:
        return f"one of {', '.join(names)}"
    from difflib import get_close_matches  # of all that a start imports, needed only here

    alike = get_close_matches(word[:60], names, 3, 0.5)
    return f"one of {len(names)} names" + (f" like {', '.join(alike)}" if alike else f" such as {', '.join(names[:3])}")


def hint(word: str, known: Sequence[str] | dict[str, None]) -> str:
    """Return half a sentence on what is possible instead."""
    names = list(known)
    if not names:
        return "nothing can be here"
    return f"it must be {one_of(word, names)}"


@final
class Form:
    """A position in sections: blank, to fill in from a state, or read, to set up a state from."""

    def __init__(self, reading: bool, seat: int | None) -> None:
        self.reading: Final = reading
        self.seat: Final = seat
        """The seat whose view limits what is written, or None to write everything."""
        self.top: Final = Section("", 0, reading)
        self._sections: dict[str, Section] = {}
        self._asked: dict[str, None] = {}

    @property
    def tells_hidden(self) -> bool:
        """Return whether to write what is hidden from everyone too."""
        return self.seat is None

    def section(self, heading: str) -> Section:
        """Return the section below this heading."""
        self._asked[heading] = None
        found = self._sections.get(heading)
        if found is None:
            found = self._sections[heading] = Section(heading, 0, self.reading)
        return found

    def check_asked(self) -> None:
        """Raise BadSetup if the text has something that the title doesn't use."""
        for section in self._sections.values():
            if section.heading not in self._asked:
                raise BadSetup(
                    f"line {section.line}: there is no [{section.heading}]; {hint(section.heading, self._asked)}."
                )
            section.check_keys()
        self.top.check_keys()

    def __str__(self) -> str:
        lines = [FIRST_LINE, *self.top.lines()]
        for section in self._sections.values():
            if not section.is_empty():
                lines += ["", *section.lines()]
        return "\n".join(lines) + "\n"

    @staticmethod
    def read(text: str) -> Form:
        """Read the lines of a position; raises BadSetup."""
        if len(text) > LARGEST:
            raise BadSetup(f"A position has at most {LARGEST} characters, not {len(text)}.")
        lines = _unwrapped(text)
        if not lines or lines[0][1] != FIRST_LINE:
            raise BadSetup(f"line {lines[0][0] if lines else 1}: the first line must be {FIRST_LINE!r}.")
        form = Form(True, None)
        section = form.top
        for number, said in lines[1:]:
            if said.startswith("["):
                section = form._begin(said, number)
                continue
            key, colon, value = said.partition(":")
            if not colon or not key.strip():
                raise BadSetup(f"line {number}: {said[:60]!r} must be a heading like [table], or 'key: value'.")
            section.add(key.strip(), value.strip(), number)
        return form

    def _begin(self, said: str, line: int) -> Section:
        heading = said[1:-1].strip()
        if not said.endswith("]") or not heading:
            raise BadSetup(f"line {line}: a heading must look like [table], not {said[:60]!r}.")
        if heading in self._sections:
            raise BadSetup(f"line {line}: the heading [{heading}] is used twice.")
        section = self._sections[heading] = Section(heading, line, True)
        return section


def _unwrapped(text: str) -> list[tuple[int, str]]:
    """Return the non-empty lines with their numbers. Lines that start with spaces continue the one before."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        said = " ".join(_COMMENT.sub("", line).split())
        if said and line[0].isspace() and found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {said}")
        elif said:
            found.append((number, said))
    return found


def title_of(text: str) -> str:
    """Return the id of a position's title; raises BadSetup."""
    top = Form.read(text).top
    if not top.has("title"):
        raise BadSetup("The position does not name its title: 'title: ...' is missing.")
    return top.text("title", "")


def write(state: State, seat: int | None) -> str:
    """Return the position of a state: everything, or for a seat only what it may see."""
    game, setup = state.game, state.setup
    if seat is not None and not 0 <= seat < state.players:
        raise BadSetup(f"There is no seat {seat}; the seats are 0 to {state.players - 1}.")
    form = Form(False, seat)
    top = form.top
    top.text("title", game.id)
    top.number("rules", setup.rules_version)
    top.number("players", setup.players)
    for name, value in game.write_options(setup.options).items():
        top.text(f"option {name}", value)
    if game.content_digest:
        top.text("content", game.content_digest)
    if form.tells_hidden:
        top.text("chance", f"{state.rng.seed} after {state.rng.used}")
    game.exchange_position(form, state.copy())
    return str(form)


def save(state: State, path: Path) -> None:
    """Write the position of a state to a file, with everything hidden; raises BadSetup."""
    try:
        path.write_text(write(state, None), encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"{path} cannot be written: {error.strerror}.") from None


def read(game: Game, text: str, seed: int) -> State:
    """Return the state that a position describes. What it leaves out is dealt from the seed. Raises BadSetup."""
    form = Form.read(text)
    top = form.top
    if top.text("title", game.id) != game.id:
        raise top.problem("title", f"this is a position of {top.text('title', '')[:40]!r}, not of {game.name}.")
    if top.text("content", game.content_digest) != game.content_digest:
        raise top.problem("content", "the position was written with different pieces.")
    players = top.number("players", game.players[0], low=0)
    rules = top.number("rules", game.rules_version, low=0)
    options = {key.removeprefix("option "): top.text(key, "") for key in top.given() if key.startswith("option ")}
    chance = _read_chance(top)
    state = game.deal(game.setup(players, seed, rules, options))
    state.be_laid_out(Rng(seed) if chance is None else chance)
    game.exchange_position(form, state)
    form.check_asked()
    _try_out(state)
    return state


def _read_chance(top: Section) -> Rng | None:
    text = top.text("chance", "")
    if not text:
        return None
    found = _CHANCE.fullmatch(text)
    if found is None or int(found[1]) >= 1 << SEED_BITS:
        raise top.wrong("chance", "the seed and how many numbers were used, like '7 after 53'")
    return Rng.after(int(found[1]), int(found[2]))


def _try_out(state: State) -> None:
    """Raise BadSetup if the game cannot continue from here, so that what a title doesn't check can't fail later."""
    try:
        state.settle()
        for seat in range(state.players):
            state.legal(seat)
            state.prompt(seat)
            state.view(seat)
        is_stuck = not state.is_over and (not state.to_act or not all(state.legal(seat) for seat in state.to_act))
    except Exception as error:
        problem = str(error) or type(error).__name__
        raise BadSetup(
            f"This position cannot be played. Its parts contradict each other ({problem.splitlines()[0]})."
        ) from None
    if is_stuck:
        raise BadSetup("This position cannot be played. A player has nothing to decide, but the game is not over.")
