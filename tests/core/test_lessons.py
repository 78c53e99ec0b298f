"""Lessons: every one of every title can be played to its end by what it accepts, and what the coach says is true."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import menagerie
from menagerie import BadContent, MenagerieError
from menagerie.core.content import Content
from menagerie.core.display import lesson_check
from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import Lesson, lesson, lessons
from menagerie.core.game import Game
from menagerie.core.state import State
from menagerie.games.new_york_zoo import events as breeding
from menagerie.games.new_york_zoo import state as new_york
from menagerie.games.zooloretto_mini import events as happenings
from menagerie.games.zooloretto_mini import state as mini
from tests.tiers import COMPLETE

MINI = "zooloretto-mini"
titles = pytest.mark.parametrize("title", COMPLETE)


def first() -> Lesson:
    return lesson(menagerie.load(MINI), 1)


def play_to(lesson: Lesson, step: int) -> tuple[Coach, State]:
    """Where a step of a lesson is said, counted from 0: everything before it was read and done."""
    coach, state = Coach(lesson), lesson.begin()
    while True:
        now = coach.step(state.ply)
        if now is None:
            seat, decision = coach.script(state.ply) or (-1, "")
            state.play(decision, seat)
            continue
        number = lesson.steps.index(now)
        if number == step:
            return coach, state
        if now.accepts:
            legal = [str(action) for action in state.legal(lesson.seat)]
            accepted = next(one for pattern in now.accepts for one in legal if pattern.fits(one))
            state.play(accepted, lesson.seat)
        else:
            coach.read(number)


# What ships.


@titles
def test_every_lesson_is_right_from_its_first_word_to_its_last(title: str) -> None:
    """Played by every accepted decision; every lit piece is there, everything accepted is legal, every answer true."""
    for one in lessons(menagerie.load(title)):
        assert lesson_check.problems(one) == []


@pytest.mark.parametrize(
    ("title", "count"),
    [(MINI, 3), ("new-york-zoo", 4), ("night-at-the-zoo", 5), ("zoo-escape", 4), ("18zoo", 7)],
)
def test_every_title_has_its_lessons_and_the_last_is_a_game_against_an_easy_bot(title: str, count: int) -> None:
    known = lessons(menagerie.load(title))
    assert [one.is_game for one in known] == [False] * (count - 1) + [True]
    assert known[-1].bot == "visitor"
    assert [one.number for one in known] == list(range(1, count + 1))


def test_two_lessons_of_night_at_the_zoo_are_solo_games() -> None:
    assert [one.setup.players for one in lessons(menagerie.load("night-at-the-zoo"))].count(1) == 2


@pytest.mark.parametrize(
    ("title", "event"),
    [(MINI, "Born"), (MINI, "Loaded"), ("new-york-zoo", "Bred"), ("18zoo", "Ran"), ("zoo-escape", "Captured")],
)
def test_the_coach_speaks_up_at_first_times(title: str, event: str) -> None:
    """The first breeding, the first full truck, the first run, the first capture; and at the end of the game."""
    moments = [moment.on for moment in lessons(menagerie.load(title))[-1].moments]
    assert event in moments
    assert moments[-1] == "GameEnded"


@titles
def test_something_is_to_be_done_within_three_bubbles(title: str) -> None:
    for one in lessons(menagerie.load(title)):
        if not one.is_game:
            assert any(step.accepts for step in one.steps[:3]), one.heading


@titles
def test_the_facts_are_what_the_state_says(title: str) -> None:
    """Looked up here by hand, as far as paths go: the coach's words have the same."""
    for one in lessons(menagerie.load(title)):
        for number in range(0 if one.is_game else len(one.steps)):
            coach, state = play_to(one, number)
            bubble = coach.bubble(state)
            assert bubble is not None
            said = re.escape(one.steps[number].says)
            for path in re.findall(r"\{view\.([^{}]*)\}", one.steps[number].says):
                value: Any = state.view(one.seat)
                for name in path.split("."):
                    name = str(one.seat) if name == "me" else name
                    value = len(value) if name == "count" else value[int(name) if isinstance(value, list) else name]
                if not isinstance(value, list):
                    told = str(abs(value)) if isinstance(value, int) else str(value)
                    said = said.replace(re.escape(f"{{view.{path}}}"), re.escape(told))
            said = re.sub(r"\\\{[^{}]*\\\}", ".*", said)
            assert re.fullmatch(said, bubble.words), (bubble.words, said)
            assert "{" not in bubble.words


# The coach.


def test_the_coach_waits_where_a_decision_is_wanted_and_else_is_read() -> None:
    coach, state = play_to(first(), 0)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert (bubble.number, bubble.waits, bubble.last) == (0, False, False)
    coach.read(0)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert (bubble.number, bubble.waits) == (1, True)


