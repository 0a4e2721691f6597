"""The director's desk, and what waits for an official."""
