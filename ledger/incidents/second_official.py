"""A ruling prepared, and seconded by another official before it changes what players signed.

No rulebook asks for two officials: it is ours, so that nobody alone rewrites a result that two
people signed for. Where there is no other official at hand, the director says so, and that stays.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TypedDict

import msgspec
from msgspec import Struct

from ledger.incidents.case_file import CaseFile, worked_out_once
from ledger.incidents.facts import (
    DraftDropped,
    DraftSeconded,
    RulingDrafted,
    RulingGiven,
)
from ledger.incidents.requests import CaseContext, CaseRequest, decides, must_be_open
from ledger.record.events import Event
from ledger.refusals.saying import refusal
from ledger.requests.request import DIRECTORS, ORGANISERS, Decision


class DraftRuling(CaseRequest, frozen=True, tag="draft-ruling", kw_only=True):
    """Keep a ruling that is prepared, so that another can look at it or second it.

    Fields as in ``RulingDrafted``.
    """

    digest: str
    words: str
    says: str
    tried: str = ""


class DropDraft(CaseRequest, frozen=True, tag="drop-draft", kw_only=True):
    """A prepared ruling is not to be given. ``draft``: its version."""

    draft: int
    reason: str = ""


class SecondRuling(CaseRequest, frozen=True, tag="second-ruling", kw_only=True):
    """Agree to a prepared ruling, with a badge of one's own."""

    digest: str


class Officials(TypedDict):
    seconded: str
    alone: str


def digest_of_ruling(ruling: Struct) -> str:
    """SHA-256, in hex, of a ruling as it is asked for: what is ruled, not who agreed or why not."""
    request = {**msgspec.to_builtins(ruling), "alone": ""}
    for beside in ("draft", "seen", "game_seen"):  # what was in view is no part of it
        request.pop(beside, None)
    for later in (
        "decision",
        "beside",
    ):  # rulings prepared before these were there
        if not request.get(later):
            request.pop(later, None)
    return sha256(msgspec.json.encode(request, order="deterministic")).hexdigest()


@decides(DraftRuling, may=DIRECTORS)
def draft_ruling(file: CaseFile, request: DraftRuling, context: CaseContext) -> Decision:
    del context
    must_be_open(file)
    drafted = RulingDrafted.from_request(request)
    return Decision((drafted,))


@decides(DropDraft, may=DIRECTORS)
def drop_draft(file: CaseFile, request: DropDraft, context: CaseContext) -> Decision:
    del context
    must_be_open(file)
    if request.draft not in open_drafts(file):
        raise refusal("no-such-draft")
    return Decision((DraftDropped(draft=request.draft, reason=request.reason),))


@worked_out_once
def open_drafts(file: CaseFile) -> tuple[int, ...]:
    """Versions of the prepared rulings that were neither taken up nor dropped, oldest first."""
    done = {fact.draft for fact in file.each(DraftDropped)}
    done |= {fact.draft for fact in file.each(RulingGiven)}
    drafted = [e.originator_version for e in file.events if isinstance(e.fact, RulingDrafted)]
    return tuple(version for version in drafted if version not in done)


def taken_up(file: CaseFile, ruling: Struct, named: int) -> int:
    """Version of the prepared ruling that this one takes up; 0 for none.

    Args:
      named: the version it names; 0: where one was prepared that is the same, that one.
    """
    drafts = open_drafts(file)
    if named:
        if named not in drafts:
            raise refusal("no-such-draft")
        return named
    digest = digest_of_ruling(ruling)
    for version in reversed(drafts):
        draft = file.fact(version, RulingDrafted)
        if draft is not None and draft.digest == digest:
            return version
    return 0


@decides(SecondRuling, may=ORGANISERS)
def second_ruling(file: CaseFile, request: SecondRuling, context: CaseContext) -> Decision:
    must_be_open(file)
    known = [
        event
        for event in file.events
        if isinstance(event.fact, RulingDrafted) and event.fact.digest == request.digest
    ]
    if not known:
        raise refusal("no-such-draft")
    waiting = open_drafts(file)
    draft = next((event for event in reversed(known) if event.originator_version in waiting), None)
    if draft is None or _is_replaced(file, draft):
        raise refusal("draft-changed")
    if draft.envelope.written_by == context.by:
        raise refusal("second-official/own")
    return Decision((DraftSeconded(draft=draft.originator_version, digest=request.digest),))


def _is_replaced(file: CaseFile, draft: Event) -> bool:
    """Whether a later one was written on the form; what was tried stands beside any other."""
    fact = draft.fact
    return (
        isinstance(fact, RulingDrafted)
        and not fact.tried
        and any(
            event.originator_version > draft.originator_version
            and isinstance(event.fact, RulingDrafted)
            and not event.fact.tried
            for event in file.events
        )
    )


def seconded(
    file: CaseFile,
    ruling: Struct,
    context: CaseContext,
    *,
    changes_a_signed_result: bool,
    alone: str,
) -> Officials:
    """Who seconded this very ruling, or why nobody did.

    Where it changes a result that both signed, one of the two is needed.
    """
    digest = digest_of_ruling(ruling)
    others = [
        event.envelope.written_by
        for event in file.events
        if isinstance(event.fact, DraftSeconded)
        and event.fact.digest == digest
        and event.envelope.written_by != context.by
    ]
    if others:
        return Officials(seconded=others[-1], alone="")
    if changes_a_signed_result and not alone.strip():
        raise refusal("second-official/wanted")
    return Officials(seconded="", alone=alone if changes_a_signed_result else "")
