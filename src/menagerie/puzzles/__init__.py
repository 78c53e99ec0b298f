"""Puzzles: positions of real games in which one turn is clearly the best, as far as the seat to act can know.

`book` is what ships with a title, `weighing` how sure a bot is of a turn, `themes` what it gains by, and `judging` what
is said about an answer. `menagerie.lab.puzzle_maker` makes them. The room must not know where they are solved: at a
terminal or at a table.
"""
