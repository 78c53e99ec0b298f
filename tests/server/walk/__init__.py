"""A random walk over the whole API: people who do anything that can be done, in any order.

Features that are sound alone can break each other: a deletion and the ratings, a clock and a game that everyone left.
`steps_*` say what people can do, `world` does it and keeps a diary, `holds` says what must be true at any time.
"""
