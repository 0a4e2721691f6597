"""What a rulebook is, chapter by chapter: groups of clauses, none of which may be left out.

Annotations of these files are types and not text (no ``from __future__ import annotations``):
msgspec would compile some five hundred texts, half of the time in which a book is read.
"""
