"""Overdraws: how many tiles are too many, what happens to them, and the steps of it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.facts import (
    DrawnOutOfOrder,
    OverdrawCorrected,
    OverdrawCorrectionBotched,
    OverdrawExposed,
    Overdrawn,
    TileDroppedBack,
)
from ledger.game.exchanges.facts import ExchangeChallenged
from ledger.game.loose_tiles.facts import TilesSpilled
from ledger.game.placement.facts import BoardUpset, PlacementChallenged
from ledger.game.procedure import Procedure, Question, Running, Step, in_order, opened_by
from ledger.game.sheet.line import TURNS, Line, LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find, without
from ledger.game.sheet.standing import tiles
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.vocabulary import RACK_SIZE, Seat, Seconds, Tiles, remarks
from ledger.vocabulary.closed_lists import NoticedBy, NotSaid, OverdrawCause, SeenBy

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
# that book's own sense, and in some books on who noticed.


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


# The steps of an overdraw correction, with every number worked out.


class ExposeOverdraw(Request, frozen=True, tag="expose-overdraw", kw_only=True):
    """So many tiles were turned up; ``seen_by`` empty: by whom the book says."""

    revealed: int
    seen_by: SeenBy | NotSaid = ""
    tiles: Tiles = Tiles("")


class CorrectOverdraw(Request, frozen=True, tag="correct-overdraw", kw_only=True):
    """Tiles went back into the bag.

    Attributes:
      rack: tiles counted on the rack afterwards; ``None`` if nobody counted.
      used: seconds the opponent took to choose; ``None`` if not measured.
    """

    returned: int
    rack: int | None = None
    used: Seconds | None = None
    tiles: Tiles = Tiles("")


@decides(ExposeOverdraw, may=STAFF)
def expose_overdraw(sheet: Sheet, request: ExposeOverdraw, context: GameContext) -> Decision:
    """Write down how many tiles were turned up; too many is a correction done wrong."""
    opened, fact = _open(sheet)
    must_be_counts(request.revealed)
    numbers = counts_of(fact, context.rules)
    context.must_unless_ruled(
        request.revealed <= fact.size,
        "more-shown-than-there",
        revealed=request.revealed,
        size=fact.size,
        clause=numbers.clause,
    )
    seen_by = request.seen_by or numbers.seen_by
    shown = OverdrawExposed(
        seat=fact.seat, revealed=request.revealed, seen_by=seen_by, tiles=request.tiles
    )
    most = to_be_shown(opened)
    if request.revealed > most:
        again = context.rules.drawing.after_too_many_shown
        only_by_ruling(again, context)
        botched = OverdrawCorrectionBotched(
            seat=fact.seat, revealed=request.revealed, again=numbers.again or fact.over
        )
        return Decision((shown, botched), (remarks.TOO_MANY_TURNED_UP,))
    noticed: tuple[str, ...] = (remarks.TOO_FEW_TURNED_UP,) if request.revealed < most else ()
    return Decision((shown,), noticed)


def to_be_shown(opened: Opened) -> int:
    """How many tiles are to be turned up now: after a botched attempt, another number."""
    botched = [x for x in opened.done if isinstance(x, OverdrawCorrectionBotched)]
    if botched:
        return botched[-1].again
    return opened.fact.revealed if isinstance(opened.fact, Overdrawn) else 0


@decides(CorrectOverdraw, may=STAFF)
def correct_overdraw(sheet: Sheet, request: CorrectOverdraw, context: GameContext) -> Decision:
    """Close the correction: as many tiles back as were too many, the rack as it should be."""
    opened, fact = _open(sheet)
    must_be_counts(request.returned, request.rack or 0, request.used or 0)
    numbers = counts_of(fact, context.rules)
    last = opened.done[-1] if opened.done else None
    if fact.revealed and not isinstance(last, OverdrawExposed):
        context.must_be_ruled("not-turned-up", count=to_be_shown(opened), clause=numbers.clause)
    context.must_unless_ruled(
        request.returned == fact.over,
        "wrong-number-back",
        over=fact.over,
        returned=request.returned,
        clause=numbers.clause,
    )
    left = fact.held + fact.drawn - request.returned
    if request.rack is not None and request.rack != left:
        context.must_be_ruled(
            "rack-does-not-add-up", left=left, rack=request.rack, clause=numbers.clause
        )
        left = request.rack
    done = OverdrawCorrected(
        seat=fact.seat,
        returned=request.returned,
        racks=racks_with(sheet, fact.seat, left),
        used=request.used,
        charged=seconds_charged(request.used, numbers.free_seconds),
        tiles=request.tiles,
    )
    return Decision((done, *clock_again(sheet, Overdrawn)))


def _open(sheet: Sheet) -> tuple[Opened, Overdrawn]:
    opened = find(sheet.open, Overdrawn)
    if opened is None or not isinstance(opened.fact, Overdrawn):
        raise refusal("nothing-to-put-right/overdraw")
    return opened, opened.fact


USED = Question("used", "how-many-seconds-did-choice-take", "seconds")


@opened_by(Overdrawn)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What is done, by the rule that fits what was reported."""
    fact = opened.fact
    assert isinstance(fact, Overdrawn)
    numbers = counts_of(fact, rules)
    shown = to_be_shown(opened)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    act = rules.offences.get("overdraw-hidden")
    timer = rules.overdraw.timer
    if numbers.group == "open-rack":
        timer = rules.overdraw.timer_when_noticed
    return Procedure(
        name="overdraw",
        title=say("game_drawing.drew-too-many", player=player, over=fact.over),
        clause=numbers.clause,
        steps=in_order(
            # Silence about an overdraw is a matter of conduct where the book lists it (H-08).
            fact.concealed
            and act is not None
            and Step(
                "opponent",
                say("game_drawing.director-told-knew-said-nothing", player=player),
                str(act),
                calls_director=True,
            ),
            timer.is_known
            and Step(
                "both", say("game_drawing.stop-both-clocks"), str(timer), clock="neutral", done=True
            ),
            _lay_down(numbers, player, opponent),
            numbers.revealed > 0 and _turn_up(numbers, opened, opponent, rules),
            _choose(numbers, opened, player, opponent),
            _move(numbers, sheet, player, rules),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(
            ("on-the-rack-before", fact.held),
            ("due", fact.due),
            ("drawn", fact.drawn),
            ("too-many", fact.over),
            ("face-down", numbers.size),
            ("turned-up", shown),
            ("back-to-the-bag", fact.over),
            ("on-the-rack-afterwards", numbers.left),
            ("kept-unseen", numbers.size - max(numbers.revealed, numbers.returned)),
        ),
        traps=numbers.traps,
    )


def _standing(rules: Rulebook) -> Running:
    """Whether the clocks stand during the correction, or go on as they were."""
    return "neutral" if rules.overdraw.timer.is_known else ""


def _lay_down(numbers: Counts, player: str, opponent: str) -> Step:
    does = {
        "new": say("game_drawing.puts-only-new-tiles-face-down", player=player, size=numbers.size),
        "new-and-old": say(
            "game_drawing.mixes-new-old-tiles-in-all", player=player, size=numbers.size
        ),
        "open-rack": say(
            "game_drawing.shows-whole-rack-new-old-tiles",
            player=player,
            opponent=opponent,
            size=numbers.size,
        ),
    }[numbers.group]
    return Step("player", does, numbers.clause, tiles=numbers.size)


def _turn_up(numbers: Counts, opened: Opened, opponent: str, rules: Rulebook) -> tuple[Step, ...]:
    """The tiles turned up; once more, and differently, after too many were."""
    lie = "on-rack" if numbers.group == "open-rack" else "face-down"
    again = rules.drawing.after_too_many_shown
    wrong = ""
    if numbers.revealed < numbers.size:
        wrong = (
            say(
                "game_drawing.after-too-many-all-go-face",
                size=numbers.size,
                opponent=opponent,
                again=numbers.again,
                clause=str(again),
            )
            if numbers.again is not None
            else say("game_drawing.after-too-many-director-decides", clause=str(again))
        )
    botched = [x for x in opened.done if isinstance(x, OverdrawCorrectionBotched)]
    shown = [x for x in opened.done if isinstance(x, OverdrawExposed)]
    return in_order(
        Step(
            "opponent",
            say(
                f"game_drawing.seen-{lie}.{numbers.seen_by}",
                opponent=opponent,
                tiles=tiles(numbers.revealed),
                size=tiles(numbers.size),
            ),
            numbers.clause,
            tiles=numbers.revealed,
            clock=_standing(rules),
            asks="expose-overdraw",
            if_wrong=wrong,
            done=bool(shown),
            answers=(("revealed", numbers.revealed), ("seen_by", numbers.seen_by)),
        ),
        bool(botched)
        and Step(
            "opponent",
            say(
                "game_drawing.all-go-face-down-again-turns",
                size=numbers.size,
                opponent=opponent,
                tiles=tiles(botched[-1].again),
            ),
            str(again),
            tiles=botched[-1].again,
            clock=_standing(rules),
            asks="expose-overdraw",
            done=len(shown) > len(botched),
            answers=(("revealed", botched[-1].again), ("seen_by", numbers.seen_by)),
        ),
    )


def _choose(numbers: Counts, opened: Opened, player: str, opponent: str) -> Step:
    free = numbers.free_seconds
    rest = numbers.left if numbers.group != "new" else numbers.size - numbers.returned
    botched = opened.has(OverdrawCorrectionBotched)
    values = {"player": player, "opponent": opponent, "returned": numbers.returned, "rest": rest}
    if not numbers.by_choice:
        picks = (
            say("game_drawing.takes-at-random-other-stay", tiles=tiles(numbers.returned), **values)
            if rest
            else say(
                "game_drawing.takes-at-random-nobody-looks-at",
                opponent=opponent,
                tiles=tiles(numbers.returned),
            )
        )
    elif botched:
        picks = (
            say("game_drawing.those-go-back-other-stay", **values)
            if rest
            else say("game_drawing.those-go-back-without-choice", returned=numbers.returned)
        )
    else:
        picks = (
            say("game_drawing.picks-them-other-stay", **values)
            if rest
            else say(
                "game_drawing.picks-them-go-back", opponent=opponent, returned=numbers.returned
            )
        )
    if free is not None:
        runs = say(
            "game_drawing.clock-runs-after",
            seconds=say("game.seconds", n=free),
            opponent=opponent,
        )
        picks = say("game.sentence-and-more", sentence=picks, more=runs)
    running: Running = "opponent" if free is not None else ""
    return Step(
        "opponent",
        picks,
        numbers.clause,
        tiles=numbers.returned,
        clock=running,
        seconds=free,
    )


def _move(numbers: Counts, sheet: Sheet, player: str, rules: Rulebook) -> Step:
    does = say(
        "game_drawing.into-bag-on-rack",
        tiles=tiles(numbers.returned),
        left=numbers.left,
        player=player,
    )
    if rules.overdraw.timer.value == "must-stop" and sheet.on_move is not None:
        if numbers.free_seconds is not None:
            does = say(
                "game_drawing.clocks-stopped-again-into-bag",
                tiles=tiles(numbers.returned),
                left=numbers.left,
                player=player,
            )
        if find(sheet.open, DrawnOutOfOrder) is None and sheet.challenges.pending is None:
            starts = say("game_drawing.then-clock-started", player=sheet.name(sheet.on_move))
            does = say("game.sentence-and-more", sentence=does, more=starts)
    return Step(
        "both",
        does,
        numbers.clause,
        tiles=numbers.returned,
        clock="on-move",
        asks="correct-overdraw",
        if_wrong=say(
            "game_drawing.unless-went-back-on-rack-not",
            returned=numbers.returned,
            left=numbers.left,
        ),
        answers=(("returned", numbers.returned),),
        questions=() if numbers.free_seconds is None else (USED,),
    )


RULED = (
    Question("finding", "what-did-director-decide", "text"),
    Question("racks", "how-many-tiles-do-both-then-hold", "pair"),
)


def ruling(what: str, does: str, rules: Rulebook) -> Step:
    """The one step of the procedure ``what`` where the book gives none: the director decides."""
    return Step(
        "director",
        does,
        str(rules.fallback.decides),
        asks="settle-drawing",
        answers=(("what", what),),
        questions=RULED,
    )
