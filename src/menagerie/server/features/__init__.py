"""What a site offers beside tables: accounts, ratings, notices, tournaments, the deal of the day, research.

A feature must not know another, and nothing below must know a feature. What one forbids at tables, stores with events
and keeps about people it hands over in `services.assembly`, as a `play.feature.Feature`. What speaks of several
features at once is in `services`.
"""
