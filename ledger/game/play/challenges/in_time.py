"""Whether a play may still be held or challenged: what is known about the moment."""

from __future__ import annotations

from ledger.asking.asked import Asked
from ledger.game.play.challenges.windows import (
    Answer,
    Moment,
    Situation,
    Window,
    is_open,
    window_in,
)
from ledger.game.play.clock.overtime_rule import over_limit
from ledger.game.play.entry import (
    Entry,
    awaits_verdict,
    must_not_be_final,
)
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import call_the_director
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.closed_lists import HowIrregular, NotSaid
from ledger.vocabulary.refusals import Refusal

CLOSED = {
    "tile-on-rack": "a new tile was on the rack",
    "first-tile-out": "the first new tile was out of the bag",
    "seconds": "{seconds} seconds had passed",
    "seconds-or-first-tile-out": "{seconds} seconds had passed or a new tile was out of the bag",
    "next-turn": "the next turn was made",
    "next-submission": "the next move was submitted",
    "overtime-forfeit": "the clock had run too far over",
    "acceptance": "the play-out was accepted",
    "": "the next turn was made",
}


class AskedInTime(Asked, frozen=True, kw_only=True):
    """An answer to the play just made; fields as in ``ledger.game.facts.since``."""

    seat: Seat
    after: Seconds | None = None
    hand_in_bag: bool | None = None
    tile_out: bool | None = None
    tile_racked: bool | None = None
    score_written: bool | None = None
    accepted_aloud: bool | None = None
    away: bool | None = None
    out_of_order: HowIrregular | NotSaid = ""


def play_to_answer(sheet: Sheet, seat: Seat, what: str, entry: Entry) -> Line | None:
    """The play ``seat`` may hold or challenge: the opponent's, just made."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(not awaits_verdict(sheet, entry.rules), "challenge-pending/this-play")
    play = last_play(sheet)
    over = sheet.ending.unplayed_counted or sheet.ended not in ("", "played-out")
    if _moved_since(sheet, seat) and not over:
        entry.unless_ruled(_too_late(_by_the_next_turn(entry.rules), what, entry.rules))
    elif play is None or play.seat is seat or over:
        entry.must_be_ruled("nothing-to-challenge/no-play", player=sheet.name(seat), what=what)
    elif play.version == sheet.challenges.stood:
        entry.must_be_ruled("challenged-already")
    return play


def last_play(sheet: Sheet) -> Line | None:
    """The play just made, if the last turn was one and it lies on the board."""
    last = sheet.last_turn
    playable = last is not None and last.kind in (LineKind.PLAY, LineKind.MISSED)
    return last if last is not None and playable and not last.withdrawn else None


def must_be_in_time(
    sheet: Sheet, play: Line | None, asked: AskedInTime, what: Answer, entry: Entry
) -> tuple[str, ...]:
    """Refuse an answer that comes too late; the traps that touch it otherwise (K-02 to K-08)."""
    if play is None or play.seat is asked.seat:
        return ()
    rules = entry.rules
    if sheet.challenges.hold is asked.seat:
        # The right is kept for as long as a hold may last (K-10).
        if _hold_has_run_out(asked.seat, entry):
            window = Window("overtime-forfeit", None, str(rules.windows.hold_lasts))
            entry.unless_ruled(_too_late(window, what, rules))
        return ()
    _must_not_have_given_up(sheet, play, asked, entry)
    noticed = _accepted_aloud(asked, rules)
    if sheet.answering.reopened:
        return noticed
    situation = situation_of(sheet, play, asked, rules)
    window = window_in(situation, rules, what)
    moment = moment_of(sheet, asked, entry)
    if sheet.answering.passed or not is_open(window, moment):
        entry.unless_ruled(_too_late(window, what, rules))
        return noticed
    if situation == "out-of-order":
        noticed += _contested(window, moment, how_irregular(sheet, asked), rules)
    return noticed


def moment_of(sheet: Sheet, asked: AskedInTime, entry: Entry) -> Moment:
    """What is known of the moment at which the play is answered, by record or by who answers."""
    clocks, new = entry.clocks, sheet.answering.new_tiles
    racked = bool(asked.tile_racked) or (new is not None and new.racked)
    return Moment(
        after=asked.after,
        tile_out=bool(asked.tile_out) or racked or new is not None,
        tile_racked=racked,
        accepted=sheet.ended == "played-out",
        forfeited=clocks is not None
        and over_limit(Seconds(-clocks[asked.seat.place]), entry.rules),
    )


def situation_of(sheet: Sheet, play: Line, asked: AskedInTime, rules: Rulebook) -> Situation:
    """Which of the windows of a book this play has."""
    how = how_irregular(sheet, asked)
    grounds = rules.answers.flash_draw_grounds.value or ()
    flashed = sheet.answering.flash is not None or how in grounds
    if flashed and rules.windows.flash_draw.value == "stays-open":
        return "kept-open"
    if sheet.out is play.seat:
        return "play-out"
    if empty_before(play):
        return "empty-bag"
    if asked.away:
        return "was-away"
    return "out-of-order" if how else "orderly"


def how_irregular(sheet: Sheet, asked: AskedInTime) -> str:
    """How the turn was made out of order, as reported before or with this answer."""
    return asked.out_of_order or sheet.answering.irregular


def empty_before(play: Line) -> bool:
    """Whether no new tiles could be drawn for this play."""
    return play.before is not None and play.before.bag == 0


def _moved_since(sheet: Sheet, seat: Seat) -> bool:
    """Whether ``seat`` has completed a turn since the opponent's last play (3.10.10)."""
    turns = [line for line in reversed(sheet.lines) if line.is_turn][:2]
    if len(turns) < 2 or turns[0].seat is not seat:
        return False
    return turns[1].seat is not seat and turns[1].kind is LineKind.PLAY and not turns[1].withdrawn


