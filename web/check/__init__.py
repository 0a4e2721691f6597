"""Checking paper without us: the sources of ``check.html``, and what puts them together."""
