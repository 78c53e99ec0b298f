"""How long the browser is busy with a move: `python -m tests.web.long_tasks [TITLE ...]`.

Chromium records what its main thread does while a person plays against bots, films included. Told are the longest tasks
in processor time of that thread (a busy machine makes the wall clock useless), what the longest was busy with, and how
much it works while nothing happens and one thinks. No task of a move should take more than 50 ms.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import menagerie
from tests.web.conftest import FLAGS, Server, find_chromium
from tests.web.ending import SIZES
from tests.web.person import OFFER, OVER, Person

DECISIONS = 40
IDLE = 5.0
"""Seconds of thinking."""
LONG = 50.0
CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"]


class Trace:
    """What the main thread of the page did."""

    def __init__(self, recorded: bytes) -> None:
        events: list[dict[str, Any]] = json.loads(recorded)["traceEvents"]
        named = [event for event in events if event["name"] == "thread_name"]
        mains = {(event["pid"], event["tid"]) for event in named if event["args"]["name"] == "CrRendererMain"}
        on_main = [event for event in events if (event["pid"], event["tid"]) in mains and event.get("ph") == "X"]
        self.tasks = [event for event in on_main if event["name"].endswith("RunTask")]
        self.steps = [event for event in on_main if not event["name"].endswith("RunTask")]

    def longest(self, count: int) -> list[dict[str, Any]]:
        """The longest tasks, the longest first."""
        return sorted(self.tasks, key=cpu, reverse=True)[:count]

    def inside(self, task: dict[str, Any]) -> str:
        """What a task was busy with."""
        spent: dict[str, float] = {}
        for step in self.steps:
            if step["tid"] == task["tid"] and task["ts"] <= step["ts"] < task["ts"] + task["dur"]:
                spent[step["name"]] = spent.get(step["name"], 0.0) + cpu(step)
        most = sorted(spent.items(), key=lambda item: item[1], reverse=True)[:5]
        return ", ".join([f"{name} {milliseconds:.0f}" for name, milliseconds in most])


def cpu(event: dict[str, Any]) -> float:
    """Processor time in milliseconds."""
    return float(event.get("tdur", 0)) / 1000


def record(browser: Browser, person: Person, what: Any) -> Trace:
    """What happens on the page meanwhile."""
    browser.start_tracing(page=person.page, categories=CATEGORIES)
    what()
    return Trace(browser.stop_tracing())


def play(person: Person) -> None:
    """Some moves, and what others do meanwhile."""
    for number in range(DECISIONS):
        person.wait(f"{OVER} || document.querySelector({OFFER!r})")
        if person.is_over():
            return
        person.decide(7 * number)
        person.page.wait_for_timeout(30)


def measure(browser: Browser, server: Server, title: str, size: str) -> None:
    """A table of that title on that screen."""
    person = Person(browser, server, "Lisa", reduced_motion="no-preference", **SIZES[size])
    players = menagerie.load(title).players[-1]
    person.start(title, *["bot:random"] * (players - 1))
    person.page.evaluate("localStorage.setItem('menagerie.pace', 'brisk')")
    person.wait(f"document.querySelector({OFFER!r})")
    person.page.wait_for_timeout(1500)  # the page has come to rest
    moves = record(browser, person, lambda: play(person))
    person.wait(f"{OVER} || document.querySelector({OFFER!r})")
    person.page.wait_for_timeout(2500)
    idle = record(browser, person, lambda: person.page.wait_for_timeout(1000 * IDLE))
    person.context.close()
    longest = moves.longest(3)
    over = len([task for task in moves.tasks if cpu(task) > LONG])
    told = ", ".join([f"{cpu(task):.0f}" for task in longest])
    busy = sum([cpu(task) for task in idle.tasks]) / (1000 * IDLE)
    print(f"{title:17} {size:6} longest tasks {told} ms, {over} over {LONG:.0f}; idle {busy:.1%} of a core", flush=True)
    if longest:
        print(f"{'':24} the longest: {moves.inside(longest[0])}", flush=True)


def main() -> None:
    """All titles, or those that are named."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        try:
            for title in sys.argv[1:] or menagerie.titles():
                for size in ("wide", "phone"):
                    measure(browser, server, title, size)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
