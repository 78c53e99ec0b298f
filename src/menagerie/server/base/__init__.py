"""Provide what every part of the server needs: errors, the clock, settings, rate limits, logs, background tasks and
mail.

The lowest room. It must not know tables, people, databases or the web, and imports nothing else of the server."""
