"""Procedures with a timer, and when one is offered."""

from __future__ import annotations

from ledger.game.absences.facts import GameAdjourned
from ledger.game.clock.facts import (
    DirectorPetitioned,
    RecollectionsWritten,
    SandTimeCalled,
    TimerFailed,
)
from ledger.game.clock.requests import rule_for_stopping
from ledger.game.endings.forfeits import overtime_taken
from ledger.game.entry import awaits_verdict, is_held_up
from ledger.game.procedure import Answers, Offer, Procedure, Question, Step, opened_by
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.still_open import away, yet_to_play
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import Petition, TimerFault, choices

# What is done about a timer that fails, about a petition, and when the sand has run out.


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


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    if not sheet.started or sheet.ended:
        return _given_back(sheet, rules)
    found = [_stop(rules), _fault(rules), _check(rules)]
    if sheet.clock.neutral:
        found.append(_restart(rules))
    if "official-count" in dict(rules.stopping.reasons.value or ()):
        found.append(_count(rules))
    if rules.timer.press_nullified.is_known or rules.timer.extra_time.is_known:
        found.append(_petition(rules))
    if _on_sand(sheet, rules) and sheet.out is None and find(sheet.open, GameAdjourned) is None:
        found += _sand(sheet, rules)
    return tuple(found)


def _given_back(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """The director takes back what stands against a player for overtime, under a ruling."""
    taken = [(sheet.name(seat), overtime_taken(sheet, seat)) for seat in Seat]
    text = " and ".join(f"{points} from {name}" for name, points in taken if points > 0)
    if not text:
        return ()
    return (
        Offer(
            name="overtime-back",
            title="The director takes a time penalty back",
            asks="waive-overtime",
            clause=str(rules.fallback.decides),
            questions=(
                Question(field="seat", words="Whose penalty is it?", kind="seat"),
                Question(field="points", words=f"How many points of them ({text})?", kind="number"),
                Question(field="reason", words="Why?", kind="text"),
            ),
        ),
    )


def _on_sand(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether the game may run on sand: it was named, or nothing was and no clock was read."""
    if not rules.sand.per_move.is_known:
        return False
    read = any(event.envelope.clocks is not None for event in reversed(sheet.events))
    return sheet.clock.timer == "sand" or (not sheet.clock.timer and not read)


def _stop(rules: Rulebook) -> Offer:
    reasons = tuple(
        [(reason, reason.replace("-", " ")) for reason, _ in rules.stopping.reasons.value or ()]
    )
    return Offer(
        name="stop",
        title="Stop the clocks",
        asks="neutralise-clock",
        clause=str(rules.stopping.reasons),
        questions=(
            Question(field="reason", words="What for?", kind="choice", choices=reasons),
            Question(field="seat", words="Who stopped them?", kind="seat"),
        ),
    )


def _restart(rules: Rulebook) -> Offer:
    return Offer(
        name="restart",
        title="Start a clock again",
        asks="restart-clock",
        clause=str(rules.stopping.restarted_by),
        questions=(
            Question(field="seat", words="Whose clock runs?", kind="seat"),
            Question(field="by", words="Who started it?", kind="seat"),
        ),
    )


def _count(rules: Rulebook) -> Offer:
    return Offer(
        name="bag-count",
        title="An official counts the bag",
        asks="report-bag-count",
        clause=rule_for_stopping("official-count", rules),
        questions=(
            Question(field="count", words="How many tiles are in the bag?", kind="number"),
            Question(
                field="objected", words="Who objected to the opponent's counting?", kind="seat"
            ),
        ),
    )


def _fault(rules: Rulebook) -> Offer:
    return Offer(
        name="timer-fault",
        title="The timer does not work",
        asks="report-timer-fault",
        clause=str(rules.timer.fault),
        questions=(
            Question(
                field="fault",
                words="What is wrong?",
                kind="choice",
                choices=choices(TimerFault),
            ),
        ),
    )


def _check(rules: Rulebook) -> Offer:
    return Offer(
        name="score-check",
        title="A player asks to compare scores",
        asks="ask-score-check",
        clause=str(rules.stopping.verification),
        questions=(Question(field="seat", words="Who asks?", kind="seat"),),
    )


def _petition(rules: Rulebook) -> Offer:
    return Offer(
        name="petition",
        title="A player petitions the director",
        asks="petition-director",
        clause=str(rules.timer.extra_time),
        questions=(
            Question(field="seat", words="Who?", kind="seat"),
            Question(
                field="what",
                words="For what?",
                kind="choice",
                choices=choices(Petition),
            ),
            Question(field="reason", words="Why?", kind="text"),
        ),
    )


def _sand(sheet: Sheet, rules: Rulebook) -> list[Offer]:
    seat = Question(field="seat", words="Whose turn is it?", kind="seat")
    on_turn = [
        Offer(
            name="sand-warning",
            title="Warned: the sand runs out",
            asks="warn-of-sand",
            clause=str(rules.sand.warning),
            questions=(seat,),
        ),
        Offer(
            name="sand-out",
            title="The sand is out, and no score announced",
            asks="report-sand-out",
            clause=str(rules.sand.lost_after),
            questions=(
                seat,
                Question(field="warned", words="Had the opponent warned?", kind="yes-no"),
                Question(
                    field="after",
                    words="How long after the warning, or after being told?",
                    kind="seconds",
                ),
            ),
        ),
    ]
    time = Offer(
        name="one-more-play",
        title="Call time",
        asks="call-sand-time",
        clause=str(rules.sand.stopped_after),
        questions=(Question(field="after", words="How long has been played?", kind="seconds"),),
    )
    # Nobody's sand runs while a verdict is waited for, who is on turn is away, or both have made
    # the one more play; and time is called once.
    last_plays = yet_to_play(sheet)
    none_left = last_plays is not None and sheet.on_move not in last_plays
    stopped = is_held_up(sheet, rules) or sheet.on_move in away(sheet) or none_left
    return [*([] if stopped else on_turn), *([time] if last_plays is None else [])]
