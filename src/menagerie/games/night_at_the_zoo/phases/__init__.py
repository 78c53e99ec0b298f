"""The decisions of Night at the Zoo, one class each (docs/rules/night-at-the-zoo.md): drafting, using tiles, moving."""
