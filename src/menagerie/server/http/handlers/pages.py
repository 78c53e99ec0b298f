"""Serve the browser's files: pages, style sheets, scripts. Their content belongs to `menagerie/web`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from menagerie.server.base.errors import missing
from menagerie.server.http import assets
from menagerie.server.http.assets import STATIC, WEB, Asset
from menagerie.server.show import documentation, title_catalog

_NOT_YET: Final = "<!doctype html><html lang=en><title>Menagerie</title><p>The server runs, but its pages are missing."
_VERSION: Final = re.compile(r"[0-9a-f]{16}")
FOR_EVER: Final = "public, max-age=31536000, immutable"


def _send(request: Request[Any, Any, Any], asset: Asset, is_version: bool = False) -> Response[bytes]:
    """Return content, or that the browser's copy is current. Content with its version in the address never has to be
    requested again."""
    headers = {
        "etag": f'"{asset.tag}"',
        "cache-control": FOR_EVER if is_version else "no-cache",
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == f'"{asset.tag}"':
        return Response(b"", status_code=304, headers=headers)
    if not _unpacks(request.headers.get("accept-encoding", "")):
        return Response(asset.content, media_type=asset.kind, headers=headers)
    return Response(asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"})


def _unpacks(accepted: str) -> bool:
    """Return whether a browser accepts gzip; `gzip;q=0` refuses it."""
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted) is not None


def _page(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    if not (WEB / "pages" / f"{name}.html").is_file():
        return Response(_NOT_YET.encode(), media_type="text/html")
    return _send(request, assets.page(name, request.app.state.services.settings.legal_links))


# The page itself reads the rest of its address and asks the API about it.
_PAGE_AT: Final = {
    "/": "index",
    "/table/{table:str}": "table",
    "/join/{link:str}": "join",
    "/replay": "replay",
    "/learn/{title:str}": "learn",
    "/rules/{title:str}": "rules",
    "/puzzles": "puzzles",
    "/puzzles/{title:str}/{number:str}": "puzzle",
    "/people": "people",
    "/people/{person:str}": "person",
    "/history": "history",
    "/bots/{kind:str}": "bot",
    "/daily": "daily",
    "/daily/{day:str}": "daily",
    "/duplicate/{code:str}": "duplicate",
    "/friends": "friends",
    "/moderation": "moderation",
    "/me": "me",
    "/sign-in": "sign-in",
    "/off": "off",
    "/tournaments": "tournaments",
    "/tournaments/{tournament:str}": "tournament",
}


def _page_at(address: str, name: str) -> HTTPRouteHandler:
    """Return the handler for a page's address."""

    @get(address, include_in_schema=False, sync_to_thread=True)
    def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _page(request, name)

    return page


@get("/docs", include_in_schema=False, sync_to_thread=True)
def first_docs_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Show the first page of the documentation for players."""
    return _docs_page(request, documentation.PAGES[0])


@get("/docs/{name:str}", include_in_schema=False, sync_to_thread=True)
def docs_page(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """Show a page of the documentation for players."""
    return _docs_page(request, name)


def _docs_page(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    frame = assets.page("docs", request.app.state.services.settings.legal_links).content.decode()
    text = frame.replace("{contents}", documentation.contents(name)).replace("{text}", documentation.html(name))
    return _send(request, assets.made(text.encode(), "text/html"))


@get("/worker.js", include_in_schema=False, sync_to_thread=True)
def worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the script that a browser runs for messages while no page is open. It serves the whole site, so it isn't
    below /static."""
    return _static(request, "service_worker.js")


@get("/favicon.ico", include_in_schema=False, sync_to_thread=True)
def favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the icon of the browser's tab."""
    return _static(request, "favicon.ico")


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=True)
def static(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """Return a file of the pages, with or without a version: /static/lobby/page.js, /static/VERSION/lobby/page.js."""
    name = str(path).lstrip("/")
    version, _, rest = name.partition("/")
    if not _VERSION.fullmatch(version):
        return _static(request, name)
    # A page from before an upgrade gets the current file, but must not cache it under the old version.
    return _static(request, rest, is_version=version == assets.version())


def _static(request: Request[Any, Any, Any], name: str, is_version: bool = False) -> Response[bytes]:
    """Return a file of the pages, but none outside their folder."""
    try:
        target = (STATIC / name).resolve()
        if not (target.is_relative_to(STATIC.resolve()) and target.is_file()):
            raise missing("file")
        return _send(request, assets.asset(target), is_version)
    except (OSError, ValueError):  # including a name that is too long
        raise missing("file") from None


@get("/symbols.svg", include_in_schema=False, sync_to_thread=True)
def symbols(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the pages' drawings, made from those of the tables."""
    return _send(request, assets.made(title_catalog.icons().encode(), "image/svg+xml"))


@get("/style/{name:str}", sync_to_thread=True, summary="Get the style of scenes")
def style(request: Request[Any, Any, Any], name: str, v: str | None = None) -> Response[bytes]:
    """Return `look.css`, which all scenes share, or a title's `TITLE.css`. Browsers cache it by its version."""
    if not name.endswith(".css"):
        raise missing("file")
    asset = assets.made(title_catalog.style(name.removesuffix(".css")).encode(), "text/css")
    return _send(request, asset, is_version=v == asset.tag)


PAGES: Final = (
    *[_page_at(address, name) for address, name in _PAGE_AT.items()],
    *(first_docs_page, docs_page, worker, favicon, static, symbols, style),
)
