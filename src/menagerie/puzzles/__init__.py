"""Puzzles: positions of real games in which one turn is clearly best, as far as the seat to act can know.

`book` has a title's puzzles, `weighing` measures how sure a bot is of a turn, `themes` says what the turn gains by, and
`judging` judges answers. `menagerie.lab.puzzle_maker` makes puzzles. This package must not know whether they are solved
in a terminal or at a table.
"""
