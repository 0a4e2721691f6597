"""Judging a challenge: ways to judge, slips, verdicts, other opinions, the clock started again."""
