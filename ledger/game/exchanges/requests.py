"""Exchanges: tiles put back, unwanted ones; the procedures of both, and of an objection."""

from __future__ import annotations

from collections.abc import Callable

from ledger.game.clock.requests import rule_for_stopping
from ledger.game.context import (
    GameContext,
    decides,
    must_be_on_move,
    must_be_playing,
    must_not_be_final,
    played_on,
)
from ledger.game.endings.requests import with_the_end
from ledger.game.exchanges.facts import (
    ExchangeChallenged,
    ExchangeJudged,
    ExchangeNoted,
    UnwantedTilesFound,
    UnwantedTilesReturned,
)
from ledger.game.exchanges.objections import Remedy, looks_legal, remedy, stage_of
from ledger.game.procedure import Procedure, Question, Step, in_order, opened_by
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.standing import tiles
from ledger.game.turns.facts import TilesExchanged, TurnPassed
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import RACK_SIZE, Seat, Tiles, remarks
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.remarks import BAG_BELOW_MINIMUM

# Exchanging with too few tiles in the bag: it may have happened, so it is only remarked on.


def exchange_remark(bag: int | None, rules: Rulebook) -> str | None:
    """The remark on an exchange made with ``bag`` tiles in the bag; ``None`` for none.

    >>> from ledger.rulebook import load
    >>> [exchange_remark(bag, load("nsa-1998")) for bag in (7, 6, None)]
    [None, 'bag-below-minimum', None]

    Args:
      bag: tiles in the bag when the exchange was announced; ``None`` if not known.
    """
    if bag is None or bag >= rules.exchange.minimum_in_bag.known():
        return None
    return BAG_BELOW_MINIMUM


# How many tiles are exchanged where the number said is not the number put out (I-05).


def number_that_binds(
    announced: int, laid: int, said_next: int | None, at_once: bool, rules: Rulebook
) -> tuple[int, bool]:
    """How many tiles are exchanged where the number said is not the number put out (I-05).

    >>> from ledger.rulebook import load
    >>> [number_that_binds(5, laid, None, True, load(book)) for laid, book in
    ...  ((3, "wespa-4.0"), (2, "nsa-1998"))]
    [(3, True), (5, True)]
    """
    kind = rules.exchange.number_that_binds
    if announced == laid and said_next is None:
        return laid, True
    return NUMBERS[kind.known()](announced, laid, said_next, at_once)


def _announced(announced: int, laid: int, said_next: int | None, at_once: bool) -> tuple[int, bool]:
    """What was said goes; a slip mended at once goes if the tiles set apart bear it out."""
    if said_next is not None and at_once and said_next in (laid, RACK_SIZE - laid):
        return said_next, True
    # Tiles set apart may also be the ones to keep: two apart and "five" said.
    return announced, laid in (announced, RACK_SIZE - announced) or said_next is not None


NUMBERS: dict[str, Callable[[int, int, int | None, bool], tuple[int, bool]]] = {
    "tiles-on-table": lambda _said, laid, _next, _at_once: (laid, True),
    "announcement": _announced,
}


# Exchanging tiles, and passing.


class ExchangeTiles(Request, frozen=True, tag="exchange-tiles", kw_only=True):
    """``seat`` exchanges tiles; fields as in ``TilesExchanged`` and ``ExchangeNoted``.

    Attributes:
      count: how many were put face down; with none put out it may be a pass.
    """

    seat: Seat
    count: int
    tiles: Tiles = Tiles("")
    rack: Tiles = Tiles("")
    announced: int | None = None
    said_next: int | None = None
    at_once: bool = True
    returned_first: bool = False


class PassTurn(Request, frozen=True, tag="pass-turn", kw_only=True):
    seat: Seat
    rack: Tiles = Tiles("")


