"""Appeals on the page of a case: lodged, heard, decided; and its papers handed out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from flask import request

from ledger.incidents.appeals import (
    CarryNothingOut,
    DecideAppeal,
    HearAppeal,
    IssueBundle,
    LodgeAppeal,
)
from ledger.incidents.case_file import CaseFile
from web.access.visitors import signed_in, the_badges
from web.cases.fields import moment, number, seat_of, text
from web.cases.issued import as_written
from web.cases.steps import OnCase, Step
from web.frame.sent_forms import kept_by_form, sent_by_form
from web.site.site import the_bundler
from web.site.to_print import CaseToPrint

MEMBERS = 5
"""How many of a panel the form has room for."""


NO_BODY = "the body"
"""What a body is called that neither the book nor the appeal names."""


def _appeal(_on: OnCase) -> Step:
    """An appeal lodged: by a player of the game, or by somebody named."""
    grounds = kept_by_form("grounds")
    asked = LodgeAppeal(
        who=text("who"),
        seat=seat_of("seat"),
        to=text("to"),
        against=cast("Any", text("against") or "ruling"),
        grounds=grounds.digest if grounds else "",
        deposit=text("deposit"),
        decide_by=moment("decide_by"),
        although=text("although"),
    )
    return Step(asked, [grounds] if grounds else [])


def _hear_appeal(on: OnCase) -> Step:
    sat = [place for place in range(1, MEMBERS + 1) if text(f"member_{place}")]
    asked = HearAppeal(
        body=_body(on.file),
        committee=tuple(text(f"member_{place}") for place in sat),
        executive=tuple(text(f"member_{place}") for place in sat if text(f"executive_{place}")),
        declared=tuple(text(f"member_{place}") for place in sat if text(f"declared_{place}")),
        how=text("how"),
        although=text("although"),
    )
    return Step(asked, [])


def _decide_appeal(on: OnCase) -> Step:
    asked = DecideAppeal(
        body=_body(on.file),
        outcome=cast("Any", text("outcome")),
        recommends=tuple(line.strip() for line in text("recommends").splitlines() if line.strip()),
        accepted=cast("Any", text("accepted")),
        reasons=text("reasons"),
        effect=text("effect"),
    )
    return Step(asked, [])


def _carry_nothing_out(_on: OnCase) -> Step:
    return Step(CarryNothingOut(decision=number("decision"), reason=text("reason")), [])


def _issue(on: OnCase) -> Step:
    """The bundle as it is at this moment, signed: that very file is handed out.

    It is signed once; a form that was answered already, or names nobody, signs nothing.
    """
    redacted, to = bool(text("redacted")), text("to")
    sent = sent_by_form(signed_in().badge)
    if not to or the_badges().desk.log.answer_to(sent.command_id):
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
