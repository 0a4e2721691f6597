"""``tilescribe rulebook``: books checked, shown beside the books they extend, and listed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.vocabulary.bounds import some
from web.command_line.data_folder import data_option
from web.command_line.own_books import folder_of

if TYPE_CHECKING:
    from ledger.rulebook.checking import Otherwise
    from ledger.rulebook.shelf import OwnBook


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
def check(file: Path, as_json: bool) -> None:
    """Say what is wrong with the rulebook in FILE, and what it has otherwise than its parent.

    Each mistake is said with its line and key; then exit 1. A book that FILE extends is one of
    ours, or lies beside it.
    """
    from ledger.rulebook.own_books import checked

    book, faults = checked(file)
    if as_json:
        told = {
            "file": str(file),
            "faults": [fault._asdict() for fault in faults],
            "otherwise": []
            if faults or book is None
            else [one._asdict() for one in _changes(book)],
        }
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
    elif faults or book is None:
        for fault in faults:
            click.echo(f"{file.name}, {fault}")
        click.echo(f"{_counted(len(faults))}. The book can't be played under as it is.")
    else:
        click.echo("\n".join(_wording(book)))
    sys.exit(1 if faults else 0)


@click.command()
@click.argument("book")
@click.option("--json", "as_json", is_flag=True, help="All its values, as JSON.")
@data_option
def show(book: str, as_json: bool, data: Path) -> None:
    """Show what BOOK has otherwise than the book it extends; with --json, all its values."""
    del data
    from ledger.rulebook import load
    from ledger.rulebook.shelf import own_books

    rules = load(book)
    if as_json:
        told = {**msgspec.to_builtins(rules), "modes_elsewhere": {}}
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
    elif book in own_books():
        click.echo("\n".join(_wording(own_books()[book])))
    else:
        click.echo(f"{rules.title} ({book}), {rules.edition}. It ships with Tilescribe.")
        click.echo("\n".join(_listed(list(_shipped_changes(book)), _extended(book))))


@click.command("list")
@data_option
def list_(data: Path) -> None:
    """List the books that may be played under, and the files that were left out."""
    from ledger.rulebook import names
    from ledger.rulebook.reading import title_of
    from ledger.rulebook.shelf import NAMES, left_out

    for name in names():
        whose = "" if name in NAMES else "  (your own)"
        click.echo(f"{name:<20} {title_of(name)}{whose}")
    for words in left_out():
        click.echo(words)
    click.echo(f"Your own lie in {folder_of(data)}; a service that runs has those of its start.")


def _counted(faults: int) -> str:
    from ledger.rulebook.checking import MOST_SAID

    return f"{some(faults, 'mistake')}{', or more' if faults >= MOST_SAID else ''}"


def _wording(book: OwnBook) -> Iterator[str]:
    """A sound book, and what it has otherwise."""
    head = book.chain[0]
    yield f"{head['title']} ({book.name}), {head['edition']}: nothing is wrong with it."
    yield f"Its edition is {book.digest}."
    yield from _listed(list(_changes(book)), str(head.get("extends", "")))


def _listed(changes: list[Otherwise], above: str) -> Iterator[str]:
    if not above:
        yield "It extends no other book: all its values are its own."
        return
    if not changes:
        yield f"It has everything as {above} has it."
        return
    yield f"Otherwise than {above}, in {some(len(changes), 'line')}:"
    for one in changes:
        yield f"  {one.key}: {one.now or 'taken away'}"
        yield f"    {above}: {one.was}" if one.was else f"    {above} has none"


def _changes(book: OwnBook) -> Iterator[Otherwise]:
    from ledger.rulebook.checking import otherwise
    from ledger.rulebook.extending import whole

    name = str(book.chain[0].get("extends", ""))
    if not name:
        return
    names = [book.name, *(str(tables["extends"]) for tables in book.chain[:-1])]
    chained = dict(zip(names, book.chain, strict=True))
    yield from otherwise(
        whole(book.name, lambda each: chained.get(each) or _shipped(each)),
        whole(name, lambda each: chained.get(each) or _shipped(each)),
    )


def _shipped(name: str) -> dict[str, object]:
    from ledger.rulebook.shelf import tables_of

    return tables_of(name)


def _extended(name: str) -> str:
    return str(_shipped(name).get("extends", ""))


def _shipped_changes(name: str) -> Iterator[Otherwise]:
    from ledger.rulebook.checking import otherwise
    from ledger.rulebook.extending import whole

    if above := _extended(name):
        yield from otherwise(whole(name, _shipped), whole(above, _shipped))
