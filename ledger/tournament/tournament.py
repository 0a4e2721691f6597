"""A tournament as its events add up (`Tournament`): players, attendance, conduct, matters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict, replace

from ledger import rulebook
from ledger.equipment.board import USUAL_BOARD
from ledger.equipment.tile_set import USUAL_TILES
from ledger.game.setting_up.facts import OptionValue
from ledger.messages import say
from ledger.record.events import Event, Streams, tournament_id
from ledger.record.fact import Fact, TakenBack
from ledger.record.standing import taken_back
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.tournament.facts import (
    USUAL_TIES,
    AnnouncementMade,
    AutomaticDrawsChosen,
    Awarded,
    CaseListed,
    CheckInTakenBack,
    Division,
    DivisionsPlanned,
    DrawAnnounced,
    DrawCalledOff,
    EquipmentChosen,
    GamesAwarded,
    GamesVoided,
    LanguageChosen,
    LevelOneLifted,
    LiveBoardsChosen,
    MatterPutOff,
    MatterTakenBack,
    MatterWaived,
    NextStartAnnounced,
    OptionLeft,
    OptionSet,
    PairAllowed,
    PairForbidden,
    Paper,
    PersonForgotten,
    PhonesCheckIn,
    PlannedRound,
    PlayerCameBack,
    PlayerEntered,
    PlayerRemoved,
    PlayersCheckedIn,
    PlayersHandIn,
    PlayerWithdrawn,
    Prize,
    PrizesAnnounced,
    RoundClosed,
    RoundDrawn,
    RoundPaired,
    RoundPhaseSet,
    RoundReopened,
    RoundRepaired,
    RoundsPlanned,
    RoundUnpaired,
    RulebookChosen,
    SatOut,
    SpreadAdjusted,
    TieBreak,
    TieBreaksAnnounced,
    TimeZoneChosen,
    TournamentClosed,
    TournamentDescribed,
    TournamentOpened,
    TournamentReopened,
    WarningGiven,
    WordSourceChosen,
)
from ledger.tournament.wording import act_wording
from ledger.vocabulary import Moment
from ledger.vocabulary.desk_matters import MatterKind

# The ledger of conduct of one tournament: warnings, spread, games that count otherwise.
#
# Kept apart from scores: nothing here changes who won a game at the table (TX-16).


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
        return said or say("tournament.act-not-written-down")

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
        return _lifted(was, fact.player)
    if isinstance(fact, TournamentClosed):
        return replace(was, closed=True)
    if isinstance(fact, TournamentReopened):
        return replace(was, closed=False)
    return was


def _lifted(was: ConductLedger, player: int) -> ConductLedger:
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


# What of a tournament's matters was put off or waived, and when what was put off comes back.


class Named(NamedTuple):
    """What tells one matter from all others, for as long as the record is kept.

    Attributes:
      which: the version of an event there, or the id of an entry.
    """

    kind: MatterKind
    subject: UUID
    which: str


class PutOff(Struct, frozen=True):
    """A matter somebody will see to later; ``command``: the request it was written with."""

    fact: MatterPutOff
    at: datetime
    by: str
    command: UUID | None = None


class Waived(Struct, frozen=True):
    """A matter about which nothing is to be done; ``at`` and ``by`` say who decided so, when.

    Attributes:
      command: the request it was written with; a closing has one, whatever it waives.
      closing: the division and round whose closing waived it; ``None``: it was waived by itself.
    """

    fact: MatterWaived
    at: datetime
    by: str
    command: UUID | None = None
    closing: tuple[str, int] | None = None


class NoMore(Struct, frozen=True):
    """A waiver or a putting-off that does not hold any more, kept to be read.

    Attributes:
      version: of the event of the tournament that ended it.
      reopened: the round was opened again whose closing had waived it; else it was taken back.
    """

    was: PutOff | Waived
    version: int
    reopened: bool
    reason: str
    at: datetime
    by: str


class SetAside(Struct, frozen=True):
    """What of a tournament's matters was put off and what was waived, the latest of each.

    Attributes:
      past: what does not hold any more, oldest first.
    """

    put_off: Mapping[Named, PutOff] = {}
    waived: Mapping[Named, Waived] = {}
    past: tuple[NoMore, ...] = ()


def with_set_aside(was: SetAside, event: Event) -> SetAside:
    fact, envelope = event.fact, event.envelope
    at, by = envelope.written_at, envelope.written_by
    match fact:
        case MatterPutOff():
            put = PutOff(fact, at, by, envelope.command_id)
            return replace(was, put_off={**was.put_off, named(fact): put})
        case MatterWaived():
            waived = Waived(fact, at, by, envelope.command_id)
            return replace(was, waived={**was.waived, named(fact): waived})
        case RoundClosed():
            which = (fact.division, fact.round_number)
            return replace(was, waived=_of_closing(was.waived, envelope.command_id, which))
        case MatterTakenBack():
            return _taken_back(was, fact, event)
        case RoundReopened():
            which = (fact.division, fact.round_number)
            gone = [one for one in was.waived.values() if one.closing == which]
            past = (_no_more(one, event, fact.reason, reopened=True) for one in gone)
            left = {name: one for name, one in was.waived.items() if one.closing != which}
            return SetAside(was.put_off, left, (*was.past, *past))
    return was


def _of_closing(
    waived: Mapping[Named, Waived], command: UUID, which: tuple[str, int]
) -> dict[Named, Waived]:
    """What is waived, with that marked which was written together with the end of a round."""
    return {
        name: replace(one, closing=which) if one.command == command else one
        for name, one in waived.items()
    }


def _taken_back(was: SetAside, fact: MatterTakenBack, event: Event) -> SetAside:
    name = named(fact)
    kept: Mapping[Named, PutOff | Waived] = was.waived if fact.was == "waived" else was.put_off
    if name not in kept:
        return was
    past = (*was.past, _no_more(kept[name], event, fact.reason, reopened=False))
    if fact.was == "waived":
        left = {other: one for other, one in was.waived.items() if other != name}
        return SetAside(was.put_off, left, past)
    return SetAside({o: one for o, one in was.put_off.items() if o != name}, was.waived, past)


def _no_more(one: PutOff | Waived, event: Event, reason: str, *, reopened: bool) -> NoMore:
    at, by = event.envelope.written_at, event.envelope.written_by
    return NoMore(one, event.originator_version, reopened, reason, at, by)


def is_still_put_off(
    put: PutOff, now: datetime, *, stopped: datetime | None, is_over: bool
) -> bool:
    """Whether what brings a matter back has not happened yet.

    Args:
      stopped: when the clocks of its game were stopped last; ``None``: never, or no game.
      is_over: whether its game is over; what is about no game comes back at once.
    """
    if put.fact.until == "time":
        return put.fact.at is not None and now < put.fact.at
    if is_over:
        return False
    return put.fact.until == "end-of-game" or stopped is None or stopped <= put.at


def named(fact: MatterPutOff | MatterWaived | MatterTakenBack) -> Named:
    return Named(fact.kind, fact.subject, fact.which)


# Who was checked in, and who may not meet, as it follows from what was said about them.


# What the events of one tournament add up to.


class ByPhone(NamedTuple):
    """A check-in that was made on a phone and stands; ``request``: the number of who asked."""

    player: int
    request: UUID | None
    at: datetime


class Attendance(Struct, frozen=True):
    """What was said about who is there and who may meet.

    Attributes:
      here: numbers of who was checked in; ``None`` while nobody ever was, and all count as here.
      forbidden: pairs that are not to be drawn, the lower number first, with the reason.
      phones: those of ``here`` who were checked in on a phone.
      desk_only: who an official said is not here after all: no phone checks them in again.
      forgotten: of whom was removed what they gave: lists over all tournaments leave them out.
    """

    here: tuple[int, ...] | None = None
    forbidden: tuple[tuple[int, int, str], ...] = ()
    phones: tuple[ByPhone, ...] = ()
    desk_only: tuple[int, ...] = ()
    forgotten: tuple[int, ...] = ()


def with_attendance(was: Attendance, event: Event) -> Attendance:
    match event.fact:
        case PlayersCheckedIn(players=players, by_phone=by_phone):
            was = _forgotten(was, players)
            envelope = event.envelope
            at = envelope.occurred_at or envelope.written_at
            phones = [ByPhone(n, envelope.command_id, at) for n in players if by_phone]
            here = tuple(sorted({*(was.here or ()), *players}))
            return replace(was, here=here, phones=(*was.phones, *phones))
        case CheckInTakenBack(players=players, by_phone=by_phone):
            was = _forgotten(was, players)
            here = tuple(number for number in was.here or () if number not in players)
            desk_only = was.desk_only if by_phone else (*was.desk_only, *players)
            return replace(was, here=here, desk_only=desk_only)
        case PlayerRemoved(player=player):
            pairs = tuple(pair for pair in was.forbidden if player not in pair[:2])
            left = None if was.here is None else tuple(n for n in was.here if n != player)
            return replace(_forgotten(was, (player,)), here=left, forbidden=pairs)
        case PairForbidden(one=one, other=other, reason=reason):
            pair = (min(one, other), max(one, other))
            return replace(was, forbidden=(*_without(was, pair), (*pair, reason)))
        case PersonForgotten(player=player) if player:
            return replace(was, forgotten=(*was.forgotten, player))
        case PairAllowed(one=one, other=other):
            pair = (min(one, other), max(one, other))
            return replace(was, forbidden=_without(was, pair))
    return was


def _forgotten(was: Attendance, players: Sequence[int]) -> Attendance:
    """The attendance without how these players were checked in, or by whom they may be."""
    return replace(
        was,
        phones=tuple(one for one in was.phones if one.player not in players),
        desk_only=tuple(number for number in was.desk_only if number not in players),
    )


def _without(was: Attendance, pair: tuple[int, int]) -> tuple[tuple[int, int, str], ...]:
    return tuple(each for each in was.forbidden if each[:2] != pair)


# How the rounds of a division are to be drawn, and which draw was announced.


class DrawPlan(Struct, frozen=True, kw_only=True):
    """The plan of one division, as it stands.

    Attributes:
      minutes: from the announcement of a draw to the draw; 0: no round draws itself.
      by: under whose badge rounds draw themselves.
      announced: the draw that is to come; ``None``: none was announced.
      stopped: the round that somebody stopped or took back, so it is not announced by itself; 0:
        none.
    """

    division: str = ""
    rounds: tuple[PlannedRound, ...] = ()
    seed: int = 1
    minutes: int = 0
    by: str = ""
    announced: DrawAnnounced | None = None
    stopped: int = 0

    def of_round(self, number: int) -> PlannedRound | None:
        return next((one for one in self.rounds if one.round_number == number), None)


_OfPlans = (
    RoundsPlanned | AutomaticDrawsChosen | DrawAnnounced | DrawCalledOff | RoundPaired
    | RoundUnpaired
)  # fmt: skip


def with_plan(plans: tuple[DrawPlan, ...], fact: Fact) -> tuple[DrawPlan, ...]:
    """The plans after a fact; what was announced holds until its round is paired otherwise."""
    if not isinstance(fact, _OfPlans):
        return plans
    was = next((one for one in plans if one.division == fact.division), None)
    if was is None and isinstance(fact, RoundPaired | RoundUnpaired):
        return plans
    now = _planned_otherwise(was or DrawPlan(division=fact.division), fact)
    others = (one for one in plans if one.division != fact.division)
    return tuple(sorted((*others, now), key=lambda one: one.division))


def _planned_otherwise(was: DrawPlan, fact: _OfPlans) -> DrawPlan:
    match fact:
        case RoundsPlanned(rounds=rounds, seed=seed):
            return replace(was, rounds=rounds, seed=seed, announced=None)
        case AutomaticDrawsChosen(minutes=minutes, by=by):
            return replace(was, minutes=minutes, by=by, announced=None, stopped=0)
        case DrawAnnounced():
            return replace(was, announced=fact, stopped=0)
        case DrawCalledOff(round_number=number, because=because):
            stopped = number if because == "stopped" else was.stopped
            return replace(was, announced=None, stopped=stopped)
        case RoundPaired():
            return replace(was, announced=None, stopped=0)
        case RoundUnpaired(round_number=number):
            return replace(was, announced=None, stopped=number)


_Chosen = (
    TournamentDescribed
    | OptionLeft
    | DivisionsPlanned
    | TieBreaksAnnounced
    | PrizesAnnounced
    | AnnouncementMade
    | NextStartAnnounced
    | LiveBoardsChosen
    | TimeZoneChosen
    | WordSourceChosen
    | EquipmentChosen
    | LanguageChosen
)

_OfRounds = (
    RoundPaired | RoundDrawn | RoundRepaired | RoundUnpaired | SatOut | RoundClosed | RoundReopened
)


class Player(Struct, frozen=True):
    """A player of the tournament; each field as in ``PlayerEntered``, which entered the player."""

    number: int
    name: str
    division: str
    rating: int = 0
    team: str = ""
    classes: tuple[str, ...] = ()
    table: int = 0
    member: str = ""
    first_round: int = 1
    missed_spread: int | None = None


class Tournament(Struct, frozen=True, kw_only=True):
    """One tournament as it stands.

    Attributes:
      options: what the organiser settled, as (name, value), the latest value of each.
      lexicon: name of the word source; ``lexicon_digest`` is empty if it is not installed.
      rounds: the rounds paired, by (division, round number), as they were put right last.
      draws: the rounds that were drawn, with what they were drawn from, oldest first.
      unpaired: rounds that were taken back, by (division, round number), paired again or not.
      over: divisions whose last round was closed.
      over_since: since when the whole of it is over; ``None``: it is not.
      cases: the cases, in the order of their numbers, from 1.
      time_zone: of the hall, by its IANA name; empty: nobody named it, and times are UTC.
      language, beside: in which it speaks; see ``LanguageChosen``.
      first_day, last_day: as ``2026-11-21``; empty: not said.
      planned: the divisions that are held; empty: nobody said.
      ties: in which order ties in the standings are broken.
      sat_out: rounds without an opponent whose worth was said for itself, the latest of each.
      plans: of each division for which somebody planned rounds.
    """

    id: UUID
    version: int
    slug: str
    name: str
    place: str = ""
    rulebook: str = ""
    rulebook_digest: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    lexicon: str = ""
    lexicon_digest: str = ""
    tile_set: str = USUAL_TILES
    board: str = USUAL_BOARD
    players: tuple[Player, ...] = ()
    rounds: tuple[RoundPaired, ...] = ()
    draws: tuple[RoundDrawn, ...] = ()
    closed: tuple[tuple[str, int], ...] = ()
    unpaired: tuple[tuple[str, int], ...] = ()
    over: tuple[str, ...] = ()
    over_since: Moment | None = None
    conduct: ConductLedger = ConductLedger()
    live_boards: LiveBoardsChosen = LiveBoardsChosen(how="on")
    cases: tuple[UUID, ...] = ()
    set_aside: SetAside = SetAside()
    time_zone: str = ""
    language: str = ""
    beside: str = ""
    first_day: str = ""
    last_day: str = ""
    paper: Paper = "a4"
    planned: tuple[Division, ...] = ()
    ties: tuple[TieBreak, ...] = USUAL_TIES
    prizes: tuple[Prize, ...] = ()
    announcement: str = ""
    starts_next: datetime | None = None
    hand_in: PlayersHandIn = PlayersHandIn()
    check_in: PhonesCheckIn = PhonesCheckIn()
    phases: tuple[RoundPhaseSet, ...] = ()
    sat_out: tuple[SatOut, ...] = ()
    attendance: Attendance = Attendance()
    plans: tuple[DrawPlan, ...] = ()

    @property
    def rules(self) -> Rulebook:
        return rulebook.rules_of(self)

    @property
    def forbidden(self) -> tuple[tuple[int, int], ...]:
        return tuple((one, other) for one, other, _ in self.attendance.forbidden)

    def plan_of(self, division: str) -> DrawPlan:
        """How its rounds are to be drawn; a plan without rounds where nobody planned any."""
        found = (one for one in self.plans if one.division == division)
        return next(found, DrawPlan(division=division))

    def player(self, number: int) -> Player | None:
        return next((player for player in self.players if player.number == number), None)


_ENDS = (
    RoundClosed, RoundReopened, RoundPaired, RoundUnpaired, TournamentClosed, TournamentReopened,
)  # fmt: skip
"""Facts by which a tournament may be over, or not be so any more."""


def tournament_of(events: Iterable[Event]) -> Tournament | None:
    """Fold the events of one tournament; ``None`` if there are none."""
    kept = tuple(events)
    return _folded(None, kept, taken_back(kept))


def tournament_after(
    was: Tournament, before: Iterable[Event], events: Sequence[Event]
) -> Tournament:
    """The tournament once ``events`` were written after those ``before``, which it adds up to."""
    takes_back = any(isinstance(event.envelope.fact, TakenBack) for event in events)
    after = tournament_of((*before, *events)) if takes_back else _folded(was, events, {})
    assert after is not None
    return after


def _folded(
    tournament: Tournament | None, events: Iterable[Event], gone: Mapping[int, Event]
) -> Tournament | None:
    """The tournament with ``events`` on it, those that are ``gone`` struck."""
    for event in events:
        fact = event.fact
        if tournament is not None and event.originator_version in gone:
            by = gone[event.originator_version]
            conduct = with_conduct(tournament.conduct, event, by)
            tournament = replace(tournament, conduct=conduct, version=event.originator_version)
            continue
        if isinstance(fact, TournamentOpened):
            tournament = Tournament(
                id=event.originator_id, version=1, slug=fact.slug, name=fact.name, place=fact.place
            )
        elif tournament is not None:
            tournament = replace(
                _with(tournament, fact),
                version=event.originator_version,
                conduct=with_conduct(tournament.conduct, event),
                set_aside=with_set_aside(tournament.set_aside, event),
                attendance=with_attendance(tournament.attendance, event),
                plans=with_plan(tournament.plans, fact),
            )
            if isinstance(fact, _ENDS):
                tournament = replace(
                    tournament,
                    over_since=_over_since(tournament, event),
                    starts_next=_start_to_come(tournament, event),
                )
    return tournament


PAIRED_LATE = timedelta(minutes=30)
"""A start that was announced for a time no longer past than this is of the round that is paired."""


def _start_to_come(tournament: Tournament, event: Event) -> datetime | None:
    """When the next round starts; a start long past was one of the round before."""
    starts = tournament.starts_next
    if starts is None or not isinstance(event.fact, RoundPaired):
        return starts
    return starts if event.envelope.written_at < starts + PAIRED_LATE else None


def _over_since(tournament: Tournament, event: Event) -> Moment | None:
    if not is_over(tournament):
        return None
    return tournament.over_since or event.envelope.written_at


def tournament_named(slug: str, log: Streams) -> Tournament:
    tournament = tournament_of(log.events_of(tournament_id(slug)))
    if tournament is None:
        raise refusal("no-such-tournament/by-name", slug=slug)
    return tournament


def is_over(tournament: Tournament) -> bool:
    """Whether it was closed, or the last round of each division that was paired."""
    divisions = {paired.division for paired in tournament.rounds}
    return tournament.conduct.closed or (bool(divisions) and divisions <= set(tournament.over))


def _with(was: Tournament, fact: Fact) -> Tournament:
    if isinstance(fact, RulebookChosen):
        return replace(was, rulebook=fact.rulebook, rulebook_digest=fact.digest)
    if isinstance(fact, OptionSet):
        others = tuple(option for option in was.options if option[0] != fact.name)
        return replace(was, options=(*others, (fact.name, fact.value)))
    if isinstance(fact, _Chosen):
        return _with_chosen(was, fact)
    if isinstance(fact, PlayerEntered):
        return replace(was, players=_entered(was.players, Player(**asdict(fact))))
    if isinstance(fact, PlayerRemoved):
        return replace(was, players=tuple(p for p in was.players if p.number != fact.player))
    if isinstance(fact, _OfPhones):
        return _with_phones(was, fact)
    if isinstance(fact, CaseListed):
        return replace(was, cases=(*was.cases, fact.case))
    if isinstance(fact, _OfRounds):
        return _with_rounds(was, fact)
    return was


_OfPhones = PlayersHandIn | PhonesCheckIn | RoundPhaseSet
"""What players may do on their phones, and are shown there."""


def _with_phones(was: Tournament, fact: _OfPhones) -> Tournament:
    match fact:
        case PlayersHandIn():
            return replace(was, hand_in=fact)
        case PhonesCheckIn():
            return replace(was, check_in=fact)
        case RoundPhaseSet(division=division):
            phases = tuple(one for one in was.phases if one.division != division)
            return replace(was, phases=(*phases, fact))


def _entered(players: tuple[Player, ...], entered: Player) -> tuple[Player, ...]:
    """The players by number with one more, or with one as entered anew.

    A thousand are folded at every request that asks for their tournament, so none is sorted.
    """
    at = bisect_left(players, entered.number, key=lambda player: player.number)
    there = at < len(players) and players[at].number == entered.number
    return (*players[:at], entered, *players[at + there :])


def _with_rounds(was: Tournament, fact: _OfRounds) -> Tournament:
    match fact:
        case RoundPaired():
            return replace(was, rounds=(*was.rounds, fact))
        case RoundDrawn():
            return replace(was, draws=(*was.draws, fact))
        case RoundRepaired():
            return replace(was, rounds=_repaired(was.rounds, fact))
        case RoundUnpaired():
            return _unpaired(was, fact)
        case SatOut():
            return replace(was, sat_out=(*_other_rounds(was, fact), fact))
        case RoundClosed(division=division, round_number=number, last=last):
            over = (*was.over, division) if last else was.over
            return replace(was, closed=(*was.closed, (division, number)), over=over)
        case RoundReopened(division=division, round_number=number):
            closed = tuple(one for one in was.closed if one != (division, number))
            return replace(
                was, closed=closed, over=tuple(one for one in was.over if one != division)
            )


def _repaired(rounds: tuple[RoundPaired, ...], fact: RoundRepaired) -> tuple[RoundPaired, ...]:
    """The rounds with one of them as it stands after it was put right, in one piece."""
    which = (fact.division, fact.round_number)
    others = tuple(one for one in rounds if (one.division, one.round_number) != which)
    paired = RoundPaired(
        round_number=fact.round_number, division=fact.division, pairings=fact.pairings
    )
    return (*others, paired)


def _unpaired(was: Tournament, fact: RoundUnpaired) -> Tournament:
    """The tournament without a round, its draw and what was said of its byes."""
    which = (fact.division, fact.round_number)
    return replace(
        was,
        rounds=tuple(x for x in was.rounds if (x.division, x.round_number) != which),
        draws=tuple(x for x in was.draws if (x.division, x.round_number) != which),
        sat_out=tuple(x for x in was.sat_out if (x.division, x.round_number) != which),
        unpaired=(*was.unpaired, which),
    )


def _other_rounds(was: Tournament, fact: SatOut) -> tuple[SatOut, ...]:
    """What was said of rounds without an opponent, but of this one."""
    lines = (fact.division, fact.round_number, fact.player)
    return tuple(
        one for one in was.sat_out if (one.division, one.round_number, one.player) != lines
    )


def _with_announced(was: Tournament, fact: AnnouncementMade | NextStartAnnounced) -> Tournament:
    if isinstance(fact, AnnouncementMade):
        return replace(was, announcement=fact.announced)
    return replace(was, starts_next=fact.starts_at)


def _with_chosen(was: Tournament, fact: _Chosen) -> Tournament:
    match fact:
        case TournamentDescribed() | EquipmentChosen() | LanguageChosen():
            return replace(was, **asdict(fact))
        case OptionLeft(name=name):
            return replace(was, options=tuple(one for one in was.options if one[0] != name))
        case DivisionsPlanned(divisions=divisions):
            return replace(was, planned=divisions)
        case TieBreaksAnnounced(order=order):
            return replace(was, ties=order)
        case PrizesAnnounced(prizes=prizes):
            return replace(was, prizes=prizes)
        case AnnouncementMade() | NextStartAnnounced():
            return _with_announced(was, fact)
        case LiveBoardsChosen():
            return replace(was, live_boards=fact)
        case TimeZoneChosen(zone=zone):
            return replace(was, time_zone=zone)
        case WordSourceChosen(name=name, digest=digest):
            return replace(was, lexicon=name, lexicon_digest=digest)
