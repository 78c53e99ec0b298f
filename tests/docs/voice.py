"""Find the phrases of voice.toml in what people read.

`python -m tests.docs.voice` counts them by folder, `python -m tests.docs.voice PATH` lists those below a path.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from token import tok_name as token_names

QUOTES = ("'", '"', "`")
ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
READ = ("*.md", "*.py", "*.toml", "*.html", "*.js", "*.cjs", "*.css", "*.yml", "*.yaml", "*.sh", "*.conf", "*.service")
LEFT_OUT = (
    "tests/",
    "docs/reports/",
    "docs/messages.md",
    "docs/api/",
    "src/menagerie/web/static/shared/protocol.js",
    "requirements/",
)
"""Tests speak of old names, reports are printed, and the others are generated from sources."""
GAP = r"""(?:\s*["']\s*\n\s*(?:\#\s*)?f?["']\s*|\s*\n\s*(?:\#|//|\*|>)+\s*|\s+)"""
"""What may stand for a space: a line break, with what ends a string or begins a line of a comment."""


@dataclass(frozen=True)
class Pattern:
    """A phrase to avoid, and what to say."""

    name: str
    expression: re.Pattern[str]
    say: str


@dataclass(frozen=True)
class Hit:
    """A place where a phrase stands."""

    path: str
    line: int
    pattern: Pattern
    words: str


def patterns() -> list[Pattern]:
    """Return the phrases of voice.toml."""
    return [_pattern(one) for one in listed("pattern")]


def exceptions() -> list[str]:
    """Return the words of voice.toml that stay as they are, each for a reason given there."""
    return [one["words"] for one in listed("exception")]


def listed(kind: str) -> list[dict[str, str]]:
    """Return the entries of one kind in voice.toml."""
    entries: list[dict[str, str]] = tomllib.loads((HERE / "voice.toml").read_text(encoding="utf-8"))[kind]
    return entries


def _pattern(one: dict[str, str]) -> Pattern:
    after = f"(?! {one['not_before']})" if "not_before" in one else ""
    expression = rf"(?<![\w]){one['find']}(?!\w){after}".replace(" ", GAP)
    flags = re.MULTILINE if one.get("exact") else re.MULTILINE | re.IGNORECASE
    return Pattern(one["name"], re.compile(expression, flags), one["say"])


def files() -> list[str]:
    """Return the files that people read, as git knows them."""
    known = subprocess.run(["git", "ls-files", *READ], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in known.stdout.splitlines() if not name.startswith(LEFT_OUT)]


def hits_in(text: str, path: str = "") -> Iterator[Hit]:
    """Yield the phrases of a text."""
    if path.endswith(".py"):
        text = prose_of_python(text)
    for pattern in _PATTERNS:
        for found in pattern.expression.finditer(text):
            if _is_code(text, found) or _is_excepted(text, found):
                continue
            around = text[max(0, found.start() - 40) : found.end() + 40]
            yield Hit(path, text.count("\n", 0, found.start()) + 1, pattern, " ".join(around.split()))


def prose_of_python(text: str) -> str:
    """Return a source with only its strings and comments, each in its place."""
    lines = [[" "] * len(line) for line in text.splitlines()]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or token_names[token.type].startswith(("STRING", "FSTRING")):
            for number, part in enumerate(token.string.splitlines()):
                first = token.start[1] if number == 0 else 0
                lines[token.start[0] - 1 + number][first : first + len(part)] = part
    return "\n".join(["".join(line) for line in lines])


def _is_code(text: str, found: re.Match[str]) -> bool:
    """Return whether a phrase stands alone in quotes: a name of the program, not a sentence."""
    before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    is_attribute = before == "."
    is_key = after == ":" and before == " " and text[found.end() + 1 : found.end() + 2] == " "
    return found[0].islower() and (is_attribute or is_key or (before == after and before in QUOTES))


def _is_excepted(text: str, found: re.Match[str]) -> bool:
    around = text[max(0, found.start() - 60) : found.end() + 60]
    return any(words in around and found[0] in words for words in _EXCEPTIONS)


def hits(below: str = "") -> list[Hit]:
    """Return all phrases in the files below a path."""
    found: list[Hit] = []
    for name in files():
        if name.startswith(below):
            found += hits_in((ROOT / name).read_text(encoding="utf-8"), name)
    return found


def folder(path: str) -> str:
    """Return the folder under which a file is counted."""
    parts = path.split("/")
    deep = 4 if parts[:3] in (["src", "menagerie", "games"], ["src", "menagerie", "server"]) else 3
    return "/".join(parts[:-1][:deep]) or "(top)"


_PATTERNS = patterns()
_EXCEPTIONS = exceptions()


def main() -> None:
    """Print the counts by folder and by phrase, or every place below a path."""
    if len(sys.argv) > 1:
        found = hits(sys.argv[1].removeprefix("./"))
        for hit in found:
            print(f"{hit.path}:{hit.line}: {hit.pattern.name} ({hit.pattern.say}): {hit.words}")
        print(f"{len(found)} in {sys.argv[1]}")
        return
    found = hits()
    for title, counted in (
        ("folder", Counter(folder(hit.path) for hit in found)),
        ("phrase", Counter(hit.pattern.name for hit in found)),
    ):
        print(f"by {title}:")
        for name, count in sorted(counted.items()):
            print(f"  {count:5}  {name}")
    print(f"{len(found)} in all")


if __name__ == "__main__":
    main()
