"""SVG pictures as answers. A picture in a page may load nothing, so it brings its style and its font along."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from typing import Final

from litestar import Response

from menagerie.server.http.assets import STATIC

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'"
"""Opened by itself, a picture may use what it brings along and nothing else."""


def picture_answer(svg: str) -> Response[str]:
    """Return the answer with this picture."""
    return Response(with_font(svg), media_type="image/svg+xml", headers={"content-security-policy": POLICY})


def with_font(svg: str) -> str:
    """Return the picture with the font of its texts in its style, if it has any text."""
    return svg.replace("<style>", f"<style>{_font()}\n", 1) if "<text" in svg else svg


@cache
def _font() -> str:
    data = b64encode((STATIC / "fonts" / "inter-pictures.woff2").read_bytes()).decode()
    return f"@font-face{{font-family:Inter;font-weight:400 700;src:url(data:font/woff2;base64,{data})}}"