def test_what_is_accepted_is_played_and_the_others_follow() -> None:
    coach, state = play_to(first(), 2)
    assert coach.answer(state, "load 1").kind == "accepted"
    state.play("load 1", 0)
    assert coach.bubble(state) is None
    assert coach.script(state.ply) == (1, "draw")


def test_another_legal_decision_is_answered_kindly_and_nothing_changes() -> None:
    coach, state = play_to(first(), 2)
    before = state.copy()
    answer = coach.answer(state, "load 2")
    assert (answer.kind, answer.reason) == ("other", "")
    assert answer.words.startswith("That works too: all trucks are empty.")
    assert state == before


def test_a_wrong_decision_gets_its_reason_its_rule_and_the_coachs_word() -> None:
    coach, state = play_to(first(), 1)
    answer = coach.answer(state, "take 1")
    assert (answer.kind, answer.rule) == ("wrong", "2.4")
    assert answer.reason.startswith("Truck 1 is empty")
    assert answer.words == "All trucks are empty. Draw from the pile."


def test_answers_by_what_was_tried() -> None:
    coach, state = play_to(first(), 6)
    assert coach.answer(state, "take 1").words.startswith("Its three kinds need three enclosures.")
    assert coach.answer(state, "draw").words.startswith("You could draw again, but B plays next")


def test_who_decides_before_reading_on_has_read() -> None:
    """A newcomer presses the pile while the coach still says hello: fine."""
    coach, state = play_to(first(), 0)
    assert coach.answer(state, "draw").kind == "accepted"
    state.play("draw", 0)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.number == 2


def test_a_decision_that_is_taken_back_takes_one_back_in_the_lesson() -> None:
    lesson = first()
    coach, state = play_to(lesson, 5)
    earlier, before = play_to(lesson, 4)
    assert coach.step(before.ply) is earlier.step(before.ply) is lesson.steps[4]
    assert coach.bubble(state) != coach.bubble(before)


def test_the_others_wait_until_their_cue_was_read() -> None:
    coach, state = play_to(first(), 10)
    assert coach.script(state.ply) is None
    coach.read(10)
    assert coach.script(state.ply) == (1, "draw")


def test_a_lesson_is_done_at_its_last_words() -> None:
    lesson = first()
    coach, state = play_to(lesson, len(lesson.steps) - 1)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.last
    assert coach.is_done(state)
    coach.read(bubble.number)
    assert coach.bubble(state) == bubble


# Moments.


def game() -> Lesson:
    return lessons(menagerie.load(MINI))[-1]


def test_the_coach_speaks_up_at_the_first_full_truck_and_only_once() -> None:
    coach, state = Coach(game()), game().begin()
    coach.seen = 2
    events: list[menagerie.Event] = []
    state.play("draw", 0)
    state.play("load 1", 0, events)
    coach.hear(state, 0, events)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.words.startswith("A full truck")
    assert len(bubble.lit) == 1
    coach.hear(state, 0, events)
    assert coach.bubble(state) is None  # who decides has seen it, and it is not said again


def visitor_is_out(state: State) -> None:
    assert isinstance(state, mini.Position)
    state.out = 0b10
    state.changed_by_hand()


def test_a_moment_of_somebody_else_is_another_one() -> None:
    coach, state = Coach(game()), game().begin()
    coach.seen = 2
    state.play("draw", 0)
    visitor_is_out(state)
    coach.hear(state, 1, [happenings.Took(1, 0, ())])
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.words.startswith("The visitor is out")
    assert bubble.lit == ("pile",)


def test_what_happens_at_once_is_said_one_after_the_other() -> None:
    coach, state = Coach(game()), game().begin()
    coach.seen = 2
    state.play("draw", 0)
    visitor_is_out(state)
    coach.hear(state, 1, [happenings.Took(1, 0, ()), happenings.LastRound()])
    bubble = coach.bubble(state)
    assert bubble is not None
    coach.read(bubble.number)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.words.startswith("The end pile is open")
    coach.read(bubble.number)
    assert coach.bubble(state) is None


def test_nothing_is_said_any_more_about_what_has_gone_meanwhile() -> None:
    """Of what happens at once the second is said after the next decision. By then the tile may be out of the game."""
    state = game().begin()
    assert isinstance(state, mini.Position)
    state.play("draw", 0)
    tile = state.drawn
    assert tile is not None
    state.play("load 1", 0)
    visitor_is_out(state)
    emptied = state.copy()
    emptied.trucks = [()] * len(emptied.trucks)
    for table, said in ((state, (f"tile-{tile.number}",)), (emptied, None)):
        coach = Coach(game())
        coach.seen = 2
        coach.hear(state, 1, [happenings.Took(1, 0, ()), happenings.Born(0, tile, 0)])
        coach.hear(table, 0, [])
        bubble = coach.bubble(table)
        assert (bubble and bubble.lit) == said


