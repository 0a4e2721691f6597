"""A board that was upset: hear everybody, rebuild from the record, or end the game."""

from __future__ import annotations

from ledger.game.facts.upsets import BoardUpset, UpsetFound
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Offer, Procedure, Question, Step
from ledger.game.play.upsets.upset import proposed_scores
from ledger.game.play.upsets.upset_rule import intentional_upset_margin
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.squares import laid_out
from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import UpsetHow, choices
from ledger.vocabulary.counted import some

HOW = Question(
    field="how",
    words="Was it an accident?",
    kind="choice",
    choices=choices(UpsetHow),
)
LOSER = Question(field="loser", words="Who loses it?", kind="seat")
MARGIN = Question(field="margin", words="By how many points?", kind="number")
WHOSE = Question(field="seat", words="Who upset it, if a player did?", kind="seat")


@opened_by(BoardUpset)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """An upset board, before and after the director's finding."""
    fact = opened.fact
    assert isinstance(fact, BoardUpset)
    known = rules.upset.when_accidental.is_known
    found = next((step for step in opened.done if isinstance(step, UpsetFound)), None)
    clause = str(rules.upset.when_accidental)
    steps = [
        Step(
            who="both",
            does="Touch neither the board nor the scattered tiles; cover tiles that came off a "
            "rack."
            if known
            else "The director is called.",
            clause=clause if known else str(rules.fallback.decides),
            clock="neutral",
            calls_director=not known,
            done=True,
        ),
        Step(
            who="director",
            does="Hear both players and the witnesses, then find whether it was an accident.",
            clause=clause,
            asks="find-upset",
            done=found is not None,
            answers=() if fact.seat is None else (("seat", fact.seat.value),),
            questions=(HOW, WHOSE) if fact.seat is None else (HOW,),
        ),
    ]
    ways_out = _ways_out if known else _by_ruling
    steps += ways_out(sheet, fact, found, rules)
    return Procedure(
        name="upset-board",
        title="Board upset",
        clause=clause,
        seat=fact.seat,
        version=opened.version,
        counts=_counts(sheet, rules) if known else (),
        traps=("T4-30", "T4-44") if known else (),
        needs_ruling=not known,
        steps=tuple(steps),
    )


def _ways_out(
    sheet: Sheet, fact: BoardUpset, found: UpsetFound | None, rules: Rulebook
) -> list[Step]:
    """What may follow: only the way that fits the finding, once there is one."""
    steps = []
    if found is None or found.how == "accidental":
        steps += _by_accident(sheet, rules)
    seat = found.seat if found is not None else fact.seat
    if seat is not None and (found is None or found.how == "intentional"):
        margin = intentional_upset_margin(sheet.totals, seat, rules)
        steps.append(
            Step(
                who="director",
                does=f"On purpose: {sheet.name(seat)} loses by {margin} and must leave the event; "
                "other games are not touched by that.",
                clause=str(rules.upset.when_intentional),
                asks="find-upset",
                optional=True,
                answers=(("how", "intentional"), ("seat", seat.value)),
            )
        )
    return steps


def _by_ruling(
    sheet: Sheet, fact: BoardUpset, found: UpsetFound | None, rules: Rulebook
) -> list[Step]:
    """Where the book gives no steps: what a director may enter under a ruling."""
    seat = found.seat if found is not None and found.seat is not None else fact.seat
    decides = str(rules.fallback.decides)
    steps = [
        Step(
            who="director",
            does="The book gives no steps; it takes a ruling. Either lay the position out as the "
            f"record has it: {laid_out(sheet)}.",
            clause=decides,
            tiles=_tiles_on(sheet),
            clock="neutral",
            asks="rebuild-position",
        ),
        Step(
            who="director",
            does="Or end the game with the scores as they stand.",
            clause=decides,
            asks="end-after-upset",
            optional=True,
        ),
    ]
    if found is None or found.how == "intentional":
        steps.append(
            Step(
                who="director",
                does="Or, if it was on purpose, declare the game forfeited.",
                clause=decides,
                asks="forfeit",
                optional=True,
                answers=(
                    ("cause", "board-upset"),
                    *(() if seat is None else (("loser", seat.value),)),
                ),
                questions=(LOSER, MARGIN) if seat is None else (MARGIN,),
            )
        )
    return steps


def _tiles_on(sheet: Sheet) -> int:
    return sum(1 for square in sheet.board.squares if square)


def _by_accident(sheet: Sheet, rules: Rulebook) -> list[Step]:
    scores = proposed_scores(sheet, rules)
    off = (
        f"; {sheet.name(scores.seat)}, who made a turn more, loses the "
        f"{some(scores.taken_off, 'point')} of the last turn"
        if scores.seat is not None
        else ""
    )
    return [
        Step(
            who="director",
            does="By accident, and time allows: lay the position out as the record has it: "
            f"{laid_out(sheet)}.",
            clause=str(rules.upset.when_accidental),
            tiles=_tiles_on(sheet),
            clock="neutral",
            asks="rebuild-position",
        ),
        Step(
            who="scorekeeper",
            does="Once it is laid out, the clock of the player on move runs again.",
            clause=str(rules.upset.when_accidental),
            clock="on-move",
        ),
        Step(
            who="director",
            does=f"By accident, and it can't be rebuilt: the game would end {scores.scores[0]} to "
            f"{scores.scores[1]}{off}. It takes a ruling.",
            clause=scores.clause,
            asks="end-after-upset",
            optional=True,
        ),
    ]


def _counts(sheet: Sheet, rules: Rulebook) -> tuple[tuple[str, int], ...]:
    scores = proposed_scores(sheet, rules)
    return (
        ("first player's score", scores.scores[0]),
        ("second player's score", scores.scores[1]),
        ("taken off", scores.taken_off),
        ("tiles on the board", _tiles_on(sheet)),
    )


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """A board that was upset, while the game goes on."""
    if sheet.ended or not sheet.started or find(sheet.open, BoardUpset) is not None:
        return ()
    return (
        Offer(
            name="upset-board",
            title="The board was upset",
            asks="report-upset",
            clause=str(rules.upset.when_accidental),
            questions=(
                Question(field="seat", words="Who upset it, if a player did?", kind="seat"),
                Question(field="note", words="What happened?", kind="text"),
            ),
        ),
    )
