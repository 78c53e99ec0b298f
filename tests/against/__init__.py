"""Our engines against games that other programs played (`python -m tests.against TITLE FILE...`)."""
