"""Loose tiles: spilled, found, missing."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.game.clock.facts import ClockNeutralised
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.overdraws import (
    ReportOverdraw,
    clock_again,
    due_then,
    held_before,
    must_be_counts,
    must_be_there,
    only_by_ruling,
    overdrawn,
    racks_with,
)
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.endings.requests import counted
from ledger.game.loose_tiles.facts import (
    EntitledPlayer,
    ExtraTiles,
    FoundTileChecked,
    GameReopened,
    RacksRestored,
    SpillSettled,
    TileMissing,
    TilesFound,
    TilesSpilled,
    UnplayedTakenBack,
)
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.record.fact import Fact
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.vocabulary import NO_TILES, RACK_SIZE, Role, Seat, Tiles, remarks
from ledger.vocabulary.closed_lists import FoundWhere, SpillPhase

# Tiles spilled from the bag: what follows.


class SpillRemedy(Struct, frozen=True, kw_only=True):
    """What follows a spill.

    Attributes:
      kind: ``overdraw``, ``found`` (as tiles found outside the bag), ``choice`` (the other
        player gives the spiller ``given`` of ``face_up`` tiles), ``none`` or ``director``.
      may_decline: the other player may ask the director to be spared the overdraw procedure.
      between: the book's limit lies between what the bag held before and after the spill.
    """

    kind: Literal["overdraw", "found", "choice", "none", "director"]
    clause: str
    may_decline: bool = False
    shown: int = 0
    face_up: int = 0
    given: int = 0
    trap: str = ""
    between: bool = False


def spill_remedy(
    phase: SpillPhase, count: int, bag: int, rack: int, agreed: bool, rules: Rulebook
) -> SpillRemedy:
    """What follows, by the book in force.

    >>> from ledger.rulebook import load
    >>> [spill_remedy("not-drawing", out, bag, 7, True, load("wespa-4.0")).kind
    ...  for out, bag in ((5, 12), (3, 5))]
    ['none', 'choice']

    Args:
      phase: up to and with the refill of the rack, just after it, or neither.
      bag: tiles in it before.
      agreed: both players agree that the tiles fell.
    """
    spills = rules.spills
    follows = {
        "drawing": spills.while_drawing,
        "after-refill": spills.after_refill,
        "not-drawing": spills.otherwise,
    }[phase]
    clause, trap = str(follows), follows.trap
    match follows.value:
        case "as-overdraw" | "as-overdraw-unless-declined":
            may = follows.value == "as-overdraw-unless-declined"
            surplus = spills.surplus.trap
            return SpillRemedy(kind="overdraw", clause=clause, may_decline=may, trap=surplus)
        case "as-found":
            return SpillRemedy(kind="found", clause=clause, trap=trap)
        case "back-if-agreed" if agreed:
            return SpillRemedy(kind="none", clause=clause, trap=trap)
        case "back-if-agreed":
            unclear = spills.surplus
            return SpillRemedy(kind="director", clause=str(unclear), trap=unclear.trap)
        case "by-the-bag":
            return _by_the_bag(count, bag, rack, rules)
    return SpillRemedy(kind="director", clause=clause, trap=trap)


def _by_the_bag(count: int, bag: int, rack: int, rules: Rulebook) -> SpillRemedy:
    spills = rules.spills
    few = spills.few_below.known()
    if bag >= few:
        between = bag - count < few
        trap = spills.few_counted.trap if between else ""
        return SpillRemedy(kind="none", clause=str(spills.otherwise), trap=trap, between=between)
    shown = min(spills.rack_shown.known(), rack)
    return SpillRemedy(
        kind="choice",
        clause=str(spills.few_below),
        shown=shown,
        face_up=count + shown,
        given=min(spills.given.known(), shown),
    )


# Tiles spilled from the bag.


class ReportSpill(Request, frozen=True, tag="report-spill", kw_only=True):
    """``seat`` spilled tiles; fields as in ``TilesSpilled``.

    Attributes:
      bag: tiles in the bag before; ``None`` where the record is to work that out.
      drawn: tiles drawn properly before the spill, while drawing.
    """

    seat: Seat
    count: int
    phase: SpillPhase
    bag: int | None = None
    drawn: int | None = None
    touched: bool = False
    declined: bool = False
    agreed: bool = True


class SettleSpill(Request, frozen=True, tag="settle-spill", kw_only=True):
    """The other player gave the spiller ``given`` tiles; ``returned`` went into the bag."""

    given: int
    returned: int


@decides(ReportSpill, may=STAFF)
def report_spill(sheet: Sheet, request: ReportSpill, context: GameContext) -> Decision:
    """Write a spill down, with what the book does about it (H-17)."""
    must_not_be_final(sheet, context)
    must_be_counts(request.count, request.bag or 0, request.drawn or 0)
    context.must(request.count, "unreadable-request/no-tile-spilled")
    held = held_before(sheet, request.seat)
    due = due_then(sheet, request.seat, held)
    bag = sheet.stock.bag + (due if request.phase == "drawing" else 0)
    bag = bag if request.bag is None else request.bag
    rack = sheet.stock.racks[request.seat.place]
    remedy = spill_remedy(request.phase, request.count, bag, rack, request.agreed, context.rules)
    if remedy.between:
        context.unless_ruled(call_the_director(remedy.trap, context.rules))
    spared = request.declined and remedy.may_decline
    context.must_unless_ruled(not spared, "needs-ruling/spared", clause=remedy.clause)
    nothing_over = remedy.kind == "overdraw" and not spared and _surplus(request, due) <= 0
    if nothing_over:
        context.unless_ruled(call_the_director(remedy.trap, context.rules))
    fact = TilesSpilled(
        seat=request.seat,
        count=request.count,
        phase=request.phase,
        bag=bag,
        remedy="none" if spared or nothing_over else remedy.kind,
        face_up=remedy.face_up,
        given=remedy.given,
        declined=spared,
    )
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if remedy.kind == "director":
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    if remedy.kind == "none" and context.rules.spills.few_below.is_known:
        noticed += (remarks.SPILL_MAY_BE_PETITIONED,)
    halts = context.rules.overdraw.timer.value == "must-stop"
    stops = halts and remedy.kind in ("overdraw", "choice", "none") and not sheet.clock.neutral
    stopped: tuple[Fact, ...] = (ClockNeutralised(reason="spilled tiles"),) if stops else ()
    return Decision(
        (
            *stopped,
            fact,
            *_what_follows(sheet, request, remedy, spared or nothing_over, held, due, context),
        ),
        tuple(dict.fromkeys(noticed)),
    )


def _what_follows(
    sheet: Sheet,
    request: ReportSpill,
    remedy: SpillRemedy,
    spared: bool,
    held: int,
    due: int,
    context: GameContext,
) -> tuple[Fact, ...]:
    """The overdraw, or the tiles found, that the book makes of a spill."""
    if remedy.kind == "found":
        return (
            TilesFound(
                where="outside",
                count=request.count,
                tiles=Tiles(""),
                by=sheet.name(request.seat),
                remedy="restore",
            ),
        )
    if remedy.kind != "overdraw" or spared:
        return ()
    # Just after the refill all of the player's tiles and those spilled make one group.
    refilled = request.phase == "after-refill"
    over, _ = overdrawn(
        sheet,
        ReportOverdraw(
            seat=request.seat,
            drawn=due + _surplus(request, due),
            touched=refilled or request.touched,
            mixed=refilled or request.touched,
            noticed_by="opponent",
            held=held,
            due=due,
            cause="spill",
        ),
        context,
    )
    return (over,)


def _surplus(request: ReportSpill, due: int) -> int:
    """Tiles outside the bag beyond those due, our reading of what is too many (T4-27)."""
    drawn = due if request.phase == "after-refill" or request.drawn is None else request.drawn
    return drawn + request.count - due


@decides(SettleSpill, may=STAFF)
def settle_spill(sheet: Sheet, request: SettleSpill, context: GameContext) -> Decision:
    """Close it: tiles given to the spiller, the rest in the bag; no number changes."""
    must_be_counts(request.given, request.returned)
    opened = find(sheet.open, TilesSpilled)
    if opened is None or not isinstance(opened.fact, TilesSpilled):
        raise context.refusal("nothing-to-put-right/spill")
    fact = opened.fact
    context.must_unless_ruled(fact.remedy != "director", "needs-ruling/spill")
    context.must_unless_ruled(
        (request.given, request.returned) == (fact.given, fact.face_up - fact.given),
        "tiles-do-not-add-up/spill",
        face_up=fact.face_up,
        given=fact.given,
        back=fact.face_up - fact.given,
    )
    racks = racks_with(sheet, fact.seat, sheet.stock.racks[fact.seat.place])
    done = SpillSettled(seat=fact.seat, given=request.given, returned=request.returned, racks=racks)
    return Decision((done, *clock_again(sheet, TilesSpilled)))


# Tiles found where none should be: whether they are added, and who gets them.


class FoundRemedy(Struct, frozen=True):
    """What is done with tiles that were found.

    Attributes:
      kind: ``restore``: racks as they were, then a draw; ``not-added``; ``director``.
    """

    kind: Literal["restore", "not-added", "director"]
    clause: str
    trap: str = ""


def found_remedy(where: str, over: bool, rules: Rulebook) -> FoundRemedy:
    """What is done with tiles found ``outside`` the bag, or in a ``bag`` thought empty.

    >>> from ledger.rulebook import load
    >>> [found_remedy("outside", True, load(book)).kind for book in ("wespa-1.0", "nsa-1998")]
    ['restore', 'not-added']

    Args:
      over: whether one player is out already.
    """
    found = rules.tiles_found
    follows = found.in_bag if where == "bag" else found.outside
    if not follows.is_known:
        return FoundRemedy("director", str(follows), follows.trap)
    late = rules.drawing.late_found_in_bag if where == "bag" else (
        rules.drawing.late_found_after_play_out
    )  # fmt: skip
    if over and late.value == "not-added":
        return FoundRemedy("not-added", str(late))
    return FoundRemedy("restore", str(follows), found.until.trap)


def who_draws(racks: tuple[int, int]) -> Seat | Literal["nobody", "earliest"]:
    """Who draws once racks are as they were: the one who is short while the other is full.

    >>> who_draws((7, 7)), who_draws((7, 6)), who_draws((0, 2))
    ('nobody', <Seat.SECOND: 'second'>, 'earliest')
    """
    full = [racks[seat.place] >= RACK_SIZE for seat in Seat]
    if all(full):
        return "nobody"
    if not any(full):
        return "earliest"
    return Seat.SECOND if full[0] else Seat.FIRST


# Tiles found outside the bag, or in a bag thought empty.


A_TILE_WAS_FOUND = "a tile was found"


class ReportFound(Request, frozen=True, tag="report-found", kw_only=True):
    """Tiles were found ``outside`` the bag, or in the ``bag`` when it was thought empty."""

    where: FoundWhere
    count: int = 1
    tiles: Tiles = Tiles("")
    by: str = ""


class CheckFoundTile(Request, frozen=True, tag="check-found-tile", kw_only=True):
    """Both players agree that the tile came off the board, from ``square``, or that it did not."""

    from_board: bool
    square: str = ""


class RestoreRacks(Request, frozen=True, tag="restore-racks", kw_only=True):
    """Both racks are as they were; ``racks``: tiles really on them, the tile found not included."""

    racks: tuple[int, int]


class NameEntitled(Request, frozen=True, tag="name-entitled", kw_only=True):
    """Who should have drawn the tile earliest: ``None`` if nobody can tell."""

    seat: Seat | None = None
    tiles: Tiles = Tiles("")


@decides(ReportFound, may=STAFF)
def report_found(sheet: Sheet, request: ReportFound, context: GameContext) -> Decision:
    """Write down that tiles were found, and whether the book adds them (H-15, H-16)."""
    must_not_be_final(sheet, context)
    context.must(
        request.count >= 1 and len(request.tiles) <= request.count, "unreadable-request/found"
    )
    remedy = found_remedy(request.where, sheet.out is not None, context.rules)
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if remedy.kind == "director":
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    elif remedy.kind == "not-added":
        noticed += (remarks.FOUND_TOO_LATE,)
    fact = TilesFound.from_request(
        request, remedy=remedy.kind, to_count=min(request.count, sheet.irregular.missing)
    )
    return Decision((fact,), noticed)


@decides(CheckFoundTile, may=STAFF)
def check_found_tile(sheet: Sheet, request: CheckFoundTile, context: GameContext) -> Decision:
    """Write down whether the tile came off the board; once agreed, it can't be corrected (Y67)."""
    must_not_be_final(sheet, context)
    if request.from_board and _agreed(sheet):
        context.must_be_ruled("board-agreed")
    elif find(sheet.open, TilesFound) is None:
        raise context.refusal("nothing-to-put-right/found")
    return Decision((FoundTileChecked(from_board=request.from_board, square=request.square),))


