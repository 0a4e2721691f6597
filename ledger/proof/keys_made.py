"""The keys that a record was signed with, as it tells them: each names the next, or begins anew."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from ledger.proof.facts import CheckpointKeyMade
from ledger.proof.note import Unreadable, Verifier
from ledger.proof.signing import is_signed
from ledger.record.events import Event


def keys_in(events: Sequence[Event]) -> tuple[Verifier, ...]:
    """The keys of a record; one that says it replaces another only if that one says so too."""
    found: list[Verifier] = []
    for event in events:
        fact = event.fact
        if isinstance(fact, CheckpointKeyMade) and _is_handed_over(fact):
            try:
                found.append(Verifier.read(fact.key))
            except Unreadable:
                continue
    return tuple(found)


def _is_handed_over(fact: CheckpointKeyMade) -> bool:
    if not fact.replaces:
        return True
    try:
        old = Verifier.read(fact.replaces)
        signature = base64.b64decode(fact.signed, validate=True)
    except (Unreadable, ValueError):
        return False
    return is_signed(old.public, signature, fact.key.encode())
