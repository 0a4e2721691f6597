"""A draw worked out ahead of its turn, and whether it still holds when its turn has come.

Of a big field it takes seconds to read all that was played and to draw, and whoever is at a
table would wait meanwhile. So it is done before, and then looked at again: turns of games that
go on change nothing of it, a result does.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from msgspec import Struct

from ledger.asking.work_first import WorkedOut
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.from_record import inputs_after
from ledger.tournament.draw.inputs import Inputs, Settings, digest_of
from ledger.tournament.draw.methods import drawn
from ledger.tournament.draw.too_early import ResultsOut, results_out
from ledger.tournament.rounds_read import RoundsRead
from ledger.tournament.standing_now import AtHand, Played, played_before
from ledger.tournament.tournament import Tournament


class Wanted(Struct, frozen=True, kw_only=True):
    """Which draw: of what, and how."""

    division: str
    round_number: int
    settings: Settings
    seed: int


class Draw(Struct, frozen=True):
    """A draw, and what it was made from.

    Attributes:
      out: the results of earlier rounds that were not in.
    """

    told: Inputs
    digest: str
    drawn: Drawn
    out: tuple[ResultsOut, ...] = ()


class Ahead(Struct, frozen=True, kw_only=True):
    """A draw, and how far the record had come when its inputs were read.

    Attributes:
      position: of the last event before any game was read.
      version: of the tournament as it was read.
      played: the rounds before.
    """

    position: int
    version: int
    played: tuple[Played, ...]
    draw: Draw


def worked_out(
    tournament: Tournament,
    version: int,
    wanted: Wanted,
    at_hand: AtHand,
    position: int,
    rounds_read: RoundsRead,
) -> Ahead:
    """The draw as things stand.

    Args:
      tournament: with its rounds.
      version: of it.
      wanted: which draw.
      at_hand: where the games before are read.
      position: of the last event of the record, looked at before this.
      rounds_read: what was read of them before.
    """
    played = rounds_read.before(tournament, wanted.division, wanted.round_number, at_hand)
    told = _inputs(tournament, wanted, played)
    digest = digest_of(told)
    draw = Draw(told, digest, _drawn_once(told, digest), results_out(played))
    return Ahead(position=position, version=version, played=played, draw=draw)


def holds_still(
    ahead: Ahead,
    tournament: Tournament,
    version: int,
    wanted: Wanted,
    at_hand: AtHand,
    written_since: Callable[[int], frozenset[UUID] | None],
) -> bool:
    """Whether a draw worked out before would come out of the record as it is now.

    Only games that were written to since are read again.
    """
    since = written_since(ahead.position)
    if since is None:
        return False
    untouched = [one for one in ahead.played if since.isdisjoint(one.streams)]
    if version == ahead.version and len(untouched) == len(ahead.played):
        return True
    played = tuple(
        played_before(tournament, wanted.division, wanted.round_number, at_hand, untouched)
    )
    return digest_of(_inputs(tournament, wanted, played)) == ahead.draw.digest


def _inputs(tournament: Tournament, wanted: Wanted, played: tuple[Played, ...]) -> Inputs:
    return inputs_after(
        tournament, wanted.division, wanted.round_number, wanted.settings, wanted.seed, played
    )


_kept: WorkedOut[Drawn] = WorkedOut()
"""By the digest of what they were made from: a draw that was looked at is confirmed soon after."""


def _drawn_once(told: Inputs, digest: str) -> Drawn:
    found = _kept.get(digest)
    if found is None:
        found = drawn(told)
        _kept.put(digest, found)
    return found
