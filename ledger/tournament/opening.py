"""Requests about a tournament: opened, set up, announced, closed; the phase of a round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import ClassVar
from uuid import UUID

from msgspec import Struct

from ledger import rulebook
from ledger.equipment.board import USUAL_BOARD, load_board
from ledger.equipment.tile_set import USUAL_TILES, load_tile_set
from ledger.erasure.pieces import Gathered, Person
from ledger.game.setting_up.facts import OptionValue
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.wording import number_wording
from ledger.matters.matter import DeskMatter
from ledger.messages import ENGLISH, LANGUAGES, say
from ledger.record.events import Event, tournament_id
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import ORGANISERS, About, Decision, Request, RequestsOf, WorkedOut
from ledger.rulebook.book_files import digest_now
from ledger.rulebook.limits import rating_of
from ledger.tournament.divisions import must_name_a_division
from ledger.tournament.draw.from_record import Ahead
from ledger.tournament.facts import (
    LATEST_MINUTES,
    USUAL_TIES,
    AnnouncementMade,
    Division,
    DivisionsPlanned,
    EquipmentChosen,
    LanguageChosen,
    LiveBoards,
    LiveBoardsChosen,
    NextStartAnnounced,
    OptionLeft,
    OptionSet,
    Paper,
    Prize,
    PrizesAnnounced,
    RoundPhaseSet,
    RulebookChosen,
    TieBreak,
    TieBreaksAnnounced,
    TimeZoneChosen,
    TournamentClosed,
    TournamentDescribed,
    TournamentOpened,
    TournamentReopened,
    WordSourceChosen,
)
from ledger.tournament.local_time import zone_named
from ledger.tournament.pairing import games_of_pairing
from ledger.tournament.standing_now import RoundsRead
from ledger.tournament.tournament import Named, Tournament
from ledger.vocabulary.closed_lists import RoundPhase
from ledger.vocabulary.names import must_be_writable, unwritable

# What requests about a tournament are made under, and where they are registered.


class TournamentRequest(Request, frozen=True, kw_only=True):
    about: ClassVar[About] = "tournament"

    def updates(self, tournament: Tournament) -> bool:
        """Whether play would go on by it, which it does not in a tournament that is closed.

        Results that were still out, signatures, rulings, appeals and corrected names come after
        the close as before.
        """
        del tournament
        return False


def must_be_open_for(tournament: Tournament, request: TournamentRequest) -> None:
    if tournament.conduct.closed and request.updates(tournament):
        raise refusal("tournament-closed", name=tournament.name)


class TournamentContext(Struct, frozen=True, kw_only=True):
    """What a request about a tournament is made under, and what it may ask of the record.

    Attributes:
      version: of its last event as it was looked at.
      ahead: draws worked out before their turn.
      rounds_read: rounds as they were read for a draw before.
      written_since: the streams written to past a position; ``None``: too many to tell.
      sheet: the sheet of a game; it refuses for one nobody scheduled.
      given_in: everybody who gave something that lies beside the log. Slow.
      gathered: the same worked out before its turn.
    """

    stream: UUID
    version: int
    ahead: WorkedOut[Ahead]
    rounds_read: RoundsRead
    last_position: Callable[[], int]
    written_since: Callable[[int], frozenset[UUID] | None]
    version_of: Callable[[UUID], int]
    sheet: Callable[[UUID], Sheet]
    matters_of_round: Callable[[Tournament, str, int], Sequence[DeskMatter]]
    waits: Callable[[Tournament, Named], bool]
    files: Callable[[Tournament], Sequence[CaseFile]]
    now: Callable[[], datetime]
    by: str
    given_in: Callable[[Tournament], tuple[Person, ...]]
    gathered: WorkedOut[Gathered]
    case: CaseFile | None = None
    events: tuple[Event, ...] = ()


BEGIN: RequestsOf[None, TournamentContext] = RequestsOf()
"""What begins a tournament."""

GO_ON: RequestsOf[Tournament, TournamentContext] = RequestsOf()
"""What can be asked about one that is there."""

decides = GO_ON.decides


# A tournament opened, set up and closed: its particulars, and the facts that say what changed.


# Everything that is chosen when a tournament is set up, and the facts that say what changed.


class Particulars(Struct, frozen=True, kw_only=True):
    """What is chosen beside the rulebook; fields as in the facts that say them.

    Attributes:
      zone: empty: UTC.
      language, beside: as in ``LanguageChosen``.
      words: name of the word source; ``digest``: SHA-256, empty if it is not installed.
      tile_set: the name of a set that ships, or all of a set that somebody gives.
      minutes: how late boards are ``delayed``; nothing else has minutes.
    """

    first_day: str = ""
    last_day: str = ""
    paper: Paper = "a4"
    zone: str = ""
    language: str = ""
    beside: str = ""
    words: str = ""
    digest: str = ""
    tile_set: str = USUAL_TILES
    board: str = USUAL_BOARD
    live_boards: LiveBoards = "on"
    minutes: int = 0
    divisions: tuple[Division, ...] = ()
    ties: tuple[TieBreak, ...] = USUAL_TIES


def particulars_of(tournament: Tournament) -> Particulars:
    """As they stand, for a form to change and for a tournament set up like another."""
    return Particulars(
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        paper=tournament.paper,
        zone=tournament.time_zone,
        language=tournament.language,
        beside=tournament.beside,
        words=tournament.lexicon,
        digest=tournament.lexicon_digest,
        tile_set=tournament.tile_set,
        board=tournament.board,
        live_boards=tournament.live_boards.how,
        minutes=tournament.live_boards.minutes,
        divisions=tournament.planned,
        ties=tournament.ties,
    )


def described(was: Tournament, name: str, place: str, new: Particulars) -> Iterator[Fact]:
    _must_be_a_tournament(name, place, new)
    for each in {one.name for one in new.divisions} - {one.name for one in was.planned}:
        must_name_a_division(each)
    found_described = TournamentDescribed(
        name=name,
        place=place,
        first_day=new.first_day,
        last_day=new.last_day,
        paper=new.paper,
    )
    if found_described != TournamentDescribed(
        name=was.name,
        place=was.place,
        first_day=was.first_day,
        last_day=was.last_day,
        paper=was.paper,
    ):
        yield found_described
    if new.divisions != was.planned:
        yield DivisionsPlanned(divisions=new.divisions)
    if new.zone != was.time_zone:
        yield TimeZoneChosen(zone=new.zone or "UTC")
    if (new.language, new.beside) != (was.language, was.beside):
        yield LanguageChosen(language=new.language, beside=new.beside)
    if (new.words, new.digest) != (was.lexicon, was.lexicon_digest):
        yield WordSourceChosen(name=new.words, digest=new.digest)
    if (new.tile_set, new.board) != (was.tile_set, was.board):
        yield EquipmentChosen(tile_set=new.tile_set, board=new.board)
    boards = LiveBoardsChosen(
        how=new.live_boards, minutes=new.minutes if new.live_boards == "delayed" else 0
    )
    if boards != was.live_boards:
        yield boards
    if new.ties != was.ties:
        yield TieBreaksAnnounced(order=new.ties)


def settled(
    was: Tournament, rules: str, options: tuple[tuple[str, OptionValue], ...], source: str
) -> Iterator[Fact]:
    """The rulebook and its options where they differ; what is not listed is left to the book.

    Once a round is paired, an organiser's own book keeps the edition it was paired under.
    """
    digest = was.rulebook_digest if rules == was.rulebook and was.rounds else digest_now(rules)
    rulebook.in_force(rules, options, digest)
    if (rules, digest) != (was.rulebook, was.rulebook_digest):
        yield RulebookChosen(rulebook=rules, digest=digest)
    before, after = dict(was.options), dict(options)
    for name in before.keys() - after.keys():
        yield OptionLeft(name=name, source=source)
    for name, value in options:
        if before.get(name) != value:
            yield OptionSet(name=name, value=value, source=source)


def must_be_languages(language: str, beside: str) -> None:
    """Refuses what nothing can be said in, and a second language without a first.

    Raises:
      Refusal: ``no-such-language``, ``unreadable-request``.
    """
    for name in (language, beside):
        if name and name not in LANGUAGES:
            raise refusal("no-such-language", name=name[:60], languages=", ".join(LANGUAGES))
    if beside and beside == (language or ENGLISH):
        raise refusal("unreadable-request/language-twice")


def _must_be_a_tournament(name: str, place: str, new: Particulars) -> None:
    must_be_writable(name, say("tournament.whose.tournament"))
    must_be_writable(place, say("tournament.whose.place"))
    if not name.strip():
        raise refusal("unreadable-request/no-name")
    if new.zone:
        zone_named(new.zone)
    must_be_languages(new.language, new.beside)
    load_tile_set(new.tile_set)
    load_board(new.board)
    if _day(new.first_day) > (_day(new.last_day) or date.max.isoformat()):
        raise refusal("unreadable-request/days-turned", first=new.first_day, last=new.last_day)
    if new.live_boards == "delayed" and not 1 <= new.minutes <= LATEST_MINUTES:
        raise refusal("unreadable-request/boards-too-late", latest_minutes=LATEST_MINUTES)
    names = [division.name for division in new.divisions]
    if len(set(names)) < len(names):
        raise refusal("unreadable-request/division-twice", names=", ".join(names))
    for each in names:
        must_be_writable(each, say("tournament.whose.a-division"))
    if len(set(new.ties)) < len(new.ties):
        raise refusal("unreadable-request/tie-twice")


def _day(written: str) -> str:
    if not written:
        return ""
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError:
        raise refusal("unreadable-request/no-such-day", day=written) from None


SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
RESERVED = frozenset({"new", "show", "close", "reopen", "checklist", "prizes"})
"""What addresses and commands mean something else by."""


class OpenTournament(TournamentRequest, frozen=True, tag="open-tournament", kw_only=True):
    """Open a tournament under one rulebook, with the options the organiser settled.

    Attributes:
      options: as (name, value); ``source``: on whose word they are settled.
      particulars: what else is chosen; nothing, where nothing was.
      prizes: what may be won, where it is set up like another one.
    """

    slug: str
    name: str
    rules: str
    place: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    source: str = "organiser"
    particulars: Particulars = Particulars()
    prizes: tuple[Prize, ...] = ()


class ChooseWords(TournamentRequest, frozen=True, tag="choose-words", kw_only=True):
    """Name the word source that decides challenges; ``digest``: SHA-256, empty if not installed."""

    name: str
    digest: str = ""


class ChooseLiveBoards(TournamentRequest, frozen=True, tag="choose-live-boards", kw_only=True):
    """Choose how visitors see the boards of games that are being played."""

    how: LiveBoards
    minutes: int = 0


class ChooseLanguage(TournamentRequest, frozen=True, tag="choose-language", kw_only=True):
    """Choose in which language the tournament speaks; fields as in ``LanguageChosen``."""

    language: str
    beside: str = ""


class ChooseTimeZone(TournamentRequest, frozen=True, tag="choose-time-zone", kw_only=True):
    """Name the time zone of the hall, as ``Europe/Lisbon`` or ``UTC``."""

    zone: str


class CloseTournament(TournamentRequest, frozen=True, tag="close-tournament", kw_only=True):
    """The tournament is over; closing the last round says so as well."""


@BEGIN.decides(OpenTournament, may=ORGANISERS)
def open_tournament(begun: None, request: OpenTournament, context: TournamentContext) -> Decision:
    del begun
    slug, rules = request.slug, request.rules
    if not SLUG.fullmatch(slug) or slug in RESERVED or context.stream != tournament_id(slug):
        raise refusal("unreadable-request/short-name", slug=slug)
    in_force = rulebook.load(rules).with_options(request.options)
    opened = Tournament(
        id=context.stream, version=1, slug=slug, name=request.name, place=request.place
    )
    facts: tuple[Fact, ...] = (
        TournamentOpened(slug=slug, name=request.name, place=request.place),
        *settled(opened, rules, request.options, request.source),
        *described(opened, request.name, request.place, request.particulars),
        *((PrizesAnnounced(prizes=request.prizes),) if request.prizes else ()),
    )
    rating = rating_of(in_force)
    return Decision(facts, (rating.trap,) if rating.trap else ())


@decides(ChooseWords, may=ORGANISERS)
def choose_words(
    tournament: Tournament, request: ChooseWords, context: TournamentContext
) -> Decision:
    del tournament, context
    return Decision((WordSourceChosen(name=request.name, digest=request.digest),))


@decides(ChooseLiveBoards, may=ORGANISERS)
def choose_live_boards(
    tournament: Tournament, request: ChooseLiveBoards, context: TournamentContext
) -> Decision:
    del tournament, context
    if request.how == "delayed" and not 1 <= request.minutes <= LATEST_MINUTES:
        raise refusal("unreadable-request/boards-too-late", latest_minutes=LATEST_MINUTES)
    late = request.minutes if request.how == "delayed" else 0
    return Decision((LiveBoardsChosen(how=request.how, minutes=late),))


@decides(ChooseLanguage, may=ORGANISERS)
def choose_language(
    tournament: Tournament, request: ChooseLanguage, context: TournamentContext
) -> Decision:
    del context
    must_be_languages(request.language, request.beside)
    if (request.language, request.beside) == (tournament.language, tournament.beside):
        raise refusal("nothing-changed")
    return Decision((LanguageChosen(language=request.language, beside=request.beside),))


@decides(ChooseTimeZone, may=ORGANISERS)
def choose_time_zone(
    tournament: Tournament, request: ChooseTimeZone, context: TournamentContext
) -> Decision:
    del tournament, context
    if not request.zone:
        raise refusal("no-such-zone", zone="")
    zone_named(request.zone)
    return Decision((TimeZoneChosen(zone=request.zone),))


@decides(CloseTournament, may=ORGANISERS)
def close_tournament(
    tournament: Tournament, request: CloseTournament, context: TournamentContext
) -> Decision:
    """Write down that it is over, once no decision on an appeal waits to be carried out.

    From here on appeals may be lodged.
    """
    del request
    if tournament.conduct.closed:
        raise refusal("tournament-over")
    waiting = [
        number_wording(one.opened.number) for one in context.files(tournament) if one.to_carry_out
    ]
    if waiting:
        raise refusal("decision-not-carried-out/in-the-tournament", named=", ".join(waiting))
    return Decision((TournamentClosed(),))


# A tournament set up anew: particulars at any time, the rules until the first game starts.


LONGEST_ANNOUNCEMENT = 500  # characters of an announcement: what a poster holds


class SetUp(TournamentRequest, frozen=True, tag="set-up", kw_only=True):
    """Say anew how the tournament is set up: the whole of it, of which what differs is written.

    Attributes:
      rules: the rulebook; another one only before the first round is paired.
      options: all that is settled, as (name, value); what is not listed is left to the book.
      reason: why; it must be said for options once a game has started.
    """

    name: str
    rules: str
    place: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    particulars: Particulars = Particulars()
    reason: str = ""


class AnnouncePrizes(TournamentRequest, frozen=True, tag="announce-prizes", kw_only=True):
    """Say what may be won: the whole list, in place of any before."""

    prizes: tuple[Prize, ...]


class Announce(TournamentRequest, frozen=True, tag="announce", kw_only=True):
    """Tell everybody something; empty words take the last announcement down."""

    words: str


class AnnounceStart(TournamentRequest, frozen=True, tag="announce-start", kw_only=True):
    """Tell everybody when the next round starts; ``None`` takes that down."""

    starts_at: datetime | None


class SetRoundPhase(TournamentRequest, frozen=True, tag="set-round-phase", kw_only=True):
    """Say how far the latest round of a division is; an empty phase leaves it to its events."""

    round_number: int
    phase: RoundPhase
    division: str = ""

    def updates(self, tournament: Tournament) -> bool:
        del tournament
        return True


class ReopenTournament(TournamentRequest, frozen=True, tag="reopen-tournament", kw_only=True):
    """The tournament was closed and goes on after all."""

    reason: str


@decides(SetUp, may=ORGANISERS)
def set_up(tournament: Tournament, request: SetUp, context: TournamentContext) -> Decision:
    """Write down what differs, each in a fact of its own."""
    facts: list[Fact] = []
    rules = list(settled(tournament, request.rules, request.options, request.reason or "organiser"))
    if request.rules != tournament.rulebook and tournament.rounds:
        raise refusal("rulebook-followed", rules=tournament.rulebook)
    facts.extend(rules)
    facts.extend(described(tournament, request.name, request.place, request.particulars))
    locked = bool(rules) or any(isinstance(fact, EquipmentChosen) for fact in facts)
    if locked and not request.reason.strip() and has_begun(tournament, context):
        raise refusal("options-locked")
    if not facts:
        raise refusal("nothing-changed")
    return Decision(tuple(facts))


@decides(AnnouncePrizes, may=ORGANISERS)
def announce_prizes(
    tournament: Tournament, request: AnnouncePrizes, context: TournamentContext
) -> Decision:
    del context
    for prize in request.prizes:
        must_be_writable(prize.wins, say("tournament.whose.a-prize"))
        if not prize.wins.strip():
            raise refusal("unreadable-request/prize-of-nothing", place=prize.place)
    if request.prizes == tournament.prizes:
        raise refusal("nothing-changed")
    return Decision((PrizesAnnounced(prizes=request.prizes),))


@decides(Announce, may=ORGANISERS)
def announce(tournament: Tournament, request: Announce, context: TournamentContext) -> Decision:
    del context
    words = request.words.strip()
    if wrong := unwritable(words, LONGEST_ANNOUNCEMENT):
        raise refusal("unreadable-request/unwritable-announcement", wrong=wrong)
    if words == tournament.announcement:
        raise refusal("nothing-changed")
    return Decision((AnnouncementMade(announced=words),))


@decides(AnnounceStart, may=ORGANISERS)
def announce_start(
    tournament: Tournament, request: AnnounceStart, context: TournamentContext
) -> Decision:
    del context
    if request.starts_at == tournament.starts_next:
        raise refusal("nothing-changed")
    return Decision((NextStartAnnounced(starts_at=request.starts_at),))


@decides(SetRoundPhase, may=ORGANISERS)
def set_round_phase(
    tournament: Tournament, request: SetRoundPhase, context: TournamentContext
) -> Decision:
    """Write it down, of the round that is played: what was said of one before it is over."""
    del context
    division, number = request.division, request.round_number
    paired = [one.round_number for one in tournament.rounds if one.division == division]
    if number != max(paired, default=0) or (division, number) in tournament.closed:
        raise refusal("no-such-phase", round_number=number)
    fact = RoundPhaseSet(round_number=number, phase=request.phase, division=division)
    said = [one for one in tournament.phases if one.round_number == number]
    if fact in said or (not fact.phase and not any(one.division == division for one in said)):
        raise refusal("nothing-changed")
    return Decision((fact,))


@decides(ReopenTournament, may=ORGANISERS)
def reopen_tournament(
    tournament: Tournament, request: ReopenTournament, context: TournamentContext
) -> Decision:
    del context
    if not tournament.conduct.closed:
        raise refusal("tournament-not-closed")
    if not request.reason.strip():
        raise refusal("no-reason/to-go-on")
    return Decision((TournamentReopened(reason=request.reason),))


def has_begun(tournament: Tournament, context: TournamentContext) -> bool:
    """Whether a game of it has started. The rounds are looked through from the first one."""
    return any(
        context.version_of(game) > 1 and context.sheet(game).started
        for paired in tournament.rounds
        for pairing in paired.pairings
        for game in games_of_pairing(context, tournament.slug, paired, pairing)
    )
