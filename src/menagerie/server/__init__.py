"""Tables where people meet: guests, seats, storage, live updates, bots' seats."""
