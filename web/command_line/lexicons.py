"""``tilescribe lexicon``: word lists installed, chosen, and shared by nodes."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path
from shlex import quote
from threading import Event, Thread
from typing import TYPE_CHECKING

import click

from ledger.equipment.tile_set import tile_set_names
from ledger.lexicon import lexicon
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import data_option, in_postgres
from web.command_line.outputs import progress

if TYPE_CHECKING:
    from ledger.accounts.local_store import LocalStore


# Word lists that nodes share through their database: looked for when asked, and now and then.


LOOK = 3.0  # seconds until a list installed at one node is looked for at another

logger = logging.getLogger(__name__)


def share_lists(folder: Path) -> None:
    """Have the lists that other nodes have, and let them have ours; on SQLite there are none."""
    if in_postgres():
        from ledger.accounts.local_store import open_cabinet
        from ledger.lexicon.shared import share

        with closing(open_cabinet(folder)) as cabinet:
            share(folder, cabinet)


def keep_sharing(folder: Path, cabinet: LocalStore) -> None:
    """Share word lists from now on, on a thread of its own, where nodes share a database."""
    if in_postgres():
        Thread(target=_share, args=(folder, cabinet), name="word-lists", daemon=True).start()


def _share(folder: Path, cabinet: LocalStore) -> None:
    from ledger.lexicon.shared import share

    pause = Event()
    while True:
        try:
            share(folder, cabinet)
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
    type=click.Choice(tile_set_names()),
    default="english",
    show_default=True,
    help="The tile set of the list.",
)
@data_option
def add(name: str, file: Path, tiles: str, data: Path) -> None:
    """Install the word list in FILE, one word a line, as NAME.

    Words that are installed already keep the name they have.
    """
    with progress("Installing", 100) as advance:
        share_lists(data)
        there = {known.name for known in lexicon.installed(data)}
        installed = lexicon.add(
            data, name, file, lambda done, whole: advance(100 * done // whole), tile_set=tiles
        )
    share_lists(data)
    click.echo(f"{installed.name}: {installed.words} words, digest {installed.digest}.")
    if installed.name in there:
        click.echo(
            f"These words are installed already, as {installed.name}; no second list was made. "
            f"`tilescribe lexicon choose {quote(installed.name)}` lets a tournament use them."
        )
        return
    click.echo(f"Installed in {data}. `tilescribe lexicon choose` lets a tournament use it.")


@click.command("list")
@data_option
def list_(data: Path) -> None:
    """List the word lists installed here."""
    share_lists(data)
    rows = lexicon.installed(data)
    if not rows:
        click.echo(
            "No word list is installed. Install one with `tilescribe lexicon add NAME FILE`."
        )
    for row in rows:
        click.echo(f"{row.name:<20} {row.words:>8} words  {row.digest}")


@click.command()
@click.argument("name")
@click.argument("slug", metavar="TOURNAMENT")
@data_option
def choose(name: str, slug: str, data: Path) -> None:
    """Let NAME decide the challenges of TOURNAMENT, in rounds that are paired from now on.

    The list is written down with its digest, so that nobody can put other words under its name.
    """
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
