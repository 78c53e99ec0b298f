"""Puzzles: positions of real games in which one turn is clearly the best, as far as the seat to act can know.

`book` is what ships with a title, `weighing` how sure a bot is of a turn, `themes` what it gains by, and `judging` what
is said about somebody's answer. They are made by `menagerie.lab.puzzle_maker`.
"""
