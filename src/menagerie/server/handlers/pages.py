"""The files that the browser gets: pages, style sheets, scripts. What is in them belongs to `menagerie/web`."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get

import menagerie
from menagerie.server import shelf
from menagerie.server.errors import missing

WEB: Final = Path(menagerie.__file__).parent / "web"
STATIC: Final = WEB / "static"
_NOT_YET: Final = "<!doctype html><html lang=en><title>Menagerie</title><p>The server runs, but its pages are missing."

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("image/svg+xml", ".svg")


def _file(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """A file, or word that the browser's copy is still right."""
    try:
        status = path.stat()
        tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return _unless_known(request, tag, kind, path.read_bytes)
    except (OSError, ValueError):
        raise missing("file") from None


def _unless_known(
    request: Request[Any, Any, Any], tag: str, kind: str, content: Callable[[], bytes]
) -> Response[bytes]:
    """What the tag stands for, unless the browser has it already."""
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content(), media_type=kind, headers=headers)
    return Response(_packed(content()), media_type=kind, headers={**headers, "content-encoding": "gzip"})


@lru_cache(256)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _page(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    path = WEB / "pages" / f"{name}.html"
    if not path.is_file():
        return Response(_NOT_YET.encode(), media_type="text/html")
    return _file(request, path)


@get("/", include_in_schema=False, sync_to_thread=True)
def lobby(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The lobby."""
    return _page(request, "index")


@get("/table/{table:str}", include_in_schema=False, sync_to_thread=True)
def table_page(request: Request[Any, Any, Any], table: str) -> Response[bytes]:
    """A table."""
    return _page(request, "table")


@get("/join/{link:str}", include_in_schema=False, sync_to_thread=True)
def join_page(request: Request[Any, Any, Any], link: str) -> Response[bytes]:
    """An invitation."""
    return _page(request, "join")


@get("/replay", include_in_schema=False, sync_to_thread=True)
def replay_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Where record files can be dropped."""
    return _page(request, "replay")


@get("/learn/{title:str}", include_in_schema=False, sync_to_thread=True)
def learn_page(request: Request[Any, Any, Any], title: str) -> Response[bytes]:
    """How to play a title."""
    return _page(request, "learn")


@get("/rules/{title:str}", include_in_schema=False, sync_to_thread=True)
def rules_page(request: Request[Any, Any, Any], title: str) -> Response[bytes]:
    """The rules of a title."""
    return _page(request, "rules")


@get("/favicon.ico", include_in_schema=False, sync_to_thread=True)
def favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The sign in the browser's tab."""
    return _file(request, STATIC / "favicon.ico")


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=True)
def static(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """A file of the pages; nothing outside their folder."""
    try:
        target = (STATIC / str(path).lstrip("/")).resolve()
        is_ours = target.is_relative_to(STATIC.resolve()) and target.is_file()
    except (OSError, ValueError):  # also a name that is too long
        raise missing("file") from None
    if not is_ours:
        raise missing("file")
    return _file(request, target)


@get("/symbols.svg", include_in_schema=False, sync_to_thread=True)
def symbols(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The pages' drawings, made from those of the tables."""
    content = shelf.icons().encode()
    return _unless_known(request, _tag(content), "image/svg+xml", lambda: content)


@get("/style/{name:str}", sync_to_thread=True, summary="The style of scenes")
def style(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """`look.css`, which all scenes share, or what a title adds: `TITLE.css`."""
    if not name.endswith(".css"):
        raise missing("file")
    content = shelf.style(name.removesuffix(".css")).encode()
    return _unless_known(request, _tag(content), "text/css", lambda: content)


PAGES: Final = (lobby, table_page, join_page, replay_page, learn_page, rules_page, favicon, static, symbols, style)
