"""Positions on the maps of 18ZOO in a line or two: `board("A", "K9 57 r0 GI", "J10 8 r2")`."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import menagerie
from menagerie.core.content import Content
from menagerie.core.phase import Refusal
from menagerie.games.eighteen_zoo.map import refusals
from menagerie.games.eighteen_zoo.map.board import NEW, UPGRADE, Board
from menagerie.games.eighteen_zoo.map.ground import lay_code, lay_hex
from menagerie.games.eighteen_zoo.pieces import Pieces, Runner
from menagerie.games.eighteen_zoo.running.check import measure
from menagerie.games.eighteen_zoo.running.harvest import Aids, Chain, Harvest

CONTENT = Path(menagerie.__file__).parent / "games" / "eighteen_zoo" / "content"


@cache
def box() -> Pieces:
    """The box as it is."""
    return Pieces(Content(CONTENT))


def family(name: str) -> int:
    """A family by its id."""
    return box().family_index[name]


def runners(*names: str) -> tuple[Runner, ...]:
    """Squirrels by how they run: `runners("2S", "4J")`."""
    return tuple(runner for name in names for runner in box().runners if runner.name == name)


def board(map_name: str, *lines: str, site: bool = False, centre: str = "BASE-1") -> Board:
    """A board with tiles (`hex tile rotation`) and stations behind them: family, WIP, or +family beside the spaces."""
    made = Board(box().ground(map_name, centre, site))
    for line in lines:
        name, *words = line.split()
        at = made.ground.by_name[name]
        if words and words[0][0] not in "+W" and words[0] not in box().family_index:
            made.lay(lay(made, " ".join([name, *words[:2]])))
            words = words[2:]
        for word in words:
            if word == "WIP":
                made.block(at)
            elif word.startswith("+"):
                made.place_beside(family(word[1:]), at)
            else:
                made.place(family(word), at)
    return made


def lay(on: Board, text: str) -> int:
    """A lay by its words: `K9 57 r0`."""
    name, number, rotation = text.split()
    at = on.ground.by_name[name]
    tile = on.ground.tile_named(number, at)
    assert tile is not None, text
    return lay_code(at, tile.index, int(rotation[1:]))


def chain(on: Board, text: str) -> Chain:
    """A run by the names of its hexes."""
    return tuple(on.ground.by_name[name] for name in text.split())


def names(on: Board, hexes: Chain | list[int]) -> list[str]:
    """Hexes by their names."""
    return [on.ground.hexes[at].name for at in hexes]


def try_runs(on: Board, who: str, squirrels: tuple[Runner, ...], aids: Aids, *runs: str) -> Harvest | str:
    """What given runs bring, or the reason why they are wrong."""
    result = measure(on, family(who), squirrels, aids, tuple(chain(on, run) for run in runs))
    return result.reason if isinstance(result, Refusal) else result


def grown_board(seed: int, turns: int, site: bool) -> Board:
    """A board after so many turns of families that build at random."""
    chance = random.Random(seed)
    made = Board(box().ground(chance.choice("ABCDEF"), chance.choice(["BASE-1", "BASE-2", "BASE-3"]), site))
    families = chance.sample(made.ground.families, 2)
    for who in families:
        made.place(who, made.ground.homes[who])
        if refusals.home_lays(made, who, 1):
            made.lay(chance.choice(refusals.home_lays(made, who, 1)))
    for turn in range(turns):
        for who in families:
            barred: tuple[int, ...] = ()
            for kinds in (NEW | UPGRADE, NEW):
                lays = made.lays(who, kinds, 1 + turn // 2, 9, barred)
                if lays:
                    code = chance.choice(lays)
                    made.lay(code)
                    barred = (*barred, lay_hex(code))
            if made.station_hexes(who) and chance.random() < 0.4:
                made.place(who, chance.choice(made.station_hexes(who)))
    if len(made.ground.hole_areas) > 1 and chance.random() < 0.5:
        for at in chance.sample(made.ground.hole_areas, 2):
            made.dig(at)
    if chance.random() < 0.5:
        made.sow(families[0], made.stations(families[0])[0])
    return made
