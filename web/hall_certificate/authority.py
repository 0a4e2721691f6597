"""The certificate that tablets install: it can vouch for this hall and for nothing else.

Whoever steals its key can't pose as anybody's bank: the constraints in it, which browsers must
obey because they are critical (RFC 5280, 4.2.1.10), leave it one name, ``localhost``, and
addresses of private networks. It can't make further authorities (path length 0).
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from ipaddress import IPv4Network

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ledger.vocabulary.refusals import Refusal
from web.hall_certificate.addresses import LOOPBACK, RANGES

NAME = "sheet.local"
LASTS = timedelta(days=730)
BEFORE = timedelta(days=1)
"""How much earlier than made it begins, for tablets whose clocks are behind."""

AT_HOME = (".local", ".lan", ".internal", ".home.arpa", ".test")
"""How the name of a hall may end: as no site on the internet is called, so that the certificate
can vouch for none."""

LABEL = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
LONGEST = 40
"""A certificate's own name holds 64 characters, with some around this one."""


def hall_name(text: str) -> str:
    """The name of a hall in small letters.

    Raises:
      Refusal: ``not-a-hall-name``.
    """
    name = text.strip().rstrip(".").lower()
    well_formed = re.fullmatch(rf"{LABEL}(\.{LABEL})+", name) and len(name) <= LONGEST
    if not well_formed or not name.endswith(AT_HOME):
        raise Refusal(
            "not-a-hall-name",
            f"{text!r} can't be the name of a hall.",
            f"Choose letters, digits and hyphens before {', '.join(AT_HOME)}, as {NAME}.",
        )
    return name


def make_authority(name: str, now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """A new certificate for the hall called ``name``, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"Tilescribe hall ({name})"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, f"Made {now:%Y-%m-%d}"),
        ]
    )
    begins = now - BEFORE
    networks = (*RANGES, IPv4Network(LOOPBACK))
    constraints = x509.NameConstraints(
        permitted_subtrees=[
            *map(x509.DNSName, (name, "localhost")),
            *map(x509.IPAddress, networks),
        ],
        excluded_subtrees=None,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(may_only(key_cert_sign=True), critical=True)
        .add_extension(constraints, critical=True)
        # Servers only: mail and programs signed in its name are worth nothing either.
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate, key


def named(authority: x509.Certificate) -> str:
    """The hall's name, as the constraints have it."""
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    names = [each.value for each in constraints.permitted_subtrees or () if _is_name(each)]
    return str(names[0])


def _is_name(each: x509.GeneralName) -> bool:
    return isinstance(each, x509.DNSName)


def may_only(*, key_cert_sign: bool = False, digital_signature: bool = False) -> x509.KeyUsage:
    """What a key may be used for: that, and nothing else."""
    return x509.KeyUsage(
        digital_signature=digital_signature,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=key_cert_sign,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
