"""A case from its opening to its close: evidence, rulings, appeals, acts taken back."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.messages.coded import Kept
from ledger.record.fact import Fact, Removed, TakenBack
from ledger.vocabulary import Clocks, GameState, Moment, Seat, Tiles, Totals
from ledger.vocabulary.closed_lists import (
    AcceptedByExecutive,
    AppealedAgainst,
    AppealOutcome,
    CaseAbout,
    CaseRaisedBy,
    ConfirmedHow,
    EvidenceKind,
    ReportedBecause,
    StatementRole,
    StateOfMind,
    ToldOf,
)

# A table as it stood when something was reported, frozen into a case.


class Situation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the record knew of a table at one event, so that nobody has to type it.

    Attributes:
      version: of the event it was frozen after; what the table adds up to follows from it.
      moment: when that event happened, as the tablet had it; else when it was written.
      clocks: seconds left, as they were last read; ``None``: nobody read them.
      racks: tiles on each rack, likewise.
      held: tiles that who made the last turn held before it, as far as the record has them.
    """

    version: int
    moment: Moment
    totals: Totals
    clocks: Clocks | None = None
    bag: int
    racks: tuple[int, int]
    on_move: Seat | None = None
    state: GameState = "playing"
    held: Tiles = Tiles("")


class CaseOpened(Fact, frozen=True, kw_only=True, tag="case-opened"):
    """The director began a case.

    Attributes:
      game: the game it is about; ``None``: none, as where somebody is abused in the corridor.
      rule: rule at issue, as ``wespa-4.0 3.9.5(a)``, or empty.
      raised_by: who called; ``director``: who came uninvited; empty if nobody noted it.
      seat: whose conduct, play or draw it is about; ``None`` for nobody's or both.
      offence: the act reported, by its name in the rulebook's table; empty if none.
      although: why the director began it where the book bars it; empty otherwise.
      number: in its tournament, from 1: ``C-12``. 0: the tournament was never opened, or the
        case was opened before cases had numbers.
      tournament: short name of the tournament; empty: that of the game.
      player: number in the tournament of who it is about, where it is about no game.
      call: version of the call it answers; 0: nobody called, or nobody noted it.
      entry: the refused request it began with.
      situation: the table as it was at the event it is about, or at the call.
      title_coded: the title as code and arguments, where the record gave it and nobody typed it.
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
    title_coded: Kept = ""


class RuleCited(Fact, frozen=True, kw_only=True, tag="rule-cited"):
    """A rule was named as bearing on the case, as ``wespa-4.0 3.9.9(a)``, and by whom."""

    citation: str
    cited_by: str = ""
    trap: str = ""


class RulingGiven(Fact, frozen=True, kw_only=True, tag="ruling-given"):
    """The director ruled. What is entered under this case outranks the software.

    Attributes:
      game: the game it is for; the ruling overrules nothing elsewhere. ``None``: for none.
      citation: the rule it rests on.
      consequences: what follows, one line each.
      standard: what they rest on: ``balance-of-probabilities``, ``sufficient-evidence``.
      trap: id of the gap or contradiction that was settled; ``reading``: how it was read, in
        the words of the reading chosen. ``another``: it is none of those we know, and the
        words are the director's.
      gap: whether it decides what the book leaves open.
      seat: who is found against.
      offence: the act found, by its name in the rulebook's table; ``other`` for one that the
        book does not name. Empty: no finding about conduct.
      level: 1 for the gravest, 0 where the book names none.
      although: why the director ruled before each side was heard; empty otherwise.
      draft: version of the prepared ruling that was taken up with it; 0 for none.
      seconded: badge of the second official, where a result that both signed changes with it;
        ``alone``: why there was none.
      decision: version of the decision on appeal that it carries out; 0: it carries out none.
      finding_coded: the finding as code and arguments, where a form offered it; empty: typed.
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
    finding_coded: Kept = ""


class RulingDrafted(Fact, frozen=True, kw_only=True, tag="ruling-drafted"):
    """A ruling was prepared, and is not given: it overrules nothing, and binds nobody.

    Attributes:
      digest: of what was prepared, whole, as a request.
      words: digest under which that lies beside the log.
      tried: the what-if it was adopted from, as the address of the evidence says it; empty: it
        was written on the form of the ruling.
      finding_coded: as in ``RulingGiven``, of the finding with which ``says`` begins.
    """

    digest: str
    words: str
    says: str
    tried: str = ""
    finding_coded: Kept = ""


class DraftDropped(Fact, frozen=True, kw_only=True, tag="draft-dropped"):
    """A prepared ruling is no longer thought of. ``draft``: its version; ``reason`` may be empty.

    A draft is taken up by a ruling that names it (``RulingGiven.draft``).
    """

    draft: int
    reason: str = ""


class FactsBookmarked(Fact, frozen=True, kw_only=True, tag="facts-bookmarked"):
    """A state of the game was put with the facts of the case, beside those of the call."""

    situation: Situation
    note: str = ""


class DraftSeconded(Fact, frozen=True, kw_only=True, tag="draft-seconded"):
    """A second official agreed to a prepared ruling: whose badge wrote this."""

    draft: int
    digest: str


