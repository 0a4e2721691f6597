"""Tables at which something irregular is going on: each way to open each procedure."""

from __future__ import annotations

from ledger.game.absences.requests import (
    AdjournGame,
    DeclareEmergency,
    LeaveTable,
    PostponeGame,
    ReportArrival,
    ReportNotCome,
    StartLateClock,
)
from ledger.game.blanks.requests import (
    DesignateBlank,
    DisputeBlank,
    RedesignateBlank,
    ReportFalseBlank,
    ReportUndeclaredBlank,
)
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.holds import CallHold, DrawCourteously, ReportFlashDraw
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.requests import CallSandTime, PetitionDirector, ReportTimerFault
from ledger.game.drawing.drawn_off import ReportDrawnOff
from ledger.game.drawing.dropped_back import ReportDroppedBack
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.drawing.requests import ReportOutOfOrder, ReportUnderdraw
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.objections import ChallengeExchange
from ledger.game.exchanges.requests import FindUnwantedTiles, PassTurn
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.loose_tiles.requests import ReportFound, ReportSpill
from ledger.game.placement.requests import (
    ChallengePlacement,
    ReportMisplacedTiles,
    SetOrientation,
)
from ledger.game.placement.upset import ReportUpset
from ledger.game.results.amending import AskAmendment
from ledger.game.results.signing import HandIn, ProposeResult
from ledger.game.scores.recounts import AskRecount
from ledger.game.setting_up.requests import CheckSet, DetermineStarter
from ledger.rulebook import load
from ledger.vocabulary.refusals import Refusal
from tests.desks import signature
from tests.tabletop import FIVE, A, B, Tabletop

CLOCKS = (1200, 1100)


def insist(table, request, role=None):
    """Enter it; under a ruling where the book wants one, and by whoever may."""
    try:
        return table.enter(request, clocks=CLOCKS, role=role)
    except Refusal:
        return table.enter(request, clocks=CLOCKS, ruled=True)


def at(bag=60, started=True, before=(), **table):
    """A table at a position, after some requests."""

    def opened(book, *last):
        tabletop = Tabletop(book, bag=bag if started else 86, started=started, **table)
        for request in (*before, *last):
            insist(tabletop, request)
        return tabletop

    return opened


def after(make, *requests):
    """The table that ``make`` makes, after ``requests``."""

    def opened(book):
        table = make(book)
        for request in requests:
            insist(table, request)
        return table

    return opened


NOT_STARTED, MIDDLE, LATE, EMPTY = at(started=False), at(), at(bag=3), at(bag=0)
CHOICES = at(bag=84, scores=(300, 290))


def played(letters="EAI", bag=60):
    def opened(book):
        table = Tabletop(book, bag=bag)
        table.play(A, "1A", letters, 10)
        return table

    return opened


def first_play(book):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    return table


def exchanged(bag, count=3):
    def opened(book):
        table = Tabletop(book, bag=bag)
        table.exchange(A, count, ruled=True)
        return table

    return opened


def played_out(book):
    table = Tabletop(book, bag=0)
    table.play(A, "1A", "EAIONRT", 10)
    return table


def over(book):
    table = CHOICES(book)
    table.passes(A, B, A, B, A, B)
    return table


def judged(acceptable, *requests):
    def opened(book):
        table = played()(book)
        table.challenge(B, acceptable, "EAI")
        for request in requests:
            insist(table, request)
        return table

    return opened


def challenged_by(book, method):
    return after(played(), IssueChallenge(seat=B, words=("EAI",), method=method))(book)


def away_and_turn_made(book):
    table = after(MIDDLE, LeaveTable(seat=B, permission="director"))(book)
    table.play(A, "1A", "EAI", 10)
    return table


def left_after_the_turn(book):
    table = played()(book)
    insist(table, LeaveTable(seat=A, permission="emergency"))
    table.play(B, "15M", "EAI", 10)
    return table


def blank_on_the_board(book):
    table = Tabletop(book)
    table.play(A, "8D", "WiNDY")
    return table


def blank_designated(book):
    how = (load(book).blank_declaring.media.value or ("announced",))[0]
    request = DesignateBlank(seat=A, blank=1, letter="I", square="8E", how=how)
    return after(blank_on_the_board, request)(book)


def underdrawn_long_ago(book):
    table = LATE(book)
    for seat in (A, B):
        table.enter(ReportUnderdraw(seat=seat, short=1))
        table.passes(seat)
    return table


def overdraws():
    for touched in (False, True):
        for noticed in ("player", "opponent"):
            request = ReportOverdraw(
                seat=A, drawn=5, touched=touched, mixed=touched, noticed_by=noticed
            )
            yield (
                f"overdraw, {noticed}, {'touched' if touched else 'apart'}",
                after(played(), request),
            )


