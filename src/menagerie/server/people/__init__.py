"""Who people are, and whom they know: accounts and devices, friends and blocks, invitations and moderation.

It lies beside `table` and must not know it: at which tables people sit, and what they do there, is the concern of the
rooms above.
"""
