"""What all titles share of what people see and point at: scenes, choices, lessons, cards, sheets.

Never compiled. The rest of `core` must not need it: simulations load no pictures.
"""
