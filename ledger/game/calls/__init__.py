"""The director called to a table, what a call or a case is about, and warnings given there."""
