"""Draw QR codes as pictures for pages."""

from __future__ import annotations

import base64
import io


def picture(text: str) -> str:
    """Return a QR code as an image address: dark on white, with the margin that cameras need."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=8, dark="#12201b", light="#ffffff")
    return f"data:image/svg+xml;base64,{base64.b64encode(out.getvalue()).decode()}"
