"""Writing a GCG file: strictly, so that every reader takes it; and what checking one says."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ledger.gcg.following import follow
from ledger.gcg.reading import NOTHING_GIVEN, GivenTiles, read_gcg
from ledger.gcg.record import GcgEvent, GcgRecord, Kind, Oddity, in_order
from ledger.vocabulary import Points


def write_gcg(record: GcgRecord) -> bytes:
    """The file of a record. Reading it back gives the same record (``GcgRecord.bare``)."""
    return ("\n".join(_lines(record)) + "\n").encode("utf-8", errors="replace")


def _lines(record: GcgRecord) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for number, player in enumerate(record.players, 1):
        yield f"#player{number} {player.nick} {player.name}"
    for pragma in record.pragmas:
        yield f"#{pragma.keyword} {pragma.text}".rstrip()
    yield from _notes(record.notes)
    for event in record.events:
        yield event_line(event, record.players[event.player].nick)
        yield from _notes(event.notes)
    for held in record.held:
        yield f"#rack{held.player + 1} {held.tiles}".rstrip()
    if record.incomplete is not None:
        yield f"#incomplete {record.incomplete}".rstrip()


def _notes(notes: tuple[str, ...]) -> Iterator[str]:
    for note in notes:
        yield f"#note {note}".rstrip()


def event_line(event: GcgEvent, nick: str) -> str:
    parts = [f">{nick}: {event.rack}", described(event)]
    if event.score is not None:
        takes_off = not event.score and (event.kind is Kind.TIME or is_own_tiles(event))
        parts.append("-0" if takes_off else f"{event.score:+d}")
    if event.total is not None:
        parts.append(str(event.total))
    if event.comment:
        parts.append(event.comment)
    return " ".join(parts)


def is_own_tiles(event: GcgEvent) -> bool:
    """Whether a line at the end takes a player's own tiles off: they are on the rack."""
    return event.kind is Kind.LEFT and event.rack != ""


def described(event: GcgEvent) -> str:
    """What was done, as the format writes it: ``8D RETAINS``, ``-IIU``, ``(time)``."""
    match event.kind:
        case Kind.PLAY:
            return f"{event.square} {event.letters}"
        case Kind.EXCHANGE:
            return f"-{event.letters or event.count}"
        case Kind.LEFT:
            return f"({event.letters})"
        case _:
            return WRITTEN[event.kind]


WRITTEN = {
    Kind.PASS: "-",
    Kind.WITHDRAWN: "--",
    Kind.CHALLENGE: "(challenge)",
    Kind.TIME: "(time)",
}


# What ``tilescribe game check`` says about a file.


class Check(Struct, frozen=True):
    """A file read, replayed and scored; its JSON is one line of ``gcg check --json``.

    Attributes:
      scores: points of each player by our own count: plays worked out, other lines as written.
      declared: each player's last total as the file writes it, ``None`` where it writes none.
      turns: plays, exchanges and passes.
    """

    file: str
    readable: bool
    complete: bool
    players: tuple[str, ...]
    scores: dict[str, Points]
    declared: dict[str, Points | None]
    turns: int
    oddities: tuple[Oddity, ...]


def check(data: bytes, name: str, given: GivenTiles = NOTHING_GIVEN) -> Check:
    """Read, replay and score the file called ``name``. It never raises.

    Args:
      given: what is known of its tiles beside what it says.
    """
    record = read_gcg(data)
    followed = follow(record, given)
    nicks = tuple(player.nick for player in record.players)
    return Check(
        file=name,
        readable=record.readable,
        complete=followed.complete,
        players=nicks,
        scores=dict(zip(nicks, followed.scores, strict=True)),
        declared=dict(zip(nicks, followed.declared, strict=True)),
        turns=followed.turns,
        oddities=in_order(record.oddities + followed.oddities),
    )
