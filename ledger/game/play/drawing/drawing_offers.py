"""What can be reported about drawing, with the questions of the book in force."""

from __future__ import annotations

from ledger.game.facts.drawing import Overdrawn
from ledger.game.play.drawing.numbers import due_then, held_before, racks_with
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.absent import away, not_here_yet
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import DrawManner, DrawMoment, NoticedBy, choices

WHO = Question(field="seat", words="Which player?", kind="seat")
NOTICED = Question(
    field="noticed_by",
    words="Who noticed it first?",
    kind="choice",
    choices=choices(NoticedBy),
)
TOUCHED = Question(
    field="touched", words="Has any new tile been on the player's rack?", kind="yes-no"
)
MIXED = Question(
    field="mixed", words="Was any new tile mixed with the player's old tiles?", kind="yes-no"
)
CONCEALED = Question(field="concealed", words="Did the player know and say nothing?", kind="yes-no")
DRAWN = Question(field="drawn", words="How many tiles were drawn?", kind="number")


def touched_question(rules: Rulebook) -> Question:
    """The question whether new tiles count as mixed, in the words of the book (TX-02)."""
    return {"on-rack": TOUCHED, "mixed": MIXED}[rules.drawing.touched_means.known()]


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """Everything about drawing that can be reported now."""
    if not sheet.started or sheet.is_final or sheet.ended or sheet.out is not None:
        return ()
    fresh = _just_drawn(rules) if _could_be_drawn(sheet) else ()
    if not _adds_up(sheet):
        fresh = tuple(offer for offer in fresh if offer.name != "draw-order")
    drawing = _drawing(sheet, rules)
    # One correction at a time, and only of a draw for which there were tiles enough.
    if find(sheet.open, Overdrawn) is not None or not _could_be_overdrawn(sheet):
        drawing = tuple(offer for offer in drawing if offer.name != "overdraw")
    if not any(sheet.stock.racks):  # nobody can hold fewer than none
        drawing = tuple(offer for offer in drawing if offer.name != "underdraw")
    return (*drawing, *fresh, *_noted(sheet, rules))


def _could_be_drawn(sheet: Sheet) -> bool:
    """Whether there was a tile in the bag to draw, now or within the last two turns."""
    turns = [line for line in sheet.lines if line.is_turn][-2:]
    return bool(sheet.stock.bag) or any(turn.before and turn.before.bag for turn in turns)


def _could_be_overdrawn(sheet: Sheet) -> bool:
    """Whether either player's last draw may have been of one tile more than was due."""
    for seat in Seat:
        held = held_before(sheet, seat)
        too_many = racks_with(sheet, seat, held + due_then(sheet, seat, held) + 1)
        if sheet.stock.with_racks(too_many).bag >= 0:
            return True
    return False


def _drawing(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    drawing = rules.drawing
    asked = touched_question(rules)
    return (
        Offer(
            name="overdraw",
            title="Too many tiles drawn",
            asks="report-overdraw",
            clause=str(drawing.touched_means),
            questions=(
                WHO,
                DRAWN,
                asked,
                NOTICED,
                CONCEALED,
                Question(
                    field="after_next_play",
                    words="Was it found only after a further play and a fresh draw?",
                    kind="yes-no",
                ),
            ),
        ),
        Offer(
            name="underdraw",
            title="Too few tiles drawn",
            asks="report-underdraw",
            clause=str(drawing.underdraw_window),
            questions=(
                WHO,
                Question(field="short", words="How many tiles are missing?", kind="number"),
                *_after_which(sheet),
                NOTICED,
                CONCEALED,
            ),
        ),
    )


def _adds_up(sheet: Sheet) -> bool:
    """Whether bag and racks have the tiles that both held before they drew.

    Where they have not, after a ruling on racks, no order of the draws can be worked out.
    """
    there = sheet.stock.bag + sum(sheet.stock.racks)
    return sum(held_before(sheet, seat) for seat in Seat) <= there


def _just_drawn(rules: Rulebook) -> tuple[Offer, ...]:
    """What can only be wrong where there were tiles to draw."""
    drawing, order = rules.drawing, rules.draw_order
    asked = touched_question(rules)
    return (
        Offer(
            name="draw-order",
            title="Drawn before the opponent, who was due first",
            asks="report-out-of-order",
            clause=str(order.touched),
            questions=(
                WHO,
                DRAWN,
                asked,
                *(
                    (
                        Question(
                            field="had_chance",
                            words="Had the opponent a reasonable chance to draw first?",
                            kind="yes-no",
                        ),
                    )
                    if order.chance_counts.value is True
                    else ()
                ),
            ),
        ),
        Offer(
            name="dropped-back",
            title="Drawn tiles put back into the bag",
            asks="report-dropped-back",
            clause=str(drawing.dropped_back),
            questions=(
                WHO,
                Question(field="count", words="How many tiles were put back?", kind="number"),
                Question(
                    field="hand_out",
                    words="Had the drawing hand wholly left the bag?",
                    kind="yes-no",
                ),
                Question(field="rack", words="How many tiles are on the rack now?", kind="number"),
                *((asked,) if drawing.dropped_back.value == "as-overdraw" else ()),
            ),
        ),
    )


def _after_which(sheet: Sheet) -> tuple[Question, ...]:
    """After which turn it was: from then on the window for putting it right is counted (H-12).

    Not asked while one of the players has made none: the record takes the latest of the other.
    """
    turns = [line for line in sheet.lines if line.is_turn][-LATEST:]
    if len({turn.seat for turn in turns}) < len(Seat):
        return ()
    return (
        Question(
            field="after",
            words="After which of that player's turns?",
            kind="choice",
            choices=tuple(
                (str(turn.version), f"{sheet.name(turn.seat)}: {turn.told}")
                for turn in reversed(turns)
            ),
        ),
    )


LATEST = 6
"""Turns to choose among: three of each player's."""


def _noted(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    gone = away(sheet)
    nobody_draws = (
        sheet.challenges.pending is not None and rules.drawing.during_adjudication.value is False
    )
    alone = rules.absence.opponent_may.is_known or len(gone) == len(Seat)
    missing = rules.lateness.drawing_before_both_are_here.value is False and not_here_yet(sheet)
    nobody_draws = nobody_draws or bool(gone and alone) or bool(missing)
    return (_manner(rules),) if nobody_draws else (_moment(rules), _manner(rules))


def _moment(rules: Rulebook) -> Offer:
    return Offer(
        name="draw-noted",
        title="Note a moment of the draw",
        asks="record-draw",
        clause=str(rules.draw_manner.drawn_when),
        questions=(
            WHO,
            Question(
                field="moment",
                words="What happened?",
                kind="choice",
                choices=choices(DrawMoment),
            ),
        ),
    )


def _manner(rules: Rulebook) -> Offer:
    return Offer(
        name="improper-draw",
        title="Drawn in an improper manner",
        asks="report-manner",
        clause=str(rules.draw_manner.bag_held),
        questions=(
            WHO,
            Question(
                field="manner",
                words="What was wrong?",
                kind="choice",
                choices=choices(DrawManner),
            ),
        ),
    )
