"""Drawn tiles put back into the bag without right: the rule, the entry, the procedure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.game.clock.facts import ClockNeutralised
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.facts import DropMended, TileDroppedBack
from ledger.game.drawing.overdraws import (
    USED,
    ReportOverdraw,
    clock_again,
    due_then,
    held_before,
    must_be_counts,
    must_be_there,
    overdrawn,
    racks_with,
    ruling,
    seconds_charged,
    to_turn_up,
)
from ledger.game.procedure import Procedure, Step, opened_by
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.standing import tiles
from ledger.messages import say
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import RACK_SIZE, Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import NoticedBy


class DropRemedy(Struct, frozen=True, kw_only=True):
    """What follows tiles dropped back.

    Attributes:
      kind: ``shown``: tiles of bag and rack are shown and the rack is refilled from them;
        ``overdraw``; ``director``.
    """

    kind: Literal["shown", "overdraw", "director"]
    clause: str
    from_bag: int = 0
    from_rack: int = 0
    given: int = 0
    returned: int = 0
    trap: str = ""


def drop_remedy(count: int, rack: int, bag: int, target: int, rules: Rulebook) -> DropRemedy:
    """What follows, by the book in force.

    >>> from ledger.rulebook import load
    >>> found = drop_remedy(2, 5, 30, 7, load("wespa-5.1"))
    >>> (found.from_bag, found.from_rack, found.given, found.returned)
    (5, 3, 5, 3)

    Args:
      rack: tiles on the player's rack after it.
      bag: tiles in the bag after it.
      target: tiles the rack is to hold in the end: seven, or fewer where fewer were due.
    """
    drawing = rules.drawing
    follows = drawing.dropped_back
    if not follows.is_known:
        return DropRemedy(kind="director", clause=str(follows), trap=follows.trap)
    if follows.known() == "as-overdraw":
        return DropRemedy(kind="overdraw", clause=str(follows), trap=follows.trap)
    from_bag = min(to_turn_up(drawing.dropped_from_bag.known(), count, bag), bag)
    from_rack = min(drawing.dropped_from_rack.known(), rack)
    given = max(0, min(target - (rack - from_rack), from_bag + from_rack))
    return DropRemedy(
        kind="shown",
        clause=str(follows),
        from_bag=from_bag,
        from_rack=from_rack,
        given=given,
        returned=from_bag + from_rack - given,
        trap=follows.trap,
    )


class ReportDroppedBack(Request, frozen=True, tag="report-dropped-back", kw_only=True):
    """``seat`` put drawn tiles back.

    Attributes:
      count: how many; ``None`` if that can't be told.
      hand_out: the drawing hand had wholly left the bag.
      rack: tiles on the rack after it; ``None``: as many as the record has, less ``count``.
      held, due: tiles on the rack before the draw, and due then; ``None``: worked out.
      touched, mixed: as in ``Overdrawn``, for a book that treats this as an overdraw.
    """

    seat: Seat
    count: int | None = None
    hand_out: bool = True
    rack: int | None = None
    bag: int | None = None
    held: int | None = None
    due: int | None = None
    touched: bool = True
    mixed: bool = True
    noticed_by: NoticedBy = "opponent"


class MendDrop(Request, frozen=True, tag="mend-drop", kw_only=True):
    """The opponent refilled the rack: ``given`` to the player, ``returned`` to the bag."""

    exposed: int
    given: int
    returned: int
    used: Seconds | None = None


@decides(ReportDroppedBack, may=STAFF)
def report_dropped_back(sheet: Sheet, request: ReportDroppedBack, context: GameContext) -> Decision:
    """Write it down, and what the book does about it (H-05, Z-05)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(request.hand_out, "not-drawn-yet")
    if request.count is None:
        raise context.refusal("tiles-back-not-known")
    must_be_counts(request.count, request.rack or 0, request.bag or 0)
    held = held_before(sheet, request.seat) if request.held is None else request.held
    due = due_then(sheet, request.seat, held) if request.due is None else request.due
    before = sheet.stock.racks[request.seat.place]
    rack = max(0, before - request.count) if request.rack is None else request.rack
    racks = racks_with(sheet, request.seat, rack)
    must_be_there(sheet, racks)
    bag = sheet.stock.with_racks(racks).bag
    target = min(RACK_SIZE, held + due)
    remedy = drop_remedy(request.count, rack, bag, target, context.rules)
    drawn = rack + request.count - held
    # Nothing too many had been drawn: what the overdraw correction would be is not said.
    by_ruling = remedy.kind == "director" or (remedy.kind == "overdraw" and drawn <= due)
    fact = TileDroppedBack(
        seat=request.seat,
        count=request.count,
        remedy="director" if by_ruling else remedy.kind,
        racks=racks,
        bag=bag,
        target=target,
        from_bag=remedy.from_bag,
        from_rack=remedy.from_rack,
    )
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if request.bag is not None and request.bag != bag:
        noticed += (remarks.BAG_DIFFERS,)
    if remedy.kind == "overdraw" and not by_ruling:
        over, more = overdrawn(
            sheet,
            ReportOverdraw(
                seat=request.seat,
                drawn=drawn,
                touched=request.touched,
                mixed=request.mixed,
                noticed_by=request.noticed_by,
                held=held,
                due=due,
                cause="dropped-back",
            ),
            context,
        )
        return Decision((fact, over), (*noticed, remarks.PUT_BACK_AGAINST_THE_RULES, *more))
    noticed += (remarks.PUT_BACK_AGAINST_THE_RULES,)
    if by_ruling:
        return Decision((fact,), (*noticed, remarks.DIRECTOR_TO_CONFIRM))
    second = context.rules.drawing.dropped_from_rack.trap
    stopped = () if sheet.clock.neutral else (ClockNeutralised(reason="tiles dropped back"),)
    return Decision((*stopped, fact), (*noticed, *((second,) if second else ())))


