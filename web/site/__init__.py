"""What the web needs from outside, and the real one, on the record."""