@decides(ExchangeTiles, may=STAFF)
def exchange_tiles(sheet: Sheet, request: ExchangeTiles, context: GameContext) -> Decision:
    """Write an exchange down, with a remark if the bag held too few tiles.

    It may really have happened; what follows is for the opponent to ask and the director
    to decide. Where the number said is not the number put out, the book in force says which
    binds (I-05); with none put out the turn may be a pass (J-04).
    """
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, context)
    count, noticed = _binding(request, context)
    noticed = (*played_on(sheet, context), *noticed)
    noted = _noted(request)
    if count == 0 and context.rules.improper_exchange.none_put_out.is_known:
        passed = with_the_end(
            sheet, TurnPassed(seat=request.seat, rack=request.rack), context, noticed
        )
        return Decision((passed.facts[0], *noted, *passed.facts[1:]), passed.remarks)
    must_be_exchangeable(count)
    remark = exchange_remark(sheet.stock.bag, context.rules)
    turn = TilesExchanged(seat=request.seat, count=count, tiles=request.tiles, rack=request.rack)
    decided = with_the_end(sheet, turn, context, ((remark,) if remark else ()) + noticed)
    return Decision((turn, *noted, *decided.facts[1:]), decided.remarks)


def _binding(request: ExchangeTiles, context: GameContext) -> tuple[int, tuple[str, ...]]:
    """How many tiles are exchanged, and what is to be noticed about it."""
    improper = context.rules.improper_exchange
    noticed: list[str] = []
    if request.returned_first and not improper.returned_first.is_known:
        noticed += [remarks.RETURNED_FIRST, *touching(context.rules, "TN-17")]
    elif request.returned_first and improper.returned_first.trap:
        noticed.append(improper.returned_first.trap)
    announced = request.count if request.announced is None else request.announced
    agree = announced == request.count and request.said_next is None
    if request.count == 0 and improper.none_put_out.is_known:
        return 0, tuple(noticed)
    if agree or context.case is not None:
        return request.count, tuple(noticed)
    count, clear = number_that_binds(
        announced, request.count, request.said_next, request.at_once, context.rules
    )
    binds = context.rules.exchange.number_that_binds
    noticed += [remarks.NUMBERS_DIFFER, *((binds.trap,) if binds.trap else ())]
    if not clear:
        noticed += [remarks.DIRECTOR_TO_CONFIRM, *touching(context.rules, "TN-17")]
    return count, tuple(noticed)


def _noted(request: ExchangeTiles) -> tuple[ExchangeNoted, ...]:
    """How the exchange was gone about, if there is anything to say about that."""
    differs = request.announced is not None and request.announced != request.count
    if not (differs or request.said_next is not None or request.returned_first):
        return ()
    return (ExchangeNoted.from_request(request, laid=request.count),)


def must_be_exchangeable(count: int) -> None:
    if not 1 <= count <= RACK_SIZE:
        raise refusal("unreadable-request/exchanged", count=count)


@decides(PassTurn, may=STAFF)
def pass_turn(sheet: Sheet, request: PassTurn, context: GameContext) -> Decision:
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, context)
    passed = TurnPassed(seat=request.seat, rack=request.rack)
    return with_the_end(sheet, passed, context, played_on(sheet, context))


class FindUnwantedTiles(Request, frozen=True, tag="find-unwanted-tiles", kw_only=True):
    """``count`` tiles that ``seat`` had exchanged lie on the table still."""

    seat: Seat
    count: int


class ReturnUnwantedTiles(Request, frozen=True, tag="return-unwanted-tiles", kw_only=True):
    """They went into the bag, seen by both players (``shown``) or not."""

    shown: bool = True


@decides(FindUnwantedTiles, may=STAFF)
def find_unwanted_tiles(sheet: Sheet, request: FindUnwantedTiles, context: GameContext) -> Decision:
    """Write down that tiles were never returned after an exchange (I-03)."""
    must_not_be_final(sheet, context)
    context.must(1 <= request.count <= 7, "unreadable-request/unwanted", count=request.count)
    exchanged = [
        line.count
        for line in sheet.lines
        if line.kind is LineKind.EXCHANGE and line.seat is request.seat
    ]
    player = sheet.name(request.seat)
    context.must_unless_ruled(exchanged, "no-such-entry/exchange-of", player=player)
    context.must_unless_ruled(
        request.count <= max(exchanged, default=0),
        "tiles-do-not-add-up/unwanted",
        player=player,
        most=max(exchanged, default=0),
    )
    rule = context.rules.improper_exchange.left_on_table
    noticed = () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision((UnwantedTilesFound(seat=request.seat, count=request.count),), noticed)


