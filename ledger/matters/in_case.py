"""What is still to be done in a case."""

from __future__ import annotations

from typing import Literal

from ledger import rulebook
from ledger.incidents.case_file import CaseFile
from ledger.incidents.in_words import number_told
from ledger.incidents.reports import due_reports
from ledger.incidents.to_tell import to_tell
from ledger.matters.matter import DeskMatter
from ledger.tournament.set_aside import Named
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.desk_matters import MatterKind

Lacks = Literal[
    "", "ruling", "telling", "taken-back", "stands-again", "report", "appeal", "referral",
    "decision",
]  # fmt: skip

LACKS_TOLD = {
    "ruling": "to be ruled on",
    "telling": "ruled; nobody was told",
    "taken-back": "a ruling was taken back; nobody was told",
    "stands-again": "the ruling stands after all; nobody was told",
    "report": "a report is due",
    "appeal": "under appeal",
    "referral": "referred, and not decided",
    "decision": "the decision on appeal is to be carried out",
}
"""What people call what is to be done next."""

TELLINGS = frozenset({"telling", "taken-back", "stands-again"})
"""What lacks where players are to be told something."""

KINDS: dict[str, MatterKind] = {"appeal": "appeal", "decision": "decision"}
"""What kind of matter it is, where that is not a case that is not finished.

Once it is ruled on, what was referred waits like an appeal, in its own time.
"""

REFERRED = "a matter that was referred is not decided"


def what_lacks(tournament: Tournament, file: CaseFile) -> Lacks:
    """What is to be done next in a case; empty: nothing."""
    if file.state == "under appeal":
        return "appeal"
    if file.to_carry_out:
        return "decision"
    if file.is_closed and file.state != "referred":
        return ""
    news = to_tell(file) if file.opened.game is not None else None
    if news is not None and not news.is_told and not file.is_closed:
        return news.of or "telling"
    if file.state == "referred":
        return "referral"
    if file.ruling is None:
        return "ruling"
    rules = rulebook.rules_of(tournament)
    return "report" if due_reports(file, rules) else ""


def matter_of_case(tournament: Tournament, file: CaseFile) -> DeskMatter | None:
    """A case in which something is to be done; ``None``: nothing is.

    What is to be done names it: a case that was put off until it is ruled on comes back when the
    players are to be told.
    """
    lacks = what_lacks(tournament, file)
    if not lacks:
        return None
    opened, since, which = file.opened, file.events[-1].envelope.written_at, str(lacks)
    if decided := file.to_carry_out if lacks == "decision" else None:
        which = f"{lacks} {decided.version}"
        since = next(
            event.envelope.written_at
            for event in file.events
            if event.originator_version == decided.version
        )
    called = f"{number_told(opened.number)} {opened.title or opened.category}"
    words = LACKS_TOLD[lacks]
    if lacks == "referral":
        words = f"referred to {file.put_to[-1] or 'a body'}, not decided"
    as_an_appeal = lacks == "referral" and file.ruling is not None
    if lacks in TELLINGS and (news := to_tell(file)) and len(news.untold) < len(Seat):
        words = words.replace("nobody was told", "one player was not told")
    return DeskMatter(
        named=Named("appeal" if as_an_appeal else KINDS.get(lacks, "case"), file.id, which),
        since=since,
        called=REFERRED if lacks == "referral" else "",
        words=f"{called}: {words}",
        clause=opened.rule,
        game=opened.game,
    )
