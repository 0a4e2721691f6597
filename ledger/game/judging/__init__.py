"""Judging a challenge: ways to judge, slips, verdicts, other opinions, and a wrong one."""
