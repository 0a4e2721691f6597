"""Checkpoints that must be there: what else the record holds would have made them.

Whoever rewrites a record and has not its key takes its checkpoints out, for those would tell. What
led to them stays: rounds that were closed, bundles proved under one, a key that signed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from ledger.backup.facts import LogRestored
from ledger.incidents.facts.appeals import BundleIssued
from ledger.proof.facts import CertificateMade, CheckpointKeyMade, CheckpointMade
from ledger.record.faults import MISSING, Fault
from ledger.record.streams import tournament_id
from ledger.record.verify_tree import ProofRow, Proofs
from ledger.tournament.facts.tournaments import RoundClosed, TournamentOpened

ASKED_AFTER = timedelta(minutes=5)
"""How long after a round was closed its checkpoint must be there: it is made at once."""

TABLE = "checkpoint"
CAN_BE_A_CRASH = 1
"""Closed rounds without a checkpoint that may be bad luck, where others have theirs: the service
was killed between the two."""


class Expected:
    """What a record must have been signed for.

    Args:
      proofs: what the log holds about checkpoints, and what led to them.
      now: the time, UTC.
      key_lies_there: whether a key that signs checkpoints lies beside the record.
    """

    def __init__(self, proofs: Proofs, now: datetime, *, key_lies_there: bool) -> None:
        self._proofs = proofs
        self._now = now
        self._key_lies_there = key_lies_there
        self._made = list(proofs.rows_of(CheckpointMade))
        self._slugs = {
            row.stream: str(row.fields.get("slug", "")) for row in proofs.rows_of(TournamentOpened)
        }
        self._unsigned = [row for row in self._closed() if not self._is_signed(row)]

    @property
    def faults(self) -> Iterator[Fault]:
        """What tells that checkpoints are missing, each named."""
        yield from self._of_the_key()
        if len(self._unsigned) > CAN_BE_A_CRASH or not self._made:
            for row in self._unsigned:
                what = f"{self._round(row)} was closed, and no checkpoint was made of it"
                yield Fault(TABLE, MISSING, what, row.position)
        yield from self._of_certificates()
        yield from self._of_bundles()

    @property
    def warnings(self) -> Iterator[str]:
        """A single round without its checkpoint: the service may have been killed just then."""
        if self._made and len(self._unsigned) <= CAN_BE_A_CRASH:
            for row in self._unsigned:
                about = self._round(row)
                yield (
                    f"{about} was closed, and no checkpoint was made of it. Look in the log of the "
                    f"service why; then make one: tilescribe checkpoint --about {about}."
                )

    def _of_the_key(self) -> Iterator[Fault]:
        named = self._made or any(self._proofs.rows_of(CheckpointKeyMade))
        restored = any(self._proofs.rows_of(LogRestored))  # to before the first of them
        if self._key_lies_there and not named and not restored:
            what = "checkpoint.key lies beside the record, and the record was never signed with it"
            yield Fault(TABLE, MISSING, what)

    def _closed(self) -> Iterator[ProofRow]:
        return (row for row in self._proofs.rows_of(RoundClosed) if self._is_due(row))

    def _is_due(self, row: ProofRow) -> bool:
        return row.written_at is not None and self._now - row.written_at > ASKED_AFTER

    def _is_signed(self, closed: ProofRow) -> bool:
        number = f"R{closed.fields.get('round_number')}"
        division = str(closed.fields.get("division", ""))
        abouts = (
            str(made.fields.get("about", "")).split("/")
            for made in self._made
            if made.position > closed.position
        )
        return any(
            tournament_id(slug).hex == closed.stream
            and more[-1:] == [number]
            and "/".join(more[:-1]) == division
            for slug, *more in abouts
        )

    def _round(self, row: ProofRow) -> str:
        slug = self._slugs.get(row.stream) or row.stream
        parts = (slug, str(row.fields.get("division", "")), f"R{row.fields.get('round_number')}")
        return "/".join(part for part in parts if part)

    def _of_certificates(self) -> Iterator[Fault]:
        for row in self._proofs.rows_of(CertificateMade):
            if not self._made and self._is_due(row):
                what = "a certificate of bundles was published, and no checkpoint was made of it"
                yield Fault(TABLE, MISSING, what, row.position)

    def _of_bundles(self) -> Iterator[Fault]:
        sizes = {made.fields.get("size") for made in self._made}
        for row in self._proofs.rows_of(BundleIssued):
            under = row.fields.get("under", 0)
            if under and under not in sizes:
                what = f"a bundle was handed out under the checkpoint of {under} events"
                yield Fault(TABLE, MISSING, f"{what}, which is not there", row.position)
