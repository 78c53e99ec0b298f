"""One table in memory, built from its events, and the registry of all tables.

Clocks, orders, lessons and deals belong to a table. It must not know people beyond their ids, nor who watches, nor
features: what a feature forbids here it says through a `TablePolicy`.
"""