def exchanges():
    for drawn, racked, returned in ((0, False, 0), (3, False, 0), (3, True, 0), (3, True, 3)):
        request = ChallengeExchange(seat=B, drawn=drawn, racked=racked, returned=returned)
        yield (
            f"improper-exchange, {drawn} drawn, {returned} back, {racked}",
            after(exchanged(5), request),
        )
    surplus = ChallengeExchange(seat=B, ground="rack", rack=8, drawn=3, racked=True)
    yield "improper-exchange, eight tiles", after(exchanged(10), surplus)
    yield "exchange-number", after(exchanged(10), ChallengeExchange(seat=B, ground="number"))


def spills():
    for phase in ("drawing", "after-refill", "not-drawing"):
        for bag, count in ((60, 6), (8, 5), (6, 2)):
            request = ReportSpill(seat=A, count=count, phase=phase)
            yield f"spill, {phase}, {bag}", after(played(bag=bag), request)


HOLD = CallHold(seat=B)
COURTESY = DrawCourteously(seat=A, drawn=3, after=60)
DIRECTORS = {
    "adjourned": after(MIDDLE, AdjournGame(reason="the hall closes", until="tomorrow")),
    "recount": after(over, AskRecount(seat=B, director_agrees=True)),
    "recount, in part": after(
        over, AskRecount(seat=B, director_agrees=True, last_turns=2, consents=("first", "second"))
    ),
    "postponed": after(
        NOT_STARTED, PostponeGame(reason="train", consents=("opponent", "director"))
    ),
}


def petitioned(*request):
    """A result both signed, and what was asked about it since."""

    def table(book):
        tabletop = Tabletop(book, bag=84, scores=(30, 20))
        tabletop.passes(A, B, A, B, A, B)
        tabletop.enter(CountUnplayed(racks=("?", "?")))
        tabletop.enter(ProposeResult())
        for seat in (A, B):
            tabletop.enter(signature(tabletop.sheet, seat))
        for one in request:
            tabletop.enter(one)
        return tabletop

    return table


