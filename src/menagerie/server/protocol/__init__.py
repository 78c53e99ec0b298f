"""Every message that enters the server, as typed structs.

It knows how messages are written and which values they may have, and nothing of what is done with them. It imports only
`base`.
"""
