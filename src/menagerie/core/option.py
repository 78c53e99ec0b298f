"""The options of a title, chosen before a game starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from menagerie.core.errors import BadSetup

if TYPE_CHECKING:
    from menagerie.core.content import Entry

TYPES: Final = ("flag", "choice", "names")


@final
class Option:
    """One option. Its type says what it takes:

    - `flag`: True or False
    - `choice`: one of `choices`
    - `names`: some of `choices`, in any order; none means that chance decides

    A form shows `heading` as its name and `words` for its choices, in their order.
    """

    __slots__ = ("choices", "default", "heading", "help", "name", "type", "words")

    def __init__(
        self,
        name: str,
        type: str,
        default: Any,
        choices: tuple[str, ...],
        help: str,
        heading: str = "",
        words: tuple[str, ...] = (),
    ) -> None:
        self.name: Final = name
        self.heading: Final = heading or name.replace("_", " ").capitalize()
        self.words: Final = words or choices
        self.type: Final = type
        self.default: Final = default
        self.choices: Final = choices
        self.help: Final = help

    @staticmethod
    def from_content(entry: Entry) -> Option:
        """Read an `[[option]]` of a `title.toml`."""
        name, type = entry.text("name"), entry.text("type")
        if type not in TYPES:
            raise entry.wrong("type", f"one of {', '.join(TYPES)}")
        heading = entry.text("heading") if entry.has("heading") else ""
        if type == "flag":
            return Option(name, type, entry.flag("default"), ("no", "yes"), entry.text("help"), heading)
        default: Any = entry.text("default") if type == "choice" else ()
        choices = tuple(entry.texts("choices"))
        words = tuple(entry.texts("words")) if entry.has("words") else choices
        if len(words) != len(choices):
            raise entry.wrong("words", f"a list of {len(choices)} texts, one for each of the choices")
        return Option(name, type, default, choices, entry.text("help"), heading, words)

    def read(self, value: Any) -> Any:
        """Return the value in its type, from Python or text; None means the default. Raises BadSetup."""
        if value is None:
            return self.default
        if self.type == "flag":
            return self._read_flag(value)
        if self.type == "choice":
            if not isinstance(value, str) or value not in self.choices:
                raise BadSetup(f"The option {self.name} takes one of {', '.join(self.choices)}, not {value!r}.")
            return value
        return self._read_names(value)

    def _read_flag(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        text = str(value).lower()
        if text in ("yes", "true", "1"):
            return True
        if text in ("no", "false", "0"):
            return False
        raise BadSetup(f"The option {self.name} takes yes or no, not {value!r}.")

    def _read_names(self, value: Any) -> tuple[str, ...]:
        if isinstance(value, str):
            names = [part.strip() for part in value.split(",") if part.strip()]
        elif isinstance(value, (list, tuple)):
            names = [str(part) for part in value]
        else:
            raise BadSetup(f"The option {self.name} takes names from {', '.join(self.choices)}, not {value!r}.")
        for name in names:
            if name not in self.choices:
                raise BadSetup(
                    f"The option {self.name} takes names from {', '.join(self.choices)}; {name!r} isn't one of them."
                )
        if len(set(names)) < len(names):
            raise BadSetup(f"The option {self.name} names something twice: {', '.join(names)}.")
        return tuple([choice for choice in self.choices if choice in names])

    def write(self, value: Any) -> str:
        """Return the value as text that `read` understands."""
        if self.type == "flag":
            return "yes" if value else "no"
        return ",".join(value) if self.type == "names" else str(value)
