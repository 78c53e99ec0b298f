"""Collect all resources of the HTTP half of docs/protocol.md under one address."""

from __future__ import annotations

from litestar import Router
from litestar.di import Provide

from menagerie.server.http.handlers.accounts import PEOPLE
from menagerie.server.http.handlers.authentication import SIGNING
from menagerie.server.http.handlers.daily import DAILY, may_look
from menagerie.server.http.handlers.health import HEALTH
from menagerie.server.http.handlers.me import ME
from menagerie.server.http.handlers.moments import MOMENTS
from menagerie.server.http.handlers.notices import NOTICES
from menagerie.server.http.handlers.owner_proxy import ElsewhereFirst
from menagerie.server.http.handlers.profiles import PROFILES, provide_wish
from menagerie.server.http.handlers.puzzles import PUZZLES
from menagerie.server.http.handlers.replays import REPLAYS
from menagerie.server.http.handlers.request_identity import provide_asker, provide_guest, provide_services
from menagerie.server.http.handlers.reviews import REVIEWS
from menagerie.server.http.handlers.social import SOCIAL
from menagerie.server.http.handlers.tables import TABLES
from menagerie.server.http.handlers.time import TIME
from menagerie.server.http.handlers.titles import TITLES
from menagerie.server.http.handlers.tournaments import TOURNAMENTS

API = Router(
    "/api",
    route_handlers=[
        *(*ME, *HEALTH, *TITLES, *TABLES, *MOMENTS, *REVIEWS, *REPLAYS),
        *(*PUZZLES, *PROFILES, *DAILY, *SOCIAL, *NOTICES, *TOURNAMENTS),
        *(*PEOPLE, *SIGNING, *TIME),
    ],
    middleware=[ElsewhereFirst],
    guards=[may_look],
    dependencies={
        "services": Provide(provide_services),
        "guest": Provide(provide_guest),
        "wish": Provide(provide_wish, sync_to_thread=False),
        "asker": Provide(provide_asker),
    },
)
