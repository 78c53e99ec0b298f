"""Our drawings: painted, small, and all of them in sight on the contact sheet; and the titles' covers."""

import re
from xml.etree import ElementTree

import pytest

import menagerie
from menagerie.core.display import contact_sheet
from menagerie.core.display.covers import cover
from menagerie.core.display.scene import PAINTED, look, symbol, use
from tests.tiers import COMPLETE

LARGEST = 3000
PEOPLE_AND_ANIMALS = (
    *("billionaire", "brown-bear", "butterfly", "cheetah", "cobra", "crocodile", "elephant", "flamingo", "fox"),
    *("giraffe", "gorilla", "hippo", "impala", "kangaroo", "keeper", "lion", "llama", "meerkat", "mole", "monkey"),
    *("ostrich", "owl", "penguin", "polar-bear", "rabbit", "rhino", "sloth", "snake", "squirrel", "tiger", "wolf"),
)


def hues(drawing: str) -> set[str]:
    """The tones that it is painted in."""
    return set(re.findall(r"hue-(\w+)", drawing))


@pytest.mark.parametrize("name", contact_sheet.names())
def test_a_drawing_is_small_and_its_tones_are_known(name: str) -> None:
    drawing = symbol(name)
    assert ElementTree.fromstring(drawing).get("id") == name
    assert len(drawing.encode()) <= LARGEST
    unknown = {hue for hue in hues(drawing) if f".hue-{hue} " not in look()}
    assert not unknown


@pytest.mark.parametrize("name", PEOPLE_AND_ANIMALS)
def test_animals_are_painted_in_tones_of_their_own(name: str) -> None:
    assert len(hues(symbol(name))) >= 3


def test_small_drawings_are_silhouettes() -> None:
    assert 'class="plain"' in use("fox", 0, 0, PAINTED - 1)
    assert "class" not in use("fox", 0, 0, PAINTED)


def test_the_contact_sheet_shows_every_drawing_in_three_sizes_in_both_themes() -> None:
    sheet = ElementTree.fromstring(contact_sheet.contact_sheet())
    shown = [
        (node.get("href"), node.get("width"))
        for half in sheet
        if "scene" in (half.get("class") or "")
        for node in half.iter()
        if node.tag.endswith("use") and node.get("class") is None
    ]
    for name in contact_sheet.names():
        assert [shown.count((f"#{name}", str(size))) for size in contact_sheet.SIZES] == [2, 2, 2]


@pytest.mark.parametrize("title", COMPLETE)
def test_a_cover_is_composed_from_drawings_of_ours(title: str) -> None:
    game = menagerie.load(title)
    light, dark = ElementTree.fromstring(cover(game)), ElementTree.fromstring(cover(game, "dark"))
    assert light.get("viewBox") == "0 0 480 300"
    used = {node.get("href", "")[1:] for node in light.iter() if node.tag.endswith("use")}
    defined = {node.get("id") for node in light.iter()}
    assert len(used) >= 8
    assert used <= defined
    assert len(list(dark.iter())) == len(list(light.iter())) + 1, "dusk lies over it in the dark"
