"""Rows of the hall, frozen: games, results, standings, ties; what a game's row still lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, Literal, NamedTuple
from uuid import UUID

from msgspec import Struct, field

from ledger.equipment.scoring import unseen_tiles
from ledger.equipment.tile_set import load_tile_set
from ledger.game.calls.facts import DirectorCalled
from ledger.game.challenges.facts import ChallengeIssued
from ledger.game.endings.facts import CALLED_OFF
from ledger.game.judging.facts import MisadjudicationFound
from ledger.game.results.facts import AmendmentAsked
from ledger.game.results.signatures import amendments_view
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind
from ledger.game.sheet.outcome import outcome_of, said_of_start, start_method, start_of
from ledger.game.sheet.rescoring import ABOUT, FLAG_OF, Disagreement, findings
from ledger.game.sheet.sheet import Sheet, find
from ledger.game.turns.facts import EntryCorrected, ScoreCorrected, SeatsExchanged, TurnInserted
from ledger.incidents.facts import CaseOpened, RulingGiven
from ledger.messages import ENGLISH, say, speaking
from ledger.record.events import Event
from ledger.record.standing import standing_of
from ledger.tournament.facts import LiveBoards, TieBreak
from ledger.vocabulary import Boards, GameState, IsoTime, Seat
from ledger.vocabulary.signs import always_signed, score

# What a game is worth in the standings.


COUNTED = frozenset({"over", "signed by one", "final", "amended", "forfeited"})
"""States of a game whose result counts."""

FINAL = frozenset({"final", "amended", "forfeited", "void", "incomplete"})
"""States after which a result changes only by an amendment."""

NOT_PLAYED, STARTER_KNOWN, STARTER_UNKNOWN = 0, 1, 2
"""What the hall's file keeps as begun of a game: nobody began it; it counts as a start of one of
the two; nobody wrote down of which."""


class GameResult(Struct, frozen=True):
    """What a game brings each seat.

    Attributes:
      half_wins: 2 for a win, 1 for a tie, 0 for a loss.
      spreads: change of each player's spread.
      played: whether the game was begun, so that it counts as a start.
    """

    half_wins: tuple[int, int]
    spreads: tuple[int, int]
    played: bool


class Result(NamedTuple):
    """A game that counts. Wins are half wins; ``played``: as a start; ``game``: its id."""

    division: str
    first_number: int
    first: str
    first_half_wins: int
    first_spread: int
    second_number: int
    second: str
    second_half_wins: int
    second_spread: int
    played: bool
    game: str = ""


def result_of(sheet: Sheet) -> GameResult | None:
    """The result that counts, or ``None`` while there is none.

    Who forfeits or resigns loses, whatever the scores; the spread is then what the forfeit's
    scores or the margin say. An amended result stands above both.
    """
    if sheet.state not in COUNTED:
        return None
    outcome = outcome_of(sheet)
    (first, second), (one, two) = outcome.spreads, sheet.result.spread_changes
    return GameResult(outcome.half_wins, (first + one, second + two), sheet.started)


class GameRow(Struct, frozen=True, kw_only=True):
    """One game, as a director's screen lists it.

    Attributes:
      tournament: short name of the tournament.
      names: who sits in the first seat, then in the second; ``totals`` and ``clocks`` go
        with them.
      totals: the scores of the result, once there is one; till then those of the sheet;
        ``None`` where they are not shown.
      on_move: ``None`` before the start and after the end.
      turns: turns entered so far.
      version: version of the game's last event; ``position`` is its place in the log.
      unseen: tiles the player on move has not seen; ``None`` where that is not shown.
      clocks: seconds left when both clocks were last read, or ``None``.
      flags: any of ``ledger.hall.rows.FLAGS``, in that order.
      last_line: the last line of the sheet: ``Ann 8D WINDY +32``.
      written_at: when the last event was written.
      boards: how live this is: ``late`` is as the game was known some minutes ago; where it is
        ``hidden``, only that it is in progress.
    """

    id: UUID
    tournament: str
    division: str
    round_number: int = field(name="round")
    table: int
    replay: int
    names: tuple[str, str]
    totals: tuple[int, int] | None
    state: GameState
    on_move: Seat | None
    turns: int
    version: int
    position: int
    unseen: int | None
    clocks: tuple[int, int] | None
    flags: tuple[str, ...]
    last_line: str
    written_at: IsoTime
    boards: Boards = Boards.NOW


class TournamentName(NamedTuple):
    """A tournament as it stands among others; ``over``: it was closed."""

    slug: str
    name: str
    first_day: str
    over: bool


class TournamentRow(Struct, frozen=True, kw_only=True):
    """One tournament. A game whose tournament nobody opened brings one under its short name.

    Attributes:
      players: players entered; where none were, people who have a game.
      rounds: the highest round that was paired or has a game.
      planned: how many rounds are held, by division, as far as that was planned or the last one
        was closed as such.
      finished: games with a result that counts.
      live_boards: how visitors see games that are being played: ``off``, ``delayed``, ``on``.
      minutes_late: how late, where it is ``delayed``.
      time_zone: the hall's, by its IANA name; empty: nobody named it.
      language, beside: in which it speaks, and what stands beside it on paper; as chosen.
      first_day, last_day: as ``2026-11-21``; empty: not said.
      announcement: what everybody should know at this moment; empty: nothing.
      starts_next: when the next round starts, as it was announced, in ISO 8601; empty: nobody said.
      ties: in which order ties in the standings are broken, with spaces between.
      over: whether the tournament was closed.
      starts_by: how it is settled who plays first (``Start.method``); empty: not settled yet.
      spread_cap: the most spread that one game counts for; 0: all of it counts.
      phones_check_in: whether players may check in on phones; ``players_tell``: tell results.
      phases: by division, the round of which an organiser said how far it is, and how far, as
        ``4 break``.
    """

    slug: str
    name: str
    place: str
    rulebook: str
    lexicon: str
    players: int
    rounds: int
    games: int
    finished: int
    live_boards: LiveBoards = "on"
    minutes_late: int = 0
    time_zone: str = ""
    language: str = ""
    beside: str = ""
    first_day: str = ""
    last_day: str = ""
    announcement: str = ""
    starts_next: str = ""
    ties: str = ""
    over: bool = False
    starts_by: str = ""
    spread_cap: int = 0
    planned: dict[str, int] = field(default_factory=dict)
    phones_check_in: bool = False
    players_tell: bool = False
    phases: dict[str, str] = field(default_factory=dict)


class Standing(Struct, frozen=True, kw_only=True):
    """What a player's games in a division add up to.

    Attributes:
      number: the player's number in the tournament; 0 for who never entered it.
      wins, losses: games; a tie is half of each, a game forfeited by both a loss for both.
      spread: own points minus opponents', penalties and credits in spread included.
      games: games that count.
      starts: those of them the player began.
    """

    number: int
    name: str
    division: str
    wins: float
    losses: float
    spread: int
    games: int
    starts: int


class Tie(Struct, frozen=True, kw_only=True):
    """Why a player stands below the one above, who has as many wins and losses.

    Attributes:
      name: the one above.
      by: what told the two apart; empty: nothing that was announced does, they share a place.
      own, above: what that was worth to each: points of spread, else half wins.
    """

    name: str
    by: TieBreak | Literal[""] = ""
    own: int = 0
    above: int = 0


class ClassPlace(Struct, frozen=True):
    """Where a player stands among those of a prize class.

    Attributes:
      place: from 1; 0 before the first result.
      sharing: how many of the class share the place.
    """

    name: str
    place: int
    sharing: int = 1


class StandingRow(Standing, frozen=True, kw_only=True):
    """Where a player stands in a division.

    Attributes:
      ejected: whether the player was put out of the tournament, and stands last.
      place: from 1 in each division; who is level shares one; 0 before the first result.
      sharing: how many share the place.
      tie: why below the player above, where both have as many wins and losses.
      classes: the prize classes the player is in, and the place in each.
    """

    ejected: bool = False
    place: int = 0
    sharing: int = 1
    tie: Tie | None = None
    classes: tuple[ClassPlace, ...] = ()


class ChangeRow(Struct, frozen=True, kw_only=True):
    """Something that was written, for screens that are watching.

    Attributes:
      position: its place in the log.
      game: the game it is about, ``None`` if about none or not known here.
      tournament: short name of the tournament, empty if about none.
      version: its place in its own stream.
      topic: what kind of fact.
      players: of a check-in or one taken back: whose, by number.
    """

    position: int
    game: UUID | None
    tournament: str
    version: int
    topic: str
    players: tuple[int, ...] = ()


# What a director should notice about a game, one word each.


CORRECTED = (
    ScoreCorrected, EntryCorrected, MisadjudicationFound, TurnInserted, SeatsExchanged,
)  # fmt: skip
UNREADABLE = "unreadable"
"""An event of the game can't be read, so its row stands as it stood before."""

