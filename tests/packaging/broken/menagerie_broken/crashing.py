"""A module that cannot be imported."""

raise RuntimeError("the flamingo fell over\nand more of that")
