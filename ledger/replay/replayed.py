"""A game ply by ply: moves, remarks, incidents; board, players and tiles as a page has them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.blanks import facts as blanks
from ledger.game.challenges import facts as challenges
from ledger.game.clock import facts as clock
from ledger.game.drawing import facts as drawing
from ledger.game.drawing.facts import TilesDrawn
from ledger.game.endings import facts as endings
from ledger.game.keeping import facts as keeping
from ledger.game.placement import facts as placement
from ledger.game.results import facts as results
from ledger.game.results.signatures import ResultTold, result_view
from ledger.game.scores import facts as scores
from ledger.game.scores.facts import DiscrepancyFound
from ledger.game.setting_up import facts as setting_up
from ledger.game.sheet.folding import full_stock, note_of, wording
from ledger.game.sheet.left_open import left_open
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind, move_told
from ledger.game.sheet.rescoring import ABOUT, DISCREPANCY, FLAG_OF, Finding, findings, resolved
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, if_shown, standing
from ledger.game.turns import facts as turns
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import RulingGiven
from ledger.incidents.wording import finding_wording, number_wording
from ledger.messages import say
from ledger.messages.written import reason_given
from ledger.record.events import Event
from ledger.record.fact import Fact, Matter
from ledger.replay.remarks import rule_of, words_at
from ledger.rulebook import rules_of
from ledger.visibility import Extent, Viewer, extent, sheet_visible_to
from ledger.vocabulary import Boards, Clocks, GameState, IsoTime, Seat, WordScore
from ledger.vocabulary.remarks import DIRECTOR_TO_CONFIRM
from ledger.vocabulary.signs import always_signed, whole


class GameFacts(Struct, frozen=True):
    """Where and under which rules the game was played, and how far its record goes."""

    id: UUID
    tournament: str
    tournament_name: str
    division: str
    round: int
    table: int
    replay: int
    rulebook: str
    lexicon: str
    version: int
    state: GameState
    source: str = ""


class PlayerFacts(Struct, frozen=True):
    """Who sits where."""

    seat: Seat
    name: str
    number: int | None = None


class BoardFacts(Struct, frozen=True):
    """The bare board: ``size`` squares a side, a premium or ``""`` for each."""

    size: int
    premiums: tuple[str, ...]


class TileFacts(Struct, frozen=True):
    """A kind of tile: face, points, how many the set holds. ``?`` is the blank."""

    tile: str
    value: int
    count: int


class Moment(Struct, frozen=True):
    """When something was written, and what."""

    version: int
    at: IsoTime
    what: str


class PlacedTile(Struct, frozen=True):
    """A tile and its square; lower case for a blank."""

    at: int
    tile: str


class CorrectionTold(Struct, frozen=True):
    """What was put right, by whom, when and why."""

    version: int
    at: IsoTime
    by: str
    reason: str
    was: str
    now: str


class Ply(Struct, frozen=True):
    """One line of the score sheet, with what it changed. Fields as in ``Line``.

    Attributes:
      ply: 1 for the first.
      version: of the event that made the line.
      kind: as in ``LineKind``, or ``phoney``: a play that was challenged off.
      text: the line in one sentence, for who listens.
      square: where the word starts; ``None``: no tiles were placed.
      announced: points the player said; ``computed``: by our own count; ``None``: not known.
      clocks: seconds left on both, where they were read.
      rack: tiles held before; empty: not known, or not shown.
      placed: tiles that came to the board: index on the board and tile, blanks lower case.
      removed: indexes of the squares this ply emptied.
      unseen: tiles the player then on move has not seen: the bag and the opponent's rack.
      remarks: what was remarked on at this ply, and on what was written between it and the next.
      remark_rules: the rule behind each of the remarks, as ``wespa-4.0 3.2.1(a)``, or empty.
      notes: what else was written down between this ply and the next, in words.
      verified: badges of those who looked it over and found it right.
    """

    ply: int
    version: int
    seat: Seat | None
    kind: str
    move: str
    text: str
    square: str | None = None
    across: bool = True
    placed: tuple[PlacedTile, ...] = ()
    removed: tuple[int, ...] = ()
    words: tuple[WordScore, ...] = ()
    score: int = 0
    announced: int | None = None
    computed: int | None = None
    totals: tuple[int, int] = (0, 0)
    clocks: tuple[int | None, int | None] | None = None
    unseen: int = 0
    bag: int = 0
    rack: str = ""
    on_move: Seat | None = None
    marks: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    remark_rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    written_at: IsoTime = ""
    occurred_at: IsoTime | None = None
    written_by: str = ""
    device: str = ""
    corrections: tuple[CorrectionTold, ...] = ()
    verified: tuple[str, ...] = ()


class RulingTold(Struct, frozen=True):
    """The ruling under which something was entered.

    Attributes:
      called: the case as people call it, and ``number`` of it in its tournament.
      by: badge of the director.
    """

    called: str
    number: int
    finding: str
    citation: str
    by: str


class IncidentTold(Struct, frozen=True, kw_only=True):
    """One thing that was no ordinary turn, as a mark in the lane below the turns.

    Attributes:
      version: of its event; ``ply``: how many lines the sheet had then, with its own.
      about: what it is about, in a word, as ``ledger.replay.replayed.SIGNS`` has them, or
        ``ruling``.
      late: seconds it was written after it happened, where that is worth a word; else 0.
      clocks: seconds left on both, where they were read with it.
      ruling: under which it was entered; only directors and organisers are told.
    """

    version: int
    ply: int
    about: str
    words: str
    written_at: IsoTime
    occurred_at: IsoTime | None = None
    late: int = 0
    by: str = ""
    device: str = ""
    clocks: Clocks | None = None
    ruling: RulingTold | None = None


class Replayed(Struct, frozen=True, kw_only=True):
    """A whole game.

    Attributes:
      asof: the moment of knowledge that is shown; ``None``: now.
      moments: every event, known at ``asof`` or not.
      findings: where the record doesn't agree with itself.
      boards: how live this is for whoever asks.
      incidents: what was no ordinary turn, as far as whoever asks is shown it.
    """

    game: GameFacts
    players: tuple[PlayerFacts, PlayerFacts]
    board: BoardFacts
    tiles: tuple[TileFacts, ...]
    asof: IsoTime | None = None
    moments: tuple[Moment, ...]
    plies: tuple[Ply, ...]
    result: ResultTold | None = None
    findings: tuple[Finding, ...] = ()
    boards: Boards = Boards.NOW
    incidents: tuple[IncidentTold, ...] = ()


# What a replay tells between one line of the score sheet and the next: notes, remarks, rulings.


def notes_between(
    sheet: Sheet, entries: list[Standing], since: int = 0
) -> dict[int, tuple[str, ...]]:
    """What was written between one line and the next, by the index of the line before.

    Args:
      since: the version up to which nothing is told but what was corrected later.
    """
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    notes: dict[int, tuple[str, ...]] = {}
    index = 0
    for entry in entries:
        version = entry.event.originator_version
        index = at_line.get(version, index)
        note = ""
        if (entry.fact is None or version <= since) and not entry.corrections:
            continue
        if entry.fact is None:
            correction = entry.corrections[-1]
            why = if_shown(correction.why)
            note = say("replay.entry-struck-out", was=move_told(correction.was))
            if why:
                note = say("replay.entry-struck-out-why", was=move_told(correction.was), why=why)
        elif version not in at_line:
            note = note_of(entry.fact, sheet)
            if isinstance(entry.fact, DiscrepancyFound):
                note += _put_right(sheet, version, DISCREPANCY)
        if note:
            notes[index] = (*notes.get(index, ()), note)
    return notes


def remarks_between(
    sheet: Sheet, entries: list[Standing]
) -> dict[int, tuple[tuple[str, str], ...]]:
    """Remarks, each with its rule, on a line and on what follows it, by the line's index."""
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    rules = rules_of(sheet.scheduled)
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    index = 0
    for entry in entries:
        index = at_line.get(entry.event.originator_version, index)
        codes = () if entry.fact is None else entry.event.envelope.remarks
        for code in codes:
            put_right = _put_right(sheet, entry.event.originator_version, code)
            words = words_at(sheet, entry.event, code)
            left = left_open(sheet, entry.event) if code == DIRECTOR_TO_CONFIRM else None
            one = (words + put_right, left.clause if left else rule_of(code, rules))
            found[index] = tuple(dict.fromkeys((*found.get(index, ()), one)))
    return found


