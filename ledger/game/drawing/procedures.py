"""Procedures for too few tiles and draws out of order; every irregular draw, when offered."""

from __future__ import annotations

from ledger.game.drawing.facts import DrawnOutOfOrder, Overdrawn, Underdrawn
from ledger.game.drawing.overdraws import USED, due_then, held_before, racks_with, ruling
from ledger.game.drawing.requests import (
    held_since,
    in_the_right_order,
    order_remedy,
    to_be_made_good,
)
from ledger.game.procedure import Offers, Procedure, Question, Step, offer, opened_by
from ledger.game.sheet.line import TURNS
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.standing import tiles
from ledger.game.sheet.still_open import away, not_here_yet
from ledger.messages import say
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import DrawManner, DrawMoment, NoticedBy

# The steps after too few tiles, or a draw out of order.


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
