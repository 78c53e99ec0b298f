"""Results and ratings of people: what finished games add up to, told by their events and counted once each."""
