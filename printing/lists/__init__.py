"""Lists for the wall, and papers of the director's desk."""
