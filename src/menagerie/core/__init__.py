"""What every title shares: states, phases, decisions, events, chance, records, and scenes in `display`.

The lowest room, and compiled where there is a compiler. It must not know a title: what differs from title to title is
a method to override, a file in the title's folder, or a module that `Game` finds by its name. It needs no packages and
imports nothing else of Menagerie.
"""
