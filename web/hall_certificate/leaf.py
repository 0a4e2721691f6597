"""The certificate that the server shows: for the hall's name and this computer's addresses.

It is made anew, with a new key, whenever it no longer fits; tablets notice nothing, for they
trust the authority behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import IPv4Address

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from web.hall_certificate.addresses import LOOPBACK
from web.hall_certificate.authority import BEFORE, may_only, named

LASTS = timedelta(days=397)
"""Apple takes at most 825 days, and 398 from public authorities; the shorter can't be wrong."""

RENEWED_BEFORE = timedelta(days=30)


def make_leaf(
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    addresses: Iterable[IPv4Address],
    now: datetime,
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """A certificate for the authority's name and these addresses, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = named(authority)
    begins = max(now - BEFORE, authority.not_valid_before_utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(min(begins + LASTS, authority.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(may_only(digital_signature=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_for(name, addresses), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()),
            critical=False,
        )
        .sign(authority_key, hashes.SHA256())
    )
    return certificate, key


def still_fits(
    leaf: x509.Certificate,
    authority: x509.Certificate,
    addresses: Iterable[IPv4Address],
    now: datetime,
) -> bool:
    """Whether tablets that trust the authority will take it, for a month to come.

    An address that this computer has no longer does no harm in it.
    """
    try:
        leaf.verify_directly_issued_by(authority)
    except (InvalidSignature, ValueError, TypeError):
        return False
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = set(names.get_values_for_type(x509.IPAddress))
    ends = min(now + RENEWED_BEFORE, authority.not_valid_after_utc)
    return (
        {LOOPBACK, *addresses} <= known
        and named(authority) in names.get_values_for_type(x509.DNSName)
        and leaf.not_valid_before_utc <= now
        and leaf.not_valid_after_utc >= ends
    )


def _for(name: str, addresses: Iterable[IPv4Address]) -> x509.SubjectAlternativeName:
    numbers = dict.fromkeys((LOOPBACK, *addresses))
    return x509.SubjectAlternativeName(
        [*map(x509.DNSName, (name, "localhost")), *map(x509.IPAddress, numbers)]
    )
