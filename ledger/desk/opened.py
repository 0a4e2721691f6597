"""A data folder opened (`Opened`): its desk, hall and log; which game or case of it is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import Struct

from ledger.accounts.local_store import LocalStore
from ledger.desk.sheet_cache import SheetCache
from ledger.hall import GameRow, Hall
from ledger.messages import say
from ledger.proof.paper_codes import PrintedCodes
from ledger.record.events import tournament_id
from ledger.record.log import Log
from ledger.vocabulary import CONSOLE
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:
    from ledger.accounts.badges import Badges
    from ledger.desk.desk import Desk
    from ledger.proof.checkpoints import Checkpoints
    from ledger.proof.checkpoints_made import AutomaticCheckpoints, Quorum
    from ledger.proof.signed_paper import HallKey
    from ledger.tournament.opening import TournamentRequest


def _every_letter(_name: str) -> tuple[str, ...]:
    return ()


class Opened(Struct, frozen=True, dict=True):
    """Everything that stands on one data folder."""

    folder: Path
    log: Log
    hall: Hall
    shelf: SheetCache
    local_store: LocalStore
    as_it_is: bool = False
    """Whether its folder is left as it is: what is shown comes from a private copy."""
    unprintable: Callable[[str], tuple[str, ...]] = _every_letter
    """Which letters of a name paper has no sign for."""
    quorum: Quorum | None = None
    """Which witnesses are asked for signatures, and how many must give theirs."""

    @cached_property
    def desk(self) -> Desk:
        """The scoring desk."""
        from ledger.desk.desk import Desk

        followers = (self.automatic_checkpoints, self.hall)  # which takes in what that wrote
        return Desk(self.log, followers=followers, shelf=self.shelf, unprintable=self.unprintable)

    @cached_property
    def checkpoints(self) -> Checkpoints:
        """The checkpoints of the record, with the tree they are signed over."""
        from ledger.proof.checkpoints import Checkpoints
        from ledger.proof.game_proof import KeptTree

        return Checkpoints(self.folder, self.log, KeptTree(self.folder, self.log.store))

    @cached_property
    def paper_key(self) -> HallKey | None:
        """What paper is signed with; ``None`` of a record that is only looked at, as a copy is."""
        from ledger.proof.signed_paper import HallKey

        return None if self.as_it_is else HallKey(self.folder, self.log)

    @cached_property
    def automatic_checkpoints(self) -> AutomaticCheckpoints:
        """What makes a checkpoint of each round that is closed."""
        from ledger.proof.checkpoints_made import AutomaticCheckpoints

        return AutomaticCheckpoints(lambda: self.checkpoints, self._slug_of, self._now)

    def _now(self) -> datetime:
        return self.desk.now()  # which is made with what asks

    @cached_property
    def printed(self) -> PrintedCodes:
        """The codes of what was printed here."""
        return PrintedCodes(self.folder, to_write=not self.as_it_is)

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
        """Enter what an organiser asks of a tournament, under the badge of the command line."""
        from ledger.desk.requests import from_the_desk

        self.desk.must_write(tournament_id(slug), request, from_the_desk(CONSOLE))

    @property
    def badges(self) -> Badges:
        """The badge office."""
        from ledger.accounts.badges import Badges

        return Badges(self.desk, self.local_store)


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
    """
    shape = CASE.fullmatch(name)
    slug = (shape["tournament"] if shape else None) or tournament
    if shape is None or not slug:
        raise Refusal.of("unreadable-name/case", name=repr(name))
    return slug, int(shape["number"])


def game_named(hall: Hall, name: str) -> GameRow:
    """The game ``name`` stands for."""
    try:
        game = hall.game(UUID(name))
    except ValueError:
        return _at_its_table(hall, name)
    if game is None:
        raise Refusal.of("no-such-game/by-id", name=name)
    return game


def _at_its_table(hall: Hall, name: str) -> GameRow:
    shape = SHAPE.fullmatch(name)
    if shape is None:
        raise Refusal.of("unreadable-name/game", name=repr(name))
    slug, round_number, table = shape["tournament"], int(shape["round"]), int(shape["table"])
    if hall.tournament(slug) is None:
        if known := ", ".join(row.slug for row in hall.tournaments()):
            raise Refusal.of("no-such-tournament/among-others", slug=slug, known=known)
        raise Refusal.of("no-such-tournament/none-yet", slug=slug)
    division, replay = shape["division"] or "", int(shape["replay"] or 1)
    game = hall.find(slug, round_number, table, division, replay)
    rows = hall.games(slug, round_number)
    if game is None and not division:
        divisions = sorted({row.division for row in rows if row.table == table})
        if len(divisions) > 1:
            raise Refusal.of(
                "which-division/table-in-several",
                slug=slug,
                round=round_number,
                table=table,
                division=divisions[0],
                divisions=", ".join(divisions),
            )
        if divisions:
            game = hall.find(slug, round_number, table, divisions[0], replay)
    if game is None:
        tables = _tables(rows)
        raise Refusal.of(
            "no-such-table/in-round" if tables else "no-such-table/no-games",
            name=name,
            round=round_number,
            slug=slug,
            tables=tables,
        )
    return game


def _tables(rows: Sequence[GameRow]) -> str:
    """Which tables a round has, division by division: ``1 to 4 in A, 21 to 24 in B``; or none."""
    there: dict[str, list[int]] = {}
    for row in rows:
        there.setdefault(row.division, []).append(row.table)
    lines = [
        say("desk.tables-in", tables=_from_to(tables), division=division)
        if division
        else _from_to(tables)
        for division, tables in sorted(there.items())
    ]
    return ", ".join(lines)


def _from_to(tables: Sequence[int]) -> str:
    first, last = min(tables), max(tables)
    return str(first) if first == last else say("desk.from-to", first=first, last=last)
