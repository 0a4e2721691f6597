"""The certificates that bundles were signed by, as the record publishes them to anybody.

Each stands in the log, so a checkpoint that people keep vouches for it; and the key of the one
before it has signed it, where that was at hand.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from ledger.proof.certificate import fingerprint_of, is_vouched_for
from ledger.proof.facts import CertificateMade, CheckpointMade
from ledger.record.events import Event


class Published(Struct, frozen=True, kw_only=True):
    """A certificate of this record.

    Attributes:
      certificate: in PEM.
      fingerprint: SHA-256 of it, in hex.
      since: when it was published.
      event: its event in the stream of the record.
      replaces: SHA-256 of the one before it; empty where none vouches for it.
      signature: by which that one does.
      under: how many events the first checkpoint over it held; 0: there is none yet.
    """

    certificate: bytes
    fingerprint: str
    since: datetime
    event: int
    replaces: str = ""
    signature: bytes = b""
    under: int = 0


def published_in(events: Sequence[Event]) -> tuple[Published, ...]:
    """The certificates, the newest last, of what happened to the record as a whole.

    One that says it replaces another counts only if that one is published and says so too.
    """
    found: dict[str, Published] = {}
    for event in events:
        fact = event.fact
        if not isinstance(fact, CertificateMade):
            continue
        try:
            one = _read(fact, event, events)
        except ValueError:
            continue
        old = found.get(one.replaces)
        vouched = old and is_vouched_for(one.certificate, one.signature, old.certificate)
        if vouched or not one.replaces:
            found.setdefault(one.fingerprint, one)
    return tuple(found.values())


def _read(fact: CertificateMade, event: Event, events: Sequence[Event]) -> Published:
    """What a fact publishes.

    Raises:
      ValueError: it is no certificate, or no signature.
    """
    certificate = fact.certificate.encode()
    later = (
        other.fact.size
        for other in events
        if isinstance(other.fact, CheckpointMade)
        and other.originator_version > event.originator_version
    )
    return Published(
        certificate=certificate,
        fingerprint=fingerprint_of(certificate),
        since=event.envelope.written_at,
        event=event.originator_version,
        replaces=fact.replaces,
        signature=base64.b64decode(fact.signed, validate=True),
        under=next(later, 0),
    )
