"""What a queued entry wanted that came too late, kept beside its answer.

Of a request the ledger keeps a digest only. One that waited in a tablet's queue and came back
*stale* is an exception: two people differ about what happened at a table, and both must be able
to see both entries. One about a game that was *refused* is another (``refused_body``). It lies in
the answer's own row, which is never changed and has check sums: an event would make the game go
on, and every other tablet's queue stale for it.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from ledger.asking.asked import Asked
from ledger.desk.requests import Sent
from ledger.vocabulary import Clocks, Moment


class Wanted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was asked, and what the request said about itself.

    Attributes:
      by: badge it was handed in under.
      asked: the request as plain data, with its tag under ``ask``.
      after: the last entry its scorekeeper had seen.
      occurred_at: what the device's clock said when it happened.
      clocks: what both players' clocks showed.
      same_as: the request that had written just the same; then nobody need settle anything.
    """

    by: str
    asked: dict[str, Any]
    after: UUID | None = None
    occurred_at: Moment | None = None
    clocks: Clocks | None = None
    same_as: UUID | None = None


_WANTED = msgspec.json.Decoder(Wanted)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def as_kept(asked: Asked, sent: Sent, same_as: UUID | None = None) -> bytes:
    """What ``asked`` wanted, as the body of its answer."""
    return msgspec.json.encode(wanted_by(asked, sent, same_as))


def wanted_by(asked: Asked, sent: Sent, same_as: UUID | None = None) -> Wanted:
    """What ``asked`` wanted, to be read later."""
    return Wanted(
        by=sent.by,
        asked=msgspec.to_builtins(asked),
        after=sent.after,
        occurred_at=sent.occurred_at,
        clocks=sent.clocks,
        same_as=same_as,
    )


def wanted_of(body: bytes) -> Wanted:
    """What the body of a stale answer says was wanted."""
    return _WANTED.decode(body)
