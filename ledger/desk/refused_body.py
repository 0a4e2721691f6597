"""The body of a refusal's answer: what was said, and what a refused request about a game wanted.

A refusal that a director's ruling can overcome is where a ruling starts: whoever rules reads what
was wanted, and enters that very request under the case. It lies in the answer's own row, as what
came too late does; bodies of older releases hold what was said alone, and are read.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ledger.asking.asked import Asked
from ledger.desk.came_too_late import Wanted, wanted_by
from ledger.desk.requests import Refused, Sent
from ledger.vocabulary.refusals import Refusal

LONGEST = 8192
"""Bytes of what was wanted that are kept: more is no entry anybody would read again."""


class RefusedBody(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was said of a request, in ``Refusal``'s own fields, and what it wanted.

    Attributes:
      would_write: topics of what a director could write for it under a ruling; empty: a ruling
        changes nothing.
      wanted: what was asked; ``None`` where it is not kept.
    """

    code: str
    what: str
    next_step: str
    clause: str = ""
    trap: str = ""
    would_write: tuple[str, ...] = ()
    wanted: Wanted | None = None

    @property
    def refusal(self) -> Refusal:
        """What was said."""
        return Refusal(self.code, self.what, self.next_step, self.clause, self.trap)


_BODIES = msgspec.json.Decoder(RefusedBody)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def as_refused(refused: Refused, asked: Asked | None, sent: Sent) -> bytes:
    """A refusal as the body of its answer.

    Args:
      refused: what was said.
      asked: the request; ``None`` where it could not be read.
      sent: what it says about itself.
    """
    said = refused.refusal
    body = RefusedBody(
        code=said.code,
        what=said.what,
        next_step=said.next_step,
        clause=said.clause,
        trap=said.trap,
        would_write=refused.would_write,
    )
    if asked is None or asked.about != "game":
        return msgspec.json.encode(body)
    wanted = wanted_by(asked, sent)
    if len(msgspec.json.encode(wanted)) > LONGEST:
        return msgspec.json.encode(body)
    return msgspec.json.encode(msgspec.structs.replace(body, wanted=wanted))


def refused_of(body: bytes) -> RefusedBody:
    """What the body of a refused answer says."""
    return _BODIES.decode(body)
