"""The map: tiles and hexes as printed, the board as it stands, and why something may not be built on it."""
