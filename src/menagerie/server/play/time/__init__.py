"""Time: the pace of a table, the clocks of its players, what happens when time runs out, and holidays."""
