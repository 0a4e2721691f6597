"""Which signatures stand: those given for the result as it is now, or a ruling in their place.

What was signed is not what stands any more once anything in it has changed: a score corrected,
overtime waived, a result amended. Nobody has to say so: it is seen from the events. Signatures
void in this way count again only if what they were given for stands again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.calls.facts import (
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    MatterSetAside,
    WarningDue,
    WarningSettled,
)
from ledger.game.keeping.facts import TableHandedOver, TurnsVerified
from ledger.game.results.facts import (
    AmendmentAsked,
    AmendmentRefused,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultSigned,
    SetGathered,
)
from ledger.game.sheet.line import LineKind
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.kept_words import WordsRemoved
from ledger.record.standing import taken_back
from ledger.vocabulary import Seat, Totals

if TYPE_CHECKING:
    from ledger.game.sheet.sheet import Sheet


class Signed(Struct, frozen=True):
    """A signature and the version of its event, which says when it was given."""

    fact: ResultSigned
    version: int

    @property
    def seat(self) -> Seat:
        return self.fact.seat


class Amending(Struct, frozen=True):
    """A petition for amendment that nobody has decided yet.

    Attributes:
      now: what the scores should be, if that was said.
      signatures: of the players who agree to exactly these scores, oldest first.
    """

    version: int
    seat: Seat | None
    reason: str
    now: Totals | None
    signatures: tuple[Signed, ...] = ()

    @property
    def agreed(self) -> bool:
        return len(self.signatures) == len(Seat)


IN_THE_RESULT = (
    LineKind.BONUS, LineKind.COST, LineKind.PENALTY, LineKind.CREDIT, LineKind.UNPLAYED,
    LineKind.OVERTIME, LineKind.RESIGNED, LineKind.FORFEITED,
)  # fmt: skip
"""Lines that are no turn of play: a result tells each of them with what it is for."""

CHANGES_NO_RESULT: frozenset[type[Fact]] = frozenset(
    {
        AmendmentAsked, AmendmentRefused, ClaimMade, DirectorArrived, DirectorCalled, DirectorLeft,
        DirectorSetOut, MatterSetAside, ResultAmended, ResultHandedIn, ResultProposed, ResultSigned,
        SetGathered, TableHandedOver, TurnsVerified, WarningDue, WarningSettled, WordsRemoved,
    }
)  # fmt: skip
"""What may follow a signature without a look at what was signed; amended scores are compared
anyway."""

Folded = Callable[[Sequence[Event]], "Sheet"]
"""What the first events of a game add up to."""


def with_signatures(sheet: Sheet, folded: Folded) -> Sheet:
    """``sheet`` with the signatures that stand, and with the ruling that stands for them."""
    if not sheet.result.given:
        return replace(
            sheet, result=replace(sheet.result, signatures=(), carried=sheet.result.ruled_at)
        )
    given = sheet.result.given
    standing = tuple(one for one in given if _covers(one, sheet, folded))
    carried = sheet.result.ruled_at or (0 if standing == given else _ruling_since(sheet))
    return replace(sheet, result=replace(sheet.result, signatures=standing, carried=carried))


def _covers(signed: Signed, sheet: Sheet, folded: Folded) -> bool:
    """Whether a signature is for what stands. Of an old one only the scores are known."""
    fact = signed.fact
    if fact.totals != sheet.stands:
        return False
    since = [e for e in sheet.events if e.originator_version > (fact.covers or signed.version)]
    if fact.covers is None or all(type(event.fact) in CHANGES_NO_RESULT for event in since):
        return True
    then = folded(sheet.events[: len(sheet.events) - len(since)])
    if fact.amendment is not None:
        then = replace(then, result=replace(then.result, amended=fact.totals))
    return result_stood(then) == result_stood(sheet)


def result_stood(sheet: Sheet) -> tuple[Any, ...]:
    """All that makes up a result: two sheets where this is the same tell the players the same."""
    lines = tuple(
        (line.kind, line.seat, line.score, line.note, line.tiles)
        for line in sheet.lines
        if line.kind in IN_THE_RESULT
    )
    return (
        sheet.stands, sheet.totals, lines, sheet.names, sheet.ending.margin, sheet.ending.forfeit,
        sheet.ending.resigned, sheet.ending.voided,
    )  # fmt: skip


def _ruling_since(sheet: Sheet) -> int:
    """The event by which a ruling changed what both players had signed; 0 for none.

    Without a ruling a signed result isn't touched, so where both had signed one result and
    another stands, what was entered under a ruling since is why.
    """
    given = sheet.result.given
    if len(given) < len(Seat) or len({one.fact.totals for one in given}) > 1:
        return 0
    last = max(one.version for one in given)
    gone = taken_back(sheet.events)
    return max(
        (
            event.originator_version
            for event in sheet.events
            if event.originator_version > last
            and event.originator_version not in gone
            and event.envelope.case is not None
        ),
        default=0,
    )
