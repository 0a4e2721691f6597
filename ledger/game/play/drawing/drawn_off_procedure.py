"""New tiles that had been drawn for a play which came off: where they go (H-20, H-22)."""

from __future__ import annotations

from ledger.game.facts.holds import DrawnThenChallengedOff
from ledger.game.play.drawing.drawn_off_rule import as_overdraw, both_see, contested, returned_as
from ledger.game.play.drawing.overdraw_rule import Counts
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Answers, Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.rulebook import Rulebook
from ledger.vocabulary.counted import some
from ledger.vocabulary.refusals import Refusal

SEEN = Question(field="seen", words="Did the opponent see them?", kind="yes-no")
RETURNED = Question(field="returned", words="How many went back to the bag?", kind="number")
OVERDRAWS = ("overdraw", "overdraw-noticed")


@opened_by(DrawnThenChallengedOff)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The steps, with every number worked out; one for the director where the book gives none."""
    fact = opened.fact
    assert isinstance(fact, DrawnThenChallengedOff)
    goes = returned_as(fact, rules)
    numbers = _numbers(fact, rules) if goes.value in OVERDRAWS else None
    traps = contested(fact, rules)
    steps = _ruling(fact, sheet, str(goes))
    counts: tuple[tuple[str, int], ...] = (("drawn", fact.drawn),)
    if numbers is not None:
        steps = _overdrawn(fact, numbers, sheet, str(goes))
        counts = (
            ("drawn", fact.drawn),
            ("too many", numbers.over),
            ("face down", numbers.size),
            ("turned up", numbers.revealed),
            ("back to the bag", numbers.returned),
            ("on the rack afterwards", numbers.left),
        )
    elif goes.is_known and goes.value not in OVERDRAWS:
        steps = _returned(fact, sheet, rules, str(goes))
        counts = (("drawn", fact.drawn), ("back to the bag", fact.drawn))
    return Procedure(
        name="drawn-then-challenged-off",
        title=f"{sheet.name(fact.seat)} had drawn {fact.drawn} for the play that came off",
        clause=str(goes),
        steps=(*steps, *_conduct(fact, sheet, rules)),
        seat=fact.seat,
        version=opened.version,
        counts=counts,
        traps=traps,
        needs_ruling=bool(traps) or (numbers is None and not _is_plain(goes.value)),
    )


def _is_plain(value: str | None) -> bool:
    return value is not None and value not in OVERDRAWS


def _numbers(fact: DrawnThenChallengedOff, rules: Rulebook) -> Counts | None:
    """The numbers of the overdraw rules; ``None`` where only a ruling can say."""
    if fact.held is None:
        return None
    try:
        return as_overdraw(fact, fact.held, rules)
    except Refusal:
        return None


def _overdrawn(
    fact: DrawnThenChallengedOff, numbers: Counts, sheet: Sheet, clause: str
) -> tuple[Step, ...]:
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    over = numbers.over
    lay = {
        "new": f"{player} puts the {some(numbers.size, 'new tile')} face down on the table.",
        "new-and-old": f"{player} mixes all {tiles(numbers.size)}, old and new, face down.",
        "open-rack": f"{player} shows {opponent} all {tiles(numbers.size)}, old and new.",
    }[numbers.group]
    choose = f"{opponent} chooses {over} of them to go back to the bag."
    return (
        Step(who="player", does=lay, clause=clause, tiles=numbers.size, clock="neutral"),
        Step(
            who="opponent",
            does=f"{opponent} sees {numbers.revealed} of them.",
            clause=numbers.clause,
            tiles=numbers.revealed,
            clock="neutral",
        ),
        Step(
            who="opponent",
            does=choose,
            clause=numbers.clause,
            tiles=over,
            clock="neutral",
            seconds=numbers.free_seconds,
            asks="return-new-tiles",
            answers=_back(fact, over, bool(numbers.revealed)),
        ),
        Step(
            who="player",
            does=f"{player} takes the other {numbers.left} on the rack.",
            clause=numbers.clause,
            tiles=numbers.left,
        ),
    )


def _returned(
    fact: DrawnThenChallengedOff, sheet: Sheet, rules: Rulebook, clause: str
) -> tuple[Step, ...]:
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    seen = both_see(fact, rules)
    shown = {True: f", shown to {opponent}", False: f"; {opponent} does not see them", None: ""}[
        seen
    ]
    return (
        Step(
            who="player",
            does=f"{player} puts the {fact.drawn} new tiles back into the bag{shown}.",
            clause=clause,
            tiles=fact.drawn,
            clock="neutral",
            asks="return-new-tiles",
            answers=_back(fact, fact.drawn, seen),
            questions=() if seen is not None else (SEEN,),
        ),
    )


def _back(fact: DrawnThenChallengedOff, returned: int, seen: bool | None) -> Answers:
    known: Answers = (("seat", fact.seat.value), ("returned", returned))
    return known if seen is None else (*known, ("seen", seen))


def _ruling(fact: DrawnThenChallengedOff, sheet: Sheet, clause: str) -> tuple[Step, ...]:
    return (
        Step(
            who="director",
            does=f"The director says what becomes of the {tiles(fact.drawn)} that "
            f"{sheet.name(fact.seat)} drew.",
            clause=clause,
            tiles=fact.drawn,
            clock="neutral",
            asks="return-new-tiles",
            answers=(("seat", fact.seat.value),),
            questions=(RETURNED, SEEN),
        ),
    )


def _conduct(fact: DrawnThenChallengedOff, sheet: Sheet, rules: Rulebook) -> tuple[Step, ...]:
    """Behaviour the book has a word for, for the director to judge."""
    mixed = fact.how == "courtesy" and (fact.racked or fact.mixed)
    clause = rules.answers.mixing_conduct if mixed else rules.answers.flash_draw_conduct
    if not clause.is_known or not (mixed or fact.how == "flash"):
        return ()
    note = f", {clause.note}" if clause.note else ""
    does = f"The director may penalise {sheet.name(fact.seat)} ({clause.value}{note})."
    return (Step(who="director", does=does, clause=str(clause)),)
