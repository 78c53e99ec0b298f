"""Serve over HTTP: the application, its handlers, connections and their limits, start and stop.

Only this room knows the web framework. A handler identifies who asks, makes one call and returns the answer. It must
not know rules, which belong below."""
