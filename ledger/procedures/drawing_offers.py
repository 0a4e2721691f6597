"""What can be reported about drawing, with the questions of the book in force."""

from __future__ import annotations

from ledger.procedures.procedure import Offer, Question
from ledger.rulebook import Rulebook
from ledger.sheet.sheet import Sheet

WHO = Question(field="seat", words="Which player?", kind="seat")
NOTICED = Question(
    field="noticed_by",
    words="Who noticed it first?",
    kind="choice",
    choices=(
        ("player", "the player"),
        ("opponent", "the opponent"),
        ("third-party", "somebody else"),
        ("found-later", "it was found later"),
    ),
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
    if not sheet.started or sheet.is_signed:
        return ()
    found = (_found(rules), *_set(rules))
    if sheet.ended or sheet.out is not None:
        return found
    return (*_drawing(sheet, rules), *_noted(rules), *_spill(rules), *found)


def _drawing(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    drawing, order = rules.drawing, rules.draw_order
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
    """After which turn it was: from then on the window for putting it right is counted (H-12)."""
    turns = [line for line in sheet.lines if line.is_turn][-LATEST:]
    if not turns:
        return ()
    return (
        Question(
            field="after",
            words="After which of that player's turns?",
            kind="choice",
            choices=tuple(
                (str(turn.version), f"{sheet.name(turn.seat)}: {turn.move}")
                for turn in reversed(turns)
            ),
        ),
    )


LATEST = 6
"""Turns to choose among: three of each player's."""


def _noted(rules: Rulebook) -> tuple[Offer, ...]:
    return (
        Offer(
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
                    choices=(
                        ("hand-in", "a hand went into the bag"),
                        ("first-tile-out", "the first tile came out of the bag"),
                        ("hand-out", "the hand left the bag with all the tiles"),
                        ("first-tile-racked", "the first new tile came onto the rack"),
                    ),
                ),
            ),
        ),
        Offer(
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
                    choices=(
                        ("bag-too-low", "the bag was held too low"),
                        ("eyes-on-the-bag", "the player looked at or into the bag"),
                        ("hand-with-tiles", "a hand that held tiles went into the bag"),
                        ("palm-not-shown", "the empty hand was not shown"),
                        ("too-slow", "the draw was too slow"),
                        ("other", "something else"),
                    ),
                ),
            ),
        ),
    )


def _spill(rules: Rulebook) -> tuple[Offer, ...]:
    return (
        Offer(
            name="spill",
            title="Tiles spilled",
            asks="report-spill",
            clause=str(rules.spills.while_drawing),
            questions=(
                WHO,
                Question(field="count", words="How many lie outside the bag?", kind="number"),
                Question(
                    field="phase",
                    words="When did it happen?",
                    kind="choice",
                    choices=(
                        ("drawing", "while drawing, the rack not refilled yet"),
                        ("after-refill", "just after the rack was refilled"),
                        ("not-drawing", "not in connection with drawing"),
                    ),
                ),
                *_of_a_spill(rules),
            ),
        ),
    )


def _of_a_spill(rules: Rulebook) -> tuple[Question, ...]:
    spills = rules.spills
    agreed = Question(field="agreed", words="Do both agree that the tiles fell?", kind="yes-no")
    declined = Question(
        field="declined",
        words="Does the other player decline the overdraw correction, and the director agree?",
        kind="yes-no",
    )
    return (
        *((agreed,) if spills.while_drawing.value == "back-if-agreed" else ()),
        *((TOUCHED,) if spills.while_drawing.value == "as-overdraw" else ()),
        *((declined,) if spills.after_refill.value == "as-overdraw-unless-declined" else ()),
    )


def _found(rules: Rulebook) -> Offer:
    return Offer(
        name="found-tiles",
        title="A tile found where none should be",
        asks="report-found",
        clause=str(rules.tiles_found.outside),
        questions=(
            Question(
                field="where",
                words="Where was it?",
                kind="choice",
                choices=(
                    ("outside", "outside the bag"),
                    ("bag", "in the bag, thought to be empty"),
                ),
            ),
            Question(field="tiles", words="Which tile?", kind="tiles"),
        ),
    )


def _set(rules: Rulebook) -> tuple[Offer, ...]:
    late = rules.tiles_found
    return (
        Offer(
            name="missing-tile",
            title="A tile of the set is missing",
            asks="report-missing",
            clause=str(late.missing),
            questions=(
                Question(field="count", words="How many were missed?", kind="number"),
                Question(field="searched", words="Was it searched for?", kind="yes-no"),
                Question(field="found", words="How many were found?", kind="number"),
            ),
        ),
        Offer(
            name="extra-tile",
            title="The set holds a tile too many",
            asks="report-extra",
            clause=str(late.extra),
            questions=(Question(field="count", words="How many too many?", kind="number"),),
        ),
    )
