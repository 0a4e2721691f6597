"""``tilescribe rulebook`` and ``lexicon``: what games are played under, and with which words."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shlex import quote
from textwrap import wrap
from threading import Event, Thread
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.equipment.tile_set import USUAL_TILES, name_of, tile_set_meant
from ledger.rulebook.book_files import NAMES
from ledger.vocabulary.bounds import some
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option, folder_of, in_postgres, progress

if TYPE_CHECKING:
    from ledger.accounts.local_store import LocalStore
    from ledger.rulebook.ambiguities import Ambiguity
    from ledger.rulebook.book_files import OwnBook
    from ledger.rulebook.help.book import Parameter
    from ledger.rulebook.help.finder import ClauseHelp, Elsewhere, Situation
    from ledger.rulebook.own_books import Otherwise


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
        lines = {
            "file": str(file),
            "faults": [fault._asdict() for fault in faults],
            "otherwise": []
            if faults or book is None
            else [one._asdict() for one in _changes(book)],
        }
        click.echo(msgspec.json.format(msgspec.json.encode(lines), indent=2))
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
    from ledger.rulebook.book_files import own_books

    rules = load(book)
    if as_json:
        fields = {**msgspec.to_builtins(rules), "modes_elsewhere": {}}
        click.echo(msgspec.json.format(msgspec.json.encode(fields), indent=2))
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
    from ledger.rulebook.book_files import left_out
    from ledger.rulebook.reading import title_of

    for name in names():
        whose = "" if name in NAMES else "  (your own)"
        click.echo(f"{name:<20} {title_of(name)}{whose}")
    for file, wrong in left_out():
        click.echo(f"{file} is left out of the rulebooks: {wrong}.")
    click.echo(f"Your own lie in {folder_of(data)}; a service that runs has those of its start.")


def _counted(faults: int) -> str:
    from ledger.rulebook.own_books import MOST_SAID

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
    from ledger.rulebook.book_files import whole
    from ledger.rulebook.own_books import otherwise

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
    from ledger.rulebook.book_files import tables_of

    return tables_of(name)


def _extended(name: str) -> str:
    return str(_shipped(name).get("extends", ""))


def _shipped_changes(name: str) -> Iterator[Otherwise]:
    from ledger.rulebook.book_files import whole
    from ledger.rulebook.own_books import otherwise

    if above := _extended(name):
        yield from otherwise(whole(name, _shipped), whole(above, _shipped))


# ``tilescribe rulebook find``: what a rule says, what is done about it, other books.


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
    from ledger.rulebook.help.book import books
    from ledger.rulebook.help.finder import clause_help

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
        listed = _rules_listed(book, f"{' '.join(words)} {find}")
        click.echo(_json(listed) if as_json else "\n".join(list_text(book, listed)))


def _rules_listed(book: str, terms: str) -> list[dict[str, str]]:
    """The rules that have every word; where none has, those that may be meant, likeliest first."""
    from ledger.rulebook.help import finder

    found = finder.found(book, terms)
    found = found or [(rule.number, rule.words) for rule in finder.rules_found(book, terms)]
    return [{"number": number, "words": words} for number, words in found]


def _json(said: object) -> str:
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def list_text(book: str, listed: list[dict[str, str]]) -> Iterator[str]:
    from ledger.rulebook.reading import title_of

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
    yield from _part("Values used here", values)
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


# ``tilescribe lexicon``: word lists installed, chosen, and shared by nodes.


# Word lists that nodes share through their database: looked for when asked, and now and then.


LOOK = 3.0  # seconds until a list installed at one node is looked for at another

logger = logging.getLogger(__name__)


def share_lists(folder: Path) -> None:
    """Have the lists that other nodes have, and let them have ours; on SQLite there are none."""
    if in_postgres():
        from ledger.accounts.local_store import open_local_store
        from ledger.lexicon.lexicon import share

        with closing(open_local_store(folder)) as local_store:
            share(folder, local_store)


def keep_sharing(folder: Path, local_store: LocalStore) -> None:
    """Share word lists from now on, on a thread of its own, where nodes share a database."""
    if in_postgres():
        Thread(target=_share, args=(folder, local_store), name="word-lists", daemon=True).start()


def _share(folder: Path, local_store: LocalStore) -> None:
    from ledger.lexicon.lexicon import share

    pause = Event()
    while True:
        try:
            share(folder, local_store)
        except Refusal:
            pass  # the database is away, which others say
        except Exception:
            logger.exception("word lists can't be shared")
        pause.wait(LOOK)


@click.command()
@click.argument("name")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--tiles",
    metavar="T",
    default=USUAL_TILES,
    show_default=True,
    help="The tiles its words are laid with, as spanish, or the file of a set.",
)
@data_option
def add(name: str, file: Path, tiles: str, data: Path) -> None:
    """Install the word list in FILE, one word a line, as NAME.

    Words that are installed already keep the name they have.
    """
    from ledger.lexicon import lexicon

    tile_set = tile_set_meant(tiles).kept
    with progress("Installing", 100) as advance:
        share_lists(data)
        there = {known.name for known in lexicon.installed(data)}
        installed = lexicon.add(
            data, name, file, lambda done, whole: advance(100 * done // whole), tile_set=tile_set
        )
    share_lists(data)
    about = installed.about
    laid = f" for the {name_of(about.tiles)} tiles" if about.tiles else ""
    click.echo(f"{about.name}: {about.words} words{laid}, digest {about.digest}.")
    if installed.name in there:
        click.echo(
            f"These words are installed already, as {installed.name}; no second list was made. "
            f"`tilescribe lexicon choose {quote(installed.name)}` lets a tournament use them."
        )
        return
    click.echo(f"Installed in {data}. `tilescribe lexicon choose` lets a tournament use it.")


@click.command("list")
@data_option
def list_lexicons(data: Path) -> None:
    """List the word lists installed here."""
    from ledger.lexicon import lexicon

    share_lists(data)
    rows = lexicon.installed(data)
    if not rows:
        click.echo(
            "No word list is installed. Install one with `tilescribe lexicon add NAME FILE`."
        )
    for row in rows:
        tiles = name_of(row.tiles) or "-"
        click.echo(f"{row.name:<20} {row.words:>8} words  {tiles:<13} {row.digest}")


@click.command()
@click.argument("name")
@click.argument("slug", metavar="TOURNAMENT")
@data_option
def choose(name: str, slug: str, data: Path) -> None:
    """Let NAME decide the challenges of TOURNAMENT, in rounds that are paired from now on.

    The list is written down with its digest, so that nobody can put other words under its name.
    """
    from ledger.lexicon import lexicon
    from ledger.tournament.opening import ChooseWords
    from ledger.tournament.tournament import tournament_named
    from web.command_line.opened import opened

    with opened(data) as here:
        share_lists(data)
        about = lexicon.open_lexicon(data, name).about
        paired = tournament_named(slug, here.log).rounds
        here.organise(slug, ChooseWords(name=about.name, digest=about.digest))
    click.echo(f"{about.name} ({about.words} words) decides the challenges of {slug}.")
    if paired:
        click.echo("Games that are paired already keep the list they were paired with.")
