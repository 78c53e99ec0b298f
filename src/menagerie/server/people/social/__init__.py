"""Manage relationships between people: friends, blocks, invitations, reports and moderation."""
