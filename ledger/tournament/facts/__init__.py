"""What can have happened to a tournament."""
