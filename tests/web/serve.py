"""A server for the browser tests, as a process of its own: `serve.py PORT DATABASE`. Knows one toy title more."""

import sys
from pathlib import Path

from menagerie.core.registry import register
from menagerie.server.base.settings import Limits
from menagerie.server.http.start import run
from tests.server.support.people import have_accounts
from tests.web.person import PASSWORD
from tests.web.toy import GAME

MODERATORS = ("Olga Webmoder", "Olga Webmoder light", "Olga Webmoder dark")

if __name__ == "__main__":
    register(GAME)
    # The people of the tests are faster than people are.
    many = Limits(
        tables_per_guest=200,
        posts_per_second=100,
        posts_burst=400,
        new_guests_per_minute=6000,
        messages_per_second=200,
        messages_burst=2000,
        away_seconds=1,
        uploads_per_minute=1000,
        keeps_per_minute=1000,
    )
    if not Path(sys.argv[2]).exists():
        have_accounts(sys.argv[2], PASSWORD, *MODERATORS)
    run(
        port=int(sys.argv[1]),
        database=sys.argv[2],
        bot_seconds=0.2,
        bot_pause=0.02,
        review_seconds=0.05,
        moderators=MODERATORS,
        limits=many,
    )
