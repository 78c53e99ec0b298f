"""What all titles share of what people see and point at. Never compiled."""
