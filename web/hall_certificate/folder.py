"""The folder ``hall-certificate`` beside the record: both certificates and their keys.

The keys are readable by their owner only, and nothing here is ever served; a backup of the
record does not hold them. The authority is made once. The server's certificate is made anew
whenever it does not fit any more.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from ledger.vocabulary.refusals import Refusal
from web.hall_certificate.authority import (
    NAME,
    hall_name,
    make_authority,
    make_leaf,
    named,
    still_fits,
)

FOLDER = "hall-certificate"
AUTHORITY, AUTHORITY_KEY = "authority.crt", "authority.key"
LEAF, LEAF_KEY = "server.crt", "server.key"
ONLY_OURS = 0o600
ANEW = "then a new certificate is made, which every tablet must install"

UNREADABLE = (
    FileNotFoundError, IndexError, TypeError, ValueError, UnsupportedAlgorithm,
    x509.ExtensionNotFound,
)  # fmt: skip
"""What reading a certificate or a key raises when it is not one, or not one of ours."""

Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]


@dataclass(frozen=True)
class HallCertificate:
    """What the server shows, and what tablets install.

    Attributes:
      name: the hall's name, as ``sheet.local``.
      is_new: whether the authority was made just now, so that no tablet can know it yet.
    """

    name: str
    authority: x509.Certificate
    chain: Path
    key: Path
    is_new: bool


def hall_certificate(
    data: Path, name: str | None, addresses: Sequence[IPv4Address], now: datetime
) -> HallCertificate:
    """The hall's certificate, made or renewed if need be.

    Args:
      name: the hall's name; ``None`` for the one it has, or ``sheet.local``.
    """
    wanted = hall_name(name) if name is not None else None
    where = data / FOLDER
    with _within_reach(where):
        is_new = not where.exists()
        if is_new:
            _begin(where, wanted or NAME, now)
        authority, key = _the_authority(where)
        _must_be_called(wanted, authority, where)
        _must_be_in_time(authority, where, now)
        if not _leaf_fits(where, authority, addresses, now):
            # Both are replaced, the key first: a certificate without its key is made anew.
            _write(where, LEAF_KEY, LEAF, make_leaf(authority, key, addresses, now))
        for secret in (AUTHORITY_KEY, LEAF_KEY):
            (where / secret).chmod(ONLY_OURS)
    return HallCertificate(
        named(authority), authority, where / LEAF, where / LEAF_KEY, is_new=is_new
    )


def _begin(where: Path, name: str, now: datetime) -> None:
    """Make the authority in a folder beside, which gets its name when it is whole."""
    beside = where.with_name(f"{where.name}.begun")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(mode=0o700)
    _write(beside, AUTHORITY_KEY, AUTHORITY, make_authority(name, now))
    beside.rename(where)


def _the_authority(where: Path) -> Pair:
    try:
        certificate, key = _read(where, AUTHORITY, AUTHORITY_KEY)
        named(certificate)
    except UNREADABLE as trouble:
        raise Refusal(
            "damaged-certificate",
            f"The hall's certificate or its key in {where} is missing or damaged.",
            f"Put {AUTHORITY} and {AUTHORITY_KEY} back from a copy, or delete {where}: {ANEW}.",
        ) from trouble
    return certificate, key


def _leaf_fits(
    where: Path, authority: x509.Certificate, addresses: Sequence[IPv4Address], now: datetime
) -> bool:
    try:
        leaf, _ = _read(where, LEAF, LEAF_KEY)
        return still_fits(leaf, authority, addresses, now)
    except UNREADABLE:
        return False


def _read(where: Path, certificate_file: str, key_file: str) -> Pair:
    certificate = x509.load_pem_x509_certificate((where / certificate_file).read_bytes())
    key = load_pem_private_key((where / key_file).read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError("not a key of an elliptic curve")
    if certificate.public_key() != key.public_key():
        raise ValueError("this key is not the certificate's")
    _ = certificate.extensions  # read now: damage inside shows here
    return certificate, key


def _write(where: Path, key_file: str, certificate_file: str, pair: Pair) -> None:
    certificate, key = pair
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    _put(where / key_file, secret)
    _put(where / certificate_file, certificate.public_bytes(Encoding.PEM))


def _put(path: Path, contents: bytes) -> None:
    """Put a file there whole or not at all; nobody else may read it, not even while written."""
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OURS), "wb") as file:
        file.write(contents)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _must_be_called(wanted: str | None, authority: x509.Certificate, where: Path) -> None:
    if wanted not in (None, named(authority)):
        raise Refusal(
            "another-hall-name",
            f"The hall's certificate is for {named(authority)}, not for {wanted}.",
            f"Leave --name out, or delete {where}: {ANEW}.",
        )


def _must_be_in_time(authority: x509.Certificate, where: Path, now: datetime) -> None:
    begins, ends = authority.not_valid_before_utc, authority.not_valid_after_utc
    if now < begins:
        raise Refusal(
            "clock-behind",
            f"This computer's clock says {now:%Y-%m-%d %H:%M} UTC, which is before the hall's "
            f"certificate begins ({begins:%Y-%m-%d %H:%M}).",
            "Set the clock.",
        )
    if now >= ends:
        raise Refusal(
            "certificate-ran-out",
            f"The hall's certificate ran out on {ends:%Y-%m-%d}; this computer's clock says "
            f"{now:%Y-%m-%d}.",
            f"Set the clock if it is wrong, or delete {where}: {ANEW}.",
        )


@contextmanager
def _within_reach(where: Path) -> Iterator[None]:
    """Say in words what keeps us from the folder."""
    try:
        yield
    except OSError as trouble:
        raise Refusal(
            "no-way-to-the-certificate",
            f"The hall's certificate in {where} can't be read or written: {trouble.strerror}.",
            "Start Tilescribe as the user whose data folder it is, with room on its disk.",
        ) from trouble
