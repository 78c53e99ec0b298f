"""What people see and point at: pictures, targets, texts. Never compiled."""
