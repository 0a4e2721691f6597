"""What a director does on the page of a case, appeals among it: each a request to the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Any, cast

import msgspec
from flask import request

from ledger.desk.matters import RefusedRequest
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.appeals import (
    CarryNothingOut,
    DecideAppeal,
    HearAppeal,
    IssueBundle,
    LodgeAppeal,
)
from ledger.incidents.case_file import CaseFile
from ledger.incidents.hearing import (
    AttachEvidence,
    CiteRule,
    ConfirmStatement,
    TakeStatement,
)
from ledger.incidents.offences import OTHER, penalty_of
from ledger.incidents.opening import BookmarkFacts, CloseCase, ReopenCase
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import (
    DraftRuling,
    GiveRuling,
    ReportCase,
    SecondRuling,
    TellRuling,
    digest_of_ruling,
)
from ledger.proof.paper_requests import CaseToPrint, SignedBundle
from ledger.record.kept_words import KeptWords
from ledger.refusals.saying import refusal
from ledger.rulebook import rules_of
from ledger.tournament.conduct import WarnPlayer
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import accounts, signed_in, the_asker
from web.cases.fields import (
    OnCase,
    Step,
    at_field,
    moment,
    number,
    rule_in,
    seat_of,
    seconds_in,
    text,
    whole_number,
)
from web.cases.foreseen import adopted, tried_in
from web.cases.photos import photo_of
from web.cases.ruling_form import ruling_of
from web.frame.bodies import kept_by_form, salt_of_form, sent_by_form
from web.site import the_bundler

# A bundle that was signed, as it is written down: how it is made again, and its signature kept.


def as_written(
    to: str, made: SignedBundle, *, redacted: bool
) -> tuple[IssueBundle, list[KeptWords]]:
    """A bundle that was signed as the request that writes it down, with what is kept of it."""
    kept = KeptWords(token_bytes(16), made.kept)
    desk_request = IssueBundle(
        to=to,
        digest=sha256(made.content).hexdigest(),
        redacted=redacted,
        version=made.version,
        core=made.core,
        section=kept.digest,
        certificate=made.certificate,
        position=made.position,
        under=made.under,
        paper=made.paper,
        base=made.base,
        printed_with=made.printed_with,
    )
    return desk_request, [kept]


# Appeals on the page of a case: lodged, heard, decided; and its papers handed out.


MEMBERS = 5  # how many of a panel the form has room for


NO_BODY = "the body"
"""What a body is called that neither the book nor the appeal names."""


def _appeal(_on: OnCase) -> Step:
    """An appeal lodged: by a player of the game, or by somebody named."""
    grounds = kept_by_form("grounds")
    desk_request = LodgeAppeal(
        who=text("who"),
        seat=seat_of("seat"),
        to=text("to"),
        against=cast("Any", text("against") or "ruling"),
        grounds=grounds.digest if grounds else "",
        deposit=text("deposit"),
        decide_by=_to_come("decide_by", "The time by which the body is to decide"),
        although=text("although"),
    )
    return Step(desk_request, [grounds] if grounds else [])


def _hear_appeal(on: OnCase) -> Step:
    sat = [place for place in range(1, MEMBERS + 1) if text(f"member_{place}")]
    desk_request = HearAppeal(
        body=_body(on.file),
        committee=tuple(text(f"member_{place}") for place in sat),
        executive=tuple(text(f"member_{place}") for place in sat if text(f"executive_{place}")),
        declared=tuple(text(f"member_{place}") for place in sat if text(f"declared_{place}")),
        how=text("how"),
        although=text("although"),
    )
    return Step(desk_request, [])


def _decide_appeal(on: OnCase) -> Step:
    desk_request = DecideAppeal(
        body=_body(on.file),
        outcome=cast("Any", text("outcome")),
        recommends=tuple(line.strip() for line in text("recommends").splitlines() if line.strip()),
        accepted=cast("Any", text("accepted")),
        reasons=text("reasons"),
        effect=text("effect"),
    )
    return Step(desk_request, [])


def _carry_nothing_out(_on: OnCase) -> Step:
    return Step(CarryNothingOut(decision=number("decision"), reason=text("reason")), [])


def _issue(on: OnCase) -> Step:
    """The bundle as it is at this moment, signed: that very file is handed out.

    It is signed once; a form that was answered already, or names nobody, signs nothing.
    """
    redacted, to = bool(text("redacted")), text("to")
    sent = sent_by_form(signed_in().badge)
    if not to or accounts().desk.log.answer_to(sent.command_id):
        return Step(IssueBundle(to=to, digest="", redacted=redacted), [])
    which = CaseToPrint(request.view_args["slug"], on.file.opened.number, redacted)  # type: ignore[index]
    return Step(
        *as_written(
            to, the_bundler().sign(which, text("paper") or "a4", sent.by), redacted=redacted
        )
    )


def _body(file: CaseFile) -> str:
    """The body that the last appeal, or the matter that was referred, went to."""
    return next(reversed(file.put_to), "") or text("body") or NO_BODY


OF_APPEALS: Mapping[str, Callable[[OnCase], Step]] = {
    "appeal": _appeal,
    "hear-appeal": _hear_appeal,
    "decide-appeal": _decide_appeal,
    "carry-nothing-out": _carry_nothing_out,
    "issue": _issue,
}
"""The forms, by the name in their address."""


def step_of(
    name: str,
    file: CaseFile,
    refused: RefusedRequest | None = None,
    drafted: GiveRuling | None = None,
    sheet: Sheet | None = None,
) -> Step:
    if name not in STEPS:
        raise Refusal(
            "unreadable-request",
            "There is no such form on the page of a case.",
            "Go back to the page you came from, and try again.",
        )
    return STEPS[name](OnCase(file, refused, drafted, sheet))


def _hear(_on: OnCase) -> Step:
    said = kept_by_form("words")
    desk_request = TakeStatement(
        who=text("who"),
        role=cast("Any", text("role") or "player"),  # the desk looks which it is
        words=said.digest if said else "",
        seat=seat_of("seat"),
        language=text("language"),
        interpreter=text("interpreter"),
    )
    return Step(desk_request, [said] if said else [])


def _confirm(_on: OnCase) -> Step:
    desk_request = ConfirmStatement(
        statement=number("statement"), how="witness", witness=text("witness")
    )
    return Step(desk_request, [])


def _attach(_on: OnCase) -> Step:
    sent = request.files.get("photo")
    kept = KeptWords(salt_of_form(), photo_of(sent.read() if sent else b"", the_asker()).content)
    kind = cast("Any", text("kind") or "photo")
    desk_request = AttachEvidence(
        kind=kind, what=text("what"), digest=kept.digest, seat=seat_of("seat"), kept=True
    )
    return Step(desk_request, [kept])


def _cite(_on: OnCase) -> Step:
    return Step(CiteRule(citation=rule_in("rule"), cited_by=text("cited_by")), [])


def _rule(on: OnCase) -> Step:
    return Step(ruling_of(on.file, on.refused, on.drafted, on.sheet), [])


def _draft(on: OnCase) -> Step:
    ruling = ruling_of(on.file, on.refused, on.drafted, on.sheet)
    kept = KeptWords(salt_of_form(), msgspec.json.encode(ruling))
    says = "; ".join((ruling.finding, *ruling.consequences))
    desk_request = DraftRuling(digest=digest_of_ruling(ruling), words=kept.digest, says=says)
    return Step(desk_request, [kept])


def _adopt(on: OnCase) -> Step:
    """What was tried on the page of evidence, kept as a prepared ruling."""
    ruling = adopted(on.file, request.form)
    kept = KeptWords(salt_of_form(), msgspec.json.encode(ruling))
    desk_request = DraftRuling(
        digest=digest_of_ruling(ruling),
        words=kept.digest,
        says="; ".join((ruling.finding, *ruling.consequences)),
        tried=tried_in(request.form),
    )
    return Step(desk_request, [kept])


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
    desk_request = Penalise(
        seat=seat,
        kind=text("kind"),
        reason=text("reason"),
        amount=at_field("amount", seconds_in if _takes_time(on) else whole_number),
        scope=text("scope"),
        notice=text("notice"),
        although=text("although"),
    )
    return Step(desk_request, [])


def _takes_time(on: OnCase) -> bool:
    if on.sheet is None:
        return False
    scheduled = on.sheet.scheduled
    named = penalty_of(text("kind"), rules_of(scheduled))
    return (named.scope if named else text("scope")) == "time"


def _to_come(name: str, what: str) -> datetime | None:
    """The time in a field, which is asked about where it is past already."""
    until = moment(name)
    if until and until <= accounts().desk.now() and text("past") != text(name):
        raise Refusal(
            "unreadable-request",
            f"{what} is past already, so nothing was written.",
            "Choose a later one, leave it empty, or tick that it was so.",
            field=name,
        )
    return until


def _tell(_on: OnCase) -> Step:
    both = text("both")  # a button of its own, which says so
    seats = tuple(seat for seat in Seat if both or text(f"told_{seat.value}"))
    right = both == "right" or bool(text("right_told"))
    until = _to_come("appeal_until", "The time until which they may appeal")
    desk_request = TellRuling(seats=seats, right_told=right, appeal_until=until)
    return Step(desk_request, [])


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
    "cite": _cite,
    "rule": _rule,
    "draft": _draft,
    "adopt": _adopt,
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
