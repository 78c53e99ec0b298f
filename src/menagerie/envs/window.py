"""A window that shows frames, for `render_mode="human"`."""

from __future__ import annotations

import pygame

from menagerie.core.errors import BadSetup
from menagerie.envs.episode import Frame
from menagerie.envs.raster import HEIGHT, WIDTH


class Window:
    """Opens with the first frame, and stays until it is closed."""

    def __init__(self) -> None:
        try:
            pygame.display.init()
            self._screen = pygame.display.set_mode((WIDTH, HEIGHT))
        except pygame.error as error:
            raise BadSetup(f'There is no display for a window ({error}). Use render_mode="rgb_array".') from None
        pygame.display.set_caption("Menagerie")

    def show(self, frame: Frame) -> None:
        """Show a frame instead of the one before."""
        pygame.surfarray.blit_array(self._screen, frame.swapaxes(0, 1))
        pygame.event.pump()  # else the system takes the window for hung
        pygame.display.flip()

    def close(self) -> None:
        """Close it."""
        pygame.display.quit()