@decides(ReturnUnwantedTiles, may=STAFF)
def return_unwanted_tiles(
    sheet: Sheet, request: ReturnUnwantedTiles, context: GameContext
) -> Decision:
    """Write down that they are in the bag, seen by both first."""
    must_not_be_final(sheet, context)
    opened = find(sheet.open, UnwantedTilesFound)
    if opened is None:
        raise context.refusal("no-such-entry/unwanted")
    found = opened.fact
    assert isinstance(found, UnwantedTilesFound)
    rule = context.rules.improper_exchange.left_on_table
    if rule.is_known and not request.shown:
        context.must_be_ruled("not-shown")
    return Decision(
        (UnwantedTilesReturned(seat=found.seat, count=found.count, shown=request.shown),)
    )


# Procedures for the number of tiles and for an objection.


# A number that is not clear, and exchanged tiles that were never returned (I-03, I-05).


SHOWN = Question("shown", "have-both-players-seen-them", "yes-no")


def number(sheet: Sheet, opened: Opened, fact: ExchangeChallenged, rules: Rulebook) -> Procedure:
    """The number said is not the number put out: stop, ask, call the director (I-05)."""
    kind = rules.exchange.number_that_binds
    request = kind.value == "announcement"
    player = sheet.name(fact.exchanger)
    settled = Step(
        "director",
        say("game_exchanges.tiles-put-out-count-whatever-said")
        if kind.value == "tiles-on-table"
        else say("game_exchanges.director-says-what-stands"),
        str(kind) if kind.is_known else str(rules.fallback.decides),
        asks="judge-exchange",
        questions=(Question("legal", "does-it-stand", "yes-no"),),
    )
    return Procedure(
        name="exchange-number",
        title=say("game_exchanges.how-many-tiles", player=player),
        clause=str(kind),
        steps=_asked_how_many(sheet, fact, settled) if request else (settled,),
        seat=fact.exchanger,
        version=opened.version,
        counts=(("put-out", fact.laid),),
        traps=("TN-17",) if kind.value == "announcement" else (),
        needs_ruling=True,
    )


def _asked_how_many(sheet: Sheet, fact: ExchangeChallenged, settled: Step) -> tuple[Step, ...]:
    """What a book says of a number that binds because it was said."""
    clause = settled.clause
    return (
        Step(
            "opponent",
            say("game_exchanges.stops-clocks-asks-how-many", name=sheet.name(fact.seat)),
            clause,
            clock="neutral",
            done=True,
        ),
        Step("opponent", say("game_exchanges.director-called"), clause, calls_director=True),
        settled,
        Step(
            "director",
            say("game_exchanges.small-time-penalty-makes-up-for"),
            clause,
            asks="apply-penalty",
            optional=True,
            answers=(
                ("seat", fact.exchanger.value),
                ("unit", "time"),
                ("reason", "time gained by an exchange not clearly announced"),
                ("clause", clause),
            ),
            questions=(Question("amount", "how-many-seconds", "number"),),
        ),
    )


