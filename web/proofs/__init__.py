"""Proof for everybody: the checkpoints of the record, and how to check without us."""
