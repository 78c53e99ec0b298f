"""Walk randomly over the whole API: people do anything possible, in any order.

Features that work alone can break each other: a deletion and the ratings, a clock and a game that everyone left.
`steps_*` define what people can do, `world` does it and keeps a diary, `holds` defines what must be true at any time.
"""
