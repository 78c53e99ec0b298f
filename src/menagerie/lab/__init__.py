"""Many games at once: arenas, simulations, reports, learning and benchmarks."""
