"""Hold one table in memory, built from its events, and the registry of all tables.

Clocks, orders, lessons and deals belong to a table. It must not know people beyond their ids, nor viewers, nor
features: a feature states its rules for tables in a `TablePolicy`."""
