"""Run bots in separate processes, with a queue that shares them fairly among people.

Hints, decisions, reviews and replays are jobs here. It must not know who is watching a table: `show` is beside it, and
`play` decides when a bot is asked."""
