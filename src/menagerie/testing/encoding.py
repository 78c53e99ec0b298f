"""Properties of a title in numbers (`core.encoding`): codes of decisions and observations, if it has them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from menagerie.core.action import Action
from menagerie.core.content import Content
from menagerie.core.encoding import Encoding, Layout
from menagerie.core.errors import IllegalAction
from menagerie.core.state import State
from menagerie.testing.cases import Case, all_of_it
from menagerie.testing.looking import everything
from menagerie.testing.walks import Way

LEADING_BACK = 30
"""So many codes of a long list are followed back to their decisions: each is looked for in the whole list."""
OTHER_CODES = 5
"""So many codes of what is not legal are tried in a position."""
SIBLINGS = 8
"""So many positions that a decision leads to are compared with each other."""


def codes_are_exact_both_ways(case: Case, way: Way) -> None:
    """Every listed decision has a code of its own, which leads back to it, so that playing it is the same; the mask has
    these codes and no others; any other code is refused, unless its decision is accepted without being listed."""
    if not case.game.has_encoding:
        return
    encoding = case.game.encoding()
    chance = Random(way.seed)
    tried = min(encoding.decisions, OTHER_CODES)
    for number, state in enumerate(way.positions()):
        for seat in range(state.players):
            codes = _codes(encoding, state, seat, chance)
            if codes and number % 6 == 0:
                _plays_alike(encoding, state, seat, *chance.choice(list(codes.items())))
            mask = bytearray(encoding.decisions)
            for code in codes:
                mask[code] = 1
            assert encoding.mask_of(state, seat) == mask, "the mask says something else than the list"
            for code in [-1, encoding.decisions, *chance.sample(range(encoding.decisions), tried)]:
                if code not in codes:
                    _is_refused_or_accepted(encoding, state, seat, code)


def _codes(encoding: Encoding, state: State, seat: int, chance: Random) -> dict[int, Action]:
    """The codes of all that is listed, each with its decision."""
    found: dict[int, Action] = {}
    for action in state.legal(seat):
        code = encoding.code(state, seat, action)
        assert 0 <= code < encoding.decisions, f"{action} has the code {code}"
        assert code not in found, f"{action} has the code of {found[code]}"
        assert action.code in (code, -1), f"{action} says that its code is {action.code}, not {code}"
        if action.code >= 0:
            assert encoding.name(code) == str(action), f"{code} is called {encoding.name(code)}, not {action}"
        found[code] = action
    for code in chance.sample(list(found), min(len(found), LEADING_BACK)):
        assert encoding.action(state, seat, code) == found[code], f"{code} does not lead back to {found[code]}"
    return found


def _plays_alike(encoding: Encoding, state: State, seat: int, code: int, action: Action) -> None:
    """What a code leads to without being checked does what the listed decision does."""
    by_list, by_code = state.copy(), state.copy()
    by_list.carry_out(by_list.lane(seat)[-1], seat, action)
    by_code.carry_out(by_code.lane(seat)[-1], seat, encoding.listed(by_code, seat, code))
    assert everything(by_code) == everything(by_list), f"{code} does something else than {action}"


def _is_refused_or_accepted(encoding: Encoding, state: State, seat: int, code: int) -> None:
    try:
        action = encoding.action(state, seat, code)
    except IllegalAction:
        return
    assert not state.refusal(action, seat), f"{code} leads to {action}, which is not legal"


def observations_hide_what_is_hidden(case: Case, way: Way) -> None:
    """A seat's observation is the same in all worlds that it cannot tell apart. It keeps to its layout, tells nothing
    of what was in the buffer before, and changes nothing."""
    if not case.game.has_encoding:
        return
    encoding = case.game.encoding()
    for number, state in enumerate(way.positions()):
        if number % 7:
            continue
        before = everything(state)
        for seat in range(state.players):
            seen = bytes(encoding.observe(state, seat))
            for seed in (1, 2):
                world = state.imagine(seat, seed)
                assert bytes(encoding.observe(world, seat)) == seen, f"the observation of seat {seat} tells a secret"
            used = _used_room(encoding.layout)
            encoding.encode(state, seat, used)
            assert bytes(used) == seen, "a number of the observation is never written"
            _keeps_to(encoding.layout, used)
        assert everything(state) == before, "looking changed the state"


def _used_room(layout: Layout) -> memoryview:
    """Room that was written on before."""
    room = layout.buffer()
    room.cast("B")[:] = b"\x4d" * room.nbytes
    return room


def _keeps_to(layout: Layout, values: memoryview) -> None:
    """Every number is in the range that the layout gives, and the layout covers all of them, once."""
    at = 0
    for part in layout.slices:
        assert part.start == at, f"{part.name} begins at {part.start}, not at {at}"
        at += part.size
        numbers = values[part.start : at].tolist()
        assert part.low <= min(numbers), f"{part.name} has a number below {part.low}: {min(numbers)}"
        assert max(numbers) <= part.high, f"{part.name} has a number above {part.high}: {max(numbers)}"
    assert at == layout.size == len(values)
    decoded = layout.decode(values)
    assert _numbers(list(decoded.values())) == values.tolist(), "what is decoded is something else"


def _numbers(nested: Any) -> list[int]:
    """All numbers of what was decoded, in their order."""
    if isinstance(nested, int):
        return [nested]
    parts = nested.values() if isinstance(nested, dict) else nested
    return [number for part in parts for number in _numbers(part)]


def observations_tell_what_can_be_seen(case: Case, way: Way) -> None:
    """Positions that a seat can tell apart have different observations, but for what the layout says that it leaves
    out; and positions that look the same have the same."""
    if not case.game.has_encoding:
        return
    encoding = case.game.encoding()
    assert bool(encoding.layout.left_out) == (case.told is not all_of_it), "the layout must say what it leaves out"
    views: dict[tuple[int, bytes], str] = {}
    observations: dict[tuple[int, str], bytes] = {}
    for number, state in enumerate(way.positions()):
        for moment in [state, *(_siblings(state, way.seed) if number % 5 == 0 else [])]:
            for seat in range(state.players):
                values = bytes(encoding.observe(moment, seat))
                told = json.dumps(case.told(moment.view(seat), seat), sort_keys=True)
                assert views.setdefault((seat, values), told) == told, "an observation does not tell what can be seen"
                shown = told + moment.prompt(seat) + str(moment.legal(seat))
                assert observations.setdefault((seat, shown), values) == values, "it tells what cannot be seen"


def rows_are_kept_up_to_date(case: Case, way: Way) -> None:
    """Room in which a game is shown step by step, to one seat or another, is as if every observation had been written
    from scratch; so it is when another game is shown there."""
    if not case.game.has_encoding:
        return
    encoding = case.game.encoding()
    chance = Random(way.seed)
    room = encoding.layout.buffer()
    shown: object = None
    for state in way.positions():
        seat = chance.randrange(state.players)
        shown = encoding.encode_again(state, seat, room, shown)
        assert bytes(room) == bytes(encoding.observe(state, seat)), "a row that shows a game tells something old"
    encoding.encode_again(way.start, 0, room, shown)
    assert bytes(room) == bytes(encoding.observe(way.start, 0)), "a row tells something of an earlier game"


def _siblings(state: State, seed: int) -> list[State]:
    """Positions that hardly differ: what decisions of one moment lead to, and the same moment with other secrets."""
    found = [state.imagine(None, seed), state.imagine(None, seed + 1)]
    for seat in state.to_act:
        for action in state.legal(seat)[:SIBLINGS]:
            found.append(state.copy())
            found[-1].play(action, seat)
    return found


def thawed(case: Case) -> str:
    """Return what to do if codes or layout are others than those that are frozen for this version of the rules; empty
    if they are as they were, and for a title that has none."""
    game = case.game
    if not game.has_encoding:
        return ""
    digests = Content(game.folder).read("encoding.toml").entry("digests").values
    frozen, now = digests.get(str(game.rules_version)), game.encoding().digest()
    if frozen == now:
        return ""
    return (
        f"{game.id}: version {game.rules_version} is frozen as {frozen}, and is {now} now: what was learned before can "
        "no longer be used. Take the change back, or give the rules a new version and add its digest to encoding.toml."
    )
