"""The game in a terminal: the table in colour, the story in sentences, and a line to type decisions on.

`match` is a game with its players, `play` asks people for decisions, `screen` shows things (in colour on a terminal,
plainly into a pipe), `paint` colours and arranges a table's text, `choices` numbers what is legal. It must not know
a title: everything is asked of `Game` and `State`.
"""
