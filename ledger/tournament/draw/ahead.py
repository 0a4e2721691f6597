"""A round drawn ahead of its turn, or too early."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from uuid import UUID

from msgspec import Struct

from ledger.requests.request import WorkedOut
from ledger.tournament.draw.from_record import inputs_after
from ledger.tournament.draw.inputs import Drawn, Entrant, Inputs, Settings, digest_of
from ledger.tournament.draw.systems import drawn
from ledger.tournament.standing_now import AtHand, Played, RoundsRead, played_before
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import remarks
from ledger.vocabulary.bounds import some

# A round drawn before the results it rests on are in, or from standings that have moved since.
#
# Both are allowed, and both are said on every door: before a draw, with it, and afterwards.


MOST_NAMED = 8  # tables, or players, that are named one by one


class ResultsOut(Struct, frozen=True):
    round_number: int
    tables: tuple[int, ...]
    of: int


def results_out(played: Sequence[Played]) -> tuple[ResultsOut, ...]:
    """Of each earlier round the tables without a result; a result nobody signed is one."""
    games: dict[int, list[Played]] = {}
    for one in played:
        if one.pairing.second:
            games.setdefault(one.round_number, []).append(one)
    found = (
        ResultsOut(
            number,
            tuple(sorted(x.pairing.table for x in of if x.result is None and not x.is_void)),
            len(of),
        )
        for number, of in sorted(games.items())
    )
    return tuple(one for one in found if one.tables)


def out_wording(out: Sequence[ResultsOut], *, was_paired: bool = False) -> Iterator[str]:
    """What a round is paired without, or was, a line for each earlier round."""
    then = "This round was paired" if was_paired else "The round is paired"
    for one in out:
        are = "is" if len(one.tables) == 1 else "are"
        tables = ", ".join(map(str, one.tables[:MOST_NAMED]))
        more = f" and {len(one.tables) - MOST_NAMED} more" if len(one.tables) > MOST_NAMED else ""
        at = "table" if len(one.tables) == 1 else "tables"
        yield (
            f"{len(one.tables)} of {some(one.of, 'result')} of round {one.round_number} {are} not "
            f"in: {at} {tables}{more}. {then} without them."
        )


def remarks_on_results(out: Sequence[ResultsOut]) -> tuple[str, ...]:
    """The remark on a round that is paired before the results of an earlier one are in."""
    return (remarks.RESULTS_OUT,) if out else ()


def moved_since(drawn_from: Inputs, now: Inputs) -> tuple[int, ...]:
    """Players who stand otherwise than when a round was drawn, by number."""
    then = {one.number: _standing(one) for one in drawn_from.entrants}
    return tuple(one.number for one in now.entrants if then.get(one.number, ()) != _standing(one))


def moved_wording(moved: Sequence[int], players: int) -> str:
    """That standings moved since a draw, for who looks at it; empty: they did not."""
    if not moved:
        return ""
    return (
        f"The standings have moved since this draw: {len(moved)} of {players} players stand "
        "otherwise. Results came in, or were changed, after it was made."
    )


def _standing(one: Entrant) -> tuple[int, ...]:
    met = (number for each in one.before for number in (each.round_number, each.opponent))
    return (one.half_wins, one.spread, *met)


class Wanted(Struct, frozen=True, kw_only=True):
    division: str
    round_number: int
    settings: Settings
    seed: int


class Draw(Struct, frozen=True):
    inputs: Inputs
    digest: str
    drawn: Drawn
    out: tuple[ResultsOut, ...] = ()


class Ahead(Struct, frozen=True, kw_only=True):
    """A draw, and how far the record had come when its inputs were read.

    Attributes:
      position: of the last event before any game was read.
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
    """The draw as things stand."""
    played = rounds_read.before(tournament, wanted.division, wanted.round_number, at_hand)
    inputs = _inputs(tournament, wanted, played)
    digest = digest_of(inputs)
    draw = Draw(inputs, digest, _drawn_once(inputs, digest), results_out(played))
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


def _drawn_once(inputs: Inputs, digest: str) -> Drawn:
    found = _kept.get(digest)
    if found is None:
        found = drawn(inputs)
        _kept.put(digest, found)
    return found
