"""What every title must be able to do, as properties that a registered title passes or fails."""
