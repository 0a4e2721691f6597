"""Plays, turns put right, and turns taken back."""
