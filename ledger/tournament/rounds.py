"""A round paired by hand or from a file, closed, opened again; how often each has started."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from ledger.desk.sheet_cache import SheetCache
from ledger.game.results.facts import PaperElsewhere
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.outcome import start_of
from ledger.game.sheet.sheet import Sheet
from ledger.matters.matter import DeskMatter
from ledger.messages import say
from ledger.record.events import game_id, tournament_id
from ledger.record.log import Log
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, Decision, StreamWrite
from ledger.rulebook import Rulebook
from ledger.rulebook.limits import StartRecord, Starts
from ledger.tournament.divisions import division_named, divisions_of, must_name_a_division
from ledger.tournament.draw.from_record import remarks_on_results, results_out
from ledger.tournament.facts import (
    Pairing,
    PaperLiesElsewhere,
    RoundClosed,
    RoundPaired,
    RoundReopened,
)
from ledger.tournament.matters import counted, matters_wording, open_in, waived_fact
from ledger.tournament.names import called, with_number
from ledger.tournament.opening import TournamentContext, TournamentRequest, decides
from ledger.tournament.pairing import (
    Versions,
    at_free_tables,
    games_of,
    games_of_pairing,
    holding,
    must_be_pairable,
    noticed_about_byes,
    remarks_on,
)
from ledger.tournament.standing_now import AtHand
from ledger.tournament.tournament import Named, Player, Tournament, tournament_of
from ledger.vocabulary import Seat
from ledger.vocabulary.desk_matters import MatterKind
from ledger.vocabulary.refusals import Refusal

# How often each player has started; failed challenges and games not closed.


NOBODY = 0  # the opponent of a player who has a bye


def start_records(
    tournament: Tournament, sheets: Iterable[Sheet], before: int
) -> dict[int, StartRecord]:
    """What every player of ``tournament`` did in the rounds before ``before``, by number.

    Games of others, and later ones, are passed over.
    """
    records = {player.number: StartRecord() for player in tournament.players}
    for player in _byes(tournament, before):
        _count(records, player, unplayed=1)
    for sheet in sheets:
        scheduled = sheet.scheduled
        if scheduled.tournament == tournament.slug and scheduled.round_number < before:
            _count_game(records, sheet)
    return records


def _byes(tournament: Tournament, before: int) -> list[int]:
    return [
        pairing.first
        for paired in tournament.rounds
        if paired.round_number < before
        for pairing in paired.pairings
        if pairing.second == NOBODY
    ]


def _count_game(records: dict[int, StartRecord], sheet: Sheet) -> None:
    """A game that was begun is a start and a reply; one forfeited before, neither.

    One that is void counts for nobody, here as in the standings; nor does one of which nobody
    knows who started, as a slip that does not say it.
    """
    if sheet.numbers is None or sheet.ending.voided:
        return
    first, second = sheet.numbers
    if sheet.started and start_of(sheet).who:
        _count(records, first, firsts=1)
        _count(records, second, seconds=1)
    elif not sheet.started and sheet.ending.forfeit is not None:
        _count(records, first, unplayed=1)
        _count(records, second, unplayed=1)


def _count(
    records: dict[int, StartRecord],
    number: int,
    *,
    firsts: int = 0,
    seconds: int = 0,
    unplayed: int = 0,
) -> None:
    was = records.get(number, StartRecord())
    records[number] = StartRecord(
        firsts=was.firsts + firsts,
        seconds=was.seconds + seconds,
        unplayed=was.unplayed + unplayed,
    )


def starts_before(
    log: Log, shelf: SheetCache, scheduled: GameScheduled, *, settled: bool = False
) -> Starts | None:
    """What both players did in earlier rounds, in the order of the pairing.

    A pairing that was played again counts by each of its games that counts at all.

    Returns:
      ``None`` for a game outside any tournament, as an imported one, and where the players
      have no numbers; where it must be ``settled``, also while an earlier game of theirs is
      still to come.
    """
    tournament = tournament_of(log.events_of(tournament_id(scheduled.tournament)))
    if tournament is None or scheduled.numbers is None:
        return None
    sheets = [shelf.sheet(game) for game in _games(log, tournament, scheduled.numbers)]
    earlier = (one for one in sheets if one.scheduled.round_number < scheduled.round_number)
    if settled and any(one.state == "scheduled" for one in earlier):
        return None
    records = start_records(tournament, sheets, scheduled.round_number)
    one, two = (records.get(number, StartRecord()) for number in scheduled.numbers)
    return one, two


def _games(log: Log, tournament: Tournament, players: tuple[int, int]) -> Iterable[UUID]:
    for paired in tournament.rounds:
        for pairing in paired.pairings:
            if {pairing.first, pairing.second} & set(players):
                yield from games_of_pairing(log, tournament.slug, paired, pairing)


# Failed challenges of a player's earlier games, where an event counts them through.


def failed_before(log: Log, shelf: SheetCache, sheet: Sheet, seat: Seat, rules: Rulebook) -> int:
    """How many challenges the player in ``seat`` failed in earlier rounds that count here.

    None where the organiser counts them per game, or did not say (TX-17), and none in games
    whose players have no numbers.
    """
    if rules.challenge.counted_per.value != "tournament" or sheet.numbers is None:
        return 0
    number = sheet.numbers[seat.place]
    return sum(_failed(shelf, game, number) for game in _earlier(log, sheet.scheduled, number))


def _earlier(log: Log, scheduled: GameScheduled, number: int) -> list[UUID]:
    tournament = tournament_of(log.events_of(tournament_id(scheduled.tournament)))
    return [
        game_id(
            scheduled.tournament,
            paired.round_number,
            pairing.table,
            division=paired.division,
            replay=pairing.replay,
        )
        for paired in (tournament.rounds if tournament else ())
        if paired.round_number < scheduled.round_number
        for pairing in paired.pairings
        if number in (pairing.first, pairing.second) and pairing.second
    ]


def _failed(shelf: SheetCache, game: UUID, number: int) -> int:
    try:
        sheet = shelf.sheet(game)
    except Refusal:  # Paired, and never opened.
        return 0
    if sheet.numbers is None or number not in sheet.numbers:
        return 0
    return sheet.challenges.failed[sheet.numbers.index(number)]


# The games of rounds that are not closed for which a player is paired.


class PairedIn(Struct, frozen=True):
    """A pairing of a player, and the game that counts at its table."""

    paired: RoundPaired
    pairing: Pairing
    sheet: Sheet

    @property
    def is_over(self) -> bool:
        ending = self.sheet.ending
        return bool(self.sheet.ended or ending.voided or ending.forfeit is not None)

    def opponent_of(self, player: int) -> int:
        return self.pairing.second if self.pairing.first == player else self.pairing.first


def paired_in(
    tournament: Tournament, player: int, log: Versions, sheet: Callable[[UUID], Sheet]
) -> Iterator[PairedIn]:
    """The games of a player in rounds that are not closed, the earliest round first."""
    for paired in sorted(tournament.rounds, key=lambda one: one.round_number):
        if (paired.division, paired.round_number) in tournament.closed:
            continue
        for pairing in paired.pairings:
            if pairing.second and player in (pairing.first, pairing.second):
                games = games_of_pairing(log, tournament.slug, paired, pairing)
                if games:
                    yield PairedIn(paired, pairing, sheet(games[-1]))


# Whether a round, or the last one of an event, is over, as the record has it.


def last_round_is_over(log: Log, game: GameScheduled) -> bool | None:
    """Whether the last round of the division this game belongs to was closed.

    ``None`` where the record holds no such tournament, as for imported games.
    """
    tournament = tournament_of(log.events_of(tournament_id(game.tournament)))
    return None if tournament is None else game.division in tournament.over


def round_is_closed(log: Log, game: GameScheduled) -> bool:
    """Whether the round this game belongs to was closed, and not opened again since."""
    which = (game.division, game.round_number)
    for event in reversed(log.events_of(tournament_id(game.tournament))):
        fact = event.fact
        match fact:
            case RoundClosed() | RoundReopened():
                if (fact.division, fact.round_number) == which:
                    return isinstance(fact, RoundClosed)
    return False


# Results that came in a file, whose signed paper lies where the file came from: said once.
#
# Missing and unsigned are two things. A result of a file is in, and counts; nobody here will ever
# sign it, and nobody is asked to for ever.


class LeavePaperElsewhere(
    TournamentRequest, frozen=True, tag="leave-paper-elsewhere", kw_only=True
):
    """Say that the slips of a division's results from files, up to a round, lie elsewhere."""

    until: Annotated[int, Meta(ge=1, le=999)]
    division: str = ""


