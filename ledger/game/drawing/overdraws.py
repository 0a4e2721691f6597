"""Overdraws and dropped tiles: how many tiles are too many, and what happens to them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.drawing.facts import DrawnOutOfOrder, DropMended, Overdrawn, TileDroppedBack
from ledger.game.entry import GameContext, decides, must_not_be_final
from ledger.game.exchanges.facts import ExchangeChallenged
from ledger.game.loose_tiles.facts import TilesSpilled
from ledger.game.placement.facts import BoardUpset, PlacementChallenged
from ledger.game.sheet.line import TURNS, Line, LineKind
from ledger.game.sheet.sheet import Sheet, find, without
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.vocabulary import RACK_SIZE, Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import NoticedBy, OverdrawCause, SeenBy

# What the record knows about a draw: tiles on the rack before it, tiles due, tiles there are.


def last_turn_drawn_after(sheet: Sheet, seat: Seat) -> Line | None:
    """The turn after which ``seat`` drew last, if the record has one."""
    for line in reversed(sheet.lines):
        if line.seat is seat and line.kind in TURNS:
            return line
    return None


def held_before(sheet: Sheet, seat: Seat) -> int:
    """Tiles on the rack of ``seat`` when its last draw began; none at its first."""
    line = last_turn_drawn_after(sheet, seat)
    if line is None:
        return 0
    rack = sheet.stock.racks[seat.place]
    if line.kind is LineKind.EXCHANGE:
        return max(0, rack - line.count)
    if line.before is None or line.withdrawn:
        return rack
    return max(0, line.before.racks[seat.place] - len(line.placed))


def due_then(sheet: Sheet, seat: Seat, held: int) -> int:
    """Tiles ``seat`` was to draw with ``held`` on the rack: to seven, as far as the bag went."""
    line = last_turn_drawn_after(sheet, seat)
    bag = sheet.stock.bag
    if line is not None and line.kind is LineKind.EXCHANGE:
        bag = sheet.stock.bag + line.count
    elif line is not None and line.before is not None and not line.withdrawn:
        bag = line.before.bag
    return max(0, min(RACK_SIZE - held, bag))


def racks_with(sheet: Sheet, seat: Seat, tiles: int) -> tuple[int, int]:
    first, second = sheet.stock.racks
    return (tiles, second) if seat is Seat.FIRST else (first, tiles)


def pair(seat: Seat, own: int, other: int) -> tuple[int, int]:
    """``own`` for ``seat`` and ``other`` for its opponent, first seat first."""
    return (own, other) if seat is Seat.FIRST else (other, own)


def clock_again(sheet: Sheet, finished: type[Fact]) -> tuple[Fact, ...]:
    """The clock of the player on turn is started, unless something else still holds it up."""
    held_up = (
        find(without(sheet.open, finished), WAITED_FOR) or sheet.challenges.pending or sheet.out
    )
    if not sheet.clock.neutral or sheet.on_move is None or held_up:
        return ()
    return (ClockRestarted(seat=sheet.on_move),)


WAITED_FOR = (
    Overdrawn, DrawnOutOfOrder, TileDroppedBack, TilesSpilled, BoardUpset, ExchangeChallenged,
    PlacementChallenged,
)  # fmt: skip
"""Procedures under which the clocks stand until the last of them is done."""


def must_be_there(sheet: Sheet, racks: tuple[int, int], lost: int = 0) -> None:
    """Refuse racks that would leave fewer than no tiles in the bag; no ruling makes tiles.

    Where the record itself has somebody hold fewer than none, since a correction left later turns
    as entered, it can't tell what is there: then what was counted is written down.
    """
    must_be_counts(*racks)
    stock = sheet.stock
    enough = min(stock.bag, *stock.racks) >= 0
    if enough and stock.with_racks(racks, lost).bag < 0:
        raise refusal("more-than-there-are/on-both-racks", tiles=sum(racks))


def must_be_counts(*counts: int) -> None:
    if any(count < 0 for count in counts):
        raise refusal("unreadable-request/tiles-below-zero")


def only_by_ruling(clause: Clause[Any], context: GameContext) -> None:
    """Refuse what the book does not settle, unless a director has ruled."""
    if clause.is_known:
        return
    context.unless_ruled(
        call_the_director(clause.trap, context.rules) if clause.trap else clause.refusal()
    )


# Too many tiles drawn: how many are turned up, by whom, and how many go back.
#
# Which of a book's cases applies depends on whether a new tile was mixed with the old ones, in
# that book's own sense, and in some books on who noticed. Here are the numbers only; who does
# what is in ``ledger.game.drawing.procedures``.


Group = Literal["new", "new-and-old", "open-rack"]
"""Which tiles it is about: the new ones alone, face down; all the player's tiles, face down;
all of them, shown to the opponent."""


class Counts(Struct, frozen=True, kw_only=True):
    """The numbers of one correction.

    Attributes:
      over: tiles too many, the X of the books; so many go back.
      revealed: how many of them are turned up or looked at.
      returned: how many go back into the bag, always ``over``.
      by_choice: False where those that go back are taken at random.
      seen_by: who sees the tiles turned up: ``both``, ``opponent``, ``nobody``, or
        ``returned-by-both`` (the opponent those taken, both those that go back).
      again: how many are turned up the second time if too many were; ``None`` where the
        book does not say.
      free_seconds: for choosing, before the opponent's clock runs; ``None``: not stated.
      traps: ids of the gaps this was worked out across, with our reading.
    """

    over: int
    group: Group
    size: int
    revealed: int
    returned: int
    left: int
    by_choice: bool
    seen_by: SeenBy
    again: int | None
    free_seconds: Seconds | None
    clause: str
    traps: tuple[str, ...] = ()


class TooMany(Struct, frozen=True, kw_only=True):
    """What was drawn, as far as the numbers of the correction depend on it.

    Attributes:
      due: tiles that were to be drawn; 0 where all those drawn have to go back.
      noticed_by: who noticed. Where a rule says that its opponent-notices procedure is to be
        followed, whoever noticed, it is the opponent.
      concealed: the player knew and said nothing; it then counts as noticed by the opponent.
    """

    held: int
    drawn: int
    due: int
    touched: bool
    mixed: bool
    noticed_by: NoticedBy
    concealed: bool = False
    apart: int = 0


def overdraw_counts(drew: TooMany, rules: Rulebook, *, ruled: bool = False) -> Counts:
    """The numbers of the correction, by the book in force.

    >>> from ledger.rulebook import load
    >>> drew = TooMany(
    ...     held=4, drawn=5, due=3, touched=False, mixed=False, noticed_by="player"
    ... )
    >>> [overdraw_counts(drew, load(book)).revealed
    ...  for book in ("wespa-4.0", "wsc-2003", "wespa-1.0", "nsa-1998")]
    [4, 0, 3, 4]

    Args:
      ruled: a director has ruled that our reading is to be used where the book has a gap.
    """
    held, drawn, due = drew.held, drew.drawn, drew.due
    over = drawn - due
    if over <= 0:
        raise refusal("not-overdrawn", drawn=drawn, due=due)
    inside = has_mixed(drew.touched, drew.mixed, rules)
    shown = _shown(inside, drew.noticed_by == "player" and not drew.concealed, rules)
    if drew.noticed_by not in ("player", "opponent") and _differs(inside, rules):
        _settled(rules.overdraw.found_by_others, rules, ruled)
    kind, clause = shown.known(), str(shown)
    traps = [shown.trap, _seen_by_clause(inside, rules).trap if kind != "none" else ""]
    if not inside and held >= RACK_SIZE:
        traps += _settled(rules.overdraw.full_rack_untouched, rules, ruled)
    if inside and drew.apart:
        traps += _settled(rules.overdraw.partly_touched, rules, ruled)
    all_new = rules.drawing.all_new_shown_if
    if not inside and all_new.is_known and _all_new(all_new.known(), held, due):
        kind, clause = "all-new", str(all_new)
    group: Group = "open-rack" if kind == "whole-rack" else "new-and-old" if inside else "new"
    size = drawn if group == "new" else held + drawn
    revealed = to_turn_up(kind, over, size)
    if revealed > size:
        traps += _settled(rules.overdraw.beyond_the_group, rules, ruled)
        revealed = size
    again = rules.drawing.after_too_many_shown.value
    return Counts(
        over=over,
        group=group,
        size=size,
        revealed=revealed,
        returned=over,
        left=held + due,
        by_choice=revealed > 0,
        seen_by=_seen_by(kind, inside, rules),
        again=None if again is None else to_turn_up(again, over, size),
        free_seconds=rules.drawing.overdraw_free_seconds.value,
        clause=clause,
        traps=tuple(dict.fromkeys(filter(None, traps))),
    )


def has_mixed(touched: bool, mixed: bool, rules: Rulebook) -> bool:
    """Whether the new tiles count as mixed with the old ones, in this book's sense (TX-02)."""
    return {"on-rack": touched, "mixed": mixed}[rules.drawing.touched_means.known()]


