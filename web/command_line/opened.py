"""A data folder opened for work, or to be looked at."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from ledger.accounts.local_store import LocalStore, LookedInto, open_cabinet
from ledger.desk.sheet_cache import SheetCache
from ledger.hall import HALL_FILE, GameRow, Hall, open_hall
from ledger.proof.paper_codes import PrintedHere
from ledger.record.engine import open_log
from ledger.record.events import badge_id, tournament_id
from ledger.record.log import Log
from ledger.record.sqlite.durable import put_away
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from migrations import LEDGER_FILE, bring_up_to_date, changes_in_postgres
from migrations.hall_db import prepare as prepare_hall
from web.command_line.copied_first import copied_before
from web.command_line.data_folder import (
    CONSOLE,
    follows_a_record_elsewhere,
    in_postgres,
    must_hold_a_record,
)
from web.command_line.in_its_place import private_folder, readable
from web.command_line.outputs import progress
from web.command_line.own_books import keep_copies
from web.command_line.private import keys_kept_private

if TYPE_CHECKING:
    from ledger.accounts.badges import Badges
    from ledger.desk.desk import Desk
    from ledger.proof.at_round_ends import AtRoundEnds
    from ledger.proof.checkpoints import Checkpoints
    from ledger.tournament.requests import TournamentRequest


@dataclass(frozen=True)
class Opened:
    """Everything that stands on one data folder."""

    folder: Path
    log: Log
    hall: Hall
    shelf: SheetCache
    cabinet: LocalStore
    as_it_is: bool = False
    """Whether its folder is left as it is: what is shown comes from a private copy."""

    @cached_property
    def desk(self) -> Desk:
        """The scoring desk."""
        from ledger.desk.desk import Desk

        followers = (self.at_round_ends, self.hall)  # which takes in what the first one wrote
        return Desk(self.log, followers=followers, shelf=self.shelf, unprintable=_unprintable)

    @cached_property
    def checkpoints(self) -> Checkpoints:
        """The checkpoints of the record, with the tree they are signed over."""
        from ledger.proof.checkpoints import Checkpoints
        from ledger.proof.game_proof import KeptTree

        return Checkpoints(self.folder, self.log, KeptTree(self.folder, self.log.store))

    @cached_property
    def at_round_ends(self) -> AtRoundEnds:
        """What makes a checkpoint of each round that is closed."""
        from ledger.proof.at_round_ends import AtRoundEnds

        return AtRoundEnds(lambda: self.checkpoints, self._slug_of, self._now)

    def _now(self) -> datetime:
        return self.desk.now()  # which is made with what asks

    @cached_property
    def printed(self) -> PrintedHere:
        """The codes of what was printed here."""
        return PrintedHere(self.folder, to_write=not self.as_it_is)

    def put_derived_away(self) -> None:
        """Give back the files of the tree and of what was printed, if anybody asked for them."""
        if "checkpoints" in self.__dict__:
            self.checkpoints.tree.close()
        if "printed" in self.__dict__:
            self.printed.close()

    def _slug_of(self, stream: UUID) -> str:
        from ledger.tournament.tournament import tournament_of

        found = tournament_of(self.log.events_of(stream))
        return found.slug if found else ""

    def organise(self, slug: str, request: TournamentRequest) -> None:
        """Enter what an organiser asks of a tournament, under the badge of the command line.

        Raises:
          Refusal: why it was not written.
        """
        from ledger.desk.requests import from_the_desk

        self.desk.must_write(tournament_id(slug), request, from_the_desk(CONSOLE))

    @property
    def badges(self) -> Badges:
        """The badge office."""
        from ledger.accounts.badges import Badges

        return Badges(self.desk, self.cabinet)


def _begin(desk: Desk) -> None:
    """The first badge of a new record is that of whoever types commands.

    Another node that begins with us may have given it already.
    """
    from ledger.accounts.giving_out import IssueBadge
    from ledger.desk.requests import from_the_desk

    request = IssueBadge(badge=CONSOLE, name="Command line", role=Role.ORGANISER)
    try:
        desk.must_write(badge_id(CONSOLE), request, from_the_desk(CONSOLE))
    except Refusal:
        if desk.role_of(CONSOLE) is None:
            raise


def _unprintable(name: str) -> tuple[str, ...]:
    """As ``printing.page`` has it; the fonts are read when there is a name to look at."""
    from printing.page import characters_without_glyph

    return characters_without_glyph(name)


@contextmanager
def opened(folder: Path, *, make: bool = False) -> Iterator[Opened]:
    """The record in ``folder``, brought up to date; closed at the end.

    Args:
      folder: the data folder.
      make: whether to begin a new record where there is none.

    Raises:
      Refusal: ``no-record`` where there is none, ``no-such-folder`` where it can't be the one
        that is meant, or what ``open_log`` says of the file.
    """
    if not make:
        must_hold_a_record(folder)
    elif not folder.exists() and not folder.absolute().parent.is_dir():
        raise Refusal(
            "no-such-folder",
            f"A new record was to begin in {folder}, and {folder.absolute().parent} is not there.",
            "Look for a typing error in --data. If it is meant, make that folder first.",
        )
    elif follows_a_record_elsewhere(folder):
        click.echo(
            f"{folder}: its lists follow a record that does not lie there. A new record begins; if "
            "that one is in PostgreSQL, stop now and name it in the settings.",
            err=True,
        )
    with ExitStack() as closing_time:
        brought_up_to_date(folder)
        for line in (*keep_copies(folder), *keys_kept_private(folder)):
            click.echo(line, err=True)
        closing_time.enter_context(put_away_after(folder))
        log = open_log(folder)
        closing_time.callback(log.close)
        shelf = SheetCache(log)
        hall = following(folder, log, shelf)
        closing_time.callback(hall.close)
        cabinet = open_cabinet(folder)
        closing_time.callback(cabinet.close)
        here = Opened(folder, log, hall, shelf, cabinet)
        closing_time.callback(here.put_derived_away)
        if log.last_position() == 0:
            _begin(here.desk)
        yield here


def following(folder: Path, log: Log, shelf: SheetCache) -> Hall:
    """The hall in ``folder``, once it has taken in what it lacked of the log."""
    with progress("Reading the record", log.last_position()) as advance:
        return open_hall(
            folder, log, shelf, prepare=prepare_hall, progress=lambda done, _end: advance(done)
        )


@contextmanager
def put_away_after(folder: Path) -> Iterator[None]:
    """Leave the record as one file at the end, unless somebody else has it open."""
    try:
        yield
    finally:
        if not in_postgres():
            put_away(folder / LEDGER_FILE)


def brought_up_to_date(folder: Path) -> list[str]:
    """Make the record, or its tables those of this release, and say so where there was one.

    Tables that nodes share are changed by ``tilescribe migrate`` alone: one that comes with a
    newer release would take them from under the others. Whoever opens them says what they lack.

    Returns:
      The changes made.
    """
    if in_postgres() and changes_in_postgres(os.environ):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return []
    copy = copied_before(folder)
    made = bring_up_to_date(folder)
    if copy is not None:
        click.echo(
            f"{folder}: brought up to date for this release, {made[-1] if made else 'just now'}. "
            f"As it was, the record is in {copy}.",
            err=True,
        )
    return made


# A record opened to be looked at: nothing of it is written, and its tables stay as they are.
#
# The hall lies in a private folder where the data folder is write-protected.


@contextmanager
def looked_at(folder: Path, *, apart: bool = False) -> Iterator[Opened]:
    """The record in ``folder``, to be read; closed at the end.

    ``apart``: the hall too is looked at in a private copy, so that the folder stays as it is.

    Raises:
      Refusal: ``no-record`` where there is none, or what ``open_log`` says of the file.
    """
    with ExitStack() as closing_time:
        place = closing_time.enter_context(readable(folder))
        log = open_log(place, to_write=False)
        closing_time.callback(log.close)
        shelf = SheetCache(log)
        home = folder
        if apart or place != folder or not os.access(folder, os.W_OK):
            home = closing_time.enter_context(private_folder())
            if (folder / HALL_FILE).exists():  # what it knows need not be worked out again
                shutil.copyfile(folder / HALL_FILE, home / HALL_FILE)
        hall = following(home, log, shelf)
        closing_time.callback(hall.close)
        here = Opened(folder, log, hall, shelf, LookedInto(place), as_it_is=place != folder)
        closing_time.callback(here.put_derived_away)
        yield here


# Which game or case a person means: ``TOURNAMENT/[DIVISION/]R3/T14[/2]``, ``TOURNAMENT/C-12``.


SHAPE = re.compile(
    r"(?P<tournament>[^/]+)/(?:(?P<division>[^/]+)/)?[Rr](?P<round>\d{1,4})/[Tt](?P<table>\d{1,5})"
    r"(?:/(?P<replay>\d{1,2}))?"
)


CASE = re.compile(r"(?:(?P<tournament>[^/]+)/)?[Cc]-?(?P<number>\d{1,5})")


def is_a_case(name: str) -> bool:
    """Whether a person means a case by it: ``TOURNAMENT/C-12``."""
    shape = CASE.fullmatch(name)
    return shape is not None and bool(shape["tournament"])


def case_named(name: str, tournament: str | None = None) -> tuple[str, int]:
    """The tournament and the number of the case that a person calls ``TOURNAMENT/C-12``.

    Args:
      name: what it is called; ``C-12`` alone will do where the tournament is named beside it.
      tournament: the one named beside it.

    Raises:
      Refusal: ``unreadable-name``.
    """
    shape = CASE.fullmatch(name)
    slug = (shape["tournament"] if shape else None) or tournament
    if shape is None or not slug:
        raise Refusal(
            "unreadable-name",
            f"{name!r} is not the name of a case of a tournament.",
            "Write TOURNAMENT/C-12, or C-12 --tournament TOURNAMENT.",
        )
    return slug, int(shape["number"])


def game_named(hall: Hall, name: str) -> GameRow:
    """The game ``name`` stands for.

    Raises:
      Refusal: ``unreadable-name``, ``no-such-tournament`` or ``no-such-table``.
    """
    try:
        game = hall.game(UUID(name))
    except ValueError:
        return _at_its_table(hall, name)
    if game is None:
        raise Refusal(
            "no-such-game",
            f"There is no game {name} in this record.",
            "Name it by its place instead: TOURNAMENT/R3/T14.",
        )
    return game


def _at_its_table(hall: Hall, name: str) -> GameRow:
    shape = SHAPE.fullmatch(name)
    if shape is None:
        raise Refusal(
            "unreadable-name",
            f"{name!r} is not the name of a game.",
            "Write TOURNAMENT/R3/T14, with /DIVISION after the tournament where there are "
            "several and /2 at the end for a game played again; or its uuid.",
        )
    slug, round_number, table = shape["tournament"], int(shape["round"]), int(shape["table"])
    if hall.tournament(slug) is None:
        known = ", ".join(row.slug for row in hall.tournaments()) or "none yet"
        raise Refusal(
            "no-such-tournament",
            f"There is no tournament {slug} in this record.",
            f"Choose one of those there are: {known}.",
        )
    division, replay = shape["division"] or "", int(shape["replay"] or 1)
    game = hall.find(slug, round_number, table, division, replay)
    rows = hall.games(slug, round_number)
    if game is None and not division:
        divisions = sorted({row.division for row in rows if row.table == table})
        if len(divisions) > 1:
            raise Refusal(
                "which-division",
                f"Round {round_number} of {slug} has a table {table} in several divisions.",
                f"Name one of them, as {slug}/{divisions[0]}/R{round_number}/T{table} or with "
                f"--division: {', '.join(divisions)}.",
            )
        if divisions:
            game = hall.find(slug, round_number, table, divisions[0], replay)
    if game is None:
        raise Refusal(
            "no-such-table",
            f"There is no game at {name}; round {round_number} of {slug} has {_tables(rows)}.",
            "Choose one of those.",
        )
    return game


def _tables(rows: Sequence[GameRow]) -> str:
    """Which tables a round has, division by division: ``tables 1 to 4 in A, 21 to 24 in B``."""
    there: dict[str, list[int]] = {}
    for row in rows:
        there.setdefault(row.division, []).append(row.table)
    told = [
        f"{_from_to(tables)}{f' in {division}' if division else ''}"
        for division, tables in sorted(there.items())
    ]
    return f"tables {', '.join(told)}" if told else "no games"


def _from_to(tables: Sequence[int]) -> str:
    first, last = min(tables), max(tables)
    return str(first) if first == last else f"{first} to {last}"
