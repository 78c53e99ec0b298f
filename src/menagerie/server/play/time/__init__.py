"""Keep time: clocks, what happens when they run out, and holidays."""
