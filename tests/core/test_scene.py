"""Scenes: pieces, what changed between two, and the document; and the targets that choose."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie.core.display.arranging import MINE, Place
from menagerie.core.display.choosing import Choice, Placements, button
from menagerie.core.display.scene import SHOWN, Canvas, Scene, badge, forget, rect, symbol, text, use
from menagerie.core.seats import LETTERS
from menagerie.core.state import State


def small(*, named: bool = True) -> Scene:
    scene = Scene(100, 50, ".own { fill: none }")
    scene.need("llama")
    scene.define("tile", '<rect id="tile" class="own"/>')
    scene.put("board", rect(0, 0, 80, 40, "paper", radius=2))
    scene.put("tile-1", use("llama", 0, 0, 20, "animal"), 5, 6, turn=90, layer=2, label="llama <1>")
    if named:
        scene.put("name", text("Lisa & Ben", 1, 2), layer=1)
    return scene


def test_the_document_is_well_formed_and_in_layers() -> None:
    document = small().svg("dark")
    root = ElementTree.fromstring(document)
    groups = [group for group in root if group.tag.endswith("}g")]
    assert [group.get("id") for group in groups] == ["board", "name", "tile-1"]
    assert (groups[2].get("transform") or "").endswith(" rotate(90)")
    assert groups[2][0].text == "llama <1>"
    assert root.get("class") == "scene dark"
    assert 'id="llama"' in document
    assert ".own" in document


def test_only_changes_are_sent() -> None:
    before, after = small(), small()
    assert after.changes_since(before) == {"set": {}, "del": []}
    after = small(named=False)
    after.put("tile-2", use("llama", 0, 0, 20))
    changes = after.changes_since(before)
    assert changes["del"] == ["name"]
    assert isinstance(changes["set"], dict)
    assert list(changes["set"]) == ["tile-2"]
    whole = after.changes_since(None)
    assert isinstance(whole["set"], dict)
    assert set(whole["set"]) == {"board", "tile-1", "tile-2"}


def test_an_id_is_used_once() -> None:
    scene = small()
    with pytest.raises(ValueError, match="two pieces with the id 'board'"):
        scene.put("board", "")


def test_every_seat_has_a_badge_of_its_own() -> None:
    badges = [badge(seat, 0, 0) for seat in range(len(LETTERS))]
    assert len(set(badges)) == len(LETTERS)
    for drawn in badges:
        ElementTree.fromstring(drawn)


def test_symbols_are_symbols() -> None:
    assert ElementTree.fromstring(symbol("llama")).tag == "symbol"


def test_what_the_browser_is_sent_to_choose_from() -> None:
    assert Choice("take 1", ("truck-1", button("Take"))).wire() == {
        "notation": "take 1",
        "path": ["truck-1", "button:Take"],
        "words": "",
    }
    placements = Placements("place {turn} at {cell}", ("tile",), 9, 1, 2, 10, fits={"r0": "ff"})
    wire = placements.wire()
    assert wire["grid"] == {"columns": 9, "x": 1, "y": 2, "cell": 10}
    assert wire["fits"] == {"r0": "ff"}


def test_pieces_lie_on_parts_with_coordinates_of_their_own() -> None:
    scene = Scene()
    board = scene.part("board", 200, 100, MINE, seat=0)
    board.put("tile", rect(0, 0, 10, 10, "paper"), 20, 30)
    scene.part("market", 100, 50).put("card", rect(0, 0, 10, 10, "paper"), 20, 30)
    assert (scene.pieces["tile"].part, scene.pieces["card"].part) == ("board", "market")
    assert scene.pieces["tile"][-1] == "board"
    assert scene.pieces["tile"].transform(Place(100, 10, 0.5)) == "translate(110 25) scale(0.5)"
    groups = [group for group in ElementTree.fromstring(scene.svg()) if group.tag.endswith("}g")]
    assert groups[0].get("transform") != groups[1].get("transform")
    with pytest.raises(ValueError, match="two parts with the name 'board'"):
        scene.part("board", 1, 1)
    with pytest.raises(ValueError, match="two pieces with the id 'tile'"):
        board.put("tile", "")


def test_a_piece_that_goes_to_another_part_has_changed() -> None:
    scenes = []
    for name in ("hand", "board"):
        scene = Scene()
        canvases = {part: scene.part(part, 10, 10) for part in ("hand", "board")}
        canvases[name].put("tile", "", 1, 1)
        scenes.append(scene)
    assert list(scenes[1].changes_since(scenes[0])["set"]) == ["tile"]  # type: ignore[call-overload]


def table(state: State, *, at: int) -> Scene:
    """A board that shows how many decisions there were, and a piece that goes about on it."""
    scene = Scene()
    board = scene.part("board", 100, 100)
    board.show(put_ply, state, "ply", by=state.ply)
    board.put("walker", "", at, 0)
    return scene


def put_ply(canvas: Canvas, state: State, name: str) -> None:
    canvas.put(name, text(state.ply, 0, 0))


def test_a_part_is_drawn_once_while_it_shows_the_same() -> None:
    forget()
    state = menagerie.load("zooloretto-mini").new(seed=1)
    first, second = table(state, at=1), table(state, at=2)
    assert first.pieces["ply"] is second.pieces["ply"]
    assert list(second.changes_since(first)["set"]) == ["walker"]  # type: ignore[call-overload]
    state.play(state.legal()[0])
    third = table(state, at=2)
    assert third.pieces["ply"].body != second.pieces["ply"].body
    assert third.changes_since(second) == {"set": {"ply": third.pieces["ply"]}, "del": []}
    forget()
    again = table(state, at=2)
    assert again.pieces["ply"] is not third.pieces["ply"]
    assert again.changes_since(third) == {"set": {}, "del": []}


def test_only_so_many_parts_are_remembered() -> None:
    forget()
    state = menagerie.load("zooloretto-mini").new(seed=1)
    oldest, needed = Scene().part("part", 1, 1), Scene().part("part", 1, 1)
    canvases = []
    for number in range(2 * SHOWN + 2):
        canvases.append(Scene().part("part", 1, 1))
        canvases[-1].show(put_ply, state, f"{number}", by=number)
        if number == SHOWN:
            needed.show(put_ply, state, "1", by=1)
    assert needed.sheets[-1] is canvases[1].sheets[-1]
    oldest.show(put_ply, state, "0", by=0)
    assert oldest.sheets[-1] is not canvases[0].sheets[-1]
    assert oldest.sheets[-1] == canvases[0].sheets[-1]
    needed.show(put_ply, state, "1", by=1)
    assert needed.sheets[-1] is canvases[1].sheets[-1], "what is needed again stays"


def test_an_id_is_used_once_on_all_parts_together() -> None:
    scene = Scene()
    scene.part("hand", 1, 1).put("tile", "")
    scene.part("board", 1, 1).put("tile", "")
    with pytest.raises(ValueError, match="two pieces with the id 'tile'"):
        scene.pieces  # noqa: B018 - looking is what is tested


def test_numbers_are_sent_as_they_are_given() -> None:
    """Compiled or not: 12 is not made 12.0, nor the other way round."""
    scene = Scene()
    canvas = scene.part("board", 300, 20.5, tight=1)
    canvas.put("a", "", 12, 3.0, turn=90)
    assert repr(tuple(scene.pieces["a"])) == "(0, 12, 3.0, 90, '', '', 'board')"
    assert repr(scene.parts["board"].wire()[:2]) == "[300, 20.5]"


SENT = """
import json, random, sys
import menagerie
for title in menagerie.titles():
    state = menagerie.load(title).new(seed=2)
    rng = random.Random(2)
    for _ in range(60):
        if state.is_over:
            break
        seat = rng.choice(state.to_act)
        choices = [choice.wire() for choice in state.game.choices(state, seat)]
        print(json.dumps([title, state.game.scene(state, seat).pieces, choices]))
        told = []
        state.play(rng.choice(state.legal(seat)), seat, told)
        print([state.game.about_event(event) for event in told])
"""


def test_both_engines_send_the_same() -> None:
    """Of all titles, whichever engine runs here: byte by byte what the sources make."""

    def sent(engine: dict[str, str]) -> bytes:
        # Without coverage, which looks for the sources of what is compiled.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("MENAGERIE_ENGINE", "COV"))}
        environment = {**kept, **engine}
        command = [sys.executable, "-c", SENT]
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    here = sent({"MENAGERIE_ENGINE": "compiled"} if menagerie.COMPILED else {})
    assert here.count(b"\n") > 400
    assert here == sent({"MENAGERIE_ENGINE": "interpreted"})