def _by_the_next_turn(rules: Rulebook) -> Window:
    """What closed the window of a play after which the opponent made a turn of their own."""
    closes, clause = window_in("orderly", rules).closes, str(rules.windows.closes)
    return Window("next-turn" if closes != "next-submission" else closes, None, clause)


def _must_not_have_given_up(sheet: Sheet, play: Line, asked: AskedInTime, entry: Entry) -> None:
    rules = entry.rules
    accepted = play_out_accepted(sheet, asked.seat, rules)
    if accepted is not None:
        entry.unless_ruled(accepted)
    released = rules.answers.released_hold
    if sheet.answering.released and released.value == "accepts":
        entry.must_be_ruled("right-given-up/accepted", player=sheet.name(asked.seat))
    writing = rules.windows.writing_waives
    if asked.score_written and writing.value and not empty_before(play):
        entry.must_be_ruled("right-given-up/score-written", player=sheet.name(asked.seat))


def play_out_accepted(sheet: Sheet, seat: Seat, rules: Rulebook) -> Refusal | None:
    """Why ``seat``, who accepted the play-out, may not answer it any more (O-02, K-13)."""
    accepting = rules.answers.play_out_accepted
    if not sheet.answering.accepted or accepting.value != "accepts" or sheet.answering.reopened:
        return None
    return refusal("right-given-up/play-out-accepted", rules, player=sheet.name(seat))


def _accepted_aloud(asked: AskedInTime, rules: Rulebook) -> tuple[str, ...]:
    by_word = rules.answers.by_word
    if asked.accepted_aloud and by_word.value == "accepts" and by_word.trap:
        return touching(rules, by_word.trap)
    return ()


def _hold_has_run_out(seat: Seat, entry: Entry) -> bool:
    longest = entry.rules.windows.hold_until_over.value
    return entry.clocks is not None and longest is not None and -entry.clocks[seat.place] >= longest


def _contested(window: Window, moment: Moment, how: str, rules: Rulebook) -> tuple[str, ...]:
    """Traps of a turn out of order that is answered while its window is open."""
    warn = rules.windows.irregular_warn_after
    found = []
    if warn.value is not None and moment.after is not None and moment.after > warn.value:
        found.append(warn.trap)
    if not window.closes and moment.tile_out:
        found.append(window.trap)
    if how == "drew-before-recording" and rules.windows.writing_waives.trap:
        found.append(rules.windows.writing_waives.trap)
    return tuple(trap for trap in found if trap)


def _too_late(window: Window, what: str, rules: Rulebook) -> Refusal:
    if window.inferred and window.trap:
        return call_the_director(window.trap, rules)
    why = CLOSED[window.closes].format(seconds=window.seconds)
    return refusal("too-late", what=what, why=why, clause=window.clause, trap=window.trap)
