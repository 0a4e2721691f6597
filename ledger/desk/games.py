"""Requests about a game, at the desk: the sheet they come to, and the entry they are made under."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger import rulebook
from ledger.asking.asked import Asked, Decision
from ledger.desk.kinds import AtHand, Kind, Looked
from ledger.desk.overruling import about_the_gap
from ledger.desk.requests import Sent
from ledger.game.facts.clock import TimeRead
from ledger.game.play.deciding import decide
from ledger.game.play.entry import OF_GAMES, Entry
from ledger.game.sheet import Sheet, after
from ledger.game.sheet.as_known import sheet_as_known
from ledger.incidents.asking import Ruled
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.tournament.at_the_table import counted_warning
from ledger.tournament.balancing import starts_before
from ledger.tournament.earlier_challenges import failed_before
from ledger.tournament.last_round import last_round_is_over, round_is_closed
from ledger.tournament.on_paper import must_be_printable
from ledger.tournament.taking_back import counted_there
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import RecordAway, Refusal

rulebook.make_ready()


class Games(Kind):
    """Games, whose sheets are kept at hand."""

    def look(self, stream: UUID) -> Looked:
        """The game, with its sheet.

        Raises:
          Refusal: ``no-such-game``.
        """
        return _looked(self.at_hand.shelf.sheet(stream))

    def keep(self, looked: Looked, events: Sequence[Event]) -> None:
        """Put the sheet with ``events`` on it on the shelf."""
        self.at_hand.shelf.keep(after(looked.state, events))

    def the_same(
        self, looked: Looked, lack: Sequence[Event], asked: Asked, sent: Sent
    ) -> UUID | None:
        """Two keepers of one table enter the same turn: there is nothing to differ about.

        Two readings of the clocks are two readings.
        """
        if not lack or lack[0].originator_version == 1 or isinstance(lack[0].fact, TimeRead):
            return None
        first = lack[0].envelope.command_id
        try:
            then = sheet_as_known(looked.state, at=lack[0].originator_version - 1)
            ours = self.decided(_looked(then), asked, sent)
        except RecordAway:
            raise
        except Refusal:
            return None
        theirs = tuple(event.fact for event in lack if event.envelope.command_id == first)
        return first if theirs == ours.facts else None

    def under_a_ruling(self, looked: Looked, asked: Asked, sent: Sent) -> tuple[Fact, ...]:
        """What a director would write for it under a ruling, and could not without one."""
        if sent.case is not None:
            return ()  # it was under one
        try:
            if self._if_a_director_asked(looked, asked, sent):
                return ()  # another badge is wanted for it, and no ruling
            ruled = Ruled(sent.command_id, "", frozenset())
            return self._if_a_director_asked(looked, asked, sent, ruled)
        except RecordAway:
            return ()

    def _if_a_director_asked(
        self, looked: Looked, asked: Asked, sent: Sent, ruled: Ruled | None = None
    ) -> tuple[Fact, ...]:
        sheet, role = looked.state, Role.DIRECTOR
        try:
            OF_GAMES.must_be_allowed(role, asked)
            return decided_at_the_table(self.at_hand, sheet, asked, sent, role, ruled).facts
        except RecordAway:
            raise
        except Refusal:
            return ()

    def decided(self, looked: Looked, asked: Asked, sent: Sent) -> Decision:
        """What is to be written, under the rulebook of the game and a director's ruling.

        Raises:
          Refusal: why nothing is.
        """
        sheet: Sheet = looked.state
        authority = self.at_hand.authority
        role = authority.role_of(sent.by)
        OF_GAMES.must_be_allowed(role, asked)
        case = authority.ruled(sheet.id, sent.case)
        if case is not None and sheet.is_final and role is not Role.DIRECTOR:
            raise _the_director_enters_it()
        ruled = None
        if case is not None:
            citation = authority.cited(sheet.id, case)
            ruled = Ruled(case, citation, authority.gaps_ruled(sheet.id, case))
        decision = decided_at_the_table(self.at_hand, sheet, asked, sent, role, ruled)
        must_be_printable(decision.facts, tuple, self.at_hand.unprintable)
        return decision


def decided_at_the_table(
    at_hand: AtHand, sheet: Sheet, asked: Asked, sent: Sent, role: Role | None, ruled: Ruled | None
) -> Decision:
    """What is to be written at a table, under a ruling or none.

    Args:
      at_hand: what a decision may need beyond the sheet.
      sheet: the game as it stands.
      asked: what is asked.
      sent: what the request says of itself.
      role: what the badge of who asks allows.
      ruled: the ruling it carries out.

    Raises:
      Refusal: why nothing is.
    """
    log, shelf = at_hand.log, at_hand.shelf
    scheduled = sheet.scheduled
    rules = rulebook.rules_of(scheduled)
    entry = Entry(
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
    decision = decide(sheet, asked, entry)
    noticed = decision.remarks
    if ruled is not None:
        noticed = (*noticed, *about_the_gap(sheet, asked, entry, ruled.traps))
    return Decision(decision.facts, tuple(dict.fromkeys(noticed)), decision.also)


def _looked(sheet: Sheet) -> Looked:
    return Looked(sheet.id, sheet.version, sheet.events, sheet)


def _the_director_enters_it() -> Refusal:
    """Of a result that stands: a ruling for something else, given earlier, must not open it."""
    return refusal("result-final/under-a-ruling")
