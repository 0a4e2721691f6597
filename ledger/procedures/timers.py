"""Failing timers, petitions, sand timers."""

from __future__ import annotations

from ledger.decisions.entry import awaits_verdict
from ledger.facts.sand import SandTimeCalled
from ledger.facts.timers import DirectorPetitioned, RecollectionsWritten, TimerFailed
from ledger.procedures.procedure import Offer, Procedure, Question, Step
from ledger.rulebook import Rulebook
from ledger.rules.stop_reasons import rule_for_stopping
from ledger.sheet.one_more_play import yet_to_play
from ledger.sheet.opened import Opened, find
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Seat

REASONS = {"press-nullified": "nullify-press", "extra-time": "adjust-time"}
REMEMBERED = Question(
    field="remembered", words="What did both clocks show, as remembered?", kind="pair-seconds"
)
TIMES = Question(field="times", words="What do both clocks show from now on?", kind="pair-seconds")
GIVEN = Question(field="seconds", words="How many seconds are given?", kind="seconds")
WHY_NOT = Question(field="reason", words="Why is nothing granted?", kind="text")
PLAYED = Question(field="placement", words="What was played?", kind="placement")


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
            questions=(TIMES,),
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


def one_more_play(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """After time was called on sand timers: one more play each, then the end (M-17)."""
    clause = str(rules.sand.then)
    still = yet_to_play(sheet) or ()
    order = (Seat.FIRST, Seat.SECOND) if sheet.on_move is not Seat.SECOND else tuple(Seat)[::-1]
    return Procedure(
        name="one-more-play",
        title="Time called: one more play each",
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
                asks="" if still or sheet.out or awaits_verdict(sheet) else "end-after-last-plays",
                done=bool(sheet.ended),
            ),
        ),
        version=opened.version,
        counts=(("plays to come", len(still)),),
    )


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """What can be reported about the timer while a game runs."""
    if not sheet.started or sheet.ended:
        return ()
    found = [_stop(rules), _fault(rules), _check(rules)]
    if sheet.neutral:
        found.append(_restart(rules))
    if "official-count" in dict(rules.stopping.reasons.value or ()):
        found.append(_count(rules))
    if rules.timer.press_nullified.is_known or rules.timer.extra_time.is_known:
        found.append(_petition(rules))
    if rules.sand.per_move.is_known and sheet.timer in ("", "sand") and sheet.out is None:
        found += _sand(sheet, rules)
    return tuple(found)


def _stop(rules: Rulebook) -> Offer:
    reasons = tuple(
        (reason, reason.replace("-", " ")) for reason, _ in rules.stopping.reasons.value or ()
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
                choices=(
                    ("cannot-stop", "it can't be stopped"),
                    ("display-dead", "a display is dead"),
                    ("power", "no power"),
                    ("other", "something else"),
                ),
            ),
        ),
    )


def _check(rules: Rulebook) -> Offer:
    return Offer(
        name="score-check",
        title="Compare the scores",
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
                choices=(
                    ("extra-time", "extra time"),
                    ("press-nullified", "a press by accident undone"),
                ),
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
    # Nobody's sand runs while a verdict is waited for, and time is called once.
    called = [] if find(sheet.open, SandTimeCalled) else [time]
    return called if awaits_verdict(sheet) else [*on_turn, *called]
