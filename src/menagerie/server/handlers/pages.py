"""The files that the browser gets: pages, style sheets, scripts. What is in them belongs to `menagerie/web`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get

from menagerie.server import assets, shelf
from menagerie.server.assets import STATIC, WEB, Asset
from menagerie.server.errors import missing

_NOT_YET: Final = "<!doctype html><html lang=en><title>Menagerie</title><p>The server runs, but its pages are missing."
_VERSION: Final = re.compile(r"[0-9a-f]{16}")
FOR_EVER: Final = "public, max-age=31536000, immutable"


def _send(request: Request[Any, Any, Any], asset: Asset, is_version: bool = False) -> Response[bytes]:
    """Something, or word that the browser's copy is still right. What has its version in its address is never asked for
    again."""
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
    """Whether a browser takes gzip: `gzip;q=0` says that it does not."""
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", accepted) is not None


def _page(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    if not (WEB / "pages" / f"{name}.html").is_file():
        return Response(_NOT_YET.encode(), media_type="text/html")
    return _send(request, assets.page(name))


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


@get("/puzzles", include_in_schema=False, sync_to_thread=True)
def puzzles_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """All puzzles."""
    return _page(request, "puzzles")


@get("/puzzles/{title:str}/{number:str}", include_in_schema=False, sync_to_thread=True)
def puzzle_page(request: Request[Any, Any, Any], title: str, number: str) -> Response[bytes]:
    """A puzzle."""
    return _page(request, "puzzle")


@get("/people", include_in_schema=False, sync_to_thread=True)
def people_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The best of each title."""
    return _page(request, "people")


@get("/people/{person:str}", include_in_schema=False, sync_to_thread=True)
def person_page(request: Request[Any, Any, Any], person: str) -> Response[bytes]:
    """A profile."""
    return _page(request, "person")


@get("/history", include_in_schema=False, sync_to_thread=True)
def history_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """My finished games."""
    return _page(request, "history")


@get("/bots/{kind:str}", include_in_schema=False, sync_to_thread=True)
def bot_page(request: Request[Any, Any, Any], kind: str) -> Response[bytes]:
    """A kind of bot."""
    return _page(request, "bot")


@get("/daily", include_in_schema=False, sync_to_thread=True)
def today_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The deals of today."""
    return _page(request, "daily")


@get("/daily/{day:str}", include_in_schema=False, sync_to_thread=True)
def day_page(request: Request[Any, Any, Any], day: str) -> Response[bytes]:
    """The deals of a day."""
    return _page(request, "daily")


@get("/duplicate/{code:str}", include_in_schema=False, sync_to_thread=True)
def duplicate_page(request: Request[Any, Any, Any], code: str) -> Response[bytes]:
    """A deal that several groups play."""
    return _page(request, "duplicate")


@get("/friends", include_in_schema=False, sync_to_thread=True)
def friends_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Friends, blocks and mutes."""
    return _page(request, "friends")


@get("/moderation", include_in_schema=False, sync_to_thread=True)
def moderation_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The reports, for moderators."""
    return _page(request, "moderation")


@get("/me", include_in_schema=False, sync_to_thread=True)
def me_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Who I am."""
    return _page(request, "me")


@get("/sign-in", include_in_schema=False, sync_to_thread=True)
def sign_in_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Where one signs in."""
    return _page(request, "sign-in")


@get("/off", include_in_schema=False, sync_to_thread=True)
def off_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Where the link in a letter leads that ends them."""
    return _page(request, "off")


@get("/worker.js", include_in_schema=False, sync_to_thread=True)
def worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What a browser runs when a message comes and no page is open: for the whole site, so it is not below /static."""
    return _static(request, "worker.js")


@get("/tournaments", include_in_schema=False, sync_to_thread=True)
def tournaments_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """All tournaments."""
    return _page(request, "tournaments")


@get("/tournaments/{tournament:str}", include_in_schema=False, sync_to_thread=True)
def tournament_page(request: Request[Any, Any, Any], tournament: str) -> Response[bytes]:
    """A tournament."""
    return _page(request, "tournament")


@get("/favicon.ico", include_in_schema=False, sync_to_thread=True)
def favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The sign in the browser's tab."""
    return _static(request, "favicon.ico")


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=True)
def static(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    """A file of the pages, as it is or below a version: /static/app.css, /static/0123456789abcdef/app.css."""
    name = str(path).lstrip("/")
    version, _, rest = name.partition("/")
    if not _VERSION.fullmatch(version):
        return _static(request, name)
    # A page from before an upgrade gets the file of today, but may not keep it under the old version.
    return _static(request, rest, is_version=version == assets.version())


def _static(request: Request[Any, Any, Any], name: str, is_version: bool = False) -> Response[bytes]:
    """A file of the pages; nothing outside their folder."""
    try:
        target = (STATIC / name).resolve()
        if not (target.is_relative_to(STATIC.resolve()) and target.is_file()):
            raise missing("file")
        return _send(request, assets.asset(target), is_version)
    except (OSError, ValueError):  # also a name that is too long
        raise missing("file") from None


@get("/symbols.svg", include_in_schema=False, sync_to_thread=True)
def symbols(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The pages' drawings, made from those of the tables."""
    return _send(request, assets.made(shelf.icons().encode(), "image/svg+xml"))


@get("/style/{name:str}", sync_to_thread=True, summary="The style of scenes")
def style(request: Request[Any, Any, Any], name: str, v: str | None = None) -> Response[bytes]:
    """`look.css`, which all scenes share, or what a title adds: `TITLE.css`. With its version browsers keep it."""
    if not name.endswith(".css"):
        raise missing("file")
    asset = assets.made(shelf.style(name.removesuffix(".css")).encode(), "text/css")
    return _send(request, asset, is_version=v == asset.tag)


PAGES: Final = (
    *(lobby, table_page, join_page, replay_page, learn_page, rules_page, puzzles_page, puzzle_page),
    *(people_page, person_page, history_page, bot_page),
    *(today_page, day_page, duplicate_page),
    *(friends_page, moderation_page, me_page, sign_in_page),
    *(off_page, worker),
    *(tournaments_page, tournament_page),
    *(favicon, static, symbols, style),
)
