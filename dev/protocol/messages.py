"""The outgoing messages as they stand in the source: names, fields, and what is said of each."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect as types

from menagerie.server.protocol import outgoing

ORDER = ("base", "answers", "live", "table", "turn", "scene", "log", "moments", "lobby", "titles")
"""The subjects that are read first. The others follow by name."""


@dataclass(frozen=True)
class MessageField:
    """A field of a message, under the name by which it is sent."""

    name: str
    type: types.Type
    may_be_missing: bool
    words: str


@dataclass(frozen=True)
class Message:
    """A message, or a part of one."""

    name: str
    kind: type[msgspec.Struct]
    words: str
    fields: tuple[MessageField, ...]
    is_array: bool
    tag: tuple[str, str] | None
    """The field that tells messages of one connection apart, and its value."""


@dataclass(frozen=True)
class Subject:
    """What one module says."""

    name: str
    words: str
    messages: tuple[Message, ...]


def subjects() -> list[Subject]:
    """Return all outgoing messages by subject."""
    names = [module.name for module in pkgutil.iter_modules(outgoing.__path__)]
    names.sort(key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    return [_subject(importlib.import_module(f"{outgoing.__name__}.{name}")) for name in names]


def _subject(module: ModuleType) -> Subject:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    own = [kind for kind in kinds if kind.__module__ == module.__name__ and kind.__struct_fields__]
    name = module.__name__.rpartition(".")[2]
    return Subject(name, _one_line(module), tuple([_message(kind) for kind in own]))


def _message(kind: type[msgspec.Struct]) -> Message:
    info: Any = types.type_info(kind)
    unset = {field.name for field in msgspec.structs.fields(kind) if field.default is msgspec.UNSET}
    fields = []
    for field in info.fields:
        # A field with another default is always sent: nothing is left out because it is as usual.
        words = _words_of(kind, field.name)
        fields.append(MessageField(field.encode_name, field.type, field.name in unset, words))
    tag = (info.tag_field, info.tag) if info.tag_field else None
    return Message(kind.__name__, kind, _one_line(kind), tuple(fields), info.array_like, tag)


def _words_of(kind: type[msgspec.Struct], name: str) -> str:
    """Return what is said of a field where it is declared, which may be in a base class."""
    for one in kind.__mro__:
        if one.__module__.startswith(outgoing.__name__) and (words := _field_words(one.__module__).get((one, name))):
            return words
    return ""


@cache
def _field_words(module: str) -> dict[tuple[type, str], str]:
    """Return the text below each field of a module, by class and name."""
    found, here = {}, importlib.import_module(module)
    for node in ast.parse(inspect.getsource(here)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for field, after in zip(node.body, node.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
                found[getattr(here, node.name), field.target.id] = " ".join(ast.literal_eval(after.value).split())
    return found


def _one_line(what: type | ModuleType) -> str:
    return " ".join((inspect.getdoc(what) or "").partition("\n\n")[0].split())
