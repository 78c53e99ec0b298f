"""Somebody who presses a button before the page is ready: nothing that was pressed is lost."""

from __future__ import annotations

from typing import Any

TOLD = "dialog.menu [aria-label^='Notices when I']"


def test_nothing_can_be_pressed_until_the_scripts_have_run(person: Any) -> None:
    lisa = person("Lisa")
    held: list[Any] = []
    lisa.page.route("**/lobby/page.js", lambda route: held.append(route))
    lisa.page.goto(lisa.server.address, wait_until="commit")
    lisa.wait("document.querySelector('main')")
    assert lisa.page.evaluate("document.documentElement.inert")
    held[0].continue_()
    lisa.page.wait_for_selector(".title")
    assert not lisa.page.evaluate("document.documentElement.inert")


def test_the_menu_opens_as_soon_as_the_table_is_known(person: Any) -> None:
    lisa = person("Lisa")
    page = lisa.start("zooloretto-mini", "open")
    held: list[Any] = []

    def hold(socket: Any) -> None:
        socket.connect_to_server().on_message(lambda message: held.append((socket, message)))

    page.route_web_socket("**/*", hold)
    page.reload()
    page.click("[data-part=menu]")
    assert not page.locator("dialog.menu").count()
    while not page.locator(TOLD).count():
        page.wait_for_timeout(20)  # messages are heard meanwhile
        while held:
            socket, message = held.pop(0)
            socket.send(message)