def _put_right(sheet: Sheet, version: int, code: str) -> str:
    """What has put a matter right since, as a sentence; ``""`` while it stands."""
    found = resolved(sheet, version, code)
    return f" {found.words}" if found else ""


def ruled_after(sheet: Sheet) -> frozenset[int]:
    """Indexes of the lines after which something was entered under a ruling."""
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    ruled, index = set(), 0
    for event in sheet.events:
        index = at_line.get(event.originator_version, index)
        if event.envelope.case is not None:
            ruled.add(index)
    return frozenset(ruled)


# The plies of a replay: each line of the score sheet with what it changed.


MARKS = {
    LineKind.WITHDRAWN: ("challenge", "phoney"),
    LineKind.BONUS: ("challenge",),
    LineKind.COST: ("challenge",),
    LineKind.TURN_LOST: ("challenge",),
    LineKind.OVERTIME: ("overtime",),
    LineKind.FORFEITED: ("ruling",),
}
_AFTER_THE_END = frozenset(
    {LineKind.UNPLAYED, LineKind.RESIGNED, LineKind.FORFEITED, LineKind.SLIP, LineKind.FILE}
)


def utc(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC, ending in ``Z``.

    >>> utc(datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC))
    '2026-11-21T14:32:07Z'
    """
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def plies_of(sheet: Sheet, disagreeing: tuple[Finding, ...]) -> tuple[Ply, ...]:
    """Every line of the sheet as a ply; ``disagreeing``: where its scores do not add up."""
    beside = _beside(sheet, disagreeing)
    stock = full_stock(sheet.scheduled.tile_set)
    plies: list[Ply] = []
    open_plays: dict[Seat, Line] = {}
    on_move: Seat | None = Seat.FIRST if sheet.started else None
    for number, line in enumerate(sheet.lines, 1):
        removed: tuple[int, ...] = ()
        if line.is_turn and line.withdrawn:
            open_plays[line.seat] = line
        if line.kind is LineKind.PLAY:
            stock = stock.after_playing(line.seat, len(line.placed))
        elif line.kind is LineKind.WITHDRAWN and line.seat in open_plays:
            play = open_plays.pop(line.seat)
            removed = tuple(index for index, _ in play.placed)
            held = play.before.racks[line.seat.place] if play.before else 0
            stock = stock.after_taking_back(line.seat, len(play.placed), held)
            on_move = line.seat.opponent
        if line.is_turn or _is_turn_lost(line):
            on_move = line.seat.opponent
        elif line.kind in _AFTER_THE_END:
            on_move = None
        ply = _view(sheet, number, line, beside)
        unseen = stock.bag + stock.racks[(on_move or Seat.FIRST).opponent.place]
        plies.append(replace(ply, removed=removed, unseen=unseen, bag=stock.bag, on_move=on_move))
    return tuple(plies)


class _Beside(Struct, frozen=True):
    """What else is told of a sheet's lines.

    Attributes:
      events: by version.
      notes: by the number of plies before; so are ``remarked``, words and rule, and ``ruled``.
      differs: by the version of a line that does not agree with the rest, its marks.
    """

    events: Mapping[int, Event]
    notes: Mapping[int, tuple[str, ...]]
    remarked: Mapping[int, tuple[tuple[str, str], ...]]
    ruled: frozenset[int]
    differs: Mapping[int, frozenset[str]]


def _beside(sheet: Sheet, disagreeing: tuple[Finding, ...]) -> _Beside:
    entries = standing(sheet.events)
    return _Beside(
        {event.originator_version: event for event in sheet.events},
        notes_between(sheet, entries),
        remarks_between(sheet, entries),
        ruled_after(sheet),
        _differs(disagreeing),
    )


def _differs(disagreeing: tuple[Finding, ...]) -> dict[int, frozenset[str]]:
    found: dict[int, frozenset[str]] = {}
    for one in disagreeing:
        if one.for_director:
            found[one.version] = found.get(one.version, frozenset()) | {FLAG_OF[ABOUT[one.code]]}
    return found


def _view(sheet: Sheet, number: int, line: Line, beside: _Beside) -> Ply:
    """What a line tells by itself, and what is told beside it."""
    envelope = beside.events[line.version].envelope
    remarked = beside.remarked.get(number - 1, ())
    return Ply(
        ply=number,
        version=line.version,
        seat=line.seat,
        kind="phoney" if line.withdrawn else line.kind.value,
        move=line.move,
        text=_sentence(sheet, line),
        square=line.placement.square if line.placement else None,
        across=line.placement is not None and line.placement.square[:1].isdigit(),
        placed=tuple(PlacedTile(index, tile) for index, tile in line.placed),
        words=line.words,
        score=line.score,
        announced=line.announced,
        computed=line.computed,
        totals=line.totals,
        clocks=line.clocks,
        rack=line.rack,
        marks=_marks(number, line, beside),
        remarks=tuple(words for words, _ in remarked),
        remark_rules=tuple(rule for _, rule in remarked),
        notes=beside.notes.get(number - 1, ()),
        written_at=utc(envelope.written_at),
        occurred_at=utc(envelope.occurred_at) if envelope.occurred_at else None,
        written_by=envelope.written_by,
        device=envelope.device,
        corrections=tuple(
            CorrectionTold(
                each.version, utc(each.at), reason_given(if_shown(each.by)),
                reason_given(if_shown(each.why)),
                move_told(each.was), move_told(each.now),
            )
            for each in line.corrections
        ),
        verified=line.verified,
    )  # fmt: skip


def _marks(number: int, line: Line, beside: _Beside) -> tuple[str, ...]:
    marks = [*MARKS.get(line.kind, ())]
    marks += ["phoney"] * (line.withdrawn and line.kind is LineKind.PLAY)
    marks += ["correction"] * bool(line.corrections)
    marks += ["ruling"] * (number - 1 in beside.ruled and "ruling" not in marks)
    marks += ["remark"] * bool(beside.remarked.get(number - 1))
    marks += sorted(beside.differs.get(line.version, ()))
    return tuple(marks)


def _is_turn_lost(line: Line) -> bool:
    """Whether a player lost a turn by it; the only penalty without points is one of a turn."""
    return line.kind in LOST_TURNS or (line.kind is LineKind.PENALTY and not line.score)


def _sentence(sheet: Sheet, line: Line) -> str:
    first, second = line.totals
    what = [line.wording]
    if line.words:
        what.append(say("replay.forming", words=", ".join(word.word for word in line.words)))
    if line.score or line.is_turn:
        what.append(always_signed(line.score))
    if line.withdrawn:
        what.append(say("replay.later-challenged-off"))
    return say(
        "replay.line-read",
        player=sheet.name(line.seat),
        what=", ".join(what),
        first=whole(first),
        second=whole(second),
    )


# What was not an ordinary turn: the lane of incidents that a dispute is looked at by.


ORDINARY: frozenset[type[Fact]] = frozenset(
    {
        setting_up.GameScheduled, setting_up.StarterDetermined, setting_up.GameStarted,
        setting_up.TimerChosen, setting_up.EquipmentNoted, setting_up.FirstTileDrawn,
        setting_up.FirstRackDrawn, setting_up.StartTilesReturned, setting_up.RecordingAgreed,
        turns.PlayRecorded, turns.TilesExchanged, turns.TurnPassed, TilesDrawn,
        blanks.BlankDesignated, clock.TimeRead, keeping.TurnsVerified, scores.CumulativeAgreed,
        endings.PlayedOut, endings.UnplayedTilesCounted, results.ResultProposed,
        results.TallySheetSigned, keeping.GameLineNoted, keeping.GameFileTakenIn,
    }
)  # fmt: skip
"""Facts of a game without a word about it; all others are incidents."""

SIGNS = {
    "challenges": "challenge", "judging": "challenge", "calls": "call", "clock": "clock",
    "drawing": "tiles", "loose_tiles": "tiles", "exchanges": "tiles", "blanks": "blank",
    "scores": "correction", "turns": "correction", "placement": "correction", "absences": "away",
    "results": "result", "endings": "result", "keeping": "record", "setting_up": "record",
}  # fmt: skip
"""What an incident is about, by the chapter its fact is written down in."""

OWN_SIGNS: dict[type[Fact], str] = {
    **dict.fromkeys(
        (
            challenges.HoldCalled, challenges.HoldReleased, challenges.CourtesyDraw,
            challenges.CourtesyTilesMixed, challenges.FlashDraw, drawing.DrawnThenChallengedOff,
            drawing.NewTilesReturned,
        ),
        "hold",
    ),
    **dict.fromkeys(
        (
            placement.BoardUpset, placement.UpsetFound, placement.PositionRebuilt,
            placement.UpsetEnded, placement.PlayerEjected,
        ),
        "upset",
    ),
    turns.ActTakenBack: "record",
    endings.GameForfeited: "record",
    clock.OvertimeRecorded: "result",
}  # fmt: skip
"""Of facts that are about something else than the rest of their chapter."""

LATE_FROM = 5  # seconds between what happened and when it was written that are worth a word


class Incident(Struct, frozen=True, kw_only=True):
    """One thing that was no ordinary turn.

    Attributes:
      ply: how many lines the sheet had when it was written; where it wrote one, with that.
      about: ``hold``, ``call``, ``clock``, ``challenge``, ``tiles``, ``blank``, ``correction``,
        ``away``, ``upset``, ``result``, ``record`` or ``ruling``.
      happened_at: by the clock of the tablet, put right; ``None``: it was not said.
      late: seconds it was written after it happened, where that is worth a word; else 0.
    """

    version: int
    ply: int
    about: str
    words: str
    written_at: datetime
    happened_at: datetime | None
    late: int
    by: str
    device: str
    clocks: Clocks | None
    ruling: RulingTold | None


def incidents_of(
    sheet: Sheet,
    ruling_of: Callable[[UUID], RulingTold | None],
    ruled: Iterable[tuple[datetime, RulingTold]] = (),
) -> tuple[Incident, ...]:
    """Every incident of a game, oldest first.

    Args:
      ruled: every ruling for this game, with when it was given. One that nothing at the table
        was entered under stands where the game was when it was given.
    """
    plies = _plies(sheet)
    found = [
        _told_incidents(sheet, event, plies[event.originator_version], ruling_of)
        for event in sheet.events
        if type(event.fact) not in ORDINARY or event.envelope.case is not None
    ]
    carried_out = {one.ruling.number for one in found if one.ruling}
    times = [event.envelope.written_at for event in sheet.events]
    for given_at, ruling in ruled:
        place = bisect_right(times, given_at)
        if ruling.number not in carried_out and place:
            found.append(_ruled(sheet.events[place - 1], plies, given_at, ruling))
    return tuple(sorted(found, key=lambda one: (one.version, one.written_at)))


def lane_of(incidents: Iterable[Incident]) -> tuple[IncidentTold, ...]:
    """The incidents as the replay tells them, along the plies."""
    found = sorted(incidents, key=lambda one: (one.ply, one.version))
    return tuple(
        IncidentTold(
            version=one.version,
            ply=one.ply,
            about=one.about,
            words=one.words,
            written_at=utc(one.written_at),
            occurred_at=utc(one.happened_at) if one.happened_at else None,
            late=one.late,
            by=one.by,
            device=one.device,
            clocks=one.clocks,
            ruling=one.ruling,
        )
        for one in found
    )


def _plies(sheet: Sheet) -> dict[int, int]:
    """By version of an event, the ply that is shown at it."""
    at_line = {line.version: number for number, line in enumerate(sheet.lines, 1)}
    plies, ply = {}, 0
    for event in sheet.events:
        ply = at_line.get(event.originator_version, ply)
        plies[event.originator_version] = ply
    return plies


def _ruled(last: Event, plies: dict[int, int], given_at: datetime, ruling: RulingTold) -> Incident:
    version = last.originator_version
    return Incident(
        version=version, ply=plies[version], about="ruling",
        words=say("replay.ruled-that", finding=ruling.finding),
        written_at=given_at, happened_at=None, late=0, by=ruling.by, device="", clocks=None,
        ruling=ruling,
    )  # fmt: skip


def sign_of(kind: type[Fact]) -> str:
    """What an incident of this fact is about, in a word; the chapter is its package."""
    return OWN_SIGNS.get(kind) or SIGNS.get(kind.__module__.split(".")[-2], "record")


def _told_incidents(
    sheet: Sheet, event: Event, ply: int, ruling_of: Callable[[UUID], RulingTold | None]
) -> Incident:
    envelope = event.envelope
    ruled = ruling_of(envelope.case) if envelope.case is not None else None
    happened = envelope.occurred_at
    late = round((envelope.written_at - happened).total_seconds()) if happened else 0
    return Incident(
        version=event.originator_version,
        ply=ply,
        about="ruling" if envelope.case is not None else sign_of(type(event.fact)),
        words=wording(event.fact, sheet),
        written_at=envelope.written_at,
        happened_at=happened,
        late=late if late >= LATE_FROM else 0,
        by=envelope.written_by,
        device=envelope.device,
        clocks=envelope.clocks,
        ruling=ruled,
    )


# A game told ply by ply, for the replay page and the JSON download.
#
# Everything the page needs is in one value, so that stepping through a game asks the server
# nothing: where tiles came and went, scores, totals, clocks, what was corrected and by whom.


def replay_of(
    sheet: Sheet,
    *,
    tournament_name: str = "",
    moments: Iterable[Event] = (),
    asof: datetime | None = None,
    boards: Boards = Boards.NOW,
    incidents: Iterable[Incident] = (),
) -> Replayed:
    """Tell the game on ``sheet``.

    Args:
      moments: every event of the game, known at ``asof`` or not, for the record-time slider.
      asof: the moment of knowledge shown; ``None`` for now.
    """
    disagreeing = findings(sheet)
    return Replayed(
        game=_game(sheet, tournament_name),
        players=players_view(sheet),
        board=board_view(sheet.scheduled.board),
        tiles=tiles_view(sheet.scheduled.tile_set),
        asof=utc(asof) if asof else None,
        moments=tuple(
            Moment(
                event.originator_version, utc(event.envelope.written_at), wording(event.fact, sheet)
            )
            for event in (tuple(moments) or sheet.events)
        ),
        plies=plies_of(sheet, disagreeing),
        result=result_view(sheet),
        findings=disagreeing,
        boards=boards,
        incidents=lane_of(incidents),
    )


def players_view(sheet: Sheet) -> tuple[PlayerFacts, PlayerFacts]:
    (one, two), (its, other) = sheet.names, sheet.numbers or (None, None)
    return PlayerFacts(Seat.FIRST, one, its), PlayerFacts(Seat.SECOND, two, other)


@cache
def board_view(name: str) -> BoardFacts:
    board = load_board(name)
    return BoardFacts(board.size, board.premiums)


@cache
def tiles_view(name: str) -> tuple[TileFacts, ...]:
    tiles = load_tile_set(name)
    return tuple(TileFacts(tile, tiles.values[tile], count) for tile, count in tiles.counts.items())


def _game(sheet: Sheet, tournament_name: str) -> GameFacts:
    scheduled = sheet.scheduled
    return GameFacts(
        id=sheet.id,
        tournament=scheduled.tournament,
        tournament_name=tournament_name or scheduled.tournament,
        division=scheduled.division,
        round=scheduled.round_number,
        table=scheduled.table,
        replay=scheduled.replay,
        rulebook=scheduled.rulebook,
        lexicon=scheduled.lexicon,
        version=sheet.version,
        state=sheet.state,
        source=scheduled.source,
    )


# The lane of incidents as whoever looks is shown it.


def sees_the_whole_lane(viewer: Viewer) -> bool:
    """Whether calls with their reasons, emergencies and rulings in words are shown to a viewer.

    They are for those who rule. Whoever keeps the record of a table wrote much of it down, and
    reads it there, not in a lane that may be on a screen which players see.
    """
    return extent(viewer, Matter.CASE, over=True) is Extent.WHOLE


def lane_visible_to(
    viewer: Viewer,
    sheet: Sheet,
    files: Iterable[CaseFile],
    *,
    over: bool,
    until: datetime | None = None,
) -> tuple[Incident, ...]:
    """The incidents of a game as this viewer is shown them, oldest first.

    Args:
      files: the cases about the game; nothing of them is told to whoever may not see cases.
      over: whether the game is over now, whichever moment of it is looked at.
      until: the moment of knowledge that is looked at: no later ruling is told. ``None``: now.
    """
    if not sees_the_whole_lane(viewer):
        return incidents_of(sheet_visible_to(Viewer.VISITOR, sheet, over=over), lambda _case: None)
    known = tuple(files)
    ruled = [one for file in known for one in rulings_in(file, sheet.id, until)]
    return incidents_of(sheet, ruling_in(sheet.id, known, until), ruled)


def rulings_in(
    file: CaseFile, game: UUID, until: datetime | None = None
) -> list[tuple[datetime, RulingTold]]:
    """Every ruling of a case for a game, oldest first, with when it was given.

    Args:
      until: leave out what was ruled later; ``None`` for nothing.
    """
    number = file.opened.number
    return [
        (
            event.envelope.written_at,
            RulingTold(
                number_wording(number),
                number,
                finding_wording(event.fact),
                event.fact.citation,
                event.envelope.written_by,
            ),
        )
        for event in file.events
        if isinstance(event.fact, RulingGiven)
        and event.fact.game == game
        and (until is None or event.envelope.written_at <= until)
    ]


def ruling_in(
    game: UUID, files: Iterable[CaseFile], until: datetime | None = None
) -> Callable[[UUID], RulingTold | None]:
    """Gives the last ruling of a case for this game, in words; as ``rulings_in``."""
    by_case = {file.id: file for file in files}

    def ruling_of(case: UUID) -> RulingTold | None:
        file = by_case.get(case)
        given = rulings_in(file, game, until) if file else []
        return given[-1][1] if given else None

    return ruling_of
