"""The word judge's terminal."""
