"""The game in a terminal: the table in colour, the log in sentences, and a line to type decisions on.

`match` is a game with its players, `play` asks people for decisions, `screen` shows things (in colour in a terminal,
as plain text in a pipe), `paint` colours and arranges a table's text, `choices` numbers what is legal. It must not
know a title: it asks `Game` and `State` for everything.
"""
