"""Tiles that are not where they should be: spilled, found late, missing, too many."""
