"""Powers: their owners, and what blue ones do for players and green ones for families (rules 4.3 and 10)."""
