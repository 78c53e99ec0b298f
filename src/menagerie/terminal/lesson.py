"""A lesson in the terminal: the coach of the browser's table, at the prompt of any game."""

from __future__ import annotations

from menagerie.core.display import lesson_check
from menagerie.core.display.coach import Coach
from menagerie.core.display.lessons import Lesson, lesson, lessons
from menagerie.core.errors import IllegalAction, MenagerieError
from menagerie.core.game import Game
from menagerie.core.seats import counted
from menagerie.terminal.match import Match, Player, Thinking
from menagerie.terminal.play import Leave, Play
from menagerie.terminal.progress import Left, Progress
from menagerie.terminal.screen import Screen


def teach(game: Game, number: int, screen: Screen, again: bool = False) -> int:
    """Teach a lesson, from where it was left or from its start. Return the exit code."""
    wanted, progress = lesson(game, number), Progress()
    left = None if again else progress.left(wanted)
    return LessonPlay(wanted, len(lessons(game)), screen, progress, left).run()


def check(game: Game, screen: Screen) -> int:
    """Check the lessons of a title. Return the exit code."""
    found = False
    for one in lessons(game):
        problems = lesson_check.problems(one)
        said = counted(len(one.steps), "step", "steps")
        if one.is_game:
            said += f", {counted(len(one.moments), 'moment', 'moments')}"
        screen.say(f"{one.number}. {one.heading} ({one.id}.toml): {said}{'' if problems else ', nothing is wrong'}")
        for problem in problems:
            screen.say(f"  {problem}", "error")
        found |= bool(problems)
    return 1 if found else 0


class LessonPlay(Play):
    """One session with the coach."""

    def __init__(self, lesson: Lesson, count: int, screen: Screen, progress: Progress, left: Left | None) -> None:
        self.lesson = lesson
        self._count = count
        """Return how many lessons the title has."""
        self._progress = progress
        self.coach, match = _sit_down(lesson, left)
        super().__init__(match, screen)
        if match.state.ply > lesson.begins:
            screen.say("You continue where you left this lesson. Use --again to start over.", "quiet")

    @property
    def _seat(self) -> int | None:
        """Return the learner, even where all decide at once: the others wait for the lesson."""
        if self.lesson.is_game:
            return super()._seat
        return self.lesson.seat if self.lesson.seat in self.match.state.to_act else None

    # Showing.

    def _let_others_play(self) -> None:
        if self.lesson.is_game:
            super()._let_others_play()
        while (move := self.coach.script(self.match.state.ply)) is not None:
            self.match.play(move[1], move[0])

    def _show(self) -> None:
        super()._show()
        self._speak()

    def _show_end(self) -> None:
        if self.match.state.is_over:
            super()._show_end()

    def _speak(self) -> None:
        """Show what the coach says; the last words end the lesson."""
        bubble = self.coach.bubble(self.match.state)
        if bubble is None:
            return
        of = "" if self.lesson.is_game else f" {bubble.number + 1} of {len(self.lesson.steps)}"
        self.screen.say()
        self.screen.say(f"Coach{of}: {bubble.words}", "good")
        if bubble.last:
            self._tell_more()
            raise Leave
        if not bubble.waits:
            self.screen.say("(Press Enter to continue.)", "quiet")

    def _tell_more(self) -> None:
        """Return what the lessons leave out, and where the rules explain it."""
        if self.lesson.more:
            self.screen.say("Not covered in these lessons:")
        for one in self.lesson.more:
            self.screen.say(f"  {one.words} (rule {one.rule})")

    def _goodbye(self, code: int, first: str = "") -> int:
        """Save the progress (before printing: the terminal may be gone) and say what comes next."""
        kept = self._keep()
        number = self.lesson.number
        command = f"menagerie learn {self.lesson.game.id} --lesson"
        if not self.coach.is_done(self.match.state):
            self.screen.say(f"{first}Goodbye. To {'continue' if kept else 'start'} this lesson:")
            self.screen.say(f"  {command} {number}")
        elif number < self._count:
            self.screen.say("Lesson complete. The next one:", "prompt")
            self.screen.say(f"  {command} {number + 1}")
        else:
            self.screen.say("That was the last lesson. Now play a game:", "prompt")
            self.screen.say(f"  menagerie play {self.lesson.game.id}")
        return code

    def _keep(self) -> bool:
        """Return whether there is something to continue."""
        state, lesson = self.match.state, self.lesson
        made = tuple([(seat, str(action)) for seat, action in state.history[lesson.begins :]])
        if not made and not self.coach.seen:
            return False
        try:
            if self.coach.is_done(state):
                self._progress.end(lesson)
            else:
                self._progress.leave(lesson, Left(made, self.coach.seen))
        except OSError:  # a folder that cannot be written to
            return False
        return True

    # Answering.

    def _answer(self, line: str) -> bool:
        bubble = self.coach.bubble(self.match.state)
        if line or bubble is None or bubble.waits:
            return super()._answer(line)
        self.coach.read(bubble.number)
        following = self.coach.bubble(self.match.state)
        if following is None or self.coach.script(self.match.state.ply) is not None:
            return True
        self._speak()
        return False

    def _decide(self, decision: str) -> bool:
        answer = self.coach.answer(self.match.state, decision)
        if answer.kind == "accepted":
            return super()._decide(decision)
        if answer.kind == "wrong":
            self._refuse(IllegalAction(answer.reason, answer.rule))
        if answer.words:
            self.screen.say(f"Coach: {answer.words}", "good")
        return False

    def _undo(self, rest: str) -> bool:
        own = [ply for ply, (seat, _) in enumerate(self.match.state.history) if seat == self.lesson.seat]
        if own and own[-1] >= self.lesson.begins:
            return super()._undo(rest)
        self.screen.say("There is nothing to undo.", "error")
        return False


def _sit_down(lesson: Lesson, left: Left | None) -> tuple[Coach, Match]:
    """Return the coach and the table, at the lesson's start or where it was left."""
    coach, record = Coach(lesson), lesson.setup
    bots = ["" if seat == lesson.seat else lesson.bot or "visitor" for seat in range(record.players)]
    match = Match.of(record, None, [Player(seat, bot=bot) for seat, bot in enumerate(bots)], Thinking())
    match.hear = coach.hear
    if left is None:
        return coach, match
    try:
        for seat, decision in left.decisions:
            match.play(decision, seat)
    except MenagerieError:  # the file says what was never decided here
        return _sit_down(lesson, None)
    coach.seen = left.seen
    return coach, match
