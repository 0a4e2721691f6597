"""Judging: the terminal, a screen kept to it, the runner's list."""
