"""The plies of a replay: each line of the score sheet with what it changed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from ledger.game.sheet import Line, LineKind, Sheet, Stock
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.effective import standing
from ledger.game.sheet.folding import full_stock
from ledger.game.sheet.line import LOST_TURNS
from ledger.game.sheet.rescoring import Finding
from ledger.record.events import Event
from ledger.replay.notes import notes_between, remarks_between, ruled_after
from ledger.vocabulary import Seat

MARKS = {
    LineKind.WITHDRAWN: ("challenge", "phoney"),
    LineKind.BONUS: ("challenge",),
    LineKind.COST: ("challenge",),
    LineKind.TURN_LOST: ("challenge",),
    LineKind.OVERTIME: ("overtime",),
    LineKind.FORFEITED: ("ruling",),
}
_AFTER_THE_END = frozenset({LineKind.UNPLAYED, LineKind.RESIGNED, LineKind.FORFEITED})


class Ply(Struct, frozen=True, kw_only=True):
    """One line of the score sheet, with what it changed. Fields as in ``Line``.

    Attributes:
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
    seat: str
    kind: str
    move: str
    text: str
    square: str | None
    across: bool
    placed: tuple[dict[str, Any], ...]
    removed: tuple[int, ...]
    words: tuple[dict[str, Any], ...]
    score: int
    announced: int | None
    computed: int | None
    totals: tuple[int, int]
    clocks: tuple[int, int] | None
    unseen: int
    bag: int
    rack: str
    on_move: str | None
    marks: tuple[str, ...]
    remarks: tuple[str, ...]
    remark_rules: tuple[str, ...]
    notes: tuple[str, ...]
    written_at: str
    occurred_at: str | None
    written_by: str
    device: str
    corrections: tuple[dict[str, Any], ...]
    verified: tuple[str, ...]


def utc(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC, ending in ``Z``.

    >>> utc(datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC))
    '2026-11-21T14:32:07Z'
    """
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def plies_of(sheet: Sheet, disagreeing: tuple[Finding, ...]) -> list[Ply]:
    """Every line of the sheet as a ply; ``disagreeing``: where its scores do not add up."""
    entries = standing(sheet.events)
    events = {event.originator_version: event for event in sheet.events}
    notes, ruled = notes_between(sheet, entries), ruled_after(sheet)
    remarked = remarks_between(sheet, entries)
    inconsistent = {finding.version for finding in disagreeing if finding.for_director}
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
        plies.append(
            _ply(
                sheet, number, line, events[line.version], removed, stock, on_move,
                notes.get(number - 1, ()), remarked.get(number - 1, ()),
                line.version in inconsistent, number - 1 in ruled,
            )
        )  # fmt: skip
    return plies


def _ply(
    sheet: Sheet,
    number: int,
    line: Line,
    event: Event,
    removed: tuple[int, ...],
    stock: Stock,
    on_move: Seat | None,
    notes: tuple[str, ...],
    remarked: tuple[tuple[str, str], ...],
    inconsistent: bool,
    ruled: bool,
) -> Ply:
    envelope = event.envelope
    marks = [*MARKS.get(line.kind, ())]
    marks += ["phoney"] * (line.withdrawn and line.kind is LineKind.PLAY)
    marks += ["correction"] * bool(line.corrections)
    marks += ["ruling"] * (ruled and "ruling" not in marks)
    marks += ["remark"] * bool(remarked)
    marks += ["inconsistent"] * inconsistent
    waiting = on_move or Seat.FIRST
    return Ply(
        ply=number,
        version=line.version,
        seat=line.seat.value,
        kind="phoney" if line.withdrawn else line.kind.value,
        move=line.move,
        text=_sentence(sheet, line),
        square=line.placement.square if line.placement else None,
        across=line.placement is not None and line.placement.square[:1].isdigit(),
        placed=tuple({"at": index, "tile": tile} for index, tile in line.placed),
        removed=removed,
        words=tuple({"word": word.word, "score": int(word.score)} for word in line.words),
        score=line.score,
        announced=line.announced,
        computed=line.computed,
        totals=line.totals,
        clocks=line.clocks,
        unseen=stock.bag + stock.racks[waiting.opponent.place],
        bag=stock.bag,
        rack=line.rack,
        on_move=on_move.value if on_move else None,
        marks=tuple(marks),
        remarks=tuple(words for words, _ in remarked),
        remark_rules=tuple(rule for _, rule in remarked),
        notes=notes,
        written_at=utc(envelope.written_at),
        occurred_at=utc(envelope.occurred_at) if envelope.occurred_at else None,
        written_by=envelope.written_by,
        device=envelope.device,
        corrections=tuple(
            {
                "version": correction.version,
                "at": utc(correction.at),
                "by": if_shown(correction.by),
                "reason": if_shown(correction.reason),
                "was": correction.was,
                "now": correction.now,
            }
            for correction in line.corrections
        ),
        verified=line.verified,
    )


def _is_turn_lost(line: Line) -> bool:
    """Whether a player lost a turn by it; the only penalty without points is one of a turn."""
    return line.kind in LOST_TURNS or (line.kind is LineKind.PENALTY and not line.score)


def _sentence(sheet: Sheet, line: Line) -> str:
    """A ply in one sentence, for a screen reader."""
    first, second = line.totals
    words = f", forming {', '.join(word.word for word in line.words)}" if line.words else ""
    lost = ", later challenged off" if line.withdrawn else ""
    score = f", {line.score:+d}" if line.score or line.is_turn else ""
    return f"{sheet.name(line.seat)}: {line.move}{words}{score}{lost}. {first} to {second}."
