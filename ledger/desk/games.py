"""Requests about a game, at the desk, and what a ruling overruled."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from msgspec.structs import replace

from ledger import rulebook
from ledger.desk.requests import Sent
from ledger.desk.streams import DeskServices, Snapshot, StreamHandler
from ledger.game.clock.facts import TimeRead
from ledger.game.context import OF_GAMES, GameContext
from ledger.game.deciding import decide
from ledger.game.sheet.folding import after, sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.requests import Ruled
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import Decision, Request
from ledger.rulebook.ambiguities import ambiguities
from ledger.tournament.conduct import counted_there, counted_warning
from ledger.tournament.names import must_be_printable
from ledger.tournament.rounds import (
    failed_before,
    last_round_is_over,
    round_is_closed,
    starts_before,
)
from ledger.vocabulary import Role, remarks
from ledger.vocabulary.refusals import RecordAway, Refusal

# What a ruling overruled: the gap it settles stands beside the entry, and how it is read.


def about_the_gap(
    sheet: Sheet, request: Request, context: GameContext, ruled: frozenset[str]
) -> tuple[str, ...]:
    """What is to be remarked on where a ruling goes past a gap or contradiction of the book.

    The trap that the request would have been refused for without the ruling, and whether the
    ruling leaves open how it is read.
    """
    if context.case is None:
        return ()
    try:
        decide(sheet, request, replace(context, case=None))
    except Refusal as overruled:
        found = ambiguities().get(overruled.trap)
        if found is None or found.settled:
            return ()
        return (found.id,) if found.id in ruled else (found.id, remarks.READING_NOT_NAMED)
    return ()


rulebook.make_ready()


class Games(StreamHandler):
    def load(self, stream: UUID) -> Snapshot:
        return _looked(self.at_hand.shelf.sheet(stream))

    def keep(self, snapshot: Snapshot, events: Sequence[Event]) -> None:
        self.at_hand.shelf.keep(after(snapshot.state, events))

    def the_same(
        self, snapshot: Snapshot, lack: Sequence[Event], request: Request, sent: Sent
    ) -> UUID | None:
        """Two keepers of one table enter the same turn: there is nothing to differ about.

        Two readings of the clocks are two readings.
        """
        if not lack or lack[0].originator_version == 1 or isinstance(lack[0].fact, TimeRead):
            return None
        first = lack[0].envelope.command_id
        try:
            then = sheet_as_known(snapshot.state, at=lack[0].originator_version - 1)
            ours = self.decided(_looked(then), request, sent)
        except RecordAway:
            raise
        except Refusal:
            return None
        theirs = tuple(event.fact for event in lack if event.envelope.command_id == first)
        return first if theirs == ours.facts else None

    def under_a_ruling(self, snapshot: Snapshot, request: Request, sent: Sent) -> tuple[Fact, ...]:
        """What a director would write for it under a ruling, and could not without one."""
        if sent.case is not None:
            return ()  # it was under one
        try:
            if self._if_a_director_asked(snapshot, request, sent):
                return ()  # another badge is wanted for it, and no ruling
            ruled = Ruled(sent.command_id, "", frozenset())
            return self._if_a_director_asked(snapshot, request, sent, ruled)
        except RecordAway:
            return ()

    def _if_a_director_asked(
        self, snapshot: Snapshot, request: Request, sent: Sent, ruled: Ruled | None = None
    ) -> tuple[Fact, ...]:
        sheet, role = snapshot.state, Role.DIRECTOR
        try:
            OF_GAMES.must_be_allowed(role, request)
            return decided_at_the_table(self.at_hand, sheet, request, sent, role, ruled).facts
        except RecordAway:
            raise
        except Refusal:
            return ()

    def decided(self, snapshot: Snapshot, request: Request, sent: Sent) -> Decision:
        sheet: Sheet = snapshot.state
        authority = self.at_hand.authority
        role = authority.role_of(sent.by)
        OF_GAMES.must_be_allowed(role, request)
        case = authority.ruled(sheet.id, sent.case)
        if case is not None and sheet.is_final and role is not Role.DIRECTOR:
            raise _the_director_enters_it()
        ruled = None
        if case is not None:
            citation = authority.cited(sheet.id, case)
            ruled = Ruled(case, citation, authority.gaps_ruled(sheet.id, case))
        decision = decided_at_the_table(self.at_hand, sheet, request, sent, role, ruled)
        must_be_printable(decision.facts, tuple, self.at_hand.unprintable)
        return decision


def decided_at_the_table(
    at_hand: DeskServices,
    sheet: Sheet,
    request: Request,
    sent: Sent,
    role: Role | None,
    ruled: Ruled | None,
) -> Decision:
    log, shelf = at_hand.log, at_hand.shelf
    scheduled = sheet.scheduled
    rules = rulebook.rules_of(scheduled)
    entry = GameContext(
        rules=rules,
        by=sent.by,
        role=role or Role.SCOREKEEPER,
        device=sent.device,
        clocks=sent.clocks,
        case=ruled.case if ruled else None,
        citation=ruled.citation if ruled else "",
        last_round_over=lambda: last_round_is_over(log, scheduled),
        round_closed=lambda: round_is_closed(log, scheduled),
        warned=lambda settled: counted_warning(
            log, sheet, settled, rules, ruled.case if ruled else None
        ),
        failed_before=lambda seat: failed_before(log, shelf, sheet, seat, rules),
        starts_before=lambda: starts_before(log, shelf, scheduled),
        starts_settled=lambda: starts_before(log, shelf, scheduled, settled=True),
        also_taken_back=lambda act, reason: counted_there(log, sheet, act, reason),
    )
    decision = decide(sheet, request, entry)
    noticed = decision.remarks
    if ruled is not None:
        noticed = (*noticed, *about_the_gap(sheet, request, entry, ruled.traps))
    return Decision(decision.facts, tuple(dict.fromkeys(noticed)), decision.other_writes)


def _looked(sheet: Sheet) -> Snapshot:
    return Snapshot(sheet.id, sheet.version, sheet.events, sheet)


def _the_director_enters_it() -> Refusal:
    """Of a result that stands: a ruling for something else, given earlier, must not open it."""
    return refusal("result-final/under-a-ruling")
