"""Return SVG pictures. An embedded picture can't load anything, so it contains its style and font."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from typing import Final

from litestar import Response

from menagerie.server.http.assets import STATIC

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'"
"""A picture opened on its own may use only what it contains."""


def picture_answer(svg: str) -> Response[str]:
    """Return the answer with this picture."""
    return Response(with_font(svg), media_type="image/svg+xml", headers={"content-security-policy": POLICY})


def with_font(svg: str) -> str:
    """Return the picture with the font of its texts, if it has any."""
    return svg.replace("<style>", f"<style>{_font()}\n", 1) if "<text" in svg else svg


@cache
def _font() -> str:
    data = b64encode((STATIC / "fonts" / "inter-pictures.woff2").read_bytes()).decode()
    return f"@font-face{{font-family:Inter;font-weight:400 700;src:url(data:font/woff2;base64,{data})}}"
