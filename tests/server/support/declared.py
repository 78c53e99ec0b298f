"""Check that the server sends what it declares: no field more, none missing, none of another type."""

from __future__ import annotations

import re
import types
import warnings
from functools import cache
from typing import Any, Union, get_args, get_origin

import httpx
import msgspec
from litestar import Response
from litestar.routes import HTTPRoute

from menagerie.server.base.settings import Settings
from menagerie.server.http.application import create_app
from menagerie.server.protocol.outgoing.answers import CommandAnswer, Refusal
from menagerie.server.protocol.outgoing.base import Problem
from menagerie.server.protocol.outgoing.live import LiveMessage


class Undeclared(AssertionError):
    """Raised when something undeclared was sent."""


def check(content: bytes, declared: Any) -> None:
    """Refuse a message that isn't among those declared."""
    reasons = []
    for one in _choices(declared):
        try:
            _decoder(one).decode(content)
        except msgspec.ValidationError as error:
            reasons.append(f"{getattr(one, '__name__', one)}: {error}")
        else:
            return
    raise Undeclared(f"{'; '.join(reasons)}: {content[:2000]!r}")


def check_message(text: str) -> None:
    """Refuse a message of a live connection that is not declared."""
    content = text.encode()
    is_answer = msgspec.json.decode(content, type=dict[str, Any])["type"] == "answer"
    check(content, CommandAnswer | Refusal if is_answer else _LIVE)


def check_answer(answer: httpx.Response) -> None:
    """Refuse an answer under /api that its handler doesn't declare."""
    path = answer.request.url.path
    if path.startswith("/api/") and answer.headers.get("content-type") == "application/json":
        check_content(answer.request.method, path, answer.status_code, answer.read())


def check_content(method: str, path: str, status: int, content: bytes) -> None:
    """Refuse JSON that an address's handler doesn't declare; all errors have the same form."""
    if status < 400 or _says_why(path):
        declared = answer_of(method, path)
        assert declared is not None, f"no handler declares {method} {path}"
        check(content, declared)
    else:
        check(content, Problem)


def _says_why(path: str) -> bool:
    """Return whether an answer has its own form even as an error."""
    return path in ("/api/health", "/api/ready")


def answer_of(method: str, path: str) -> Any:
    """Return what an address's handler declares to answer."""
    for pattern, method_there, declared in declared_answers():
        if method_there == method and pattern.fullmatch(path):
            return declared
    return None


@cache
def declared_answers() -> list[tuple[re.Pattern[str], str, Any]]:
    """Return every address under /api with a method and its declaration; fixed addresses come first."""
    found = []
    with warnings.catch_warnings(action="ignore"):  # the framework announces its next version
        app = create_app(Settings("unused.db"))
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format.startswith("/api/"):
            pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", route.path_format))
            for handler in route.route_handlers:
                for method in handler.http_methods:
                    found.append((route.path_format.count("{"), pattern, str(method), _content(handler)))
    return [(pattern, method, declared) for _, pattern, method, declared in sorted(found, key=lambda one: one[0])]


def _content(handler: Any) -> Any:
    annotation = handler.parsed_fn_signature.return_type.raw
    return get_args(annotation)[0] if get_origin(annotation) is Response else annotation


def _choices(declared: Any) -> tuple[Any, ...]:
    """Return the members of a union, since structs without tags can't be told apart in advance."""
    if isinstance(declared, tuple):
        return declared
    return get_args(declared) if get_origin(declared) in (Union, types.UnionType) else (declared,)


@cache
def _decoder(declared: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(declared)


_LIVE = (LiveMessage,)
"""Told apart by their tags."""
