"""From the starting draw to the first clock, and what can be entered before the game."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.setting_up import (
    FirstRackDrawn,
    FirstTileDrawn,
    SetChecked,
    StarterDetermined,
    StartTilesReturned,
)
from ledger.game.play.procedure import Offer, Procedure, Question, Step, opened_by
from ledger.game.sheet.absent import not_here_yet, out_of_time, player_in, player_name
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.rulebook.computing.limits import start_rule
from ledger.rulebook.model.endings import TimerKind
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import Equipment, SetCountedBy, choices

TIMERS: dict[TimerKind, str] = {
    "digital-down": "digital, counts down",
    "digital-up": "digital, counts up",
    "smart-device": "smart device",
    "analogue": "clock with hands",
    "sand": "sand timer",
}
HOW_TO_START = {
    "draw": "Both draw a tile; the one nearest to A starts, a blank before A.",
    "assigned": "The pairing says who starts.",
    "self-balancing": "Who has started less often starts; level players draw.",
    "other": "As announced before the tournament.",
}


def _waits_for(sheet: Sheet, rules: Rulebook) -> Step | None:
    """What has to happen before anything else does: somebody comes, or has lost by lateness."""
    lateness, gone = rules.lateness, out_of_time(sheet)
    if gone and lateness.compulsory.value == "time-expired":
        return Step(
            who="director",
            does=f"{player_name(sheet, gone[0])} did not come in time; the director declares the "
            "game forfeited.",
            clause=str(lateness.compulsory),
        )
    missing = not_here_yet(sheet)
    if missing and lateness.drawing_before_both_are_here.value is False:
        return Step(
            who="both",
            does=f"{player_name(sheet, missing[0])} has not come; no tiles are drawn before that.",
            clause=str(lateness.drawing_before_both_are_here),
        )
    return None


@opened_by(StarterDetermined)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The steps from the draw to the first clock (B-03 to B-09)."""
    starter, other = (sheet.name(seat) for seat in Seat)
    start, steps = rules.start, []
    fact = opened.fact
    if isinstance(fact, StarterDetermined) and fact.draws:
        steps.append(_returned(sheet, other, opened, rules))
    out = any(isinstance(step, FirstTileDrawn) for step in opened.done)
    seen = any(isinstance(step, FirstTileDrawn) and step.seen for step in opened.done)
    steps.append(
        Step(
            who="player",
            does=f"{starter} takes a tile out of the bag.",
            clause=str(start.clock_starts),
            asks="report-first-tile",
            done=out or seen,
            answers=(("seen", False),),
        )
    )
    if start.clock_starts.value == "tile-seen":
        steps.append(
            Step(
                who="player",
                does=f"{starter} sees the first tile; only then may the clock be started.",
                clause=str(start.clock_starts),
                asks="report-first-tile",
                done=seen,
                answers=(("seen", True),),
            )
        )
    steps.append(
        Step(
            who="opponent",
            does=f"{other} starts the clock of {starter}.",
            clause=str(start.clock_starts),
            clock="player",
            asks="start-game",
            answers=(("cause", start.clock_starts.value or ""),),
        )
    )
    steps += [_first_rack(sheet, seat, opened, rules) for seat in Seat]
    if (waits := _waits_for(sheet, rules)) is not None:
        steps = [waits, *(replace(step, asks="") for step in steps)]
    return Procedure(
        name="start",
        title="The first tiles and the first clock",
        clause=str(start.clock_starts),
        steps=tuple(steps),
        seat=Seat.FIRST,
        version=opened.version,
    )


def _returned(sheet: Sheet, other: str, opened: Opened, rules: Rulebook) -> Step:
    """Who puts the tiles of the draw back; one book does not say."""
    rule = rules.start.tiles_returned_by
    shuffles = " and shuffles" if rule.value == "non-starter-who-shuffles" else ""
    does = f"{other} returns the tiles drawn{shuffles}."
    return Step(
        who="opponent" if rule.is_known else "both",
        does=does if rule.is_known else "The tiles drawn go back into the bag.",
        clause=str(rule),
        asks="return-start-tiles",
        done=opened.has(StartTilesReturned),
        answers=(("player", player_in(sheet, Seat.SECOND)), ("shuffled", bool(shuffles))),
    )


