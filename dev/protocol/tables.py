"""The messages as tables for people: docs/messages.md, and those among the text of docs/protocol/."""

from __future__ import annotations

import re

from dev.protocol.messages import Message, MessageField, Subject
from dev.protocol.types_js import type_of

from menagerie.server.base.errors import CODES

HEAD = """\
# Messages, field by field

Everything that a server sends, for [the protocol](protocol.md). `?` marks a field that may be missing. All others are
always there. This page is generated from the source (`python -m dev.protocol`).
"""

TITLES = {
    "base": "Errors and plain answers",
    "answers": "Answers to commands",
    "live": "The live connection",
    "table": "The table object",
    "turn": "Turns",
    "scene": "Scenes",
    "log": "Log and films",
    "moments": "Moments, courses, reviews",
    "lobby": "Lobby and time",
    "titles": "Titles and lessons",
    "accounts": "Accounts",
    "daily": "Deals of the day and duplicates",
    "health": "Health",
    "notices": "Notices",
    "puzzles": "Puzzles",
    "ratings": "Profiles and ratings",
    "social": "Friends and moderation",
    "tournaments": "Tournaments",
}

_MARK = re.compile(r"(<!-- written: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page(subjects: list[Subject]) -> str:
    """Return the page of all messages."""
    parts = [HEAD]
    for subject in subjects:
        parts.append(f"\n## {TITLES[subject.name]}\n")
        for message in subject.messages:
            parts.append(f"\n### {message.name}\n\n{message.words}\n\n{_fields(message)}")
    return "".join(parts)


def among_text(text: str, subjects: list[Subject]) -> str:
    """Return a page in which every marked table is written again."""
    tables = {"codes": _codes(), "live": _live(subjects)}
    return _MARK.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}", text)


def _fields(message: Message) -> str:
    rows = ["| field | type | means |", "| --- | --- | --- |"]
    if message.tag is not None:
        rows.append(f'| `{message.tag[0]}` | `"{message.tag[1]}"` | |')
    rows += [_row(field) for field in message.fields]
    return "\n".join(rows) + "\n"


def _row(field: MessageField) -> str:
    kind = type_of(field.type).replace("|", "\\|")
    words = f" {field.words.replace('|', '&#124;')}" if field.words else ""
    return f"| `{field.name}`{'?' if field.may_be_missing else ''} | `{kind}` |{words} |"


def _codes() -> str:
    rows = ["| code | HTTP | means |", "| --- | --- | --- |"]
    rows += [f"| `{code}` | {status} | {means} |" for code, (status, means) in CODES.items()]
    return "\n".join(rows) + "\n"


def _live(subjects: list[Subject]) -> str:
    """Return the messages of the live connection: which there are, when they come, and what they have."""
    rows = ["| `type` | message | when | fields |", "| --- | --- | --- | --- |"]
    for subject in subjects:
        for message in subject.messages:
            if message.tag is not None:
                names = ", ".join([f"`{field.name}`{'?' if field.may_be_missing else ''}" for field in message.fields])
                link = f"[{message.name}](../messages.md#{message.name.lower()})"
                rows.append(f"| `{message.tag[1]}` | {link} | {message.words} | {names} |")
    return "\n".join(rows) + "\n"
