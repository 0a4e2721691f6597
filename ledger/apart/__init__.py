"""Files from outside, read in a process of their own: so much memory, so much time, one at once."""
