"""One made-up game from the pairing to the slip in the director's hand.

There is no script: each step looks at the sheet and does what comes next there, so that a game
goes on from wherever a ruling, a correction or a procedure has put it.
"""

from __future__ import annotations

from ledger.game.facts.turns import PlayRecorded
from ledger.game.play.challenges.challenging import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.play.endings.declared_over import EndGame
from ledger.game.play.endings.play_out import AcceptPlayOut
from ledger.game.play.exchanges.exchanging import ExchangeTiles, PassTurn
from ledger.game.play.holds.holding import CallHold, ReleaseHold
from ledger.game.play.judging.slips import ConfirmSlip
from ledger.game.play.setting_up.set_up import DetermineStarter, StartGame
from ledger.game.play.turns.corrections import CorrectEntry
from ledger.game.play.turns.plays import MissTurn, PlaceTiles
from ledger.simulation.closing import NOT_KNOWN, ask, close, hand_in
from ledger.simulation.following import anything, go_on, report_one_of, report_something
from ledger.simulation.mishaps import happen
from ledger.simulation.players import Intent
from ledger.simulation.table import Table
from ledger.vocabulary import Points, Seat
from ledger.vocabulary.closed_lists import JudgingMethod, VoidReason

MOST_TURNS = 90
"""No made-up game goes on for longer; the director then ends it."""

MOST_STEPS = 900
PATIENCE = 12
"""So many steps in a row that write nothing, and the game counts as stuck."""


class Stuck(Exception):
    """A game that is not finished, and nothing that is tried is written."""


def play(table: Table) -> None:
    """Play the game at ``table`` to its end.

    Raises:
      Stuck: it could not be brought to its end.
    """
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
    """Whether both signed and the slip is in."""
    return table.sheet.is_final and table.sheet.result.handed_in is not None


def step(table: Table, idle: int = 0) -> None:
    """Do what comes next; ``idle``: how often in a row nothing was written."""
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
        asked = ExchangeTiles(
            seat=seat,
            count=intent.count,
            announced=intent.count + 1 if table.chance(0.05) else None,
            tiles=tiles if known else NOT_KNOWN,
            rack=rack if known else NOT_KNOWN,
        )
        if ask(table, asked, idle) and table.chance(0.2):
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
    asked = PlaceTiles(
        seat=seat,
        placement=intent.placement,
        announced=announced,
        rack=table.hands.rack(seat) if table.chance(0.3) else NOT_KNOWN,
        misoriented=table.chance(0.004),
    )
    if not ask(table, asked, idle):
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
    """Supply the tiles of a turn that nobody could follow."""
    while table.waiting:
        version, intent = table.waiting.pop()
        line = next((x for x in table.sheet.lines if x.version == version), None)
        if line is None or table.chance(0.1):
            continue
        late = PlayRecorded(seat=line.seat, placement=intent.placement, announced=intent.score)
        asked = CorrectEntry(
            version=version, replacement=late, reason="tiles supplied", approved_by="both"
        )
        table.clerk.insist(asked, "the tiles are these")


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
