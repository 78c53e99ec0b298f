"""Read settings: flags override the environment, which overrides the settings file, which overrides defaults.

The names follow from `settings`: `bot_seconds` is `bot_seconds` in the file, MENAGERIE_SERVE_BOT_SECONDS in the
environment and --bot-seconds on the command line; `limits.body` is `body` in the file's section [limits],
MENAGERIE_SERVE_LIMITS_BODY and --limits-body."""

from __future__ import annotations

import dataclasses
import json
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

from menagerie.core.errors import BadSetup, MenagerieError
from menagerie.server.base.rate_limits import is_network
from menagerie.server.base.settings import Limits, Settings, origin_of

PREFIX: Final = "MENAGERIE_SERVE_"
"""Longer than MENAGERIE_, because some systems set variables like MENAGERIE_PORT for a service of that name."""
CONFIG: Final = f"{PREFIX}CONFIG"
"""Names the settings file, as --config does."""
LIMITS: Final = "limits"
_WORDS: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple: "a list of texts",
}


@dataclass(frozen=True)
class SettingEntry:
    """A setting as users write it."""

    name: str
    kind: type
    default: Any
    purpose: str
    least: float = 0
    most: float = math.inf
    one_of: tuple[str, ...] = ()
    is_origin: bool = False
    is_network: bool = False
    secret: bool = False

    @property
    def variable(self) -> str:
        """Return the environment variable."""
        return PREFIX + self.name.upper().replace(".", "_")

    @property
    def flag(self) -> str:
        """Return the command-line flag."""
        return "--" + self.name.replace(".", "-").replace("_", "-")

    @property
    def allowed(self) -> str:
        """Return the allowed values, in words."""
        if self.one_of:
            return " or ".join(self.one_of)
        if self.is_origin:
            one = "the address of a whole site, such as https://zoo.example"
            return f"a list of values, each {one}" if self.kind is tuple else one
        if self.is_network:
            return "a list of addresses, such as 10.0.0.7, or networks, such as 10.0.0.0/8"
        words = _WORDS[self.kind]
        if self.kind not in (int, float):
            return words
        if self.most == math.inf:
            return f"{words}, at least {self.least:g}"
        return f"{words} from {self.least:g} to {self.most:g}"

    def read(self, text: str, where: str) -> Any:
        """Return the value of a text; raise BadSetup."""
        value: Any = text
        try:
            if self.kind is bool:
                value = {"true": True, "false": False}[text.strip().lower()]
            elif self.kind is tuple:
                value = [part.strip() for part in text.split(",") if part.strip()]
            else:
                value = self.kind(text)
        except (KeyError, ValueError):
            raise self._wrong(text, where) from None
        return self.check(value, where)

    def check(self, value: Any, where: str) -> Any:
        """Return a valid value in the setting's type; raise BadSetup."""
        if self.kind is float and type(value) is int and abs(value) < 10**15:
            value = float(value)
        if self.kind is tuple and type(value) is list:
            value = tuple(value)
        if type(value) is not self.kind or not all(self._fits(one) for one in _each(value)):
            raise self._wrong(value, where)
        return value

    def _fits(self, value: Any) -> bool:
        if self.kind in (int, float):
            return bool(self.least <= value <= min(self.most, 1e15))
        if self.kind is bool:
            return True
        if not isinstance(value, str) or not value.isprintable():
            return False
        if self.is_origin:
            return bool(origin_of(value)) or (self.kind is str and not value)
        if self.is_network:
            return is_network(value)
        return not self.one_of or value in self.one_of

    def _wrong(self, value: Any, where: str) -> BadSetup:
        shown = "" if self.secret else f", not {str(value)[:60]!r}"
        return BadSetup(f"{where} must be {self.allowed}{shown}.")


def _each(value: Any) -> Iterable[Any]:
    return value if isinstance(value, tuple) else (value,)


def _entries(settings: type, before: str = "") -> Iterator[SettingEntry]:
    hints = get_type_hints(settings)
    for one in dataclasses.fields(settings):
        if one.name == LIMITS:
            continue
        make = one.default_factory
        default = one.default if make is dataclasses.MISSING else str(make())
        yield SettingEntry(before + one.name, _kind(hints[one.name]), default, **one.metadata)


def _kind(hint: Any) -> type:
    if get_origin(hint) is tuple:
        return tuple
    return next(kind for kind in (bool, int, float, str) if hint is kind or kind in get_args(hint))


