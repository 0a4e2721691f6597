"""Proof for everybody: the checkpoints of the record, sent to witnesses, and paper looked up."""
