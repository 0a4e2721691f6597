"""The steps after too few tiles, a draw out of order, or tiles dropped back."""

from __future__ import annotations

from ledger.game.facts.drawing import DrawnOutOfOrder, Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.play.drawing.draw_order import held_since
from ledger.game.play.drawing.draw_order_rule import in_the_right_order, order_remedy
from ledger.game.play.drawing.overdraw_procedure import USED
from ledger.game.play.drawing.underdraws import to_be_made_good
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Step
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.rulebook import Rulebook
from ledger.vocabulary.counted import some

RULED = (
    Question(field="finding", words="What did the director decide?", kind="text"),
    Question(field="racks", words="How many tiles do both then hold?", kind="pair"),
)


def ruling(what: str, does: str, rules: Rulebook) -> Step:
    """The one step of the procedure ``what`` where the book gives none: the director decides."""
    return Step(
        who="director",
        does=does,
        clause=str(rules.fallback.decides),
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
    within = f" within {some(limit, 'second')}" if limit is not None else ""
    steps = {
        "bag": Step(
            who="player",
            does=f"{player} draws {tiles(count)} from the bag now.",
            clause=str(window),
            tiles=count,
            asks="mend-underdraw",
            answers=(("count", count),),
        ),
        "opponent": Step(
            who="opponent",
            does=f"{opponent} gives {player} {tiles(count)} from {opponent}'s rack, "
            f"of {opponent}'s choice{within}.",
            clause=str(window),
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
        "The director says how that is put right.",
        rules,
    )
    return Procedure(
        name="underdraw",
        title=f"{player} is {tiles(fact.short)} short",
        clause=str(window),
        steps=(steps.get(fact.remedy, decides),),
        seat=fact.seat,
        version=opened.version,
        counts=(("short", fact.short), ("in the bag", sheet.stock.bag)),
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
    shows = f"Stop the clocks; {player} shows the {tiles(fact.drawn)} to both and puts them back "
    redraw = fact.remedy == "redraw"
    first = Step(
        who="both",
        does=f"{shows}into the bag."
        if redraw
        else f"All {tiles(fact.drawn)} drawn too early go back by the overdraw correction.",
        clause=remedy.clause,
        tiles=fact.drawn,
        clock="neutral",
        done=back and not redraw,
    )
    draws = (
        Step(
            who="opponent",
            does=f"{opponent} draws {tiles(other - their) if other > their else 'nothing'}.",
            clause=remedy.clause,
            tiles=other - their,
        ),
        Step(
            who="player",
            does=f"{player} draws {tiles(own - held) if own > held else 'nothing'}; then the clock "
            "of the player on turn is started.",
            clause=remedy.clause,
            tiles=own - held,
            clock="on-move",
            asks="complete-draws" if back else "",
        ),
    )
    decides = ruling("draw-order", "The director says what follows this draw out of order.", rules)
    return Procedure(
        name="draw-order",
        title=f"{player} drew out of order",
        clause=remedy.clause,
        steps=(decides,) if fact.remedy == "director" else (first, *draws),
        seat=fact.seat,
        version=opened.version,
        counts=(
            ("bag before", fact.bag),
            ("drawn too early", fact.drawn),
            ("due to the opponent first", fact.opponent_due),
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
        Step(who="both", does="Stop both clocks.", clause=clause, clock="neutral", done=True),
        Step(
            who="opponent",
            does=f"{opponent} takes {tiles(fact.from_bag)} from the bag and {fact.from_rack} from "
            f"{player}'s rack and lays them face up for both.",
            clause=clause,
            tiles=exposed,
            clock="neutral",
        ),
        Step(
            who="opponent",
            does=f"{opponent} gives {player} {given} of them and puts {exposed - given} "
            f"into the bag. More time than {some(free or 0, 'second')}, on request, may run on "
            f"{opponent}'s clock.",
            clause=clause,
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
        f"The director says what follows the {tiles(fact.count)} that {player} put back.",
        rules,
    )
    traps = (rules.drawing.dropped_back.trap, rules.drawing.dropped_from_rack.trap)
    return Procedure(
        name="dropped-back",
        title=f"{player} put {tiles(fact.count)} back",
        clause=clause,
        steps=steps if fact.remedy == "shown" else (decides,),
        seat=fact.seat,
        version=opened.version,
        counts=(
            ("put back", fact.count),
            ("from the bag", fact.from_bag),
            ("from the rack", fact.from_rack),
            ("face up", exposed),
            ("given", given),
            ("back to the bag", exposed - given),
        ),
        traps=tuple(trap for trap in traps if trap),
        needs_ruling=fact.remedy == "director",
    )
