"""A bundle that was signed, as it is written down: how it is made again, and its signature kept."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_bytes

from ledger.incidents.appeals import IssueBundle
from ledger.record.kept_words import KeptWords
from web.site.site import SignedBundle


def as_written(
    to: str, made: SignedBundle, *, redacted: bool
) -> tuple[IssueBundle, list[KeptWords]]:
    """A bundle that was signed as the request that writes it down, with what is kept of it."""
    kept = KeptWords(token_bytes(16), made.kept)
    asked = IssueBundle(
        to=to,
        digest=sha256(made.content).hexdigest(),
        redacted=redacted,
        version=made.version,
        core=made.core,
        section=kept.digest,
        certificate=made.certificate,
        position=made.position,
        under=made.under,
        paper=made.paper,
        base=made.base,
        printed_with=made.printed_with,
    )
    return asked, [kept]
