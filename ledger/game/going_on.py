"""What is going on at a table: procedures open and offered, what an official is waited for."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger import rulebook
from ledger.game.absences import procedures as absences
from ledger.game.absences.facts import EmergencyDeclared, GameAdjourned
from ledger.game.blanks import procedures as blanks  # noqa: F401 (it registers)
from ledger.game.blanks.facts import BlankDisputed, BlankRedesignated, FalseBlankFound
from ledger.game.calls import requests as call_procedure
from ledger.game.calls.facts import DirectorArrived, DirectorCalled, DirectorSetOut, WarningDue
from ledger.game.calls.folds import reason_told
from ledger.game.challenges import holds as challenges_holds  # noqa: F401 (it registers)
from ledger.game.challenges import procedures as challenges
from ledger.game.challenges.facts import (
    ChallengeFailed,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    HoldCalled,
    PhoneyWithdrawn,
)
from ledger.game.challenges.in_time import last_play, where_to_look
from ledger.game.clock import procedures as clock
from ledger.game.clock.facts import SandTimeCalled
from ledger.game.drawing import drawn_off as drawing_drawn_off  # noqa: F401 (it registers)
from ledger.game.drawing import dropped_back as drawing_dropped_back  # noqa: F401 (it registers)
from ledger.game.drawing import procedures as drawing
from ledger.game.drawing.facts import DrawnOutOfOrder, Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.endings import requests as endings
from ledger.game.exchanges import requests as exchanges  # noqa: F401 (it registers)
from ledger.game.exchanges.facts import ExchangeChallenged, UnwantedTilesFound
from ledger.game.judging import turns_since as judging_turns_since  # noqa: F401 (it registers)
from ledger.game.judging.facts import (
    ChallengeHandedOver,
    ChallengeReissued,
    ChallengeWordsChanged,
    Readjudicated,
    ReadjudicationAsked,
)
from ledger.game.judging.rules import method_of, next_opinion
from ledger.game.loose_tiles import procedures as loose_tiles
from ledger.game.loose_tiles.facts import TilesFound, TilesSpilled
from ledger.game.placement import requests as placement
from ledger.game.placement import upset
from ledger.game.placement.facts import BoardUpset, PlacementChallenged, TilesMisplaced
from ledger.game.procedure import PROCEDURES, Held, Offer, Offers, Procedure, Question, Step, Steps
from ledger.game.results import amending as results_amending  # noqa: F401 (it registers)
from ledger.game.results import signing as results
from ledger.game.results.facts import AmendmentAsked
from ledger.game.scores import recounts
from ledger.game.scores.facts import RecountAsked
from ledger.game.setting_up import requests as setting_up
from ledger.game.setting_up import starting
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.messages import say
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat

__all__ = [
    "OFFERS",
    "PROCEDURES",
    "Offer",
    "Procedure",
    "Question",
    "Step",
    "Steps",
    "offers",
    "open_procedures",
    "procedure_of",
]


# Procedures whose turn it is not: of two of one kind the earlier, all once a result is final.
#
# A request says what was done, not about which report; it is about the latest that is open. What
# was reported before it waits, or its numbers would be entered for the other one.


LATEST_FIRST: frozenset[type[Fact]] = frozenset(
    {
        BlankDisputed, BlankRedesignated, BoardUpset, DrawnOutOfOrder, EmergencyDeclared,
        ExchangeChallenged, FalseBlankFound, HoldCalled, Overdrawn, PlacementChallenged,
        RecountAsked, TileDroppedBack, TilesFound, TilesMisplaced, TilesSpilled, Underdrawn,
        UnwantedTilesFound,
    }
)  # fmt: skip
"""Facts whose requests are about the latest of them that is open."""


def in_its_turn(sheet: Sheet, opened: Opened, procedure: Procedure) -> Procedure:
    """``procedure`` as it is; where something else comes before it, it asks for nothing."""
    kind = type(opened.fact)
    if sheet.is_final and kind not in (DirectorCalled, AmendmentAsked, WarningDue):
        before = (
            say("game.both-players-have-signed-only-director")
            if sheet.is_signed
            else say("game.director-has-ruled-only-director-changes")
        )
    elif kind in LATEST_FIRST and find(sheet.open, kind) is not opened:
        before = say("game.what-reported-later-same-kind-put")
    elif kind is SandTimeCalled and find(sheet.open, GameAdjourned) is not None:
        before = say("game.game-broken-off-resumed-first")
    else:
        return procedure
    waits = Step("staff", before, procedure.clause)
    steps = [
        replace(step, asks="", answers=(), questions=()) if step.room == "table" else step
        for step in procedure.steps
    ]
    return replace(procedure, steps=(waits, *steps))


OFFERS: tuple[Offers, ...] = (
    starting.OFFERS,
    absences.ARRIVALS,
    absences.OFFERS,
    clock.OVERTIME_BACK,
    clock.OFFERS,
    setting_up.OFFERS,
    drawing.OFFERS,
    loose_tiles.OFFERS,
    call_procedure.OFFERS,
    endings.OFFERS,
    challenges.OFFERS,
    recounts.RECOUNT,
    recounts.COMPARISON,
    results.OFFERS,
    upset.OFFERS,
    placement.OFFERS,
)

OFFERS_ONCE_FINAL: tuple[Offers, ...] = (call_procedure.OFFERS, results.OFFERS)
"""What is left once a result is final, even where a ruling has put the game back into play."""


def procedure_of(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    return PROCEDURES[type(opened.fact)](sheet, opened, rules)


def open_procedures(sheet: Sheet, rules: Rulebook) -> tuple[Procedure, ...]:
    return tuple(
        in_its_turn(sheet, opened, procedure_of(sheet, opened, rules)) for opened in sheet.open
    )


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    families = OFFERS_ONCE_FINAL if sheet.is_final else OFFERS
    held: Held = {}
    return tuple([offer for offered in families for offer in offered(sheet, rules, held)])


# What an official is waited for in a game: a slip to judge, a call, a result to hand in.
#
# A slip or a call holds nothing about a single word's worth: the record does not either.


class Slip(Struct, frozen=True, kw_only=True):
    """A challenge that waits for a verdict.

    Attributes:
      last: ``command_id`` of the last event on the sheet it was read from.
      version: of the event it waits since; with ``words`` it tells this slip from another.
      opinion: 1, or which further opinion is asked for.
      not_by: who judged it before, where the book wants somebody else.
      look: where long words are looked up beside the list, one sentence; empty: nowhere.
      by_players: the book lets both players have the words looked up themselves.
    """

    challenger: str
    challenged: str
    words: tuple[str, ...]
    method: str
    authority: str
    lexicon: str
    since: str
    last: UUID
    version: int
    confirmed: bool = False
    handed_over: bool = False
    opinion: int = 1
    by_director: bool = False
    not_by: tuple[str, ...] = ()
    by_players: bool = False
    look: str = ""


class GoesBack(Struct, frozen=True, kw_only=True):
    """A verdict that goes back to its table, where the clock was not started again since."""

    acceptable: bool
    opinion: int
    method: str
    since: str


class Call(Struct, frozen=True, kw_only=True):
    """The director is called to a table.

    Attributes:
      by: badge of who entered it, and the device it came from.
      coming: badge of the director who is on the way; empty: nobody is.
      arrived: since when the director is there; empty: not yet. ``there``: whose badge, if known.
    """

    version: int
    reason: str
    raised_by: str
    about: str
    clause: str
    since: str
    by: str
    device: str
    coming: str = ""
    arrived: str = ""
    there: str = ""
    earlier: tuple[str, ...] = ()


class WaitedFor(Struct, frozen=True, kw_only=True):
    """One game: what waits for an official.

    Attributes:
      result: ``signature``, ``hand-in`` or empty.
      strokes: where both players signed for ``result`` by hand on one tablet: that, and the badge
        it was under. One person can draw both.
    """

    slip: Slip | None = None
    back: GoesBack | None = None
    call: Call | None = None
    result: str = ""
    strokes: tuple[str, str] | None = None


NOTHING = WaitedFor()


def pending_slips(sheet: Sheet) -> WaitedFor:
    rules = rulebook.rules_of(sheet.scheduled)
    return WaitedFor(
        slip=(slip := _slip(sheet, rules)),
        back=_goes_back(sheet, rules) if slip is None else None,
        call=_call(sheet, rules),
        result=(waits := _result(sheet, rules)),
        strokes=_strokes(sheet) if waits else None,
    )


def _slip(sheet: Sheet, rules: Rulebook) -> Slip | None:
    opened = find(sheet.open, (ChallengeIssued, ReadjudicationAsked))
    pending, judged = sheet.challenges.pending, sheet.challenges.judged
    verdicts: tuple[bool, ...] = ()
    judges: tuple[str, ...] = ()
    if pending is not None and sheet.challenges.verdict is None:
        challenge, opened = pending, find(sheet.open, ChallengeIssued)
    elif judged is not None and judged.asked and not sheet.is_final:
        challenge, verdicts = judged.challenge, judged.verdicts
        judges = tuple(judge for judge in judged.judges if judge)
    else:
        return None
    version = opened.version if opened else sheet.version
    confirmed, handed_over = _standing(opened)
    again = bool(verdicts)
    return Slip(
        challenger=sheet.name(challenge.seat),
        challenged=sheet.name(challenge.seat.opponent),
        words=challenge.words,
        method=_method(challenge, rules),
        authority=challenge.authority,
        look=where_to_look(challenge, last_play(sheet), rules),
        lexicon=sheet.scheduled.lexicon,
        since=_at(sheet, version),
        last=sheet.events[-1].envelope.command_id,
        version=version,
        confirmed=confirmed or again,
        handed_over=handed_over or again,
        opinion=len(verdicts) + 1,
        by_director=again and next_opinion(verdicts, rules).by_director,
        not_by=judges if again and rules.judging.again_by_another.value else (),
        by_players=any(name in rules.judging.methods for name in BY_PLAYERS),
    )


BY_PLAYERS = ("self-adjudicated", "external-device", "smart-device")
"""Ways to judge in which the players themselves have the words looked up."""


def _goes_back(sheet: Sheet, rules: Rulebook) -> GoesBack | None:
    """The verdict that the table waits to hear, until a clock is started or a turn is made."""
    opened = find(sheet.open, (ChallengeFailed, PhoneyWithdrawn))
    judged = sheet.challenges.judged
    if opened is None or judged is None or sheet.is_final:
        return None
    again = [e for e in sheet.events if isinstance(e.fact, Readjudicated)]
    version = max([opened.version, *(e.originator_version for e in again)])
    return GoesBack(
        acceptable=judged.in_force,
        opinion=len(judged.verdicts),
        method=_method(judged.challenge, rules),
        since=_at(sheet, version),
    )


def _method(challenge: ChallengeIssued, rules: Rulebook) -> str:
    """How it is judged: as entered, or else as announced for the event."""
    if method_of(challenge, rules) is None or challenge.method in rules.judging.methods:
        return challenge.method
    return rules.challenge.adjudication.value or "not-known"


def _standing(opened: Opened | None) -> tuple[bool, bool]:
    """Whether the words as they are now were confirmed, and whether they were handed over."""
    confirmed = handed_over = False
    for step in opened.done if opened else ():
        if isinstance(step, ChallengeWordsChanged | ChallengeReissued):
            confirmed = handed_over = False
        confirmed = confirmed or isinstance(step, ChallengeSlipConfirmed)
        handed_over = handed_over or isinstance(step, ChallengeHandedOver)
    return confirmed, handed_over


def _call(sheet: Sheet, rules: Rulebook) -> Call | None:
    calls = [one for one in sheet.open if isinstance(one.fact, DirectorCalled)]
    if not calls:
        return None
    opened = calls[-1]
    fact, envelope = cast("DirectorCalled", opened.fact), sheet.event(opened.version).envelope
    coming = _step(sheet, opened, DirectorSetOut)
    arrived = _step(sheet, opened, DirectorArrived)
    return Call(
        version=opened.version,
        reason=fact.reason,
        raised_by=fact.raised_by,
        about=sheet.name(fact.seat) if fact.seat else "",
        clause=procedure_of(sheet, opened, rules).clause,
        since=_at(sheet, opened.version),
        by=envelope.written_by,
        device=envelope.device,
        coming=coming.envelope.written_by if coming else "",
        arrived=_at(sheet, arrived.originator_version) if arrived else "",
        there=arrived.fact.director
        if arrived and isinstance(arrived.fact, DirectorArrived)
        else "",
        earlier=tuple(reason_told(cast("DirectorCalled", one.fact).reason) for one in calls[:-1]),
    )


def _result(sheet: Sheet, rules: Rulebook) -> str:
    if sheet.is_final:
        wanted = rules.signing.handed_in_by.is_known and sheet.result.handed_in is None
        return "hand-in" if wanted else ""
    return "signature" if sheet.result.signatures else ""


def _strokes(sheet: Sheet) -> tuple[str, str] | None:
    signatures = sheet.result.signatures
    if len(signatures) < len(Seat) or any(one.fact.how != "stroke" for one in signatures):
        return None
    envelopes = [sheet.event(one.version).envelope for one in signatures]
    written = {(one.device, one.written_by) for one in envelopes}
    return written.pop() if len(written) == 1 else None


def _step(sheet: Sheet, opened: Opened, kind: type[Fact]) -> Event | None:
    """The event by which this step of a procedure was done, if it was."""
    if not opened.has(kind):
        return None
    later = (event for event in sheet.events if event.originator_version > opened.version)
    return next(event for event in later if isinstance(event.fact, kind))


def _at(sheet: Sheet, version: int) -> str:
    return sheet.event(version).envelope.written_at.isoformat()
