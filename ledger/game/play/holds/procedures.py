"""Procedures for a hold and for the courtesy rule."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.game.facts.challenges import ChallengeIssued
from ledger.game.facts.clock import ClockNeutralised, ClockRestarted
from ledger.game.facts.endings import PlayedOut
from ledger.game.facts.holds import CourtesyDraw, CourtesyTilesMixed, FlashDraw, HoldCalled
from ledger.game.facts.judging import WindowReopened
from ledger.game.play.challenges.in_time import answer_refused
from ledger.game.play.clock.requests import rule_for_stopping
from ledger.game.play.entry import awaits_verdict
from ledger.game.play.procedure import Procedure, Question, Step, opened_by, recorded_since
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.wording.tells import tiles
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat

# Holds, and the answers to a play-out.


DRAWN = Question(field="drawn", words="How many new tiles were drawn?", kind="number")
AFTER = Question(field="after", words="How many seconds after the end of the turn?", kind="seconds")
HELD_FOR = Question(
    field="held_for", words="How many seconds after hold was called?", kind="seconds"
)
WORDS = Question(field="words", words="Which words are challenged?", kind="words")

ORIGINS = {
    "timer-press": "the timer was pressed",
    "end-of-turn": "the turn ended",
    "hold-call": "hold was called",
}


@opened_by(HoldCalled)
def hold(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What may be done while a play is on hold (K-09 to K-11, H-20)."""
    fact = opened.fact
    assert isinstance(fact, HoldCalled)
    player, holder = sheet.name(fact.seat.opponent), sheet.name(fact.seat)
    windows = rules.windows
    decide = Step(
        who="opponent",
        does="The play is accepted or challenged.",
        clause=str(windows.hold_lasts),
        clock="neutral" if sheet.out is not None else "opponent",
        asks="release-hold",
        answers=(("seat", fact.seat.value),),
        if_wrong="The hold ends when the clock has run "
        f"{windows.hold_until_over.value} seconds over."
        if windows.hold_until_over.is_known
        else "",
    )
    return Procedure(
        name="hold",
        title=f"{holder} holds the play",
        clause=str(windows.hold_lasts),
        steps=(
            *_clock_on_a_play_out(sheet, holder, rules),
            decide,
            *(() if sheet.challenges.pending else _draw(opened, fact.seat.opponent, player, rules)),
        ),
        seat=fact.seat.opponent,
        version=opened.version,
        traps=_play_out_traps(sheet, rules),
    )


def _clock_on_a_play_out(sheet: Sheet, holder: str, rules: Rulebook) -> tuple[Step, ...]:
    held = rules.answers.play_out_hold
    if sheet.out is None or held.value != "opponents-clock-runs":
        return ()
    return (
        Step(
            who="both",
            does="The clock is started until the challenge, or until the hold is given up.",
            clause=str(held),
            clock="opponent",
            asks="restart-clock",
            done=not sheet.clock.neutral,
            answers=(("seat", sheet.out.opponent.value),),
        ),
    )


def _play_out_traps(sheet: Sheet, rules: Rulebook) -> tuple[str, ...]:
    trap = rules.answers.play_out_hold.trap
    return (trap,) if sheet.out is not None and trap else ()


def _draw(opened: Opened, seat: Seat, player: str, rules: Rulebook) -> tuple[Step, ...]:
    windows = rules.windows
    after, origin = windows.courtesy_after, windows.courtesy_from
    if not after.is_known or not origin.is_known:
        return ()
    return (
        Step(
            who="player",
            does=f"{player} may draw {after.value} seconds after {ORIGINS[origin.known()]}, "
            "and keeps the new tiles apart.",
            clause=str(after),
            seconds=after.value,
            asks="draw-courteously",
            optional=True,
            answers=(("seat", seat.value),),
            questions=(DRAWN, waited(rules)),
            if_wrong="Tiles mixed with the rack may count as drawn too many."
            if rules.drawn_off.courtesy_mixed.is_known
            else "What becomes of tiles mixed with the rack is for the director.",
            done=opened.has(CourtesyDraw),
        ),
    )


def waited(rules: Rulebook) -> Question:
    """How long the player waited before the draw, from where the book counts it."""
    return HELD_FOR if rules.windows.courtesy_from.value == "hold-call" else AFTER


