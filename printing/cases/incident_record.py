"""The incident record: facts, who was heard, the rule, what was found, what follows, who knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from printing.engine.flowing import SAID, BoxRow, Section, row_of
from printing.engine.heading import Form, Heading
from printing.engine.listed import drawn, said
from printing.engine.page import A4, Paper, player_titles, when_words
from printing.engine.pen import SIGN

FORM = Form("Incident record")

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


def sections(record: IncidentRecord) -> tuple[Section, ...]:
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


def lines(record: IncidentRecord) -> list[str]:
    return said(FORM, record, sections)


def blank(paper: Paper = A4) -> bytes:
    return draw(IncidentRecord(), paper=paper)


def draw(*records: IncidentRecord, paper: Paper = A4) -> bytes:
    return drawn(FORM, records, paper, sections)
