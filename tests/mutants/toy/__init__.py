"""A few functions with tests that are sharp here and blunt there."""
