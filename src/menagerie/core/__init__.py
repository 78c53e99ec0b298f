"""What every game shares: states, phases, actions, chance, records and scenes. Knows no game."""
