"""A signed PDF looked up: whether it is a bundle that was handed out, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from ledger.incidents.case_file import case_in
from ledger.incidents.facts.appeals import BundleIssued
from ledger.incidents.numbered import case_numbered
from ledger.proof.note import in_fours
from ledger.proof.published import published_in
from ledger.record.streams import record_id
from ledger.vocabulary.refusals import Refusal
from printing.sealing import Seal, seal_of
from web.command_line.opened import Opened

CASE = re.compile(r"e\d{1,12}/(?P<tournament>.+)/C-(?P<number>\d{1,5})")
"""What a bundle is about, as its square code says it."""

SHOWN = 16
"""Signs of a certificate's SHA-256 that are told."""


NOT_OURS = "That is none of this hall’s certificates, whatever name it bears."


class SealedVerdict(NamedTuple):
    """What a signed file is.

    Attributes:
      is_issued: whether it is, byte for byte, a bundle on record.
      in_words: that, and what its signature says.
    """

    is_issued: bool
    in_words: str


def sealed_verdict(here: Opened, pdf: bytes, states: Iterable[str]) -> SealedVerdict | None:
    """What a signed file is; ``None`` of one without a signature.

    Args:
      here: the record.
      pdf: the file.
      states: what its codes say it is about: ``e812/autumn-open/C-3``.
    """
    seal = seal_of(pdf)
    if seal is None:
        return None
    digest = sha256(pdf).hexdigest()
    certificates = {one.fingerprint for one in published_in(here.log.events_of(record_id()))}
    for name, number, fact, day in _issued(here, states):
        certificates.add(fact.certificate)
        if fact.digest == digest:
            return SealedVerdict(
                seal.is_whole,
                f"It is bundle {number} of {name}, as it was handed out on {day}. {_told(seal)}",
            )
    if seal.is_whole and seal.certificate in certificates:
        return SealedVerdict(
            False, f"No such bundle is on record, though the signature is ours. {_told(seal)}"
        )
    stranger = f" {NOT_OURS}" if seal.is_whole else ""
    return SealedVerdict(False, f"No such bundle is on record. {_told(seal)}{stranger}")


def _told(seal: Seal) -> str:
    if not seal.is_whole:
        return f"Not whole: {seal.trouble}."
    short = in_fours(seal.certificate[:SHOWN])
    return f"Its signature is valid, of the whole file, by the certificate {short}…"


def _issued(here: Opened, states: Iterable[str]) -> Iterator[tuple[str, int, BundleIssued, str]]:
    """The bundles of the cases that are named: case, number, fact and day."""
    for state in dict.fromkeys(states):
        found = CASE.fullmatch(state)
        if found is None:
            continue
        try:
            _, stream = case_numbered(here.log, found["tournament"], int(found["number"]))
        except Refusal:
            continue
        events = [e for e in case_in(here.log, stream).events if isinstance(e.fact, BundleIssued)]
        for number, event in enumerate(events, 1):
            assert isinstance(event.fact, BundleIssued)
            name = f"{found['tournament']}/C-{found['number']}"
            yield name, number, event.fact, f"{event.envelope.written_at:%Y-%m-%d}"
