"""What bots say, as pictures and pages. Never compiled."""
