"""Let people do anything, in any order, and check what must be true all the time."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from menagerie.server.protocol.incoming import AnyCommand
from tests.budget import budget
from tests.server.support.people import PATIENCE, Server
from tests.server.walk import steps_events, steps_people, steps_tables
from tests.server.walk.holds import NOT_READ, READ, everything_holds
from tests.server.walk.step import STEPS, choose
from tests.server.walk.world import World

PARTS = (steps_people, steps_tables, steps_events)  # importing them adds their steps
SEEDS = budget([1], list(range(1, 13)))
LENGTH = budget(120, 600)
EVERY = budget(120, 60)  # steps between two checks
OFTEN = 10
"""So many times something is tried before nothing having come of it is a fault of the walk."""


def vain(world: World) -> list[str]:
    """The steps that were tried often and of which nothing ever came."""
    return [
        step.take.__name__
        for step in STEPS
        if step.uses and world.tried[step.take.__name__] >= OFTEN and not any(world.done[use] for use in step.uses)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_people_do_everything_holds(seed: int, place: str | Path, tmp_path: Path) -> None:
    world = World(place, seed)
    try:
        for number in range(1, LENGTH + 1):
            world.take(choose(world.chance))
            if number % EVERY == 0:
                everything_holds(world, tmp_path)
        assert not vain(world), "some steps never succeed"
    finally:
        world.close()


def test_every_address_that_tells_something_of_people_is_read(server: Server) -> None:
    paths = httpx.get(f"{server.base}/schema/openapi.json", timeout=PATIENCE).json()["paths"]
    telling = {path for path, ways in paths.items() if "get" in ways}
    assert set(READ) <= telling
    assert [path for path in sorted(telling - set(READ)) if not path.startswith(NOT_READ)] == []


def test_every_address_and_command_that_changes_something_is_walked(server: Server) -> None:
    paths = httpx.get(f"{server.base}/schema/openapi.json", timeout=PATIENCE).json()["paths"]
    changing = {path for path, ways in paths.items() if "post" in ways} - {"/api/tables/{table}/do"}
    commands = {f"do {one.__struct_config__.tag}" for one in AnyCommand.__args__}
    assert {use for step in STEPS for use in step.uses} == changing | commands
