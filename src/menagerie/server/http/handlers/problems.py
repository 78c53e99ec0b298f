"""Every problem as one object for the client and one line in the log; never a traceback to the client."""

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

OURS: Final = "Something went wrong on our side; it has been noted."


def _headers(request: Request[Any, Any, Any]) -> dict[str, str]:
    return headers_for(request.app.state.services.settings)


_LINKS: Final = ("/join/", "/api/join/", "/duplicate/", "/api/duplicates/", "/api/notices/off/")
"""Whoever knows what comes after these may do something with it: sit down, play a deal, end somebody's letters."""


def _path(request: Request[Any, Any, Any]) -> str:
    """The address for the log, without what somebody else could use."""
    path = request.url.path
    for link in _LINKS:
        if path.startswith(link):
            return f"{link}..."
    return one_line(path)


def refused(request: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    """Something that we refuse."""
    LOG.info("refused %s %s: %s", request.method, _path(request), one_line(f"{error.code}: {error}"))
    headers = _headers(request) | ({} if error.retry is None else {"retry-after": str(error.retry)})
    return Response(problem(error), status_code=error.status, headers=headers, media_type="application/json")


def http_problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Something that the framework refuses: addresses, methods, bodies that do not fit their schema."""
    if error.status_code >= 500:
        return unexpected(request, error)
    if error.status_code == HTTP_404_NOT_FOUND:
        return _nothing_here(request) if _wants_a_page(request) else refused(request, missing("address"))
    if error.status_code == HTTP_405_METHOD_NOT_ALLOWED:
        return refused(request, Refused("method", f"This address does not take {one_line(request.method)}."))
    if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
        return refused(request, Refused("large", "The request is larger than this server takes."))
    return refused(request, Refused("bad", _sentence(error)))


def _wants_a_page(request: Request[Any, Any, Any]) -> bool:
    """Whether somebody typed the address, or followed a link."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def _nothing_here(request: Request[Any, Any, Any]) -> Response[bytes]:
    """An address that leads nowhere, for people."""
    page = assets.page("missing", request.app.state.services.settings.legal_links).content
    LOG.info("refused %s %s: missing", request.method, _path(request))
    return Response(page, status_code=HTTP_404_NOT_FOUND, headers=_headers(request), media_type="text/html")


def _sentence(error: HTTPException) -> str:
    """What does not fit, in a sentence."""
    if isinstance(error.extra, list) and error.extra and isinstance(error.extra[0], dict):
        first = error.extra[0]
        where = f"{first['key']}: " if first.get("key") else ""
        return f"The request is not valid: {where}{first.get('message', '')}."[:400]
    return f"The request is not valid: {error.detail}."[:400]


def too_deep(request: Request[Any, Any, Any], _error: RecursionError) -> Response[Problem]:
    """JSON inside JSON inside JSON."""
    return refused(request, Refused("bad", "The request is not valid: it is nested too deeply."))


def not_storable(request: Request[Any, Any, Any], _error: DataError) -> Response[Problem]:
    """Something that no database could hold, such as a text with the character 0 in it, which PostgreSQL refuses."""
    return refused(request, Refused("bad", "The request is not valid: it holds something that cannot be stored."))


def no_database(request: Request[Any, Any, Any], error: DBAPIError) -> Response[Problem]:
    """The database fails: the log has why, the client has a sentence."""
    level = logging.WARNING if is_away(error) else logging.ERROR
    LOG.log(level, "failed %s %s: %s", request.method, _path(request), mistake(error))
    return refused(request, no_answer())


def unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A mistake of ours: the log has where it happened, the client has a sentence."""
    LOG.error("failed %s %s: %s", request.method, _path(request), mistake(error))
    return Response(
        problem(Refused("server", OURS)), status_code=500, headers=_headers(request), media_type="application/json"
    )
