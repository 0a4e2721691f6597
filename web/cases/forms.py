"""What a director does on the page of a case: each form of it as a request to the desk.

The page works without scripts. Each form carries the number of its request and a salt, made with
the page that shows it, so a double tap or a lost reply is one request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec
from flask import request

from ledger.desk.refused import RefusedRequest
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.bookmarks import BookmarkFacts
from ledger.incidents.case_file import CaseFile
from ledger.incidents.hearing import (
    AttachEvidence,
    CiteRule,
    ConfirmStatement,
    TakeBackEvidence,
    TakeStatement,
)
from ledger.incidents.offences import OTHER, penalty_of
from ledger.incidents.opening import CloseCase, ReopenCase
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import GiveRuling, ReportCase
from ledger.incidents.second_official import (
    DraftRuling,
    DropDraft,
    SecondRuling,
    digest_of_ruling,
)
from ledger.incidents.told import TellRuling
from ledger.record.kept_words import KeptWords
from ledger.refusals.saying import refusal
from ledger.rulebook import rules_of
from ledger.tournament.conduct import WarnPlayer
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import the_asker
from web.cases.appeal_forms import OF_APPEALS
from web.cases.drafts import adopted, tried_in
from web.cases.fields import (
    at_field,
    moment,
    number,
    seat_of,
    seconds_in,
    text,
    whole_number,
)
from web.cases.photos import photo_of
from web.cases.rule_field import rule_in
from web.cases.ruling_form import ruling_of
from web.cases.steps import OnCase, Step
from web.frame.sent_forms import kept_by_form, salt_of_form


def step_of(
    name: str,
    file: CaseFile,
    refused: RefusedRequest | None = None,
    drafted: GiveRuling | None = None,
    sheet: Sheet | None = None,
) -> Step:
    """What the form of this step asks for.

    Raises:
      Refusal: ``unreadable-request``: there is no such form, or what it holds can't be read.
    """
    if name not in STEPS:
        raise Refusal(
            "unreadable-request",
            "There is no such form on the page of a case.",
            "Go back to the page you came from, and try again.",
        )
    return STEPS[name](OnCase(file, refused, drafted, sheet))


def _hear(_on: OnCase) -> Step:
    said = kept_by_form("words")
    asked = TakeStatement(
        who=text("who"),
        role=cast("Any", text("role") or "player"),  # the desk looks which it is
        words=said.digest if said else "",
        seat=seat_of("seat"),
        language=text("language"),
        interpreter=text("interpreter"),
    )
    return Step(asked, [said] if said else [])


def _confirm(_on: OnCase) -> Step:
    asked = ConfirmStatement(statement=number("statement"), how="witness", witness=text("witness"))
    return Step(asked, [])


def _attach(_on: OnCase) -> Step:
    """A photograph, as it is kept; its words say what it shows."""
    sent = request.files.get("photo")
    kept = KeptWords(salt_of_form(), photo_of(sent.read() if sent else b"", the_asker()).content)
    kind = cast("Any", text("kind") or "photo")
    asked = AttachEvidence(
        kind=kind, what=text("what"), digest=kept.digest, seat=seat_of("seat"), kept=True
    )
    return Step(asked, [kept])


def _take_back(_on: OnCase) -> Step:
    asked = TakeBackEvidence(evidence=number("evidence"), reason=text("reason"))
    return Step(asked, [])


def _cite(_on: OnCase) -> Step:
    return Step(CiteRule(citation=rule_in("rule"), cited_by=text("cited_by")), [])


def _rule(on: OnCase) -> Step:
    return Step(ruling_of(on.file, on.refused, on.drafted, on.sheet), [])


def _draft(on: OnCase) -> Step:
    ruling = ruling_of(on.file, on.refused, on.drafted, on.sheet)
    kept = KeptWords(salt_of_form(), msgspec.json.encode(ruling))
    says = "; ".join((ruling.finding, *ruling.consequences))
    asked = DraftRuling(digest=digest_of_ruling(ruling), words=kept.digest, says=says)
    return Step(asked, [kept])


def _adopt(on: OnCase) -> Step:
    """What was tried on the page of evidence, kept as a prepared ruling."""
    ruling = adopted(on.file, request.form)
    kept = KeptWords(salt_of_form(), msgspec.json.encode(ruling))
    asked = DraftRuling(
        digest=digest_of_ruling(ruling),
        words=kept.digest,
        says="; ".join((ruling.finding, *ruling.consequences)),
        tried=tried_in(request.form),
    )
    return Step(asked, [kept])


def _drop(_on: OnCase) -> Step:
    return Step(DropDraft(draft=number("draft"), reason=text("reason")), [])


def _bookmark(_on: OnCase) -> Step:
    return Step(BookmarkFacts(version=number("version"), note=text("note")), [])


def _second(_on: OnCase) -> Step:
    return Step(SecondRuling(digest=text("digest")), [])


def _penalise(on: OnCase) -> Step:
    seat = seat_of("seat")
    if seat is None:
        raise refusal("unreadable-request/nobody-found-against")
    if not text("kind"):
        raise Refusal(
            "unreadable-request", "No penalty is chosen.", "Choose one of the list.", field="kind"
        )
    asked = Penalise(
        seat=seat,
        kind=text("kind"),
        reason=text("reason"),
        amount=at_field("amount", seconds_in if _takes_time(on) else whole_number),
        scope=text("scope"),
        notice=text("notice"),
        although=text("although"),
    )
    return Step(asked, [])


def _takes_time(on: OnCase) -> bool:
    """Whether the penalty that was chosen takes time off a clock."""
    if on.sheet is None:
        return False
    scheduled = on.sheet.scheduled
    named = penalty_of(text("kind"), rules_of(scheduled))
    return (named.scope if named else text("scope")) == "time"


def _tell(_on: OnCase) -> Step:
    both = text("both")  # a button of its own, which says so
    seats = tuple(seat for seat in Seat if both or text(f"told_{seat.value}"))
    right = both == "right" or bool(text("right_told"))
    asked = TellRuling(seats=seats, right_told=right, appeal_until=moment("appeal_until"))
    return Step(asked, [])


def _report(_on: OnCase) -> Step:
    why = cast("Any", text("why"))
    return Step(ReportCase(to=text("to"), why=why, sent=text("sent")), [])


def _close(_on: OnCase) -> Step:
    return Step(CloseCase(), [])


def _reopen(_on: OnCase) -> Step:
    return Step(ReopenCase(reason=text("reason")), [])


def warning_in(file: CaseFile) -> WarnPlayer:
    """The warning of the player whom a case about no game is about."""
    return WarnPlayer(
        player=file.opened.player, offence=text("offence") or OTHER,
        kind=text("kind") or "official-warning", words=text("words"), notice=text("notice"),
    )  # fmt: skip


STEPS: dict[str, Callable[[OnCase], Step]] = {
    "hear": _hear,
    "confirm": _confirm,
    "attach": _attach,
    "take-back": _take_back,
    "cite": _cite,
    "rule": _rule,
    "draft": _draft,
    "adopt": _adopt,
    "drop": _drop,
    "bookmark": _bookmark,
    "second": _second,
    "penalise": _penalise,
    "tell": _tell,
    "report": _report,
    "close": _close,
    "reopen": _reopen,
    **OF_APPEALS,
}
"""The forms of the page, by the name in their address."""
