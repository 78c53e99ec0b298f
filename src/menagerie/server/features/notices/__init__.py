"""Notify people who aren't at the table, by push, email or webhook."""
