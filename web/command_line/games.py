"""``tilescribe game`` and ``simulate``: shown, checked, imported, exported, proved, made up."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.equipment.board import USUAL_BOARD, board_names
from ledger.equipment.tile_set import USUAL_TILES, load_tile_set, tile_set_meant
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.names import COPIES, add_a_font
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import (
    FOLDER,
    config_option,
    contents,
    data_option,
    files_argument,
    folder_in_force,
    is_standard_output,
    named_file,
    named_output,
    output_file,
    progress,
    put,
    put_up_own_books,
    say,
)
from web.settings.in_force import put_in_force
from web.settings.known import DATA

if TYPE_CHECKING:
    from ledger.desk.desk import Desk
    from ledger.desk.opened import Opened
    from ledger.gcg import Check, Oddity
    from ledger.gcg.taking_in import Imported
    from ledger.proof.facts import CheckpointMade


@click.command()
@click.argument("game")
@click.option("--at", type=int, metavar="VERSION", help="As it stood after event VERSION.")
@click.option("--as-of", metavar="TIME", help="As it was known at TIME (2026-11-21T14:32:07Z).")
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@data_option
def show(game: str, at: int | None, as_of: str | None, as_json: bool, data: Path) -> None:
    """Show the board and the sheet of GAME: a uuid, or TOURNAMENT/[DIVISION/]R3/T14[/2].

    `tilescribe case show` shows a case.
    """
    from ledger.desk.opened import game_named, is_a_case
    from web.command_line.opened import looked_at

    moment = moment_of(as_of) if as_of is not None else None
    if is_a_case(game):
        if at is not None or as_of is not None:
            raise click.UsageError("--at and --as-of are for games.")
        from web.command_line.cases import say_case

        say_case(game, data, as_json=as_json)
        return
    with looked_at(data) as here:
        row = game_named(here.hall, game)
        sheet = here.shelf.as_known(row.id, at=at, as_of=moment)
        if as_json:
            from ledger.replay.replayed import replay_of

            tournament = here.hall.tournament(row.tournament)
            replay = replay_of(
                sheet,
                tournament_name=tournament.name if tournament else "",
                moments=here.shelf.sheet(row.id).events,
                asof=moment,
            )
            click.echo(msgspec.json.format(msgspec.json.encode(replay), indent=2))
        else:
            from ledger.replay.text_sheet import game_text
            from ledger.tournament.local_time import time_of_day, zone_words

            zone = here.hall.time_zone(row.tournament)
            click.echo(game_text(sheet, lambda at: f"{time_of_day(at, zone)} {zone_words(zone)}"))


def moment_of(text: str) -> datetime:
    """A moment a person wrote; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refusal(
            "unreadable-time",
            f"{text!r} is not a time.",
            "Write it as 2026-11-21T14:32:07Z.",
        ) from None


@click.command()
@click.argument("game")
@click.option(
    "-o", "--output", type=output_file, required=True,
    help="The file; the program that checks it is put beside it. - is standard output.",
)  # fmt: skip
@data_option
def proof(game: str, output: Path, data: Path) -> None:
    """Prove one game by itself, for whoever has neither this record nor this program.

    GAME is harbour-open/R3/T14, or the game's id. Beside the file goes check_proof.py, which needs
    Python and nothing else.
    """
    from ledger.desk.opened import game_named
    from ledger.proof.checkpoints_made import whole_note
    from ledger.proof.game_proof import CHECKER, as_file, proof_of
    from ledger.record.events import record_id
    from web.command_line.opened import opened

    with opened(data) as here:
        row = game_named(here.hall, game)
        made = _checkpoint_over(here, row.position)
        events = here.log.events_of(record_id())
        found = proof_of(
            row.id, game, here.log.store, here.checkpoints.tree, made,
            note=whole_note(made, events), keys=[str(key) for key in here.checkpoints.keys],
        )  # fmt: skip
    put(output, as_file(found))
    checker, named = CHECKER, "FILE"
    if not is_standard_output(output):
        checker, named = output.with_name(CHECKER.name), str(output)
        put(checker, CHECKER.read_bytes())
    under = f"{len(found.events)} events under the checkpoint of {made.size}."
    say(output, f"{named_output(output)}: {under}")
    say(output, f"Check it with: python {checker} {named}")


