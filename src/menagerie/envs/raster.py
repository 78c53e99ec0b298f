"""Pictures of a table as pixels, for videos and for windows: our SVG, drawn by resvg."""

from __future__ import annotations

import io
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import resvg_py

from menagerie.core.display.scene import look
from menagerie.envs.episode import Frame
from menagerie.envs.styles import inlined

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame  # after its greeting was switched off

WIDTH, HEIGHT = 720, 480
"""Of every frame: a video has one size, and a table may grow during a game."""
FONT: Final = Path(__file__).parent / "fonts" / "inter-pictures.ttf"
FAMILY: Final = "Inter Variable"
GROUND: Final = re.findall(r"--table: (#\w+)", look())[0]


@lru_cache(maxsize=8)
def frame(svg: str) -> Frame:
    """Return a picture as rows of pixels of red, green and blue, the same on every machine; it cannot be written to,
    because a second request for the same picture gets the same frame."""
    sized = re.sub(r"^<svg ", f'<svg width="{WIDTH}" height="{HEIGHT}" ', svg)
    png = resvg_py.svg_to_bytes(
        svg_string=inlined(sized),
        background=GROUND,
        skip_system_fonts=True,
        font_files=[str(FONT)],
        sans_serif_family=FAMILY,
    )
    written = pygame.image.tobytes(pygame.image.load(io.BytesIO(bytes(png)), "frame.png"), "RGB")
    return np.frombuffer(written, np.uint8).reshape(HEIGHT, WIDTH, 3)
