"""Define every message that enters or leaves the server, as typed structs.

It says how messages are written and which values they may have. It must not know what is done with them, and imports
only `base`. `python -m dev.protocol` generates files from the outgoing messages."""
