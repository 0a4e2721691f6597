"""Challenges and verdicts, how long a play may be answered, long words, and what follows."""