def _agreed(sheet: Sheet) -> bool:
    for event in reversed(sheet.events):
        if isinstance(event.fact, FoundTileChecked):
            return not event.fact.from_board
        if isinstance(event.fact, TilesFound):
            return False
    return False


@decides(RestoreRacks, may=STAFF)
def restore_racks(sheet: Sheet, request: RestoreRacks, context: GameContext) -> Decision:
    """Put the racks as they were; who draws follows from them where the book says so."""
    opened, found = _open(sheet, context)
    must_be_counts(*request.racks)
    off_board = context.rules.tiles_found.off_the_board
    if found.where == "outside" and off_board.value is True and not opened.has(FoundTileChecked):
        context.must_be_ruled("not-checked")
    must_be_there(sheet, request.racks)
    outside = context.rules.tiles_found.outside.value
    draws = who_draws(request.racks) if outside == "restore-and-draw" else "earliest"
    if found.where == "bag":
        draws = "earliest"
    restored = RacksRestored(racks=request.racks, resumed=draws == "nobody")
    if not isinstance(draws, Seat):
        return Decision((restored,))
    return Decision(
        (
            restored,
            *_drawn(sheet, found, request.racks, draws, "other-rack-full", Tiles(""), context),
        )
    )


@decides(NameEntitled, may=STAFF)
def name_entitled(sheet: Sheet, request: NameEntitled, context: GameContext) -> Decision:
    """The player entitled earliest draws; the game goes on, or is over and counted anew."""
    opened, found = _open(sheet, context)
    context.must_unless_ruled(opened.has(RacksRestored), "racks-not-restored")
    basis = "ruling" if context.case or context.role is Role.DIRECTOR else "agreement"
    if request.seat is None:
        only_by_ruling(context.rules.tiles_found.whose_unknown, context)
        nobody = EntitledPlayer(
            seat=None, count=found.count, basis=basis, racks=sheet.stock.racks, tiles=found.tiles
        )
        return Decision((nobody,), (remarks.SET_IRREGULAR,))
    return Decision(
        _drawn(sheet, found, sheet.stock.racks, request.seat, basis, request.tiles, context)
    )


