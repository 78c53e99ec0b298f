"""What is kept: the schema, the database, the events of tables, and the SQL that is stored along with them.

It knows rows and events, and must not know what they mean to a game, to a person or to a feature: that is said above,
in `table`, `people` and `features`. It imports only `protocol` and `base`.
"""
