"""What is written from the messages of the server: types of the client, tables, the description of a connection."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from dev.protocol import __main__ as command
from dev.protocol import asyncapi, tables, types_js
from dev.protocol.messages import subjects
from msgspec import UNSET, UnsetType

from menagerie.server.base.errors import CODES
from menagerie.server.protocol.outgoing.base import Outgoing, OutgoingArray


def test_what_is_written_is_as_old_as_the_messages() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dev.protocol", "--check"], cwd=command.ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_a_file_that_is_old_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    here = tmp_path / "types.js"
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "files", lambda: {here: "new\n"})
    monkeypatch.setattr(sys, "argv", ["dev.protocol", "--check"])
    here.write_text("old\n")
    assert command.main() == 1
    told = "types.js is older than the messages of the server. Run python -m dev.protocol.\n"
    assert capsys.readouterr().out == told
    assert here.read_text() == "old\n", "--check changes nothing"
    monkeypatch.setattr(sys, "argv", ["dev.protocol"])
    assert command.main() == 0
    assert here.read_text() == "new\n"


def test_every_message_and_every_name_is_told_once() -> None:
    names = [message.name for subject in subjects() for message in subject.messages]
    assert len(names) == len(set(names))
    assert {"WholeTable", "Turn", "Lobby", "Profile", "Tournament", "Problem"} <= set(names)
    assert all(message.words for subject in subjects() for message in subject.messages)


class Place(OutgoingArray):
    """Where it lies."""

    x: float
    part: str | UnsetType = UNSET


class Example(Outgoing):
    """An example."""

    from_: int | None
    """Where it begins."""
    places: dict[str, Place]
    words: list[str]
    then: str | UnsetType = UNSET


def test_a_message_is_a_type_of_the_client() -> None:
    from dev.protocol import messages

    found = messages._subject(sys.modules[__name__])
    text = types_js.write([found])
    assert "@typedef {[x: number, part?: string]} Place" in text
    assert " * @property {number | null} from" in text
    assert " * @property {Record<string, Place>} places\n" in text
    assert " * @property {string[]} words\n" in text
    assert " * @property {string} [then]\n" in text


def test_the_page_tells_every_code_and_every_live_message() -> None:
    text = "before\n<!-- written: codes -->\nold\n<!-- end -->\nbetween\n<!-- written: live -->\n<!-- end -->\n"
    page = tables.among_text(text, subjects())
    assert "old" not in page
    assert [code for code, (status, _) in CODES.items() if f"| `{code}` | {status} |" not in page] == []
    assert "| `update` | [Update](../messages.md#update) |" in page
    assert tables.among_text(page, subjects()) == page


def test_the_description_of_the_live_connection_holds_together() -> None:
    described = json.loads(asyncapi.write(subjects()))
    schemas = described["components"]["schemas"]
    sent = [one["$ref"].rpartition("/")[2] for one in described["operations"]["show"]["messages"]]
    assert {"WholeTable", "Update", "ChatLine", "Done", "Refusal"} <= set(sent)
    assert schemas["Update"]["required"] == ["type", "film", "seq", "n", "now", "scene", "turn", "log", "ask"]
    assert (
        schemas["Choice"]["properties"]["then"]["description"] == "Its consequences, as far as the seat can know them."
    )
    referred = set(json.dumps(described).split('"#/components/schemas/')[1:])
    assert {name.partition('"')[0] for name in referred} <= set(schemas)
