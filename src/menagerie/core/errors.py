"""The errors caused by what a user gave us, each with one clear sentence.

Never compiled (dev/build.py), because a compiled class can't have a built-in error as a second base.
"""


class MenagerieError(Exception):
    """The base of all errors that a user may see. Its `str()` is one plain sentence."""


class IllegalAction(MenagerieError, ValueError):
    """A decision that the rules do not allow now. The state is unchanged."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class BadSetup(MenagerieError, ValueError):
    """A number of players, an option or a position that the title does not support."""


class UnknownGame(MenagerieError):
    """An unknown title."""


class BadContent(MenagerieError):
    """A content file that doesn't describe playable pieces. The message names file and entry."""


class BadRecord(MenagerieError):
    """A record file that cannot be read or replayed. The message names the line."""

    def __init__(self, problem: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.problem = problem
        self.line = line
