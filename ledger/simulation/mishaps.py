"""What goes wrong at a table, at the rates of a hall where a lot goes wrong.

Here are the irregularities that need a player or a scorekeeper to slip; those that a rulebook
has a procedure for are reported as they are offered (``following.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from msgspec import Struct

from ledger.equipment.board import load_board, write_square
from ledger.game.facts.turns import PlayRecorded
from ledger.game.play.blanks.blank_disputes import DisputeBlank, RedesignateBlank
from ledger.game.play.blanks.designating import DesignateBlank
from ledger.game.play.clock.clock import AdjustTime, NeutraliseClock, ReadClocks, RestartClock
from ledger.game.play.endings.declared_over import EndGame
from ledger.game.play.endings.forfeits import Forfeit
from ledger.game.play.endings.resignations import Resign
from ledger.game.play.exchanges.exchanging import ExchangeTiles
from ledger.game.play.scores.agreeing import ApplyCredit, ApplyPenalty
from ledger.game.play.setting_up.set_up import AssignTime, CheckSet
from ledger.game.play.turns.corrections import CorrectEntry, CorrectScore
from ledger.game.play.turns.plays import PlaceTiles
from ledger.game.play.turns.retractions import RetractTurn
from ledger.simulation.following import out_of_the_blue, report_one_of
from ledger.simulation.second_thoughts import amended, reopened, totals_compared
from ledger.simulation.table import Table
from ledger.vocabulary import Placement, Points, Seat, Seconds
from ledger.vocabulary.closed_lists import (
    BlankHow,
    CreditUnit,
    DeclaredEnd,
    ForfeitCause,
    PenaltyUnit,
)

Moment = Literal["before the start", "before a turn", "after a play", "at the end", "signed"]

CALLED = ("noise", "tiles-missing", "spill", "fire-alarm", "ruling")


class Mishap(Struct, frozen=True):
    """Something that happens at a moment with a chance; ``do`` tells the desk of it."""

    kind: str
    moment: Moment
    chance: float
    do: Callable[[Table], None]


def set_checked(table: Table) -> None:
    """The players count the tiles; now and then the set is wrong."""
    complete = not table.chance(0.05)
    table.clerk.ask(CheckSet(complete=complete, note="" if complete else "one tile short"))


def late(table: Table) -> None:
    """A player comes late; the director takes the time off the clock."""
    seat = table.random.choice(list(Seat))
    late_by = table.random.randint(20, 900)
    left = Seconds(max(0, table.sheet.clock.limits[seat.place] - late_by))
    table.clerk.insist(AssignTime(seat=seat, seconds=left, reason="late"), "arrived late")


def no_show(table: Table) -> None:
    """A player, or both, never come."""
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
    """The director gives a player time, or takes it."""
    seconds = Seconds(table.random.choice((-60, -30, 30, 60, 120)))
    asked = AdjustTime(seat=table.seat, seconds=seconds, reason="clock ran on")
    table.clerk.insist(asked, "the clock was wrong")


def penalty(table: Table) -> None:
    """The director takes something from a player."""
    unit = table.random.choice(get_args(PenaltyUnit))
    asked = ApplyPenalty(
        seat=table.random.choice(list(Seat)),
        unit=unit,
        amount=1 if unit == "turn" else table.random.choice((5, 10, 50)),
        reason="conduct",
    )
    table.clerk.insist(asked, "conduct")


def credit(table: Table) -> None:
    """The director gives something to a player."""
    unit = table.random.choice(get_args(CreditUnit))
    seat = table.random.choice(list(Seat))
    asked = ApplyCredit(seat=seat, unit=unit, amount=10, reason="unaware challenger")
    table.clerk.insist(asked, "given back")


def exchange_from_a_low_bag(table: Table) -> None:
    """A player exchanges although too few tiles are in the bag."""
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
    wrong = Placement(intent.placement.square, intent.placement.letters[:-1] + "E")
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
    asked = CorrectScore(version=play.version, now=now, reason="miscounted", approved_by="both")
    table.clerk.insist(asked, "the score was wrong")


def entry_corrected(table: Table) -> None:
    """An earlier turn was entered wrong: another word stands there, or none."""
    plays = table.sheet.plays
    if not plays:
        return
    play = table.random.choice(plays[-3:])
    if play.placement is None:
        return
    letters = list(play.placement.letters)
    if table.chance(0.5):
        table.random.shuffle(letters)
    replacement = PlayRecorded(
        seat=play.seat,
        placement=Placement(play.placement.square, "".join(letters)),
        announced=Points(play.score + table.random.choice((0, 0, 4))),
    )
    strike = play is table.sheet.last_turn and table.chance(0.2)
    asked = CorrectEntry(
        version=play.version,
        replacement=None if strike else replacement,
        reason="copied wrong",
        approved_by="both",
    )
    table.clerk.insist(asked, "the entry was wrong")


def resigned(table: Table) -> None:
    """A player has had enough."""
    proper = table.chance(0.7)
    margin = None if table.chance(0.5) else Points(table.random.choice((50, 100, 150)))
    asked = Resign(seat=table.random.choice(list(Seat)), proper=proper, margin=margin)
    table.clerk.insist(asked, "the resignation stands")


def left(table: Table) -> None:
    """A player leaves, or is sent away."""
    causes: tuple[ForfeitCause, ...] = ("left", "misconduct", "ruling")
    cause = table.random.choice(causes)
    asked = Forfeit(loser=table.random.choice(list(Seat)), cause=cause)
    table.clerk.insist(asked, "the game is forfeited")


def ended_by_the_director(table: Table) -> None:
    """The hall closes, and the director ends the game."""
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
            asked = DesignateBlank(
                seat=play.seat, blank=before + nth, letter=tile.upper(), square=square, how=how
            )
            table.clerk.insist(asked, "the blank is that letter")
        if table.chance(0.04):
            report_one_of(table, "false-blank")
            return
        if table.chance(0.06):
            table.irregular("blank disputed")
            claimed = table.random.choice("AEIORST")
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
    """Something about the table is written down: whose timer, what was agreed."""
    out_of_the_blue(table, table.random.choice(AT_THE_TABLE), insisting=0.5)


def meanwhile(table: Table) -> None:
    """Something beside the turns: the bag is counted, a connection fails, scores are compared."""
    out_of_the_blue(table, table.random.choice(MEANWHILE), insisting=0.7)


def papers(table: Table) -> None:
    """The papers differ; the director finds what holds."""
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
    """Let whatever goes wrong at this moment go wrong."""
    for mishap in MISHAPS:
        if mishap.moment == moment and table.chance(mishap.chance):
            if mishap.kind not in USUAL:
                table.irregular(mishap.kind)
            mishap.do(table)
