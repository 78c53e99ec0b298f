"""Everything that can go wrong because of what a user gave us, each with one clear sentence.

Never compiled (dev/build.py): what is compiled cannot have another built-in error as a second base.
"""


class MenagerieError(Exception):
    """The base of all errors that a user may see: `str()` is one plain sentence."""


class IllegalAction(MenagerieError, ValueError):
    """A decision that the rules do not allow now. The state is exactly as it was before."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class BadSetup(MenagerieError, ValueError):
    """A number of players, an option or a position that the title does not offer."""


class UnknownGame(MenagerieError):
    """A title that is not here."""


class BadContent(MenagerieError):
    """A content file that does not describe a playable box; the message names file and entry."""


class BadRecord(MenagerieError):
    """A record file that cannot be read or replayed; the message names the line."""

    def __init__(self, problem: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.problem = problem
        self.line = line
