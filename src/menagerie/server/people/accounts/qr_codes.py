"""QR codes as pictures that a page can show."""

from __future__ import annotations

import base64
import io


def picture(text: str) -> str:
    """A QR code as the address of an image; dark on white, with its margin, as cameras need it."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=8, dark="#12201b", light="#ffffff")
    return f"data:image/svg+xml;base64,{base64.b64encode(out.getvalue()).decode()}"
