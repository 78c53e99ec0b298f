"""Define the relations about results and ratings. All of it follows from the events of finished games, and `menagerie
rate --again` recomputes it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, text
from sqlalchemy import Table as Relation

from menagerie.server.store.schema.tables import METADATA

UNCOUNTED_ROWS: Final = Relation(
    "uncounted",
    METADATA,
    # Stored with the event that ends a game, so that a crash can't come in between; removed once its results are here.
    Column("table_id", String, primary_key=True),
)

RESULT_ROWS: Final = Relation(
    "results",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # The person whose result it is; null if a bot sat there from the start.
    Column("guest", String, ForeignKey("guests.id")),
    Column("bot", String),
    Column("title", String, nullable=False),
    Column("players", Integer, nullable=False),
    # 1 is best; tied players share one.
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("told", String, nullable=False),
    # How the game ended for this seat: `played`, `time` (it ran out), `left` (a bot finished it), or `continued`.
    Column("how", String, nullable=False),
    Column("ended", Float, nullable=False),
)
Index("results_of_guest", RESULT_ROWS.c.guest, RESULT_ROWS.c.ended)

KEPT_ROWS: Final = Relation(
    "kept",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("animal", String, primary_key=True),
    Column("guest", String, ForeignKey("guests.id"), nullable=False),
    Column("title", String, nullable=False),
    Column("count", Integer, nullable=False),
)
Index("kept_by_guest", KEPT_ROWS.c.guest, KEPT_ROWS.c.title)

RATING_ROWS: Final = Relation(
    "ratings",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # Ratings are compared within a title and a class of player counts: see `base.rating_scale`.
    Column("title", String, nullable=False),
    Column("class", String, nullable=False),
    Column("guest", String, ForeignKey("guests.id"), nullable=False),
    Column("ended", Float, nullable=False),
    Column("place", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    # Whether it is this person's last game of the scale, and so the current rating.
    Column("newest", Boolean, nullable=False),
)
Index("ratings_in_order", RATING_ROWS.c.title, RATING_ROWS.c["class"], RATING_ROWS.c.ended)
Index("ratings_of_guest", RATING_ROWS.c.guest, RATING_ROWS.c.title, RATING_ROWS.c["class"], RATING_ROWS.c.ended)
_NEWEST: Final = text("newest")  # on PostgreSQL, too: see `schema.tables`
Index(
    "ratings_of_today",
    RATING_ROWS.c.title,
    RATING_ROWS.c["class"],
    RATING_ROWS.c.guest,
    sqlite_where=_NEWEST,
)

PROFILE_ROWS: Final = Relation(
    "profiles",
    METADATA,
    Column("guest", String, ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    # People with hidden profiles.
    Column("hidden", Boolean, nullable=False),
)

OF_TABLES: Final = (RESULT_ROWS, KEPT_ROWS, RATING_ROWS, UNCOUNTED_ROWS)
"""The data of a table besides its events."""
OF_PEOPLE: Final = (PROFILE_ROWS,)
