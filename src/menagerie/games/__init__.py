"""Five titles, one folder each, alike inside."""