def _drawn(
    sheet: Sheet,
    found: TilesFound,
    racks: tuple[int, int],
    seat: Seat,
    basis: str,
    tiles: Tiles,
    context: GameContext,
) -> tuple[Fact, ...]:
    """The draw, and what it makes of the game."""
    bag = sheet.stock.with_racks(racks).bag
    receives = context.rules.tiles_found.outside.value == "who-should-have-drawn"
    room = RACK_SIZE - racks[seat.place]
    wanted = min(found.count, room) if receives else room
    count = max(0, min(wanted, bag))
    held = list(racks)
    held[seat.place] += count
    now = (held[0], held[1])
    if not tiles and bag == found.count == count:
        tiles = found.tiles
    draw = EntitledPlayer(seat=seat, count=count, basis=basis, racks=now, tiles=tiles)
    return (draw, *_afterwards(sheet, seat, now, bag - count, tiles, context))


def _afterwards(
    sheet: Sheet, seat: Seat, racks: tuple[int, int], bag: int, tiles: Tiles, context: GameContext
) -> tuple[Fact, ...]:
    """Over and recalculated if only one player has tiles; otherwise play goes on."""
    if sheet.out is None:
        return ()
    back = (UnplayedTakenBack(reason=A_TILE_WAS_FOUND),) if sheet.ending.unplayed_counted else ()
    if all(racks) or bag:
        return (*back, GameReopened(on_move=sheet.out.opponent, reason=A_TILE_WAS_FOUND))
    before = _counted_racks(sheet)
    if not back or before is None or not tiles:
        return back
    left = before[seat.place]
    known = list(before)
    known[seat.place] = tiles if left == NO_TILES else Tiles(left + tiles)
    return (*back, counted((known[0], known[1]), sheet, context))


