"""Tables kept in an SQLite file.

The file itself, its checkpoints, the events in it, and what was written last. Only the rest of `store` uses it: the
rooms above do not know where tables are kept.
"""
