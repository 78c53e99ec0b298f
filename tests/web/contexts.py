"""Browser contexts that serve one test after another: without what the last one left behind, but with a warm cache.

A new context starts a process and reads and compiles every script again, which takes longer than most tests. So a
context that has no more than the usual settings is emptied and used again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

MOST: Final = 6
"""As many wait to be used again; each has a process."""
STORED: Final = "local_storage,indexeddb,service_workers,cache_storage"
OF_A_PAGE: Final = ("viewport", "color_scheme", "reduced_motion")
"""What a page can have for itself. Everything else belongs to its context."""


class Contexts:
    """The contexts of one browser that nobody uses now."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[tuple[dict[str, Any], BrowserContext]] = []

    def take(self, settings: dict[str, Any], address: str) -> BrowserContext:
        """Return an empty context with these settings, used before or new."""
        for number, (had, context) in enumerate(self._free):
            if had == settings:
                del self._free[number]
                return context
        context = self._browser.new_context(reduced_motion="reduce", **settings)
        context.new_page().goto(f"{address}/static/people/unsubscribe_page.js")  # keeps the process between two tests
        return context

    def give_back(self, settings: dict[str, Any], context: BrowserContext, address: str) -> None:
        """Empty a context and keep it for the next who wants these settings."""
        keeper, *others = context.pages
        visited = {address, *["/".join(page.url.split("/")[:3]) for page in others if page.url.startswith("http")]}
        for page in others:
            _stop(page, address)
            page.close()
        context.clear_cookies()
        session = context.new_cdp_session(keeper)
        for origin in visited:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        session.detach()
        self._free.append((settings, context))
        if len(self._free) > MOST:
            self._free.pop(0)[1].close()


def _stop(page: Page, address: str) -> None:
    """Let a page arrive somewhere: closing one that is on its way to another page can take for ever."""
    quiet = f"{address}/static/people/unsubscribe_page.js"
    for place in (quiet, quiet, "about:blank"):
        try:
            page.goto(place)
        except Error:  # it was on its way elsewhere, or its server has ended
            continue
        return


_OF: dict[int, Contexts] = {}


def of(browser: Browser) -> Contexts:
    """Return the contexts of a browser."""
    return _OF.setdefault(id(browser), Contexts(browser))


def page_in(context: BrowserContext, viewport: Any, color_scheme: Any, reduced_motion: Any) -> Page:
    """Return a new page that looks like this."""
    page = context.new_page()
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
    return page
