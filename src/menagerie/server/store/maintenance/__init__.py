"""What is done with a whole database while no server runs: backups, checks, and moves to another kind of database.

The command line calls it. It reads and writes every relation and must not depend on what runs in a server.
"""
