"""The messages as types for the client's checker: `@typedef`s in comments, which cost the browser nothing."""

from __future__ import annotations

from dev.protocol.messages import Message, MessageField, Subject
from msgspec import inspect as types

HEAD = """\
/**
 * What the server sends. Written by `python -m dev.protocol` from src/menagerie/server/protocol/outgoing: change it
 * there. Where the pages have names of their own for these, see types.js.
 */
"""


def write(subjects: list[Subject]) -> str:
    """Return the file."""
    blocks = [_typedef(message) for subject in subjects for message in subject.messages]
    return HEAD + "\n" + "\n".join(blocks) + "\nexport {};\n"


def _typedef(message: Message) -> str:
    if message.is_array:
        places = ", ".join([_place(field) for field in message.fields])
        return f"/**\n * {message.words}\n *\n * @typedef {{[{places}]}} {message.name}\n */\n"
    lines = [f"/**\n * {message.words}\n *\n * @typedef {{object}} {message.name}"]
    if message.tag is not None:
        lines.append(f' * @property {{"{message.tag[1]}"}} {message.tag[0]}')
    lines += [_property(field) for field in message.fields]
    return "\n".join([*lines, " */\n"])


def _place(field: MessageField) -> str:
    return f"{field.name}{'?' if field.may_be_missing else ''}: {type_of(field.type)}"


def _property(field: MessageField) -> str:
    name = f"[{field.name}]" if field.may_be_missing else field.name
    return f" * @property {{{type_of(field.type)}}} {name}{f' {field.words}' if field.words else ''}"


def type_of(one: types.Type) -> str:
    """Return a type as TypeScript writes it."""
    match one:
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType(values=values):
            return " | ".join([f'"{value}"' if isinstance(value, str) else str(value).lower() for value in values])
        case types.ListType(item_type=item) | types.CollectionType(item_type=item):
            inner = type_of(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case types.DictType(value_type=value):
            return f"Record<string, {type_of(value)}>"
        case types.UnionType(types=members):
            return " | ".join([type_of(member) for member in members])
        case types.StructType(cls=kind):
            return kind.__name__
        case types.AnyType():
            return "any"
    raise TypeError(f"there is no type of the client for {one}")
