"""Files that the server makes: the pages' drawings, the pictures of the titles."""

from __future__ import annotations

import pytest

from menagerie.server import library


def test_the_drawings_of_the_pages_come_from_those_of_the_tables_and_are_kept(person):
    http = person().http
    answer = http.get("/symbols.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    for name in library.ICONS:
        assert f'<symbol id="{name}" viewBox="0 0 64 64">' in answer.text
    again = http.get("/symbols.svg", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = http.get("/symbols.svg", headers={"if-none-match": '"other"'})
    assert (other.status_code, other.text) == (200, answer.text)


def test_a_file_is_sent_again_only_if_it_has_changed(person):
    http = person().http
    answer = http.get("/static/app.css")
    again = http.get("/static/app.css", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("title", ["zooloretto-mini", "new-york-zoo"])
def test_a_title_has_a_picture_for_light_and_for_dark(person, title):
    http = person().http
    plain, light, dark, other = [
        http.get(f"/api/titles/{title}/picture.svg{theme}").text
        for theme in ("", "?theme=light", "?theme=dark", "?theme=pink")
    ]
    assert plain == light == other != dark
    assert dark.startswith("<svg")
