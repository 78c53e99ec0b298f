"""The decisions of New York Zoo, one class each (docs/rules/new-york-zoo.md). What follows from them: `flow.py`."""
