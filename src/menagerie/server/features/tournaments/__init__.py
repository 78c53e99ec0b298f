"""Tournaments of people: who enters, who meets whom in a round, and how everybody stands."""
