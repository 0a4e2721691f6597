"""Taking back: turns, and what an official did.

The game is folded again without the act, as if it had never been entered. Later turns and entries
stay as they are; one that makes no sense without the act stands in the way, and is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.game.absences import facts as absences
from ledger.game.blanks.facts import BlankDesignated, BlankRedesignated
from ledger.game.calls import facts as calls
from ledger.game.calls.facts import (
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    MatterSetAside,
    WarningDue,
    WarningSettled,
)
from ledger.game.challenges import facts as challenges
from ledger.game.challenges.facts import HoldCalled, HoldReleased
from ledger.game.clock import facts as clock
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted, TimeRead
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing import facts as drawing
from ledger.game.endings import facts as endings
from ledger.game.judging import facts as judging
from ledger.game.judging.facts import MisadjudicationFound
from ledger.game.keeping.facts import TableHandedOver, TurnsVerified
from ledger.game.placement import facts as upsets
from ledger.game.results import facts as results
from ledger.game.results.facts import ResultSigned
from ledger.game.scores import facts as scores
from ledger.game.setting_up import facts as setting_up
from ledger.game.setting_up.facts import GameStarted, PlayersNamed, StarterDetermined, TimerChosen
from ledger.game.sheet.folding import FOLDS, after, blank_sheet, telling
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet, result_stood
from ledger.game.sheet.standing import CORRECTIONS, Standing, challenged_in_vain, standing
from ledger.game.turns import facts as turns
from ledger.game.turns.facts import (
    TURNS,
    ActTakenBack,
    EntryCorrected,
    PlayRetracted,
    ScoreCorrected,
    SeatsExchanged,
    TurnInserted,
)
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.kept_words import WordsRemoved
from ledger.record.standing import only_took_back, standing_of, versions_of, written_by
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal, Telling

# Turns taken back.


# What goes with a play that is struck off the record.


def goes_with(sheet: Sheet, play: int) -> tuple[str, ...]:
    """What is to be remarked on where the play at this version is struck.

    No book says what becomes of the price of a challenge whose play is found never to have
    been made: it goes with the play, as the challenge does, and the director is told.
    """
    stands = {entry.event.originator_version: entry for entry in standing(sheet.events)}
    if not challenged_in_vain(stands, play):
        return ()
    return (remarks.CHALLENGE_STRUCK, remarks.DIRECTOR_TO_CONFIRM)


BESIDE_THE_TURN = (
    PlayersNamed, TurnsVerified, TableHandedOver, TimeRead, ClockNeutralised, ClockRestarted,
    DirectorCalled, DirectorSetOut, DirectorArrived, DirectorLeft, ClaimMade,
    MatterSetAside, WarningDue, WarningSettled, WordsRemoved,
)  # fmt: skip
"""What may be written after a turn and stands whether or not the turn does."""


class RetractTurn(Request, frozen=True, tag="retract-turn", kw_only=True):
    """The scorekeeper takes back the turn just entered; ``version`` is that of its event."""

    version: int


@decides(RetractTurn, may=STAFF)
def retract_turn(sheet: Sheet, request: RetractTurn, context: GameContext) -> Decision:
    """Take back an entry by mistake, as long as nothing but what goes with it came after it.

    The letters circled for its blanks and a hold on it go with the turn; so one turn after the
    other can be taken back.
    """
    must_not_be_final(sheet, context)
    line = next((line for line in sheet.lines if line.version == request.version), None)
    if line is None or not line.is_turn:
        raise context.refusal("no-such-entry/to-take-back", version=request.version)
    too_late = why_not(sheet, line)
    if too_late is not None:
        context.unless_ruled(too_late)
    return Decision((PlayRetracted(supersedes=request.version),), goes_with(sheet, request.version))


def why_not(sheet: Sheet, line: Line) -> Refusal | None:
    """Why the turn of ``line`` can't be taken back any more; ``None`` where it can."""
    in_the_way = None if sheet.last_turn is line else sheet.last_turn
    if in_the_way is not None:
        return refusal("retraction-too-late", what=Telling(lambda: in_the_way.wording))
    first = next((e for e in _still_there(sheet, line) if not _goes_with(sheet, line, e)), None)
    if first is None:
        return None
    return refusal("retraction-too-late", what=telling(first.fact, sheet))


