"""Store data: the schema, the database, the events of tables, and SQL that belongs to their transactions.

It knows rows and events, and must not know what they mean to a game, a person or a feature: that is the concern of
`table`, `people` and `features` above. It imports only `protocol` and `base`."""
