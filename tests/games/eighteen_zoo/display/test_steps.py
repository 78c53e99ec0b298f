"""Decisions that are made step by step: runs drawn by hand, and what a family asks for with its price."""

from __future__ import annotations

from pathlib import Path
from random import Random

import menagerie
from menagerie.core.display.choosing import Choice, Sketch
from menagerie.games.eighteen_zoo.display.pointing.runs import suggestions
from menagerie.games.eighteen_zoo.phases.operating import RUN_STEP
from menagerie.games.eighteen_zoo.running.harvest import Harvest
from menagerie.games.eighteen_zoo.state import Position
from menagerie.testing.pointing import check_words

from ..position import GAME, drafting, family, hire, lay, monday, number, operate, play
from ..test_operating_round import penguins

DRAW = "button:Draw a run by hand"


def lions(*squirrels: str, tigers: bool = False) -> Position:
    """The example of rule 7.4: Y (G19), HOME of the LIONS (E15), HOME of the TIGERS (H14), O (I11)."""
    state = monday()
    family(state, "LI", A="parents, child 1", B="child 2")
    if tigers:
        family(state, "TI", B="parents")
        family(state, "PE", B="parents")
    for tile, rotation, at in (
        ("5", 4, "E15"), ("9", 1, "F14"), ("8", 5, "G13"), ("15", 0, "H14"), ("8", 4, "H12"), ("9", 1, "I11"),
        ("9", 2, "F16"), ("8", 0, "G17"), ("201", 2, "G19"),
    ):  # fmt: skip
        lay(state, tile, rotation, at)
    if tigers:
        state.board.place(number(state, "PE"), state.board.ground.by_name["H14"])
    for squirrel in squirrels:
        hire(state, "LI", squirrel)
    return operate(state, "LI", "run")


def drawn(state: Position, *targets: str) -> Sketch:
    state.changed_by_hand()
    found = GAME.sketch(state, state.to_act[0], [DRAW, *targets])
    assert found is not None
    return found


def at(*names: str) -> list[str]:
    return [f"hex-{name}" for name in names]


def targets(sketch: Sketch) -> list[str]:
    return [choice.path[0] for choice in sketch.choices]


def decision(sketch: Sketch) -> Choice:
    (found,) = [choice for choice in sketch.choices if choice.notation]
    return found


def test_7_4_runs_to_choose_from_say_what_they_are_best_for() -> None:
    state = lions("2S")
    nuts, water = state.legal()[:2]
    runs = {nuts: Harvest(((),), (150,), (1,)), water: Harvest(((),), (140,), (3,))}
    assert list(suggestions(state, runs).values()) == [
        ("button:Run for 150 nuts and 1 $N (most nuts)",),
        ("button:Run for 140 nuts and 3 $N (most $N, best for keeping)",),
    ]
    del runs[water]
    assert list(suggestions(state, runs).values()) == [("button:Run for 150 nuts and 1 $N",)], "there is no other"


def test_7_4_a_run_is_drawn_from_place_to_place_and_played() -> None:
    state = lions("3S")
    offered = [choice for choice in GAME.choices(state, 0) if choice.path == (DRAW,)]
    assert [(choice.notation, choice.wire()["by_steps"]) for choice in offered] == [("", True)]
    begin = drawn(state)
    assert begin.words == "Choose where the 3S begins its run."
    assert set(targets(begin)) == set(at("E15", "G19", "H14", "I11"))
    first = drawn(state, *at("G19"))
    assert targets(first) == at("E15")
    assert first.choices[0].then == "50 nuts"
    assert "<circle" in first.ghost, "a run that has only begun is a ring"
    second = drawn(state, *at("G19", "E15"))
    assert second.words == "3S: 50 nuts. Choose the next place."
    assert second.ghost in first.choices[0].ghost, "pointing at a place shows the run that would be"
    whole = drawn(state, *at("G19", "E15", "H14", "I11"))
    assert whole.words == "3S: 90 nuts and 1 $N. The run ends here. No other track leads on from hex I11."
    assert 'class="run run-0 ' in whole.ghost
    assert whole.part == "map"
    last = decision(whole)
    assert last.path == ("button:Run for 90 nuts and 1 $N",)
    assert "or keep" in last.then
    told = play(state, last.notation)
    assert "The Lions' squirrels harvest 90 nuts and 1 $N from water: 3S from hex G19 to hex I11 for 90." in told


