"""Copies of the record: taken while it is in use, proven, kept in a ring, confirmed, put back."""
