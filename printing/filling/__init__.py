"""Forms filled from the record: each paper of a table, a case, a round, a tournament."""