@decides(LeavePaperElsewhere, may=ORGANISERS)
def leave_paper_elsewhere(
    tournament: Tournament, request: LeavePaperElsewhere, context: TournamentContext
) -> Decision:
    """Write it into each game whose result came in a file and is signed by nobody."""
    games = list(unsigned_from_files(tournament, request.division, request.until, context))
    if not games:
        raise refusal("no-result-from-a-file", until=request.until)
    said = PaperLiesElsewhere(until=request.until, division=request.division, games=len(games))
    return Decision(
        (said,),
        other_writes=tuple(StreamWrite(one.id, one.version, (PaperElsewhere(),)) for one in games),
    )


def unsigned_from_files(
    tournament: Tournament, division: str, until: int, at_hand: AtHand
) -> Iterator[Sheet]:
    """The games of a division up to a round whose result came in a file and is not final."""
    for paired in tournament.rounds:
        if paired.division != division or paired.round_number > until:
            continue
        for pairing in paired.pairings:
            games = games_of_pairing(at_hand, tournament.slug, paired, pairing)
            sheet = at_hand.sheet(games[-1]) if games else None
            if sheet is not None and sheet.result.from_file and not sheet.is_final:
                yield sheet


# Pairings from a file of columns: table, first, second. A line that makes no sense is said.


