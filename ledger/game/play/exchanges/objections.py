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
from ledger.game.play.exchanges.improper_exchange_rule import FULL, Stage, right_gone
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind, Stock
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import ExchangeGround
from ledger.vocabulary.refusals import Refusal


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
    """Write an objection down; the clocks stop and somebody judges (I-09, L-22).

    Raises:
      Refusal: ``no-such-entry`` or ``unreadable-request``; ``challenge-pending``,
        ``exchange-not-final``, ``judged-already`` or ``right-gone``.
    """
    must_not_be_final(sheet, entry)
    line = _exchange(sheet, asked.version)
    if find(sheet.open, ExchangeChallenged) is not None:
        entry.unless_ruled(
            Refusal(
                "challenge-pending",
                "An exchange is being looked into already.",
                "Enter what was decided about it first.",
            )
        )
    if not asked.pressed and not asked.drawn:
        entry.unless_ruled(
            Refusal(
                "exchange-not-final",
                "This exchange is not final: the timer was not pressed and nothing was drawn.",
                "The player may still change the move; take the entry back.",
                clause=str(entry.rules.improper_exchange.final_when),
            )
        )
    challenged = _challenged(sheet, asked, line)
    if found_illegal_before(sheet, line):
        entry.unless_ruled(
            Refusal(
                "judged-already",
                "This exchange was found illegal before, and what follows was written.",
                "Play on, or call the director.",
                clause=str(entry.rules.improper_exchange.procedure),
            )
        )
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
        raise Refusal(
            "no-such-entry",
            "There is no such exchange on the sheet.",
            "Enter the exchange first, or choose another line.",
        )
    return line


def _challenged(sheet: Sheet, asked: ChallengeExchange, line: Line) -> ExchangeChallenged:
    """The objection with its counts; what was not counted is taken from the record.

    Raises:
      Refusal: ``unreadable-request``, or ``more-than-there-are``.
    """
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
        raise Refusal(
            "unreadable-request",
            f"These numbers don't fit an exchange of {line.count} with {bag} tiles in the bag.",
            "Count the tiles in the bag, on the rack and on the table again.",
        )
    done = _next_turn_done(sheet, asked, line)
    most = _off_the_other_rack(sheet.stock, line.seat)
    if done:  # whatever was drawn since came out of these
        most = max(most, _off_the_other_rack(stock, line.seat))
    if max(rack, min(FULL, rack + bag)) > most:
        raise Refusal(
            "more-than-there-are",
            f"{rack} tiles on the rack and {bag} in the bag are more than are off the board.",
            "Count the rack and the bag; if the set is irregular, report that first.",
        )
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
