"""The site: links that lead somewhere on it, positions as pictures, and nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from dev import site

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def config() -> MkDocsConfig:
    made = MkDocsConfig()
    made.load_dict({"site_name": "x", "docs_dir": str(ROOT / "docs"), "plugins": []})
    made.validate()
    made.plugins._current_plugin = "dev/site.py"  # as MkDocs does where it runs a hook
    return made


@pytest.fixture
def files(config: MkDocsConfig) -> Files:
    places = ("bots.md", "rules/18zoo.md", "pictures/zooloretto-mini.svg")
    return Files([File.generated(config, place, content="") for place in places])


@pytest.mark.parametrize(
    ("source", "place", "written", "shown"),
    [
        ("README.md", "index.md", "[Bots](docs/bots.md#levels)", "[Bots](bots.md#levels)"),
        ("README.md", "index.md", "[the MIT licence](LICENSE)", "the MIT licence (`LICENSE`)"),
        ("docs/bots.md", "bots.md", "[here](../src/menagerie/cli.py)", "here (`src/menagerie/cli.py`)"),
        ("docs/bots.md", "bots.md", "[add one](../CONTRIBUTING.md)", "[add one](contributing.md)"),
        ("docs/rules/18zoo.md", "rules/18zoo.md", "[levels](../bots.md)", "[levels](../bots.md)"),
        ("docs/bots.md", "bots.md", "[a](#b), [c](https://example.org)", "[a](#b), [c](https://example.org)"),
        ("README.md", "index.md", "![It](docs/pictures/zooloretto-mini.svg)", "![It](pictures/zooloretto-mini.svg)"),
        ("README.md", "index.md", "```\n[x](docs/bots.md)\n```\n", "```\n[x](docs/bots.md)\n```\n"),
    ],
)  # fmt: skip
def test_links_lead_to_pages_of_the_site_or_become_names(
    files: Files, source: str, place: str, written: str, shown: str
) -> None:
    assert site._relinked(written, source, place, files) == shown


def test_every_position_in_the_rules_is_a_picture(config: MkDocsConfig) -> None:
    files = site.on_files(Files([]), config)
    pictures = [file.src_uri for file in files if file.src_uri.startswith("pictures/rules/")]
    pages = [(ROOT / "docs" / "rules" / name).read_text() for name in ("zooloretto-mini.md", "18zoo.md")]
    for title, page in zip(("zooloretto-mini", "18zoo"), pages, strict=True):
        here = [name for name in pictures if name.startswith(f"pictures/rules/{title}-")]
        assert len(here) == page.count("```position") > 0
    assert {"index.md", "contributing.md", "changelog.md"} <= {file.src_uri for file in files}


@pytest.mark.parametrize(
    ("text", "fetched"),
    [
        ('<script src="https://cdn.example/a.js"></script>', ["https://cdn.example/a.js"]),
        ('<link rel="stylesheet" href="//fonts.example/css">', ["//fonts.example/css"]),
        ("<style>@import 'https://a.example/b.css';</style>", ["https://a.example/b.css"]),
        ("<style>b { src: url(http://c.example/d) }</style>", ["http://c.example/d"]),
        ('<a href="https://example.org">a link</a> <img src="pictures/a.svg">', []),
    ],
)  # fmt: skip
def test_what_a_page_would_fetch_from_elsewhere_is_found(tmp_path: Any, text: str, fetched: list[str]) -> None:
    (tmp_path / "page.html").write_text(text)
    assert site.foreign(tmp_path) == [f"page.html: {address}" for address in fetched]


def test_every_page_of_the_documents_is_in_the_contents() -> None:
    """MkDocs names those that are missing as a warning, and warnings are failures: here it is seen at once."""
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    missing = [
        name
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if (name := path.relative_to(ROOT / "docs").as_posix()) not in listed
    ]
    assert missing == []
