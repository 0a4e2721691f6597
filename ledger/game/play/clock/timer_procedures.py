"""What is done about a timer that fails, about a petition, and when the sand has run out."""

from __future__ import annotations

from ledger.game.facts.clock import (
    DirectorPetitioned,
    RecollectionsWritten,
    SandTimeCalled,
    TimerFailed,
)
from ledger.game.play.entry import awaits_verdict
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Answers, Procedure, Question, Step
from ledger.game.sheet.one_more_play import yet_to_play
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat

REASONS = {"press-nullified": "nullify-press", "extra-time": "adjust-time"}
REMEMBERED = Question(
    field="remembered", words="What did both clocks show, as remembered?", kind="pair-seconds"
)
TIMES = Question(field="times", words="What do both clocks show from now on?", kind="pair-seconds")
OWNER = Question(field="owner_told", words="Was the owner of the timer told?", kind="yes-no")
GIVEN = Question(field="seconds", words="How many seconds are given?", kind="seconds")
WHY_NOT = Question(field="reason", words="Why is nothing granted?", kind="text")
PLAYED = Question(field="placement", words="What was played?", kind="placement")


@opened_by(TimerFailed)
def failed(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What is done about a timer that does not work (M-12)."""
    fact = opened.fact
    power = isinstance(fact, TimerFailed) and fact.fault == "power"
    rule = rules.timer.fault
    clause = str(rule)
    steps = []
    if rule.value == "recollections":
        remembered = {s.seat for s in opened.done if isinstance(s, RecollectionsWritten)}
        steps = [
            Step(
                who="player" if seat is Seat.FIRST else "opponent",
                does=f"{sheet.name(seat)} writes down both times as remembered, at once.",
                clause=clause,
                clock="neutral",
                asks="write-recollection",
                done=seat in remembered,
                answers=(("seat", seat.value),),
                questions=(REMEMBERED,),
            )
            for seat in Seat
        ]
    steps.append(
        Step(
            who="director",
            does="The director fixes both times."
            if rule.value == "recollections"
            else "The director may change the time of either player or both.",
            clause=clause,
            asks="set-times",
            calls_director=True,
            answers=_fate(power) if rule.value == "recollections" else (),
            questions=(TIMES, *((OWNER,) if rule.value == "recollections" and not power else ())),
        )
    )
    if rule.value == "recollections":
        steps.append(
            Step(
                who="director",
                does="The timer is recharged and used again."
                if power
                else "The timer is withdrawn and replaced, and its owner is told.",
                clause=clause,
            )
        )
    return Procedure(
        name="timer-fault",
        title="The timer does not work",
        clause=clause,
        steps=tuple(steps),
        version=opened.version,
        needs_ruling=not rule.is_known,
    )


def _fate(power: bool) -> Answers:
    """What becomes of the timer, by its fault (wespa-4.0 1.4.6)."""
    return (("timer", "reused" if power else "withdrawn"),)


@opened_by(DirectorPetitioned)
def petition(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """A player's petition: the director grants it or not (D-05, D-09)."""
    fact = opened.fact
    if not isinstance(fact, DirectorPetitioned):
        raise TypeError("a petition is opened by DirectorPetitioned")
    press = fact.what == "press-nullified"
    rule = rules.timer.press_nullified if press else rules.timer.extra_time
    does = "lets the press count for nothing" if press else "gives time back"
    return Procedure(
        name="petition",
        title=f"{sheet.name(fact.seat)} petitions: {fact.reason}",
        clause=str(rule),
        steps=(
            Step(
                who="director",
                does=f"The director {does}.",
                clause=str(rule),
                asks=REASONS[fact.what],
                answers=(("seat", fact.seat.value), ("reason", fact.reason)),
                questions=() if press else (GIVEN,),
            ),
            Step(
                who="director",
                does="Or nothing is granted.",
                clause=str(rule),
                asks="decline-petition",
                optional=True,
                questions=(WHY_NOT,),
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        needs_ruling=not rule.is_known,
    )


@opened_by(SandTimeCalled)
def one_more_play(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """After time was called on sand timers: one more play each, then the end (M-17)."""
    ruled = not rules.sand.then.is_known
    clause = str(rules.sand.then)
    still = yet_to_play(sheet) or ()
    order = (Seat.FIRST, Seat.SECOND) if sheet.on_move is not Seat.SECOND else tuple(Seat)[::-1]
    return Procedure(
        name="one-more-play",
        title=f"Time called{' under a ruling' if ruled else ''}: one more play each",
        clause=clause,
        steps=(
            *(
                Step(
                    who="player" if seat is Seat.FIRST else "opponent",
                    does=f"{sheet.name(seat)} makes one more play and refills, if tiles are left.",
                    clause=clause,
                    seconds=rules.sand.per_move.value,
                    asks="place-tiles",
                    done=seat not in still,
                    answers=(("seat", seat.value),),
                    questions=(PLAYED,),
                )
                for seat in order
            ),
            Step(
                who="staff",
                does="The game is over; tiles left are counted and taken off.",
                clause=clause,
                # A play-out is answered first, and ends the game itself; so does a verdict.
                asks=""
                if still or sheet.out or awaits_verdict(sheet, rules)
                else "end-after-last-plays",
                done=bool(sheet.ended),
            ),
        ),
        version=opened.version,
        counts=(("plays to come", len(still)),),
    )