def test_without_ids_the_pieces_are_lit_that_an_event_is_about() -> None:
    """Also those that are named by how their ids begin: the animals of the enclosure in which some were born."""
    one = lessons(menagerie.load("new-york-zoo"))[-1]
    coach, state = Coach(one), one.begin()
    assert isinstance(state, new_york.Position)
    coach.seen = len(one.steps)
    zoo = next(place for place in state.zoos[0] if state.animals[place.tile.index])
    state.play(state.legal(0)[0], 0)
    species = state.pieces.species[state.residents[zoo.tile.index]]
    coach.hear(state, 1, [breeding.Bred(0, species, (zoo.tile,))])
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.words.startswith("Offspring!")
    assert bubble.lit
    assert all(id.startswith(f"animal-{zoo.tile.id}-") for id in bubble.lit)


def test_what_happened_before_the_lesson_is_not_spoken_of() -> None:
    """Who reads a table again from its beginning tells the coach of every decision."""
    lesson = game()
    coach, state = Coach(lesson), lesson.setup.begin()
    for seat, decision in lesson.setup.decisions:
        events: list[menagerie.Event] = []
        state.play(decision, seat, events)
        coach.hear(state, seat, events)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.number == 0


def test_in_a_game_everything_legal_is_accepted() -> None:
    coach, state = Coach(game()), game().begin()
    assert coach.answer(state, "draw").kind == "accepted"
    assert coach.answer(state, "take 1").kind == "wrong"
    assert coach.script(state.ply) is None


# What is wrong with a file is named.


def wrong_lesson(tmp_path: Path, text: str) -> Game:
    """A title with one lesson."""
    game = menagerie.load(MINI)
    shutil.copytree(game.folder / "content", tmp_path / "content")
    shutil.copy(game.folder / "title.toml", tmp_path / "title.toml")
    (tmp_path / "lessons").mkdir()
    shutil.copy(game.folder / "lessons" / "3-game.zoo", tmp_path / "lessons" / "game.zoo")
    (tmp_path / "lessons" / "1-a.toml").write_text(text)
    return type(game)(tmp_path)


