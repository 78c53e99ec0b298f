"""Running: how far a family gets, which runs its squirrels could make, the best of them, and whether a run is right."""
