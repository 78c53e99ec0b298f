"""Offer what a site has besides tables: accounts, ratings, notices, tournaments, the deal of the day, and research.

A feature must not know another, and nothing below must know a feature. Each one hands `services.assembly` a
`play.feature.Feature` with its rules for tables, what it stores with events and what it keeps about people. Whatever
involves several features is in `services`."""