def to_turn_up(kind: str, over: int, size: int) -> int:
    """How many tiles a kind of ``Drawing``'s clauses comes to.

    >>> [to_turn_up(kind, 2, 9) for kind in ("none", "x", "x+2", "whole-rack")]
    [0, 2, 4, 9]
    """
    if kind in WHOLE_GROUP:
        return size
    return over + MORE_THAN_OVER[kind] if kind in MORE_THAN_OVER else 0


def seconds_charged(used: Seconds | None, free: Seconds | None) -> Seconds:
    """Seconds on the clock of who chooses: those beyond the free ones; none where none are set.

    >>> [seconds_charged(used, 15) for used in (40, 12, None)]
    [25, 0, 0]
    """
    if used is None or free is None:
        return Seconds(0)
    return Seconds(max(0, used - free))


MORE_THAN_OVER = {"x": 0, "x+1": 1, "x+2": 2, "x+3": 3}
WHOLE_GROUP = frozenset({"all-new", "whole-rack"})


def _all_new(kind: str, held: int, due: int) -> bool:
    """Whether all the new tiles are turned up, by a kind of ``drawing.all_new_shown_if``."""
    return {"six-on-rack": held == RACK_SIZE - 1, "one-due": due == 1}[kind]


def _shown(inside: bool, disclosed: bool, rules: Rulebook) -> Clause[Any]:
    drawing = rules.drawing
    if inside:
        return drawing.touched_found_by_drawer if disclosed else drawing.touched_found_by_opponent
    return drawing.untouched_found_by_drawer if disclosed else drawing.untouched_found_by_opponent


