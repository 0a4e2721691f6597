"""What ``tilescribe gcg check`` says about a file."""

from __future__ import annotations

from msgspec import Struct

from ledger.gcg.following import follow
from ledger.gcg.oddities import Oddity, in_order
from ledger.gcg.reading import read_gcg
from ledger.vocabulary import Points


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


def check(data: bytes, name: str) -> Check:
    """Read, replay and score the file called ``name``. It never raises."""
    record = read_gcg(data)
    followed = follow(record)
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
