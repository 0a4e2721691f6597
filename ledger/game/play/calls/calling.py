"""Calling the director to a table, and the free challenge a director may give."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, JUDGES, STAFF
from ledger.game.facts.calls import (
    ChallengeCreditGranted,
    ChallengeCreditUsed,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
)
from ledger.game.facts.challenges import ChallengeFailed
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.closed_lists import RaisedBy

FREE = "free-challenge"
NOT_DEFINED = "TN-28"
"""No book says what a free challenge is: taken as one that fails without loss of turn."""


class CallDirector(Asked, frozen=True, tag="call-director", kw_only=True):
    """Somebody calls the director; fields as in ``DirectorCalled``."""

    reason: str
    raised_by: RaisedBy = "player"
    seat: Seat | None = None
    offence: str = ""


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


@decides(CallDirector, may=JUDGES)
def call_director(sheet: Sheet, asked: CallDirector, entry: Entry) -> Decision:
    """Write the call down, whatever the state of the game (R-04)."""
    entry.must(asked.reason.strip(), "unreadable-request/call-without-reason")
    if asked.offence and asked.offence not in entry.rules.offences:
        raise entry.refusal(
            "unreadable-request/no-such-act", book=entry.rules.id, offence=asked.offence
        )
    return Decision(
        (
            DirectorCalled(
                reason=asked.reason,
                raised_by=asked.raised_by,
                seat=asked.seat,
                offence=asked.offence,
            ),
        )
    )


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
    """Write down that the director is done, which ends the call."""
    _must_be_called(sheet, entry)
    return Decision((DirectorLeft(outcome=asked.outcome),))


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
