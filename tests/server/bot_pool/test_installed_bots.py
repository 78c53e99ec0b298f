"""Test bots of installed packages: each kind has its own process, and one that fails is replaced."""

from __future__ import annotations

import os
import re

import pytest

from tests.server.http.test_metrics import figures
from tests.server.http.test_restart import wait_for
from tests.server.support.people import Person, Server

pytestmark = pytest.mark.one_store

BOTS = '''
import os
import time
from menagerie.bots import Bot

class Simple(Bot):
    """Decides at random, and writes down who it is and what it does."""

    def __init__(self, seed):
        super().__init__(seed)
        self.decided = 0
        self.note("made")

    @classmethod
    def load(cls):
        cls.note("loaded")

    @classmethod
    def note(cls, what):
        with open(os.environ["NOTES"], "a") as notes:
            notes.write(f"{cls.kind} {what}\\n")

    def choose(self, state, seat, clock):
        self.decided += 1
        self.note(f"decision {self.decided}")
        self.think(state)
        return self.chance.choice(list(state.legal(seat)))

    def think(self, state):
        pass

class Remembering(Simple):
    kind = "remembering"

class Crashing(Simple):
    kind = "crashing"
    line = "reads a file"
    def think(self, state):
        raise ValueError("my network file is missing")

class Endless(Simple):
    kind = "endless"
    def think(self, state):
        while True:
            pass

class Ending(Simple):
    kind = "ending"
    def think(self, state):
        os._exit(1)

class Leaving(Simple):
    kind = "leaving"
    def think(self, state):
        raise SystemExit("bye")

class Interrupting(Simple):
    kind = "interrupting"
    def think(self, state):
        raise KeyboardInterrupt

class Unready(Simple):
    kind = "unready"
    @classmethod
    def load(cls):
        raise OSError("no network here")

class Odd(Exception):
    def __init__(self, one, two):
        super().__init__("odd")

class Unsendable(Simple):
    kind = "unsendable"
    @classmethod
    def load(cls):
        raise Odd(1, 2)
'''
KINDS = ("Remembering", "Crashing", "Endless", "Ending", "Leaving", "Interrupting", "Unready", "Unsendable")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Install a package of bots."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "strangers.py").write_text(BOTS)
    about = folder / "strangers-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    offered = "".join([f"{kind.lower()} = strangers:{kind}\n" for kind in KINDS])
    (about / "entry_points.txt").write_text(f"[menagerie.bots]\n{offered}")
    return folder


@pytest.fixture
def server(folder, tmp_path):
    """A server on a machine with that package, with one process for bots."""
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        patch.setenv("NOTES", str(tmp_path / "notes"))
        running = Server(tmp_path / "tables.db", metrics_port=0).start()
    wait_for(lambda: "Metrics are at " in running.log)
    yield running
    running.stop()
    assert "Traceback" not in running.log


@pytest.fixture
def lisa(server):
    person = Person(server, "Lisa")
    yield person
    person.close()


def seen(person: Person, kind: str) -> list[str]:
    """Return the log of a table where only such bots sat, once others play for them."""
    bot = {"kind": "bot", "bot": kind}
    table = person.table(bot, bot)["id"]
    with person.watch(table) as screen:
        screen.until(lambda one: "keeper" in [seat["bot"] for seat in one.table["seats"]])
        return [sentence for entry in screen.log for sentence in entry["text"]]


@pytest.mark.parametrize(
    ("kind", "told", "why"),
    [
        ("crashing", "Crashing stopped working.", r"ValueError: my network file is missing \(strangers.py, line \d+\)"),
        ("ending", "Ending stopped working.", "its process ended"),
        ("leaving", "Leaving stopped working.", "SystemExit bye"),
        ("interrupting", "Interrupting stopped working.", "KeyboardInterrupt"),
        ("unready", "Unready stopped working.", "no network here"),
        ("unsendable", "Unsendable stopped working.", "odd"),
        ("endless", "Endless took too long.", "it did not answer within 3 seconds"),
    ],
)
def test_a_bot_that_fails_is_replaced_by_the_usual_one_and_table_log_and_figures_say_so(server, lisa, kind, told, why):
    assert f"{told} Another bot (Ranger) takes over this seat." in seen(lisa, kind)
    wait_for(lambda: re.search(f"bot {kind} failed, keeper takes over: .*{why}", server.log) is not None)
    assert figures(server)[f"menagerie_bots_failed_total {kind}"] == 1


def test_a_bot_that_never_returns_stops_no_other_bot(server, lisa):
    endless, simplest = {"kind": "bot", "bot": "endless"}, {"kind": "bot", "bot": "random"}
    with lisa.watch(lisa.table(endless, endless)["id"]) as waiting:
        with lisa.watch(lisa.table(simplest, simplest)["id"]) as other:
            other.until(lambda one: one.n > 3)
        assert waiting.n == 0, "that one still thinks"


def test_a_kind_that_fails_repeatedly_is_no_longer_offered(server, lisa):
    def offered() -> list[str]:
        return [bot["kind"] for bot in lisa.get("/api/titles")["bots"]]

    assert "crashing" in offered()
    for _ in range(3):
        seen(lisa, "crashing")
    assert "crashing" not in offered()
    assert "remembering" in offered()
    wait_for(lambda: "Bot crashing failed 3 times within an hour and is no longer offered" in server.log)
    refused = lisa.refused(
        "/api/tables", {"title": "zooloretto-mini", "seats": [{"kind": "bot", "bot": "crashing"}, {"kind": "me"}]}
    )
    assert refused["code"] == "bad"


def test_one_object_plays_a_seat_for_a_whole_game_and_the_kind_is_loaded_once(server, lisa, tmp_path):
    for _ in range(2):
        table = lisa.table({"kind": "bot", "bot": "remembering"}, {"kind": "bot", "bot": "remembering"})["id"]
        with lisa.watch(table) as screen:
            screen.until(lambda one: one.turn["over"])
    notes = (tmp_path / "notes").read_text().split("\n")
    assert notes.count("remembering loaded") == 1
    assert notes.count("remembering made") == 2 * 2
    assert notes.count("remembering decision 5") == 2 * 2
