"""Sheets of a game, and cards and tallies of games."""
