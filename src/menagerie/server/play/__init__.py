"""Run what people and bots do at tables: new tables, seats, commands, rematches, replays, lessons and puzzles.

This package connects tables, people, viewers and bots. It must not know features such as ratings or tournaments, nor
the web framework."""
