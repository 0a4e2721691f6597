"""A game told ply by ply, for the replay page and the JSON download.

Everything the page needs is in one value, so that stepping through a game asks the server
nothing: where tiles came and went, scores, totals, clocks, what was corrected and by whom.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from ledger.board import load_board
from ledger.events import Event
from ledger.remark_rules import rule_of
from ledger.remarked import words_of
from ledger.result_lines import result_told
from ledger.rulebook import in_force
from ledger.sheet import Line, LineKind, Sheet, Stock
from ledger.sheet.effective import Standing, standing
from ledger.sheet.folding import full_stock
from ledger.sheet.line import LOST_TURNS
from ledger.sheet.rescoring import Finding, findings
from ledger.sheet.telling import note_of, told
from ledger.tile_set import load_tile_set
from ledger.vocabulary import Seat

MARKS = {
    LineKind.WITHDRAWN: ("challenge", "phoney"),
    LineKind.BONUS: ("challenge",),
    LineKind.TURN_LOST: ("challenge",),
    LineKind.OVERTIME: ("overtime",),
    LineKind.FORFEITED: ("ruling",),
}


class Ply(Struct, frozen=True, kw_only=True):
    """One line of the score sheet, with what it changed. Fields as in ``Line``.

    Attributes:
      placed: tiles that came to the board: index on the board and tile, blanks lower case.
      removed: indexes of the squares this ply emptied.
      unseen: tiles the player then on move has not seen: the bag and the opponent's rack.
      remarks: what was remarked on at this ply, and on what was written between it and the next.
      remark_rules: the rule behind each of the remarks, as ``wespa-4.0 3.2.1(a)``, or empty.
      notes: what else was written down between this ply and the next, in words.
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


class Replay(Struct, frozen=True, kw_only=True):
    """A whole game. Its JSON is described in ``web/openapi.yaml``."""

    game: dict[str, Any]
    players: tuple[dict[str, Any], ...]
    board: dict[str, Any]
    tiles: tuple[dict[str, Any], ...]
    asof: str | None
    moments: tuple[dict[str, Any], ...]
    plies: tuple[Ply, ...]
    result: dict[str, Any]
    findings: tuple[Finding, ...]


def replay_of(
    sheet: Sheet,
    *,
    tournament_name: str = "",
    moments: Iterable[Event] = (),
    asof: datetime | None = None,
) -> Replay:
    """Tell the game on ``sheet``.

    Args:
      sheet: the game as it stands, or as it was known at ``asof``.
      tournament_name: the tournament's full name, if known.
      moments: every event of the game, known at ``asof`` or not, for the record-time slider.
      asof: the moment of knowledge shown; ``None`` for now.
    """
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    disagreeing = findings(sheet)
    return Replay(
        game=_game(sheet, tournament_name),
        players=tuple(
            {
                "seat": seat.value,
                "name": sheet.name(seat),
                "number": sheet.numbers[seat.place] if sheet.numbers else None,
            }
            for seat in Seat
        ),
        board={"size": board.size, "premiums": board.premiums},
        tiles=tuple(
            {"tile": tile, "value": int(tile_set.value(tile)), "count": count}
            for tile, count in tile_set.counts.items()
        ),
        asof=utc(asof) if asof else None,
        moments=tuple(
            {
                "version": event.originator_version,
                "at": utc(event.envelope.written_at),
                "what": told(event.fact, sheet),
            }
            for event in (tuple(moments) or sheet.events)
        ),
        plies=tuple(_plies(sheet, disagreeing)),
        result=result_told(sheet),
        findings=disagreeing,
    )


def utc(moment: datetime) -> str:
    """A moment as ISO 8601 in UTC, ending in ``Z``.

    >>> utc(datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC))
    '2026-11-21T14:32:07Z'
    """
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _game(sheet: Sheet, tournament_name: str) -> dict[str, Any]:
    scheduled = sheet.scheduled
    return {
        "id": str(sheet.id),
        "tournament": scheduled.tournament,
        "tournament_name": tournament_name or scheduled.tournament,
        "division": scheduled.division,
        "round": scheduled.round_number,
        "table": scheduled.table,
        "replay": scheduled.replay,
        "rulebook": scheduled.rulebook,
        "lexicon": scheduled.lexicon,
        "version": sheet.version,
        "state": sheet.state,
        "source": scheduled.source,
    }


def _plies(sheet: Sheet, disagreeing: tuple[Finding, ...]) -> list[Ply]:
    entries = standing(sheet.events)
    events = {event.originator_version: event for event in sheet.events}
    notes, ruled = _notes(sheet, entries), _ruled_after(sheet)
    remarked = _remarked(sheet, entries)
    inconsistent = {finding.version for finding in disagreeing}
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


def _ruled_after(sheet: Sheet) -> frozenset[int]:
    """Indexes of the lines after which something was entered under a ruling."""
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    ruled, index = set(), 0
    for event in sheet.events:
        index = at_line.get(event.originator_version, index)
        if event.envelope.case is not None:
            ruled.add(index)
    return frozenset(ruled)


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
                "by": correction.by,
                "reason": correction.reason,
                "was": correction.was,
                "now": correction.now,
            }
            for correction in line.corrections
        ),
    )


_AFTER_THE_END = frozenset({LineKind.UNPLAYED, LineKind.RESIGNED, LineKind.FORFEITED})


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


def _notes(sheet: Sheet, entries: list[Standing]) -> dict[int, tuple[str, ...]]:
    """What was written between one line and the next, by the index of the line before."""
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    notes: dict[int, tuple[str, ...]] = {}
    index = 0
    for entry in entries:
        version = entry.event.originator_version
        index = at_line.get(version, index)
        note = ""
        if entry.fact is None and not entry.corrections:
            continue
        if entry.fact is None:
            correction = entry.corrections[-1]
            note = f"Entry struck out: {correction.was} ({correction.reason})."
        elif version not in at_line:
            note = note_of(entry.fact, sheet)
        if note:
            notes[index] = (*notes.get(index, ()), note)
    return notes


def _remarked(sheet: Sheet, entries: list[Standing]) -> dict[int, tuple[tuple[str, str], ...]]:
    """Remarks, each with its rule, on a line and on what follows it, by the line's index."""
    at_line = {line.version: index for index, line in enumerate(sheet.lines)}
    rules = in_force(sheet.scheduled.rulebook, sheet.scheduled.options)
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    index = 0
    for entry in entries:
        index = at_line.get(entry.event.originator_version, index)
        codes = () if entry.fact is None else entry.event.envelope.remarks
        for code in codes:
            one = (words_of(code), rule_of(code, rules))
            found[index] = tuple(dict.fromkeys((*found.get(index, ()), one)))
    return found


__all__ = ["Ply", "Replay", "replay_of", "utc"]
