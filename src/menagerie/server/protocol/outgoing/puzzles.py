"""Puzzles: lists, positions, and verdicts on answers."""

from __future__ import annotations

from collections.abc import Sequence

from menagerie.server.protocol.outgoing.answers import Idea, Step
from menagerie.server.protocol.outgoing.base import Outgoing
from menagerie.server.protocol.outgoing.live import Update, WholeTable


class PuzzleCard(Outgoing):
    """What is known of a puzzle before it is solved."""

    title: str
    number: int
    theme: str
    """Its subject, in words."""
    stars: int
    """How hard it is."""
    players: int
    address: str


class PuzzleBook(Outgoing):
    """The puzzles of a title."""

    id: str
    name: str
    puzzles: Sequence[PuzzleCard]


class Puzzles(Outgoing):
    """All puzzles, and today's."""

    titles: Sequence[PuzzleBook]
    today: PuzzleCard | None


class Puzzle(PuzzleCard):
    """The goal of a puzzle."""

    name: str
    """The title's name."""
    letter: str
    """The seat to move."""
    asked: int
    """How many decisions must be found."""
    asks: str
    """The same in words."""
    next: str
    """The address of the next puzzle."""


class PuzzlePosition(Outgoing):
    """A puzzle, and its position as the first message of a live table."""

    puzzle: Puzzle
    message: WholeTable


class PuzzleShown(Outgoing):
    """The table after the decisions so far."""

    message: WholeTable
    ok: bool = True


class PuzzlePlayed(Outgoing):
    """What a decision has changed."""

    message: Update
    played: Sequence[str]
    """All decisions so far, as the title writes them."""
    answered: bool
    """Whether there is an answer to judge."""
    ok: bool = True


class Verdict(Outgoing):
    """The verdict on an answer."""

    right: bool
    sentences: Sequence[str]


class Solution(Outgoing):
    """The solution of a puzzle, in the form of a hint."""

    decision: str
    steps: Sequence[Step]
    needed: int
    """How many of the steps must be found."""
    reason: str
    certainty: str
    alternatives: Sequence[Idea]
    heading: str
