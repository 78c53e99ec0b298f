"""Run tournaments of people: entries, pairings and standings."""
