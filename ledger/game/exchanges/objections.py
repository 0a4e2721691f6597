"""Objections to an exchange, and their verdicts."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.overdraws import clock_again
from ledger.game.endings.requests import unnamed
from ledger.game.exchanges.facts import (
    ExchangeChallenged,
    ExchangeJudged,
    ExchangePutRight,
    ExchangeVoided,
)
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind, Stock
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director, trap
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import RACK_SIZE, Points, Role, Seat, Seconds, Tiles, remarks
from ledger.vocabulary.closed_lists import ExchangeGround
from ledger.vocabulary.refusals import Refusal

# Exchanges with too few tiles in the bag, or from a rack of the wrong size: what is done.
#
# How far the exchange had got decides (rules matrix 2.I.1): nothing drawn, drawn, on the rack,
# returned, or found too late. Here are the numbers only; who does what is in
# ``ledger.game.exchanges.requests``.


SURPLUS_SHOWN = {"x+3": 3, "x+2": 2, "x+1": 1, "x": 0}


class Stage(Struct, frozen=True, kw_only=True):
    """How far an exchange had got when it was objected to; fields as in ``ExchangeChallenged``."""

    bag: int
    rack: int = RACK_SIZE
    laid: int
    drawn: int = 0
    racked: bool = False
    returned: int = 0
    next_turn_done: bool = False


class Remedy(Struct, frozen=True, kw_only=True):
    """What is done about an improper exchange.

    Attributes:
      kind: ``undone`` (everything back), ``from-the-bag`` (rack filled from the bag),
        ``from-the-rack`` (rack chosen from the rack and the tiles set aside),
        ``from-all`` (from rack, bag and tiles set aside), ``surplus`` (as an overdraw),
        ``points`` (found late), ``nothing``, or ``ruling``.
      turn: what becomes of the turn: as ``improper_exchange.turn_becomes``; empty if it stays.
      pool: tiles the opponent picks from, or among which some are turned up.
      shown: how many of them the opponent sees.
      chosen: how many of them the player gets.
      back: tiles that go to the bag of those shown.
      to_rack: tiles set aside that simply go back to the rack.
      within: seconds to choose; ``None``: not stated.
      traps: ids of the gaps this was worked out across, with our reading.
    """

    kind: str
    clause: str
    turn: str = ""
    pool: int = 0
    shown: int = 0
    chosen: int = 0
    back: int = 0
    to_rack: int = 0
    rack: int = 0
    bag: int = 0
    points: Points = Points(0)
    within: Seconds | None = None
    traps: tuple[str, ...] = ()

    @property
    def open_ended(self) -> bool:
        """Whether the director says which tiles go where: play has gone on, no number holds."""
        return self.kind == "ruling" and not self.rack

    @property
    def settled(self) -> bool:
        return self.kind in ("points", "nothing")


def looks_legal(stage: Stage, rules: Rulebook) -> bool | None:
    """Whether the exchange was legal by these counts; ``None`` where the book does not say.

    >>> from ledger.rulebook import load
    >>> v4 = load("wespa-4.0")
    >>> [looks_legal(Stage(bag=bag, rack=6, laid=3), v4) for bag in (8, 7)]
    [True, False]
    """
    if stage.rack > RACK_SIZE:
        return False if rules.improper_exchange.surplus_rack.is_known else None
    short = rules.improper_exchange.short_rack.is_known
    bag = stage.bag - (RACK_SIZE - stage.rack if short else 0)
    return bag >= rules.exchange.minimum_in_bag.known()


def remedy(stage: Stage, rules: Rulebook) -> Remedy:
    """What is done about an exchange that was illegal.

    >>> from ledger.rulebook import load
    >>> racked = Stage(bag=5, laid=3, drawn=3, racked=True)
    >>> found = remedy(racked, load("wespa-4.0"))
    >>> found.shown, found.chosen, found.back, found.bag
    (10, 7, 3, 5)
    """
    improper = rules.improper_exchange
    if stage.rack > RACK_SIZE:
        improper.surplus_rack.known()
        return _surplus(stage, rules)
    return PROCEDURES[improper.procedure.known()](stage, rules)


def _by_stage(stage: Stage, rules: Rulebook) -> Remedy:
    """2.I.1 of the rules matrix, cases (i) to (v)."""
    improper = rules.improper_exchange
    turn, within = improper.turn_becomes.known(), rules.exchange.illegal_choose_within.value
    short = ("T4-40",) if stage.rack < RACK_SIZE else ()
    if stage.next_turn_done:
        late = rules.exchange.illegal_late_points
        return Remedy(kind="points", points=late.known(), clause=str(late))
    if not stage.racked and not stage.returned:
        return _undone(stage, turn, f"{improper.procedure}(ii)", short)
    complete = ("T4-19",) if stage.returned == stage.laid else ()
    if not stage.racked:
        to_rack = stage.laid - stage.returned
        held = stage.rack - stage.laid + to_rack
        pool = stage.bag + stage.returned
        chosen = min(RACK_SIZE - held, pool)
        return Remedy(
            kind="from-the-bag", turn=turn, pool=pool, shown=pool, chosen=chosen,
            back=pool - chosen, to_rack=to_rack, rack=held + chosen, bag=pool - chosen,
            within=within, clause=f"{improper.procedure}(iii)", traps=("T4-34", *short),
        )  # fmt: skip
    if not stage.returned:
        pool = stage.rack + stage.drawn
        chosen = min(RACK_SIZE, pool)
        return Remedy(
            kind="from-the-rack", turn=turn, pool=pool, shown=pool, chosen=chosen,
            back=pool - chosen, rack=chosen, bag=stage.bag - stage.drawn + pool - chosen,
            within=within, clause=f"{improper.procedure}(iv)", traps=("T4-34", *short),
        )  # fmt: skip
    return _from_all(stage, turn, within, f"{improper.procedure}(v)", ("T4-34", *complete, *short))


def _until_returned(stage: Stage, rules: Rulebook) -> Remedy:
    """The right to object is gone with the first unwanted tile in the bag (I-09)."""
    improper = rules.improper_exchange
    if stage.returned:
        raise right_gone(rules)
    turn = improper.turn_becomes.known()
    if stage.next_turn_done:
        return Remedy(kind="ruling", turn=turn, clause=str(improper.turn_becomes), traps=("T1-13",))
    undone = _undone(stage, turn, str(improper.turn_becomes), ())
    if not stage.drawn:
        return undone
    return replace(undone, kind="ruling", traps=("T1-13",))


def _opponent_chooses(stage: Stage, rules: Rulebook) -> Remedy:
    """Nothing drawn: the turn is lost. Drawn: the opponent picks from everything (I-07, I-08)."""
    improper = rules.improper_exchange
    clause = str(improper.procedure)
    if stage.next_turn_done:
        return Remedy(kind="nothing", clause=str(rules.exchange.illegal_found_late))
    if not stage.drawn and not stage.returned:
        return _undone(stage, improper.turn_becomes.known(), clause, ("TN-12",))
    aside = ("TN-33",) if stage.returned < stage.laid else ()
    within = rules.exchange.illegal_choose_within.value
    return _from_all(stage, "", within, clause, ("TN-18", *aside))


def _undone(stage: Stage, turn: str, clause: str, traps: tuple[str, ...]) -> Remedy:
    return Remedy(
        kind="undone", turn=turn, shown=stage.drawn, back=stage.drawn, to_rack=stage.laid,
        rack=stage.rack, bag=stage.bag, clause=clause, traps=traps,
    )  # fmt: skip


def _from_all(
    stage: Stage, turn: str, within: Seconds | None, clause: str, traps: tuple[str, ...]
) -> Remedy:
    pool = stage.rack + stage.bag
    chosen = min(RACK_SIZE, pool)
    return Remedy(
        kind="from-all", turn=turn, pool=pool, shown=pool, chosen=chosen, back=pool - chosen,
        rack=chosen, bag=pool - chosen, within=within, clause=clause, traps=traps,
    )  # fmt: skip


def _surplus(stage: Stage, rules: Rulebook) -> Remedy:
    """From eight tiles or more: the pool less seven goes back, as after an overdraw (I-10)."""
    improper, drawing = rules.improper_exchange, rules.drawing
    pool = stage.rack - stage.returned + stage.drawn
    over = pool - RACK_SIZE
    shown = min(over + SURPLUS_SHOWN[drawing.touched_found_by_drawer.known()], pool)
    part, lost = ("(a)", "lost-turn") if not stage.drawn else ("(b)", "")
    part = "(c)" if stage.returned else part
    found = ["T4-26"] + ["T4-25"] * bool(stage.returned) + ["T4-14"] * bool(lost)
    found += ["T4-20"] * (over + 2 > pool)
    return Remedy(
        kind="surplus", turn=lost, pool=pool, shown=shown, chosen=shown - over, back=over,
        rack=RACK_SIZE, bag=stage.bag + stage.rack - RACK_SIZE,
        clause=f"{improper.surplus_rack}{part}",
        within=rules.drawing.overdraw_free_seconds.value,
        traps=tuple(id_ for id_ in found if trap(id_).cited(rules.id)),
    )  # fmt: skip


def right_gone(rules: Rulebook) -> Refusal:
    return refusal("right-gone", rules, trap=rules.exchange.illegal_found_late.trap)


PROCEDURES: dict[str, Callable[[Stage, Rulebook], Remedy]] = {
    "by-stage": _by_stage,
    "until-returned": _until_returned,
    "opponent-chooses": _opponent_chooses,
}
"""One for each kind of ``improper_exchange.procedure``."""


class ChallengeExchange(Request, frozen=True, tag="challenge-exchange", kw_only=True):
    """``seat`` objects to an exchange, or noticed that something is wrong with it.

    Attributes:
      version: the exchange's event; 0 for the last one on the sheet.
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
def challenge_exchange(sheet: Sheet, request: ChallengeExchange, context: GameContext) -> Decision:
    """Write an objection down; the clocks stop and somebody judges (I-09, L-22)."""
    must_not_be_final(sheet, context)
    line = _exchange(sheet, request.version)
    context.must_unless_ruled(
        find(sheet.open, ExchangeChallenged) is None, "challenge-pending/exchange"
    )
    if not request.pressed and not request.drawn:
        context.must_be_ruled("exchange-not-final")
    challenged = _challenged(sheet, request, line)
    context.must_unless_ruled(not found_illegal_before(sheet, line), "judged-already")
    kind = context.rules.improper_exchange.procedure.value
    if kind == "until-returned" and request.returned:
        context.unless_ruled(right_gone(context.rules))
    complete = request.racked and request.returned == line.count
    noticed = ["T4-19"] * (complete or not request.accepted) + ["T4-43"] * (not request.pressed)
    differs = request.bag is not None and request.bag != _bag_when(sheet, line, challenged.rack)
    counted: tuple[str, ...] = (remarks.BAG_DIFFERS,) if differs else ()
    return Decision((challenged,), counted + touching(context.rules, *noticed))


