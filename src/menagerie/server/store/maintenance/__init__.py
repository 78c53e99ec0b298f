"""Maintain a whole database without a server: backups, checks, and moves to another kind of database.

The command line calls it. It reads and writes every relation and must not depend on a running server."""