def _checkpoint_over(here: Opened, position: int) -> CheckpointMade:
    """The newest checkpoint, if the event at a position lies under it; else a new one."""
    from ledger.proof.checkpoints_made import latest_in
    from ledger.record.events import record_id

    here.checkpoints.tree.catch_up()
    latest = latest_in(here.log.events_of(record_id()))
    place = here.checkpoints.tree.place_of(position)
    if latest and latest.origin == here.checkpoints.origin and place < latest.size:
        return latest
    return here.checkpoints.make("asked", now=here.desk.now(), by=CONSOLE)


# ``tilescribe game``: real game files checked, taken into the record, and written out.


IMPORTED = "imported"
SHOWN = 40  # oddities a person is shown of one file; the rest are counted


tiles_option = click.option(
    "--tiles", metavar="T", help="Their tiles, whatever they say: spanish, or the file of a set."
)


@click.command()
@files_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@tiles_option
def check(files: tuple[Path, ...], as_json: bool, tiles: str | None) -> None:
    """Read, replay and score FILEs; exit 1 if one of them is not a game we can read.

    A FILE that is a single hyphen is standard input.
    """
    from ledger.gcg import check as checked
    from ledger.gcg.reading import GivenTiles

    given = GivenTiles(certain=tile_set_meant(tiles) if tiles else None)
    readable = True
    with progress("Checking", len(files), hidden=as_json) as advance:
        for done, path in enumerate(files, 1):
            report = checked(contents(path), named_file(path), given)
            readable &= report.readable
            if as_json:
                click.echo(msgspec.json.encode(report))
            else:
                click.echo(wording(report))
            advance(done)
    sys.exit(0 if readable else 1)


@click.command("import")
@files_argument
@click.option(
    "--tournament", default=IMPORTED, show_default=True, help="Short name; opened if it is new."
)
@click.option("--new", is_flag=True, help="Open it though another has nearly this name.")
@click.option(
    "--round",
    "round_number",
    type=click.IntRange(1, 9999),
    help="Round.  [default: the first in which neither player has a game]",
)
@click.option(
    "--rulebook", default="wespa-5.1", show_default=True, help="For a tournament made new."
)
@tiles_option
@data_option
def import_(
    files: tuple[Path, ...],
    tournament: str,
    new: bool,
    round_number: int | None,
    rulebook: str,
    tiles: str | None,
    data: Path,
) -> None:
    """Take FILEs into the record as events. A file taken in before is recognised.

    The players are entered in the tournament and paired. A tournament is opened only when a
    file is there to be taken in. A file that names no tiles has those of the tournament.
    """
    from ledger import rulebook as books
    from ledger.gcg.reading import GivenTiles
    from ledger.gcg.taking_in import game_file, import_gcg, taken_before
    from web.command_line.opened import opened

    books.load(rulebook)
    certain = tile_set_meant(tiles) if tiles else None
    refused = 0
    with opened(data, make=True) as here, progress("Importing", len(files)) as advance:
        there = here.hall.tournament(tournament) is not None
        usual = here.desk.cases.tournament(tournament).tile_set if there else USUAL_TILES
        # English is what a file without a name is taken for anyway, and then looked at twice.
        of_the_event = None if usual == USUAL_TILES else load_tile_set(usual)
        given = GivenTiles(certain, of_the_event)
        for done, path in enumerate(files, 1):
            named = named_file(path)
            try:
                file = game_file(contents(path), given)
            except Refusal as refusal:
                refused += 1
                said = str(refusal)
                click.echo(said if said.startswith(named) else f"{named}: {said}", err=True)
            else:
                if taken_before(here.desk, file) is None:
                    _must_be_there(here, tournament, new, rulebook)
                taken = import_gcg(here.desk, file, tournament, round_number, by=CONSOLE)
                click.echo(f"{named}: {_where(here, taken)}, {_counted(taken.oddities)}")
                for odd in listed(taken.oddities):
                    click.echo(odd)
                for sentence in file.said:
                    click.echo(f"{named}: {sentence}")
                for lacking in _unprintable(here, file.names):
                    click.echo(f"{named}: {lacking}", err=True)
            advance(done)
    sys.exit(1 if refused else 0)


