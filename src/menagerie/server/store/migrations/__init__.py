"""Migrate older databases to this version; `Database` does so at every start."""
