"""Calling the director to a table, and the free challenge a director may give."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, JUDGES, STAFF
from ledger.game.facts.calls import (
    ChallengeCreditGranted,
    ChallengeCreditUsed,
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
)
from ledger.game.facts.challenges import ChallengeFailed
from ledger.game.facts.clock import ClockNeutralised, ClockRestarted
from ledger.game.play.clock.stop_reasons import CALLED, rule_for_stopping
from ledger.game.play.entry import (
    Entry,
    decides,
    is_held_up,
    must_not_be_final,
)
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.closed_lists import ClaimOf, RaisedBy

FREE = "free-challenge"
NOT_DEFINED = "TN-28"
"""No book says what a free challenge is: taken as one that fails without loss of turn."""


class CallDirector(Asked, frozen=True, tag="call-director", kw_only=True):
    """Somebody calls the director; fields as in ``DirectorCalled``.

    Attributes:
      stopped: both clocks were stopped for it, which is written down where the rulebook lists a
        call among the reasons for it and a clock still ran (M-08).
    """

    reason: str
    raised_by: RaisedBy = "player"
    seat: Seat | None = None
    offence: str = ""
    stopped: bool = False


class DirectorSetsOut(Asked, frozen=True, tag="director-sets-out", kw_only=True):
    """The director who enters this is on the way to the table; no other need go."""


class DirectorComes(Asked, frozen=True, tag="director-comes", kw_only=True):
    """The director is at the table.

    Attributes:
      director: badge of who came, where somebody else says so; empty: who asks, if a director, or
        who was on the way.
    """

    director: str = ""


class DirectorGoes(Asked, frozen=True, tag="director-goes", kw_only=True):
    """The director is done at the table, with ``outcome``."""

    outcome: str = ""


class GrantFreeChallenge(Asked, frozen=True, tag="grant-free-challenge", kw_only=True):
    """Give ``seat`` a challenge that costs nothing if it fails, for ``reason``."""

    seat: Seat
    reason: str


class WriteClaim(Asked, frozen=True, tag="write-claim", kw_only=True):
    """What a player says was done and the book bars, for whoever rules on it; as ``ClaimMade``."""

    seat: Seat
    of: ClaimOf
    turn: int = 0
    refused: UUID | None = None
    words: str = ""


@decides(CallDirector, may=JUDGES)
def call_director(sheet: Sheet, asked: CallDirector, entry: Entry) -> Decision:
    """Write the call down, whatever the state of the game (R-04)."""
    entry.must(asked.reason.strip(), "unreadable-request/call-without-reason")
    if asked.offence and asked.offence not in entry.rules.offences:
        raise entry.refusal(
            "unreadable-request/no-such-act", book=entry.rules.id, offence=asked.offence
        )
    called = DirectorCalled(
        reason=asked.reason, raised_by=asked.raised_by, seat=asked.seat, offence=asked.offence
    )
    return Decision((called, *(clocks_stopped(sheet, entry.rules) if asked.stopped else ())))


@decides(DirectorSetsOut, may=DIRECTORS)
def director_sets_out(sheet: Sheet, asked: DirectorSetsOut, entry: Entry) -> Decision:
    """Write down that a director is on the way, once a call."""
    _must_be_called(sheet, entry)
    call = find(sheet.open, DirectorCalled)
    if call is not None and (call.has(DirectorSetOut) or call.has(DirectorArrived)):
        entry.must_be_ruled("director-on-the-way")
    return Decision((DirectorSetOut(),))


@decides(DirectorComes, may=STAFF)
def director_comes(sheet: Sheet, asked: DirectorComes, entry: Entry) -> Decision:
    """Write down that the director is there."""
    _must_be_called(sheet, entry)
    by_name = asked.director.strip() or _who_came(sheet, entry)
    return Decision((DirectorArrived(director=by_name),))


@decides(DirectorGoes, may=DIRECTORS)
def director_goes(sheet: Sheet, asked: DirectorGoes, entry: Entry) -> Decision:
    """Write down that the director is done, which ends the call.

    The clocks that were stopped for the call run again, unless something else holds them.
    """
    _must_be_called(sheet, entry)
    others = [one for one in sheet.open if not isinstance(one.fact, DirectorCalled)]
    left = DirectorLeft(outcome=asked.outcome)
    return Decision((left, *clocks_started(sheet, others, entry.rules)))


@decides(WriteClaim, may=STAFF)
def write_claim(sheet: Sheet, asked: WriteClaim, entry: Entry) -> Decision:
    """Write a claim down, whatever the state of the game: nothing follows from it (DE15)."""
    turns = sheet.turn_count
    entry.must(
        0 <= asked.turn <= turns, "unreadable-request/turn-not-made", turn=asked.turn, turns=turns
    )
    claim = ClaimMade(
        seat=asked.seat,
        of=asked.of,
        turn=asked.turn,
        refused=asked.refused,
        words=asked.words.strip(),
    )
    return Decision((claim,))


@decides(GrantFreeChallenge, may=DIRECTORS)
def grant_free_challenge(sheet: Sheet, asked: GrantFreeChallenge, entry: Entry) -> Decision:
    """Give a free challenge, which takes a ruling (L-26; nsa-1998 VI.C)."""
    must_not_be_final(sheet, entry)
    named = entry.rules.penalties.get(FREE)
    entry.must_be_ruled(
        "needs-ruling/free-challenge", clause=str(named) if named else "", trap=NOT_DEFINED
    )
    fact = ChallengeCreditGranted(
        seat=asked.seat, reason=asked.reason, clause=str(named) if named else ""
    )
    return Decision((fact,), (NOT_DEFINED,))


def free_of_charge(seat: Seat) -> tuple[Fact, ...]:
    """What is written instead of the price of a failed challenge, where it was a free one."""
    return ChallengeFailed(seat=seat, mode=FREE), ChallengeCreditUsed(seat=seat)


def clocks_stopped(sheet: Sheet, rules: Rulebook) -> tuple[Fact, ...]:
    """That both clocks were stopped for a call, where the book has that and one of them ran."""
    runs = sheet.started and not sheet.ended and not sheet.clock.neutral
    if not runs or not rule_for_stopping(CALLED, rules):
        return ()
    return (ClockNeutralised(reason=CALLED),)


def clocks_started(sheet: Sheet, left: Sequence[Opened], rules: Rulebook) -> tuple[Fact, ...]:
    """That a clock runs again that stood still for a call alone; ``left``: what is open still."""
    held = left or sheet.challenges.pending is not None or is_held_up(sheet, rules)
    if sheet.clock.neutral != CALLED or sheet.ended or sheet.on_move is None or held:
        return ()
    return (ClockRestarted(seat=sheet.on_move, reason=CALLED),)


def _who_came(sheet: Sheet, entry: Entry) -> str:
    """The badge of the director who enters it, or who said to be on the way; empty: not known."""
    if entry.role is Role.DIRECTOR:
        return entry.by
    call = find(sheet.open, DirectorCalled)
    since = sheet.events[call.version :] if call is not None else ()
    coming = [event for event in since if isinstance(event.fact, DirectorSetOut)]
    return coming[-1].envelope.written_by if coming else ""


def _must_be_called(sheet: Sheet, entry: Entry) -> None:
    entry.must_unless_ruled(find(sheet.open, DirectorCalled) is not None, "director-not-called")