def goes_with_it(sheet: Sheet, line: Line) -> tuple[str, ...]:
    """Kinds of what is taken back together with the turn of ``line``: ``blank``, ``hold``."""
    gone = [e.fact for e in _still_there(sheet, line) if _goes_with(sheet, line, e)]
    kinds = {"blank": BlankDesignated, "hold": HoldCalled}
    return tuple(name for name, kind in kinds.items() if any(isinstance(x, kind) for x in gone))


def _still_there(sheet: Sheet, line: Line) -> list[Event]:
    """What was written after the turn, by other requests, and still stands."""
    turn = sheet.events[line.version - 1]
    stands = {x.event.originator_version for x in standing(sheet.events) if x.fact is not None}
    return [
        event
        for event in sheet.events[line.version :]
        if event.envelope.command_id != turn.envelope.command_id
        and not isinstance(event.fact, BESIDE_THE_TURN)
        and (_corrects_before(event, line) or event.originator_version in stands)
    ]


def _corrects_before(event: Event, line: Line) -> bool:
    """Whether it put something right that stands no later than this turn."""
    match event.fact:
        case TurnInserted():
            return True
        case EntryCorrected(replacement=StarterDetermined() | GameStarted() | TimerChosen()):
            return False  # it touches no turn
        case ScoreCorrected() | EntryCorrected() | PlayRetracted() | MisadjudicationFound() as fact:
            return fact.supersedes <= line.version
        case SeatsExchanged() as fact:
            return fact.supersedes <= line.version
    return False


def _goes_with(sheet: Sheet, line: Line, event: Event) -> bool:
    fact = event.fact
    if isinstance(fact, BlankDesignated):
        index = square_index(fact.square, load_board(sheet.scheduled.board).size)
        return any(at == index for at, _ in line.placed)
    return isinstance(fact, HoldCalled | HoldReleased)


OFFICIAL = (
    calls.DirectorSetOut, calls.DirectorArrived, calls.DirectorLeft,
    calls.WarningSettled, calls.ChallengeCreditGranted,
    clock.TimeAdjusted, clock.TimesSet, clock.PetitionDeclined, clock.PressNullified,
    clock.OvertimeWaived,
    drawing.DrawingSettled,
    endings.GameResigned, endings.GameVoided, endings.RoundEnded, endings.GameEnded,
    challenges.WindowReopened, judging.MisadjudicationFound, judging.TurnsSinceSettled,
    absences.EmergencyAssessed, absences.EmergencyOver, absences.GameAdjourned,
    absences.GameResumed, absences.GamePostponed,
    results.ResultAmended, results.ResultReopened, results.AmendmentRefused, results.RecordsSettled,
    scores.PenaltyApplied, scores.CreditApplied, scores.ScoreDisputeSettled, scores.RecountStopped,
    scores.RecountFavourBarred, turns.EntryCorrected, turns.ScoreCorrected,
    endings.GameForfeited, setting_up.TimeAssigned, setting_up.ArrangementMade,
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
      game_seen: version of the game on which it was looked at what stands then; 0: not said.
    """

    act: UUID
    reason: str
    game_seen: int = 0


@decides(TakeBackAct, may=DIRECTORS)
def take_back_act(sheet: Sheet, request: TakeBackAct, context: GameContext) -> Decision:
    """Strike what one request of an official's wrote, here and in the ledger of conduct."""
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
    """Refuse to take something back, or to let it stand ``again``, without a reason."""
    if not reason:
        raise refusal(
            "unreadable-request/stands-again-without-reason"
            if again
            else "unreadable-request/taken-back-without-reason"
        )


def struck(sheet: Sheet, events: Sequence[Event], reason: str) -> ActTakenBack:
    """The fact that strikes ``events``, where nothing that came later needs them."""
    found = in_the_way(sheet, events)
    if found:
        raise refusal("act-stands/came-after", what=telling(found[0].fact, sheet))
    return ActTakenBack(versions=versions_of(events), reason=reason.strip())


def without(sheet: Sheet, events: Sequence[Event]) -> Sheet:
    last = sheet.events[-1]
    fact = ActTakenBack(versions=versions_of(events), reason="")
    envelope = replace(last.envelope, fact=fact, command_id=_NOT_ASKED, case=None)
    return after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])


def counts_otherwise(sheet: Sheet, events: Sequence[Event]) -> bool:
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
      in_turn: whether whoever makes the turn is on move.
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
        case endings.GameForfeited(cause=cause) if cause in ON_TOTALS:
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
