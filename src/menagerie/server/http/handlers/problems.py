"""Turn every problem into one object for the client and one line in the log, and never send a traceback."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_404_NOT_FOUND, HTTP_405_METHOD_NOT_ALLOWED, HTTP_413_REQUEST_ENTITY_TOO_LARGE
from sqlalchemy.exc import DataError, DBAPIError

from menagerie.server.base.errors import Refused, is_away, missing, mistake, no_answer, one_line
from menagerie.server.http import assets
from menagerie.server.http.handlers.guard import LOG, headers_for
from menagerie.server.protocol.outgoing.answers import problem
from menagerie.server.protocol.outgoing.base import Problem

OURS: Final = "Something went wrong on our side and was logged. Try again."


def _headers(request: Request[Any, Any, Any]) -> dict[str, str]:
    return headers_for(request.app.state.services.settings)


_LINKS: Final = ("/join/", "/api/join/", "/duplicate/", "/api/duplicates/", "/api/notices/off/")
"""Paths whose rest is secret: it lets anyone sit down, play a deal, or stop emails."""


def _path(request: Request[Any, Any, Any]) -> str:
    """Return the address for the log, without secrets."""
    path = request.url.path
    for link in _LINKS:
        if path.startswith(link):
            return f"{link}..."
    return one_line(path)


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    """Answer a refusal."""
    LOG.info("refused %s %s: %s", request.method, _path(request), one_line(f"{error.code}: {error}"))
    headers = _headers(request) | ({} if error.retry is None else {"retry-after": str(error.retry)})
    return Response(problem(error), status_code=error.status, headers=headers, media_type="application/json")


def http_problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the framework refuses: addresses, methods, and bodies that don't match their schema."""
    if error.status_code >= 500:
        return unexpected(request, error)
    if error.status_code == HTTP_404_NOT_FOUND:
        return _nothing_here(request) if _wants_a_page(request) else refused(request, missing("address"))
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        return refused(request, Refused("method", f"This address doesn't accept {one_line(request.method)}."))
    if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
        return refused(request, Refused("large", "This request is larger than the server accepts."))
    return refused(request, Refused("bad", _sentence(error)))


def _wants_a_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether a person typed the address or followed a link."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def _nothing_here(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return a page about a missing address."""
    page = assets.page("missing", request.app.state.services.settings.legal_links).content
    LOG.info("Refused %s %s: missing", request.method, _path(request))
    return Response(page, status_code=HTTP_404_NOT_FOUND, headers=_headers(request), media_type="text/html")


def _sentence(error: HTTPException) -> str:
    """Return what doesn't match, as a sentence."""
    if isinstance(error.extra, list) and error.extra and isinstance(error.extra[0], dict):
        first = error.extra[0]
        where = f"{first['key']}: " if first.get("key") else ""
        return f"This request isn't valid: {where}{first.get('message', '')}."[:400]
    return f"This request isn't valid: {error.detail}."[:400]


def too_deep(request: Request[Any, Any, Any], _error: RecursionError) -> Response[Problem]:
    """Refuse JSON that is nested too deeply."""
    return refused(request, Refused("bad", "This request isn't valid: it is nested too deeply."))


def not_storable(request: Request[Any, Any, Any], _error: DataError) -> Response[Problem]:
    """Refuse text that no database can store, such as a null character, which PostgreSQL rejects."""
    return refused(request, Refused("bad", "This request isn't valid: it contains text that can't be stored."))


def no_database(request: Request[Any, Any, Any], error: DBAPIError) -> Response[Problem]:
    """Answer a failure of the database: the log has the cause, the client gets a sentence."""
    level = logging.WARNING if is_away(error) else logging.ERROR
    LOG.log(level, "failed %s %s: %s", request.method, _path(request), mistake(error))
    return refused(request, no_answer())


def unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer a bug: the log has its location, the client gets a sentence."""
    LOG.error("failed %s %s: %s", request.method, _path(request), mistake(error))
    return Response(
        problem(Refused("server", OURS)), status_code=500, headers=_headers(request), media_type="application/json"
    )
