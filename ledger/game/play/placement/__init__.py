"""Tiles that lie where or as they may not, and which way plays run."""
