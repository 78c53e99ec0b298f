"""Store tables in an SQLite file.

The file itself, its checkpoints, its events, and what was written last. Only the rest of `store` uses it: the rooms
above don't know where tables are stored."""
