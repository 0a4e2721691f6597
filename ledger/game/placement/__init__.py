"""Tiles that lie where or as they may not, which way plays run, and a board that was upset."""
