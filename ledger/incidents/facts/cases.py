"""A case from its opening to its close: rulings, penalties, reports."""

from __future__ import annotations

from uuid import UUID

from ledger.incidents.facts.situation import Situation
from ledger.record.fact import Fact
from ledger.vocabulary import Moment, Seat
from ledger.vocabulary.closed_lists import (
    CaseAbout,
    CaseRaisedBy,
    ReportedBecause,
    StateOfMind,
    ToldOf,
)


class CaseOpened(Fact, frozen=True, kw_only=True, tag="case-opened"):
    """The director began a case.

    Attributes:
      game: the game it is about; ``None``: none, as where somebody is abused in the corridor.
      about: version of the event it is about, or ``None``.
      category: what it is about, in a word.
      rule: rule at issue, as ``wespa-4.0 3.9.5(a)``, or empty.
      raised_by: who called; ``director``: who came uninvited; empty if nobody noted it.
      seat: whose conduct, play or draw it is about; ``None`` for nobody's or both.
      offence: the act reported, by its name in the rulebook's table; empty if none.
      although: why the director began it where the book bars it; empty otherwise.
      number: in its tournament, from 1: ``C-12``. 0: the tournament was never opened, or the
        case was opened before cases had numbers.
      tournament: short name of the tournament; empty: that of the game.
      title: what it is about in one line.
      player: number in the tournament of who it is about, where it is about no game.
      call: version of the call it answers; 0: nobody called, or nobody noted it.
      entry: the refused request it began with.
      situation: the table as it was at the event it is about, or at the call.
    """

    game: UUID | None = None
    about: int | None = None
    category: CaseAbout
    rule: str = ""
    raised_by: CaseRaisedBy = ""
    seat: Seat | None = None
    offence: str = ""
    although: str = ""
    number: int = 0
    tournament: str = ""
    title: str = ""
    player: int = 0
    call: int = 0
    entry: UUID | None = None
    situation: Situation | None = None


class RuleCited(Fact, frozen=True, kw_only=True, tag="rule-cited"):
    """A rule was named as bearing on the case, as ``wespa-4.0 3.9.9(a)``, and by whom."""

    citation: str
    cited_by: str = ""
    trap: str = ""


class RulingGiven(Fact, frozen=True, kw_only=True, tag="ruling-given"):
    """The director ruled. What is entered under this case outranks the software.

    Attributes:
      game: the game it is for; the ruling overrules nothing elsewhere. ``None``: for none.
      finding: what was decided, in the director's words.
      citation: the rule it rests on.
      consequences: what follows, one line each.
      found: the facts found, in the director's words.
      standard: what they rest on: ``balance-of-probabilities``, ``sufficient-evidence``.
      trap: id of the gap or contradiction that was settled; ``reading``: how it was read, in
        the words of the reading chosen. ``another``: it is none of those we know, and the
        words are the director's.
      gap: whether it decides what the book leaves open.
      seat: who is found against.
      offence: the act found, by its name in the rulebook's table; ``other`` for one that the
        book does not name. Empty: no finding about conduct.
      level: 1 for the gravest, 0 where the book names none.
      minor: whether abuse was found to be of the minor kind.
      state_of_mind: empty: not found.
      raised_by: as in ``CaseOpened``.
      although: why the director ruled before each side was heard; empty otherwise.
      draft: version of the prepared ruling that was taken up with it; 0 for none.
      seconded: badge of the second official, where a result that both signed changes with it;
        ``alone``: why there was none.
      decision: version of the decision on appeal that it carries out; 0: it carries out none.
    """

    game: UUID | None = None
    finding: str
    citation: str
    consequences: tuple[str, ...] = ()
    found: str = ""
    standard: str = ""
    trap: str = ""
    reading: str = ""
    gap: bool = False
    seat: Seat | None = None
    offence: str = ""
    level: int = 0
    minor: bool = False
    state_of_mind: StateOfMind = ""
    raised_by: CaseRaisedBy = ""
    although: str = ""
    another: bool = False
    seconded: str = ""
    alone: str = ""
    draft: int = 0
    decision: int = 0


class RulingDrafted(Fact, frozen=True, kw_only=True, tag="ruling-drafted"):
    """A ruling was prepared, and is not given: it overrules nothing, and binds nobody.

    Attributes:
      digest: of what was prepared, whole, as a request.
      words: digest under which that lies beside the log.
      says: the finding and what would follow, in a line.
      tried: the what-if it was adopted from, as the address of the evidence says it; empty: it
        was written on the form of the ruling.
    """

    digest: str
    words: str
    says: str
    tried: str = ""


class DraftDropped(Fact, frozen=True, kw_only=True, tag="draft-dropped"):
    """A prepared ruling is no longer thought of. ``draft``: its version; ``reason`` may be empty.

    A draft is taken up by a ruling that names it (``RulingGiven.draft``).
    """

    draft: int
    reason: str = ""


class FactsBookmarked(Fact, frozen=True, kw_only=True, tag="facts-bookmarked"):
    """A state of the game was put with the facts of the case, beside those of the call.

    Attributes:
      situation: the table as it was after one event.
      note: what it shows, in a few words of the director's.
    """

    situation: Situation
    note: str = ""


class DraftSeconded(Fact, frozen=True, kw_only=True, tag="draft-seconded"):
    """A second official agreed to a prepared ruling: whose badge wrote this.

    Attributes:
      draft: version of the draft.
      digest: of what was prepared.
    """

    draft: int
    digest: str


class RulingTold(Fact, frozen=True, kw_only=True, tag="ruling-told"):
    """Players were told what was ruled, or that it does not stand any more.

    Attributes:
      ruling: version of the ruling, or of what took it back.
      of: what the news was; empty: the ruling.
      seats: who was told.
      right_told: whether they were told of the right to appeal, where the book gives one.
      appeal_until: until when they may, where a time was set.
    """

    ruling: int
    of: ToldOf = ""
    seats: tuple[Seat, ...] = ()
    right_told: bool = False
    appeal_until: Moment | None = None


class PenaltyDecided(Fact, frozen=True, kw_only=True, tag="penalty-decided"):
    """The director decided on a penalty; what carries it out has this case on its envelope.

    Attributes:
      seat: who is penalised.
      kind: its name in the rulebook's table of penalties, or the director's own.
      scope: what it touches: ``person``, ``credit``, ``time``, ``turn``, ``points``,
        ``spread``, ``game``, ``tournament`` or ``committee``.
      amount: points or seconds, as a positive number; 0 where there are none.
      although: why, where the book bars it; empty otherwise.
    """

    seat: Seat
    kind: str
    scope: str
    amount: int = 0
    reason: str
    clause: str = ""
    although: str = ""


class CaseReported(Fact, frozen=True, kw_only=True, tag="case-reported"):
    """The case was reported, or referred, to a body beyond the tournament.

    Attributes:
      to: the body.
      duty: ``must``, ``should``, ``may``, ``if-serious``; empty where the book names nobody.
      note: what the report says besides, such as what the body may do.
      sent: how it went, and under which reference; empty where nobody noted it.
    """

    to: str
    why: ReportedBecause
    duty: str = ""
    clause: str = ""
    note: str = ""
    sent: str = ""


class CaseClosed(Fact, frozen=True, kw_only=True, tag="case-closed"):
    """Nothing more is to be decided here, unless it is reopened."""


class CaseReopened(Fact, frozen=True, kw_only=True, tag="case-reopened"):
    """The case was taken up again."""

    reason: str
