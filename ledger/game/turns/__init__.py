"""Plays, turns put right, turns and acts taken back."""
