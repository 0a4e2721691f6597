"""The appeal form: who appeals against what and why, who sat, what was decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from printing.engine.flowing import Section, row_of
from printing.engine.heading import Form, Heading
from printing.engine.listed import drawn, said
from printing.engine.page import A4, Paper, when_words
from printing.engine.pen import SIGN

FORM = Form("Appeal form")

WRITING = 9.4  # millimetres: height of a box to write a line in

TO_SIGN = ("Signature", "Signed")
"""How the label of a box begins in which somebody signs."""


@dataclass(frozen=True, kw_only=True)
class AppealForm:
    """What one form says. What is not known is left for the hand.

    Attributes:
      case: its number, ``C-12``; ``title``: what it is about.
      ruled: the ruling; ``citation``: its rule; ``director``: who ruled; ``ruled_at``: when.
      until: until when an appeal may be lodged.
      appellant: who appeals; ``against``: ruling, finding on conduct, or penalty.
      body: who decides; ``deposit``: what was paid; ``decide_by``: until when it is to decide.
      panel: who sat; ``declared``: who of them declared to have no interest; ``how``: heard how.
      outcome: what was decided; ``reasons``: why; ``recommends``: of the committee; ``answer``: of
        the Executive; ``effect``: what it does to results.
      binds: the form as its code binds it, where that is not as it is printed.
    """

    heading: Heading = field(default_factory=Heading)
    case: str = ""
    title: str = ""
    ruled: str = ""
    citation: str = ""
    director: str = ""
    ruled_at: datetime | None = None
    until: str = ""
    appellant: str = ""
    against: str = ""
    body: str = ""
    deposit: str = ""
    decide_by: str = ""
    grounds: str = ""
    lodged_at: datetime | None = None
    received_by: str = ""
    panel: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    how: str = ""
    outcome: str = ""
    reasons: str = ""
    recommends: str = ""
    answer: str = ""
    effect: str = ""
    decided_at: datetime | None = None
    binds: AppealForm | None = None


def sections(form: AppealForm) -> tuple[Section, ...]:
    ruled_at, lodged_at = when_words(form.ruled_at), when_words(form.lodged_at)
    return (
        asked_for(
            "The decision appealed against",
            (("Case", form.case, 0.3), ("What it is about", form.title)),
        ),
        told_or_asked("", form.ruled, "What was ruled", 12.0),
        asked_for(
            "",
            (("Rule", form.citation), ("Director", form.director)),
            (("Ruled at", ruled_at), ("Appeal possible until", form.until)),
        ),
        asked_for(
            "The appeal",
            (
                ("Appellant", form.appellant),
                ("Against: ruling, finding on conduct, penalty", form.against),
            ),
            (
                ("To", form.body),
                ("Deposit", form.deposit, 0.4),
                ("To be decided by", form.decide_by, 0.7),
            ),
        ),
        told_or_asked("Grounds", form.grounds, "In the appellant’s own words", 30.0),
        asked_for(
            "",
            (("Lodged at", lodged_at), ("Received by", form.received_by)),
            (("Signature of the appellant", ""), ("Signature of who received it", "")),
        ),
        asked_for(
            "The hearing",
            (("Who sat", ", ".join(form.panel)), ("In person, in writing", form.how, 0.6)),
            (("Declared to have no interest in the outcome", ", ".join(form.declared)),),
        ),
        told_or_asked("The decision", form.reasons, "Outcome and reasons", 20.0),
        asked_for(
            "",
            (("Upheld, in part, dismissed", form.outcome), ("Recommended", form.recommends)),
            (("The Executive’s answer", form.answer), ("What it does to results", form.effect)),
            (("Signed for the body", ""), ("Date and time", when_words(form.decided_at))),
        ),
    )


def told_or_asked(title: str, words: str, label: str, high: float) -> Section:
    """Words as they are known, as long as they are, else a box to write them in."""
    if words:
        return Section(title, ((label, words),) if not title else (("", words),))
    return Section(title, (), (row_of((label, ""), high=high),))


def asked_for(title: str, *rows: tuple[tuple[str, str] | tuple[str, str, float], ...]) -> Section:
    return Section(
        title,
        (),
        tuple(
            row_of(*boxes, high=SIGN if boxes[0][0].startswith(TO_SIGN) else WRITING)
            for boxes in rows
        ),
    )


def lines(form: AppealForm) -> list[str]:
    return said(FORM, form, sections)


def blank(paper: Paper = A4) -> bytes:
    return draw(AppealForm(), paper=paper)


def draw(*forms: AppealForm, paper: Paper = A4) -> bytes:
    return drawn(FORM, forms, paper, sections)
