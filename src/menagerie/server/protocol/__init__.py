"""Every message that enters the server, as typed structs.

It says how messages are written and which values they may have. It must not know what is done with them, and imports
only `base`.
"""
