"""The plies of a replay: each line of the score sheet with what it changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.sheet import Line, LineKind, Sheet
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.disagreeing import ABOUT, FLAG_OF
from ledger.game.sheet.effective import standing
from ledger.game.sheet.folding import full_stock
from ledger.game.sheet.line import LOST_TURNS
from ledger.game.sheet.rescoring import Finding
from ledger.record.events import Event
from ledger.replay.notes import notes_between, remarks_between, ruled_after
from ledger.replay.replayed import CorrectionTold, PlacedTile, Ply
from ledger.vocabulary import Seat
from ledger.vocabulary.signs import always_signed, whole

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
        told = _told(sheet, number, line, beside)
        unseen = stock.bag + stock.racks[(on_move or Seat.FIRST).opponent.place]
        plies.append(replace(told, removed=removed, unseen=unseen, bag=stock.bag, on_move=on_move))
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


def _told(sheet: Sheet, number: int, line: Line, beside: _Beside) -> Ply:
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
                each.version, utc(each.at), if_shown(each.by), if_shown(each.reason),
                each.was, each.now,
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
    """A ply in one sentence, for a screen reader."""
    first, second = line.totals
    words = f", forming {', '.join(word.word for word in line.words)}" if line.words else ""
    lost = ", later challenged off" if line.withdrawn else ""
    score = f", {always_signed(line.score)}" if line.score or line.is_turn else ""
    totals = f"{whole(first)} to {whole(second)}"
    return f"{sheet.name(line.seat)}: {line.told}{words}{score}{lost}. {totals}."
