"""``tilescribe rulebook find``: what a rule says, what is done about it, other books."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

import click
import msgspec

from ledger.rulebook.ambiguities import Ambiguity
from ledger.rulebook.help import finder
from ledger.rulebook.help.book import Parameter, books
from ledger.rulebook.help.citation import ClauseHelp, Elsewhere, clause_help
from ledger.rulebook.help.finder import Situation, rules_found
from ledger.rulebook.reading import title_of
from ledger.rulebook.shelf import NAMES
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option

WIDTH = 92  # characters of a line, so that it fits a small terminal and a mail

UNSAID = {
    "silent": "not said",
    "organiser": "the organiser chooses",
    "not-in-our-copy": "not in our copy",
}


@click.command()
@click.argument("clause", nargs=-1)
@click.option("--book", metavar="BOOK", help=f"One of {', '.join(NAMES)}, or of your own.")
@click.option("--find", metavar="WORDS", default="", help="List the rules these words may mean.")
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@data_option
def rule(clause: tuple[str, ...], book: str | None, find: str, as_json: bool, data: Path) -> None:
    """Show what CLAUSE lays down, in our words; without CLAUSE list the rules of a book.

    CLAUSE may be a whole citation, as "wespa-4.0 3.9.5(a)", or written loosely, as 3.9.5a or g12.
    """
    del data  # whose rulebooks are put up
    words = list(clause)
    if words and words[0].lower() in books():
        cited = words.pop(0).lower()
        book = book or cited
    if len(words) == 1 and " " in words[0] and words[0].split()[0].lower() in books():
        cited, words[0] = words[0].split(maxsplit=1)
        book = book or cited.lower()
    if book is None:
        raise Refusal(
            "no-such-rulebook",
            "Which book?",
            f"Add --book and one of {', '.join(books())}.",
        )
    book = book.lower()
    if words and not find:
        found = clause_help(book, " ".join(words))
        click.echo(_json(found) if as_json else "\n".join(help_text(found)))
    else:
        listed = _listed(book, f"{' '.join(words)} {find}")
        click.echo(_json(listed) if as_json else "\n".join(list_text(book, listed)))


def _listed(book: str, terms: str) -> list[dict[str, str]]:
    """The rules that have every word; where none has, those that may be meant, likeliest first."""
    found = finder.found(book, terms)
    found = found or [(rule.number, rule.words) for rule in rules_found(book, terms)]
    return [{"number": number, "words": words} for number, words in found]


def _json(said: object) -> str:
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def list_text(book: str, listed: list[dict[str, str]]) -> Iterator[str]:
    if not listed:
        yield f"{title_of(book)}: no rule has these words."
    for each in listed:
        yield from _beside(each["number"], each["words"])


def help_text(found: ClauseHelp) -> Iterator[str]:
    yield f"{found.title}, {found.number}"
    yield from _indented(found.words)
    yield from _family(found)
    done = found.situations or found.nearby
    yield from _part("What Tilescribe does", [line for each in done for line in _situation(each)])
    values = [line for each in found.parameters for line in _indented(_parameter(each))]
    yield from _part("Values worked with", values)
    for trap in found.traps:
        yield from _part(f"{'Mind' if trap.settled else 'Unclear'} ({trap.id})", [*_trap(trap)])
    others = [line for other in found.elsewhere for line in _elsewhere(other)]
    yield from _part("In the other books", others)


def _family(found: ClauseHelp) -> Iterator[str]:
    if found.parent is not None:
        yield from _part("Part of", [*_beside(found.parent.number, found.parent.words)])
    parts = [line for part in found.children for line in _beside(part.number, part.words)]
    yield from _part("Its parts", parts)


def _part(title: str, lines: list[str]) -> Iterator[str]:
    """A heading with what belongs under it; nothing where there is nothing."""
    if lines:
        yield ""
        yield title
        yield from lines


def _situation(situation: Situation) -> Iterator[str]:
    yield from _beside(situation.does, f"{situation.title} ({situation.id})")
    for more in (situation.how, situation.because):
        if more:
            yield from _beside("", more)


def _parameter(each: Parameter) -> str:
    value = each.value or UNSAID.get(each.standing, "")
    ours = " (our reading)" if each.inferred else ""
    note = f" ({each.note})" if each.note else ""
    return f"{each.point}: {value}{ours}{note}"


def _trap(trap: Ambiguity) -> Iterator[str]:
    yield from _indented(trap.sentence)
    for reading in trap.readings:
        ours = " [what is worked with until a director rules]"
        yield from _indented(
            f"- {reading.words}{ours if reading.ours and not trap.settled else ''}", deeper="  "
        )
    if trap.settled_by:
        yield from _indented(f"Settled by: {trap.settled_by}")


def _elsewhere(other: Elsewhere) -> Iterator[str]:
    yield f"  {other.book}"
    if not other.rules:
        yield "    says nothing about it"
    for each in other.rules:
        yield from _beside(f"  {each.number}", each.words)


def _indented(words: str, deeper: str = "") -> Iterator[str]:
    yield from wrap(words, WIDTH, initial_indent="  ", subsequent_indent=f"  {deeper}")


def _beside(short: str, words: str) -> Iterator[str]:
    """Some words with a short one to their left."""
    left = f"  {short:<17} "
    yield from wrap(words or "-", WIDTH, initial_indent=left, subsequent_indent=" " * 20)
