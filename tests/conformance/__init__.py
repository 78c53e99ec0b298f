"""The suite of `menagerie.testing` on our titles, and on toys that show that it can fail."""