def _counted_racks(sheet: Sheet) -> tuple[Tiles, Tiles] | None:
    for event in reversed(sheet.events):
        if isinstance(event.fact, UnplayedTilesCounted):
            return event.fact.racks
    return None


def _open(sheet: Sheet, context: GameContext) -> tuple[Opened, TilesFound]:
    opened = find(sheet.open, TilesFound)
    if opened is None or not isinstance(opened.fact, TilesFound):
        raise context.refusal("nothing-to-put-right/found")
    context.must_unless_ruled(opened.fact.remedy != "director", "needs-ruling/found")
    return opened, opened.fact


class ReportMissing(Request, frozen=True, tag="report-missing", kw_only=True):
    """Tiles are missing; fields as in ``TileMissing``.

    Attributes:
      racks: tiles really on both racks; ``None``: as the record has them, the bag is short.
    """

    count: int
    tiles: Tiles = Tiles("")
    searched: bool = False
    found: int = 0
    racks: tuple[int, int] | None = None


class ReportExtra(Request, frozen=True, tag="report-extra", kw_only=True):
    """The set holds ``count`` tiles too many; ``racks``: tiles really on both racks."""

    count: int
    tiles: Tiles = Tiles("")
    racks: tuple[int, int] | None = None


@decides(ReportMissing, may=STAFF)
def report_missing(sheet: Sheet, request: ReportMissing, context: GameContext) -> Decision:
    """Write missing tiles down; play goes on as if they had never been there (H-18, A-04)."""
    must_not_be_final(sheet, context)
    must_be_counts(request.count, request.found)
    lost = request.count - request.found
    context.must(
        request.count >= 1 and lost >= 0 and len(request.tiles) <= lost,
        "unreadable-request/missing",
    )
    missing = context.rules.tiles_found.missing
    wants_search = missing.value == "search-then-play-on"
    if wants_search and not request.searched:
        context.must_be_ruled("not-searched")
    elif wants_search and context.role is not Role.DIRECTOR:
        context.must_be_ruled("needs-ruling/missing")
    racks = _racks(sheet, request.racks, lost)
    noticed: tuple[str, ...] = (remarks.SET_IRREGULAR,) if lost else ()
    return Decision(
        (
            TileMissing(
                count=lost,
                racks=racks,
                tiles=request.tiles,
                searched=request.searched,
                found=request.found,
            ),
        ),
        noticed,
    )


@decides(ReportExtra, may=STAFF)
def report_extra(sheet: Sheet, request: ReportExtra, context: GameContext) -> Decision:
    """Write extra tiles down; the pool is larger by them for the rest of the game (A-05)."""
    must_not_be_final(sheet, context)
    must_be_counts(request.count)
    context.must(request.count >= 1, "unreadable-request/none-too-many")
    only_by_ruling(context.rules.tiles_found.extra, context)
    racks = _racks(sheet, request.racks, -request.count)
    return Decision(
        (ExtraTiles(count=request.count, racks=racks, tiles=request.tiles),),
        (remarks.SET_IRREGULAR,),
    )


def _racks(sheet: Sheet, counted: tuple[int, int] | None, lost: int) -> tuple[int, int]:
    """Tiles on both racks once ``lost`` are gone from the pool (below zero: have joined it).

    Where nobody counted them the record stands, even one that a correction left with fewer
    tiles than none on a rack; only the tiles lost must have been somewhere.
    """
    if counted is not None or lost > 0:
        must_be_there(sheet, counted or sheet.stock.racks, lost)
    return counted or sheet.stock.racks
