"""The replay of a game, as a page."""
