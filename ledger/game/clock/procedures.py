"""Procedures when a timer fails, of a petition, of sand; times both clocks might be set to."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from ledger.game.absences.facts import GameAdjourned
from ledger.game.clock.facts import (
    DirectorPetitioned,
    RecollectionsWritten,
    SandTimeCalled,
    TimerFailed,
)
from ledger.game.clock.requests import rule_for_stopping
from ledger.game.context import awaits_verdict, is_held_up
from ledger.game.endings.forfeits import overtime_taken
from ledger.game.procedure import (
    Answers,
    Offers,
    Procedure,
    Question,
    Step,
    in_order,
    knows,
    offer,
    opened_by,
    playing,
)
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.sheet.still_open import away, yet_to_play
from ledger.messages import listed, say
from ledger.rulebook import Rulebook
from ledger.vocabulary import Clocks, Seat, Seconds
from ledger.vocabulary.closed_lists import Petition, TimerFault

# What is done about a timer that fails, about a petition, and when the sand has run out.


REASONS = {"press-nullified": "nullify-press", "extra-time": "adjust-time"}
REMEMBERED = Question("remembered", "what-did-both-clocks-show-as-remembered", "pair-seconds")
TIMES = Question("times", "what-do-both-clocks-show-from-now", "pair-seconds")
OWNER = Question("owner_told", "was-owner-of-timer-told", "yes-no")
GIVEN = Question("seconds", "how-many-seconds-are-given", "seconds")
WHY_NOT = Question("reason", "why-is-nothing-granted", "text")
PLAYED = Question("placement", "what-was-played", "placement")


@opened_by(TimerFailed)
def failed(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What is done about a timer that does not work (M-12)."""
    fact = opened.fact
    power = isinstance(fact, TimerFailed) and fact.fault == "power"
    rule = rules.timer.fault
    clause, remembering = str(rule), rule.value == "recollections"
    remembered = {s.seat for s in opened.done if isinstance(s, RecollectionsWritten)}
    return Procedure(
        name="timer-fault",
        title=say("game_clock.timer-does-not-work"),
        clause=clause,
        steps=in_order(
            remembering
            and (
                Step(
                    "player" if seat is Seat.FIRST else "opponent",
                    say("game_clock.writes-down-both-times-as-remembered", player=sheet.name(seat)),
                    clause,
                    clock="neutral",
                    asks="write-recollection",
                    done=seat in remembered,
                    answers=(("seat", seat.value),),
                    questions=(REMEMBERED,),
                )
                for seat in Seat
            ),
            Step(
                "director",
                say("game_clock.director-fixes-both-times")
                if remembering
                else say("game_clock.director-may-change-time-either-or"),
                clause,
                asks="set-times",
                calls_director=True,
                answers=_fate(power) if remembering else (),
                questions=(TIMES, OWNER) if remembering and not power else (TIMES,),
            ),
            remembering
            and Step(
                "director",
                say("game_clock.timer-recharged-and-used-again")
                if power
                else say("game_clock.timer-withdrawn-and-replaced-and-its"),
                clause,
            ),
        ),
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
    return Procedure(
        name="petition",
        title=say("game_clock.petitions-reason", player=sheet.name(fact.seat), reason=fact.reason),
        clause=str(rule),
        steps=(
            Step(
                "director",
                say("game_clock.director-lets-press-count-for-nothing")
                if press
                else say("game_clock.director-gives-time-back"),
                str(rule),
                asks=REASONS[fact.what],
                answers=(("seat", fact.seat.value), ("reason", fact.reason)),
                questions=() if press else (GIVEN,),
            ),
            Step(
                "director",
                say("game_clock.or-nothing-granted"),
                str(rule),
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
        title=say("game_clock.time-called-under-a-ruling")
        if ruled
        else say("game_clock.sand-time-called"),
        clause=clause,
        steps=(
            *(
                Step(
                    "player" if seat is Seat.FIRST else "opponent",
                    say("game_clock.makes-one-more-play-and-refills", player=sheet.name(seat)),
                    clause,
                    seconds=rules.sand.per_move.value,
                    asks="place-tiles",
                    done=seat not in still,
                    answers=(("seat", seat.value),),
                    questions=(PLAYED,),
                )
                for seat in order
            ),
            Step(
                "staff",
                say("game_clock.game-over-tiles-left-counted-and"),
                clause,
                # A play-out is answered first, and ends the game itself; so does a verdict.
                asks=""
                if still or sheet.out or awaits_verdict(sheet, rules)
                else "end-after-last-plays",
                done=bool(sheet.ended),
            ),
        ),
        version=opened.version,
        counts=(("plays-to-come", len(still)),),
    )


def _taken(sheet: Sheet) -> str:
    """What stands against players for overtime, in words; empty: nothing."""
    taken = [(sheet.name(seat), overtime_taken(sheet, seat)) for seat in Seat]
    return listed(
        [
            say("game_clock.points-from", points=points, player=name)
            for name, points in taken
            if points > 0
        ]
    )


def _whose_penalty(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    return (
        Question("seat", "whose-penalty-is-it", "seat"),
        Question("points", "how-many-points-of-them", "number", values=(("taken", _taken(sheet)),)),
        WHY,
    )


def _why_stopped(rules: Rulebook) -> tuple[Question, ...]:
    reasons = tuple(
        [
            (reason, say(f"choices.stop-reason.word.{reason}"))
            for reason, _ in rules.stopping.reasons.value or ()
        ]
    )
    return (Question("reason", "what-for", "choice", reasons),)


def _on_sand(sheet: Sheet) -> bool:
    """Whether the game may run on sand: it was named, or nothing was and no clock was read."""
    if sheet.out is not None or find(sheet.open, GameAdjourned) is not None:
        return False
    read = any(event.envelope.clocks is not None for event in reversed(sheet.events))
    return sheet.clock.timer == "sand" or (not sheet.clock.timer and not read)


def _sand_runs(sheet: Sheet, rules: Rulebook) -> bool:
    """Nobody's does while a verdict is waited for, who is on turn is away, or both played last."""
    if not _on_sand(sheet):
        return False
    last_plays = yet_to_play(sheet)
    none_left = last_plays is not None and sheet.on_move not in last_plays
    return not (is_held_up(sheet, rules) or sheet.on_move in away(sheet) or none_left)


def _time_not_called(sheet: Sheet, _rules: Rulebook) -> bool:
    return _on_sand(sheet) and yet_to_play(sheet) is None


def _grants_something(rules: Rulebook) -> bool:
    return rules.timer.press_nullified.is_known or rules.timer.extra_time.is_known


def _counts_the_bag(rules: Rulebook) -> bool:
    return "official-count" in dict(rules.stopping.reasons.value or ())


WHY = Question("reason", "why", "text")
WHOSE_TURN = Question("seat", "whose-turn-is-it", "seat")

OVERTIME_BACK = Offers(lambda sheet, rules: not playing(sheet, rules), (
    offer("overtime-back", "waive-overtime",
          "fallback.decides", when=lambda sheet, _: bool(_taken(sheet)),
          of_sheet=_whose_penalty),
))  # fmt: skip
"""Under a ruling, the director takes back what stands against a player for overtime."""

OFFERS = Offers(playing, (
    offer("stop", "neutralise-clock", "stopping.reasons",
          _why_stopped, Question("seat", "who-stopped-them", "seat")),
    offer("timer-fault", "report-timer-fault", "timer.fault",
          Question("fault", "what-is-wrong", "choice", of=TimerFault)),
    offer("score-check", "ask-score-check",
          "stopping.verification", Question("seat", "who-asks", "seat")),
    offer("restart", "restart-clock", "stopping.restarted_by",
          Question("seat", "whose-clock-runs", "seat"),
          Question("by", "who-started-it", "seat"),
          when=lambda sheet, _: bool(sheet.clock.neutral)),
    offer("bag-count", "report-bag-count",
          lambda rules: rule_for_stopping("official-count", rules),
          Question("count", "how-many-tiles-are-in-bag", "number"),
          Question("objected", "who-objected-to-opponents-counting", "seat"),
          book=_counts_the_bag),
    offer("petition", "petition-director",
          "timer.extra_time", Question("seat", "who", "seat"),
          Question("what", "for-what", "choice", of=Petition), WHY,
          book=_grants_something),
    offer("sand-warning", "warn-of-sand", "sand.warning",
          WHOSE_TURN, book=knows("sand.per_move"), when=_sand_runs),
    offer("sand-out", "report-sand-out",
          "sand.lost_after", WHOSE_TURN,
          Question("warned", "had-opponent-warned", "yes-no"),
          Question("after", "how-long-after-warning-or-after-being", "seconds"),
          book=knows("sand.per_move"), when=_sand_runs),
    offer("one-more-play", "call-sand-time", "sand.stopped_after",
          Question("after", "how-long-has-been-played", "seconds"),
          book=knows("sand.per_move"), when=_time_not_called),
))  # fmt: skip


class SuggestedTimes(Struct, frozen=True):
    """Times both clocks might be set to.

    Attributes:
      words: where they come from.
      times: seconds left, first seat then second.
    """

    words: str
    times: Clocks


def suggested_times(sheet: Sheet) -> tuple[SuggestedTimes, ...]:
    """Every time both clocks might be set to, while a timer is reported.

    None is preferred; nothing is suggested where nobody remembered or read anything.
    """
    return tuple(SuggestedTimes(words, times) for words, times in _suggested(sheet))


def _suggested(sheet: Sheet) -> Iterator[tuple[str, Clocks]]:
    opened = find(sheet.open, TimerFailed)
    if opened is None:
        return
    said = {
        step.seat: step.remembered for step in opened.done if isinstance(step, RecollectionsWritten)
    }
    for seat, remembered in said.items():
        yield say("replay.times.remembered", player=sheet.name(seat)), remembered
    if len(said) == len(Seat):
        one, two = (said[seat] for seat in Seat)
        yield say("replay.times.own"), (one[0], two[1])
        yield say("replay.times.mean"), (_mean(one[0], two[0]), _mean(one[1], two[1]))
        yield say("replay.times.lower"), (min(one[0], two[0]), min(one[1], two[1]))
    last = _last_reading(sheet)
    if last is None:
        return
    read, at = last
    yield say("replay.times.last-read"), read
    on_move = sheet.on_move
    if on_move is None:
        return
    failed = sheet.event(opened.version).envelope
    happened = failed.occurred_at or failed.written_at
    elapsed = round((happened - at).total_seconds())
    if elapsed > 0:
        less = list(read)
        less[on_move.place] = Seconds(less[on_move.place] - elapsed)
        player = sheet.name(on_move)
        yield say("replay.times.last-read-less", player=player), (less[0], less[1])


def _mean(one: Seconds, other: Seconds) -> Seconds:
    return Seconds((one + other) // 2)


def _last_reading(sheet: Sheet) -> tuple[Clocks, datetime] | None:
    for event in reversed(sheet.events):
        if event.envelope.clocks is not None:
            return event.envelope.clocks, event.envelope.occurred_at or event.envelope.written_at
    return None