def found_illegal_before(sheet: Sheet, exchange: Line) -> bool:
    """Whether an objection to this exchange was upheld already."""
    about = 0
    for event in sheet.events:
        fact = event.envelope.fact
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


def _challenged(sheet: Sheet, request: ChallengeExchange, line: Line) -> ExchangeChallenged:
    """The objection with its counts; what was not counted is taken from the record."""
    stock = line.before or sheet.stock
    rack = stock.racks[line.seat.place] if request.rack is None else request.rack
    bag = _bag_when(sheet, line, rack) if request.bag is None else request.bag
    made_up = (
        not 0 <= request.returned <= line.count
        or not 0 <= request.drawn <= max(0, bag + request.returned)
        or (request.racked and not request.drawn)
        or bag < 0
        or not line.count <= rack
    )
    if made_up:
        raise refusal("unreadable-request/exchange-numbers", count=line.count, bag=bag)
    done = _next_turn_done(sheet, request, line)
    most = _off_the_other_rack(sheet.stock, line.seat)
    if done:  # whatever was drawn since came out of these
        most = max(most, _off_the_other_rack(stock, line.seat))
    if max(rack, min(RACK_SIZE, rack + bag)) > most:
        raise refusal("more-than-there-are/on-the-rack", rack=rack, bag=bag)
    return ExchangeChallenged.from_request(
        request,
        exchange=line.version,
        exchanger=line.seat,
        bag=bag,
        rack=rack,
        laid=line.count,
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


def _next_turn_done(sheet: Sheet, request: ChallengeExchange, exchange: Line) -> bool:
    """Whether the opponent has made, or lost, a turn after the exchange, which was accepted.

    It was, whatever is told, once the exchanger has moved on it.
    """
    since = [x for x in sheet.lines if x.place > exchange.place]
    turns = [x.seat for x in since if x.is_turn or x.kind in LOST_TURNS]
    if exchange.seat.opponent not in turns:
        return False
    answered = turns[turns.index(exchange.seat.opponent) :]
    return request.accepted or exchange.seat in answered


def stage_of(challenged: ExchangeChallenged) -> Stage:
    return Stage(
        bag=challenged.bag,
        rack=challenged.rack,
        laid=challenged.laid,
        drawn=challenged.drawn,
        racked=challenged.racked,
        returned=challenged.returned,
        next_turn_done=challenged.next_turn_done,
    )


# Judging an exchange, and putting its tiles right (rules matrix 2.I.1).


class JudgeExchange(Request, frozen=True, tag="judge-exchange", kw_only=True):
    """It is settled whether the exchange was legal."""

    legal: bool
    adjudicator: str = ""


class PutExchangeRight(Request, frozen=True, tag="put-exchange-right", kw_only=True):
    """The tiles are where the rules want them; ``None``: as many as was worked out."""

    shown: int | None = None
    returned: int | None = None
    tiles: Tiles = Tiles("")
    seconds: Seconds | None = None


@decides(JudgeExchange, may=STAFF)
def judge_exchange(sheet: Sheet, request: JudgeExchange, context: GameContext) -> Decision:
    """Write the verdict down, and what follows from it at once (2.I.1)."""
    must_not_be_final(sheet, context)
    _, challenged = _under_way(sheet)
    _must_be_the_judge(context)
    verdict = ExchangeJudged(legal=request.legal, adjudicator=request.adjudicator)
    ours = None
    if challenged.ground != "number":
        ours = looks_legal(stage_of(challenged), context.rules)
    differs = ours not in (None, request.legal)
    noticed: tuple[str, ...] = (remarks.COUNT_SAYS_OTHERWISE,) if differs else ()
    if request.legal or challenged.ground == "number":
        costs = context.rules.improper_exchange.wrong_objection
        unsettled = request.legal and not costs.is_known and challenged.ground != "number"
        noticed += (remarks.DIRECTOR_TO_CONFIRM,) if unsettled else ()
        return Decision((verdict, *clock_again(sheet, ExchangeChallenged)), noticed)
    try:
        found = remedy(stage_of(challenged), context.rules)
    except Refusal as open_point:
        # What follows is then for the director to enter, under the same case.
        context.unless_ruled(open_point)
        return Decision((verdict,), noticed)
    judged = ExchangeJudged(legal=False, settled=found.settled, adjudicator=request.adjudicator)
    noticed += touching(context.rules, *found.traps)
    follows = _at_once(challenged, found, context)
    noticed += _row_of(sheet, follows, context)
    after = clock_again(sheet, ExchangeChallenged) if found.settled else ()
    return Decision((judged, *follows, *after), tuple(dict.fromkeys(noticed)))


def _remedy_or_ruling(challenged: ExchangeChallenged, context: GameContext) -> Remedy:
    """What the book does about it; where it says nothing, what a ruling does."""
    try:
        return remedy(stage_of(challenged), context.rules)
    except Refusal as open_point:
        context.unless_ruled(open_point)
        return Remedy(kind="ruling", clause=open_point.clause)


def _row_of(sheet: Sheet, follows: tuple[Fact, ...], context: GameContext) -> tuple[str, ...]:
    """What is noticed where the turn voided is the last one, and of no kind the book names."""
    unnamed_turns = {x.exchange for x in follows if isinstance(x, ExchangeVoided) and not x.counted}
    last = sheet.last_turn
    if last is None or last.version not in unnamed_turns:
        return ()
    return unnamed(sheet, "void-exchange", context, last)


def _at_once(
    challenged: ExchangeChallenged, found: Remedy, context: GameContext
) -> tuple[Fact, ...]:
    if found.points:
        return (
            PenaltyApplied(
                seat=challenged.exchanger,
                unit="points",
                amount=found.points,
                reason="exchanged with too few tiles in the bag",
                clause=found.clause,
            ),
        )
    if not found.turn:
        return ()
    counted = found.turn in tuple(context.rules.zeros.counted.known())
    return (
        ExchangeVoided(
            seat=challenged.exchanger,
            exchange=challenged.exchange,
            becomes=found.turn,
            counted=counted,
        ),
    )


@decides(PutExchangeRight, may=STAFF)
def put_exchange_right(sheet: Sheet, request: PutExchangeRight, context: GameContext) -> Decision:
    must_not_be_final(sheet, context)
    opened, challenged = _under_way(sheet)
    context.must_unless_ruled(opened.has(ExchangeJudged), "not-judged")
    found = _remedy_or_ruling(challenged, context)
    shown = found.shown if request.shown is None else request.shown
    returned = found.back if request.returned is None else request.returned
    if found.kind == "ruling" and found.traps:
        context.unless_ruled(call_the_director(found.traps[0], context.rules))
    elif (shown, returned) != (found.shown, found.back):
        context.must_be_ruled(
            "tiles-do-not-add-up/exchange", shown=found.shown, back=found.back, clause=found.clause
        )
    surplus, stock = returned - found.back, sheet.stock
    held = stock.racks[challenged.exchanger.place]
    # Worked out for the moment of the objection; a ruling on play that went on is about now.
    rack, bag = (held, stock.bag) if found.open_ended else (found.rack, found.bag)
    rack, bag = rack - surplus, bag + surplus
    context.must(
        shown >= 0 and 0 <= rack <= held + stock.bag and bag >= 0,
        "unreadable-request/into-the-bag",
        returned=returned,
    )
    late = (
        request.seconds is not None and found.within is not None and request.seconds > found.within
    )
    return Decision(
        (
            ExchangePutRight(
                seat=challenged.exchanger,
                shown=shown,
                returned=returned,
                rack=rack,
                bag=bag,
                tiles=request.tiles,
                seconds=request.seconds,
            ),
            *clock_again(sheet, ExchangeChallenged),
        ),
        (remarks.CHOSEN_LATE, *touching(context.rules, "TN-18")) if late else (),
    )


def _under_way(sheet: Sheet) -> tuple[Opened, ExchangeChallenged]:
    opened = find(sheet.open, ExchangeChallenged)
    if opened is None or not isinstance(opened.fact, ExchangeChallenged):
        raise refusal("no-such-entry/objection")
    return opened, opened.fact


def _must_be_the_judge(context: GameContext) -> None:
    judge = context.rules.improper_exchange.judged_by
    if judge.value != "players" and context.role is not Role.DIRECTOR:
        context.must_be_ruled("director-judges/exchange")
