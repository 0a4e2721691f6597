"""Turns taken back."""

from __future__ import annotations

from ledger.equipment.board import load_board
from ledger.game.facts.blanks import BlankDesignated
from ledger.game.facts.calls import (
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    MatterSetAside,
    WarningDue,
    WarningSettled,
)
from ledger.game.facts.clock import ClockNeutralised, ClockRestarted, TimeRead
from ledger.game.facts.holds import HoldCalled, HoldReleased
from ledger.game.facts.judging import MisadjudicationFound
from ledger.game.facts.keeping import TableHandedOver, TurnsVerified
from ledger.game.facts.scores import EntryCorrected, ScoreCorrected
from ledger.game.facts.setting_up import GameStarted, PlayersNamed, StarterDetermined, TimerChosen
from ledger.game.facts.turns import PlayRetracted, SeatsExchanged, TurnInserted
from ledger.game.play.entry import GameContext, decides, must_not_be_final
from ledger.game.sheet.effective import challenged_in_vain, standing
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import words_of
from ledger.record.events import Event
from ledger.record.word_facts import WordsRemoved
from ledger.refusals.saying import refusal
from ledger.requests.request import STAFF, Decision, Request
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal

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
    what = "" if in_the_way is None else in_the_way.told
    if in_the_way is None:
        first = next((e for e in _still_there(sheet, line) if not _goes_with(sheet, line, e)), None)
        what = "" if first is None else words_of(first.fact)
    if not what:
        return None
    return refusal("retraction-too-late", what=what)


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
