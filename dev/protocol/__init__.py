"""Generate what follows from the messages of the server: `python -m dev.protocol`, or `--check` to compare."""
