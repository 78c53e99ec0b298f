"""What people and bots do at tables: new tables, seats, commands, rematches, replays, lessons and puzzles.

It puts tables, people, viewers and bots together. It must not know features such as ratings or tournaments, nor the web
framework.
"""
