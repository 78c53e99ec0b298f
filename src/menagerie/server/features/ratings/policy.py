"""Rule rated tables, whose results must show how well the players who sat down have played.

- Everyone has an account: a rating belongs to a person who can be recognized later.
- There are no hints, and no one tries things out at another table.
- There is no undo past revealed information, not even if all agree.
- No one takes a seat during the game. A bot replaces a player who leaves, always the weakest, so that leaving has no
  advantage. The result stays with the person who started, or leaving would undo a loss.
- Against bots alone there is a clock: otherwise a losing player could simply not come back.
- Bots are anchors, so only those of known strength play.
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
    """Refuse an impossible rated table."""
    if why := bot_anchors.why_not_rated(game, len(seats)):
        raise Refused("setup", why)
    _check_account(guest)
    for seat in seats:
        _check_seat(game, seat)
    if all(seat.kind == "bot" for seat in seats):
        raise Refused("setup", "A rated table needs at least one seat for a person.")
    _check_clock(seats, pace)


def _lacks_clock(seats: Sequence[Seat], pace: str | None) -> bool:
    """Return whether only bots would wait for a player who doesn't come back."""
    return pace is None and sum([seat.kind != "bot" for seat in seats]) < 2


def _check_clock(seats: Sequence[Seat], pace: str | None) -> None:
    """Refuse a game that a player could simply leave unfinished."""
    if _lacks_clock(seats, pace):
        raise Refused("setup", "A rated game against bots needs a clock. Choose one under “Time”.")


def _facts(game: Game) -> dict[str, Any]:
    """Return the fixed facts of a rated table."""
    return {"rated": True, "hints": False, "stand_in": bot_anchors.kinds(game.id)[0]}


def _check_seat(game: Game, seat: Seat) -> None:
    """Refuse a player who can't be rated, or a bot without a rating."""
    if seat.kind == "hotseat":
        raise Refused("setup", "At a rated table each player needs their own screen. Remove the hotseat players.")
    known = bot_anchors.kinds(game.id)
    if seat.kind == "bot" and seat.bot not in known:
        raise Refused("setup", f"This bot can't play rated games. Choose one of these: {', '.join(known)}.")


def _check_account(guest: Guest) -> None:
    if not guest.account:
        raise Refused(
            "account", "You need an account for rated games. Create one on your account page; no email is needed."
        )


class RatedPolicy(TablePolicy):
    """The rules of rated tables."""

    def facts_of_new(self, guest: Guest, game: Game, seats: Sequence[Seat], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Refuse an impossible rated table."""
        if not asked["rated"]:
            return {}
        _check_new(guest, game, seats, asked["pace"])
        return _facts(game)

    def facts_of_rematch(self, table: Table, guest: Guest, seats: Sequence[Seat]) -> dict[str, Any]:
        """Rate the rematch of a rated game if possible."""
        old = table.facts
        return {"rated": old.rated and guest.account and not _lacks_clock(seats, old.pace)}

    def facts_of_contest(self, game: Game, players: int) -> dict[str, Any]:
        """Rate every tournament game of a title whose bots have ratings."""
        return {} if bot_anchors.why_not_rated(game, players) else _facts(game)

    def check_sit(self, table: Table, guest: Guest) -> None:
        """Refuse guests without an account, and new players during a game."""
        if not table.facts.rated:
            return
        _check_account(guest)
        if table.status == "playing":
            raise Refused("not-now", "This game is rated, so no one can take over a seat during it.")

    def check_seat(self, table: Table, seat: Seat) -> None:
        """Refuse a seat that can't be rated, or that would leave a player alone with bots without a clock."""
        if table.facts.rated:
            _check_seat(table.game, seat)
            _check_clock(table.seats_with(seat), table.facts.pace)

    def check_hint(self, table: Table) -> None:
        """Refuse hints."""
        if table.facts.rated and not table.is_settled():
            raise Refused("not-now", "This game is rated, so there are no hints.")

    async def check_continue(self, table: Table) -> None:
        """Refuse to try out elsewhere what is still undecided."""
        if table.facts.rated and not table.is_settled():
            raise Refused("not-now", "This game is rated. You can start a table from its moments once it's over.")

    def check_undo(self, table: Table, guest: Guest, to: int, free: int | None) -> None:
        """Refuse to undo anything that revealed information."""
        if not table.facts.rated:
            return
        if table.is_revealed_since(to):
            raise Refused("not-now", "This game is rated, so you can't undo past revealed information.")
        if (free is None or to < free) and not table.people() - {guest.id}:
            raise Refused("not-now", "This game is rated, so you can only undo your own latest decision.")