class RulingTold(Fact, frozen=True, kw_only=True, tag="ruling-told"):
    """Players were told what was ruled, or that it does not stand any more.

    Attributes:
      ruling: version of the ruling, or of what took it back.
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
      duty: ``must``, ``should``, ``may``, ``if-serious``; empty where the book names nobody.
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


# What a case is decided on: statements and things, which lie beside the log under a digest.


class StatementTaken(Fact, frozen=True, kw_only=True, tag="statement-taken"):
    """The director heard somebody. When it was said is on the envelope.

    Attributes:
      seat: of a player of the game; ``None`` for anybody else.
      words: digest of what was said, which lies beside the log; empty where nothing was.
      declined: True for a player who was asked, and had nothing to say.
      language: in which it was said, where the words kept are a translation; ``interpreter``: by
        whom. Both empty where nobody noted it.
    """

    who: str
    role: StatementRole
    seat: Seat | None = None
    words: str = ""
    declined: bool = False
    language: str = ""
    interpreter: str = ""


class StatementConfirmed(Fact, frozen=True, kw_only=True, tag="statement-confirmed"):
    """A statement was read back to who made it, who said that it is what was said.

    Attributes:
      how: ``stroke``: signed by hand; ``witness``: said in the hearing of somebody.
      strokes: digest of the strokes, which lie beside the log; empty for none.
    """

    statement: int
    how: ConfirmedHow
    strokes: str = ""
    witness: str = ""


class EvidenceAttached(Fact, frozen=True, kw_only=True, tag="evidence-attached"):
    """A sheet, a slip, a photograph was put with the case.

    Attributes:
      digest: SHA-256, in hex; of the salted words where the thing itself is kept with us.
      seat: whose sheet it is, if it is a player's.
      kept: whether the thing itself is kept with us. (False also of older records, where nobody
        noted it.)
    """

    kind: EvidenceKind
    digest: str
    what: str
    seat: Seat | None = None
    kept: bool = False


class EvidenceTakenBack(Fact, frozen=True, kw_only=True, tag="evidence-taken-back"):
    """A piece of evidence no longer lies with the case; that it did stays on the record."""

    evidence: int
    reason: str


class CaseWordsRemoved(Removed, frozen=True, kw_only=True, tag="case-words-removed"):
    """Words or a picture kept with the case were removed; fields as in ``Removed``."""


# Appeals, on the stream of the case they are about. A petition to the director is none.


class AppealLodged(Fact, frozen=True, kw_only=True, tag="appeal-lodged"):
    """Somebody asked for a decision of the director's to be decided again.

    Attributes:
      version: of the event appealed against.
      grounds: digest of the appellant's words, which lie beside the log; empty if none.
      although: why it was taken where the book bars it; empty otherwise.
      decide_by: until when the body is to decide, where a time was set.
      deposit: what was paid for it, as people write it: ``20 EUR``; empty for nothing.
    """

    who: str
    seat: Seat | None = None
    against: AppealedAgainst
    version: int
    to: str
    grounds: str = ""
    although: str = ""
    decide_by: Moment | None = None
    deposit: str = ""


class AppealHeard(Fact, frozen=True, kw_only=True, tag="appeal-heard"):
    """A body considered the appeal.

    Attributes:
      executive: those of them who are members of the body's Executive.
      how: ``in person`` or ``in writing``.
      declared: those of them who declared that the outcome is nothing to them.
      although: why somebody sat who is concerned in the case; empty: nobody did.
    """

    by: str
    committee: tuple[str, ...] = ()
    executive: tuple[str, ...] = ()
    how: str = ""
    declared: tuple[str, ...] = ()
    although: str = ""


class AppealDecided(Fact, frozen=True, kw_only=True, tag="appeal-decided"):
    """A body decided the appeal.

    Attributes:
      recommends: what the committee recommends, one line each.
      accepted: by the Executive; empty if nobody was asked.
      effect: what it does to results, in a line; a ruling in this case carries it out.
    """

    by: str
    outcome: AppealOutcome
    recommends: tuple[str, ...] = ()
    accepted: AcceptedByExecutive = ""
    reasons: str = ""
    effect: str = ""


class NothingCarriedOut(Fact, frozen=True, kw_only=True, tag="nothing-carried-out"):
    """A decision on appeal leaves everything as it is, as the director found."""

    decision: int
    reason: str


class BundleIssued(Fact, frozen=True, kw_only=True, tag="bundle-issued"):
    """The papers of the case were handed to somebody, as one file.

    Attributes:
      digest: SHA-256 of the file, in hex.
      version: the case as it stood: version of the last event in the bundle.
      redacted: whether private notes were left out.
      words: digest under which that very file is kept beside the log, as it was before bundles
        were signed; empty: it is not.
      core: SHA-256 of the file before it was signed, in hex; it follows from the record alone.
      section: digest under which what the signature appended is kept, its certificate before it.
      certificate: SHA-256 of the certificate it was signed with, in hex.
      position: of the last event of the record that the file was made from.
      under: the size of the log at the checkpoint that its events are proved under.
      paper: its size; ``base``: what its square codes begin with.
      printed_with: the libraries and fonts it was made with, as others may make other bytes.
    """

    to: str
    digest: str
    version: int
    redacted: bool = True
    words: str = ""
    core: str = ""
    section: str = ""
    certificate: str = ""
    position: int = 0
    under: int = 0
    paper: str = ""
    base: str = ""
    printed_with: str = ""


# An official's act in a case, taken back.


class CaseActTakenBack(TakenBack, frozen=True, kw_only=True, tag="case-act-taken-back"):
    """What was done in this case no longer stands; fields as in ``TakenBack``.

    What it wrote at the table and in the tournament is taken back with it, there.

    Attributes:
      what: the kinds of the events that are struck, by topic, the act itself first; empty: all
        of it lies at the table or in the tournament.
      alone: why no second official agreed, where scores that both signed are others afterwards.
    """

    what: tuple[str, ...] = ()
    alone: str = ""
