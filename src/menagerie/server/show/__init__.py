"""Send viewers what a table shows: messages, animation, score history, and the catalog of titles.

This package reads tables and never changes them. It must not know the bot processes, nor the web framework: a
connection here is anything that takes messages."""
