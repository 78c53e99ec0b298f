"""Accounts as people use them: signing in, e-mail, and what tables learn when someone is called otherwise or gone."""
