"""A ruling prepared, and seconded by another official before it changes what players signed.

No rulebook asks for two officials: it is ours, so that nobody alone rewrites a result that two
people signed for. Where there is no other official at hand, the director says so, and that stays.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TypedDict

import msgspec
from msgspec import Struct

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS, ORGANISERS
from ledger.incidents.asking import AskedOfCase, Under, decides, must_be_open
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import DraftSeconded, RulingDrafted
from ledger.refusals.saying import refusal


class DraftRuling(AskedOfCase, frozen=True, tag="draft-ruling", kw_only=True):
    """Keep a ruling that is prepared, so that another can look at it or second it.

    Attributes:
      digest: of the request it would be, whole (``digest_of_ruling``).
      words: digest under which that request lies beside the log.
      says: the finding and what would follow, in a line.
    """

    digest: str
    words: str
    says: str


class SecondRuling(AskedOfCase, frozen=True, tag="second-ruling", kw_only=True):
    """Agree to a prepared ruling, with a badge of one's own.

    Attributes:
      digest: of what was prepared, and was looked at.
    """

    digest: str


class Officials(TypedDict):
    """Who stands behind a ruling beside the director who gives it."""

    seconded: str
    alone: str


def digest_of_ruling(ruling: Struct) -> str:
    """SHA-256, in hex, of a ruling as it is asked for, but not of why nobody seconds it."""
    asked = {**msgspec.to_builtins(ruling), "alone": ""}
    return sha256(msgspec.json.encode(asked, order="deterministic")).hexdigest()


@decides(DraftRuling, may=DIRECTORS)
def draft_ruling(file: CaseFile, asked: DraftRuling, under: Under) -> Decision:
    """Write down that a ruling was prepared. It is not given."""
    del under
    must_be_open(file)
    return Decision((RulingDrafted(digest=asked.digest, words=asked.words, says=asked.says),))


@decides(SecondRuling, may=ORGANISERS)
def second_ruling(file: CaseFile, asked: SecondRuling, under: Under) -> Decision:
    """Write down that another official agrees to what was prepared."""
    must_be_open(file)
    draft = next(
        (
            event
            for event in reversed(file.events)
            if isinstance(event.fact, RulingDrafted) and event.fact.digest == asked.digest
        ),
        None,
    )
    if draft is None:
        raise refusal("no-such-draft")
    if draft.envelope.written_by == under.by:
        raise refusal("second-official/own")
    return Decision((DraftSeconded(draft=draft.originator_version, digest=asked.digest),))


def seconded(
    file: CaseFile, ruling: Struct, under: Under, *, changes_a_signed_result: bool, alone: str
) -> Officials:
    """Who seconded this very ruling, or why nobody did.

    Raises:
      Refusal: ``second-official``: it changes a result that both signed, and neither stands.
    """
    digest = digest_of_ruling(ruling)
    others = [
        event.envelope.written_by
        for event in file.events
        if isinstance(event.fact, DraftSeconded)
        and event.fact.digest == digest
        and event.envelope.written_by != under.by
    ]
    if others:
        return Officials(seconded=others[-1], alone="")
    if changes_a_signed_result and not alone.strip():
        raise refusal("second-official/wanted")
    return Officials(seconded="", alone=alone if changes_a_signed_result else "")
