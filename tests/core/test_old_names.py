"""Public modules that have a new name can still be imported by the old one, with a warning (docs/stability.md)."""

import importlib
import sys
from pathlib import Path

import pytest

from tests.core.test_plugins import run
from tests.packaging.projects import lay_out

MODULES = {
    "menagerie.bots.herd": ("menagerie.bots.batch", ["game_seed"]),
    "menagerie.core.asking": ("menagerie.core.sequential", ["NOBODY", "Asking"]),
    "menagerie.core.fair": ("menagerie.core.seed_commitment", ["commitment", "new_salt", "verify"]),
    "menagerie.testing.ways": (
        "menagerie.testing.walks",
        ["Beginning", "ByHand", "GameByChance", "Opening", "Recorded", "Way", "pick_for", "picked", "ways_within"],
    ),
}
"""By the old name the new one, and what could be imported from it."""

ANIMALS = """\
def animals(state, seat):
    return {"flamingos": seat + 1, "storks": 0}
"""


@pytest.mark.parametrize("old", MODULES)
def test_a_module_has_its_old_name_too_and_warns(old: str) -> None:
    new, names = MODULES[old]
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is now called {new}"):
        module = importlib.import_module(old)
    for name in names:
        assert getattr(module, name) is getattr(importlib.import_module(new), name)


@pytest.mark.parametrize(("file", "warned"), [("owned_animals", False), ("keeping", True)])
def test_a_title_says_which_animals_a_seat_has_by_the_old_name_too(file: str, warned: bool, tmp_path: Path) -> None:
    lay_out("example", tmp_path)
    (tmp_path / "menagerie_flamingos" / "display" / f"{file}.py").write_text(ANIMALS, encoding="utf-8")
    ask = "import menagerie; state = menagerie.load('flamingo-race').new(); print(state.game.owned_animals(state, 1))"
    asked = run(tmp_path, "-W", "always::DeprecationWarning", "-c", ask)
    assert asked.stdout == "{'flamingos': 2}\n", asked.stderr
    assert ("DeprecationWarning" in asked.stderr) == warned
