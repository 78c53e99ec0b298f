"""Runs as games recorded by 18xx.games write them: stretches between neighbouring places, and names of places."""

from menagerie.games.eighteen_zoo.finder import Chain
from menagerie.games.eighteen_zoo.ground import Ground, R
from menagerie.games.eighteen_zoo.track import Board


def chain_of(ground: Ground, connections: list[list[str]]) -> Chain | None:
    """The chain that a recorded route describes, or None if its stretches do not join."""
    if len(connections) == 1 and connections[0][:1] == ["local"]:
        connections = [connections[0][1:]]
    stretches = [_without_tunnel(ground, stretch) for stretch in connections]
    chain: list[str] = []
    for number, stretch in enumerate(stretches):
        if not stretch:
            return None
        if number == 0:
            chain = stretch
            if len(stretches) > 1 and chain[-1] not in (stretches[1][0], stretches[1][-1]):
                chain = chain[::-1]
            continue
        if stretch[0] == chain[-1]:
            chain = chain + stretch[1:]
        elif stretch[-1] == chain[-1]:
            chain = chain + stretch[-2::-1]
        else:
            return None
    known = [ground.by_name[name] for name in chain if name in ground.by_name]
    return tuple(known) if len(known) == len(chain) else None


def _without_tunnel(ground: Ground, stretch: list[str]) -> list[str]:
    """A stretch through HOLE without the hexes in between, which stand only for the tunnel."""
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
    """Whether the run touches a place in its hex number i: its ends, stations and O's; an R area unless it is passed
    through HOLE."""
    if i == 0 or i == len(chain) - 1:
        return True
    track = board.spots[chain[i]].track
    if board.ground.hexes[chain[i]].kind == R or track is None:
        return False
    return track.station or bool(track.pools)


def connections_of(board: Board, chain: Chain) -> list[list[str]]:
    """The stretches of a run between neighbouring places."""
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
    """The places of a run as recorded games number them: `K9-0`, and `M15-1` for the second O of a hex."""
    ground = board.ground
    names: list[str] = []
    for i, at in enumerate(chain):
        if _is_place(board, chain, i):
            around = [ground.across[at * 6 + edge] // 6 for edge in range(6)]
            edges = 0
            for other in chain[max(i - 1, 0) : i + 2]:
                if other in around:
                    edges |= 1 << around.index(other)
            names.append(f"{ground.hexes[at].name}-{_which_pool(board, at, edges)}")
    return names


def _which_pool(board: Board, at: int, edges: int) -> int:
    track = board.spots[at].track
    if track is not None:
        for number, pool in enumerate(track.pools):
            if not edges & ~pool:
                return number
    return 0
