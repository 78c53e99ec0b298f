"""Guests and accounts: names, devices, passwords, passkeys, and the tokens that prove who someone is.

It stores and checks. What an account looks like over HTTP, and how tables learn of a new name, is in
`features.accounts`.
"""
