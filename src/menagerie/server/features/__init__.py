"""What a site offers beside tables: accounts, ratings, notices, tournaments, the deal of the day, research.

No feature imports another, and nothing below imports a feature: they register policies and what they do when a game
ends. What speaks of several features at once is in `services`.
"""
