"""A rule named by a person, and everything there is to say about one rule."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import Ambiguity, ambiguities
from ledger.rulebook.help import book as shelf
from ledger.rulebook.help.book import Parameter, books, clauses, find, near, parameters
from ledger.rulebook.help.finder import Situation, citing, rules_found
from ledger.rulebook.reading import title_of
from ledger.rulebook.shelf import kept_with_the_books
from ledger.vocabulary.refusals import Refusal

OF_THIS_EVENT = "a rule of this event: "
"""How a citation begins of a rule that no book has, such as one posted in the hall."""

LOCAL = re.compile(
    r"(?:a )?(?:rule of this event|local rule|committee rule)\s*:\s*(?P<words>.*)", re.IGNORECASE
)

LONGEST = 120  # characters of a citation
NEAREST = 3  # rules that are named where none was meant


def cited(written: str, rules: Rulebook) -> str:
    """The citation that is kept: book and number, as ``wespa-5.1 3.8(b)``. Empty: none was named.

    A number alone is the book's in force. A rule of the event begins with ``OF_THIS_EVENT``.
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


# Everything there is to say about one rule of one book.


@dataclass(frozen=True)
class Rule:
    number: str
    words: str


@dataclass(frozen=True)
class Elsewhere:
    book: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class ClauseHelp:
    """One rule, what is done about it, and how the other books go about the same thing.

    Attributes:
      situations: those whose rules it is one of, by id.
      nearby: the situations of its own parts, or else of the nearest rule it is inside of.
      parameters: the values that are worked with on its strength.
      elsewhere: the rules of every other book on the same situations.
    """

    book: str
    title: str
    number: str
    words: str
    parent: Rule | None
    children: tuple[Rule, ...]
    situations: tuple[Situation, ...]
    nearby: tuple[Situation, ...]
    traps: tuple[Ambiguity, ...]
    parameters: tuple[Parameter, ...]
    elsewhere: tuple[Elsewhere, ...]


def clause_help(book: str, written: str) -> ClauseHelp:
    """Everything about the rule that was meant; ``written`` may be ``3.9.5a`` or ``x.d``.

    >>> found = clause_help("wespa-5.1", "3.9.10 a")
    >>> found.number, found.parent.number, [trap.id for trap in found.traps][-1]
    ('3.9.10(a)', '3.9.10', 'T4-20')
    """
    return _everything(book, shelf.find(book, written))


@kept_with_the_books
def _everything(book: str, number: str) -> ClauseHelp:
    cited = citing(book)
    above = shelf.parent(book, number)
    children = shelf.children(book, number)
    found = cited.get(number, ())
    nearby = _of(cited, children) or _above(book, number, cited)
    return ClauseHelp(
        book=book,
        title=title_of(book),
        number=number,
        words=shelf.clauses(book)[number],
        parent=None if above is None else rule(book, above),
        children=tuple(rule(book, each) for each in children),
        situations=found,
        nearby=tuple(each for each in nearby if each not in found),
        traps=_touching(book).get(number, ()),
        parameters=parameters(book).get(number, ()),
        elsewhere=elsewhere(book, found or nearby),
    )


def rule(book: str, number: str) -> Rule:
    return Rule(number, shelf.clauses(book).get(number, ""))


def elsewhere(book: str, found: tuple[Situation, ...]) -> tuple[Elsewhere, ...]:
    """The rules of every other book on these situations, each in the order of its book."""
    if not found:
        return ()
    answer = []
    for other in (each for each in shelf.books() if each != book):
        numbers = {number for situation in found for number in situation.rules(other)}
        order = [number for number in shelf.clauses(other) if number in numbers]
        order += sorted(numbers - set(order))
        answer.append(Elsewhere(other, title_of(other), tuple(rule(other, each) for each in order)))
    return tuple(answer)


def _of(cited: dict[str, tuple[Situation, ...]], numbers: tuple[str, ...]) -> tuple[Situation, ...]:
    found = {each.id: each for number in numbers for each in cited.get(number, ())}
    return tuple(found.values())


def _above(
    book: str, number: str, cited: dict[str, tuple[Situation, ...]]
) -> tuple[Situation, ...]:
    above = shelf.parent(book, number)
    while above is not None:
        if above in cited:
            return cited[above]
        above = shelf.parent(book, above)
    return ()


@kept_with_the_books
def _touching(book: str) -> dict[str, tuple[Ambiguity, ...]]:
    found: dict[str, tuple[Ambiguity, ...]] = {}
    for trap in sorted(ambiguities().values(), key=lambda trap: trap.id):
        for number in dict.fromkeys(trap.rules(book)):
            found[number] = (*found.get(number, ()), trap)
    return found
