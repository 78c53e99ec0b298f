"""What is not done at a rated table, and why: its result is to tell how well those have played who sat down.

- Everybody has an account: a rating belongs to somebody who can be found again.
- Nobody gets hints, and nobody tries out at another table what to do at this one.
- Nothing is taken back past what has come to light, not even if all agree.
- Nobody takes over a seat in the middle of the game. A bot does for who leaves: always the weakest, so that nobody
  gains by leaving. The result stays that of the person who began there, or leaving would undo a loss.
- Against bots alone there is a clock: else whoever is losing would simply not come back, and nobody would mind.
- Bots are anchors: only those whose strength is known sit down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from menagerie.core.game import Game
from menagerie.server.base import bot_anchors
from menagerie.server.base.errors import Refused
from menagerie.server.store.guests import Guest
from menagerie.server.store.seats import Seat
from menagerie.server.table.policy import TablePolicy
from menagerie.server.table.table import Table


def _check_new(guest: Guest, game: Game, seats: Sequence[Seat], pace: str | None) -> None:
    """Refuse a rated table that cannot be."""
    if why := bot_anchors.why_not_rated(game, len(seats)):
        raise Refused("setup", why)
    _check_account(guest)
    for seat in seats:
        _check_seat(game, seat)
    if all(seat.kind == "bot" for seat in seats):
        raise Refused("setup", "At a rated table at least one seat is for a person.")
    _check_clock(seats, pace)


def _lacks_clock(seats: Sequence[Seat], pace: str | None) -> bool:
    """Whether nobody but bots would wait for somebody who does not come back."""
    return pace is None and sum([seat.kind != "bot" for seat in seats]) < 2


def _check_clock(seats: Sequence[Seat], pace: str | None) -> None:
    """Refuse a game that somebody could simply not end."""
    if _lacks_clock(seats, pace):
        raise Refused("setup", "A rated game against bots alone needs a clock: choose one where it says “Time”.")


def _facts(game: Game) -> dict[str, Any]:
    """What a rated table is made with, whatever else was wished."""
    return {"rated": True, "hints": False, "stand_in": bot_anchors.kinds(game.id)[0]}


def _check_seat(game: Game, seat: Seat) -> None:
    """Refuse who cannot be rated, or compared with."""
    if seat.kind == "hotseat":
        raise Refused("setup", "At a rated table everybody plays at a screen of their own.")
    known = bot_anchors.kinds(game.id)
    if seat.kind == "bot" and seat.bot not in known:
        raise Refused("setup", f"At a rated table a bot is of one of these kinds: {', '.join(known)}.")


def _check_account(guest: Guest) -> None:
    if not guest.account:
        told = "keep yours on the page about you, to which your name in the lobby leads; no e-mail is needed."
        raise Refused("account", f"Rated games are for people who keep their name: {told}")


class RatedPolicy(TablePolicy):
    """The rules of rated tables."""

    def facts_of_new(self, guest: Guest, game: Game, seats: Sequence[Seat], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Refuse a rated table that cannot be."""
        if not asked["rated"]:
            return {}
        _check_new(guest, game, seats, asked["pace"])
        return _facts(game)

    def facts_of_rematch(self, table: Table, guest: Guest, seats: Sequence[Seat]) -> dict[str, Any]:
        """Rate the rematch of a rated game if that can be."""
        old = table.facts
        return {"rated": old.rated and guest.account and not _lacks_clock(seats, old.pace)}

    def facts_of_contest(self, game: Game, players: int) -> dict[str, Any]:
        """Rate every contest of a title whose bots have ratings."""
        return {} if bot_anchors.why_not_rated(game, players) else _facts(game)

    def check_sit(self, table: Table, guest: Guest) -> None:
        """Refuse guests without an account, and newcomers in the middle of a game."""
        if not table.facts.rated:
            return
        _check_account(guest)
        if table.status == "playing":
            raise Refused("not-now", "This is a rated game: nobody else takes over a seat in the middle of it.")

    def check_seat(self, table: Table, seat: Seat) -> None:
        """Refuse a seat that cannot be rated, or would leave someone alone with bots and without a clock."""
        if table.facts.rated:
            _check_seat(table.game, seat)
            _check_clock(table.seats_with(seat), table.facts.pace)

    def check_hint(self, table: Table) -> None:
        """Refuse advice."""
        if table.facts.rated and not table.is_settled():
            raise Refused("not-now", "This is a rated game: there are no hints.")

    async def check_continue(self, table: Table) -> None:
        """Refuse to try out elsewhere what is still to be decided."""
        if table.facts.rated and not table.is_settled():
            raise Refused("not-now", "This is a rated game: you can play on from its moments when it is over.")

    def check_undo(self, table: Table, guest: Guest, to: int, free: int | None) -> None:
        """Refuse to undo what someone has learnt from."""
        if not table.facts.rated:
            return
        if table.is_told_since(to):
            raise Refused(
                "not-now", "This is a rated game: nothing is taken back once something hidden has come to light."
            )
        if (free is None or to < free) and not table.people() - {guest.id}:
            raise Refused("not-now", "This is a rated game: only what you decided last can be taken back.")
