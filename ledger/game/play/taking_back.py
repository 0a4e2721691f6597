"""An official's act in a game, taken back: what stands then, and what came later and needs it.

The game is folded again without the act, as if it had never been entered. Later turns and entries
stay as they are; one that makes no sense without the act stands in the way, and is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ledger.game.facts import (
    arrivals,
    calls,
    clock,
    drawing,
    endings,
    judging,
    leaving,
    results,
    scores,
    setting_up,
    upsets,
)
from ledger.game.facts.blanks import BlankRedesignated
from ledger.game.facts.results import ResultSigned
from ledger.game.facts.taking_back import ActTakenBack
from ledger.game.facts.turns import TURNS, SeatsExchanged, TurnInserted
from ledger.game.play.entry import GameContext, decides
from ledger.game.play.turns.retractions import BESIDE_THE_TURN
from ledger.game.sheet.effective import CORRECTIONS, standing
from ledger.game.sheet.folding import FOLDS, after, blank_sheet
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.signed import result_stood
from ledger.game.sheet.standing import Standing
from ledger.game.sheet.wording.facts import wording
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import only_took_back, standing_of, versions_of, written_by
from ledger.refusals.saying import refusal
from ledger.requests.request import DIRECTORS, Decision, Request

OFFICIAL = (
    calls.DirectorSetOut, calls.DirectorArrived, calls.DirectorLeft,
    calls.WarningSettled, calls.ChallengeCreditGranted,
    clock.TimeAdjusted, clock.TimesSet, clock.PetitionDeclined, clock.PressNullified,
    clock.OvertimeWaived,
    drawing.DrawingSettled,
    endings.GameResigned, endings.GameVoided, endings.RoundEnded, endings.GameEnded,
    judging.WindowReopened, judging.MisadjudicationFound, judging.TurnsSinceSettled,
    leaving.EmergencyAssessed, leaving.EmergencyOver, leaving.GameAdjourned, leaving.GameResumed,
    arrivals.GamePostponed,
    results.ResultAmended, results.ResultReopened, results.AmendmentRefused, results.RecordsSettled,
    scores.PenaltyApplied, scores.CreditApplied, scores.ScoreDisputeSettled, scores.RecountStopped,
    scores.RecountFavourBarred, scores.EntryCorrected, scores.ScoreCorrected,
    setting_up.GameForfeited, setting_up.TimeAssigned, setting_up.ArrangementMade,
    upsets.UpsetFound, upsets.UpsetEnded,
    BlankRedesignated, TurnInserted, SeatsExchanged, ActTakenBack,
)  # fmt: skip
"""What an official decides at a table, or puts right there, and can take back without a case."""

_NOT_ASKED = UUID(int=0)
"""Stands for the request that would take an act back."""

OF_PLAYERS = (*TURNS, ResultSigned)
"""What players did themselves; without a case it is corrected where it was entered."""


OF_A_RESULT = (results.ResultProposed, ResultSigned, results.ResultHandedIn)
"""What there is only of a game that is over."""


ON_TOTALS = ("left", "overtime")
"""Causes of a forfeit whose scores or margin the book works out from the totals of that moment."""


class TakeBackAct(Request, frozen=True, tag="take-back-act", kw_only=True):
    """What an official decided or put right in this game is taken back.

    Attributes:
      act: number of the request that wrote it.
      game_seen: version of the game on which it was looked at what stands then; 0: not said.
    """

    act: UUID
    reason: str
    game_seen: int = 0


@decides(TakeBackAct, may=DIRECTORS)
def take_back_act(sheet: Sheet, request: TakeBackAct, context: GameContext) -> Decision:
    """Strike what one request of an official's wrote, here and in the ledger of conduct.

    Raises:
      Refusal: ``no-such-act``, ``act-stands`` (something came later that needs it),
        ``game-went-on``, ``round-is-closed``, or no reason is given.
    """
    events = written_by(sheet.events, request.act)
    context.must(request.game_seen in (0, sheet.version), "game-went-on")
    again = only_took_back(events)
    must_have_a_reason(request.reason.strip(), again=again)
    context.must(events, "no-such-act/at-the-table")
    context.must(
        all(event.envelope.case is None for event in events) or context.case,
        "no-such-act/of-a-case",
    )
    official = any(isinstance(event.fact, OFFICIAL) for event in events)
    context.must_unless_ruled(
        official and not any(isinstance(event.fact, OF_PLAYERS) for event in events),
        "no-such-act/of-players",
    )
    changed = counts_otherwise(sheet, events)
    context.must_unless_ruled(not (changed and context.round_closed()), "round-is-closed")
    context.must_unless_ruled(
        not (changed and sheet.is_final),
        "act-stands/signed-since" if again else "act-stands/signed",
    )
    return Decision(
        (struck(sheet, events, request.reason),),
        other_writes=context.also_taken_back(request.act, request.reason),
    )


def must_have_a_reason(reason: str, *, again: bool) -> None:
    """Refuse to take something back, or to let it stand ``again``, without a reason.

    Raises:
      Refusal: ``unreadable-request``.
    """
    if not reason:
        raise refusal(
            "unreadable-request/stands-again-without-reason"
            if again
            else "unreadable-request/taken-back-without-reason"
        )


def struck(sheet: Sheet, events: Sequence[Event], reason: str) -> ActTakenBack:
    """The fact that strikes ``events``, where nothing that came later needs them.

    Raises:
      Refusal: ``act-stands``.
    """
    found = in_the_way(sheet, events)
    if found:
        what = wording(found[0].fact, sheet)
        raise refusal("act-stands/came-after", what=what)
    return ActTakenBack(versions=versions_of(events), reason=reason.strip())


def without(sheet: Sheet, events: Sequence[Event]) -> Sheet:
    """The game as it is once ``events`` are struck."""
    last = sheet.events[-1]
    fact = ActTakenBack(versions=versions_of(events), reason="")
    envelope = replace(last.envelope, fact=fact, command_id=_NOT_ASKED, case=None)
    return after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])


def counts_otherwise(sheet: Sheet, events: Sequence[Event]) -> bool:
    """Whether the result is another one without ``events``."""
    now = without(sheet, events)
    return result_stood(now) != result_stood(sheet) or now.ended != sheet.ended


def in_the_way(sheet: Sheet, events: Sequence[Event]) -> tuple[Event, ...]:
    """What came later and makes no sense without ``events``, oldest first.

    A turn whose player is not on move then, or whose tiles don't lie or were never there; a step
    of what was opened by the act; a correction of it; a signature under a game that is not over; an
    end of the game that was worked out from other totals.
    """
    first, struck_ones = min(versions_of(events)), set(versions_of(events))
    was, now = _course(sheet.events), _course(without(sheet, events).events)
    missing = _Step()
    return tuple(
        event
        for event in standing_of(sheet.events)
        if event.originator_version > first
        and event.originator_version not in struck_ones
        and not isinstance(event.fact, BESIDE_THE_TURN)
        and (
            _corrects(event.fact, events)
            or (
                (version := event.originator_version) in was
                and _makes_less_sense(was[version], now.get(version, missing))
            )
        )
    )


class _Step(NamedTuple):
    """What one entry meets when the game is folded.

    Attributes:
      counts: whether it changes anything.
      in_turn: whether whoever makes the turn is on move.
      in_play: whether the turn is made while the game goes on.
      over: whether the game is over by then.
      fits: whether the tiles lie on the board, and were there to be drawn.
      amends: whether an amendment is one of the scores that stood.
      worked_out_from: the totals, or the turns worth nothing in a row, that an end of the game
        came of; empty: it came of none.
    """

    counts: bool = False
    in_turn: bool = False
    in_play: bool = False
    over: bool = False
    fits: bool = False
    amends: bool = False
    worked_out_from: tuple[int, ...] = ()


def _course(events: Sequence[Event]) -> dict[int, _Step]:
    """By version, what each entry that stands meets."""
    fact = events[0].fact
    assert isinstance(fact, setting_up.GameScheduled)
    sheet, found = blank_sheet(events[0], fact), {}
    for entry in standing(events)[1:]:
        if entry.fact is not None:
            before, sheet = sheet, FOLDS[type(entry.fact)](sheet, entry.fact, entry)
            found[entry.event.originator_version] = _step(before, sheet, entry)
    return found


def _step(before: Sheet, now: Sheet, entry: Standing) -> _Step:
    fact, version = entry.fact, entry.event.originator_version
    return _Step(
        counts=now != before,
        in_turn=not isinstance(fact, TURNS) or fact.seat is before.on_move,
        in_play=not isinstance(fact, TURNS) or _goes_on(before),
        over=bool(before.ended) or not isinstance(fact, OF_A_RESULT),
        fits=min(now.stock.bag, *now.stock.racks) >= 0
        and all(line.fits for line in now.lines if line.version == version),
        amends=not isinstance(fact, results.ResultAmended) or fact.was == before.stands,
        worked_out_from=_worked_out_from(fact, before),
    )


def _goes_on(sheet: Sheet) -> bool:
    """Whether turns are made: nobody is out, nothing ended the game, no challenge waits."""
    over = sheet.is_final or sheet.result.amended is not None
    return not (over or sheet.ended or sheet.out or sheet.challenges.pending)


def _worked_out_from(fact: Fact | None, before: Sheet) -> tuple[int, ...]:
    match fact:
        case setting_up.GameForfeited(cause=cause) if cause in ON_TOTALS:
            return before.totals
        case endings.GameResigned(margin=margin) if margin is not None:
            return before.totals
        case endings.GameEnded(cause="six-zeros"):
            return (before.zero_turns,)
    return ()


def _makes_less_sense(was: _Step, now: _Step) -> bool:
    if was.worked_out_from != now.worked_out_from:
        return True
    return any(before and not after for before, after in zip(was[:-1], now[:-1], strict=True))


def _corrects(fact: Fact, events: Sequence[Event]) -> bool:
    """Whether it corrects one of these, or what one of these corrected before."""
    if not isinstance(fact, CORRECTIONS):
        return False
    struck_ones = set(versions_of(events))
    corrected = {getattr(event.fact, "supersedes", 0) for event in events}
    about = {getattr(fact, "supersedes", 0), getattr(fact, "before", 0)}
    return not about.isdisjoint((struck_ones | corrected) - {0})
