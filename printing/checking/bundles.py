"""Bundles handed out: made and signed once, and made again byte for byte from the record.

What is kept is the signature alone, some five kilobytes. The rest follows from the record as it
stood, so any copy of it gives the file again, without the key.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ledger.accounts.local_store import NO_LOCAL_STORE
from ledger.desk.opened import Opened
from ledger.desk.sheet_cache import SheetCache
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts import BundleIssued
from ledger.messages import say
from ledger.proof.facts import CheckpointMade
from ledger.proof.game_proof import KeptTree, proof_of
from ledger.proof.keys import Certified, keys_in
from ledger.proof.paper_requests import CaseToPrint, SignedBundle
from ledger.record.events import Event, record_id
from ledger.record.log import LogAt
from ledger.record.opening import private_folder
from ledger.record.store import LogRow
from ledger.refusals.saying import refusal
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from printing.cases.signed_bundles import Proved, hidden_in, signed_bundle_core
from printing.engine.sealing import libraries, section_of
from printing.filling.case_papers import case_at_hand
from printing.filling.table_papers import noted
from printing.languages import in_english
from printing.papers import Told, unheard

END = b"-----END CERTIFICATE-----\n"
"""Where, in what is kept, the certificate ends and what the signature appended begins."""


class MadeFrom(NamedTuple):
    """What the file before its signature follows from, besides the record."""

    position: int
    under: int
    paper: str
    base: str
    redacted: bool


def sign_bundle(here: Opened, which: CaseToPrint, paper: str, base: str, by: str) -> SignedBundle:
    """The bundle of a case as the record stands, proved under a checkpoint made now, and signed."""
    now = here.desk.now()
    _, stream = case_numbered(here.log, which.tournament, which.number)
    held = here.checkpoints.certified(now=now, by=by)
    position = here.log.last_position()
    made = here.checkpoints.make("asked", now=now, by=by)
    how = MadeFrom(position, made.size, paper, base, which.redacted)
    core = core_of(here, which, how, held.certificate, noted(here))
    section = section_of(core, held)
    return SignedBundle(
        content=core + section,
        core=sha256(core).hexdigest(),
        kept=_pem(held) + section,
        certificate=held.fingerprint,
        position=position,
        version=len(LogAt(here.log, position).events_of(stream)),
        under=made.size,
        paper=paper,
        base=base,
        printed_with=libraries(),
    )


def must_direct(here: Opened, badge: str) -> None:
    if here.desk.role_of(badge) is not Role.DIRECTOR:
        raise Refusal(
            "not-a-director",
            say("paper_checks.badge-no-directors-badge-so", badge=badge),
            say("paper_checks.name-director-tilescribe-badge-list"),
        )


def _pem(held: Certified) -> bytes:
    return held.certificate[: held.certificate.index(END)] + END


@in_english
def core_of(
    here: Opened, which: CaseToPrint, how: MadeFrom, certificate: bytes, tell: Told = unheard
) -> bytes:
    """The file before it is signed: it follows from the record and from what is named alone."""
    log = LogAt(here.log, how.position)
    then = Opened(here.folder, log, here.hall, SheetCache(log), NO_LOCAL_STORE)
    tournament, stream = case_numbered(log, which.tournament, which.number)
    case = case_at_hand(then, tournament, stream)
    made, keys = _checkpoint_of(here, how.under)
    hidden = hidden_in(case) if how.redacted else set()

    def leaving_out(row: LogRow) -> bool:
        return (row[1], row[2]) in hidden

    with tree_of(here) as tree:
        about = f"{which.tournament}/{case.called}"
        proofs = [
            proof_of(
                each, named, here.log.store, tree, made,
                note=made.note, keys=keys, leaving_out=leaving_out, until=how.position,
            )
            for each, named in (
                (stream, about),
                *([(case.sheet.id, case.heading.game)] if case.sheet else []),
            )
        ]  # fmt: skip
    proved = Proved(
        made=made,
        case=proofs[0],
        game=proofs[1] if len(proofs) > 1 else None,
        certificate=certificate,
        kept=here.log.store.kept_words,
    )
    return signed_bundle_core(
        case, proved, redacted=how.redacted, paper=how.paper, base=how.base, tell=tell
    )


def bundle_again(here: Opened, which: CaseToPrint, number: int) -> bytes:
    """A bundle that was handed out, byte for byte: made again, and its kept signature after it.

    Args:
      number: which of its bundles, from 1.
    """
    fact = issued_in(here, which, number)
    if fact.words:  # of the days before bundles were signed: kept whole
        kept = here.log.words_of(fact.words)
        if kept is None:
            raise _section_lost(number)
        return kept
    kept = here.log.words_of(fact.section) if fact.section else None
    if kept is None:
        raise _section_lost(number)
    at = kept.index(END) + len(END)
    how = MadeFrom(fact.position, fact.under, fact.paper, fact.base, fact.redacted)
    core = core_of(here, which, how, kept[:at])
    whole = core + kept[at:]
    if sha256(whole).hexdigest() == fact.digest:
        return whole
    raise _differs(number, fact.printed_with)


def _differs(number: int, then: str) -> Refusal:
    now = libraries()
    why = (
        say("paper_checks.was-printed-with-then-and", then=then, now=now)
        if now != then
        else say("paper_checks.something-held-was-removed-from")
    )
    return Refusal(
        "bundle-differs",
        say("paper_checks.bundle-number-cant-be-made", number=number, why=why),
        say("paper_checks.ask-for-the-file-or-install")
        if now != then
        else say("paper_checks.ask-for-the-file"),
    )


def _section_lost(number: int) -> Refusal:
    return Refusal(
        "section-lost",
        say("paper_checks.what-bundle-number-was-signed", number=number),
        say("paper_checks.ask-whoever-was-given-for"),
    )


def issued_in(here: Opened, which: CaseToPrint, number: int) -> BundleIssued:
    """The fact of a bundle handed out, the first being number 1."""
    _, stream = case_numbered(here.log, which.tournament, which.number)
    issued = case_in(here.log, stream).each(BundleIssued)
    if not 1 <= number <= len(issued):
        raise Refusal(
            "no-such-bundle",
            say("paper_checks.no-bundle-number-case-was", number=number),
            say("paper_checks.there-issued-page-case-lists", issued=len(issued)),
        )
    return issued[number - 1]


@contextmanager
def tree_of(here: Opened) -> Iterator[KeptTree]:
    """The tree over the record; of a copy that can't be written beside, in a private folder."""
    if os.access(here.folder, os.W_OK):
        here.checkpoints.tree.catch_up()
        yield here.checkpoints.tree
        return
    with private_folder() as folder:
        tree = KeptTree(Path(folder), here.log.store)
        try:
            tree.catch_up()
            yield tree
        finally:
            tree.close()


def _checkpoint_of(here: Opened, size: int) -> tuple[CheckpointMade, list[str]]:
    """The checkpoint of that size, and the keys there were when it was made."""
    events: Sequence[Event] = here.log.events_of(record_id())
    for place, event in enumerate(events):
        if isinstance(event.fact, CheckpointMade) and event.fact.size == size:
            return event.fact, [str(key) for key in keys_in(events[:place])]
    raise refusal("nothing-under-it", about=say("paper_checks.log-size-events", size=size))
