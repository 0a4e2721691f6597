"""The ledger of conduct of one tournament: warnings, spread, games that count otherwise.

Kept apart from scores: nothing here changes who won a game at the table (TX-16).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.tournament.facts import (
    Awarded,
    GamesAwarded,
    GamesVoided,
    LevelOneLifted,
    PlayerCameBack,
    PlayerWithdrawn,
    SpreadAdjusted,
    TournamentClosed,
    TournamentReopened,
    WarningGiven,
)
from ledger.tournament.wording import act_wording

if TYPE_CHECKING:
    from ledger.tournament.tournament import Tournament


class Warned(Struct, frozen=True, kw_only=True):
    """One warning, the case it came from if any, and when it was given.

    Other fields as in ``WarningGiven``.

    Attributes:
      version: of the event in the stream of its tournament.
      act: number of the request that gave it.
    """

    player: int
    kind: str
    offence: str
    clause: str
    notice: str
    case: UUID | None
    given_at: datetime
    words: str = ""
    game: UUID | None = None
    turn: int = 0
    act: UUID | None = None
    version: int = 0
    by: str = ""

    def wording(self, rules: Rulebook) -> str:
        """What it was for: the act as the book has it, and what the director wrote."""
        said = act_wording(self.offence, self.words, rules)
        return said or "an act that was not written down"

    def rested_on(self, rules: Rulebook) -> str:
        """The rules it rests on: of the act, and of the warning where that has one of its own."""
        act = rules.offences.get(self.offence)
        of_act = str(act) if act is not None else ""
        return "; ".join(dict.fromkeys(rule for rule in (of_act, self.clause) if rule))


class ConductLedger(Struct, frozen=True, kw_only=True):
    """What was decided about conduct, as it stands.

    Attributes:
      spread: changes of spread, as (player, points), oldest first.
      voided: games that count for nobody, as (offender, game).
      awarded: games given to opponents, as (offender, what was given).
      withdrawn: players who take no further part.
      ejected: those of them who were put out, and stand last.
      put_out: those of them who were put out, wherever they stand.
      under_cases: the events that a ruling wrote into the tournament, oldest first, whether or
        not they stand.
    """

    warnings: tuple[Warned, ...] = ()
    spread: tuple[tuple[int, int], ...] = ()
    voided: tuple[tuple[int, UUID], ...] = ()
    awarded: tuple[tuple[int, Awarded], ...] = ()
    withdrawn: tuple[int, ...] = ()
    ejected: tuple[int, ...] = ()
    put_out: tuple[int, ...] = ()
    closed: bool = False
    under_cases: tuple[Event, ...] = ()
    struck: tuple[tuple[Event, Event], ...] = ()

    def warnings_of(self, player: int, offence: str = "") -> tuple[Warned, ...]:
        return tuple(
            one for one in self.warnings if one.player == player and offence in ("", one.offence)
        )

    def spread_of(self, player: int) -> int:
        return sum(points for number, points in self.spread if number == player)


def with_conduct(was: ConductLedger, event: Event, by: Event | None = None) -> ConductLedger:
    """The ledger after one event of the tournament; unchanged by any that is not about it."""
    if event.envelope.case is not None:
        was = replace(was, under_cases=(*was.under_cases, event))
    if by is not None:
        return replace(was, struck=(*was.struck, (event, by)))
    return _decided(was, event)


def warned_by(event: Event, fact: WarningGiven) -> Warned:
    """The warning that this event gave, whether or not it stands."""
    return Warned(
        player=fact.player,
        kind=fact.kind,
        offence=fact.offence,
        clause=fact.clause,
        notice=fact.notice,
        case=event.envelope.case,
        given_at=event.envelope.occurred_at or event.envelope.written_at,
        words=fact.words,
        game=fact.game,
        turn=fact.turn,
        act=event.envelope.command_id,
        version=event.originator_version,
        by=event.envelope.written_by,
    )


def _decided(was: ConductLedger, event: Event) -> ConductLedger:
    fact = event.fact
    if isinstance(fact, WarningGiven):
        return replace(was, warnings=(*was.warnings, warned_by(event, fact)))
    if isinstance(fact, SpreadAdjusted):
        return replace(was, spread=(*was.spread, (fact.player, int(fact.points))))
    if isinstance(fact, GamesVoided):
        return replace(was, voided=was.voided + tuple((fact.player, g) for g in fact.games))
    if isinstance(fact, GamesAwarded):
        return replace(was, awarded=was.awarded + tuple((fact.player, a) for a in fact.games))
    if isinstance(fact, PlayerWithdrawn):
        ejected = (*was.ejected, fact.player) if fact.ejected else was.ejected
        put_out = (*was.put_out, fact.player) if fact.ejected else was.put_out
        withdrawn = (*was.withdrawn, fact.player)
        return replace(was, withdrawn=withdrawn, ejected=ejected, put_out=put_out)
    if isinstance(fact, PlayerCameBack):
        stays_out = tuple(number for number in was.withdrawn if number != fact.player)
        return replace(was, withdrawn=stays_out)
    if isinstance(fact, LevelOneLifted):
        return _without(was, fact.player)
    if isinstance(fact, TournamentClosed):
        return replace(was, closed=True)
    if isinstance(fact, TournamentReopened):
        return replace(was, closed=False)
    return was


def _without(was: ConductLedger, player: int) -> ConductLedger:
    """The games of ``player`` as played; who was put out still takes no further part."""
    return replace(
        was,
        voided=tuple(pair for pair in was.voided if pair[0] != player),
        awarded=tuple(pair for pair in was.awarded if pair[0] != player),
        ejected=tuple(number for number in was.ejected if number != player),
    )


def warnings_under(
    tournament: Tournament, case: UUID | None
) -> Iterator[tuple[Warned, Event | None]]:
    """Warnings of a case, or without one, each with what took it back; those that stand first."""
    for one in tournament.conduct.warnings:
        if one.case == case:
            yield one, None
    for event, by in tournament.conduct.struck:
        if isinstance(event.fact, WarningGiven) and event.envelope.case == case:
            yield warned_by(event, event.fact), by


def warning_given(tournament: Tournament, version: int) -> tuple[Warned, Event | None]:
    """A warning that was given without a case, by the version of its event, and what struck it."""
    for one, by in warnings_under(tournament, None):
        if one.version == version:
            return one, by
    raise refusal("no-such-warning", version=version)
