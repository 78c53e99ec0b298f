"""The titles that say they are complete, for tests of what a playable title need not have (CONTRIBUTING.md)."""

import menagerie

COMPLETE = tuple(title for title in menagerie.titles() if menagerie.load(title).is_complete)
