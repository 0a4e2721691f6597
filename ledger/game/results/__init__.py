"""The result slip: proposed, signed, handed in, amended, and its papers."""
