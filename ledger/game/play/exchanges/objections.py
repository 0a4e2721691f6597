"""Objecting to an exchange: what is written down before anybody judges (I-09, L-22)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.exchanges import ExchangeChallenged, ExchangeJudged
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.exchanges.improper_exchange_rule import Stage, right_gone
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind, Stock
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import RACK_SIZE, Seat, remarks
from ledger.vocabulary.closed_lists import ExchangeGround


class ChallengeExchange(Asked, frozen=True, tag="challenge-exchange", kw_only=True):
    """``seat`` objects to an exchange, or noticed that something is wrong with it.

    Attributes:
      version: the exchange's event; 0 for the last one on the sheet.
      ground: as in ``ExchangeChallenged``.
      bag: tiles in the bag when it was announced; ``None``: as our count has it.
      rack: tiles the exchanger then had; ``None``: as our count has it.
      drawn, racked, returned, pressed: how far it has got, as in ``ExchangeChallenged``.
      accepted: whether the opponent's next turn, if there was one, was accepted.
    """

    seat: Seat
    version: int = 0
    ground: ExchangeGround = "bag"
    bag: int | None = None
    rack: int | None = None
    drawn: int = 0
    racked: bool = False
    returned: int = 0
    pressed: bool = True
    accepted: bool = True


@decides(ChallengeExchange, may=STAFF)
def challenge_exchange(sheet: Sheet, asked: ChallengeExchange, entry: Entry) -> Decision:
    """Write an objection down; the clocks stop and somebody judges (I-09, L-22)."""
    must_not_be_final(sheet, entry)
    line = _exchange(sheet, asked.version)
    entry.must_unless_ruled(
        find(sheet.open, ExchangeChallenged) is None, "challenge-pending/exchange"
    )
    if not asked.pressed and not asked.drawn:
        entry.must_be_ruled("exchange-not-final")
    challenged = _challenged(sheet, asked, line)
    entry.must_unless_ruled(not found_illegal_before(sheet, line), "judged-already")
    kind = entry.rules.improper_exchange.procedure.value
    if kind == "until-returned" and asked.returned:
        entry.unless_ruled(right_gone(entry.rules))
    complete = asked.racked and asked.returned == line.count
    noticed = ["T4-19"] * (complete or not asked.accepted) + ["T4-43"] * (not asked.pressed)
    differs = asked.bag is not None and asked.bag != _bag_when(sheet, line, challenged.rack)
    counted: tuple[str, ...] = (remarks.BAG_DIFFERS,) if differs else ()
    return Decision((challenged,), counted + touching(entry.rules, *noticed))


def found_illegal_before(sheet: Sheet, exchange: Line) -> bool:
    """Whether an objection to this exchange was upheld already."""
    about = 0
    for fact in (event.fact for event in sheet.events):
        if isinstance(fact, ExchangeChallenged):
            about = fact.exchange
        elif isinstance(fact, ExchangeJudged) and about == exchange.version and not fact.legal:
            return True
    return False


def _exchange(sheet: Sheet, version: int) -> Line:
    lines = [x for x in reversed(sheet.lines) if x.kind is LineKind.EXCHANGE]
    line = next((x for x in lines if version in (0, x.version)), None)
    if line is None:
        raise refusal("no-such-entry/exchange")
    return line


def _challenged(sheet: Sheet, asked: ChallengeExchange, line: Line) -> ExchangeChallenged:
    """The objection with its counts; what was not counted is taken from the record."""
    stock = line.before or sheet.stock
    rack = stock.racks[line.seat.place] if asked.rack is None else asked.rack
    bag = _bag_when(sheet, line, rack) if asked.bag is None else asked.bag
    made_up = (
        not 0 <= asked.returned <= line.count
        or not 0 <= asked.drawn <= max(0, bag + asked.returned)
        or (asked.racked and not asked.drawn)
        or bag < 0
        or not line.count <= rack
    )
    if made_up:
        raise refusal("unreadable-request/exchange-numbers", count=line.count, bag=bag)
    done = _next_turn_done(sheet, asked, line)
    most = _off_the_other_rack(sheet.stock, line.seat)
    if done:  # whatever was drawn since came out of these
        most = max(most, _off_the_other_rack(stock, line.seat))
    if max(rack, min(RACK_SIZE, rack + bag)) > most:
        raise refusal("more-than-there-are/on-the-rack", rack=rack, bag=bag)
    return ExchangeChallenged(
        seat=asked.seat,
        exchange=line.version,
        exchanger=line.seat,
        ground=asked.ground,
        bag=bag,
        rack=rack,
        laid=line.count,
        drawn=asked.drawn,
        racked=asked.racked,
        returned=asked.returned,
        pressed=asked.pressed,
        next_turn_done=done,
    )


def _bag_when(sheet: Sheet, exchange: Line, rack: int) -> int:
    """Tiles in the bag by our count when the exchange was announced, with so many on the rack.

    Tiles the player had too many are missing from the bag, and the other way round.
    """
    stock = exchange.before or sheet.stock
    return stock.bag - (rack - stock.racks[exchange.seat.place])


def _off_the_other_rack(stock: Stock, seat: Seat) -> int:
    """Tiles in the bag and on the rack of ``seat``: as many as there can be on that rack."""
    return stock.bag + stock.racks[seat.place]


def _next_turn_done(sheet: Sheet, asked: ChallengeExchange, exchange: Line) -> bool:
    """Whether the opponent has made, or lost, a turn after the exchange, which was accepted.

    It was, whatever is told, once the exchanger has moved on it.
    """
    since = [x for x in sheet.lines if x.place > exchange.place]
    turns = [x.seat for x in since if x.is_turn or x.kind in LOST_TURNS]
    if exchange.seat.opponent not in turns:
        return False
    answered = turns[turns.index(exchange.seat.opponent) :]
    return asked.accepted or exchange.seat in answered


def stage_of(challenged: ExchangeChallenged) -> Stage:
    """How far the exchange had got."""
    return Stage(
        bag=challenged.bag,
        rack=challenged.rack,
        laid=challenged.laid,
        drawn=challenged.drawn,
        racked=challenged.racked,
        returned=challenged.returned,
        next_turn_done=challenged.next_turn_done,
    )
