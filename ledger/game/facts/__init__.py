"""What can have happened in a game, a chapter a file. Facts are frozen and refuse nothing."""
