"""Runs as games recorded by 18xx.games write them: stretches between neighbouring places, and names of places."""

from typing import Any, Final

from menagerie.games.eighteen_zoo.map.board import Board
from menagerie.games.eighteen_zoo.map.ground import Ground, R
from menagerie.games.eighteen_zoo.running.check import matched
from menagerie.games.eighteen_zoo.running.harvest import Chain


def chain_of(ground: Ground, connections: list[list[str]], board: Board | None = None) -> Chain | None:
    """Return the chain that a recorded route describes, or None if its stretches do not join. A stretch may be
    written either way round; where one begins and ends in the same hex (two O's) the board tells which way it was."""
    if len(connections) == 1 and connections[0][:1] == ["local"]:
        connections = [connections[0][1:]]
    chains: list[list[str]] = [[]]
    for stretch in connections:
        way = _without_tunnel(ground, stretch)
        chains = [chain + part for chain in chains for part in _parts(chain, way)][:_MOST_WAYS]
    known: list[Chain] = []
    for chain in chains:
        hexes = tuple([ground.by_name[name] for name in chain if name in ground.by_name])
        if len(hexes) == len(chain):
            known.append(_without_echo(hexes))
    if board is not None:
        for hexes in known:
            if _goes_on(board, hexes):
                return hexes
    return known[0] if known else None


def figures_of(route: dict[str, Any]) -> tuple[int, int]:
    """Return nuts and O areas that the site stored with a route; (-1, -1) in old games, which have none."""
    revenue, subsidy = route.get("revenue"), route.get("subsidy")
    if not isinstance(revenue, int) or not isinstance(subsidy, int) or revenue < 0 or subsidy < 0:
        return -1, -1
    return revenue, subsidy


_MOST_WAYS: Final = 64


def _without_echo(hexes: Chain) -> Chain:
    """Two O's that the site counted for one pass name their hex twice in a row."""
    return tuple([at for number, at in enumerate(hexes) if not number or hexes[number - 1] != at])


def _parts(chain: list[str], stretch: list[str]) -> list[list[str]]:
    """Return how a stretch can continue from a chain: forwards or backwards, without the hex that it shares with the
    chain."""
    parts: list[list[str]] = []
    for way in (stretch, stretch[::-1]):
        if not chain:
            parts.append(way)
        elif way and way[0] == chain[-1] and way[1:] not in parts:
            parts.append(way[1:])
    return parts


def _goes_on(board: Board, chain: Chain) -> bool:
    """Return whether in every hex on the way track joins the sides over which the run comes and goes."""
    across = board.ground.across
    for before, at, after in zip(chain, chain[1:], chain[2:], strict=False):
        around = [across[at * 6 + edge] // 6 for edge in range(6)]
        track = board.spots[at].track
        if before in around and after in around:
            into, out = around.index(before), around.index(after)
            if track is None or not track.links[into] >> out & 1:
                return False
    return True


def _without_tunnel(ground: Ground, stretch: list[str]) -> list[str]:
    """Return a stretch through HOLE without the hexes in between, which stand only for the tunnel."""
    for pair, between in ground.tunnels.items():
        first, last = pair.split("-")
        for start, way, end in ((first, list(between), last), (last, list(between)[::-1], first)):
            whole = [start, *way, end]
            for i in range(len(stretch) - len(whole) + 1):
                if way and stretch[i : i + len(whole)] == whole:
                    return [*stretch[: i + 1], *stretch[i + len(whole) - 1 :]]
    return stretch


def _tunnel(ground: Ground, first: int, second: int) -> list[str]:
    a, b = ground.hexes[first].name, ground.hexes[second].name
    if f"{a}-{b}" in ground.tunnels:
        return list(ground.tunnels[f"{a}-{b}"])
    return list(ground.tunnels.get(f"{b}-{a}", ()))[::-1]


def _is_place(board: Board, chain: Chain, i: int) -> bool:
    """Return whether the run touches a place in its hex number i: its ends, stations and O's; an R area unless it
    is passed through HOLE."""
    if i == 0 or i == len(chain) - 1:
        return True
    track = board.spots[chain[i]].track
    if board.ground.hexes[chain[i]].kind == R or track is None:
        return False
    return track.station or bool(track.pools)


def connections_of(board: Board, chain: Chain) -> list[list[str]]:
    """Return the stretches of a run between neighbouring places."""
    ground = board.ground
    if len(chain) == 1:
        return [["local", ground.hexes[chain[0]].name]]
    stretches: list[list[str]] = []
    stretch: list[str] = []
    for i, at in enumerate(chain):
        stretch.append(ground.hexes[at].name)
        if i > 0 and _is_place(board, chain, i):
            stretches.append(stretch)
            stretch = [ground.hexes[at].name]
        if i + 1 < len(chain) and len(board.holes) == 2 and at in board.holes and chain[i + 1] in board.holes:
            stretch += _tunnel(ground, at, chain[i + 1])
    return stretches


def places_of(board: Board, chain: Chain) -> list[str]:
    """Return the places of a run as recorded games number them: `K9-0`, and `M15-1` for the second O of a hex."""
    places = [i for i in range(len(chain)) if _is_place(board, chain, i)]
    numbers: dict[int, int] = {}
    for at in {chain[i] for i in places}:
        here = [i for i in places if chain[i] == at]
        numbers.update(zip(here, matched([_pools_by(board, chain, i) for i in here]), strict=False))
    return [f"{board.ground.hexes[chain[i]].name}-{numbers.get(i, 0)}" for i in places]


def _pools_by(board: Board, chain: Chain, i: int) -> tuple[int, ...]:
    """Return the O's of a hex that a run may have passed there."""
    at = chain[i]
    around = [board.ground.across[at * 6 + edge] // 6 for edge in range(6)]
    edges = 0
    for other in chain[max(i - 1, 0) : i + 2]:
        if other in around:
            edges |= 1 << around.index(other)
    track = board.spots[at].track
    return () if track is None else tuple([k for k, pool in enumerate(track.pools) if not edges & ~pool])
