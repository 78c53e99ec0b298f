"""Who people are: devices that are one person, accounts, ways to sign in, e-mail, and leaving for good."""
