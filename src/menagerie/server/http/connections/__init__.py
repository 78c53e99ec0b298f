"""Limit connections below the web framework: their number and speed, and websocket frames.

Uvicorn calls it. It must not know handlers or the content of messages."""
