"""Who decides what now, one class for each kind of decision (docs/rules/18zoo.md)."""
