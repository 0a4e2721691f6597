"""What the events of a case add up to, and what decisions about conduct do to a tournament."""
