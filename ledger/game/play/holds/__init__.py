"""Holds, and new tiles drawn while a play could still come off."""
