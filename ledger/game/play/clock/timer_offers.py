"""What can be reported about the timer: stops, faults, checks, petitions, sand."""

from __future__ import annotations

from ledger.game.facts.leaving import GameAdjourned
from ledger.game.play.clock.stop_reasons import rule_for_stopping
from ledger.game.play.endings.forfeits import overtime_taken
from ledger.game.play.entry import is_held_up
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.absent import away
from ledger.game.sheet.one_more_play import yet_to_play
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import Petition, TimerFault, choices


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """What can be reported about the timer while a game runs, and a time penalty after it."""
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
    told = " and ".join(f"{points} from {name}" for name, points in taken if points > 0)
    if not told:
        return ()
    return (
        Offer(
            name="overtime-back",
            title="The director takes a time penalty back",
            asks="waive-overtime",
            clause=str(rules.fallback.decides),
            questions=(
                Question(field="seat", words="Whose penalty is it?", kind="seat"),
                Question(field="points", words=f"How many points of them ({told})?", kind="number"),
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
