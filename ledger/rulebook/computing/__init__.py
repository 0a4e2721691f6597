"""Sums of a rulebook that rooms share: limits of time, who starts how often, scoreless turns."""
