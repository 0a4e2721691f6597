"""The director called to a table, and warnings given there."""
