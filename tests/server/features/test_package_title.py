"""Test a title from a package: it has a deal of the day, and ratings with bots as anchors, like ours."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from menagerie.cli import main
from menagerie.server.base import bot_anchors
from tests.packaging.projects import PROJECTS, lay_out
from tests.server.support.people import Person, Server
from tests.server.support.rated import keep
from tests.server.support.trying import begin, deal, play, running_at_noon

RACE = "flamingo-race"
ANCHORS = PROJECTS / "example" / "menagerie_flamingos" / bot_anchors.FILE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a machine with the example package, at noon."""
    folder = tmp_path_factory.mktemp("installed")
    lay_out("example", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
        with running_at_noon(folder / "tables.db") as running:
            yield running


def test_its_deal_of_the_day_is_played_against_its_own_bot_and_has_a_place(server: Server) -> None:
    lisa = keep(Person(server, "Lisa"))
    offered = deal(lisa, RACE)
    assert (offered["players"], offered["line"]) == (2, "A race against a daring flamingo.")
    table = begin(lisa, RACE)
    assert [seat["bot"] for seat in table["seats"]] == [None, "daring"]
    result = play(lisa, table["id"])
    found = deal(lisa, RACE)
    assert (found["try"]["over"], found["try"]["place"]) == (True, 1)
    assert [one["told"] for one in found["results"]] == [f"{result['scores'][0]} points"]
    lisa.close()


def test_a_rated_game_of_it_changes_ratings_and_its_bots_keep_theirs(server: Server) -> None:
    ben = keep(Person(server, "Ben"))
    daring = {"kind": "bot", "bot": "daring"}
    table = ben.table("me", daring, title=RACE, rated=True, pace="5+5", hints=False, stand_in=None)
    play(ben, table["id"])
    ben.get(f"/api/tables/{table['id']}/people")  # counts the game that has just ended
    (rating,) = ben.get(f"/api/people/{ben.id}")["ratings"]
    assert (rating["title"], rating["class"], rating["games"]) == (RACE, "two", 1)
    assert rating["curve"][0]["change"] != 0
    assert [one["kind"] for one in rating["bots"]] == ["random", "daring"]
    assert rating["bots"][0]["rating"] == 1500, "new players are compared with the bot that the title names"
    ben.close()


def test_one_command_computes_its_bots_ratings_from_their_matches(tmp_path: Path) -> None:
    file = tmp_path / "anchors.toml"
    shutil.copy(ANCHORS, file)
    shipped = file.read_text(encoding="utf-8")
    file.write_text(shipped.replace("daring = 30.5", "daring = 99.0"), encoding="utf-8")
    assert main(["rate", "--anchors", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == shipped


def test_the_first_ratings_are_written_before_the_matches(tmp_path: Path) -> None:
    file = tmp_path / "anchors.toml"
    shipped = ANCHORS.read_text(encoding="utf-8")
    before, _, rest = shipped.partition("[ratings]")
    file.write_text(before + rest[rest.index("[[match]]") :], encoding="utf-8")
    assert main(["rate", "--anchors", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == shipped


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("middle = 5", "Expected `str`, got `int`"),
        ("[[match]]\nplayers = 2", "missing required field"),
        ("match = ", "Invalid value"),
        (
            '[[match]]\nplayers = 2\nbetter = "a"\nworse = "b"\nwon = 1\ngames = 2',
            "No match with two players has 'keeper', the bot that all others are compared with.",
        ),
    ],
)
def test_a_file_that_cannot_be_used_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    file = tmp_path / "anchors.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["rate", "--anchors", str(file)]) != 0
    told = capsys.readouterr().err
    assert why in told
    assert "Traceback" not in told
    assert file.read_text(encoding="utf-8") == text
