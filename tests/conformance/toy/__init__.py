"""Pebbles, a toy title that keeps every promise; `broken` has one that breaks each."""
