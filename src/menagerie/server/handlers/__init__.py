"""The only part of the server that knows the web framework."""
