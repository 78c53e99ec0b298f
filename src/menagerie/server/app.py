"""Provide the application for an ASGI server, at its documented place."""

from menagerie.server.http.application import create_app

__all__ = ["create_app"]
