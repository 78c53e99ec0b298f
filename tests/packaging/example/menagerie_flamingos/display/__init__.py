"""What people see and point at."""
