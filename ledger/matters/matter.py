"""Something that waits for an official, and what was waived or put off."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from msgspec import Struct

from ledger import rulebook
from ledger.incidents.case_file import CaseFile, to_tell
from ledger.incidents.reports import due_reports
from ledger.incidents.wording import number_wording, title_wording
from ledger.messages import say
from ledger.messages.written import reason_given
from ledger.tournament.tournament import Named, NoMore, SetAside, Tournament, Waived, named
from ledger.vocabulary import Seat
from ledger.vocabulary.desk_matters import AT_A_TABLE, MatterKind, kind_told

FOR_PLAYERS = frozenset({"arithmetic"})
"""What players put right themselves, unasked for (wespa-5.1 4.8(a)); a director may look."""

KEEPS_NO_ROUND_OPEN = FOR_PLAYERS | {"clock", "silent", "slip", "not-started", "appeal"}
"""What is over when the game is, or is settled in its own time; the rest keeps a round open."""


class DeskMatter(Struct, frozen=True, kw_only=True):
    """Something that waits for a person.

    Attributes:
      since: from when on it waits; it is shown from ``shown_from`` on, if that is later.
      words: what it is, in a few words; of a slip and of a statement never what stands in it.
      step: of a step of the director's, the request that records it; empty: none does.
      seat: who asks or protests, where it is a player.
      once_told: what players must have been told for this to be news for them; ``None``: nothing.
    """

    named: Named
    since: datetime
    words: str
    called: str = ""
    clause: str = ""
    game: UUID | None = None
    step: str = ""
    seat: Seat | None = None
    shown_from: datetime | None = None
    in_play: bool = False
    once_told: Named | None = None

    @property
    def kind(self) -> MatterKind:
        return self.named.kind

    @property
    def wording(self) -> str:
        return self.called or kind_told(self.kind)

    @property
    def keeps_open(self) -> bool:
        """Whether its round can't be closed until it is settled or waived."""
        return self.kind not in KEEPS_NO_ROUND_OPEN

    @property
    def at_a_table(self) -> bool:
        """Whether somebody waits or plays at a table, so that it is never waived with others."""
        return self.in_play or self.kind in AT_A_TABLE

    def is_due(self, now: datetime) -> bool:
        """Whether it has waited long enough to be shown."""
        return self.shown_from is None or self.shown_from <= now


# What is still to be done in a case.


Lacks = Literal[
    "", "ruling", "telling", "taken-back", "stands-again", "report", "appeal", "referral",
    "decision",
]  # fmt: skip


def lacks_wording(lacks: str) -> str:
    """What people call what is to be done next, one of ``Lacks``; empty where nothing is."""
    return say(f"waiting.lacks.{lacks}") if lacks else ""


TELLINGS = frozenset({"telling", "taken-back", "stands-again"})
"""What lacks where players are to be told something."""

KINDS: dict[str, MatterKind] = {"appeal": "appeal", "decision": "decision"}
"""What kind of matter it is, where that is not a case that is not finished.

Once it is ruled on, what was referred waits like an appeal, in its own time.
"""


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
    called = f"{number_wording(opened.number)} {title_wording(opened)}"
    words = lacks_wording(lacks)
    if lacks == "referral":
        body = file.put_to[-1] or say("incidents.a-body")
        words = say("waiting.referred-to", body=body)
    as_an_appeal = lacks == "referral" and file.ruling is not None
    if lacks in TELLINGS and (news := to_tell(file)) and len(news.untold) < len(Seat):
        words = say(f"waiting.one_lacks.{lacks}")
    return DeskMatter(
        named=Named("appeal" if as_an_appeal else KINDS.get(lacks, "case"), file.id, which),
        since=since,
        called=say("waiting.referred") if lacks == "referral" else "",
        words=say("game.whose", whose=called, what=words),
        clause=opened.rule,
        game=opened.game,
    )


# What was waived, told alike on the desk, the page of a round and its sheet.


Cases = Mapping[UUID, tuple[int, UUID | None]]
"""Number and game of each case."""


class AsideView(NamedTuple):
    """A waiver.

    Attributes:
      game: where it is about one; ``case``: number of the case it is about, 0 for none.
      closing: it was waived with a closing.
      gone: how and why it does not hold any more; empty: it holds.
    """

    named: Named
    game: UUID | None
    case: int
    words: str
    reason: str
    by: str
    at: datetime
    closing: bool = False
    gone: str = ""
    gone_by: str = ""
    gone_at: datetime | None = None
    act: UUID | None = None


def numbers_of(files: Iterable[CaseFile]) -> Cases:
    return {file.id: (file.opened.number, file.opened.game) for file in files}


def waived_of(kept: SetAside, cases: Cases, games: Container[UUID | None]) -> list[AsideView]:
    """What was waived in some games and their cases; what holds first, the latest first."""
    holds = [_view(one, cases) for one in kept.waived.values()]
    gone = [_gone(one, one.was, cases) for one in kept.past if isinstance(one.was, Waived)]
    here = [line for line in (*holds, *gone) if line.game in games]
    return sorted(here, key=lambda line: (bool(line.gone), -line.at.timestamp()))


def _view(one: Waived, cases: Cases) -> AsideView:
    fact = one.fact
    number, game = cases.get(fact.subject, (0, fact.subject))
    case = f" (C-{number})" if number else ""
    return AsideView(
        named=named(fact), game=game, case=number,
        words=f"{kind_told(fact.kind)}{case}", reason=fact.reason, by=one.by, at=one.at,
        closing=one.closing is not None, act=one.command,
    )  # fmt: skip


def _gone(one: NoMore, was: Waived, cases: Cases) -> AsideView:
    aside, reason = _view(was, cases), reason_given(one.reason)
    if one.reopened:
        gone = say("waiting.round-opened-again", reason=reason)
    else:
        gone = say("waiting.taken-back", reason=reason)
    return aside._replace(gone=gone, gone_by=one.by, gone_at=one.at)
