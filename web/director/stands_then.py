"""What stands once an official's act is taken back: game, conduct and standings, now and after.

The page hands the digest of what it shows in with its form. It is worked out once more when the
form comes in: only what was seen is written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec

from ledger.desk.desk import Desk
from ledger.desk.preview import Preview
from ledger.hall.course_in_file import Supposed
from ledger.hall.rows import StandingRow
from ledger.incidents.case_file import CaseFile, case_file
from ledger.incidents.in_words import case_told
from ledger.incidents.reversing import changes_what_was_signed
from ledger.tournament.conduct_ledger import ConductLedger
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary import Seat
from ledger.vocabulary.counted import some
from ledger.vocabulary.signs import signed
from web.cases.foreseen import Row, rows_of_table
from web.frame.wording import wins

MOST = 12
"""Players told one by one who only move up or down; of a large division the rest are counted."""


class StandsThen(NamedTuple):
    """What stands now and after.

    Attributes:
      game: score, clocks, turn, state and result; empty: about no game.
      conduct: warnings, penalties and what else counts against players, where it changes.
      standings: those whose wins or spread change, with their places.
      moved: those who only move up or down, and ``more``: how many others do so.
      needs_another: whether a second official agrees, or it is said why none does.
      digest: of game and conduct. Results of other tables may move the standings meanwhile.
      game_seen: version of the game it was looked at on; 0: about none.
    """

    game: tuple[Row, ...]
    conduct: tuple[Row, ...]
    standings: tuple[Row, ...]
    moved: tuple[Row, ...]
    more: int
    needs_another: bool
    digest: str
    game_seen: int


class Standings(Protocol):
    """What works out who would stand where (``ledger.hall``)."""

    def standings_with(self, slug: str, supposed: Supposed, /) -> Sequence[StandingRow]:
        """The standings, were something written that is only looked at."""


def stands_then(
    desk: Desk,
    hall: Standings,
    tournament: Tournament,
    file: CaseFile | None,
    seen: Preview,
    done: tuple[str, ...],
) -> StandsThen:
    """What stands once what was looked at is written.

    Args:
      desk: where it would be asked.
      hall: which knows the standings.
      tournament: where the act was done.
      file: the case it was done in, if it was.
      seen: what would be written, and the game before and after.
      done: what the act did, in words.
    """
    more = [event for event in seen.events if event.originator_id == tournament.id]
    after = tournament_of([*desk.log.events_of(tournament.id), *more])
    assert after is not None, "it was opened"
    game = tuple(rows_of_table(seen))
    conduct = (*_conduct(tournament, after), *_penalties(file, seen))
    standings, moved = _standings(hall, tournament, seen, after.conduct)
    whole = msgspec.json.encode((done, game, conduct))
    return StandsThen(
        game=game,
        conduct=conduct,
        standings=standings,
        moved=moved[:MOST],
        more=len(moved[MOST:]),
        needs_another=bool(
            file and seen.before and seen.after and changes_what_was_signed(seen.before, seen.after)
        ),
        digest=hashlib.sha256(whole).hexdigest(),
        game_seen=seen.before.version if seen.before else 0,
    )


def _conduct(now: Tournament, after: Tournament) -> Iterator[Row]:
    """What counts for or against each player, where that changes."""
    for player in now.players:
        told = [dict(_of_player(one.conduct, player.number, now)) for one in (now, after)]
        for what in dict.fromkeys((*told[0], *told[1])):
            row = Row(f"{player.name}: {what}", *(one.get(what, "none") for one in told))
            if row.changes:
                yield row


def _of_player(
    conduct: ConductLedger, player: int, tournament: Tournament
) -> Iterator[tuple[str, str]]:
    if warnings := [one.told(tournament.rules) for one in conduct.warnings_of(player)]:
        yield "warnings", f"{len(warnings)}: {'; '.join(warnings)}"
    if spread := conduct.spread_of(player):
        yield "spread by decision", signed(spread)
    if voided := [game for number, game in conduct.voided if number == player]:
        yield "games that count for nobody", str(len(voided))
    if awarded := [one for number, one in conduct.awarded if number == player]:
        yield "games given to opponents", str(len(awarded))
    if player in conduct.withdrawn:
        out = "put out of the tournament" if player in conduct.put_out else "withdrawn"
        last = ", stands last" if player in conduct.ejected else ""
        yield "takes part", f"no, {out}{last}"


def _penalties(file: CaseFile | None, seen: Preview) -> Iterator[Row]:
    """The penalties that were decided in the case, where another number of them stands."""
    if file is None:
        return
    own = [event for event in seen.events if event.originator_id == file.id]
    after = case_file([*file.events, *own])
    told = [_penalties_told(one, seen) for one in (file, after) if one is not None]
    row = Row("Penalties decided in this case", *told)
    if row.changes:
        yield row


def _penalties_told(file: CaseFile, seen: Preview) -> str:
    def name(seat: Seat) -> str:
        return seen.before.name(seat) if seen.before else seat.value

    return "; ".join(case_told(one, name) for one in file.penalties) or "none"


def _standings(
    hall: Standings, tournament: Tournament, seen: Preview, conduct: ConductLedger
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Those whose wins or spread change, and those who only move."""
    slug = tournament.slug
    now = hall.standings_with(slug, Supposed(seen.before, tournament.conduct))
    after = hall.standings_with(slug, Supposed(seen.after, conduct))
    then = {_who(row): row for row in after}
    pairs = [(row, then[_who(row)]) for row in now if _who(row) in then]
    count = [(was, is_) for was, is_ in pairs if _worth(was) != _worth(is_)]
    moved = [(w, i) for w, i in pairs if _worth(w) == _worth(i) and w.place != i.place]
    return (
        tuple(Row(was.name, _stands(was), _stands(is_)) for was, is_ in count),
        tuple(Row(was.name, _place(was), _place(is_)) for was, is_ in moved),
    )


def _who(row: StandingRow) -> tuple[str, int, str]:
    return row.division, row.number, "" if row.number else row.name


def _worth(row: StandingRow) -> tuple[float, float, int, bool]:
    return row.wins, row.losses, row.spread, row.ejected


def _stands(row: StandingRow) -> str:
    """A place, wins, losses and spread, in words."""
    if not row.games and not row.spread:
        return "no game counts"
    games = f"{wins(row.wins)}–{wins(row.losses)}"
    spread = signed(row.spread)
    last = ", put out: stands last" if row.ejected else ""
    return f"{_place(row)}, {games}, spread {spread}{last}"


def _place(row: StandingRow) -> str:
    if not row.place:
        return "no place yet"
    return f"place {row.place}{' (shared)' if row.sharing > 1 else ''}"


def moved_told(then: StandsThen) -> str:
    """Those who only move, in one sentence; empty: nobody does."""
    said: Iterable[str] = (f"{one.words} from {one.now} to {one.after}" for one in then.moved)
    more = [f"{some(then.more, 'other player')} too"] if then.more else []
    return "; ".join((*said, *more))
