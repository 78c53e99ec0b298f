"""Notices: what people are told who are not at the table, and the ways in which it reaches them."""
