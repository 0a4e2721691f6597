"""Holds, the wait after a play-out, and new tiles drawn while a play could still come off."""