LONGEST_FILE = 1_000_000  # characters; a thousand games are a hundredth of it

BYE = frozenset({"", "0", "bye", "-"})
"""How nobody is written in the third column."""

NAMES = ("table", "first", "second")


def pairings_in(text: str, tournament: Tournament, division: str) -> tuple[Pairing, ...]:
    """The pairings a file holds, in its order. Players by number, or by name as entered.

    Columns are parted by commas, semicolons or tabs; a first line that names them is passed over.
    """
    if len(text) > LONGEST_FILE:
        raise _refused([say("pairing.file.too-large")])
    troubles: list[str] = []
    pairings: list[Pairing] = []
    for number, cells in _rows(text):
        try:
            pairings.append(_pairing(cells, tournament, division))
        except ValueError as trouble:
            troubles.append(say("pairing.file.line", number=number, trouble=trouble))
    if not pairings and not troubles:
        troubles.append(say("pairing.file.empty"))
    if troubles:
        raise _refused(troubles)
    return tuple(pairings)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    text = text.lstrip("\ufeff")
    parted_by = next((sign for sign in ("\t", ";") if sign in text), ",")
    for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=parted_by), 1):
        cells = [cell.strip() for cell in row]
        is_head = number == 1 and tuple(cell.lower() for cell in cells[:3]) == NAMES
        if any(cells) and not is_head:
            yield number, cells


def _pairing(cells: list[str], tournament: Tournament, division: str) -> Pairing:
    table, first, second, *_ = (*cells, "", "", "")
    if len(cells) < 2:
        msg = say("pairing.file.columns")
        raise ValueError(msg)
    one = _player(first, tournament, division)
    if second.lower() in BYE:
        return Pairing(0, one, 0)
    if not (table.isascii() and table.isdigit() and 1 <= int(table[:5]) <= 9999):
        msg = say("pairing.file.no-table", written=table[:20])
        raise ValueError(msg)
    return Pairing(int(table), one, _player(second, tournament, division))


def _player(written: str, tournament: Tournament, division: str) -> int:
    among = [one for one in tournament.players if one.division == division]
    if written.isascii() and written.isdigit():
        found = [one for one in among if str(one.number) == written.lstrip("0")]
    else:
        found = list(called(among, written))
    if not found and (elsewhere := _in_another_division(written, tournament)):
        who = with_number(elsewhere.name, elsewhere.number)
        division = division_named(elsewhere.division)
        msg = say("pairing.file.plays-elsewhere", player=who, division=division)
        raise ValueError(msg)
    if len(found) != 1:
        msg = say("pairing.file.nobody", written=written[:60])
        if found:
            numbers = ", ".join(str(one.number) for one in found)
            msg = say("pairing.file.several", written=written[:60], numbers=numbers)
        raise ValueError(msg)
    return found[0].number


def _in_another_division(written: str, tournament: Tournament) -> Player | None:
    if written.isascii() and written.isdigit():
        return tournament.player(int(written[:6]))
    named = called(tournament.players, written)
    return named[0] if len(named) == 1 else None


def _refused(troubles: list[str]) -> Refusal:
    shown, more = "; ".join(troubles[:10]), len(troubles) - 10
    if more > 0:
        shown = say("pairing.file.and-more", troubles=shown, more=more)
    return refusal("unreadable-pairings", troubles=shown)


class PairRound(TournamentRequest, frozen=True, tag="pair-round", kw_only=True):
    """Pair a round and schedule its games."""

    round_number: int
    pairings: tuple[Pairing, ...]
    division: str = ""

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