def _first_rack(sheet: Sheet, seat: Seat, opened: Opened, rules: Rulebook) -> Step:
    done = any(isinstance(step, FirstRackDrawn) and step.seat is seat for step in opened.done)
    return Step(
        who="player" if seat is Seat.FIRST else "opponent",
        does=f"{sheet.name(seat)} draws seven tiles.",
        clause=str(rules.start.first_racks),
        tiles=7,
        asks="draw-first-rack",
        done=done,
        optional=True,
        answers=(("seat", seat.value),),
    )


def _about_the_set(rules: Rulebook) -> str:
    """The rule on a set that is not whole, by which it is counted beforehand (A-03)."""
    return str(rules.tiles_found.extra)


@opened_by(SetChecked)
def set_wrong(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A set that was found wrong before the game; a book may have the director told at once."""
    rule = rules.tiles_found.before_the_start
    told = Step(
        who="both",
        does="The director is told at once.",
        clause=str(rule),
        calls_director=True,
    )
    return Procedure(
        name="set-wrong",
        title="The set is not complete",
        clause=str(rule),
        steps=(
            *((told,) if rule.value == "director" else ()),
            Step(
                who="both",
                does="The set is made whole, or another is taken; then it is counted again.",
                clause=str(rule),
                asks="check-set",
                answers=(("complete", True),),
            ),
        ),
        version=opened.version,
    )


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """What can be entered before the game runs."""
    if sheet.started or sheet.ended:
        return ()
    one, two = sheet.scheduled.players
    players = (("1", one), ("2", two))
    method = rules.start.method
    kinds = rules.timer.kinds.value or tuple(TIMERS)
    return (
        Offer(
            name="start",
            title="Settle who starts",
            asks="determine-starter",
            clause=start_rule(method.value or "other", rules),
            questions=(
                Question(
                    field="starter",
                    words=f"Who starts? {HOW_TO_START.get(method.value or 'other', '')}",
                    kind="choice",
                    choices=players,
                ),
            ),
        ),
        Offer(
            name="timer",
            title="Name the timer",
            asks="choose-timer",
            clause=str(rules.timer.kinds),
            questions=(
                Question(
                    field="kind",
                    words="Which timer stands on the table?",
                    kind="choice",
                    choices=(*((kind, TIMERS[kind]) for kind in kinds), ("unknown", "not known")),
                ),
            ),
        ),
        Offer(
            name="set-check",
            title="The tiles were counted",
            asks="check-set",
            clause=_about_the_set(rules),
            questions=(
                Question(field="complete", words="Is the set complete?", kind="yes-no"),
                Question(
                    field="counted_by",
                    words="Who counted?",
                    kind="choice",
                    choices=choices(SetCountedBy)[1:],  # whom, not whether
                ),
            ),
        ),
        *_beside_the_game(players, rules),
    )


def _beside_the_game(players: tuple[tuple[str, str], ...], rules: Rulebook) -> tuple[Offer, ...]:
    """What is used, and what was agreed for this game, before it runs."""
    which = Question(field="player", words="Which player?", kind="choice", choices=players)
    return (
        Offer(
            name="equipment",
            title="Note whose board, tiles, rack or bag is used",
            asks="note-equipment",
            clause=str(rules.timer.own) or str(rules.fallback.decides),
            questions=(
                Question(field="what", words="What is it?", kind="choice",
                         choices=choices(Equipment)),
                Question(field="owner", words="Whose is it?", kind="choice",
                         choices=(("0", "the organiser's"), *players)),
                Question(field="label", words="How is it told from others?", kind="text"),
            ),
        ),
        Offer(
            name="arrangement",
            title="The director arranges something for a player",
            asks="make-arrangement",
            clause=str(rules.fallback.decides),
            questions=(which, Question(field="what", words="What may be done?", kind="text")),
        ),
        Offer(
            name="recording",
            title="A player says whether the moves may be written down",
            asks="agree-to-recording",
            clause=str(rules.fallback.decides),
            questions=(which, Question(field="agrees", words="May they?", kind="yes-no")),
        ),
    )  # fmt: skip
