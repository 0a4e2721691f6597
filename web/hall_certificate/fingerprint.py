"""A certificate's fingerprint as tablets show it, for people to compare."""

from __future__ import annotations

from cryptography import x509
from cryptography.hazmat.primitives import hashes

A_LINE = 8


def fingerprint(certificate: x509.Certificate) -> tuple[str, ...]:
    """The SHA-256 of the certificate in four lines of eight pairs, as ``A1 B2 …``."""
    pairs = certificate.fingerprint(hashes.SHA256()).hex(" ").upper().split()
    return tuple(" ".join(pairs[at : at + A_LINE]) for at in range(0, len(pairs), A_LINE))
