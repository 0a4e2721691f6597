"""What waits for an official: in a game, in a tournament, and what was put off."""
