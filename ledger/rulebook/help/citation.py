"""A rule named by a person: the clause that is meant, whole, as records and papers keep it."""

from __future__ import annotations

import re

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.help.book import books, clauses, find, near
from ledger.rulebook.help.finder import rules_found
from ledger.vocabulary.refusals import Refusal

OF_THIS_EVENT = "a rule of this event: "
"""How a citation begins of a rule that no book has, such as one posted in the hall."""

LOCAL = re.compile(
    r"(?:a )?(?:rule of this event|local rule|committee rule)\s*:\s*(?P<words>.*)", re.IGNORECASE
)

LONGEST = 120
"""Characters of a citation."""

NEAREST = 3
"""Rules that are named where none was meant."""


def cited(written: str, rules: Rulebook) -> str:
    """The citation that is kept: book and number, as ``wespa-5.1 3.8(b)``. Empty: none was named.

    A number alone is the book's in force. A rule of the event begins with ``OF_THIS_EVENT``.

    Raises:
      Refusal: ``no-such-clause``, with the rules that come nearest.
    """
    said = " ".join(written.split())
    local = LOCAL.match(said)
    if not said:
        return ""
    if local and local["words"]:
        return f"{OF_THIS_EVENT}{local['words']}"[:LONGEST]
    if local:
        raise refusal("no-such-clause/empty", book=rules.id)
    book, number = _book_and_number(said, rules.id)
    kept = _number_of(book, number)
    if kept is None:
        raise _none_such(number or said, book)
    return f"{book} {kept}"


def as_cited(written: str, book: str) -> str:
    """A citation of the record, whole: older records have short numbers, and words of any kind.

    >>> as_cited("3.8b", "wespa-5.1"), as_cited("the committee's list", "wespa-5.1")
    ('wespa-5.1 3.8(b)', "the committee's list")
    """
    named, number = _book_and_number(written.strip(), book)
    kept = _number_of(named, number) if number else None
    return f"{named} {kept}" if kept else written


def words_of_rule(citation: str) -> str:
    """What a rule that is cited lays down, in our own words; empty where none of ours is cited.

    >>> words_of_rule("wespa-5.1 3.10.13(b)(iii)")
    'The challenger loses the next turn.'
    """
    book, _, number = citation.partition(" ")
    return clauses(book).get(number, "") if book in books() else ""


def nearest(written: str, book: str) -> tuple[str, ...]:
    """The rules of a book that may have been meant, as citations."""
    named, number = _book_and_number(" ".join(written.split()), book)
    numbers = near(named, number) or [one.number for one in rules_found(named, number, NEAREST)]
    return tuple(f"{named} {each}" for each in numbers[: NEAREST + 1])


def _book_and_number(said: str, book: str) -> tuple[str, str]:
    named, _, number = said.partition(" ")
    named = named.lower().rstrip(",:")
    return (named, number.strip()) if named in books() else (book, said)


def _number_of(book: str, number: str) -> str | None:
    """The number as the book prints it, of a clause or of a whole part; ``None``: neither."""
    try:
        return find(book, number)
    except Refusal:
        whole = number.removeprefix("Part ").strip()
        part = whole.isdigit() and any(each.startswith(f"{whole}.") for each in clauses(book))
        return whole if part else None


def _none_such(number: str, book: str) -> Refusal:
    found = [each.partition(" ")[2] for each in nearest(number, book)]
    said = number[:60]
    if re.search(r"\d", number):
        if found:
            return refusal("no-such-clause/cited", rule=said, book=book, nearest=", ".join(found))
        return refusal("no-such-clause/cited-none-near", rule=said, book=book)
    if found:
        return refusal("no-such-clause/words", rule=said, book=book, nearest=", ".join(found))
    return refusal("no-such-clause/cited-none-near", rule=said, book=book)
