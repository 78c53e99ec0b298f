"""What people see and point at, shared by all titles: scenes, choices, lessons, cards, sheets.

Never compiled. The rest of `core` must not need it, because simulations load no pictures.
"""
