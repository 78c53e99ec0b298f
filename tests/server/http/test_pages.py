"""Test generated files: the pages' drawings, the pictures of the titles."""

from __future__ import annotations

import re

import httpx
import pytest

from menagerie.server.http import assets
from menagerie.server.http.script_graph import imported_scripts, needed_scripts
from menagerie.server.show import documentation, title_catalog
from tests.server.support.people import Server

pytestmark = pytest.mark.one_store


def test_the_drawings_of_the_pages_come_from_those_of_the_tables_and_are_kept(person):
    http = person().http
    answer = http.get("/symbols.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    for name in title_catalog.ICONS:
        assert f'<symbol id="{name}" viewBox="0 0 64 64">' in answer.text
    again = http.get("/symbols.svg", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = http.get("/symbols.svg", headers={"if-none-match": '"other"'})
    assert (other.status_code, other.text) == (200, answer.text)


def test_a_file_is_sent_again_only_if_it_has_changed(person):
    http = person().http
    answer = http.get("/static/shared/app.css")
    again = http.get("/static/shared/app.css", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def linked(http, page="/"):
    """Return the scripts and styles that a page names."""
    return re.findall(r'(?:src|href)="(/st[^"]+)"', http.get(page).text)


@pytest.mark.parametrize("page", ["/", "/table/x", "/join/x", "/replay", "/rules/18zoo", "/learn/18zoo"])
def test_what_a_page_names_is_kept_for_ever_and_the_page_is_not(person, page):
    http = person().http
    assert http.get(page).headers["cache-control"] == "no-cache"
    assert len(linked(http, page)) > 3
    for address in linked(http, page):
        answer = http.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        plain = re.sub(r"/static/[0-9a-f]{16}/", "/static/", address).partition("?")[0]
        assert plain != address
        assert answer.content == http.get(plain).content


def test_a_page_names_all_scripts_it_needs_each_once(person):
    http = person().http
    linked_by_table = linked(http, "/table/x")
    scripts = [re.sub("^/static/[0-9a-f]{16}/", "", address) for address in linked_by_table if address.endswith(".js")]
    assert len(set(scripts)) == len(scripts)
    modules = set(scripts) - {"shared/theme.js"}  # not a module, and runs before the page is drawn
    for script in modules:
        assert set(imported_scripts(assets.STATIC, script)) <= modules
    assert {"table/page.js", "table/turn/deciding.js", "shared/quick_start.js"} <= modules
    assert "table/board/overlays.js" not in modules  # loaded only where a table has overlays


def test_needed_scripts_follow_every_form_of_import(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "page.js").write_text(
        'import "./room/a.js";\nimport {\n  one,\n  two as three,\n} from "./b.js";\n'
        '/** @typedef {import("./types.js").Box} Box */\nconst name = "./none.js";\n'
        'export const later = () => import("./later.js");\n'
    )
    (tmp_path / "room" / "a.js").write_text('import * as all from "../c.js";\nexport { x } from "./d.js";\n')
    (tmp_path / "b.js").write_text('import { page } from "./page.js";\n')
    (tmp_path / "c.js").write_text("")
    (tmp_path / "room" / "d.js").write_text('import two from "../b.js";\n')
    assert needed_scripts(tmp_path, "1", "page.js") == ("room/a.js", "b.js", "c.js", "room/d.js")


def test_an_old_version_gets_the_current_file_uncached(person):
    http = person().http
    answer = http.get("/static/0123456789abcdef/table/page.js")
    assert answer.content == http.get("/static/table/page.js").content
    assert answer.headers["cache-control"] == "no-cache"
    assert http.get("/style/look.css?v=old").headers["cache-control"] == "no-cache"
    assert http.get("/static/0123456789abcdef/../table.html").status_code == 404
    assert http.get("/static/0123456789abcdef/").status_code == 404


def test_a_changed_file_has_another_address(monkeypatch, tmp_path):
    for name in ("a.js", "b.js"):
        (tmp_path / name).write_text("first")
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    before = assets.version()
    assert assets.version() == before
    (tmp_path / "b.js").write_text("second")
    assert assets.version() != before


def test_files_are_compressed_for_clients_that_accept_it(person):
    http = person().http
    for path in ("/static/shared/app.css", "/style/look.css", "/symbols.svg"):
        packed, plain = [http.get(path, headers={"accept-encoding": how}) for how in ("gzip", "identity")]
        assert packed.headers.get("content-encoding") == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        refused = http.get(path, headers={"accept-encoding": "br, gzip;q=0"})
        assert "content-encoding" not in refused.headers


def test_cards_about_how_to_play_come_with_pictures(person):
    http = person().http
    told = http.get("/api/titles/new-york-zoo/learn").json()
    assert told["name"] == "New York Zoo"
    assert http.get("/api/titles").json()["titles"][1]["learn"] == "/learn/new-york-zoo"
    for card in told["cards"]:
        assert set(card) == {"heading", "words", "shows", "picture"}
        light, dark = [http.get(f"{card['picture']}?theme={theme}") for theme in ("light", "dark")]
        assert light.headers["content-type"].startswith("image/svg+xml")
        assert light.text.startswith("<svg ")
        assert light.text != dark.text


@pytest.mark.parametrize("path", ["chess/learn", "18zoo/learn/0/picture.svg", "18zoo/learn/8/picture.svg"])
def test_there_are_no_other_cards(person, path):
    answer = person().http.get(f"/api/titles/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "missing")


def test_a_title_without_cards_has_none(person):
    http = person().http
    toys = [card for card in http.get("/api/titles").json()["titles"] if card["learn"] is None]
    for card in toys:
        assert http.get(f"/api/titles/{card['id']}/learn").status_code == 404


def test_what_the_table_and_a_puzzle_have_in_common_is_in_both(person):
    for address in ("/table/none", "/puzzles/zooloretto-mini/1"):
        page = person().http.get(address).text
        for part in ("scene", "word", "charts", "rules", "prompt", "choices", "tools", "history"):
            assert page.count(f'data-part="{part}"') == 1, (address, part)
        assert "<!--" not in page, "every part was put in"


@pytest.mark.parametrize("page", ["learn", "rules"])
def test_the_pages_of_a_title_are_there(person, page):
    answer = person().http.get(f"/{page}/zooloretto-mini")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("title", ["zooloretto-mini", "new-york-zoo"])
def test_a_title_has_a_picture_for_light_and_for_dark(person, title):
    http = person().http
    plain, light, dark, other = [
        http.get(f"/api/titles/{title}/picture.svg{theme}").text
        for theme in ("", "?theme=light", "?theme=dark", "?theme=pink")
    ]
    assert plain == light == other != dark
    assert dark.startswith("<svg")


def test_a_broken_link_leads_to_a_page_for_people_and_an_error_for_programs(person):
    http = person().http
    page = http.get("/tabel/x", headers={"accept": "text/html,*/*"})
    assert (page.status_code, page.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert "Page not found" in page.text
    assert "content-security-policy" in page.headers
    assert http.get("/tabel/x").json()["error"] == "This address doesn't exist."


def test_legal_links_are_in_the_footer(tmp_path):
    imprint, privacy = "https://zoo.example/imprint?a&b", "/privacy"
    server = Server(tmp_path / "tables.db", imprint_url=imprint, privacy_url=privacy).start()
    for path in ("/", "/me", "/sign-in"):
        page = httpx.get(server.base + path).text
        assert '<a href="https://zoo.example/imprint?a&amp;b">Imprint</a> <a href="/privacy">Privacy</a>' in page
        assert "Terms" not in page
    server.stop()


def test_without_links_there_is_no_footer(server):
    assert "About this server" not in httpx.get(server.base).text


def test_the_lobby_links_to_the_documentation(person):
    http = person().http
    assert '<a href="/docs">Documentation</a>' in http.get("/").text
    assert http.get("/docs").text == http.get("/docs/table").text


@pytest.mark.parametrize("name", documentation.PAGES)
def test_the_links_of_the_documentation_lead_somewhere(person, name):
    http = person().http
    page = http.get(f"/docs/{name}")
    assert page.status_code == 200
    assert ".md" not in re.sub(r"<code>.*?</code>", "", page.text)
    for address in set(re.findall(r'<a href="(/[^"]*)"', page.text)):
        path, _, anchor = address.partition("#")
        answer = http.get(path)
        assert answer.status_code == 200, address
        assert f'id="{anchor}"' in answer.text or not anchor, address


def test_there_is_no_other_page_of_documentation(person):
    assert person().http.get("/docs/contract").status_code == 404