@decides(MendDrop, may=STAFF)
def mend_drop(sheet: Sheet, request: MendDrop, context: GameContext) -> Decision:
    must_be_counts(request.exposed, request.given, request.returned, request.used or 0)
    opened = find(sheet.open, TileDroppedBack)
    if opened is None or not isinstance(opened.fact, TileDroppedBack):
        raise context.refusal("nothing-to-put-right/dropped-back")
    fact = opened.fact
    context.must_unless_ruled(fact.remedy == "shown", "needs-ruling/dropped-back")
    exposed = fact.from_bag + fact.from_rack
    left = sheet.stock.racks[fact.seat.place] - fact.from_rack + request.given
    wanted = max(0, min(fact.target - (left - request.given), exposed))
    context.must_unless_ruled(
        (request.exposed, request.given, request.returned) == (exposed, wanted, exposed - wanted),
        "tiles-do-not-add-up/dropped-back",
        exposed=exposed,
        wanted=wanted,
        back=exposed - wanted,
    )
    racks = racks_with(sheet, fact.seat, left)
    must_be_there(sheet, racks)
    done = DropMended.from_request(
        request,
        seat=fact.seat,
        racks=racks,
        charged=seconds_charged(request.used, context.rules.drawing.dropped_seconds.value),
    )
    return Decision((done, *clock_again(sheet, TileDroppedBack)))


@opened_by(TileDroppedBack)
def dropped_back(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What is shown after tiles were put back without right (H-05, Z-05)."""
    fact = opened.fact
    assert isinstance(fact, TileDroppedBack)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    clause = str(rules.drawing.dropped_back)
    free = rules.drawing.dropped_seconds.value
    exposed = fact.from_bag + fact.from_rack
    kept = sheet.stock.racks[fact.seat.place] - fact.from_rack
    given = max(0, min(fact.target - kept, exposed))
    steps = (
        Step("both", say("game_drawing.stop-both-clocks"), clause, clock="neutral", done=True),
        Step(
            "opponent",
            say(
                "game_drawing.takes-from-bag-from-rack-lays",
                opponent=opponent,
                tiles=tiles(fact.from_bag),
                from_rack=fact.from_rack,
                player=player,
            ),
            clause,
            tiles=exposed,
            clock="neutral",
        ),
        Step(
            "opponent",
            say(
                "game_drawing.gives-of-them-and-puts-into-bag",
                opponent=opponent,
                player=player,
                given=given,
                back=exposed - given,
                seconds=say("game.seconds", n=free or 0),
            ),
            clause,
            tiles=given,
            clock="opponent",
            seconds=free,
            asks="mend-drop",
            answers=(("exposed", exposed), ("given", given), ("returned", exposed - given)),
            questions=() if free is None else (USED,),
        ),
    )
    decides = ruling(
        "dropped-back",
        say(
            "game_drawing.director-says-what-follows-put-back",
            tiles=tiles(fact.count),
            player=player,
        ),
        rules,
    )
    traps = (rules.drawing.dropped_back.trap, rules.drawing.dropped_from_rack.trap)
    return Procedure(
        name="dropped-back",
        title=say("game_drawing.put-back", player=player, tiles=tiles(fact.count)),
        clause=clause,
        steps=steps if fact.remedy == "shown" else (decides,),
        seat=fact.seat,
        version=opened.version,
        counts=(
            ("put-back", fact.count),
            ("from-the-bag", fact.from_bag),
            ("from-the-rack", fact.from_rack),
            ("face-up", exposed),
            ("given", given),
            ("back-to-the-bag", exposed - given),
        ),
        traps=tuple(trap for trap in traps if trap),
        needs_ruling=fact.remedy == "director",
    )
