"""Datasets for imitation and for learning values: `menagerie lab dataset` (docs/datasets.md)."""
