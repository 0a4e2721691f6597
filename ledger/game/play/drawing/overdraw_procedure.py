"""The steps of an overdraw correction, with every number worked out."""

from __future__ import annotations

from ledger.game.facts.drawing import (
    DrawnOutOfOrder,
    OverdrawCorrectionBotched,
    OverdrawExposed,
    Overdrawn,
)
from ledger.game.play.drawing.overdraw_rule import Counts
from ledger.game.play.drawing.overdraw_steps import to_be_shown
from ledger.game.play.drawing.overdraws import counts_of
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Procedure, Question, Running, Step
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.rulebook import Rulebook
from ledger.vocabulary.counted import some

USED = Question(field="used", words="How many seconds did the choice take?", kind="seconds")

SHOWN = {
    "both": "{opponent} turns up {tiles}; both players see them.",
    "opponent": "{opponent} takes {tiles} at random and looks at them.",
    "returned-by-both": "{opponent} takes {tiles} at random and may look at them; both players may "
    "see those that go back.",
}
OPEN = {
    "both": "{opponent} looks through all {size}; both players see them.",
    "opponent": "{opponent} looks through all {size}.",
    "returned-by-both": "{opponent} may look at all {size}; both players may see those that go "
    "back.",
}
"""By who sees the tiles: turned up or taken from those face down; of a rack that is shown."""


@opened_by(Overdrawn)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What is done, by the rule that fits what was reported."""
    fact = opened.fact
    assert isinstance(fact, Overdrawn)
    numbers = counts_of(fact, rules)
    shown = to_be_shown(opened)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    return Procedure(
        name="overdraw",
        title=f"{player} drew {fact.over} too many",
        clause=numbers.clause,
        steps=(
            *_told(fact, player, rules),
            *_stop(numbers, rules),
            _lay_down(numbers, player, opponent),
            *_turn_up(numbers, opened, opponent, rules),
            _choose(numbers, opened, player, opponent),
            _move(numbers, sheet, player, rules),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(
            ("on the rack before", fact.held),
            ("due", fact.due),
            ("drawn", fact.drawn),
            ("too many", fact.over),
            ("face down", numbers.size),
            ("turned up", shown),
            ("back to the bag", fact.over),
            ("on the rack afterwards", numbers.left),
            ("kept unseen", numbers.size - max(numbers.revealed, numbers.returned)),
        ),
        traps=numbers.traps,
    )


def _told(fact: Overdrawn, player: str, rules: Rulebook) -> tuple[Step, ...]:
    """Silence about an overdraw is a matter of conduct where the book lists it (H-08)."""
    act = rules.offences.get("overdraw-hidden")
    if not fact.concealed or act is None:
        return ()
    does = f"The director is told: {player} knew of it and said nothing."
    return (Step(who="opponent", does=does, clause=str(act), calls_director=True),)


def _stop(numbers: Counts, rules: Rulebook) -> tuple[Step, ...]:
    overdraw = rules.overdraw
    timer = overdraw.timer_when_noticed if numbers.group == "open-rack" else overdraw.timer
    if not timer.is_known:
        return ()
    does = "Stop both clocks."
    return (Step(who="both", does=does, clause=str(timer), clock="neutral", done=True),)


def _standing(rules: Rulebook) -> Running:
    """Whether the clocks stand during the correction, or go on as they were."""
    return "neutral" if rules.overdraw.timer.is_known else ""


def _lay_down(numbers: Counts, player: str, opponent: str) -> Step:
    does = {
        "new": f"{player} puts only the {numbers.size} new tiles face down on the table and "
        "shuffles them.",
        "new-and-old": f"{player} mixes new and old tiles, {numbers.size} in all, and puts them "
        "face down on the table.",
        "open-rack": f"{player} shows {opponent} the whole rack, new and old tiles, "
        f"{numbers.size} in all.",
    }[numbers.group]
    return Step(who="player", does=does, clause=numbers.clause, tiles=numbers.size)


def _turn_up(numbers: Counts, opened: Opened, opponent: str, rules: Rulebook) -> tuple[Step, ...]:
    """The tiles turned up; once more, and differently, after too many were."""
    if not numbers.revealed:
        return ()
    shown_as = OPEN if numbers.group == "open-rack" else SHOWN
    again = rules.drawing.after_too_many_shown
    wrong = ""
    if numbers.revealed < numbers.size:
        wrong = (
            f"After too many, all {numbers.size} go face down again; {opponent} turns up "
            f"{numbers.again}, and those go back ({again})."
            if numbers.again is not None
            else f"After too many, the director decides ({again})."
        )
    botched = [x for x in opened.done if isinstance(x, OverdrawCorrectionBotched)]
    shown = [x for x in opened.done if isinstance(x, OverdrawExposed)]
    first = Step(
        who="opponent",
        does=shown_as[numbers.seen_by].format(
            opponent=opponent, tiles=tiles(numbers.revealed), size=tiles(numbers.size)
        ),
        clause=numbers.clause,
        tiles=numbers.revealed,
        clock=_standing(rules),
        asks="expose-overdraw",
        if_wrong=wrong,
        done=bool(shown),
        answers=(("revealed", numbers.revealed), ("seen_by", numbers.seen_by)),
    )
    if not botched:
        return (first,)
    once_more = Step(
        who="opponent",
        does=f"All {numbers.size} go face down again; {opponent} turns up "
        f"{tiles(botched[-1].again)} only.",
        clause=str(again),
        tiles=botched[-1].again,
        clock=_standing(rules),
        asks="expose-overdraw",
        done=len(shown) > len(botched),
        answers=(("revealed", botched[-1].again), ("seen_by", numbers.seen_by)),
    )
    return (first, once_more)


def _choose(numbers: Counts, opened: Opened, player: str, opponent: str) -> Step:
    free = numbers.free_seconds
    rest = numbers.left if numbers.group != "new" else numbers.size - numbers.returned
    botched = opened.has(OverdrawCorrectionBotched)
    if not numbers.by_choice:
        picks = f"{opponent} takes {tiles(numbers.returned)} at random; nobody looks at them"
    elif botched:
        picks = f"Those {numbers.returned} go back, without a choice"
    else:
        picks = f"{opponent} picks {numbers.returned} of them to go back"
    stay = f"; the other {rest} stay with {player}" if rest else ""
    then = f" After {some(free, 'second')} {opponent}'s clock runs." if free is not None else ""
    running: Running = "opponent" if free is not None else ""
    return Step(
        who="opponent",
        does=f"{picks}{stay}.{then}",
        clause=numbers.clause,
        tiles=numbers.returned,
        clock=running,
        seconds=free,
    )


def _move(numbers: Counts, sheet: Sheet, player: str, rules: Rulebook) -> Step:
    does = f"{tiles(numbers.returned)} into the bag, {numbers.left} on {player}'s rack."
    if rules.overdraw.timer.value == "must-stop" and sheet.on_move is not None:
        if numbers.free_seconds is not None:
            does = f"Clocks stopped again: {does}"
        if find(sheet.open, DrawnOutOfOrder) is None and sheet.challenges.pending is None:
            does += f" Then {sheet.name(sheet.on_move)}'s clock is started."
    return Step(
        who="both",
        does=does,
        clause=numbers.clause,
        tiles=numbers.returned,
        clock="on-move",
        asks="correct-overdraw",
        if_wrong=f"Unless {numbers.returned} went back and {numbers.left} are on the rack, it is "
        "not done.",
        answers=(("returned", numbers.returned),),
        questions=() if numbers.free_seconds is None else (USED,),
    )
