"""What a site offers beside tables: accounts, ratings, notices, tournaments, the deal of the day, research.

A feature must not know another, and nothing below must know a feature: they register policies, listeners and what they
hand over to exports. What speaks of several features at once is in `services`.
"""
