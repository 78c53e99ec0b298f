"""Build the web application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from sqlalchemy.exc import DataError, DBAPIError

import menagerie
from menagerie.server.base.errors import Refused
from menagerie.server.base.settings import Settings
from menagerie.server.http.description import Arrays, Description
from menagerie.server.http.handlers import problems
from menagerie.server.http.handlers.api import API
from menagerie.server.http.handlers.guard import Guard, headers_for
from menagerie.server.http.handlers.live import live
from menagerie.server.http.handlers.pages import PAGES
from menagerie.server.services.assembly import Services


def create_app(settings: Settings, opened: Services | None = None) -> Litestar:
    """Return the application for one database. It opens the database when it starts, unless `opened` is given, and
    closes it when it stops."""

    @asynccontextmanager
    async def services(app: Litestar) -> AsyncIterator[None]:
        app.state.services = parts = opened or Services(settings)
        parts.start()
        try:
            yield
        finally:
            await parts.close()

    return Litestar(
        route_handlers=[API, live, *PAGES],
        lifespan=[services],
        middleware=[Guard],
        response_headers=[ResponseHeader(name=name, value=value) for name, value in headers_for(settings).items()],
        exception_handlers={
            Refused: problems.refused,
            HTTPException: problems.http_problem,
            RecursionError: problems.too_deep,
            DataError: problems.not_storable,
            DBAPIError: problems.no_database,
            Exception: problems.unexpected,
        },
        request_max_body_size=settings.limits.body,
        openapi_config=OpenAPIConfig(
            title="Menagerie",
            version=menagerie.__version__,
            description="Zoo board games at one table. docs/protocol.md explains the API.",
            path="/schema",
            render_plugins=[Description()],
        ),
        plugins=[Arrays()],
        logging_config=None,
        debug=False,
    )
