"""Which room of the client may import what.

`shared` lies below all, rooms beside each other know nothing of each other, and inside `table` imports point down.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

from menagerie.server.http.assets import STATIC

BESIDE_EACH_OTHER = ("table", "lobby", "learn", "people", "events")
INSIDE_TABLE = ("table/state", "table/board", "table/choosing", "table/panels", "table/turn", "table")
"""From the bottom up: each may import what stands before it."""
ANYWHERE_IN_TABLE = "table/types.js"  # what they hand to each other: types, nothing that runs
WRITERS = {
    "writeHeard": "table/page.js",
    "writeDraft": "table/turn/deciding.js",
    "writeShown": "table/turn/playback.js",
    "writeKeys": "table/keys.js",
    "writeExperience": "table/turn/newcomer_help.js",
    "writePuzzle": "table/state/puzzle_client.js",
}
"""The one script that may write each part of what a table's page knows; the checker of types holds the others."""
STORE = "table/state/store.js"
IMPORT = re.compile(r'(?:\bfrom\s|\bimport\s|\bimport\()"(\.{1,2}/[^"]+)"')


def imports(folder: Path) -> dict[str, list[str]]:
    """Return what each script names, types and what is imported later included."""
    found = {}
    for path in sorted(folder.rglob("*.js")):
        script = path.relative_to(folder).as_posix()
        paths = IMPORT.findall(path.read_text(encoding="utf-8"))
        found[script] = sorted({posixpath.normpath(posixpath.join(posixpath.dirname(script), one)) for one in paths})
    return found


def faults(folder: Path) -> list[str]:
    """Return each import that no room allows, each file that is missing and each cycle, in a sentence."""
    graph = imports(folder)
    found = []
    for script, others in graph.items():
        for other in others:
            if other not in graph:
                found.append(f"{script} imports {other}, which does not exist.")
            elif reason := refused(posixpath.dirname(script), other):
                found.append(f"{script} imports {other}. {reason}")
    cycle = any_cycle(graph)
    return [*found, f"These scripts import each other: {' -> '.join(cycle)}."] if cycle else found


def refused(room: str, other: str) -> str:
    """Return why no script of this room may import the other script; empty if it may."""
    target = posixpath.dirname(other)
    if target in (room, "shared"):
        return ""
    if room == "shared":
        return "Nothing in shared/ may know another room."
    if room not in INSIDE_TABLE or target not in INSIDE_TABLE:
        return f"{room or 'The folder itself'} and {target or 'the folder itself'} lie beside each other: use shared/."
    if other == ANYWHERE_IN_TABLE or INSIDE_TABLE.index(target) < INSIDE_TABLE.index(room):
        return ""
    return f"{target} lies above {room}: hand it in, or move what both need down."


def any_cycle(graph: dict[str, list[str]]) -> list[str]:
    """Return scripts that import each other in a ring, if there are any."""
    done: set[str] = set()

    def walk(script: str, way: list[str]) -> list[str]:
        if script in way:
            return [*way[way.index(script) :], script]
        if script in done:
            return []
        for other in graph.get(script, []):
            if found := walk(other, [*way, script]):
                return found
        done.add(script)
        return []

    return next(filter(None, [walk(script, []) for script in graph]), [])


def test_the_client_keeps_to_its_rooms() -> None:
    assert faults(STATIC) == []


def test_every_script_lies_in_a_room() -> None:
    rooms = {posixpath.dirname(script) for script in imports(STATIC) if script != "service_worker.js"}
    assert rooms == {"shared", *BESIDE_EACH_OTHER, *INSIDE_TABLE}


@pytest.mark.parametrize(
    ("script", "text", "fault"),
    [
        ("shared/dom.js", 'import { at } from "../lobby/page.js";', "Nothing in shared/ may know another room."),
        ("lobby/page.js", 'import "../table/menu.js";', "lobby and table lie beside each other: use shared/."),
        ("table/board/a.js", '/** @type {import("../turn/b.js").B} */', "table/turn lies above table/board"),
        ("table/state/a.js", 'import {\n  b,\n  c,\n} from "../panels/b.js";', "table/panels lies above table/state"),
        ("table/turn/a.js", 'import("../none.js").then(() => {});', "which does not exist"),
        ("table/turn/b.js", 'import "./c.js";', "table/turn/b.js -> table/turn/c.js -> table/turn/b.js"),
    ],
)
def test_a_planted_import_is_found(tmp_path: Path, script: str, text: str, fault: str) -> None:
    planted = {
        "lobby/page.js": "",
        "table/menu.js": "",
        "table/turn/b.js": "",
        "table/turn/c.js": 'export { c } from "./b.js";' if script == "table/turn/b.js" else "",
        "table/panels/b.js": "",
        script: text,
    }
    for name, content in planted.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    (found,) = faults(tmp_path)
    assert fault in found


def foreign_writers(folder: Path) -> list[str]:
    """Return each script that names a function of the store with which only another may write, in a sentence."""
    found = []
    for path in sorted((folder / "table").rglob("*.js")):
        script = path.relative_to(folder).as_posix()
        named = [name for name in re.findall(r"\bwrite[A-Z]\w*", path.read_text(encoding="utf-8")) if name in WRITERS]
        for name in sorted(set(named)):
            if script not in (WRITERS[name], STORE):
                found.append(f"{script} calls {name}. Only {WRITERS[name]} may: give it a function to call.")
    return found


def test_each_part_of_the_store_is_written_by_one_script() -> None:
    exported = re.findall(r"^export const (write\w+)", (STATIC / STORE).read_text(encoding="utf-8"), re.MULTILINE)
    assert set(exported) == set(WRITERS)
    assert foreign_writers(STATIC) == []


def test_a_second_writer_is_found(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "render.js").write_text("writeDraft({ seat: 1 });")
    assert foreign_writers(tmp_path) == [
        "table/render.js calls writeDraft. Only table/turn/deciding.js may: give it a function to call."
    ]
