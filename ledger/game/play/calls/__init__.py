"""The director called to a table."""
