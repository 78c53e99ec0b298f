"""Hints and reviews as pictures and pages. Never compiled."""
