"""Proof that nothing was changed: a tree over the log, signed checkpoints, one game by itself."""