def test_7_4_a_run_that_is_not_the_best_is_drawn_as_well() -> None:
    state = lions("3S")
    poor = decision(drawn(state, *at("E15", "H14")))
    assert poor.notation == "run 3S-0 E15 F14 G13 H14"
    assert poor.notation not in [str(action) for action in state.legal(0)]
    play(state, poor.notation)
    assert state.nuts == 50


def test_7_4_what_cannot_follow_is_told_with_the_rule() -> None:
    state = lions("3S")

    def reason(*names: str) -> str:
        sketch = drawn(state, *at(*names))
        assert sketch.rule == "7.4"
        assert sketch.choices, "what was drawn before it stands"
        return sketch.reason

    assert reason("F14") == "Hex F14 has no station, R area or O area. Begin where there is one."
    assert reason("N18") == "No track connects hex N18 to a station of the family."
    assert reason("E15", "F14") == "Hex F14 has no station, R area or O area. Choose one that has."
    assert reason("E15", "I11") == "No track leads directly from hex E15 to hex I11."
    assert reason("E15", "E15") == "The run is already at hex E15."
    assert reason("G19", "E15", "G19") == "The run already visited hex G19."
    assert drawn(state, "mat-LI").reason.startswith("Choose a squirrel that can run")


def test_7_4_too_many_stops_and_full_stations() -> None:
    state = lions("2S")
    second = drawn(state, *at("G19", "E15"))
    assert targets(second) == ["button:Run for 50 nuts"]
    assert second.words.endswith("The run ends here. The run from hex G19 to hex H14 makes 3 stops. A 2S can make 2.")
    assert drawn(state, *at("G19", "E15", "H14")).reason == (
        "The run from hex G19 to hex H14 makes 3 stops. A 2S can make 2."
    )
    full = drawn(lions("3S", tigers=True), *at("E15", "H14"))
    assert full.words.endswith(
        "The run ends here. Hex H14 is full of other families' stations. A run can end there but not pass."
    )


def test_7_4_a_run_that_misses_the_family_is_no_run_yet() -> None:
    state = lions("2S")
    away = drawn(state, *at("I11", "H14"))
    assert not [choice for choice in away.choices if choice.notation]
    assert targets(away) == at("E15"), "an O is no stop"


def test_7_4_squirrel_after_squirrel() -> None:
    state = lions("2S", "3S")
    begin = drawn(state)
    assert begin.words == "Choose the squirrel that runs first."
    assert targets(begin) == ["squirrel-2S-0", "button:Run the 2S", "squirrel-3S-0", "button:Run the 3S"]
    assert drawn(state, *at("E15")).reason == "First choose a squirrel."
    first = ["button:Run the 2S", *at("G19", "E15")]
    one = drawn(state, *first)
    assert "not running: 3S" in decision(one).then
    assert "button:Run the 3S" in targets(one)
    second = drawn(state, *first, "squirrel-3S-0")
    assert at("G19")[0] not in targets(second), "the only track there is used"
    assert drawn(state, *first, "squirrel-3S-0", *at("G19")).reason == (
        "No free track connects hex G19 to a station of the family."
    )
    both = drawn(state, *first, "squirrel-3S-0", *at("E15", "H14", "I11"))
    assert both.words.startswith("3S and others: 110 nuts and 1 $N.")
    assert 'class="run run-0 ' in both.ghost
    assert 'class="run run-1 ' in both.ghost
    assert drawn(state, *first, "squirrel-2S-0").reason == "The 2S already has a run. Step back to draw it again."
    play(state, decision(both).notation)
    assert (state.nuts, state.income) == (110, 1)


def test_7_4_a_squirrel_that_has_only_begun_does_not_let_the_next_one_run() -> None:
    state = lions("2S", "3S")
    begun = drawn(state, "squirrel-2S-0", *at("E15"))
    assert "button:Run the 3S" not in targets(begun)
    reason = drawn(state, "squirrel-2S-0", *at("E15"), "squirrel-3S-0").reason
    assert reason == "The run from hex E15 to hex E15 makes only one stop. It needs two."


def test_7_4_two_ways_to_the_same_place_are_told_apart_by_a_hex() -> None:
    state = monday()
    family(state, "LI", A="parents")
    for tile, rotation, name in (("7", 4, "C13"), ("8", 5, "D12"), ("8", 2, "D14"), ("29", 0, "E13"), ("6", 1, "E15")):
        lay(state, tile, rotation, name)
    hire(state, "LI", "4J")
    operate(state, "LI", "run")
    fork = drawn(state, *at("C13", "E15"))
    assert fork.words.endswith("Choose a way.")
    assert set(targets(fork)) == {"button:Via hex D12", "button:Via hex D14"}
    assert drawn(state, *at("C13", "E15", "C13")).reason == "First choose which way the squirrel goes."
    by = {choice.path[0]: choice.ghost for choice in fork.choices}
    one = drawn(state, *at("C13", "E15"), "button:Via hex D14")
    assert one.ghost == by["button:Via hex D14"] != by["button:Via hex D12"]
    assert decision(one).notation == "run 4J-0 C13 D14 E13 E15"


