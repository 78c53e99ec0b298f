"""The titles, a folder each, alike inside: CONTRIBUTING.md says what a folder holds.

A title builds on `core` alone. It must not know another title, nor who plays it: bots, the server and the lab find
everything through `menagerie.core.game.Game`.
"""
