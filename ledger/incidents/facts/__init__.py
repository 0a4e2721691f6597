"""What can have happened in a case."""