PAPERS_DIFFER = "papers-differ"
"""Two slips of the game tell its result differently, and nobody found yet what holds."""

TAKEN_BACK = "taken-back"
"""Called off unbegun, with its round or as that was put right: found by its address, in no list."""

FLAGS = (
    "challenge", "phoney", "correction", "overtime", "ruling",
    "board-differs", "turns-differ", "score-differs", "end-in-doubt", "six-zeros",
    "director-called", "amendment", PAPERS_DIFFER, TAKEN_BACK,
    UNREADABLE,
)  # fmt: skip

SIX = 6  # scoreless turns in a row that can end a game


def flags_of(sheet: Sheet, *, differs: AbstractSet[Disagreement] = frozenset()) -> tuple[str, ...]:
    """The flags of the game on ``sheet``; ``differs``: what on it needs a director.

    A turn taken back before the opponent's entry is no correction: nobody relied on it. What an
    official took back is noticed no more.
    """
    stands = standing_of(sheet.events)
    facts = [type(event.envelope.fact) for event in stands]
    raised = (
        ChallengeIssued in facts,
        any(line.kind is LineKind.WITHDRAWN for line in sheet.lines),
        any(kind in facts for kind in CORRECTED),
        any(sheet.clock.overtime) or (sheet.clock.times is not None and min(sheet.clock.times) < 0),
        any(event.envelope.case is not None for event in stands),
        *(one in differs for one in FLAG_OF),
        sheet.ended == "six-zeros" or (sheet.zero_turns >= SIX and not sheet.ended),
        find(sheet.open, DirectorCalled) is not None,
        find(sheet.open, AmendmentAsked) is not None,
        sheet.result.records_differ is not None,
        sheet.ending.voided in CALLED_OFF,
    )
    return tuple(flag for flag, up in zip(FLAGS, raised, strict=False) if up)


