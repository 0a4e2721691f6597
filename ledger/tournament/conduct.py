"""Conduct outside a case: warnings, penalties lifted, decisions taken back."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.game.calls.facts import WarningSettled
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.taking_back import must_have_a_reason, struck
from ledger.incidents.facts import AppealDecided
from ledger.incidents.offences import Suggestion, offence_of, suggested
from ledger.incidents.penalties import settles_due
from ledger.incidents.requests import must_be_open
from ledger.record.events import Event, tournament_id
from ledger.record.log import Log
from ledger.record.standing import only_took_back, versions_of, written_by
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, Decision, StreamWrite
from ledger.rulebook import Rulebook
from ledger.tournament.facts import (
    ConductTakenBack,
    GamesAwarded,
    GamesVoided,
    LevelOneLifted,
    PlayerWithdrawn,
    SpreadAdjusted,
    WarningGiven,
)
from ledger.tournament.opening import TournamentContext, TournamentRequest, decides
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal

# What was settled at a table and counts for the whole tournament: a warning given there.


def counted_warning(
    log: Log, sheet: Sheet, settled: WarningSettled, rules: Rulebook, case: UUID | None = None
) -> tuple[StreamWrite, ...]:
    """The warning for the ledger of conduct; nothing where the game belongs to no tournament.

    ``case``: whose ruling it carries out: its notice is of that case, and it goes with it.
    """
    stream = tournament_id(sheet.scheduled.tournament)
    version = log.version_of(stream)
    if not version or sheet.numbers is None:
        return ()
    act = rules.offences.get(settled.offence)
    given = WarningGiven(
        player=sheet.numbers[settled.seat.place],
        kind=act.first if act else "",
        offence=settled.offence,
        clause=str(act) if act else "",
        words=settled.reason,
        game=sheet.id,
        turn=sheet.turn_count,
        totals=sheet.stands,
    )
    return (StreamWrite(stream, version, (given,), case),)


USUAL = "official-warning"
"""The warning that is given also where the book has no table of them."""


class WarnPlayer(TournamentRequest, frozen=True, tag="warn-player", kw_only=True):
    """Warn a player without a case, and keep count (D-06, H-03); fields as in ``WarningGiven``."""

    player: int
    offence: str
    kind: str = USUAL
    notice: str = ""
    words: str = ""
    game: UUID | None = None


class LiftLevelOne(TournamentRequest, frozen=True, tag="lift-level-one", kw_only=True):
    """Let a player's games count again as played, after an appeal that was upheld.

    It carries out the case of that appeal.

    Attributes:
      although: why, where no appeal in the case was upheld and accepted.
    """

    player: int
    reason: str
    although: str = ""


@decides(WarnPlayer, may=DIRECTORS)
def warn_player(
    tournament: Tournament, request: WarnPlayer, context: TournamentContext
) -> Decision:
    if context.case is not None:
        must_be_open(context.case)
    if tournament.player(request.player) is None:
        raise _no_such_player(request.player)
    sheet = context.sheet(request.game) if request.game else None
    if sheet is not None and request.player not in (sheet.numbers or ()):
        raise refusal("no-such-player/at-this-game", player=request.player)
    act = offence_of(request.offence, tournament.rules)
    _must_be_a_warning(request.kind, tournament.rules)
    fact = WarningGiven.from_request(
        request,
        clause=str(act) if act else "",
        turn=sheet.turn_count if sheet else 0,
        totals=sheet.stands if sheet else None,
    )
    return Decision((fact,), other_writes=_settled(sheet, request))


def _must_be_a_warning(kind: str, rules: Rulebook) -> None:
    known = [name for name, one in rules.penalties.items() if one.scope == "person"]
    if kind not in (USUAL, *known):
        raise refusal(
            "unreadable-request/warning-not-named",
            kind=kind, book=rules.id, warnings=", ".join(known or [USUAL]),
        )  # fmt: skip


def _settled(sheet: Sheet | None, request: WarnPlayer) -> tuple[StreamWrite, ...]:
    """The warning that was due at the table for this act is given with it (nsa-1998 IV.I.3)."""
    if sheet is None or sheet.numbers is None:
        return ()
    seat = Seat.FIRST if sheet.numbers[0] == request.player else Seat.SECOND
    return settles_due(sheet, seat, request.offence, request.words)


@decides(LiftLevelOne, may=DIRECTORS)
def lift_level_one(
    tournament: Tournament, request: LiftLevelOne, context: TournamentContext
) -> Decision:
    if tournament.player(request.player) is None:
        raise _no_such_player(request.player)
    decided = context.case.last(AppealDecided) if context.case else None
    upheld = decided and decided[1].outcome != "dismissed"
    if (not upheld or (decided and decided[1].accepted == "rejected")) and not request.although:
        raise refusal("not-upheld")
    return Decision((LevelOneLifted(player=request.player, reason=request.reason),))


def suggests(tournament: Tournament, player: int, offence: str) -> Suggestion:
    """What the book names for an act of this player, given the warnings so far."""
    warned = len(tournament.conduct.warnings_of(player, offence))
    return suggested(offence, warned, tournament.rules)


def _no_such_player(player: int) -> Refusal:
    return refusal("no-such-player/to-warn", player=player)


# What was decided about conduct outside a case, taken back: a warning, a withdrawal.
#
# What a ruling wrote into the tournament is taken back with that ruling, in its case.


OF_CONDUCT = (
    WarningGiven, SpreadAdjusted, GamesVoided, GamesAwarded, PlayerWithdrawn, LevelOneLifted,
    ConductTakenBack,
)  # fmt: skip
"""What can be taken back of what stands on the stream of a tournament."""


class TakeConductBack(TournamentRequest, frozen=True, tag="take-conduct-back", kw_only=True):
    """What was decided about a player's conduct outside a case is taken back."""

    act: UUID
    reason: str


