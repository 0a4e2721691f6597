"""What happened at the tables, and what may happen next; see README.md here."""
