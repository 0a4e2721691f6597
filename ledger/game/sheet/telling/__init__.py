"""Facts told in a few words, for lists of what happened at a table."""
