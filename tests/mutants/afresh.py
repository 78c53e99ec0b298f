"""Tests in a new process where a file is read with a fault, for functions that run while modules are imported.

`python -m tests.mutants.afresh FILE MUTATED SECONDS PYTEST-ARGUMENTS...`: MUTATED is a file with the mutated source of
FILE, SECONDS the processor time for all tests together.
"""

from __future__ import annotations

import resource
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest


def read_instead(file: str, mutated: Path) -> None:
    """From now on whoever imports the file gets the mutated one."""
    original = SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> CodeType | None:
        if self.path != file:
            return original(self, fullname)
        return compile(mutated.read_text(encoding="utf-8"), file, "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[3]), int(sys.argv[3])))
    read_instead(sys.argv[1], Path(sys.argv[2]))
    sys.exit(pytest.main(sys.argv[4:]))