@opened_by(PlayedOut)
def play_out(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """How a play-out is answered (O-02, K-05)."""
    fact = opened.fact
    assert isinstance(fact, PlayedOut)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    windows = rules.windows
    held = rules.answers.play_out_hold
    waits = awaits_verdict(sheet, rules)
    steps = [
        Step(
            who="player",
            does=f"{player} stops both clocks instead of starting {opponent}'s.",
            clause=rule_for_stopping("play-out", rules) or str(held),
            clock="neutral",
            asks="neutralise-clock",
            done=recorded_since(sheet, opened, ClockNeutralised),
            answers=(("reason", "play-out"), ("seat", fact.seat.value)),
        ),
        Step(
            who="opponent",
            does=f"{opponent} {_answers(rules)}.",
            clause=str(held),
            clock="neutral",
            seconds=windows.play_out_seconds.value,
            asks="" if waits else "accept-play-out",
            answers=(("seat", fact.seat.opponent.value),),
        ),
    ]
    steps += _without_an_answer(sheet, opened, fact.seat, rules)
    traps = tuple(dict.fromkeys(t for t in (held.trap, windows.play_out_closes.trap) if t))
    return Procedure(
        name="play-out",
        title=f"{player} is out",
        clause=str(windows.play_out_closes),
        steps=tuple(steps),
        seat=fact.seat,
        version=opened.version,
        traps=traps,
    )


def _answers(rules: Rulebook) -> str:
    """What the opponent of a player who is out may do, by the book."""
    shown = rules.answers.play_out_accepted.value == "accepts"
    accepts = "accepts by showing the tiles left" if shown else "accepts"
    holds = rules.answers.play_out_hold.value != "no-effect"
    return f"{accepts}, calls hold, or challenges" if holds else f"{accepts}, or challenges"


def _without_an_answer(sheet: Sheet, opened: Opened, seat: Seat, rules: Rulebook) -> Iterator[Step]:
    """What the player who is out may do, and when the game is over, where nobody answers."""
    windows = rules.windows
    player, opponent = sheet.name(seat), sheet.name(seat.opponent)
    if windows.play_out_restart_after.is_known:
        yield Step(
            who="player",
            does=f"With no answer by then {player} may start {opponent}'s clock; {opponent} "
            "stops it on deciding.",
            clause=str(windows.play_out_restart_after),
            clock="opponent",
            seconds=windows.play_out_restart_after.value,
            asks="restart-clock",
            done=recorded_since(sheet, opened, ClockRestarted),
            optional=True,
            answers=(("seat", seat.opponent.value), ("by", seat.value)),
        )
    if windows.play_out_seconds.is_known:
        waits = awaits_verdict(sheet, rules) or sheet.challenges.hold is not None
        yield Step(
            who="both",
            does=f"With no answer within {windows.play_out_seconds.value} seconds the playing "
            "part is over.",
            clause=str(windows.play_out_seconds),
            seconds=windows.play_out_seconds.value,
            asks="" if waits else "close-window",
            optional=True,
            answers=(("seat", seat.opponent.value),),
            questions=(AFTER,),
        )


MIXED = Question(field="mixed", words="Were they mixed with the old tiles?", kind="yes-no")
WHY = Question(field="reason", words="Why was the right not lost?", kind="text")

SEEN = {
    "yes": "{opponent} sees them",
    "no": "{opponent} does not see them",
    "if-drawer-looked": "if {player} has seen them {opponent} may look too",
}


@opened_by(CourtesyDraw)
def courtesy(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What becomes of tiles drawn during a hold (H-20)."""
    fact = opened.fact
    assert isinstance(fact, CourtesyDraw)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    known = sheet.answering.courtesy
    latest = known is not None and known.seat is fact.seat
    seen = rules.windows.courtesy_seen
    ends = SEEN[seen.known()].format(player=player, opponent=opponent) if seen.is_known else ""
    mixed = rules.drawn_off.courtesy_mixed
    return Procedure(
        name="courtesy-draw",
        title=f"{player} drew {fact.drawn} during the hold",
        clause=str(rules.windows.courtesy_after),
        steps=(
            Step(
                who="player",
                does=f"{player} keeps the {fact.drawn} new tiles apart from the rack.",
                clause=str(rules.windows.courtesy_after),
                tiles=fact.drawn,
                asks="mix-courtesy-tiles" if latest else "",
                done=opened.has(CourtesyTilesMixed),
                optional=True,
                answers=(("seat", fact.seat.value),),
                questions=(MIXED,),
                if_wrong="If they are mixed in: "
                + ("the rules of an overdraw apply." if mixed.is_known else "the director rules."),
            ),
            Step(
                who="player",
                does=f"If the play comes off, the {tiles(fact.drawn)} must go back to the bag"
                + (f"; {ends}." if ends else "."),
                clause=str(seen),
                tiles=fact.drawn,
            ),
        ),
        seat=fact.seat,
        version=opened.version,
        counts=(("drawn", fact.drawn),),
    )


@opened_by(FlashDraw)
def flash_draw(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What follows a draw that left no time to answer the play (K-07)."""
    fact = opened.fact
    assert isinstance(fact, FlashDraw)
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    flash = rules.windows.flash_draw
    challenged = recorded_since(sheet, opened, ChallengeIssued)
    gone = None if challenged else answer_refused(sheet, fact.seat.opponent, rules)
    may = Step(
        who="opponent",
        does=f"{opponent} may still hold or challenge the play." if gone is None else gone.what,
        clause=str(flash) if gone is None else gone.clause or str(flash),
        asks="issue-challenge" if gone is None else "",
        done=challenged,
        optional=True,
        answers=(("seat", fact.seat.opponent.value),),
        questions=(WORDS,),
        if_wrong="" if gone is None else gone.next_step,
    )
    petition = Step(
        who="director",
        does=f"The director hears both players and may find that {opponent}'s right was not lost.",
        clause=str(flash),
        clock="neutral",
        asks="reopen-window",
        optional=True,
        answers=(("seat", fact.seat.opponent.value),),
        questions=(WHY,),
        done=opened.has(WindowReopened),
    )
    conduct = rules.answers.flash_draw_conduct
    blamed = Step(
        who="director",
        does=f"The director judges how {player} acted"
        + (f" ({conduct.note})." if conduct.note else "."),
        clause=str(conduct),
    )
    kept = flash.value == "stays-open"
    steps = (may,) if kept else (petition, may)
    return Procedure(
        name="flash-draw",
        title=f"{player} drew too soon",
        clause=str(flash),
        steps=(*steps, blamed) if conduct.is_known else steps,
        seat=fact.seat,
        version=opened.version,
        counts=(("drawn", fact.drawn),),
        needs_ruling=not kept,
    )
