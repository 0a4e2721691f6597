"""Procedures for draws, and when each is offered."""

from __future__ import annotations

from ledger.game.drawing.facts import (
    DrawnOutOfOrder,
    OverdrawCorrected,
    OverdrawCorrectionBotched,
    OverdrawExposed,
    Overdrawn,
    TileDroppedBack,
    Underdrawn,
)
from ledger.game.drawing.overdraws import (
    Counts,
    clock_again,
    counts_of,
    due_then,
    held_before,
    must_be_counts,
    only_by_ruling,
    racks_with,
    seconds_charged,
)
from ledger.game.drawing.requests import (
    held_since,
    in_the_right_order,
    order_remedy,
    to_be_made_good,
)
from ledger.game.entry import GameContext, decides
from ledger.game.procedure import (
    Offers,
    Procedure,
    Question,
    Running,
    Step,
    in_order,
    offer,
    opened_by,
)
from ledger.game.sheet.line import TURNS
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.standing import tiles
from ledger.game.sheet.still_open import away, not_here_yet
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat, Seconds, Tiles, remarks
from ledger.vocabulary.closed_lists import (
    DrawManner,
    DrawMoment,
    NoticedBy,
    NotSaid,
    SeenBy,
)

# The steps of an overdraw correction: tiles turned up, tiles back into the bag.


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


# The steps of an overdraw correction, with every number worked out.


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


# The steps after too few tiles, a draw out of order, or tiles dropped back.


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


