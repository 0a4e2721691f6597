"""One made-up game from the pairing to the slip, and the laws that hold for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from ledger.equipment.board import load_board, write_square
from ledger.equipment.tile_set import load_tile_set
from ledger.game.blanks.requests import DesignateBlank, DisputeBlank, RedesignateBlank
from ledger.game.challenges.holds import CallHold, ReleaseHold
from ledger.game.challenges.requests import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.clock.requests import (
    AdjustTime,
    NeutraliseClock,
    ReadClocks,
    RecordOvertime,
    RestartClock,
    WaiveOvertime,
)
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed, EndGame, Resign
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.judging.slips import ConfirmSlip
from ledger.game.results.amending import AmendResult, AskAmendment, ReopenResult
from ledger.game.results.facts import RecordsSettled, ResultAmended
from ledger.game.results.signatures import adjustments
from ledger.game.results.signing import HandIn, ProposeResult
from ledger.game.scores.requests import AgreeTotals, ApplyCredit, ApplyPenalty, ReportDiscrepancy
from ledger.game.setting_up.requests import AssignTime, CheckSet, DetermineStarter, StartGame
from ledger.game.sheet.folding import after, replay
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry, CorrectScore, MissTurn, PlaceTiles
from ledger.game.turns.taking_back import RetractTurn
from ledger.replay.replayed import replay_of
from ledger.replay.text_sheet import game_text
from ledger.requests import Request
from ledger.simulation.clerk import Table, agreement, signature
from ledger.simulation.following import (
    anything,
    go_on,
    out_of_the_blue,
    report_one_of,
    report_something,
)
from ledger.simulation.word_graph import Intent
from ledger.vocabulary import Placement, Points, Seat, Seconds, Tiles
from ledger.vocabulary.closed_lists import (
    BlankHow,
    CreditUnit,
    DeclaredEnd,
    ForfeitCause,
    JudgingMethod,
    PenaltyUnit,
    SignedHow,
    VoidReason,
)

# What people think of once a made-up game is over: totals that differ, results amended.


def totals_compared(table: Table) -> None:
    first, second = table.sheet.totals
    if table.chance(0.7):
        table.clerk.ask(AgreeTotals(totals=(first, second)))
        return
    table.irregular("totals differ")
    written = (Points(first + 10), second)
    table.clerk.ask(ReportDiscrepancy(seat=Seat.FIRST, written=written))


def amended(table: Table) -> None:
    first, second = table.sheet.stands
    now = (first, Points(second + table.random.choice((-5, 1, 12))))
    if not table.clerk.ask(AskAmendment(seat=Seat.SECOND, reason="recounted at home", now=now)):
        return
    for seat in Seat:
        if table.sheet.result.amending is not None and table.chance(0.8):
            table.clerk.ask(agreement(table.sheet, seat, "stroke"))
    if table.sheet.result.amending is not None:
        over = table.chance(0.3)
        request = AmendResult(now=now, reason="recounted", last_round_over=over)
        table.clerk.insist(request, "the scores are amended")


def reopened(table: Table) -> None:
    table.clerk.insist(ReopenResult(reason="a turn was not scored"), "reopened")


# What goes wrong at a table, at the rates of a hall where a lot goes wrong.
#
# Here are the irregularities that need a player or a scorekeeper to slip; those that a rulebook
# has a procedure for are reported as they are offered (``following.py``).


Moment = Literal["before the start", "before a turn", "after a play", "at the end", "signed"]

CALLED = ("noise", "tiles-missing", "spill", "fire-alarm", "ruling")


class Mishap(Struct, frozen=True):
    """Something that happens at a moment with a chance; ``do`` tells the desk of it."""

    kind: str
    moment: Moment
    chance: float
    do: Callable[[Table], None]


def set_checked(table: Table) -> None:
    complete = not table.chance(0.05)
    table.clerk.ask(CheckSet(complete=complete, note="" if complete else "one tile short"))


def late(table: Table) -> None:
    seat = table.random.choice(list(Seat))
    late_by = table.random.randint(20, 900)
    left = Seconds(max(0, table.sheet.clock.limits[seat.place] - late_by))
    table.clerk.insist(AssignTime(seat=seat, seconds=left, reason="late"), "arrived late")


def no_show(table: Table) -> None:
    loser = table.random.choice((Seat.FIRST, Seat.SECOND, None))
    causes: tuple[ForfeitCause, ...] = ("late", "no-show")
    cause = table.random.choice(causes)
    table.clerk.insist(Forfeit(loser=loser, cause=cause), "nobody came")


def clocks_stopped(table: Table) -> None:
    """Somebody stops the clocks; later they run again."""
    if not table.clerk.ask(NeutraliseClock(reason=table.random.choice(CALLED))):
        return
    if table.chance(0.5):
        table.clerk.ask(ReadClocks())
    if table.chance(0.9):
        table.clerk.ask(RestartClock(seat=table.seat))


def time_adjusted(table: Table) -> None:
    seconds = Seconds(table.random.choice((-60, -30, 30, 60, 120)))
    request = AdjustTime(seat=table.seat, seconds=seconds, reason="clock ran on")
    table.clerk.insist(request, "the clock was wrong")


def penalty(table: Table) -> None:
    unit = table.random.choice(get_args(PenaltyUnit))
    request = ApplyPenalty(
        seat=table.random.choice(list(Seat)),
        unit=unit,
        amount=1 if unit == "turn" else table.random.choice((5, 10, 50)),
        reason="conduct",
    )
    table.clerk.insist(request, "conduct")


def credit(table: Table) -> None:
    unit = table.random.choice(get_args(CreditUnit))
    seat = table.random.choice(list(Seat))
    request = ApplyCredit(seat=seat, unit=unit, amount=10, reason="unaware challenger")
    table.clerk.insist(request, "given back")


def exchange_from_a_low_bag(table: Table) -> None:
    seat, bag = table.seat, table.sheet.stock.bag
    if not 0 < bag < 7:
        return
    table.irregular("exchange with too few tiles")
    number = table.random.randint(1, bag)
    table.press(seat)
    tiles = table.hands.put_back(seat, number)
    if table.clerk.insist(ExchangeTiles(seat=seat, count=number, tiles=tiles), "it happened so"):
        report_one_of(table, "improper-exchange")


def entered_wrong(table: Table) -> None:
    """The scorekeeper hits a wrong key, and takes the turn back at once."""
    seat = table.seat
    intent = table.intent(seat)
    if intent.kind != "play":
        return
    tiles = table.hands.tile_set
    letters = tiles.cut(intent.placement.letters)[:-1]
    wrong = Placement(intent.placement.square, tiles.spell((*letters, table.hands.commonest)))
    if table.clerk.ask(PlaceTiles(seat=seat, placement=wrong)):
        line = table.sheet.last_turn
        table.clerk.ask(RetractTurn(version=line.version if line else 0))


def score_corrected(table: Table) -> None:
    """The score of an earlier turn is found wrong and put right."""
    plays = table.sheet.plays
    if not plays:
        return
    play = table.random.choice(plays)
    counted = play.score if play.computed is None else play.computed
    now = Points(counted + (0 if table.chance(0.7) else table.random.choice((-2, 3, 10))))
    request = CorrectScore(version=play.version, now=now, reason="miscounted", approved_by="both")
    table.clerk.insist(request, "the score was wrong")


def entry_corrected(table: Table) -> None:
    """An earlier turn was entered wrong: another word stands there, or none."""
    plays = table.sheet.plays
    if not plays:
        return
    play = table.random.choice(plays[-3:])
    if play.placement is None:
        return
    letters = list(table.hands.tile_set.cut(play.placement.letters))
    if table.chance(0.5):
        table.random.shuffle(letters)
    replacement = PlayRecorded(
        seat=play.seat,
        placement=Placement(play.placement.square, table.hands.tile_set.spell(letters)),
        announced=Points(play.score + table.random.choice((0, 0, 4))),
    )
    strike = play is table.sheet.last_turn and table.chance(0.2)
    request = CorrectEntry(
        version=play.version,
        replacement=None if strike else replacement,
        reason="copied wrong",
        approved_by="both",
    )
    table.clerk.insist(request, "the entry was wrong")


def resigned(table: Table) -> None:
    proper = table.chance(0.7)
    margin = None if table.chance(0.5) else Points(table.random.choice((50, 100, 150)))
    request = Resign(seat=table.random.choice(list(Seat)), proper=proper, margin=margin)
    table.clerk.insist(request, "the resignation stands")


def left(table: Table) -> None:
    causes: tuple[ForfeitCause, ...] = ("left", "misconduct", "ruling")
    cause = table.random.choice(causes)
    request = Forfeit(loser=table.random.choice(list(Seat)), cause=cause)
    table.clerk.insist(request, "the game is forfeited")


def ended_by_the_director(table: Table) -> None:
    causes: tuple[DeclaredEnd, ...] = ("round-ended", "incomplete", "ruling")
    cause = table.random.choice(causes)
    table.clerk.insist(EndGame(cause=cause), "the hall closed")


def blank_declared(table: Table) -> None:
    """Whoever played a blank says what it is; or forgets, or is not believed."""
    play = table.last_play()
    if play is None:
        return
    size = load_board(table.sheet.scheduled.board).size
    blanks = [(at, tile) for at, tile in play.placed if tile != tile.upper()]
    before = sum(tile != tile.upper() for tile in table.sheet.board.squares) - len(blanks)
    for nth, (at, tile) in enumerate(blanks, 1):
        square = write_square(*divmod(at, size))
        if table.chance(0.2):
            table.irregular("blank not declared")
        else:
            how = table.random.choice(get_args(BlankHow))
            request = DesignateBlank(
                seat=play.seat, blank=before + nth, letter=tile.upper(), square=square, how=how
            )
            table.clerk.insist(request, "the blank is that letter")
        if table.chance(0.04):
            report_one_of(table, "false-blank")
            return
        if table.chance(0.06):
            table.irregular("blank disputed")
            usual = [tile for tile in "AEIORST" if tile in table.hands.tile_set.values]
            claimed = table.random.choice(usual or table.hands.letters)
            seat = play.seat.opponent
            table.clerk.ask(DisputeBlank(seat=seat, square=square, claimed=claimed))
            asked_to = RedesignateBlank(
                seat=play.seat, square=square, letter=claimed, basis="ruling"
            )
            if table.chance(0.6):
                table.clerk.insist(asked_to, "the blank is the other letter")


AT_THE_TABLE = (
    "agree-to-recording", "choose-timer", "make-arrangement", "name-monitor", "note-equipment",
)  # fmt: skip
MEANWHILE = (
    "grant-free-challenge", "record-draw", "report-bag-count", "report-outage", "write-scores",
)  # fmt: skip
PAPERS = (
    "report-papers-differ", "settle-papers", "settle-scores", "sign-tally-sheet",
    "waive-overtime", "write-scores",
)  # fmt: skip


def noted(table: Table) -> None:
    out_of_the_blue(table, table.random.choice(AT_THE_TABLE), insisting=0.5)


def meanwhile(table: Table) -> None:
    out_of_the_blue(table, table.random.choice(MEANWHILE), insisting=0.7)


def papers(table: Table) -> None:
    for tag in table.random.sample(PAPERS, 2):
        out_of_the_blue(table, tag, insisting=0.7)


MISHAPS: tuple[Mishap, ...] = (
    Mishap("set counted", "before the start", 0.6, set_checked),
    Mishap("noted", "before the start", 0.1, noted),
    Mishap("late arrival", "before the start", 0.05, late),
    Mishap("no show", "before the start", 0.01, no_show),
    Mishap("meanwhile", "before a turn", 0.01, meanwhile),
    Mishap("clocks stopped", "before a turn", 0.012, clocks_stopped),
    Mishap("time adjusted", "before a turn", 0.003, time_adjusted),
    Mishap("penalty", "before a turn", 0.003, penalty),
    Mishap("credit", "before a turn", 0.002, credit),
    Mishap("low bag", "before a turn", 0.04, exchange_from_a_low_bag),
    Mishap("turn taken back", "before a turn", 0.012, entered_wrong),
    Mishap("score corrected", "before a turn", 0.012, score_corrected),
    Mishap("entry corrected", "before a turn", 0.008, entry_corrected),
    Mishap("resignation", "before a turn", 0.0015, resigned),
    Mishap("player left", "before a turn", 0.0008, left),
    Mishap("ended by the director", "before a turn", 0.0008, ended_by_the_director),
    Mishap("blank", "after a play", 1.0, blank_declared),
    Mishap("totals compared", "at the end", 0.5, totals_compared),
    Mishap("papers", "at the end", 0.05, papers),
    Mishap("score corrected", "at the end", 0.03, score_corrected),
    Mishap("amendment", "signed", 0.02, amended),
    Mishap("reopened", "signed", 0.008, reopened),
)

USUAL = {"set counted", "blank", "totals compared", "low bag", "noted", "meanwhile", "papers"}
"""Kinds that are no irregularity by themselves."""


def happen(table: Table, moment: Moment) -> None:
    for mishap in MISHAPS:
        if mishap.moment == moment and table.chance(mishap.chance):
            if mishap.kind not in USUAL:
                table.irregular(mishap.kind)
            mishap.do(table)


# The end of a made-up game: tiles and overtime counted, the slip signed and handed in.


NOT_KNOWN = Tiles("")


def ask(table: Table, request: Request, idle: int) -> bool:
    """Ask, and once nothing has come of it call the director."""
    if not idle:
        return table.clerk.ask(request)
    return table.clerk.insist(request, "the game goes on")


def close(table: Table, idle: int) -> None:
    """Count what is left, take overtime, compare, sign."""
    sheet = table.sheet
    if (
        sheet.ending.forfeit is None
        and sheet.ending.resigned is None
        and not sheet.ending.unplayed_counted
    ):
        known = sheet.out is None or idle or table.chance(0.3)
        first, second = (table.hands.rack(seat) if known else NOT_KNOWN for seat in Seat)
        if not ask(table, CountUnplayed(racks=(first, second)), idle) and not idle:
            return
    if sheet.result.proposed is None:
        _overtime(table)
        happen(table, "at the end")
        if table.chance(0.3):
            report_something(table)
        if table.chance(0.15):
            anything(table)
        if go_on(table):
            return
    if ask(table, ProposeResult(), idle):
        _sign(table, idle)


def _overtime(table: Table) -> None:
    clocks = table.clerk.clocks
    for seat in Seat:
        over = -clocks[seat.place] if clocks else 0
        sheet = table.sheet
        if over > 0 and sheet.clock.overtime[seat.place] is None and sheet.ending.forfeit is None:
            table.irregular("overtime")
            request = RecordOvertime(seat=seat, over=Seconds(over))
            table.clerk.insist(request, "the clock says so")
            points = table.sheet.clock.overtime[seat.place]
            if points and table.chance(0.2):
                waived = WaiveOvertime(seat=seat, points=points, reason="the timer ran fast")
                table.clerk.insist(waived, "the timer ran fast")


def _sign(table: Table, idle: int) -> None:
    for seat in Seat:
        if seat not in table.sheet.signed_by:
            # One scorekeeper sees one of two signatures on paper, and never both.
            ways: tuple[SignedHow, ...] = ("stroke", "paper") if seat is Seat.FIRST else ("stroke",)
            ask(table, signature(table.sheet, seat, table.random.choice(ways)), idle)


def hand_in(table: Table, idle: int) -> None:
    """Let the winner hand the slip in, as a rule; now and then the result is touched again."""
    happen(table, "signed")
    if not table.sheet.is_final:
        return
    winner = outcome_of(table.sheet).winner or Seat.FIRST
    ask(table, HandIn(seat=winner.opponent if table.chance(0.03) else winner), idle)
    happen(table, "signed")


MOST_TURNS = 90  # no made-up game goes on for longer; the director then ends it

MOST_STEPS = 900
PATIENCE = 12  # so many steps in a row that write nothing, and the game counts as stuck


class Stuck(Exception):
    """A game that is not finished, and nothing that is tried is written."""


def play(table: Table) -> None:
    idle = 0
    for _ in range(MOST_STEPS):
        if finished(table):
            return
        version = table.sheet.version
        step(table, idle)
        idle = 0 if table.sheet.version > version else idle + 1
        if idle > PATIENCE:
            refusal = table.clerk.refusal
            raise Stuck(f"{table.sheet.state}: {refusal.code if refusal else 'nothing to do'}")
    raise Stuck(f"{table.sheet.state}: {MOST_STEPS} steps and no end")


def finished(table: Table) -> bool:
    return table.sheet.is_final and table.sheet.result.handed_in is not None


def step(table: Table, idle: int = 0) -> None:
    sheet = table.sheet
    if not idle and go_on(table):
        return
    if sheet.is_final:
        hand_in(table, idle)
    elif sheet.challenges.pending is not None:
        _verdict(table, idle)
    elif sheet.ended:
        close(table, idle)
    elif not sheet.started:
        _set_up(table, idle)
    elif sheet.out is not None:
        _after_the_play_out(table, sheet.out, idle)
    else:
        _turn(table, idle)


def _set_up(table: Table, idle: int) -> None:
    happen(table, "before the start")
    if table.chance(0.15):
        report_something(table)
    if table.chance(0.05):
        anything(table)
    if table.sheet.ended:
        return
    if not idle:
        draws = [(table.hands.any_tile(), table.hands.any_tile())]
        while draws[-1][0] == draws[-1][1]:
            draws.append((table.hands.any_tile(), table.hands.any_tile()))
        starter = 1 if draws[-1][0] < draws[-1][1] else 2
        method = table.rules.start.method.value or "draw"
        shown = tuple(draws) if method == "draw" else ()
        table.clerk.ask(DetermineStarter(starter=starter, method=method, draws=shown))
        if table.chance(0.3) and go_on(table) and go_on(table):
            return
    table.clerk.clocks = table.sheet.clock.limits
    ask(table, StartGame(), idle)


def _turn(table: Table, idle: int) -> None:
    sheet, seat = table.sheet, table.seat
    if sheet.turn_count > MOST_TURNS:
        table.irregular("never ending")
        table.clerk.insist(EndGame(cause="round-ended"), "the round is over")
        return
    _late_entries(table)
    happen(table, "before a turn")
    if table.chance(0.04):
        report_something(table)
    if table.chance(0.02):
        anything(table)
    if table.sheet.version != sheet.version:
        return
    if sheet.challenges.hold is not None and table.chance(0.4):
        table.clerk.ask(ReleaseHold(seat=sheet.challenges.hold))
    intent = table.intent(seat)
    table.press(seat)
    if intent.kind == "exchange":
        rack = table.hands.rack(seat)
        tiles = table.hands.put_back(seat, intent.count)
        known = table.chance(0.5)
        request = ExchangeTiles(
            seat=seat,
            count=intent.count,
            announced=intent.count + 1 if table.chance(0.05) else None,
            tiles=tiles if known else NOT_KNOWN,
            rack=rack if known else NOT_KNOWN,
        )
        if ask(table, request, idle) and table.chance(0.2):
            report_one_of(table, "improper-exchange", "unwanted-tiles")
    elif intent.kind == "pass":
        ask(table, PassTurn(seat=seat), idle)
    else:
        _play(table, seat, intent, idle)


def _play(table: Table, seat: Seat, intent: Intent, idle: int) -> None:
    if table.chance(0.008):
        table.irregular("turn missed")
        if table.clerk.ask(MissTurn(seat=seat, announced=intent.score)):
            table.waiting.append((table.sheet.version, intent))
        return
    announced = intent.score
    if table.chance(0.03):
        table.irregular("score announced wrong")
        announced = Points(max(0, announced + table.random.choice((-10, -2, -1, 1, 2, 5, 10))))
    request = PlaceTiles(
        seat=seat,
        placement=intent.placement,
        announced=announced,
        rack=table.hands.rack(seat) if table.chance(0.3) else NOT_KNOWN,
        misoriented=table.chance(0.004),
    )
    if not ask(table, request, idle):
        return
    happen(table, "after a play")
    if table.sheet.turn_count == 1 and table.chance(0.1):
        report_one_of(table, "orientation")
    if table.chance(0.03):
        report_something(table)
    if table.chance(0.01):
        anything(table)
    _answer(table, seat.opponent)


def _late_entries(table: Table) -> None:
    while table.waiting:
        version, intent = table.waiting.pop()
        line = next((x for x in table.sheet.lines if x.version == version), None)
        if line is None or table.chance(0.1):
            continue
        late = PlayRecorded(seat=line.seat, placement=intent.placement, announced=intent.score)
        request = CorrectEntry(
            version=version, replacement=late, reason="tiles supplied", approved_by="both"
        )
        table.clerk.insist(request, "the tiles are these")


def _answer(table: Table, seat: Seat) -> None:
    """What the opponent makes of the play: nothing, a hold, or a challenge."""
    play = table.last_play()
    if play is None or play.seat is seat or table.sheet.challenges.pending is not None:
        return
    phoney = table.is_phoney(play)
    if table.chance(0.35 if phoney else 0.05):
        table.irregular("hold")
        if table.clerk.ask(CallHold(seat=seat)) and table.chance(0.15):
            report_one_of(table, "courtesy-draw", "flash-draw")
    if table.chance(0.7 if phoney else 0.025):
        table.irregular("challenge of a phoney" if phoney else "challenge of a good play")
        words = tuple(word.word.upper() for word in play.words)
        some = table.random.sample(words, table.random.randint(1, len(words))) if words else ()
        named = () if table.chance(0.1) else tuple(some)
        ways: tuple[JudgingMethod, ...] = tuple(table.rules.judging.methods)
        method = table.random.choice((*ways, "runner", "not-known"))
        table.clerk.ask(IssueChallenge(seat=seat, words=named, method=method))
        if table.chance(0.1):
            report_something(table)


def _verdict(table: Table, idle: int) -> None:
    play, challenge = table.last_play(), table.sheet.challenges.pending
    seat = challenge.seat if challenge else Seat.FIRST
    if table.chance(0.3):
        table.clerk.ask(ConfirmSlip(seat=seat.opponent))
    if idle > PATIENCE // 2 or table.chance(0.02):
        table.irregular("challenge withdrawn")
        reasons: tuple[VoidReason, ...] = ("withdrawn", "misunderstood-blank", "ruling")
        reason = table.random.choice(reasons)
        table.clerk.insist(VoidChallenge(reason=reason), "no challenge was meant")
        return
    acceptable = play is None or not table.is_phoney(play)
    if ask(table, Adjudicate(acceptable=acceptable), idle):
        if table.chance(0.3):
            report_one_of(table, "drawn-then-challenged-off")
        elif table.chance(0.2):
            report_something(table)


def _after_the_play_out(table: Table, out: Seat, idle: int) -> None:
    accepts = AcceptPlayOut(seat=out.opponent)
    if not idle and table.chance(0.03):
        report_something(table)
    ask(table, accepts, idle)


# What must hold for every game, however much went wrong in it.


CUTS = 3  # at so many places, chosen by chance, is a game cut in two and folded in parts


def broken_laws(sheet: Sheet, random: Random) -> list[str]:
    """Every law that ``sheet`` breaks, in words; none as a rule."""
    return [
        *points_that_do_not_add_up(sheet),
        *tiles_that_do_not_add_up(sheet),
        *tiles_fewer_than_none(sheet),
        *folds_that_differ(sheet, random),
        *results_not_explained(sheet),
        *results_nobody_stands_for(sheet),
    ]


def points_that_do_not_add_up(sheet: Sheet) -> Iterator[str]:
    """The lines of a sheet add up to its totals, and its running totals step by step."""
    running = [0, 0]
    for line in sheet.lines:
        running[line.seat.place] += line.score
        if tuple(running) != line.totals:
            yield f"event {line.version}: the lines come to {running}, the line says {line.totals}"
            return
    if tuple(running) != sheet.totals:
        yield f"the lines come to {running}, the totals are {sheet.totals}"


def tiles_that_do_not_add_up(sheet: Sheet) -> Iterator[str]:
    """What lies on the board, the racks and in the bag is the set.

    The set as it is: without the tiles that are missing, with those there are too many of.
    """
    whole = (
        load_tile_set(sheet.scheduled.tile_set).size
        - sheet.irregular.missing
        + sheet.irregular.extra
    )
    board, racks, bag = sum(map(bool, sheet.board.squares)), sheet.stock.racks, sheet.stock.bag
    if board + sum(racks) + bag != whole:
        yield f"board {board}, racks {racks}, bag {bag}: not the {whole} tiles of the set"


def tiles_fewer_than_none(sheet: Sheet) -> Iterator[str]:
    """Nobody holds less than nothing, and no bag does; no ruling makes it so.

    One way to it stands: a correction leaves later turns as entered, so that they may need
    tiles which were never drawn. The findings then name it.
    """
    racks, bag = sheet.stock.racks, sheet.stock.bag
    if min(*racks, bag) >= 0:
        return
    named = any(finding.code == "tile-count" for finding in findings(sheet))
    if not sheet.corrected or not named:
        yield f"racks {racks}, bag {bag}: fewer than none"


def folds_that_differ(sheet: Sheet, random: Random, cuts: int = CUTS) -> Iterator[str]:
    """A game folded in one go is the game folded in two parts, and the sheet at hand."""
    whole = replay(sheet.events)
    if whole != sheet:
        yield f"folded again the sheet differs in {_difference(whole, sheet)}"
    for _ in range(cuts):
        cut = random.randint(1, len(sheet.events))
        in_parts = after(replay(sheet.events[:cut]), sheet.events[cut:])
        if in_parts != whole:
            yield f"cut after event {cut} it differs in {_difference(in_parts, whole)}"


def results_not_explained(sheet: Sheet) -> Iterator[str]:
    """The result is the sum of the parts it is explained by; it can be told in every way."""
    rows = {label: (int(first), int(second)) for label, first, second in adjustments(sheet)}
    total = rows.pop("Total")
    stands = rows.pop("Amended to", None) or rows.pop("Recorded as", None) or total
    parts = tuple(sum(row[seat.place] for row in rows.values()) for seat in Seat)
    if parts != total:
        yield f"the parts of the result come to {parts}, the result says {total}"
    if stands != sheet.stands:
        yield f"the result is told as {stands} and recorded as {sheet.final}"
    outcome = outcome_of(sheet)
    if sum(outcome.half_wins) > 2:
        yield f"both win: {outcome.half_wins}"
    game_text(sheet)
    msgspec.json.encode(replay_of(sheet, tournament_name="Simulation", moments=sheet.events))


def results_nobody_stands_for(sheet: Sheet) -> Iterator[str]:
    """A result is final only by both signatures for the scores that stand, or by a ruling."""
    if any(one.fact.totals != sheet.stands for one in sheet.result.signatures):
        yield f"a signature counts that was given for other scores than {sheet.stands}"
    if sheet.is_final and len(sheet.result.signatures) < len(Seat):
        event = sheet.event(sheet.result.carried)
        if not (event.envelope.case or isinstance(event.fact, ResultAmended | RecordsSettled)):
            yield f"event {sheet.result.carried} makes the result final and is no ruling"


def _difference(one: Sheet, other: Sheet) -> str:
    names = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return ", ".join(names) or "nothing"