def _where(here: Opened, taken: Imported) -> str:
    game = here.hall.game(taken.game)
    where = f"{game.tournament}/R{game.round_number}/T{game.table}" if game else str(taken.game)
    return f"{where}, {'already in the record' if taken.again else f'{taken.events} events'}"


def _unprintable(here: Opened, names: Sequence[str]) -> list[str]:
    """What paper can't print of the names that were taken in, and what it prints instead."""
    from printing.engine.page import printable

    return [
        f"our fonts lack {' '.join(missing)} in the name {name}, so paper spells it as "
        f"{printable(name)!r}. {add_a_font()}"
        for name in names
        if (missing := here.desk.unprintable(name))
    ]


def _must_be_there(here: Opened, slug: str, new: bool, rulebook: str) -> None:
    """Open the tournament that files go into, where it is new and no slip of the pen."""
    if here.hall.tournament(slug) is not None:
        return
    if not new:
        _must_not_be_a_slip(here, slug)
    name = "Imported games" if slug == IMPORTED else slug
    from ledger.tournament.opening import OpenTournament

    here.organise(slug, OpenTournament(slug=slug, name=name, rules=rulebook))
    click.echo(f"Opened the tournament {slug} under {rulebook} in {here.folder}.")


def _must_not_be_a_slip(here: Opened, slug: str) -> None:
    """Refuse to open a tournament whose name is nearly that of one that is there."""
    near = get_close_matches(slug, [row.slug for row in here.hall.tournaments()], 1, 0.8)
    if near:
        raise Refusal(
            "nearly-this-name",
            f"There is no tournament {slug}, but there is {near[0]}.",
            "Check the name, or add --new to open another.",
        )


@click.command()
@click.argument("game")
@click.option("-o", "--output", type=output_file, help="A file.  [default: -, standard output]")
@data_option
def export(game: str, output: Path | None, data: Path) -> None:
    """Write GAME as a GCG file, with notes for what the format can't hold."""
    from ledger.desk.opened import game_named
    from ledger.gcg.exporting import exported
    from web.command_line.opened import looked_at

    with looked_at(data) as here:
        row = game_named(here.hall, game)
        tournament = here.hall.tournament(row.tournament)
        written = exported(here.shelf.sheet(row.id), tournament.name if tournament else "")
    put(output, written)
    if not is_standard_output(output):
        say(output, f"Written to {output}.")


def _counted(oddities: Sequence[object]) -> str:
    number = len(oddities)
    return "nothing odd" if number == 0 else "1 oddity" if number == 1 else f"{number} oddities"


def wording(report: Check) -> str:
    """A report for people: what the file is, then every oddity with its line."""
    if not report.readable:
        head = f"{report.file}: not a game of two players"
    else:
        scores = ", ".join(f"{nick} {report.scores[nick]}" for nick in report.players)
        state = "complete" if report.complete else "unfinished"
        head = f"{report.file}: {scores}; {report.turns} turns, {state}"
    return "\n".join([head, *listed(report.oddities)])


def listed(oddities: Sequence[Oddity]) -> list[str]:
    """Each oddity with its line; of very many the first."""
    odd = [f"  line {oddity.line}: {oddity.what}" for oddity in oddities[:SHOWN]]
    if (unsaid := len(oddities) - SHOWN) > 0:
        odd.append(f"  and {unsaid} more; `tilescribe game check --json` lists them all")
    return odd


# ``tilescribe simulate``: made-up tournaments at the real desk, to find what breaks.


IN_MEMORY = Path("/dev/shm")  # noqa: S108 (a folder of our own is made in it)
"""Where Linux keeps files that nobody needs after the next power cut."""