def disagreements(sheet: Sheet) -> frozenset[Disagreement]:
    """What on the sheet needs a director, as far as the hall asks.

    A score announced wrong is mere arithmetic, with which no director interferes unasked.
    Counting a whole game again is slow, so it is asked only of a game that was corrected or
    is over, and not where one look settles it: the score of a play is worked out when it is
    entered, on the board as it stands then.
    """
    if not (sheet.corrected or sheet.ended):
        return frozenset()
    if not sheet.corrected and _plays_settle_it(sheet):
        return frozenset()
    return frozenset(ABOUT[one.code] for one in findings(sheet) if one.for_director)


def _plays_settle_it(sheet: Sheet) -> bool:
    """Whether nothing can disagree on this sheet but announced scores."""
    if sheet.board.blanks or (sheet.result.proposed or sheet.totals) != sheet.totals:
        return False
    laid: list[str] = []
    for line in sheet.lines:
        if line.kind is LineKind.PLAY:
            if line.computed is None or not line.fits:
                return False
            laid += [tile for _, tile in line.placed]
        elif line.kind is LineKind.MISSED:
            return False
    turns = [x.seat for x in sheet.lines if x.is_turn or x.kind in LOST_TURNS]
    if any(one is next_one for one, next_one in pairwise(turns)):
        return False
    # Tiles that came off again are counted too: too many is then only "have a closer look".
    unseen = unseen_tiles(load_tile_set(sheet.scheduled.tile_set), laid)
    return min(unseen.values()) >= 0


# Slips that are not in: tables without a result, with an unsigned one, or with two that differ.


Lacks = Literal["", "result", "signatures", "signature", "one-that-holds"]
"""What of a table's slip is missing: all of it, both signatures, one, or, where two of them differ,
a director's word on which holds; empty: nothing."""


def lacks_wording(lacks: Lacks) -> str:
    """The same in words.

    >>> lacks_wording("signature")
    'one signature missing'
    """
    return say(f"hall.lacks.{lacks}")


WITHOUT_RESULT: frozenset[Lacks] = frozenset({"result", "one-that-holds"})
"""Of these a game's result is not in; one that is not signed for is in, and may change."""

