"""What the director's desk is told of those who wait, as types."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from ledger.game.going_on import Call
from ledger.vocabulary import GameState, IsoTime
from ledger.vocabulary.desk_matters import MatterKind
from web.entry.entries import Waits


class AtTable(Struct, frozen=True, kw_only=True):
    game: UUID
    tournament: str
    division: str
    round: int
    table: int


class Where(AtTable, frozen=True, kw_only=True):
    """A table, and the pages about it.

    Attributes:
      entry: address of the scorekeeper's page.
      replayed: address of the replay page, and ``evidence`` that of the page of its incidents.
    """

    replay: int
    names: tuple[str, str]
    state: GameState
    version: int
    entry: str
    replayed: str
    evidence: str


class NamedView(Struct, frozen=True):
    """What tells a matter from all others, to put it off or to waive it.

    Attributes:
      subject: the game, or the case, it is about.
      which: the version of an event there, the id of an entry, or what is to be done next.
    """

    kind: MatterKind
    subject: UUID
    which: str


class VerbView(Struct, frozen=True):
    """The first way on: what settles a matter.

    Attributes:
      at: address it leads to; empty where it is done on the desk, as ``does`` says.
      does: ``sets-out``.
    """

    words: str
    at: str
    does: str = ""


class Waiting(Struct, frozen=True, kw_only=True):
    """Something that waits, in one line.

    Attributes:
      open_case: address where a case about it is opened; empty: there is a case, or no table.
    """

    matter: NamedView
    where: Where | None
    since: IsoTime
    says: str
    first: VerbView
    open_case: str
    tournament: str


class WarnedView(Struct, frozen=True, kw_only=True):
    """A player at a table who was warned before, and what of; the oldest warning first."""

    name: str
    of: tuple[str, ...]


class CallView(Waiting, frozen=True, kw_only=True):
    """A call with its links.

    Attributes:
      warned: who of the two was warned before in this tournament, whose act it is about first.
      at_the_call: address of the replay as the record was known when the director was called.
      back: address where it is taken back that a director is on the way, or came; empty: neither.
    """

    where: Where
    call: Call
    warned: tuple[WarnedView, ...]
    at_the_call: str
    rule: str
    back: str = ""


class SlipWaiting(Waiting, frozen=True, kw_only=True):
    """A verdict is waited for. The words are the judge's business, not this page's.

    Attributes:
      version: of the event since which it is; with the game it tells this slip from another.
      by_director: two verdicts differ, and the last one is the director's.
    """

    where: Where
    method: str
    version: int
    opinion: int
    by_director: bool
    confirmed: bool
    handed_over: bool


class ResultWaiting(Waiting, frozen=True, kw_only=True):
    """A result lacks a signature, a name on the tally sheet, or is not handed in.

    Attributes:
      lacks: ``signature``, ``tally-sheet`` or ``hand-in``.
      since: the last entry.
      strokes: the tablet on which both signed by hand and the badge it was under, if it was one.
    """

    where: Where
    lacks: str
    words: str
    clause: str
    rule: str
    strokes: tuple[str, str] | None


class TabletView(Waiting, frozen=True, kw_only=True):
    where: Where
    device: str
    badges: tuple[str, ...]


class EntryWaiting(Waiting, frozen=True, kw_only=True):
    """An entry that came too late, with what had been written in its place."""

    where: Where
    entry: Waits


class RefusedWaiting(Waiting, frozen=True, kw_only=True):
    """An entry that the book leaves to the director, refused until there is a ruling.

    Attributes:
      wanted: what it is called.
      rule_on: address where a case about it is opened and ruled on.
    """

    where: Where
    wanted: str
    what: str
    clause: str
    rule: str
    rule_on: str


class CaseWaiting(Waiting, frozen=True, kw_only=True):
    """A case in which something is still to be done.

    Attributes:
      called: as people call it: ``C-12``.
      lacks: what is to be done next: ``ruling``, ``telling``, ``report``, ``appeal``.
    """

    called: str
    title: str
    lacks: str
    address: str


class MatterView(Waiting, frozen=True, kw_only=True):
    """Something else that waits, in a few words."""

    called: str
    words: str
    clause: str
    rule: str


class LaterView(MatterView, frozen=True, kw_only=True):
    """A matter that was put off.

    Attributes:
      until: what brings it back, in words; ``at`` where that is a time.
    """

    until: str
    at: IsoTime | None
    reason: str
    by: str
    put_off_at: IsoTime
    back: str


class AsideWaiting(Struct, frozen=True, kw_only=True):
    """A matter that was waived in a round that is open, or a waiver that holds no more.

    Attributes:
      reason: why; ``by`` and ``since`` by which badge and when.
      gone: how and why it does not hold any more; empty: it holds.
      back: address where it is taken back; empty: it does not hold any more.
    """

    matter: NamedView
    where: Where
    tournament: str
    words: str
    reason: str
    by: str
    since: IsoTime
    gone: str
    back: str


class SlipsMissing(Struct, frozen=True, kw_only=True):
    """The slips of the open rounds of a tournament that are not in.

    Attributes:
      missing: tables that have handed in nothing, or an unsigned slip; of ``tables``.
      since: when something was last written about the table that is silent longest, of those
        of which anything was; ``None``: nothing was written of any.
    """

    tournament: str
    missing: int
    tables: int
    since: IsoTime | None
    page: str


class DeskNow(Struct, frozen=True, kw_only=True):
    """Everything that waits for a person, of each kind what waits longest first.

    Attributes:
      unwritten: entries that came too late.
      others: everything else: steps of the director's, what is asked for, what does not agree.
      for_players: scores announced wrong, which players put right themselves.
      witness: what a witness of checkpoints found against the record, in words; empty: nothing.
    """

    now: IsoTime
    calls: tuple[CallView, ...]
    slips: tuple[SlipWaiting, ...]
    for_a_ruling: tuple[RefusedWaiting, ...]
    cases: tuple[CaseWaiting, ...]
    unwritten: tuple[EntryWaiting, ...]
    silent: tuple[TabletView, ...]
    results: tuple[ResultWaiting, ...]
    others: tuple[MatterView, ...]
    for_players: tuple[MatterView, ...]
    later: tuple[LaterView, ...]
    waived: tuple[AsideWaiting, ...]
    missing: tuple[SlipsMissing, ...]
    witness: str = ""
