"""Connections below the web framework: how many there may be, how slow, and websocket frames.

Uvicorn calls it. It must not know handlers or what is said over a connection.
"""
