"""What every part of a rulebook is: a group of clauses, none of which may be left out."""

from msgspec import Struct


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of clauses. A rulebook file has every section, and every clause of it.

    Where a book says nothing, its file says so (``standing = "silent"``): a clause left out
    or misspelled is an error when the book is read, never a default.
    """