def entries() -> dict[str, SettingEntry]:
    """Return all settings by name."""
    return {entry.name: entry for entry in (*_entries(Settings), *_entries(Limits, f"{LIMITS}."))}


@dataclass(frozen=True)
class Chosen:
    """A setting's value, and where it was set."""

    entry: SettingEntry
    value: Any
    source: str = "default"

    def line(self) -> str:
        """Return its line for a settings file. Defaults and secrets are commented out."""
        name = self.entry.name.removeprefix(f"{LIMITS}.")
        shown = _hidden(self.entry, self.value) if self.entry.secret else self.value
        text = f"{name} = {_toml(shown)}".rstrip()
        return f"{'# ' if self.source == 'default' or shown != self.value else ''}{text}  # {self.source}"


def _hidden(entry: SettingEntry, value: Any) -> str:
    """Return a value without secrets: a database without its password, and nothing of a secret setting."""
    if entry.name != "database":
        return "***" if value else ""
    from menagerie.server.store import (
        engines,  # not at the top: the command line without the table has no database
    )

    try:
        return engines.place(engines.url_of(value))
    except MenagerieError:
        return "***"


def _toml(value: Any) -> str:
    # Texts, numbers and lists look alike in JSON and TOML.
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def choose(flags: Mapping[str, Any], environment: Mapping[str, str]) -> list[Chosen]:
    """Return every setting from the source that takes precedence. Flags are keyed by setting, with `config` for the
    file and None for those not given. Raises BadSetup."""
    known = entries()
    file = flags.get("config") or environment.get(CONFIG)
    found = {name: Chosen(entry, entry.default) for name, entry in known.items()}
    found |= _from_file(Path(file), known) if file else {}
    found |= _from_environment(environment, known)
    for name, entry in known.items():
        said = flags.get(name)
        if said is not None:
            value = said if isinstance(said, bool) else entry.read(said, entry.flag)
            found[name] = Chosen(entry, value, entry.flag)
    return list(found.values())


def settings_of(chosen: Iterable[Chosen]) -> Settings:
    """Return all settings as one object."""
    values = {one.entry.name: one.value for one in chosen}
    prefix = f"{LIMITS}."
    limits = {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}
    others = {name: value for name, value in values.items() if not name.startswith(prefix)}
    return Settings(limits=Limits(**limits), **others)


def lines(chosen: Iterable[Chosen]) -> list[str]:
    """Return all settings as a settings file, with the purpose and source of each."""
    told: list[str] = []
    for one in chosen:
        if one.entry.name.startswith(f"{LIMITS}.") and f"[{LIMITS}]" not in told:
            told += [f"[{LIMITS}]", ""]
        told += [f"# {one.entry.purpose}", one.line(), ""]
    return told[:-1]


def _from_file(path: Path, known: Mapping[str, SettingEntry]) -> dict[str, Chosen]:
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetup(f"The settings file {path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise BadSetup(f"The settings file {path} is not valid TOML: {str(error)[:200]}.") from None
    limits = read.pop(LIMITS, {})
    if not isinstance(limits, dict):
        raise BadSetup(
            f"{LIMITS} in {path} must be a section. Write [{LIMITS}] on its own line and the limits below it."
        )
    said = read | {f"{LIMITS}.{name}": value for name, value in limits.items()}
    found = {}
    for name, value in said.items():
        if name not in known:
            raise _unknown(name, known, str(path))
        found[name] = Chosen(known[name], known[name].check(value, f"{name} in {path}"), str(path))
    return found


def _from_environment(environment: Mapping[str, str], known: Mapping[str, SettingEntry]) -> dict[str, Chosen]:
    by_variable = {entry.variable: entry for entry in known.values()}
    found = {}
    for variable in sorted(environment):
        if not variable.startswith(PREFIX) or variable == CONFIG:
            continue
        entry = by_variable.get(variable)
        if entry is None:
            raise _unknown(variable, by_variable, "the environment")
        found[entry.name] = Chosen(entry, entry.read(environment[variable], variable), variable)
    return found


def _unknown(name: str, known: Iterable[str], where: str) -> BadSetup:
    near = get_close_matches(name, list(known), 1, 0.5)
    unknown = f"There is no setting {name[:60]!r} (in {where})."
    listing = "List all settings with menagerie serve --settings."
    return BadSetup(f"{unknown} Did you mean {near[0]}? {listing}" if near else f"{unknown} {listing}")