ABOUT = 'heading = "H"\nlearn = "L."\nplayers = 3\nseed = 1\n'
DRAW = '[[step]]\nsays = "Draw."\naccept = ["draw"]\nother = "No."\n'
END = '[[step]]\nsays = "Done."\n'
LOAD = '[[step]]\nsays = "Load."\naccept = ["load *"]\nother = "No."\n'
ENDED = '[[moment]]\non = "GameEnded"\nsays = "Oh."\n'
GAME = 'heading = "H"\nlearn = "L."\nbot = "visitor"\nplayers = 2\nseed = 1\n[[step]]\nsays = "Go."\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (DRAW + END, "lessons/1-a.toml: 'players' is missing"),
        (ABOUT.replace("players = 3", "players = 9") + DRAW + END, "lessons/1-a.toml: .* is for 2 to 5 players"),
        (ABOUT.replace('heading = "H"\n', "") + DRAW + END, "lessons/1-a.toml: 'heading' is missing"),
        (ABOUT + 'befor = ["A draw"]\n' + DRAW + END, "lessons/1-a.toml: 'befor' is not known; there are heading"),
        (ABOUT + 'before = ["draw"]\n' + DRAW + END, r"before = \['draw'\] is wrong; .* such as 'B load 2'"),
        (ABOUT + 'seat = "F"\n' + DRAW + END, "seat = 'F' is wrong; it must be one of A, B, C, D, E"),
        (ABOUT, r"1-a.toml: there is no \[\[step\]\]"),
        (ABOUT + END, "no .*step.* accepts a decision"),
        (ABOUT + DRAW, r"\[\[step\]\] number 1: the last step says what was learnt"),
        (ABOUT + DRAW.replace("accept", "accepts") + END, r"\[\[step\]\] number 1: 'accepts' is not known"),
        (ABOUT + DRAW.replace('other = "No."\n', "") + END, r"\[\[step\]\] number 1: 'other' is missing"),
        (ABOUT + DRAW + END + 'wrong = "No."\n', r"number 2: wrong = 'No.' is wrong; it must be left out"),
        (ABOUT + DRAW + "then = 3\n" + END, r"number 1: then = 3 is wrong; .*recorded game \(0 are left\)"),
        (GAME + '[[moment]]\non = "Born"\nsays = "Oh."\n', "number 1: the last moment is the end of the game"),
        (
            GAME + DRAW + '[[moment]]\non = "GameEnded"\nsays = "Oh."\n',
            "number 2: in a lesson with moments all is played",
        ),
        (GAME.replace('bot = "visitor"\n', "") + ENDED, "'bot' is missing"),
        ('heading = "H"\nlearn = "L."\ngame = "game.zoo"\nat = 999\n' + DRAW + END, "at = 999 is wrong; .*0 to 63"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadContent, match=problem):
        lessons(wrong_lesson(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (ABOUT + DRAW.replace('"draw"', '"load 1"') + END, "'load 1' is accepted, but not legal; legal is draw"),
        (ABOUT + DRAW + LOAD + DRAW + END, "'draw' is accepted, but not legal; legal is nothing: B decides then"),
        (ABOUT + DRAW + 'lit = ["pill"]\n' + END, "there is no piece 'pill' to be lit"),
        (ABOUT + DRAW + 'then = ["B draw"]\n' + END, "'B draw', decision 2 .* cannot be played: It isn't B's turn"),
        (ABOUT + DRAW.replace("Draw.", "Draw {view.tile}.") + END, "there is no 'view.tile'"),
        (ABOUT + DRAW.replace("Draw.", "Draw 3 of them.") + END, "nothing checks the number in 'Draw 3'"),
        (ABOUT + DRAW.replace("Draw.", "Draw " * 31) + END, "says has 31 words; 30 are the most"),
        (ABOUT + DRAW.replace("Draw.", "{guess}") + END, r"words with \{view.NAME\}"),
        (ABOUT + DRAW + LOAD + 'then = ["B take 1"]\n' + END, "after 'load 2': .*'B take 1', .* cannot be played"),
        (
            ABOUT + DRAW + LOAD.replace("load *", "load 1").replace("No.", "That is not allowed.") + END,
            "'load 2' is legal, but the coach calls it wrong",
        ),
        (ABOUT + DRAW + 'wrong = "You may do it."\n' + END, "what is said to a wrong decision must not allow it"),
        (GAME + '[[moment]]\non = "Bornn"\nsays = "Oh."\n' + ENDED, "there is no event 'Bornn'"),
        (GAME + '[[moment]]\non = "Drew"\nlit = ["pill"]\nsays = "Oh."\n' + ENDED, "no piece 'pill' to be lit"),
        (GAME + '[[moment]]\non = "Drew"\nsays = "{event.x}."\n' + ENDED, "there is no 'event.x'"),
        (GAME + '[[moment]]\non = "Drew"\nwhen = { seat = 1 }\nsays = "Oh."\n' + ENDED, "must begin with event"),
    ],
)
def test_what_only_playing_shows_is_found_by_the_check(tmp_path: Path, text: str, problem: str) -> None:
    (one,) = lessons(wrong_lesson(tmp_path, text))
    found = lesson_check.problems(one)
    assert any(re.search(problem, line) for line in found), found
    assert all("1-a.toml" in line for line in found), found


def test_a_title_without_lessons_says_so(tmp_path: Path) -> None:
    game = wrong_lesson(tmp_path, ABOUT + DRAW + END)
    with pytest.raises(MenagerieError, match="There is no lesson 2; Zooloretto Mini has lessons 1 to 1"):
        lesson(game, 2)
    (tmp_path / "lessons" / "1-a.toml").unlink()
    with pytest.raises(MenagerieError, match="There are no lessons for Zooloretto Mini yet"):
        lesson(game, 1)


def test_another_file_or_another_recorded_game_is_another_lesson(tmp_path: Path) -> None:
    text = 'heading = "H"\nlearn = "L."\ngame = "game.zoo"\nat = 0\n' + DRAW + END
    game = wrong_lesson(tmp_path, text)
    digests = {lessons(game)[0].digest}
    record = tmp_path / "lessons" / "game.zoo"
    record.write_text(record.read_text().replace("seed: 6", "seed: 7"))
    digests.add(lessons(game)[0].digest)
    (tmp_path / "lessons" / "1-a.toml").write_text(text.replace("Done.", "Well done."))
    digests.add(lessons(game)[0].digest)
    assert len(digests) == 3


def test_facts_are_looked_up_in_the_content_that_is_played_with(tmp_path: Path) -> None:
    says = "Worth {content.box.points.by_animals.6}, {view.zoos.me.enclosures.count} enclosures."
    game = wrong_lesson(tmp_path, ABOUT + DRAW.replace("Draw.", says) + END)
    box = tmp_path / "content" / "box.toml"
    box.write_text(box.read_text().replace("4, 8, 12]", "4, 8, 13]"))
    coach, state = play_to(lessons(game)[0], 0)
    bubble = coach.bubble(state)
    assert bubble is not None
    assert bubble.words == "Worth 13, 3 enclosures."
    assert Content(game.folder).read("lessons/1-a.toml").text("heading") == "H"
