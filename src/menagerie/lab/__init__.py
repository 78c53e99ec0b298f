"""Many games at once: arenas, simulations, reports, datasets, learned weights and benchmarks.

Work is handed to a `concurrent.futures.Executor` (`parallel`), and every executor gives the same results. It must not
know a title by name, nor the server, which `bench_server` only measures from outside.
"""