def _differs(inside: bool, rules: Rulebook) -> bool:
    return _shown(inside, True, rules).value != _shown(inside, False, rules).value


def _seen_by(kind: str, inside: bool, rules: Rulebook) -> SeenBy:
    if kind == "none":
        return "nobody"
    seen_by: SeenBy = _seen_by_clause(inside, rules).known()
    return seen_by


def _seen_by_clause(inside: bool, rules: Rulebook) -> Clause[Any]:
    return rules.overdraw.touched_seen_by if inside else rules.overdraw.untouched_seen_by


def _settled(clause: Clause[Any], rules: Rulebook, ruled: bool) -> tuple[str, ...]:
    """The trap we read across here, if any."""
    if not clause.is_known and not ruled:
        raise call_the_director(clause.trap, rules) if clause.trap else clause.refusal()
    return (clause.trap,) if clause.trap else ()


SILENCE = {
    "unethical": remarks.OVERDRAW_CONCEALED,
    "may-be-unethical": remarks.OVERDRAW_MAY_BE_CONCEALED,
    "cheating": remarks.OVERDRAW_HIDDEN,
}


class ReportOverdraw(Request, frozen=True, tag="report-overdraw", kw_only=True):
    """``seat`` has drawn too many tiles; fields as in ``Overdrawn``.

    Attributes:
      held, due: ``None`` where the record is to work them out.
      after_next_play: found only after a further play and a fresh draw.
      cause: why these count as too many, where it was no ordinary draw.
    """

    seat: Seat
    drawn: int
    touched: bool = False
    mixed: bool = False
    noticed_by: NoticedBy = "player"
    held: int | None = None
    due: int | None = None
    concealed: bool = False
    apart: int = 0
    observer: str = ""
    after_next_play: bool = False
    cause: OverdrawCause = "drawing"


