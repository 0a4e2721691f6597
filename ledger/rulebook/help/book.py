"""The rules of a book by number, each in one line, in the order of the book."""

from __future__ import annotations

from collections.abc import Container, Iterable
from difflib import get_close_matches
from pathlib import Path

import msgspec
import tomli

from ledger.refusals.saying import refusal
from ledger.rulebook.help.numbers import is_below, squeezed
from ledger.rulebook.help.parameters import Parameter, parameters
from ledger.rulebook.reading import own_words, title_of
from ledger.rulebook.shelf import kept_with_the_books, must_be_there, names, shipped_under

SHELF = Path(__file__).parent / "clauses"


def books() -> tuple[str, ...]:
    """The ids of the books whose rules can be looked up, in alphabetical order."""
    return names()


@kept_with_the_books
def clauses(book: str) -> dict[str, str]:
    """Every rule of a book we know something about: its number and what it lays down.

    >>> clauses("wespa-4.0")["3.9.6"]
    'Too many were turned up: they are turned down again, only as many as the surplus are \
turned up, and those go back.'

    Raises:
      Refusal: ``no-such-rulebook``.
    """
    must_be_there(book)
    lines = SHELF / f"{book}.toml"
    if not lines.is_file():
        return _of_a_book_of_their_own(book)
    text = lines.read_text("utf-8")
    return msgspec.convert(tomli.loads(text), dict[str, str])


def _of_a_book_of_their_own(book: str) -> dict[str, str]:
    """Words for the rules of an organiser's book: its own, else those of the book it extends.

    Where it changes a value, its value comes first, for the words of the other book no longer
    hold; where it put the value under another rule, it is said where.
    """
    under = shipped_under(book)
    mine, theirs = parameters(book), parameters(under) if under else {}
    place = {each.point: number for number, said in mine.items() for each in said}
    found = {}
    for number, words in (clauses(under) if under else {}).items():
        changed = _said(each for each in mine.get(number, ()) if each not in theirs.get(number, ()))
        points = {each.point for each in mine.get(number, ())}
        moved = "".join(
            f"{each.point}: see {place[each.point]}. "
            for each in theirs.get(number, ())
            if each.point not in points and each.point in place
        )
        found[number] = f"{changed}{moved}{title_of(under)}: {words}" if changed + moved else words
    for number, said in mine.items():
        found.setdefault(number, _said(said).strip())
    return found | own_words(book)


def _said(parameters_: Iterable[Parameter]) -> str:
    said = "; ".join(f"{each.point}: {each.value or 'not said'}" for each in parameters_)
    return f"{said}. " if said else ""


def find(book: str, written: str) -> str:
    """The number of the rule that was meant, as the book prints it.

    >>> find("wespa-4.0", "3.9.5 a(iii)"), find("nsa-1998", "x.d"), find("nsa-1998", "g12")
    ('3.9.5(a)(iii)', 'X.D', 'G12')
    >>> find("wespa-1.0", "Appendix 1")
    'App. 1'

    Raises:
      Refusal: ``no-such-clause``, with the numbers that come near.
    """
    found = _by_squeezed(book).get(squeezed(written.removeprefix(book)))
    if found is not None:
        return found
    nearest = near(book, written)
    title, rule = title_of(book), written.strip()[:40]
    if not nearest:
        raise refusal("no-such-clause/none-near", title=title, rule=rule)
    raise refusal("no-such-clause/nearest", title=title, rule=rule, nearest=", ".join(nearest))


def parent(book: str, number: str) -> str | None:
    """The number of the rule this one is a part of, or None.

    >>> parent("wespa-4.0", "3.9.5(a)(iii)"), parent("nsa-1998", "IV.H.1"), parent("wsc-2003", "7")
    ('3.9.5(a)', 'IV.H', None)
    """
    return _parents(book)[number]


def children(book: str, number: str) -> tuple[str, ...]:
    """The numbers of the rules that are parts of this one, one step down.

    >>> children("wespa-4.0", "3.9.9")
    ('3.9.9(a)', '3.9.9(b)')
    """
    return tuple(below for below, above in _parents(book).items() if above == number)


def chapters(book: str) -> tuple[str, ...]:
    """The numbers of the rules that are not parts of another one."""
    return tuple(number for number, above in _parents(book).items() if above is None)


def depth(book: str, number: str) -> int:
    """How many rules this one is inside of."""
    above = parent(book, number)
    return 0 if above is None else 1 + depth(book, above)


@kept_with_the_books
def _parents(book: str) -> dict[str, str | None]:
    known = clauses(book)
    return {number: _nearest_above(number, known) for number in known}


def _nearest_above(number: str, known: Container[str]) -> str | None:
    """The longest beginning of a number that is a rule it is a part of."""
    beginnings = (number[:end] for end in range(len(number) - 1, 0, -1))
    return next((each for each in beginnings if each in known and is_below(number, each)), None)


@kept_with_the_books
def _by_squeezed(book: str) -> dict[str, str]:
    return {squeezed(number): number for number in clauses(book)}


def near(book: str, written: str) -> list[str]:
    """The rule it would be a part of, with its parts, else numbers that look alike."""
    known, asked = _by_squeezed(book), squeezed(written)
    above = max((key for key in known if is_below(asked, key)), key=len, default=None)
    if above is not None:
        return [known[above], *children(book, known[above])[:3]]
    alike = get_close_matches(asked[:20], list(known), n=3, cutoff=0.6)
    return [known[key] for key in alike]