@opened_by(Underdrawn)
def underdraw(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """How the missing tiles are made good (H-11, H-12)."""
    fact = opened.fact
    assert isinstance(fact, Underdrawn)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    window, count = rules.drawing.underdraw_window, to_be_made_good(sheet, fact)
    limit = rules.drawing.underdraw_choose_within.value
    gives = {"player": player, "opponent": opponent, "tiles": tiles(count)}
    steps = {
        "bag": Step(
            "player",
            say("game_drawing.draws-from-bag-now", player=player, tiles=tiles(count)),
            str(window),
            tiles=count,
            asks="mend-underdraw",
            answers=(("count", count),),
        ),
        "opponent": Step(
            "opponent",
            say("game_drawing.gives-of-own-choice", **gives)
            if limit is None
            else say(
                "game_drawing.gives-of-own-choice-within",
                seconds=say("game.seconds", n=limit),
                **gives,
            ),
            str(window),
            tiles=count,
            seconds=limit,
            asks="mend-underdraw",
            answers=(("count", count),),
            questions=() if limit is None else (USED,),
        ),
    }
    trap = rules.drawing.underdraw_disclosed.trap if fact.remedy == "director" else window.trap
    decides = ruling(
        "underdraw",
        say("game_drawing.director-says-how-put-right"),
        rules,
    )
    return Procedure(
        name="underdraw",
        title=say("game_drawing.short", player=player, tiles=tiles(fact.short)),
        clause=str(window),
        steps=(steps.get(fact.remedy, decides),),
        seat=fact.seat,
        version=opened.version,
        counts=(("short", fact.short), ("in-the-bag", sheet.stock.bag)),
        traps=(trap,) if trap else (),
        needs_ruling=fact.remedy == "director",
    )


@opened_by(DrawnOutOfOrder)
def out_of_order(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Both draws, once more and in the right order (H-13, H-14)."""
    fact = opened.fact
    assert isinstance(fact, DrawnOutOfOrder)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    remedy = order_remedy(
        fact.bag, fact.drawn, fact.opponent_due, fact.touched, fact.had_chance, rules
    )
    their = fact.racks[fact.seat.opponent.place]
    held = held_since(sheet, opened, fact)
    own, other = in_the_right_order(fact.bag, held, their, fact.opponent_due)
    back = find(sheet.open, Overdrawn) is None
    redraw = fact.remedy == "redraw"
    first = Step(
        "both",
        say("game_drawing.shows-to-both-puts-back", player=player, tiles=tiles(fact.drawn))
        if redraw
        else say("game_drawing.all-drawn-too-early-go-back", tiles=tiles(fact.drawn)),
        remedy.clause,
        tiles=fact.drawn,
        clock="neutral",
        done=back and not redraw,
    )
    draws = (
        Step(
            "opponent",
            say("game_drawing.draws", player=opponent, tiles=tiles(other - their))
            if other > their
            else say("game_drawing.draws-nothing", player=opponent),
            remedy.clause,
            tiles=other - their,
        ),
        Step(
            "player",
            say("game_drawing.draws-then-clock-started", player=player, tiles=tiles(own - held))
            if own > held
            else say("game_drawing.draws-nothing-then-clock-started", player=player),
            remedy.clause,
            tiles=own - held,
            clock="on-move",
            asks="complete-draws" if back else "",
        ),
    )
    decides = ruling("draw-order", say("game_drawing.director-says-what-follows-draw-out"), rules)
    return Procedure(
        name="draw-order",
        title=say("game_drawing.drew-out-order", player=player),
        clause=remedy.clause,
        steps=(decides,) if fact.remedy == "director" else (first, *draws),
        seat=fact.seat,
        version=opened.version,
        counts=(
            ("bag-before", fact.bag),
            ("drawn-too-early", fact.drawn),
            ("due-to-the-opponent-first", fact.opponent_due),
        ),
        traps=(remedy.trap,) if remedy.trap else (),
        needs_ruling=fact.remedy == "director",
    )


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


WHO = Question("seat", "which-player", "seat")
NOTICED = Question("noticed_by", "who-noticed-it-first", "choice", of=NoticedBy)
TOUCHED = Question("touched", "has-any-new-tile-been-on-players", "yes-no")
MIXED = Question("mixed", "was-any-new-tile-mixed-with-players", "yes-no")
CONCEALED = Question("concealed", "did-player-know-and-say-nothing", "yes-no")
DRAWN = Question("drawn", "how-many-tiles-were-drawn", "number")


def touched_question(rules: Rulebook) -> Question:
    """The question whether new tiles count as mixed, in the words of the book (TX-02)."""
    return {"on-rack": TOUCHED, "mixed": MIXED}[rules.drawing.touched_means.known()]


def _while_drawing(sheet: Sheet, _rules: Rulebook) -> bool:
    return sheet.started and not sheet.ended and sheet.out is None


def _overdraw_fits(sheet: Sheet, _rules: Rulebook) -> bool:
    """One correction at a time, and only of a draw for which there were tiles enough."""
    return find(sheet.open, Overdrawn) is None and _could_be_overdrawn(sheet)


def _tiles_to_draw(sheet: Sheet, _rules: Rulebook) -> bool:
    """Whether there was a tile in the bag to draw, now or within the last two turns."""
    turns = [line for line in sheet.lines if line.kind in TURNS][-2:]
    return bool(sheet.stock.bag) or any(turn.before and turn.before.bag for turn in turns)


def _could_be_overdrawn(sheet: Sheet) -> bool:
    """Whether either player's last draw may have been of one tile more than was due."""
    for seat in Seat:
        held = held_before(sheet, seat)
        too_many = racks_with(sheet, seat, held + due_then(sheet, seat, held) + 1)
        if sheet.stock.with_racks(too_many).bag >= 0:
            return True
    return False


def _adds_up(sheet: Sheet, _rules: Rulebook) -> bool:
    """Whether bag and racks have the tiles that both held before they drew.

    Where they have not, after a ruling on racks, no order of the draws can be worked out.
    """
    there = sheet.stock.bag + sum(sheet.stock.racks)
    return sum([held_before(sheet, seat) for seat in Seat]) <= there


def _chance(rules: Rulebook) -> tuple[Question, ...]:
    counts = rules.draw_order.chance_counts.value is True
    return (
        (Question("had_chance", "had-opponent-chance-to-draw-first", "yes-no"),) if counts else ()
    )


def _touched(rules: Rulebook) -> tuple[Question, ...]:
    return (touched_question(rules),)


def _touched_if_as_overdraw(rules: Rulebook) -> tuple[Question, ...]:
    return _touched(rules) if rules.drawing.dropped_back.value == "as-overdraw" else ()


def _after_which(sheet: Sheet) -> tuple[Question, ...]:
    """After which turn it was: from then on the window for putting it right is counted (H-12).

    Not asked while one of the players has made none: the record takes the latest of the other.
    """
    latest = [line for line in reversed(sheet.lines) if line.kind in TURNS][:LATEST]
    if len({line.seat for line in latest}) < len(Seat):
        return ()
    names = dict(zip(Seat, sheet.names, strict=True))
    turns = [
        (str(line.version), say("game.whose", whose=names[line.seat], what=line.wording))
        for line in latest
    ]
    return (Question("after", "after-which-of-that-players-turns", "choice", tuple(turns)),)


LATEST = 6  # turns to choose among: three of each player's


def _underdraw_asks(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    short = Question("short", "how-many-tiles-are-missing", "number")
    return (WHO, short, *_after_which(sheet), NOTICED, CONCEALED)


def _somebody_may_draw(sheet: Sheet, rules: Rulebook) -> bool:
    gone = away(sheet)
    judged = (
        sheet.challenges.pending is not None and rules.drawing.during_adjudication.value is False
    )
    alone = rules.absence.opponent_may.is_known or len(gone) == len(Seat)
    missing = rules.lateness.drawing_before_both_are_here.value is False and not_here_yet(sheet)
    return not (judged or bool(gone and alone) or bool(missing))


OFFERS = Offers(_while_drawing, (
    offer("overdraw", "report-overdraw", "drawing.touched_means",
          WHO, DRAWN, _touched, NOTICED, CONCEALED,
          Question("after_next_play",
                   "was-it-found-only-after-further-play", "yes-no"),
          when=_overdraw_fits),
    offer("underdraw", "report-underdraw", "drawing.underdraw_window",
          when=lambda sheet, _: any(sheet.stock.racks), of_sheet=_underdraw_asks),
    offer("draw-order", "report-out-of-order",
          "draw_order.touched", WHO, DRAWN, _touched, _chance, when=(_tiles_to_draw, _adds_up)),
    offer("dropped-back", "report-dropped-back",
          "drawing.dropped_back", WHO,
          Question("count", "how-many-tiles-were-put-back", "number"),
          Question("hand_out", "had-drawing-hand-wholly-left-bag", "yes-no"),
          Question("rack", "how-many-tiles-are-on-rack-now", "number"),
          _touched_if_as_overdraw, when=_tiles_to_draw),
    offer("draw-noted", "record-draw", "draw_manner.drawn_when",
          WHO, Question("moment", "what-happened", "choice", of=DrawMoment),
          when=_somebody_may_draw),
    offer("improper-draw", "report-manner",
          "draw_manner.bag_held", WHO,
          Question("manner", "what-was-wrong", "choice", of=DrawManner)),
))  # fmt: skip
