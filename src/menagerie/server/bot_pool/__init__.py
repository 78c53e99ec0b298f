"""Processes in which bots think, and the queue that shares them among people.

Hints, decisions, reviews and replays are jobs here. It must not know who watches a table: `show` is beside it, and
`play` decides when a bot is asked.
"""