@decides(TakeConductBack, may=DIRECTORS)
def take_conduct_back(
    tournament: Tournament, request: TakeConductBack, context: TournamentContext
) -> Decision:
    """Strike it, and what settled it at the table."""
    del tournament
    events = written_by(context.events, request.act)
    must_have_a_reason(request.reason.strip(), again=only_took_back(events))
    found = [event for event in events if isinstance(event.fact, OF_CONDUCT)]
    if not found:
        raise refusal("no-such-act/in-the-tournament")
    if any(event.envelope.case for event in found):
        raise refusal("no-such-act/of-a-case")
    games = {event.fact.game for event in found if isinstance(event.fact, WarningGiven)}
    parts = (
        part
        for game in games
        if game is not None
        for part in at_the_table(context.sheet(game), request.act, request.reason)
    )
    fact = conduct_back(found, request.reason)
    return Decision((fact,), other_writes=tuple(parts))


def conduct_back(events: Sequence[Event], reason: str) -> ConductTakenBack:
    """The fact that strikes these decisions about conduct."""
    players = [getattr(event.fact, "player", 0) for event in events]
    return ConductTakenBack(
        versions=versions_of(events),
        reason=reason.strip(),
        what=tuple(dict.fromkeys(event.fact.topic() for event in events)),
        player=next(filter(None, players), 0),
    )


def at_the_table(sheet: Sheet, act: UUID, reason: str) -> tuple[StreamWrite, ...]:
    """What takes back what a request wrote in a game; nothing where it wrote nothing there."""
    events = written_by(sheet.events, act)
    if not events:
        return ()
    return (StreamWrite(sheet.id, sheet.version, (struck(sheet, events, reason),)),)


def counted_there(log: Log, sheet: Sheet, act: UUID, reason: str) -> tuple[StreamWrite, ...]:
    """What takes back what a request at a table decided about conduct; nothing: it decided none."""
    stream = tournament_id(sheet.scheduled.tournament)
    events = log.events_of(stream)
    found = [one for one in written_by(events, act) if isinstance(one.fact, OF_CONDUCT)]
    if not found:
        return ()
    fact = conduct_back(found, reason)
    return (StreamWrite(stream, len(events), (fact,)),)
