"""Keep accounts and devices, friends and blocks, invitations and moderation.

This package lies beside `table` and must not know it: where people sit and what they do there is the concern of the
rooms above."""