@opened_by(UnwantedTilesFound)
def unwanted_tiles(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Old tiles never returned after an exchange: both see them, then the bag (I-03)."""
    fact = opened.fact
    assert isinstance(fact, UnwantedTilesFound)
    rule = rules.improper_exchange.left_on_table
    steps = (
        Step(
            "both",
            say("game_exchanges.both-players-see", tiles=tiles(fact.count)),
            str(rule),
            tiles=fact.count,
        ),
        Step(
            "both",
            say("game_exchanges.must-go-into-bag", tiles=tiles(fact.count)),
            str(rule),
            tiles=fact.count,
            asks="return-unwanted-tiles",
            questions=(SHOWN,),
        ),
    )
    ruling = Step(
        "director",
        say("game_exchanges.director-rules-what-becomes-these-tiles"),
        str(rule),
        tiles=fact.count,
        asks="return-unwanted-tiles",
        questions=(SHOWN,),
    )
    return Procedure(
        name="unwanted-tiles",
        title=say("game_exchanges.exchanged-tiles-never-returned", name=sheet.name(fact.seat)),
        clause=str(rule),
        steps=steps if rule.is_known else (ruling,),
        seat=fact.seat,
        version=opened.version,
        counts=(("tiles", fact.count),),
        needs_ruling=not rule.is_known,
    )


SEEN = Question("shown", "how-many-tiles-are-shown", "number")
BACK = Question("returned", "how-many-tiles-go-back-into-bag", "number")
TOOK = Question("seconds", "how-many-seconds-did-choice-take", "seconds")


@opened_by(ExchangeChallenged)
def exchange(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """An objection, the verdict, and the tiles put right, with every number worked out."""
    fact = opened.fact
    assert isinstance(fact, ExchangeChallenged)
    if fact.ground == "number":
        return number(sheet, opened, fact, rules)
    stage = stage_of(fact)
    legal = False if opened.has(ExchangeJudged) else looks_legal(stage, rules)
    try:
        found = None if legal else remedy(stage, rules)
    except Refusal:
        found = None
    steps = _judging(sheet, opened, fact, rules)
    if found is not None:
        steps += _putting_right(sheet, fact, found)
    unsettled = not rules.improper_exchange.procedure.is_known or legal is None
    counts = [("in-the-bag-when-announced", fact.bag), ("on-the-rack-then", fact.rack)]
    counts += [("put-out", fact.laid), ("drawn", fact.drawn), ("returned", fact.returned)]
    return Procedure(
        name="improper-exchange",
        title=say("game_exchanges.exchange-of", name=sheet.name(fact.exchanger)),
        clause=found.clause if found else str(rules.improper_exchange.procedure),
        steps=steps,
        seat=fact.exchanger,
        version=opened.version,
        counts=(*counts, *(_counts(found) if found else ())),
        traps=found.traps if found else (),
        needs_ruling=unsettled or (found is not None and found.kind == "ruling"),
    )


def _counts(found: Remedy) -> tuple[tuple[str, int], ...]:
    return (
        ("in-the-pool", found.pool),
        ("shown", found.shown),
        ("chosen", found.chosen),
        ("back-to-the-bag", found.back),
        ("on-the-rack-afterwards", found.rack),
        ("in-the-bag-afterwards", found.bag),
        ("points", found.points),
    )


def _judging(
    sheet: Sheet, opened: Opened, fact: ExchangeChallenged, rules: Rulebook
) -> tuple[Step, ...]:
    improper = rules.improper_exchange
    enough = rules.exchange.minimum_in_bag
    director = improper.judged_by.value != "players"
    stops = bool(rule_for_stopping("exchange", rules))
    does = "stops-and-calls" if stops and director else "calls" if director else "stops"
    return in_order(
        Step(
            "opponent",
            say(f"game_exchanges.objects.{does}", player=sheet.name(fact.seat)),
            str(improper.judged_by),
            clock="neutral",
            done=True,
            calls_director=director,
        ),
        not fact.pressed
        and Step(
            "opponent",
            say("game_exchanges.timer-which-forgotten-pressed-first"),
            str(improper.final_when),
        ),
        Step(
            "director" if director else "both",
            say(
                "game_exchanges.tiles-in-bag-counted-needed-there",
                known=enough.known(),
                bag=fact.bag,
            ),
            str(enough),
            tiles=fact.bag,
            asks="judge-exchange",
            questions=(Question("legal", "was-exchange-legal", "yes-no"),),
            if_wrong=say("game_exchanges.objection-legal-exchange-costs-nothing")
            if improper.wrong_objection.is_known
            else "",
            done=opened.has(ExchangeJudged),
        ),
    )


def _putting_right(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> tuple[Step, ...]:
    words = STEPS[found.kind](sheet, fact, found)
    last = len(words) - 1
    opponent = sheet.name(fact.exchanger.opponent)
    return in_order(
        (
            Step(
                who,  # type: ignore[arg-type]
                does,
                found.clause,
                tiles=tiles,
                clock="neutral",
                seconds=found.within if who == "opponent" and found.chosen else None,
                asks="put-exchange-right" if n == last and not found.settled else "",
                answers=(("shown", found.shown), ("returned", found.back))
                if n == last and not found.open_ended
                else (),
                questions=_asked(found) if n == last else (),
            )
            for n, (who, does, tiles) in enumerate(words)
        ),
        not found.settled
        and Step(
            "both",
            say("game_exchanges.clock-started-again", opponent=opponent),
            found.clause,
            clock="opponent",
        ),
    )


def _asked(found: Remedy) -> tuple[Question, ...]:
    if found.open_ended:
        return (SEEN, BACK)
    return (TOOK,) if found.within is not None else ()


Worded = list[tuple[str, str, int | None]]


def _undone(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player = sheet.name(fact.exchanger)
    shown = say("game_exchanges.new-tiles-shown-go-back-into", shown=found.shown)
    return [
        ("scorekeeper", say(f"game_exchanges.turn-counts-as.{found.turn}"), None),
        *([("both", shown, found.back)] if found.shown else []),
        (
            "player",
            say(
                "game_exchanges.takes-back",
                player=player,
                amount=say("game.old-tiles", n=found.to_rack),
            ),
            found.to_rack,
        ),
    ]


def _chosen(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player, opponent = sheet.name(fact.exchanger), sheet.name(fact.exchanger.opponent)
    steps: Worded = []
    if found.turn:
        steps.append(("scorekeeper", say(f"game_exchanges.turn-counts-as.{found.turn}"), None))
    if found.to_rack:
        old = say(
            "game_exchanges.takes-on-table-back",
            player=player,
            amount=say("game.old-tiles", n=found.to_rack),
        )
        steps.append(("player", old, found.to_rack))
    steps += [
        (
            "opponent",
            say(
                f"game_exchanges.looks-at.{found.kind}",
                opponent=opponent,
                tiles=tiles(found.shown),
            ),
            found.shown,
        ),
        (
            "opponent",
            say(
                "game_exchanges.picks-them-for",
                opponent=opponent,
                chosen=found.chosen,
                player=player,
            ),
            found.chosen,
        ),
        ("opponent", say("game_exchanges.other-go-into-bag", back=found.back), found.back),
    ]
    return steps


def _surplus(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player, opponent = sheet.name(fact.exchanger), sheet.name(fact.exchanger.opponent)
    lost: Worded = [
        ("scorekeeper", say("game_exchanges.loses-turn-nothing-exchanged", player=player), None)
    ]
    return [
        *(lost if found.turn else []),
        (
            "player",
            say("game_exchanges.puts-face-down-mixes-them", player=player, tiles=tiles(found.pool)),
            found.pool,
        ),
        (
            "opponent",
            say("game_exchanges.turns-up-them", opponent=opponent, shown=found.shown),
            found.shown,
        ),
        (
            "opponent",
            say("game_exchanges.picks-those-for-bag", opponent=opponent, back=found.back),
            found.back,
        ),
    ]


def _points(sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    player = sheet.name(fact.exchanger)
    return [
        (
            "director",
            say(
                "game_exchanges.loses-play-goes-on",
                player=player,
                amount=say("game.points", n=found.points),
            ),
            None,
        )
    ]


def _nothing(_sheet: Sheet, _fact: ExchangeChallenged, _found: Remedy) -> Worded:
    return [("both", say("game_exchanges.too-late-do-anything-about-play"), None)]


def _ruling(_sheet: Sheet, fact: ExchangeChallenged, found: Remedy) -> Worded:
    if found.open_ended:
        return [("director", say("game_exchanges.play-has-gone-on-director-rules"), None)]
    what = say("game_exchanges.director-rules-what-becomes-drawn", tiles=tiles(fact.drawn))
    return [("director", what, fact.drawn)]


STEPS = {
    "undone": _undone,
    "from-the-bag": _chosen,
    "from-the-rack": _chosen,
    "from-all": _chosen,
    "surplus": _surplus,
    "points": _points,
    "nothing": _nothing,
    "ruling": _ruling,
}
"""One for each kind of ``Remedy``: who does what, with how many tiles."""
