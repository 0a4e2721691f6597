"""Acts on a case's page, each a request; an appeal and who sat on its panel, as they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Any, cast

import msgspec
from flask import request

from ledger.desk.desk import Desk
from ledger.desk.matters import RefusedRequest
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.appeals import (
    AppealStanding,
    CarryNothingOut,
    DecideAppeal,
    HearAppeal,
    IssueBundle,
    LodgeAppeal,
    RungState,
    appeal_standing,
)
from ledger.incidents.case_file import CaseFile, Decided
from ledger.incidents.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    CaseReported,
    RulingGiven,
)
from ledger.incidents.hearing import AttachEvidence, CiteRule, ConfirmStatement, TakeStatement
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
from ledger.incidents.wording import LONGEST_FINDING
from ledger.messages import say
from ledger.messages.written import reason_kept
from ledger.proof.paper_requests import CaseToPrint, SignedBundle
from ledger.record.kept_words import KeptWords
from ledger.record.standing import removed_on
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook, rules_of
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import AcceptedByExecutive, AppealOutcome, choices
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import accounts, signed_in, the_asker
from web.cases.foreseen import adopted, tried_in
from web.cases.form_fields import (
    OnCase,
    at_field,
    moment,
    number,
    rule_in,
    seat_of,
    seconds_in,
    text,
    whole_number,
)
from web.cases.form_fields import Step as StepFields
from web.cases.photos import photo_of
from web.cases.ruling_form import WHY_PENALISED, found_on_appeal, ruling_of
from web.frame.bodies import kept_by_form, salt_of_form, sent_by_form
from web.site import the_bundler

# The appeals of a case as its page shows them: who may, the ladder, the time, the decision.


def an_outcome(of: AppealOutcome) -> str:
    return dict(choices(AppealOutcome))[of]


@dataclass(frozen=True)
class PanelMember:
    """One who sat.

    Attributes:
      declared: whether they declared that the outcome is nothing to them.
      executive: whether they are of the body's Executive.
    """

    name: str
    declared: bool
    executive: bool


@dataclass(frozen=True)
class Appeal:
    """How far an appeal has come.

    Attributes:
      referred: whether the director put it to the body, and nobody appealed.
      grounds: the appellant's words; ``None`` where they were removed, at ``removed_at``.
      although: why somebody sat who has a part in the case; empty: nobody did.
      decided: the decision, and how far it is carried out; ``None``: not decided yet.
    """

    lodged: AppealLodged
    at: datetime
    grounds: str | None
    referred: bool = False
    panel: tuple[PanelMember, ...] = ()
    heard: bool = False
    how: str = ""
    outcome: str = ""
    answer: str = ""
    reasons: str = ""
    effect: str = ""
    although: str = ""
    decided_at: datetime | None = None
    removed_at: datetime | None = None
    decided: Decided | None = None

    @property
    def body(self) -> str:
        return self.lodged.to


@dataclass(frozen=True)
class Step:
    body: str
    state: RungState
    words: str


@dataclass(frozen=True)
class AppealsView:
    """All about the appeals of a case.

    Attributes:
      who: who may appeal, in words, and ``clause``: by which rule; empty: the book is silent.
      declares: whether the book wants who sits to have no interest in the outcome.
      refers_to: the body to which the director may refer the matter; empty: to none.
    """

    standing: AppealStanding
    who: str
    clause: str
    declares: bool
    refers_to: str
    ladder: tuple[Step, ...]
    each: tuple[Appeal, ...]
    now: datetime

    @property
    def pending(self) -> Appeal | None:
        """The appeal that waits for its decision."""
        return self.each[-1] if self.each and not self.each[-1].outcome else None

    @property
    def is_over_time(self) -> bool:
        until = self.standing.until
        return until is not None and self.now > until and self.standing.after_close is None


def appeals_shown(
    desk: Desk, file: CaseFile, rules: Rulebook, tournament: Tournament
) -> AppealsView:
    now, who = desk.now(), rules.appeal.who
    standing = appeal_standing(file, rules, tournament, now)
    return AppealsView(
        standing=standing,
        who=say(f"cases.who_may_appeal.{who.known()}") if who.is_known else "",
        clause=str(who) if who.is_known else "",
        declares=rules.appeal.committee.is_known,
        refers_to=(rules.appeal.bodies.value or ("",))[0]
        if who.value == "director-may-refer"
        else "",
        ladder=tuple(
            Step(
                rung.body,
                rung.state,
                an_outcome(rung.outcome).lower()
                if rung.outcome
                else say(f"cases.rung.{rung.state}"),
            )
            for rung in standing.ladder
        ),
        each=appeals_of(desk, file),
        now=now,
    )


def appeals_of(desk: Desk, file: CaseFile) -> tuple[Appeal, ...]:
    found: list[Appeal] = []
    removed = removed_on(file.events)
    decisions = {one.version: one for one in file.decisions}
    for event in file.stands:
        fact = event.fact
        if isinstance(fact, AppealLodged):
            kept = desk.log.words_of(fact.grounds) if fact.grounds else b""
            words = None if kept is None else kept.decode(errors="replace")
            gone = removed.get(fact.grounds)
            found.append(Appeal(fact, event.envelope.written_at, words, removed_at=gone))
        elif isinstance(fact, CaseReported) and fact.why == "referred":
            to_body = AppealLodged(who="", against="ruling", version=0, to=fact.to)
            found.append(Appeal(to_body, event.envelope.written_at, "", referred=True))
        elif found and isinstance(fact, AppealHeard):
            found[-1] = replace(found[-1], panel=_panel(fact), heard=True, how=fact.how,
                                although=fact.although)  # fmt: skip
        elif found and isinstance(fact, AppealDecided):
            found[-1] = replace(
                found[-1],
                outcome=an_outcome(fact.outcome),
                answer=dict(choices(AcceptedByExecutive))[fact.accepted] if fact.accepted else "",
                reasons=_sentences((fact.reasons, *fact.recommends)),
                effect=fact.effect,
                decided_at=event.envelope.written_at,
                decided=decisions[event.originator_version],
            )
    return tuple(found)


def _sentences(said: Iterable[str]) -> str:
    """What was said, each as a sentence."""
    each = [one.strip() for one in said if one.strip()]
    return " ".join(one if one[-1] in ".!?…" else f"{one}." for one in each)


def _panel(heard: AppealHeard) -> tuple[PanelMember, ...]:
    return tuple(
        PanelMember(name, name in heard.declared, name in heard.executive)
        for name in heard.committee or (heard.by,)
    )


def carrying_out(file: CaseFile) -> dict[str, str]:
    """The fields of the form of a ruling that carries out a decision; none where none waits.

    The finding and the rule only: what is done to the sheet is chosen by who rules.
    """
    waits = file.to_carry_out
    if waits is None:
        return {}
    ruled = file.fact(waits.against, RulingGiven) or file.ruling
    return {
        "decision": str(waits.version),
        "finding": found_on_appeal(file)()[:LONGEST_FINDING],
        "citation": ruled.citation if ruled else file.opened.rule,
    }


# What a director does on the page of a case, appeals among it: each a request to the desk.


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


def _appeal(_on: OnCase) -> StepFields:
    """An appeal lodged: by a player of the game, or by somebody named."""
    grounds = kept_by_form("grounds")
    desk_request = LodgeAppeal(
        who=text("who"),
        seat=seat_of("seat"),
        to=text("to"),
        against=cast("Any", text("against") or "ruling"),
        grounds=grounds.digest if grounds else "",
        deposit=text("deposit"),
        decide_by=_to_come("decide_by", say("cases.the-time-by-which")),
        although=text("although"),
    )
    return StepFields(desk_request, [grounds] if grounds else [])


def _hear_appeal(on: OnCase) -> StepFields:
    sat = [place for place in range(1, MEMBERS + 1) if text(f"member_{place}")]
    desk_request = HearAppeal(
        body=_body(on.file),
        committee=tuple(text(f"member_{place}") for place in sat),
        executive=tuple(text(f"member_{place}") for place in sat if text(f"executive_{place}")),
        declared=tuple(text(f"member_{place}") for place in sat if text(f"declared_{place}")),
        how=text("how"),
        although=text("although"),
    )
    return StepFields(desk_request, [])


def _decide_appeal(on: OnCase) -> StepFields:
    desk_request = DecideAppeal(
        body=_body(on.file),
        outcome=cast("Any", text("outcome")),
        recommends=tuple(line.strip() for line in text("recommends").splitlines() if line.strip()),
        accepted=cast("Any", text("accepted")),
        reasons=text("reasons"),
        effect=text("effect"),
    )
    return StepFields(desk_request, [])


def _carry_nothing_out(_on: OnCase) -> StepFields:
    return StepFields(CarryNothingOut(decision=number("decision"), reason=text("reason")), [])


def _issue(on: OnCase) -> StepFields:
    """The bundle as it is at this moment, signed: that very file is handed out.

    It is signed once; a form that was answered already, or names nobody, signs nothing.
    """
    redacted, to = bool(text("redacted")), text("to")
    sent = sent_by_form(signed_in().badge)
    if not to or accounts().desk.log.answer_to(sent.command_id):
        return StepFields(IssueBundle(to=to, digest="", redacted=redacted), [])
    which = CaseToPrint(request.view_args["slug"], on.file.opened.number, redacted)  # type: ignore[index]
    return StepFields(
        *as_written(
            to, the_bundler().sign(which, text("paper") or "a4", sent.by), redacted=redacted
        )
    )


def _body(file: CaseFile) -> str:
    """The body that the last appeal, or the matter that was referred, went to."""
    return next(reversed(file.put_to), "") or text("body") or NO_BODY


OF_APPEALS: Mapping[str, Callable[[OnCase], StepFields]] = {
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
) -> StepFields:
    if name not in STEPS:
        raise Refusal(
            "unreadable-request",
            say("cases.there-is-no-such-form"),
            say("cases.go-back-to-the-page"),
        )
    return STEPS[name](OnCase(file, refused, drafted, sheet))


def _hear(_on: OnCase) -> StepFields:
    said = kept_by_form("words")
    desk_request = TakeStatement(
        who=text("who"),
        role=cast("Any", text("role") or "player"),  # the desk looks which it is
        words=said.digest if said else "",
        seat=seat_of("seat"),
        language=text("language"),
        interpreter=text("interpreter"),
    )
    return StepFields(desk_request, [said] if said else [])


def _confirm(_on: OnCase) -> StepFields:
    desk_request = ConfirmStatement(
        statement=number("statement"), how="witness", witness=text("witness")
    )
    return StepFields(desk_request, [])


def _attach(_on: OnCase) -> StepFields:
    sent = request.files.get("photo")
    kept = KeptWords(salt_of_form(), photo_of(sent.read() if sent else b"", the_asker()).content)
    kind = cast("Any", text("kind") or "photo")
    desk_request = AttachEvidence(
        kind=kind, what=text("what"), digest=kept.digest, seat=seat_of("seat"), kept=True
    )
    return StepFields(desk_request, [kept])


def _cite(_on: OnCase) -> StepFields:
    return StepFields(CiteRule(citation=rule_in("rule"), cited_by=text("cited_by")), [])


def _rule(on: OnCase) -> StepFields:
    return StepFields(ruling_of(on.file, on.refused, on.drafted, on.sheet), [])


def _draft(on: OnCase) -> StepFields:
    ruling = ruling_of(on.file, on.refused, on.drafted, on.sheet)
    kept = KeptWords(salt_of_form(), msgspec.json.encode(ruling))
    return StepFields(_drafting(ruling, kept), [kept])


def _adopt(on: OnCase) -> StepFields:
    """What was tried on the page of evidence, kept as a prepared ruling."""
    ruling = adopted(on.file, request.form)
    kept = KeptWords(salt_of_form(), msgspec.json.encode(ruling))
    return StepFields(_drafting(ruling, kept, tried_in(request.form)), [kept])


def _drafting(ruling: GiveRuling, kept: KeptWords, tried: str = "") -> DraftRuling:
    return DraftRuling(
        digest=digest_of_ruling(ruling),
        words=kept.digest,
        says="; ".join((ruling.finding, *ruling.consequences)),
        tried=tried,
        finding_coded=ruling.finding_coded,
    )


def _bookmark(_on: OnCase) -> StepFields:
    return StepFields(BookmarkFacts(version=number("version"), note=text("note")), [])


def _second(_on: OnCase) -> StepFields:
    return StepFields(SecondRuling(digest=text("digest")), [])


def _penalise(on: OnCase) -> StepFields:
    seat = seat_of("seat")
    if seat is None:
        raise refusal("unreadable-request/nobody-found-against")
    if not text("kind"):
        raise Refusal(
            "unreadable-request",
            say("cases.no-penalty-is-chosen"),
            say("cases.choose-one-of-the-list"),
            field="kind",
        )
    desk_request = Penalise(
        seat=seat,
        kind=text("kind"),
        reason=reason_kept(text("reason"), WHY_PENALISED),
        amount=at_field("amount", seconds_in if _takes_time(on) else whole_number),
        scope=text("scope"),
        notice=text("notice"),
        although=text("although"),
    )
    return StepFields(desk_request, [])


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
            say("cases.is-past-already-so-nothing", what=what),
            say("cases.choose-a-later-one-leave"),
            field=name,
        )
    return until


def _tell(_on: OnCase) -> StepFields:
    both = text("both")  # a button of its own, which says so
    seats = tuple(seat for seat in Seat if both or text(f"told_{seat.value}"))
    right = both == "right" or bool(text("right_told"))
    until = _to_come("appeal_until", say("cases.the-time-until-which-they"))
    desk_request = TellRuling(seats=seats, right_told=right, appeal_until=until)
    return StepFields(desk_request, [])


def _report(_on: OnCase) -> StepFields:
    why = cast("Any", text("why"))
    return StepFields(ReportCase(to=text("to"), why=why, sent=text("sent")), [])


def _close(_on: OnCase) -> StepFields:
    return StepFields(CloseCase(), [])


def _reopen(_on: OnCase) -> StepFields:
    return StepFields(ReopenCase(reason=text("reason")), [])


def warning_in(file: CaseFile) -> WarnPlayer:
    """The warning of the player whom a case about no game is about."""
    return WarnPlayer(
        player=file.opened.player, offence=text("offence") or OTHER,
        kind=text("kind") or "official-warning", words=text("words"), notice=text("notice"),
    )  # fmt: skip


STEPS: dict[str, Callable[[OnCase], StepFields]] = {
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
