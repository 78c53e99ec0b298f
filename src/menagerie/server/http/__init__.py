"""The server over HTTP: the application, its handlers, connections and their limits, start and stop.

The only room that knows the web framework. A handler finds out who asks, makes one call and returns the answer. It must
not know rules: they belong below.
"""
