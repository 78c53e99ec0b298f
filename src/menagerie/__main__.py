"""`python -m menagerie`: the command line."""

import sys

from menagerie.cli import main

if __name__ == "__main__":
    sys.exit(main())
