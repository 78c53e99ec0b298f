"""What every part of the server needs: errors, the clock, settings, rate limits, logs, background tasks and mail.

The lowest room. It knows no tables, no people, no database and no web, and imports nothing else of the server.
"""
