"""The record of a case, and the form of an appeal against what was ruled in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from printing.engine.flowing import SAID, BoxRow, Section, in_sections, row_of
from printing.engine.heading import Form, Heading
from printing.engine.page import player_titles, when_words
from printing.engine.pen import SIGN

LEFT_OUT = "The words are left out of this copy."
NOTHING_SAID = "Was asked, and had nothing to say."
NOT_READ_BACK = "not read back"

Entries = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Somebody who was heard.

    Attributes:
      words: what was said, in whose words ``language`` tells; that they were removed, or
        ``LEFT_OUT``, where they are not here.
      read_back: how it was confirmed; empty where it was not, or nothing was said.
    """

    who: str = ""
    role: str = ""
    words: str = ""
    language: str = ""
    read_back: str = ""
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class IncidentRecord:
    """What the record of one case says. What is not known is left for the hand.

    Attributes:
      case: its number, ``C-12``; ``title``: what it is about; ``category``: in a word.
      starter_known: whether the first of them is known to start, and not only listed first.
      finding: what was found and ruled; ``follows``: the consequences, one each.
      told: who was told, when; ``reports``: to whom it was reported; ``appeals``: what became
        of it since.
      director: who ruled; ``second``: who agreed, or why nobody had to; ``ruled_at``: when.
      appeal: how the last appeal stands, in a line; empty where nobody appealed.
      redacted: what was left out of this copy, in a line; empty where nothing was.
      binds: the record as its code binds it, where that is not as it is printed.
    """

    heading: Heading = field(default_factory=Heading)
    case: str = ""
    title: str = ""
    category: str = ""
    players: tuple[str, str] = ("", "")
    starter_known: bool = True
    raised_by: str = ""
    opened_at: datetime | None = None
    facts: Entries = ()
    heard: tuple[Heard, ...] = ()
    rule: Entries = ()
    finding: Entries = ()
    follows: Entries = ()
    told: Entries = ()
    reports: Entries = ()
    appeals: Entries = ()
    director: str = ""
    second: str = ""
    ruled_at: datetime | None = None
    appeal: str = ""
    redacted: str = ""
    binds: IncidentRecord | None = None


def record_sections(record: IncidentRecord) -> tuple[Section, ...]:
    """What the record says, section after section; one of which nothing is known has boxes."""
    is_blank = record == IncidentRecord(heading=record.heading)

    def part(title: str, entries: Entries, none: str, *boxes: BoxRow) -> Section:
        return Section(title, (), boxes) if is_blank else Section(title, entries or (("", none),))

    words, back = "own words, or in whose", "Read back: how"
    return (
        Section("", tuple(("", line) for line in (record.redacted, record.appeal) if line),
                about(record)),
        part(
            "Facts", record.facts, "None were noted.",
            row_of(("Scores, clocks, bag, racks, whose turn", ""), high=15.0),
        ),
        part(
            "Heard", heard_entries(record), "Nobody was heard.",
            row_of((f"First player, in {words}", ""), (back, "", 0.3), high=14.5),
            row_of((f"Second player, in {words}", ""), (back, "", 0.3), high=14.5),
            row_of((f"Witness: name, and in {words}", ""), (back, "", 0.3), high=12.4),
        ),
        part(
            "Rule", record.rule, "No rule was named.",
            row_of(("Book and clause", ""), ("Named by", "")),
        ),
        part(
            "Finding", record.finding, "Nothing is ruled yet.",
            row_of(("Found, and ruled", ""), high=16.0),
        ),
        part(
            "What follows", record.follows, "Nothing follows.",
            row_of(("Points, time, warning, other", ""), high=12.0),
        ),
        part(
            "Told", record.told, "Nobody was told yet.",
            row_of(("Who, and of the right to appeal until", ""), ("At", "", 0.3)),
        ),
        part(
            "Report", record.reports, "Reported to nobody.",
            row_of(("To", ""), ("How, reference", ""), ("At", "", 0.4)),
        ),
        # What is signed is the ruling and what came before it; an appeal is lodged after that.
        Section("Signatures", (), signatures(record)),
        *([Section("Appeals", record.appeals)] if record.appeals else []),
    )  # fmt: skip


def about(record: IncidentRecord) -> tuple[BoxRow, ...]:
    first, second = record.players
    return (
        row_of(
            ("Case", record.case, 0.3),
            ("What it is about", record.title),
            ("Category", record.category, 0.35),
        ),
        row_of(
            *zip(player_titles(starter_known=record.starter_known), (first, second), strict=True)
        ),
        row_of(("Raised by", record.raised_by), ("Opened", when_words(record.opened_at))),
    )


def heard_entries(record: IncidentRecord) -> Entries:
    """Who was heard, as what, in whose words, read back or not."""
    entries: list[tuple[str, str]] = []
    for one in record.heard:
        words = ", ".join(
            part for part in (one.role, when_words(one.at), one.language, one.read_back) if part
        )
        entries.append((one.who or "Not named", words))
        entries.append((SAID, one.words))
    return tuple(entries)


def signatures(record: IncidentRecord) -> tuple[BoxRow, ...]:
    first, second = record.players
    by, also = record.director, record.second
    return (
        row_of(
            (f"Director: {by}" if by else "Director", ""),
            (f"Second official: {also}" if also else "Second official", ""),
            ("Date and time", when_words(record.ruled_at)),
            high=SIGN,
        ),
        row_of(
            (f"Player: {first}" if first else "First player", ""),
            (f"Player: {second}" if second else "Second player", ""),
            high=SIGN,
        ),
    )


INCIDENT_RECORD = in_sections(Form("Incident record"), IncidentRecord, record_sections)


# The appeal form: who appeals against what and why, who sat, what was decided.


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


def appeal_sections(form: AppealForm) -> tuple[Section, ...]:
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


APPEAL_FORM = in_sections(Form("Appeal form"), AppealForm, appeal_sections)