TABLES = {
    "start": after(NOT_STARTED, DetermineStarter(starter=2, method="draw", draws=(("K", "B"),))),
    "set wrong": after(NOT_STARTED, CheckSet(complete=False, counted_by="both")),
    "start, assigned": after(NOT_STARTED, DetermineStarter(starter=1, method="assigned")),
    "late": after(NOT_STARTED, StartLateClock(player=2, by="director", after=60)),
    "late, both": after(NOT_STARTED, StartLateClock(player=0, by="director", after=60)),
    "late, little time left": after(
        NOT_STARTED,
        StartLateClock(player=1, by="director", after=60),
        ReportArrival(player=1, after=1300),
    ),
    "late, not come": after(
        NOT_STARTED,
        StartLateClock(player=1, by="director", after=60),
        ReportNotCome(player=1, after=1500),
    ),
    "late, nobody": after(
        NOT_STARTED,
        StartLateClock(player=0, by="director", after=60),
        ReportNotCome(player=0, after=1500),
    ),
    "away": after(MIDDLE, LeaveTable(seat=B, permission="none")),
    "away, turn made": away_and_turn_made,
    "away, two draws wait": left_after_the_turn,
    "emergency": after(MIDDLE, DeclareEmergency(seat=A, what="unwell")),
    "timer-fault": after(MIDDLE, ReportTimerFault(fault="display-dead")),
    "timer-fault, power": after(MIDDLE, ReportTimerFault(fault="power")),
    "petition": after(MIDDLE, PetitionDirector(seat=A, what="extra-time", reason="noise")),
    "petition, press": after(
        MIDDLE, PetitionDirector(seat=A, what="press-nullified", reason="sleeve")
    ),
    "one-more-play": after(MIDDLE, CallSandTime(after=9000)),
    **dict(overdraws()),
    "underdraw": after(played(), ReportUnderdraw(seat=A, short=2)),
    "underdraw, bag empty": after(played(bag=0, letters="EA"), ReportUnderdraw(seat=A, short=1)),
    "underdraw, both": underdrawn_long_ago,
    "draw-order": after(played(), ReportOutOfOrder(seat=B, drawn=2)),
    "draw-order, touched": after(
        played(), ReportOutOfOrder(seat=B, drawn=2, touched=True, mixed=True)
    ),
    "draw-order, few left": after(
        played(bag=4), ReportOutOfOrder(seat=B, drawn=3, touched=True, had_chance=True)
    ),
    "dropped-back": after(played(), ReportDroppedBack(seat=A, count=2)),
    "dropped-back, all the bag": after(played(bag=3), ReportDroppedBack(seat=A, count=3)),
    **dict(spills()),
    "found-tiles": after(MIDDLE, ReportFound(where="outside", tiles="E")),
    "found-tiles, out": after(played_out, ReportFound(where="outside", tiles="E")),
    "found-tiles, in the bag": after(
        played_out, AcceptPlayOut(seat=B), ReportFound(where="bag", tiles="E")
    ),
    "director-called": after(MIDDLE, CallDirector(reason="noise", seat=B)),
    "upset-board": after(played(), ReportUpset(seat=B)),
    "upset-board, nobody": after(played(), ReportUpset()),
    **dict(exchanges()),
    "unwanted-tiles": after(exchanged(10), FindUnwantedTiles(seat=A, count=3)),
    "placement-challenge": after(played(), ChallengePlacement(seat=B, ground="disconnected")),
    "placement-challenge, moved": after(
        played(), ChallengePlacement(seat=B, ground="moved-tiles", drawn=True)
    ),
    "placement-challenge, out": after(played_out, ChallengePlacement(seat=B, ground="other")),
    "orientation": after(first_play, SetOrientation(degrees=90)),
    "warning": after(first_play, *2 * (ReportMisplacedTiles(seat=A, how="upside-down"),)),
    "misplaced-tiles": after(first_play, ReportMisplacedTiles(seat=A, how="sideways")),
    "misplaced-tiles, on turn": after(first_play, ReportMisplacedTiles(seat=B, how="sideways")),
    "misplaced-tiles, over": after(over, ReportMisplacedTiles(seat=B, how="sideways")),
    "undeclared-blank": after(blank_on_the_board, ReportUndeclaredBlank(seat=A, square="8E")),
    "undeclared-blank, again": after(
        blank_on_the_board,
        ReportUndeclaredBlank(seat=A, square="8E"),
        DesignateBlank(seat=A, blank=1, letter="I", square="8E"),
        ReportUndeclaredBlank(seat=A, square="E8"),
    ),
    "blank-dispute": after(blank_on_the_board, DisputeBlank(seat=B, square="8E", claimed="E")),
    "blank-dispute, declared": after(
        blank_designated, DisputeBlank(seat=B, square="8E", claimed="E")
    ),
    "blank-dispute, on paper": after(
        blank_on_the_board, DisputeBlank(seat=B, square="8E", claimed="E", on_paper=("first",))
    ),
    "new-letter": after(
        blank_on_the_board,
        DisputeBlank(seat=B, square="8E", claimed="E"),
        RedesignateBlank(seat=B, square="8E", letter="E", basis="on move"),
    ),
    "false-blank": after(
        blank_on_the_board,
        ReportFalseBlank(seat=B, square="8E", real="I", drawn=5, mixed=True),
    ),
    "hold": after(played(), HOLD),
    "hold, play-out": after(played_out, HOLD),
    "courtesy-draw": after(played(), HOLD, COURTESY),
    "flash-draw": after(
        played(), ReportFlashDraw(seat=A, ground="drew-before-recording", drawn=3)
    ),
    "play-out": played_out,
    "amendment": petitioned(AskAmendment(seat=A, reason="added up wrongly", now=(12, 34))),
    "amendment, scores not said": petitioned(AskAmendment(seat=B, reason="added up wrongly")),
    "amendment, handed in": petitioned(
        HandIn(seat=A), AskAmendment(seat=B, reason="the wrong way round", now=(12, 34))
    ),
    "challenge": after(played(), IssueChallenge(seat=B, words=("EAI",))),
    "challenge, no words": after(played(), IssueChallenge(seat=B)),
    "challenge, play-out": after(played_out, IssueChallenge(seat=B, words=("EAIONRT",))),
    "restart": judged(True),
    "restart, off": judged(False),
    "readjudication": judged(True, AskAgain(seat=B)),
    "readjudication, director": judged(
        True, AskAgain(seat=B), Readjudicate(acceptable=False)
    ),
    "turns-since": judged(
        True, PassTurn(seat=B), AskAgain(seat=B), Readjudicate(acceptable=False),
        Readjudicate(acceptable=False),
    ),
    "drawn-then-challenged-off": judged(False, ReportDrawnOff(seat=A, drawn=3)),
    "drawn-then-challenged-off, mixed": judged(
        False, ReportDrawnOff(seat=A, drawn=3, racked=True, mixed=True)
    ),
    "drawn-then-challenged-off, courtesy": after(
        played(), HOLD, COURTESY, IssueChallenge(seat=B, words=("EAI",)),
        Adjudicate(acceptable=False),
    ),
    **DIRECTORS,
}  # fmt: skip
"""By what goes on there, and a word after a comma that tells two of them apart."""

BY_METHOD = [(book, method) for book in FIVE for method in load(book).judging.methods]
"""Every way to judge a challenge, by book."""


def table_at(book, name):
    """The table of that name under ``book``."""
    if name in BY_METHOD:
        return challenged_by(*name)
    return TABLES[name](book)