def test_whatever_is_drawn_can_be_played_and_read() -> None:
    """Random drawings in random games: targets lie on the table, words hold no codes, decisions are legal."""
    drawings = 0
    for seed in range(6):
        chance, state = Random(seed), drafting(2, seed)
        while not state.is_over and state.ply < 260:
            seat = state.to_act[0]
            if state.stack[-1] is RUN_STEP and any(choice.path == (DRAW,) for choice in GAME.choices(state, seat)):
                drawings += 1
                draw_something(state, seat, chance)
            actions = state.legal(seat)
            keen = [action for action in actions if str(action).split()[0] in ("launch", "run", "lay", "buy")]
            state.play(chance.choice(keen or actions), seat)
    assert drawings > 20


def draw_something(state: Position, seat: int, chance: Random) -> None:
    pieces = GAME.scene(state, seat).pieces
    path = [DRAW]
    for _ in range(14):
        sketch = GAME.sketch(state, seat, path)
        assert sketch is not None
        assert not sketch.reason
        assert sketch.words[-1] in ".?"
        for choice in sketch.choices:
            check_words(choice.words)
            assert choice.path[0] in pieces or choice.path[0].startswith("button:")
            if choice.notation:
                assert state.refusal(choice.notation, seat) == ""
        going_on = [choice for choice in sketch.choices if not choice.notation]
        if not going_on:
            return
        path.append(chance.choice(going_on).path[0])


# What a family asks for, and its price.


def test_7_6_2_a_squirrel_and_its_price_are_one_step() -> None:
    state = penguins(squirrels="2S")
    family(state, "LI", B="parents", squirrels="3S")
    operate(state, "PE", "squirrels")
    state.changed_by_hand()
    (choice,) = [choice for choice in GAME.choices(state, 0) if choice.path == ("squirrel-3S-0",)]
    assert isinstance(choice, Choice)
    assert choice.by_steps
    sketch = GAME.sketch(state, 0, choice.path)
    assert sketch is not None
    assert sketch.words == "Name a price for the Lions' 3S."
    assert [one.amount for one in sketch.choices] == list(range(1, 11))
    assert [one.amount for one in sketch.choices if one.usual] == [10], "its printed price is more than the family has"
    for one in sketch.choices:
        check_words(one.words)
    play(state, *sketch.choices[6].notation.split("\n"))
    assert state.prompt(1) == "Accept or decline 7 $N from the Penguins for the Lions' 3S."


def test_7_6_2_what_has_one_price_only_asks_for_none() -> None:
    state = penguins(squirrels="2S", treasury=1)
    family(state, "LI", B="parents", squirrels="3S")
    operate(state, "PE", "squirrels")
    state.changed_by_hand()
    assert not any(isinstance(choice, Choice) and choice.by_steps for choice in GAME.choices(state, 0))
    assert GAME.sketch(state, 0, ["squirrel-3S-0"]) is None


def test_nothing_else_is_made_by_steps() -> None:
    state = penguins(squirrels="2S")
    operate(state, "PE", "track")
    state.changed_by_hand()
    assert GAME.sketch(state, 0, [DRAW]) is None
    assert GAME.sketch(state, 0, ["mat-PE"]) is None
    assert GAME.sketch(state, 1, [DRAW]) is None


def test_7_4_whatever_is_pointed_at_a_run_can_be_ended() -> None:
    """No step leads to a place from which only Back leads on."""
    record = menagerie.Record.load(Path(__file__).parents[1] / "golden" / "4-players-map-d.zoo")
    chance, ended = Random(1), 0
    for state in record.replay():
        if state.is_over or not isinstance(state, Position) or state.stack[-1] is not RUN_STEP:
            continue
        for _ in range(2):
            path: list[str] = []
            while offered := [choice for choice in drawn(state, *path).choices if not choice.notation]:
                path.append(chance.choice(offered).path[0])
            assert not state.refusal(decision(drawn(state, *path)).notation), path
            ended += 1
    assert ended > 40