@click.command()
@click.option(
    "--book",
    "books",
    multiple=True,
    metavar="BOOK",
    help="The rulebook, or the file of one; may be given again. Without it, all of them.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1, 100_000), help="A book."
)
@click.option("--tiles", metavar="T", default=USUAL_TILES, show_default=True, help="Played with.")
@click.option(
    "--board",
    type=click.Choice(board_names()),
    default=USUAL_BOARD,
    show_default=True,
    help="Played on.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the record in DIR, which must be new. Without it, it is thrown away.",
)
@config_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a book.")
def simulate(
    books: tuple[str, ...],
    seed: int,
    games: int,
    tiles: str,
    board: str,
    data: Path | None,
    config: Path | None,
    as_json: bool,
) -> None:
    """Play made-up tournaments, irregularities and all, and check every game.

    With other TILES than English ones the words are made up, too.

    Exit 1 if a game raised an exception, could not be brought to its end, or broke a law:
    points and tiles add up, the record folds to the same sheet however it is cut, the result
    is the sum of its parts, and what is offered can be taken.
    """
    if config is not None and data is None:
        raise click.UsageError("--config goes with --data: without it no record is kept.")
    if data is not None:
        data = folder_in_force(config, data)
    else:
        put_up_own_books(Path(str(put_in_force().value(DATA))))
    from ledger.rulebook.book_files import names
    from ledger.simulation import simulated
    from ledger.simulation.clerk import in_sentences
    from ledger.tournament.facts import EquipmentChosen

    played_with = EquipmentChosen(tile_set=tile_set_meant(tiles).kept, board=board)
    chosen = tuple(_played_under(book) for book in books) or names()
    sound = True
    with _desk(data) as desk:
        for book in chosen:
            with progress(f"Playing {book}", games, hidden=as_json) as advance:
                report = simulated(
                    desk, book, seed, games, by=CONSOLE, played_with=played_with, progress=advance
                )
            sound &= report.sound
            click.echo(msgspec.json.encode(report) if as_json else f"{in_sentences(report)}\n")
    sys.exit(0 if sound else 1)


def _played_under(book: str) -> str:
    """The id of a book that is named, or whose file is; that file is put up with the others."""
    from ledger.rulebook.book_files import must_be_there, own_books, put_up
    from ledger.rulebook.own_books import ENDING, checked

    if not book.endswith(ENDING):
        try:
            must_be_there(book)
        except Refusal as refusal:
            raise click.BadParameter(str(refusal), param_hint="--book") from refusal
        return book
    found, faults = checked(Path(book))
    if faults or found is None:
        raise click.BadParameter(
            f"{book} is no rulebook: {faults[0]}. "
            f"`tilescribe rulebook check {quote(book)}` says all that is wrong.",
            param_hint="--book",
        )
    put_up({**own_books(), found.name: found})
    return found.name


@contextmanager
def _desk(data: Path | None) -> Iterator[Desk]:
    """A desk on a new record: in ``data``, or in a folder that is deleted at the end."""
    if data is not None:
        if data.exists() and any(each.name not in (FOLDER, COPIES) for each in data.iterdir()):
            raise _another_record(str(data))
        from web.command_line.opened import opened

        with opened(data, make=True) as here:
            if here.hall.tournaments():
                raise _another_record("The database")
            yield here.desk
        return
    from tempfile import TemporaryDirectory

    from ledger.desk.desk import Desk
    from ledger.record.engine import open_log
    from ledger.simulation.tournament import Ticking
    from migrations import bring_up_to_date

    memory = IN_MEMORY if IN_MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="tilescribe-simulation-", dir=memory) as folder:
        bring_up_to_date(Path(folder), {})
        log = open_log(Path(folder), {})
        try:
            yield Desk(log, now=Ticking())
        finally:
            log.close()


def _another_record(where: str) -> Refusal:
    return Refusal(
        "another-record",
        f"{where} holds something already.",
        "Choose a new folder with --data, or leave it out.",
    )
