"""The score sheet of one game, folded from its events."""
