"""Let people use accounts: signing in, email, and telling tables when someone is renamed or deleted."""
