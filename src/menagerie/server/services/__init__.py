"""All parts of a server put together, without the web.

The assembly names every feature, and what speaks of several of them is here: the lists of the lobby, exports, health.
So are the processes of a cluster. It must not know the web framework.
"""
