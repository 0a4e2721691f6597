"""What lies beside the log of one game: signatures by hand, and photos of its slips."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.forgetting.pieces import Kept, Piece, PieceKind
from ledger.forgetting.whose import Known
from ledger.game.facts.results import ResultSigned, SlipTyped
from ledger.game.sheet.sheet import Sheet
from ledger.record.words_removed import removed_on
from ledger.vocabulary import Seat


def in_game(sheet: Sheet, known: Known, kept: Kept) -> Iterator[Piece]:
    """The pieces of a game, each digest once."""
    removed = removed_on(sheet.events)
    held = sheet.scheduled
    division = f" {held.division}" if held.division else ""
    replayed = f", game {held.replay}" if held.replay != 1 else ""
    seen: set[str] = set()
    seats: tuple[Seat, ...]
    for event in sheet.events:
        kind: PieceKind
        match event.fact:
            case ResultSigned(words=digest, seat=seat):
                kind, seats = "signature", (seat,)
            case SlipTyped(photo=digest, whose=whose):
                kind, seats = "slip-photo", tuple(Seat) if whose is None else (whose,)
            case _:
                continue
        size = kept(digest) if digest and digest not in seen else None
        if size is None:
            continue
        seen.add(digest)
        yield Piece(
            digest=digest,
            kind=kind,
            stream=sheet.id,
            event=event.originator_version,
            version=sheet.version,
            where=f"R{held.round_number}{division} T{held.table}{replayed}",
            is_case=False,
            at=event.envelope.written_at,
            of=tuple(dict.fromkeys(_who(sheet, seat, known) for seat in seats)),
            size=size,
            removed_at=removed.get(digest),
        )


def _who(sheet: Sheet, seat: Seat, known: Known) -> str:
    number = sheet.numbers[seat.place] if sheet.numbers else 0
    return known.player(number, sheet.name(seat))
