"""People among themselves: friends, blocks, invitations, rematches, reports and what moderators do about them."""
