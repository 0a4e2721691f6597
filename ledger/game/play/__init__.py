"""What may happen next at a table: requests, decisions, numbers and steps, a room a chapter."""
