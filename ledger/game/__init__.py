"""One game: what can have happened in it, what that adds up to, and what may happen next."""
