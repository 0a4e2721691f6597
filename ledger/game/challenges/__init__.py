"""Challenges and verdicts, holds before them, and how long a play may be answered."""