IN_SLIPS: tuple[tuple[str, frozenset[Lacks]], ...] = (
    ("without-result", frozenset({"result"})),
    ("differ", frozenset({"one-that-holds"})),
    ("unsigned", frozenset({"signatures", "signature"})),
)
"""In which order it is counted what slips lack, by the ids of the sentences."""


def slips_wording(lacking: Collection[Lacks]) -> str:
    """How many slips are missing, and of how many of them the result is in all the same.

    >>> slips_wording(["result", "signatures", "signature", "one-that-holds"])
    '4 slips missing: 1 without a result, 1 that differs from another, 2 not signed by both'
    >>> slips_wording(["result", "result"])
    '2 slips missing'
    """
    if set(lacking) == {"result"}:
        return say("hall.slips-missing", n=len(lacking))
    told = [
        say(f"hall.slips.{what}", number=number)
        for what, codes in IN_SLIPS
        if (number := sum(one in codes for one in lacking))
    ]
    return say("hall.slips-missing-and-what", n=len(lacking), what=", ".join(told))


_LACKS: dict[str, Lacks] = {
    "over": "signatures", "signed by one": "signature",
    "final": "", "amended": "", "forfeited": "", "void": "",
}  # fmt: skip


class Missing(Struct, frozen=True, kw_only=True):
    """A table whose slip is waited for.

    Attributes:
      since: when something was last written about its game: when it was paired, or turns or a
        result without signatures came.
    """

    game: GameRow
    lacks: Lacks
    since: IsoTime


def lacks(row: GameRow) -> Lacks:
    return lacks_in(row.state, row.flags)


def lacks_in(state: str, flags: Collection[str]) -> Lacks:
    if PAPERS_DIFFER in flags and state != "void":
        return "one-that-holds"
    return _LACKS.get(state, "result")


def at_the_tables(rows: Iterable[GameRow]) -> list[GameRow]:
    """The game that counts at each table of each round: the last of those played again."""
    latest: dict[tuple[str, int, int], GameRow] = {}
    for row in rows:
        at = (row.division, row.round_number, row.table)
        if at not in latest or row.replay > latest[at].replay:
            latest[at] = row
    return list(latest.values())


def missing_slips(rows: Iterable[GameRow]) -> list[Missing]:
    """The tables whose slip is waited for, by division, round and table."""
    found = [
        Missing(game=row, lacks=lacks(row), since=row.written_at)
        for row in at_the_tables(rows)
        if lacks(row)
    ]
    return sorted(found, key=_place)


def open_rounds(rows: Iterable[GameRow]) -> dict[str, int]:
    """Of each division the first round of which a slip is missing; the last where none is."""
    rows = at_the_tables(rows)
    found = {row.division: row.round_number for row in sorted(rows, key=lambda r: r.round_number)}
    for row in sorted(rows, key=lambda r: r.round_number, reverse=True):
        if lacks(row):
            found[row.division] = row.round_number
    return found


def _place(one: Missing) -> tuple[str, int, int]:
    return one.game.division, one.game.round_number, one.game.table


# One sheet summed up as one row of the hall's table of games.


COLUMNS = (
    "id", "tournament", "division", "round_number", "table_number", "replay",
    "first", "second", "first_number", "second_number", "first_total", "second_total",
    "state", "on_move", "turns", "version", "position", "unseen", "first_clock", "second_clock",
    "flags", "last_line", "written_at", "lines", "corrected", "ended", "counted", "begun",
    "first_half_wins", "second_half_wins", "first_spread", "second_spread",
    "start", "starts_by", "edition", "best", "best_by", "best_play",
)  # fmt: skip
"""Columns of the table of games, in the order of ``summary``."""

_NO_RESULT = GameResult((0, 0), (0, 0), played=False)


