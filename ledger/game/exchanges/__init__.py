"""Exchanging and passing, and exchanges that somebody objects to."""
