"""For all tests."""

from __future__ import annotations

import signal

import pytest

from tests.budget import IS_LONG

# Some tests press Ctrl-C, in this process and in others. A shell that starts something in the background makes it and
# all its children ignore Ctrl-C. Undo that here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `long` to the long run."""
    if IS_LONG:
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("long")]