@decides(ReportOverdraw, may=STAFF)
def report_overdraw(sheet: Sheet, request: ReportOverdraw, context: GameContext) -> Decision:
    """Write an overdraw down and open its correction, with every number worked out (H-07)."""
    must_not_be_final(sheet, context)
    must_be_counts(request.drawn, request.held or 0, request.due or 0, request.apart)
    context.must_unless_ruled(find(sheet.open, Overdrawn) is None, "correction-open")
    late = context.rules.drawing.overdraw_found_after_next_play
    if request.after_next_play:
        only_by_ruling(late, context)
    held = held_before(sheet, request.seat) if request.held is None else request.held
    due = due_then(sheet, request.seat, held) if request.due is None else request.due
    fact, noticed = overdrawn(sheet, replace(request, held=held, due=due), context)
    if request.after_next_play and late.value == "play-on":
        noticed += (late.trap,) if late.trap else ()
        return Decision((replace(fact, revealed=0, put_right=False),), noticed)
    if request.after_next_play and late.inferred:
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision((*_clock_stopped(sheet, context), fact), noticed)


def overdrawn(
    sheet: Sheet,
    request: ReportOverdraw,
    context: GameContext,
    racks: tuple[int, int] | None = None,
) -> tuple[Overdrawn, tuple[str, ...]]:
    """The fact, with its numbers, and what is to be remarked on.

    For everything a rule treats as an overdraw: give ``held`` and ``due``, and the ``cause``;
    ``racks``, tiles on both racks now, where the other rack is not as the record has it.
    """
    held, due = request.held or 0, request.due or 0
    counts = counted(
        Overdrawn(
            seat=request.seat,
            held=held,
            drawn=request.drawn,
            due=due,
            over=0,
            touched=request.touched or request.mixed,  # among the old ones a tile was on the rack
            mixed=request.mixed,
            noticed_by=request.noticed_by,
            group="",
            size=0,
            revealed=0,
            racks=racks or racks_with(sheet, request.seat, held + request.drawn),
            cause=request.cause,
            concealed=request.concealed,
            apart=request.apart,
            observer=request.observer,
        ),
        context,
    )
    fact, numbers = counts
    must_be_there(sheet, fact.racks)
    noticed = numbers.traps
    silence = context.rules.drawing.overdraw_disclosure
    if request.concealed and silence.is_known:
        noticed += (SILENCE[silence.known()], *((silence.trap,) if silence.trap else ()))
    if request.noticed_by == "third-party":
        noticed += (remarks.SEEN_BY_A_THIRD_PARTY,)
    return fact, noticed


def counted(fact: Overdrawn, context: GameContext) -> tuple[Overdrawn, Counts]:
    """An overdraw with its numbers worked out; where a ruling was given, across the gaps."""
    numbers = counts_of(fact, context.rules, ruled=context.case is not None)
    return (
        replace(
            fact,
            over=numbers.over,
            group=numbers.group,
            size=numbers.size,
            revealed=numbers.revealed,
        ),
        numbers,
    )


def counts_of(fact: Overdrawn, rules: Rulebook, *, ruled: bool = True) -> Counts:
    drew = TooMany(
        held=fact.held,
        drawn=fact.drawn,
        due=fact.due,
        touched=fact.touched,
        mixed=fact.mixed,
        noticed_by=fact.noticed_by,
        concealed=fact.concealed,
        apart=fact.apart,
    )
    return overdraw_counts(drew, rules, ruled=ruled)


def _clock_stopped(sheet: Sheet, context: GameContext) -> tuple[Fact, ...]:
    """That the clocks were stopped, where the book wants that and they still ran."""
    if sheet.clock.neutral or sheet.ended or context.rules.overdraw.timer.value != "must-stop":
        return ()
    return (ClockNeutralised(reason="overdraw"),)


# Drawn tiles that were put back without right: what is shown and what goes where.


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


# Drawn tiles put back into the bag without right.


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
