"""A player's decision as a value."""

from typing import Any, Final

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Action:
    """One decision. Its `str()` is its notation: one line, readable aloud, exact both ways."""

    __slots__ = ()

    @property
    def code(self) -> int:
        """Its number in the title's catalogue, the same in every position (`menagerie.core.encoding`); -1 if it has
        none, or one that depends on the position: `game.encoding().code(state, seat, action)`."""
        return -1

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Action) and str(self) == str(other))

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        """Return its notation in angle brackets, which `Game.parse` also reads."""
        return f"<{self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its title and notation. The title is the one whose package has its class."""
        from menagerie.core.registry import read_decision, title_of

        return read_decision, (title_of(type(self).__module__), str(self))

    def __copy__(self) -> "Action":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Action":
        return self


def parts(action: Action) -> dict[str, object]:
    """Return a decision's attributes besides its notation, as far as they are plain data."""
    names = list(getattr(action, "__dict__", ()))
    for kind in type(action).__mro__:
        names += (*kind.__dict__.get("__mypyc_attrs__", ()), *kind.__dict__.get("__slots__", ()))
    found = {name: getattr(action, name, None) for name in names if not name.startswith("_")}
    return {name: value for name, value in found.items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(one) for one in value)
    return value is None or isinstance(value, (int, float, str))


@mypyc_attr(allow_interpreted_subclasses=True)
class ReadyMade(Action):
    """A decision that a title creates once, with this notation and this code. Where the code is its place among all
    of them, the catalogue sets it."""

    __slots__ = ("_code", "_text")

    def __init__(self, text: str = "", code: int = -1) -> None:
        self._code = code
        self._text: Final = text

    def __str__(self) -> str:
        return self._text

    @property
    def code(self) -> int:
        return self._code

    def take_code(self, code: int) -> None:
        """Set its code."""
        self._code = code
