"""Everything that lies beside the log and was given in one tournament, piece by piece."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from ledger.accounts.badge_facts import BadgeIssued
from ledger.desk.sheet_cache import Shelf
from ledger.forgetting.in_case import in_case
from ledger.forgetting.in_game import in_game
from ledger.forgetting.pieces import Person, Piece, plain_name
from ledger.forgetting.still_needed import case_needs, game_needs
from ledger.forgetting.whose import Known
from ledger.game.facts.setting_up import GameScheduled
from ledger.incidents.case_file import case_in
from ledger.record.log import Log
from ledger.tournament.tournament import Tournament


def given_in(log: Log, shelf: Shelf, tournament: Tournament, now: datetime) -> tuple[Person, ...]:
    """Everybody who gave something in a tournament: players by number, then others by name.

    Slow in a long log, which has no index of kinds: for an act that is rare.

    Args:
      log: the record.
      shelf: folded sheets.
      tournament: as it stands.
      now: the time, by which it is seen whether somebody may still appeal.
    """
    badges = {
        event.fact.badge: event.fact.name
        for _, event in log.about(BadgeIssued)
        if isinstance(event.fact, BadgeIssued)
    }
    known = Known.of(tournament, badges)
    pieces = tuple(_pieces(log, shelf, tournament, known, now))
    return _by_person(pieces, known)


def _pieces(
    log: Log, shelf: Shelf, tournament: Tournament, known: Known, now: datetime
) -> Iterator[Piece]:
    def kept(digest: str) -> int | None:
        found = log.store.kept_words(digest)
        return None if found is None else len(found[1] or b"")

    files = [case_in(log, case) for case in tournament.cases]
    for _, event in log.about(GameScheduled):
        fact = event.fact
        if isinstance(fact, GameScheduled) and fact.tournament == tournament.slug:
            sheet = shelf.sheet(event.originator_id)
            given = [*in_game(sheet, known, kept)]
            if given:
                needed = game_needs(sheet, files, tournament, given[0].where, now)
                yield from (_needed(piece, needed) for piece in given)
    for file in files:
        needed = case_needs(file, tournament, now)
        sheet_of = shelf.sheet(file.opened.game) if file.opened.game else None
        yield from (_needed(piece, needed) for piece in in_case(file, sheet_of, known, kept))


def _needed(piece: Piece, why: str) -> Piece:
    return replace(piece, needed=why)


def _by_person(pieces: tuple[Piece, ...], known: Known) -> tuple[Person, ...]:
    own: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        for key in piece.of:
            own[key].append(piece)
    nobodys = [one for one in pieces if not one.of and one.removed_at is None]
    people = (
        Person(
            key=key,
            name=known.name_of(key),
            pieces=tuple(sorted(given, key=lambda one: one.at)),
            beside=tuple(one for one in nobodys if key in one.concerns),
        )
        for key, given in own.items()
    )
    return tuple(sorted(people, key=_in_order))


def _in_order(person: Person) -> tuple[bool, int, str]:
    kind, _, rest = person.key.partition("-")
    return kind != "player", int(rest) if kind == "player" else 0, plain_name(person.name)
