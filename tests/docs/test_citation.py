"""CITATION.cff: what the Citation File Format 1.2.0 asks for, and what the package says of itself."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import menagerie

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = ("cff-version", "message", "title", "authors")
KNOWN = {
    *("abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers", "keywords"),
    *("license", "license-url", "message", "preferred-citation", "references", "repository", "repository-artifact"),
    *("repository-code", "title", "type", "url", "version"),
}
"""All keys that the format has; it allows no others."""


@pytest.fixture(scope="module")
def citation() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return found


def test_it_has_what_is_required_and_nothing_unknown(citation: dict[str, Any]) -> None:
    assert [key for key in REQUIRED if not citation.get(key)] == []
    assert set(citation) <= KNOWN
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] in ("software", "dataset")


def test_every_author_has_a_name(citation: dict[str, Any]) -> None:
    for author in citation["authors"]:
        assert author.get("name") or author.get("family-names")
        assert len(author) == 1  # nothing private


def test_every_key_is_the_text_that_it_must_be(citation: dict[str, Any]) -> None:
    for key in ("message", "title", "abstract", "version", "license"):
        assert isinstance(citation[key], str)
    assert len(set(citation["keywords"])) == len(citation["keywords"])


def test_it_agrees_with_the_package(citation: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == project["version"] == menagerie.__version__
    assert citation["license"] == project["license"]
    assert "CITATION.cff" in (ROOT / "README.md").read_text(encoding="utf-8")
