"""Standings and starts by the record itself, and the rounds they are read from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.sheet.outcome import kept_on_paper, start_of
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import Result, StandingRow, result_of
from ledger.hall.standings import decided_by, standings
from ledger.record.events import game_id
from ledger.requests import WorkedOut
from ledger.tournament.facts import Pairing, RoundPaired
from ledger.tournament.pairing import Versions, byes_of, games_of_pairing
from ledger.tournament.tournament import Tournament


class AtHand(Versions, Protocol):
    def sheet(self, game: UUID, /) -> Sheet:
        """The sheet of ``game``."""


class Played(Struct, frozen=True, kw_only=True):
    """A pairing of an earlier round, and what its last game came to.

    Attributes:
      streams: its games, and that in which it would be played once more; none for a bye.
      result: of its last game; ``None`` while none counts.
      starter: the number of who started that game; 0 while nobody has, where nobody knows who
        did, or where it was voided.
      named: the number of who is named first in it, once it was begun; else 0.
      is_void: whether that game counts for nobody, so that no result of it comes.
    """

    round_number: int
    pairing: Pairing
    streams: tuple[UUID, ...] = ()
    result: Result | None = None
    starter: int = 0
    named: int = 0
    to_come: bool = False
    is_void: bool = False


def played_before(
    tournament: Tournament,
    division: str,
    round_number: int,
    at_hand: AtHand,
    known: Iterable[Played] = (),
) -> Iterator[Played]:
    """The pairings of a division in the rounds before this one, oldest first.

    Args:
      known: those of them that are read already and whose games were not written to since.
    """
    read = {(one.round_number, one.pairing): one for one in known}
    for paired in sorted(tournament.rounds, key=lambda one: one.round_number):
        if paired.division == division and paired.round_number < round_number:
            for pairing in paired.pairings:
                before = read.get((paired.round_number, pairing))
                yield before or _played(tournament, paired, pairing, at_hand)


def _played(
    tournament: Tournament, paired: RoundPaired, pairing: Pairing, at_hand: AtHand
) -> Played:
    number = paired.round_number
    games = games_of_pairing(at_hand, tournament.slug, paired, pairing)
    if not pairing.second:
        return Played(round_number=number, pairing=pairing)
    once_more = game_id(
        tournament.slug,
        number,
        pairing.table,
        division=paired.division,
        replay=pairing.replay + len(games),
    )
    if not games:
        return Played(round_number=number, pairing=pairing, streams=(once_more,))
    sheet = at_hand.sheet(games[-1])
    began = sheet.numbers if sheet.started else None
    counts = not sheet.ending.voided
    begun = sheet.started or kept_on_paper(sheet)
    known = begun and start_of(sheet).who > 0
    return Played(
        round_number=number,
        pairing=pairing,
        streams=(*games, once_more),
        result=_result(sheet),
        starter=sheet.numbers[0] if counts and sheet.numbers and known else 0,
        named=began[0] if counts and began else 0,
        to_come=counts and not began and not sheet.ended,
        is_void=not counts,
    )


def standing_after(
    tournament: Tournament, division: str, played: tuple[Played, ...]
) -> Mapping[int, StandingRow]:
    """Where each player of a division stands after these, by number; empty before any result.

    Ties are broken as announced, decisions about conduct are taken in, byes count as settled.
    """
    results = [one.result for one in played if one.result]
    rounds = {one.round_number for one in played}
    until_then = tuple(one for one in tournament.rounds if one.round_number in rounds)
    byes = [
        (one.number, one.half_wins, one.spread)
        for one in byes_of(replace(tournament, rounds=until_then))
    ]
    if not results and not byes:
        return {}
    rows = standings(
        [(one.number, one.name, one.division)
         for one in tournament.players if one.division == division],
        results, decided_by(tournament.conduct), byes, tournament.ties,
    )  # fmt: skip
    return {row.number: row for row in rows if row.division == division}


def _result(sheet: Sheet) -> Result | None:
    worth = result_of(sheet)
    if worth is None or sheet.numbers is None:
        return None
    (one, two), (first, second) = sheet.numbers, sheet.names
    return Result(
        sheet.scheduled.division, one, first, worth.half_wins[0], worth.spreads[0],
        two, second, worth.half_wins[1], worth.spreads[1],
        worth.played and start_of(sheet).who > 0, sheet.id.hex,
    )  # fmt: skip


# The rounds before a draw, read from their games once; afterwards only what was written to since.
#
# Fifteen rounds of a thousand players are 7,500 games, and whoever looks at a draw looks at it
# again after each change by hand.


DIVISIONS = 32  # divisions whose rounds are kept, of all tournaments together


class Written(Protocol):
    def last_position(self) -> int:
        """Position of the last event."""

    def streams_after(self, position: int, /) -> frozenset[UUID]:
        """The streams written to past a position."""


class _Kept(NamedTuple):
    position: int
    played: dict[tuple[int, Pairing], Played]


class RoundsRead:
    def __init__(self, log: Written) -> None:
        self._log = log
        self._kept: WorkedOut[_Kept] = WorkedOut(DIVISIONS)

    def before(
        self, tournament: Tournament, division: str, round_number: int, at_hand: AtHand
    ) -> tuple[Played, ...]:
        what = tournament.id, division
        position = self._log.last_position()  # what is written while we read is read once more
        kept = self._kept.get(what)
        known = _untouched(kept, self._log.streams_after(kept.position)) if kept else {}
        played = tuple(played_before(tournament, division, round_number, at_hand, known.values()))
        news = {(one.round_number, one.pairing): one for one in played}
        self._kept.put(what, _Kept(position, known | news))
        return played


def _untouched(kept: _Kept, since: frozenset[UUID]) -> dict[tuple[int, Pairing], Played]:
    return {which: one for which, one in kept.played.items() if since.isdisjoint(one.streams)}
