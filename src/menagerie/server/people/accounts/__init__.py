"""Keep guests and accounts: names, devices, passwords, passkeys, and the tokens that prove who someone is.

It stores and checks. The HTTP side of accounts, and how tables learn of a new name, is in `features.accounts`."""
