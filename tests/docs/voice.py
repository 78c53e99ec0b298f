"""Find the phrases of voice.toml in what people read.

`python -m tests.docs.voice` counts them by folder, `python -m tests.docs.voice PATH` lists those below a path.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
READ = ("*.md", "*.py", "*.toml", "*.html", "*.js", "*.cjs", "*.css", "*.yml", "*.yaml", "*.sh", "*.conf", "*.service")
LEFT_OUT = (
    "tests/",
    "docs/reports/",
    "docs/messages.md",
    "src/menagerie/web/static/shared/protocol.js",
    "requirements/",
)
"""Tests speak of old names, reports are printed, and the two others are generated from the server's messages."""
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
    listed = tomllib.loads((HERE / "voice.toml").read_text(encoding="utf-8"))["pattern"]
    return [_pattern(one) for one in listed]


def _pattern(one: dict[str, str]) -> Pattern:
    after = f"(?! {one['not_before']})" if "not_before" in one else ""
    expression = rf"(?<![\w]){one['find']}(?!\w){after}".replace(" ", GAP)
    flags = re.MULTILINE if one.get("exact") else re.MULTILINE | re.IGNORECASE
    return Pattern(one["name"], re.compile(expression, flags), one["say"])


def files() -> list[str]:
    """Return the files that people read, as git knows them."""
    listed = subprocess.run(["git", "ls-files", *READ], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if not name.startswith(LEFT_OUT)]


def hits_in(text: str, path: str = "") -> Iterator[Hit]:
    """Yield the phrases of a text."""
    for pattern in _PATTERNS:
        for found in pattern.expression.finditer(text):
            around = text[max(0, found.start() - 40) : found.end() + 40]
            yield Hit(path, text.count("\n", 0, found.start()) + 1, pattern, " ".join(around.split()))


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
