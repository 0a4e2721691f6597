"""Players who are late, and games lost by it."""
