"""What the events of one tournament add up to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict, replace

from ledger import rulebook
from ledger.game.setting_up.facts import OptionValue
from ledger.record.events import Event, Streams, tournament_id
from ledger.record.fact import Fact, TakenBack
from ledger.record.standing import taken_back
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.tournament.conduct_ledger import ConductLedger, with_conduct
from ledger.tournament.facts import (
    USUAL_TIES,
    AnnouncementMade,
    CaseListed,
    CheckInTakenBack,
    Division,
    DivisionsPlanned,
    LiveBoardsChosen,
    OptionLeft,
    OptionSet,
    PairAllowed,
    PairForbidden,
    Paper,
    PlayerEntered,
    PlayerRemoved,
    PlayersCheckedIn,
    PlayersHandIn,
    Prize,
    PrizesAnnounced,
    RoundClosed,
    RoundDrawn,
    RoundPaired,
    RoundReopened,
    RoundRepaired,
    RoundUnpaired,
    RulebookChosen,
    SatOut,
    TieBreak,
    TieBreaksAnnounced,
    TimeZoneChosen,
    TournamentClosed,
    TournamentDescribed,
    TournamentOpened,
    TournamentReopened,
    WordSourceChosen,
)
from ledger.tournament.set_aside import SetAside, with_set_aside
from ledger.vocabulary import Moment

# Who was checked in, and who may not meet, as it follows from what was said about them.


class Attendance(Struct, frozen=True):
    """What was said about who is there and who may meet.

    Attributes:
      here: numbers of who was checked in; ``None`` while nobody ever was, and all count as here.
      forbidden: pairs that are not to be drawn, the lower number first, with the reason.
    """

    here: tuple[int, ...] | None = None
    forbidden: tuple[tuple[int, int, str], ...] = ()


def with_attendance(was: Attendance, fact: Fact) -> Attendance:
    match fact:
        case PlayersCheckedIn(players=players):
            return replace(was, here=tuple(sorted({*(was.here or ()), *players})))
        case CheckInTakenBack(players=players):
            here = was.here or ()
            return replace(was, here=tuple(number for number in here if number not in players))
        case PlayerRemoved(player=player):
            pairs = tuple(pair for pair in was.forbidden if player not in pair[:2])
            left = None if was.here is None else tuple(n for n in was.here if n != player)
            return Attendance(left, pairs)
        case PairForbidden(one=one, other=other, reason=reason):
            pair = (min(one, other), max(one, other))
            return replace(was, forbidden=(*_without(was, pair), (*pair, reason)))
        case PairAllowed(one=one, other=other):
            pair = (min(one, other), max(one, other))
            return replace(was, forbidden=_without(was, pair))
    return was


def _without(was: Attendance, pair: tuple[int, int]) -> tuple[tuple[int, int, str], ...]:
    return tuple(each for each in was.forbidden if each[:2] != pair)


_Chosen = (
    TournamentDescribed
    | OptionLeft
    | DivisionsPlanned
    | TieBreaksAnnounced
    | PrizesAnnounced
    | AnnouncementMade
    | LiveBoardsChosen
    | TimeZoneChosen
    | WordSourceChosen
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
      first_day, last_day: as ``2026-11-21``; empty: not said.
      planned: the divisions that are held; empty: nobody said.
      ties: in which order ties in the standings are broken.
      sat_out: rounds without an opponent whose worth was said for itself, the latest of each.
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
    first_day: str = ""
    last_day: str = ""
    paper: Paper = "a4"
    planned: tuple[Division, ...] = ()
    ties: tuple[TieBreak, ...] = USUAL_TIES
    prizes: tuple[Prize, ...] = ()
    announcement: str = ""
    hand_in: PlayersHandIn = PlayersHandIn()
    sat_out: tuple[SatOut, ...] = ()
    attendance: Attendance = Attendance()

    @property
    def rules(self) -> Rulebook:
        return rulebook.rules_of(self)

    @property
    def forbidden(self) -> tuple[tuple[int, int], ...]:
        return tuple((one, other) for one, other, _ in self.attendance.forbidden)

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
                attendance=with_attendance(tournament.attendance, fact),
            )
            if isinstance(fact, _ENDS):
                tournament = replace(tournament, over_since=_over_since(tournament, event))
    return tournament


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
    if isinstance(fact, PlayersHandIn):
        return replace(was, hand_in=fact)
    if isinstance(fact, CaseListed):
        return replace(was, cases=(*was.cases, fact.case))
    if isinstance(fact, _OfRounds):
        return _with_rounds(was, fact)
    return was


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


def _with_chosen(was: Tournament, fact: _Chosen) -> Tournament:
    match fact:
        case TournamentDescribed():
            return replace(was, **asdict(fact))
        case OptionLeft(name=name):
            return replace(was, options=tuple(one for one in was.options if one[0] != name))
        case DivisionsPlanned(divisions=divisions):
            return replace(was, planned=divisions)
        case TieBreaksAnnounced(order=order):
            return replace(was, ties=order)
        case PrizesAnnounced(prizes=prizes):
            return replace(was, prizes=prizes)
        case AnnouncementMade(announced=announced):
            return replace(was, announcement=announced)
        case LiveBoardsChosen():
            return replace(was, live_boards=fact)
        case TimeZoneChosen(zone=zone):
            return replace(was, time_zone=zone)
        case WordSourceChosen(name=name, digest=digest):
            return replace(was, lexicon=name, lexicon_digest=digest)
