"""The rulebooks: what each lays down, by which rule, and what an organiser may choose.

``load`` gives a book as printed, ``in_force`` the book of a tournament with its options. All
values are read from ``ledger/rulebook/books/*.toml``; the functions over them are in
``ledger/game`` and ``ledger/rulebook/limits.py``. No code compares the name of a book: where
two books differ in a number, the number is data; where they differ in kind, the kind is data.
"""

from ledger.rulebook.book_files import NAMES, names
from ledger.rulebook.model.book import Coverage, Rulebook
from ledger.rulebook.model.options import OPTIONS, Clause, OptionValue, OptionWords
from ledger.rulebook.reading import in_force, load, make_ready, rules_of

__all__ = [
    "NAMES",
    "OPTIONS",
    "Clause",
    "Coverage",
    "OptionValue",
    "OptionWords",
    "Rulebook",
    "in_force",
    "load",
    "make_ready",
    "names",
    "rules_of",
]
