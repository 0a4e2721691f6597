"""Badges of officials. No secret is ever in a fact: hashes of PINs live elsewhere."""

from __future__ import annotations

from ledger.facts.fact import Fact
from ledger.vocabulary import Role


class BadgeIssued(Fact, frozen=True, kw_only=True, tag="badge-issued"):
    """A person was given a badge: ``badge`` is what stands on it and in every envelope."""

    badge: str
    name: str
    role: Role


class BadgeRevoked(Fact, frozen=True, kw_only=True, tag="badge-revoked"):
    """The badge opens no door any more."""

    badge: str
    reason: str