def summary(sheet: Sheet, position: int, *, differs: AbstractSet[Disagreement]) -> tuple[Any, ...]:
    """The row of a game, in the order of ``COLUMNS``."""
    scheduled = sheet.scheduled
    totals = sheet.stands
    result = result_of(sheet)
    worth = result or _NO_RESULT
    return (
        sheet.id.hex,
        scheduled.tournament,
        scheduled.division,
        scheduled.round_number,
        scheduled.table,
        scheduled.replay,
        *sheet.names,
        *(sheet.numbers or (0, 0)),
        *totals,
        sheet.state,
        sheet.on_move and sheet.on_move.value,
        sheet.turn_count,
        sheet.version,
        position,
        unseen(sheet),
        *(sheet.clock.times or (None, None)),
        " ".join(flags_of(sheet, differs=differs)),
        last_line(sheet),
        in_utc(sheet.events[-1].envelope.written_at),
        len(sheet.lines),
        sheet.corrected,
        bool(sheet.ended),
        result is not None,
        _played(sheet, worth),
        *worth.half_wins,
        *worth.spreads,
        said_of_start(sheet),
        start_method(sheet),
        scheduled.rulebook_digest,
        *_best_play(sheet),
    )


def _best_play(sheet: Sheet) -> tuple[int, int, str]:
    """Of a game that is over, the points of its highest play, whose it was, and where; else 0."""
    if not sheet.ended:
        return 0, 0, ""
    plays = (line for line in sheet.lines if line.kind is LineKind.PLAY and not line.withdrawn)
    best = max(plays, key=lambda line: line.score, default=None)
    if best is None or best.score <= 0:
        return 0, 0, ""
    return best.score, best.seat.place, best.wording


def _played(sheet: Sheet, worth: GameResult) -> int:
    if not worth.played:
        return NOT_PLAYED
    return STARTER_KNOWN if start_of(sheet).who else STARTER_UNKNOWN


def row_of(sheet: Sheet, position: int) -> GameRow:
    """A sheet as a row, where it is not the one the table holds: an earlier state, or a part.

    Whether its scores agree is not asked; that flag is for officials, who get the row itself.
    """
    scheduled = sheet.scheduled
    return GameRow(
        id=sheet.id,
        tournament=scheduled.tournament,
        division=scheduled.division,
        round_number=scheduled.round_number,
        table=scheduled.table,
        replay=scheduled.replay,
        names=sheet.names,
        totals=sheet.final or sheet.totals,
        state=sheet.state,
        on_move=sheet.on_move,
        turns=sheet.turn_count,
        version=sheet.version,
        position=position,
        unseen=unseen(sheet),
        clocks=sheet.clock.times,
        flags=flags_of(sheet),
        last_line=last_line(sheet),
        written_at=in_utc(sheet.events[-1].envelope.written_at),
    )


def unseen(sheet: Sheet) -> int:
    """Tiles in the bag and on the rack of the opponent of whoever is on move.

    Before the start that is who will begin; once the tiles are played out, who did.
    """
    looking = sheet.out or sheet.on_move or Seat.FIRST
    return sheet.stock.bag + sheet.stock.racks[looking.opponent.place]


def last_line(sheet: Sheet) -> str:
    """The last line of the sheet in a few words: who, move, points; or what was amended.

    What a slip on paper adds is nobody's move, and no line of these.
    """
    with speaking(ENGLISH):  # the hall's file keeps it, whoever reads it later
        return _last_line(sheet)


def _last_line(sheet: Sheet) -> str:
    amended = amendments_view(sheet) if sheet.result.amended is not None else ()
    if amended:
        (first, second), now = amended[-1].was, sheet.stands
        return say("hall.amended", was=score(first, second), now=score(*now))
    moves = [line for line in sheet.lines if line.kind is not LineKind.SLIP]
    if not moves:
        return ""
    line = moves[-1]
    points = always_signed(line.score) if line.score or line.kind is LineKind.PLAY else ""
    return f"{_called(sheet, line)} {line.wording} {points}".rstrip()


def _called(sheet: Sheet, line: Line) -> str:
    one, two = (name.split(maxsplit=1)[0] if name.split() else name for name in sheet.names)
    return sheet.name(line.seat) if one == two else (one, two)[line.seat.place].rstrip(",")


def in_utc(moment: datetime) -> str:
    """A moment as screens and scripts get it: ``2026-11-21T14:32:07Z``."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")[:19] + "Z"


def words_played(sheet: Sheet) -> str:
    """Every word formed on the board, phoneys included, once each, for the search."""
    words = {word.word: None for line in sheet.lines for word in line.words}
    return " ".join(words).replace("[", "").replace("]", "")


def subject_of(event: Event) -> UUID:
    """The stream that an event is about: of a case the game, where it names one; else its own."""
    fact = event.fact
    game = fact.game if isinstance(fact, CaseOpened | RulingGiven) else None
    return game or event.originator_id
