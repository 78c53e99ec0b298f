"""What every title shares: states, phases, decisions, events, chance, records, and scenes in `display`.

The lowest layer, compiled where there is a compiler. It must not know any title: what differs between titles is a
method to override, a file in the title's folder, or a module that `Game` finds by its name. It needs no other
packages and imports nothing else from Menagerie.
"""
