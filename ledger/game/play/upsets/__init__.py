"""A board that was upset."""
