"""Everything there is to say about one rule of one book."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.rulebook.gaps import Trap, traps
from ledger.rulebook.help import book as shelf
from ledger.rulebook.help.parameters import Parameter, parameters
from ledger.rulebook.help.situation import Situation, citing
from ledger.rulebook.reading import title_of
from ledger.rulebook.shelf import kept_with_the_books


@dataclass(frozen=True)
class Rule:
    """A rule by number, with what it lays down; empty words where we have none for it."""

    number: str
    words: str


@dataclass(frozen=True)
class Elsewhere:
    """What another book has on the same situations.

    Attributes:
      book: its id.
      title: its name.
      rules: its rules, in its order; none where it is silent.
    """

    book: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class ClauseHelp:
    """One rule, what is done about it, and how the other books go about the same thing.

    Attributes:
      number: as the book prints it.
      words: what it lays down.
      parent: the rule it is a part of, or None.
      children: the rules that are parts of it.
      situations: those whose rules it is one of, by id.
      nearby: the situations of its own parts, or else of the nearest rule it is inside of.
      traps: the gaps and contradictions that touch it.
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
    traps: tuple[Trap, ...]
    parameters: tuple[Parameter, ...]
    elsewhere: tuple[Elsewhere, ...]


def clause_help(book: str, written: str) -> ClauseHelp:
    """Everything about the rule that was meant; ``written`` may be ``3.9.5a`` or ``x.d``.

    >>> found = clause_help("wespa-5.1", "3.9.10 a")
    >>> found.number, found.parent.number, [trap.id for trap in found.traps][-1]
    ('3.9.10(a)', '3.9.10', 'T4-20')

    Raises:
      Refusal: ``no-such-rulebook``, ``no-such-clause``.
    """
    number = shelf.find(book, written)
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
    """One rule with its words, if we have any for it."""
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
def _touching(book: str) -> dict[str, tuple[Trap, ...]]:
    found: dict[str, tuple[Trap, ...]] = {}
    for trap in sorted(traps().values(), key=lambda trap: trap.id):
        for number in dict.fromkeys(trap.rules(book)):
            found[number] = (*found.get(number, ()), trap)
    return found
