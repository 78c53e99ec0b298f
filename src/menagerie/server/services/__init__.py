"""Assemble all parts of a server, without the web.

The assembly names every feature, and whatever involves several of them is here: lobby lists, exports, health, and the
processes of a cluster. It must not know the web framework."""
