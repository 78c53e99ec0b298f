"""Many games at once: benchmarks, and later arenas and statistics."""
