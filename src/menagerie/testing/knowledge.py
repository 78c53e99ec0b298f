"""Properties of what a seat may know, and of worlds that it can't tell from the real one."""

from __future__ import annotations

from random import Random

from menagerie.core.playout import play_randomly
from menagerie.core.record import Record
from menagerie.core.state import State
from menagerie.testing.cases import Case
from menagerie.testing.looking import everything, known_to
from menagerie.testing.walks import Way


def nobody_is_shown_what_is_hidden(case: Case, way: Way) -> None:
    """Whatever is hidden from a seat can be redealt, and the seat is shown the same."""
    for number, state in enumerate(way.positions()):
        if number % 11:
            continue
        for seat in (*range(state.players), None):
            shown = known_to(state, seat)
            for seed in (1, 2):
                assert known_to(state.imagine(seat, seed), seat) == shown, f"seat {seat} can see what is hidden from it"


def imagining_depends_on_nothing_hidden(case: Case, way: Way) -> None:
    """From the same seed a seat imagines the same world, whatever the real one is; from other seeds others."""
    for number, state in enumerate(way.positions()):
        if number % 5:
            continue
        before = everything(state)
        for seat in (*range(state.players), None):
            world, other_world = state.imagine(seat, 5), state.imagine(seat, 99)
            imagined = everything(world)
            assert everything(other_world.imagine(seat, 5)) == imagined, "an imagined state gives the real one away"
            assert other_world.setup.seed < 0, "an imagined state holds a seed"
            if tables(other_world) == tables(world) != tables(state):
                assert len({tables(state.imagine(seat, seed)) for seed in range(20)}) > 1, "all seeds imagine the same"
        assert everything(state) == before, "imagining changed the state"


def tables(state: State) -> str:
    """What is hidden on the table and in hands; not the generator, which by agreement is called `chance`."""
    return repr({name: value for name, value in state.secrets().items() if name != "chance"})


def a_new_deal_is_a_game_of_its_own(case: Case, way: Way) -> None:
    """Redealt, a game continues from the new seed alone, and has a record."""
    for number, state in enumerate(way.positions()):
        if number % 29 != 4:
            continue
        before, seed = everything(state), way.seed + number
        anew, elsewhere = state.copy(), state.imagine(None, 99)
        for world in (anew, elsewhere):
            world.deal_anew(seed)
        dealt = everything(anew)
        assert known_to(anew, None) == known_to(state, None), "a spectator can tell that it was redealt"
        assert case.census(anew) == case.census(state), "pieces came or went"
        assert everything(elsewhere) == dealt, "a new deal gives away what was hidden"
        assert everything(state) == before, "redealing a copy changed the original"
        for world in (anew, elsewhere):
            play_randomly(world, Random(number), limit=case.game.longest)
        assert everything(elsewhere) == everything(anew), "the game after a new deal gives away what was hidden"
        if way.by_hand:
            continue
        record = Record.parse(str(Record.of(anew)))
        assert record.anew == [*state.setup.anew, (state.ply, seed)]
        assert everything(record.final()) == everything(anew)
        assert everything(record.at(state.ply)) == dealt
