"""Count people's results and ratings, once for each finished game."""
