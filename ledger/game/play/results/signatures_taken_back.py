"""A signature of the wrong person, or given by mistake, taken back before the slip is in."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.scores import EntryCorrected
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.turns.corrections import must_have_reason
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.signed import Signed
from ledger.vocabulary import Role, Seat


class TakeBackSignature(Asked, frozen=True, tag="take-back-signature", kw_only=True):
    """The signature in the place of ``seat`` is none of that player's; it counts no more.

    Attributes:
      seat: whose signature it is said to be; ``None``: both are taken back.
      reason: why; that another person signed, for instance.
      approved_by: who agreed: ``both players`` or a badge.
    """

    seat: Seat | None = None
    reason: str
    approved_by: str


@decides(TakeBackSignature, may=STAFF)
def take_back_signature(sheet: Sheet, asked: TakeBackSignature, entry: Entry) -> Decision:
    """Strike a signature; the other player's stays for what it was given.

    One signature alone ends nothing, so both players may say together whose it was not. Once
    both have signed the result stands, and only a director opens it again; once the slip is in,
    what is wrong with it is amended (Q-05).
    """
    must_have_reason(asked.reason)
    entry.must_unless_ruled(sheet.result.handed_in is None, "signature-handed-in")
    amending, players = _open_amendment(sheet), ([asked.seat] if asked.seat else list(Seat))
    given = amending or sheet.result.signatures
    found = [one for one in given if one.seat in players]
    if asked.seat:
        entry.must(found, "no-signature/player", player=sheet.name(asked.seat))
    entry.must(found, "no-signature/at-all")
    if sheet.is_final and not amending:
        entry.must_unless_ruled(entry.role is Role.DIRECTOR, "signed-by-both/take-back")
    return Decision(
        tuple(
            EntryCorrected(
                supersedes=one.version,
                replacement=None,
                reason=asked.reason,
                approved_by=asked.approved_by,
            )
            for one in found
        )
    )


def _open_amendment(sheet: Sheet) -> tuple[Signed, ...]:
    """The signatures for an amendment that nobody has decided yet."""
    return sheet.result.amending.signatures if sheet.result.amending is not None else ()
