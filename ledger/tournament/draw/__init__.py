"""Who meets whom: six systems of pairing, pure functions from inputs to a draw."""
