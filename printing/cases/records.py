"""The record of a case, and the form of an appeal against what was ruled in it."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct, field

from printing.engine.flowing import SAID, BoxRow, Section, in_sections, row_of
from printing.engine.heading import Form, Heading
from printing.engine.labels import SIGN
from printing.engine.page import player_titles, when_words
from printing.languages import say

Entries = tuple[tuple[str, str], ...]


class Heard(Struct, frozen=True, kw_only=True):
    """Somebody who was heard.

    Attributes:
      words: what was said, in whose words ``language`` tells; that they were removed, or
        that they are left out, where they are not here.
      read_back: how it was confirmed; empty where it was not, or nothing was said.
    """

    who: str = ""
    role: str = ""
    words: str = ""
    language: str = ""
    read_back: str = ""
    at: datetime | None = None


class IncidentRecord(Struct, frozen=True, kw_only=True):
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

    back = say("paper_cases.read-back-how")
    return (
        Section(
            "",
            tuple(("", line) for line in (record.redacted, record.appeal) if line),
            about(record),
        ),
        part(
            say("paper_cases.facts"),
            record.facts,
            say("paper_cases.none-were-noted"),
            row_of((say("paper_cases.scores-clocks-bag-racks-whose"), ""), high=15.0),
        ),
        part(
            say("paper_cases.heard"),
            heard_entries(record),
            say("paper_cases.nobody-was-heard"),
            row_of((say("paper_cases.first-player-in-words"), ""), (back, "", 0.3), high=14.5),
            row_of((say("paper_cases.second-player-in-words"), ""), (back, "", 0.3), high=14.5),
            row_of((say("paper_cases.witness-name-and-in-words"), ""), (back, "", 0.3), high=12.4),
        ),
        part(
            say("paper_cases.rule"),
            record.rule,
            say("paper_cases.no-rule-was-named"),
            row_of((say("paper_cases.book-and-clause"), ""), (say("paper_cases.named-by"), "")),
        ),
        part(
            say("paper_cases.finding"),
            record.finding,
            say("paper_cases.nothing-ruled-yet"),
            row_of((say("paper.found-and-ruled"), ""), high=16.0),
        ),
        part(
            say("paper_cases.what-follows"),
            record.follows,
            say("paper_cases.nothing-follows"),
            row_of((say("paper_cases.points-time-warning-other"), ""), high=12.0),
        ),
        part(
            say("paper_cases.told"),
            record.told,
            say("paper_cases.nobody-was-told-yet"),
            row_of(
                (say("paper_cases.who-and-right-appeal-until"), ""),
                (say("paper_cases.at"), "", 0.3),
            ),
        ),
        part(
            say("paper_cases.report"),
            record.reports,
            say("paper_cases.reported-to-nobody"),
            row_of(
                (say("paper_cases.to"), ""),
                (say("paper_cases.how-reference"), ""),
                (say("paper_cases.at"), "", 0.4),
            ),
        ),
        # What is signed is the ruling and what came before it; an appeal is lodged after that.
        Section(say("paper_cases.signatures"), (), signatures(record)),
        *([Section(say("paper_cases.appeals"), record.appeals)] if record.appeals else []),
    )


def about(record: IncidentRecord) -> tuple[BoxRow, ...]:
    first, second = record.players
    return (
        row_of(
            (say("paper_cases.case"), record.case, 0.3),
            (say("paper_cases.what-about"), record.title),
            (say("paper_cases.category"), record.category, 0.35),
        ),
        row_of(
            *zip(player_titles(starter_known=record.starter_known), (first, second), strict=True)
        ),
        row_of(
            (say("paper_cases.raised-by"), record.raised_by),
            (say("paper_cases.opened"), when_words(record.opened_at)),
        ),
    )


def heard_entries(record: IncidentRecord) -> Entries:
    """Who was heard, as what, in whose words, read back or not."""
    entries: list[tuple[str, str]] = []
    for one in record.heard:
        words = ", ".join(
            part for part in (one.role, when_words(one.at), one.language, one.read_back) if part
        )
        entries.append((one.who or say("paper_cases.not-named"), words))
        entries.append((SAID, one.words))
    return tuple(entries)


def signatures(record: IncidentRecord) -> tuple[BoxRow, ...]:
    first, second = record.players
    by, also = record.director, record.second
    return (
        row_of(
            (say("paper_cases.director-by", by=by) if by else say("paper_cases.director"), ""),
            (
                say("paper_cases.second-official-also", also=also)
                if also
                else say("paper_cases.second-official"),
                "",
            ),
            (say("paper.date-and-time"), when_words(record.ruled_at)),
            high=SIGN,
        ),
        row_of(
            (
                say("paper_cases.player-first", first=first)
                if first
                else say("paper.first-player"),
                "",
            ),
            (
                say("paper_cases.player-second", second=second)
                if second
                else say("paper.second-player"),
                "",
            ),
            high=SIGN,
        ),
    )


INCIDENT_RECORD = in_sections(Form("incident-record"), IncidentRecord, record_sections)


# The appeal form: who appeals against what and why, who sat, what was decided.


WRITING = 9.4  # millimetres: height of a box to write a line in

"""How the label of a box begins in which somebody signs."""


class AppealForm(Struct, frozen=True, kw_only=True):
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
            say("paper_cases.decision-appealed-against"),
            (
                (say("paper_cases.case"), form.case, 0.3),
                (say("paper_cases.what-about"), form.title),
            ),
        ),
        told_or_asked("", form.ruled, say("paper_cases.what-was-ruled"), 12.0),
        asked_for(
            "",
            (
                (say("paper_cases.rule"), form.citation),
                (say("paper_cases.director"), form.director),
            ),
            (
                (say("paper_cases.ruled-at"), ruled_at),
                (say("paper_cases.appeal-possible-until"), form.until),
            ),
        ),
        asked_for(
            say("paper_cases.appeal-2"),
            (
                (say("paper_cases.appellant"), form.appellant),
                (say("paper_cases.against-ruling-finding-on-conduct"), form.against),
            ),
            (
                (say("paper_cases.to"), form.body),
                (say("paper_cases.deposit"), form.deposit, 0.4),
                (say("paper_cases.be-decided-by"), form.decide_by, 0.7),
            ),
        ),
        told_or_asked(
            say("paper_cases.grounds"),
            form.grounds,
            say("paper_cases.in-appellants-own-words"),
            30.0,
        ),
        asked_for(
            "",
            (
                (say("paper_cases.lodged-at"), lodged_at),
                (say("paper_cases.received-by"), form.received_by),
            ),
            (
                (say("paper_cases.signature-appellant"), ""),
                (say("paper_cases.signature-who-received"), ""),
            ),
        ),
        asked_for(
            say("paper_cases.hearing"),
            (
                (say("paper_cases.who-sat"), ", ".join(form.panel)),
                (say("paper_cases.in-person-in-writing"), form.how, 0.6),
            ),
            ((say("paper_cases.declared-have-no-interest-in"), ", ".join(form.declared)),),
        ),
        told_or_asked(
            say("paper_cases.decision"), form.reasons, say("paper_cases.outcome-and-reasons"), 20.0
        ),
        asked_for(
            "",
            (
                (say("paper_cases.upheld-in-part-dismissed"), form.outcome),
                (say("paper_cases.recommended"), form.recommends),
            ),
            (
                (say("paper_cases.executives-answer"), form.answer),
                (say("paper_cases.what-does-results"), form.effect),
            ),
            (
                (say("paper_cases.signed-for-body"), ""),
                (say("paper.date-and-time"), when_words(form.decided_at)),
            ),
        ),
    )


def told_or_asked(title: str, words: str, label: str, high: float) -> Section:
    """Words as they are known, as long as they are, else a box to write them in."""
    if words:
        return Section(title, ((label, words),) if not title else (("", words),))
    return Section(title, (), (row_of((label, ""), high=high),))


def asked_for(title: str, *rows: tuple[tuple[str, str] | tuple[str, str, float], ...]) -> Section:
    to_sign = say("paper_cases.signature-appellant"), say("paper_cases.signed-for-body")
    return Section(
        title,
        (),
        tuple(row_of(*boxes, high=SIGN if boxes[0][0] in to_sign else WRITING) for boxes in rows),
    )


APPEAL_FORM = in_sections(Form("appeal-form"), AppealForm, appeal_sections)
