"""Ways to break what was whole: texts, JSON and bytes. The same chance breaks it in the same way."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from typing import Any

NUMBERS = [
    "0",
    "-1",
    "1",
    "2",
    "9",
    "99",
    "65536",
    "2147483648",
    "9" * 30,
    "9" * 5000,
    "1e309",
    "-0.0",
    "nan",
    "٣",
    "²",
]
PIECES = [
    *(
        "",
        " ",
        "\n",
        "\t",
        "\r\n",
        "\x00",
        "\x1b[2J",
        "\u2028",
        "\u202e",
        "\ufeff",
        "é",
        "🦓",
        "ﬁ",
        "%s",
        "{0}",
        "\\",
        "'",
        '"',
    ),
    *(
        "#",
        "-",
        "--",
        ":",
        "@",
        "=",
        ",",
        ";",
        "[",
        "]",
        "{",
        "}",
        "(",
        "null",
        "true",
        "None",
        "../../etc",
        "A" * 3000,
    ),
]
VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        7,
        2**31,
        2**63,
        -(2**64),
        10**40,
        0.5,
        -0.0,
        1e308,
        "",
        " ",
        "x",
        "0",
        "\x00",
        "🦓",
    ),
    *("A" * 3000, [], {}, [[]], [None], {"": ""}, {"type": "x"}, [0] * 300, list("abc"), {"id": 1}),
]


def break_text(text: str, chance: random.Random, other: str = "") -> str:
    """A text with one to four faults; some are taken from another text."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        text = chance.choice(_TEXT_FAULTS)(text, chance, other)
    return text


def _span(text: str, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(text) + 1)
    return start, min(len(text), start + chance.choice((1, 1, 2, 5, 20, 200)))


def _cut(text: str, chance: random.Random, _: str) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[end:]


def _put(text: str, chance: random.Random, _: str) -> str:
    start, _end = _span(text, chance)
    return text[:start] + chance.choice(PIECES) + text[start:]


def _replace(text: str, chance: random.Random, _: str) -> str:
    start, end = _span(text, chance)
    return text[:start] + chance.choice(PIECES) + text[end:]


def _letter(text: str, chance: random.Random, _: str) -> str:
    start, end = _span(text, chance)
    return text[:start] + chr(chance.choice((32 + chance.randrange(96), chance.randrange(0xD800)))) + text[end:]


def _repeat(text: str, chance: random.Random, _: str) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[start:end] * chance.choice((2, 3, 50)) + text[end:]


def _truncate(text: str, chance: random.Random, _: str) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _number(text: str, chance: random.Random, _: str) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text + chance.choice(NUMBERS)
    one = chance.choice(found)
    return text[: one.start()] + chance.choice(NUMBERS) + text[one.end() :]


def _lines(text: str, chance: random.Random, other: str) -> str:
    """Lines that are missing, come twice, change places, or belong elsewhere."""
    lines = text.split("\n")
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[first]
        case 1:
            lines.insert(second, lines[first])
        case 2:
            lines[first], lines[second] = lines[second], lines[first]
        case _:
            lines.insert(first, chance.choice(other.split("\n")))
    return "\n".join(lines)


def _word(text: str, chance: random.Random, other: str) -> str:
    """A word of another text in the place of one."""
    words = re.split(r"(\s+)", text)
    words[chance.randrange(len(words))] = chance.choice(other.split() or [""])
    return "".join(words)


_TEXT_FAULTS: list[Callable[[str, random.Random, str], str]] = [
    *(_cut, _put, _replace, _letter, _repeat, _truncate, _number, _number, _lines, _lines, _word, _word),
]


def break_json(data: Any, chance: random.Random) -> str:
    """JSON with one to four faults: values of other kinds, keys that are missing or new; at times no JSON at all."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        _break_value(data, chance)
    text = json.dumps(data)
    if chance.random() < 0.02:
        return "[" * 5000 + text
    return break_text(text, chance) if chance.random() < 0.2 else text


def _break_value(data: Any, chance: random.Random) -> None:
    """Go down by chance, and break what is there."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = data[key]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.8:
            data = inner
            continue
        match chance.randrange(6):
            case 0:
                del data[key]
            case 1 if isinstance(data, dict):
                data[str(chance.choice(PIECES)) or "new"] = data.pop(key)
            case 2 if isinstance(data, list):
                data.insert(chance.choice(keys), copy.deepcopy(inner))
            case 3 if isinstance(inner, str):
                data[key] = break_text(inner, chance)
            case 4 if isinstance(inner, int) and not isinstance(inner, bool):
                data[key] = inner + chance.choice((-1, 1, 2, -1000, 10**20))
            case _:
                data[key] = copy.deepcopy(chance.choice(VALUES))
        return


def break_bytes(data: bytes, chance: random.Random) -> bytes:
    """Bytes with one to four faults."""
    broken = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        if not broken:
            break
        start = chance.randrange(len(broken))
        length = chance.choice((1, 1, 2, 8, 100, 4096))
        match chance.randrange(5):
            case 0:
                broken[start] ^= 1 << chance.randrange(8)
            case 1:
                broken[start : start + length] = chance.randbytes(length)
            case 2:
                broken[start : start + length] = bytes(length)
            case 3:
                del broken[start : start + length]
            case _:
                del broken[start:]
    return bytes(broken)
