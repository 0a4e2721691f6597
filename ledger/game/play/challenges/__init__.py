"""Challenges and verdicts, how long a play may be answered, and what follows."""