@decides(PairRound, may=ORGANISERS)
def pair_round(tournament: Tournament, request: PairRound, context: TournamentContext) -> Decision:
    """Pair a round with all its games: one whose games are not all there can't be paired again."""
    number, division = request.round_number, request.division
    if division not in divisions_of(tournament):
        must_name_a_division(division)
    must_be_pairable(tournament, number, request.pairings, division=division)
    pairings = at_free_tables(tournament, number, request.pairings, division, context)
    games = games_of(tournament, number, pairings, division=division)
    fact = RoundPaired(round_number=number, division=division, pairings=pairings)
    there = holding(tournament, number, division)
    played = context.rounds_read.before(tournament, division, number, context)
    noticed = remarks_on(tournament, number, division, request.pairings, there)
    return Decision(
        (fact,),
        tuple(
            dict.fromkeys(
                (
                    *noticed_about_byes(tournament, fact),
                    *noticed,
                    *remarks_on_results(results_out(played)),
                )
            )
        ),
        tuple(StreamWrite(game, 0, (scheduled,)) for game, scheduled in games),
    )


class Waives(Struct, frozen=True, kw_only=True):
    """A matter that is waived with the closing of its round; as in ``MatterWaived``."""

    kind: MatterKind
    subject: UUID
    which: str


class CloseRound(TournamentRequest, frozen=True, tag="close-round", kw_only=True):
    """Every result of the round is in; ``last``: no round follows.

    Attributes:
      waives: what is still open and is waived with it, each by name.
      count: how many are waived. It must be so many; without names it stands for all that are
        open. What somebody waits for at a table is in neither: that is waived by itself first.
      waiving: why they are waived; empty: nothing is.
    """

    round_number: int
    division: str = ""
    last: bool = False
    waives: tuple[Waives, ...] = ()
    count: Annotated[int, Meta(ge=0)] = 0
    waiving: str = ""


class ReopenRound(TournamentRequest, frozen=True, tag="reopen-round", kw_only=True):
    """Open a closed round again, for ``reason``; what its closing waived waits again."""

    round_number: int
    division: str = ""
    reason: str


@decides(CloseRound, may=ORGANISERS)
def close_round(
    tournament: Tournament, request: CloseRound, context: TournamentContext
) -> Decision:
    which = (request.division, request.round_number)
    ends = request.last and request.division not in tournament.over
    if which in tournament.closed and not ends:
        raise refusal("round-closed", number=request.round_number)
    waiting = open_in(tournament, context.matters_of_round(tournament, *which))
    chosen = _chosen(request, waiting)
    alone = [one for one in chosen if one.at_a_table]
    if alone:
        raise refusal("waited-for-at-a-table/with-others", named=matters_wording(alone, context))
    left = [one for one in waiting if one not in chosen]
    if left:
        raise refusal(
            "matters-open", number=request.round_number, named=matters_wording(left, context)
        )
    reason = request.waiving.strip()
    if chosen and not reason:
        raise refusal("no-reason/to-waive")
    closed = RoundClosed(
        round_number=request.round_number, division=request.division, last=request.last
    )
    return Decision((*(waived_fact(one.named, reason) for one in chosen), closed))


@decides(ReopenRound, may=ORGANISERS)
def reopen_round(
    tournament: Tournament, request: ReopenRound, context: TournamentContext
) -> Decision:
    del context
    if (request.division, request.round_number) not in tournament.closed:
        raise refusal("round-not-closed", number=request.round_number)
    if not request.reason.strip():
        raise refusal("no-reason/to-reopen")
    return Decision(
        (
            RoundReopened(
                round_number=request.round_number, division=request.division,
                reason=request.reason.strip(),
            ),
        )
    )  # fmt: skip


def _chosen(request: CloseRound, waiting: Sequence[DeskMatter]) -> list[DeskMatter]:
    """What is waived with a closing: what is named, or all that may be, if so many are."""
    names = {Named(one.kind, one.subject, one.which) for one in request.waives}
    together = [one for one in waiting if not one.at_a_table]
    if not names and not request.count:
        if request.waiving.strip() and together:
            raise refusal("matters-not-counted", number=len(together), kinds=counted(together))
        return []
    if names:
        chosen = [one for one in waiting if one.named in names]
        if len(chosen) < len(names):
            raise refusal("matters-changed", number=len(names) - len(chosen))
    else:
        chosen = together
    if request.count and request.count != len(chosen):
        raise refusal("other-count", typed=request.count, number=len(chosen), kinds=counted(chosen))
    return chosen
