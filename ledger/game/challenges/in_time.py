"""The time to challenge, in seconds: which right is open (courtesy too), what closed it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from ledger.game.challenges.facts import ChallengeIssued
from ledger.game.context import GameContext, awaits_verdict, must_not_be_final
from ledger.game.sheet.line import TURNS, Line, LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import Request
from ledger.rulebook import Clause, Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.ambiguities.ruled import touching
from ledger.rulebook.limits import over_limit
from ledger.rulebook.model.turns import Closing
from ledger.vocabulary import Role, Seat, Seconds
from ledger.vocabulary.closed_lists import HowIrregular, NotSaid
from ledger.vocabulary.refusals import Refusal, Saying

# How long a play may be challenged or put on hold, and when tiles may be drawn meanwhile.
#
# Only the arithmetic: ``ledger.game.challenges.in_time`` says what is known about the moment,
# and what follows when the window is closed. What is not known is not held against anybody.


Situation = Literal["orderly", "out-of-order", "empty-bag", "play-out", "was-away", "kept-open"]

Answer = Literal["challenge", "hold"]
Asked = Answer | Literal["answer"]
"""What somebody is refused to do about a play: one of the two answers, or either."""
"""The two rights that a play gives the opponent; after an orderly turn they may end apart."""


class Window(Struct, frozen=True):
    """What ends the right to challenge, or to call hold.

    Attributes:
      closes: the kind of ending, as ``ledger.rulebook.model.turns.Closing``; empty where the
        book gives none, so that nothing but the opponent's next turn closes it.
      seconds: how many, where seconds end it; else ``None``.
      trap: the gap or contradiction that touches it, or empty.
      inferred: whether the ending is our reading.
    """

    closes: str
    seconds: Seconds | None
    clause: str
    trap: str = ""
    inferred: bool = False


class Moment(Struct, frozen=True, kw_only=True):
    """What has happened since the turn was completed.

    Attributes:
      after: seconds since then; ``None``: not known.
      next_turn_done: the opponent has completed, or submitted, a turn of their own.
    """

    after: Seconds | None = None
    tile_out: bool = False
    tile_racked: bool = False
    next_turn_done: bool = False
    accepted: bool = False
    forfeited: bool = False


def window_in(situation: Situation, rules: Rulebook, answer: Answer = "challenge") -> Window:
    """What ends the right to challenge a play made in this situation, or to call hold.

    >>> from ledger.rulebook import load
    >>> [window_in("orderly", load("nsa-1998"), answer).clause for answer in ("challenge", "hold")]
    ['nsa-1998 VI.D**', 'nsa-1998 X.B']
    """
    if situation == "was-away" and not rules.windows.returning_player_seconds.is_known:
        situation = "orderly"
    if situation == "was-away":
        seconds = rules.windows.returning_player_seconds
        return Window("seconds", seconds.value, str(seconds), seconds.trap)
    if situation == "kept-open":
        flash = rules.windows.flash_draw
        return Window("next-turn", None, str(flash), flash.trap)
    closes, seconds = _closing(situation, answer, rules)
    return Window(closes.value or "", seconds.value, str(closes), closes.trap, closes.inferred)


def _closing(
    situation: Situation, answer: Answer, rules: Rulebook
) -> tuple[Clause[Closing], Clause[Seconds]]:
    windows = rules.windows
    if situation == "orderly" and answer == "hold":
        return windows.hold_closes, windows.hold_seconds
    return {
        "orderly": (windows.closes, windows.seconds),
        "out-of-order": (windows.irregular_closes, windows.irregular_seconds),
        "empty-bag": (windows.empty_bag_closes, windows.empty_bag_seconds),
        "play-out": (windows.play_out_closes, windows.play_out_seconds),
    }[situation]


def is_open(window: Window, moment: Moment) -> bool:
    """Whether the play may still be challenged, or put on hold, at this moment.

    >>> from ledger.rulebook import load
    >>> window = window_in("orderly", load("wsc-2003"))
    >>> [is_open(window, Moment(after=Seconds(after), tile_racked=True)) for after in (15, 16)]
    [True, False]
    """
    return OPEN[window.closes](window, moment)


def _in_seconds(window: Window, moment: Moment) -> bool:
    return moment.after is None or moment.after <= (window.seconds or 0)


OPEN: dict[str, Callable[[Window, Moment], bool]] = {
    "tile-on-rack": lambda _, moment: not moment.tile_racked,
    "first-tile-out": lambda _, moment: not moment.tile_out,
    "seconds": _in_seconds,
    "seconds-or-first-tile-out": lambda window, moment: (
        _in_seconds(window, moment) and not moment.tile_out
    ),
    "": lambda _, moment: not moment.next_turn_done,
    "next-turn": lambda _, moment: not moment.next_turn_done,
    "next-submission": lambda _, moment: not moment.next_turn_done,
    "overtime-forfeit": lambda _, moment: not moment.forfeited,
    "acceptance": lambda _, moment: not moment.accepted,
}


def courtesy_draw_allowed(after: Seconds, rules: Rulebook) -> bool:
    """Whether tiles may be drawn during a hold, to be kept apart.

    >>> from ledger.rulebook import load
    >>> [courtesy_draw_allowed(Seconds(after), load("wespa-4.0")) for after in (29, 30)]
    [False, True]

    Args:
      after: seconds since the moment the book counts from, ``windows.courtesy_from``.
    """
    return after >= rules.windows.courtesy_after.known()


class AskedInTime(Request, frozen=True, kw_only=True):
    """An answer to the play just made; fields as in ``ledger.game.challenges.facts``."""

    seat: Seat
    after: Seconds | None = None
    hand_in_bag: bool | None = None
    tile_out: bool | None = None
    tile_racked: bool | None = None
    score_written: bool | None = None
    accepted_aloud: bool | None = None
    away: bool | None = None
    out_of_order: HowIrregular | NotSaid = ""


def play_to_answer(sheet: Sheet, seat: Seat, what: Asked, context: GameContext) -> Line | None:
    """The play ``seat`` may hold or challenge: the opponent's, just made."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(
        not awaits_verdict(sheet, context.rules), "challenge-pending/this-play"
    )
    play = last_play(sheet)
    over = sheet.ending.unplayed_counted or sheet.ended not in ("", "played-out")
    if _moved_since(sheet, seat) and not over:
        context.unless_ruled(_too_late(_by_the_next_turn(context.rules), what, context.rules))
    elif play is None or play.seat is seat or over:
        context.must_be_ruled(
            {
                "challenge": "nothing-to-challenge/challenge",
                "hold": "nothing-to-challenge/hold",
                "answer": "nothing-to-challenge/answer",
            }[what],
            player=sheet.name(seat),
        )
    elif play.version == sheet.challenges.stood:
        context.must_be_ruled("challenged-already")
    return play


def last_play(sheet: Sheet) -> Line | None:
    """The play just made, if the last turn was one and it lies on the board."""
    last = sheet.last_turn
    playable = last is not None and last.kind in (LineKind.PLAY, LineKind.MISSED)
    return last if last is not None and playable and not last.withdrawn else None


def must_be_in_time(
    sheet: Sheet, play: Line | None, request: AskedInTime, what: Answer, context: GameContext
) -> tuple[str, ...]:
    """Refuse an answer that comes too late; the traps that touch it otherwise (K-02 to K-08)."""
    if play is None or play.seat is request.seat:
        return ()
    rules = context.rules
    if sheet.challenges.hold is request.seat:
        # The right is kept for as long as a hold may last (K-10).
        if _hold_has_run_out(request.seat, context):
            window = Window("overtime-forfeit", None, str(rules.windows.hold_lasts))
            context.unless_ruled(_too_late(window, what, rules))
        return ()
    _must_not_have_given_up(sheet, play, request, context)
    noticed = _accepted_aloud(request, rules)
    if sheet.answering.reopened:
        return noticed
    situation = situation_of(sheet, play, request, rules)
    window = window_in(situation, rules, what)
    moment = moment_of(sheet, request, context)
    if sheet.answering.passed or not is_open(window, moment):
        context.unless_ruled(_too_late(window, what, rules))
        return noticed
    if situation == "out-of-order":
        noticed += _contested(window, moment, how_irregular(sheet, request), rules)
    return noticed


def moment_of(sheet: Sheet, request: AskedInTime, context: GameContext) -> Moment:
    """What is known of the moment at which the play is answered, by record or by who answers."""
    clocks, new = context.clocks, sheet.answering.new_tiles
    racked = bool(request.tile_racked) or (new is not None and new.racked)
    return Moment(
        after=request.after,
        tile_out=bool(request.tile_out) or racked or new is not None,
        tile_racked=racked,
        accepted=sheet.ended == "played-out",
        forfeited=clocks is not None
        and over_limit(Seconds(-clocks[request.seat.place]), context.rules),
    )


def situation_of(sheet: Sheet, play: Line, request: AskedInTime, rules: Rulebook) -> Situation:
    """Which of the windows of a book this play has."""
    how = how_irregular(sheet, request)
    grounds = rules.answers.flash_draw_grounds.value or ()
    flashed = sheet.answering.flash is not None or how in grounds
    if flashed and rules.windows.flash_draw.value == "stays-open":
        return "kept-open"
    if sheet.out is play.seat:
        return "play-out"
    if empty_before(play):
        return "empty-bag"
    if request.away:
        return "was-away"
    return "out-of-order" if how else "orderly"


def how_irregular(sheet: Sheet, request: AskedInTime) -> str:
    """How the turn was made out of order, as reported before or with this answer."""
    return request.out_of_order or sheet.answering.irregular


def empty_before(play: Line) -> bool:
    """Whether no new tiles could be drawn for this play."""
    return play.before is not None and play.before.bag == 0


def _moved_since(sheet: Sheet, seat: Seat) -> bool:
    """Whether ``seat`` has completed a turn since the opponent's last play (3.10.10)."""
    turns = [line for line in reversed(sheet.lines) if line.kind in TURNS][:2]
    if len(turns) < 2 or turns[0].seat is not seat:
        return False
    return turns[1].seat is not seat and turns[1].kind is LineKind.PLAY and not turns[1].withdrawn


def _by_the_next_turn(rules: Rulebook) -> Window:
    """What closed the window of a play after which the opponent made a turn of their own."""
    closes, clause = window_in("orderly", rules).closes, str(rules.windows.closes)
    return Window("next-turn" if closes != "next-submission" else closes, None, clause)


def _must_not_have_given_up(
    sheet: Sheet, play: Line, request: AskedInTime, context: GameContext
) -> None:
    rules = context.rules
    accepted = play_out_accepted(sheet, request.seat, rules)
    if accepted is not None:
        context.unless_ruled(accepted)
    released = rules.answers.released_hold
    if sheet.answering.released and released.value == "accepts":
        context.must_be_ruled("right-given-up/accepted", player=sheet.name(request.seat))
    writing = rules.windows.writing_waives
    if request.score_written and writing.value and not empty_before(play):
        context.must_be_ruled("right-given-up/score-written", player=sheet.name(request.seat))


def play_out_accepted(sheet: Sheet, seat: Seat, rules: Rulebook) -> Refusal | None:
    """Why ``seat``, who accepted the play-out, may not answer it any more (O-02, K-13)."""
    accepting = rules.answers.play_out_accepted
    if not sheet.answering.accepted or accepting.value != "accepts" or sheet.answering.reopened:
        return None
    return refusal("right-given-up/play-out-accepted", rules, player=sheet.name(seat))


def _accepted_aloud(request: AskedInTime, rules: Rulebook) -> tuple[str, ...]:
    by_word = rules.answers.by_word
    if request.accepted_aloud and by_word.value == "accepts" and by_word.trap:
        return touching(rules, by_word.trap)
    return ()


def _hold_has_run_out(seat: Seat, context: GameContext) -> bool:
    longest = context.rules.windows.hold_until_over.value
    return (
        context.clocks is not None
        and longest is not None
        and -context.clocks[seat.place] >= longest
    )


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


def _too_late(window: Window, what: Asked, rules: Rulebook) -> Refusal:
    if window.inferred and window.trap:
        return call_the_director(window.trap, rules)
    closed = window.closes or "next-turn"
    return refusal(
        {
            "challenge": "too-late/challenge",
            "hold": "too-late/hold",
            "answer": "too-late/answer",
        }[what],
        why=Saying(f"game_challenges.closed.{closed}", seconds=window.seconds),
        clause=window.clause,
        trap=window.trap,
    )


# Whether the play just made may still be held or challenged, as far as the record knows.


def answer_refused(sheet: Sheet, seat: Seat, rules: Rulebook) -> Refusal | None:
    """Why ``seat`` can't answer the play any more, whatever is told; ``None``: perhaps in time.

    What is not on record yet, such as where the new tiles are, is not held against the player:
    who answers is asked about it.
    """
    entry = GameContext(rules=rules, by="", role=Role.SCOREKEEPER, clocks=sheet.clock.times)
    try:
        play = play_to_answer(sheet, seat, "challenge", entry)
        must_be_in_time(sheet, play, AskedInTime(seat=seat), "challenge", entry)
    except Refusal as refusal:
        return refusal
    return None


def may_be_answered(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether there is a play, and its opponent may still hold or challenge it."""
    play = last_play(sheet)
    return play is not None and answer_refused(sheet, play.seat.opponent, rules) is None


# Words too long for the list: where they are looked up, a book may say two things (L-24).


def about_long_words(
    challenge: ChallengeIssued | None, play: Line | None, rules: Rulebook
) -> tuple[str, ...]:
    """Traps that touch a verdict on words of the length at which another reference begins.

    A word just as long is sent to the list by one rule and past it by another (TN-14); a
    longer one goes to a dictionary whose printings may disagree (TN-29).

    Args:
      challenge: the challenge judged; ``None`` where a ruling judged a play without one.
      play: the play; its words are meant where the slip names none.
    """
    above = rules.judging.reference_above
    if above.value is None or challenge is None:
        return ()
    lengths = {len(word) for word in _challenged(challenge, play)}
    found: tuple[str, ...] = ("TN-14",) if above.value in lengths else ()
    found += ("TN-29",) if any(length > above.value for length in lengths) else ()
    return touching(rules, *found)


def past_the_list(
    challenge: ChallengeIssued, play: Line | None, rules: Rulebook
) -> tuple[str, ...]:
    """The challenged words that are looked up in the dictionary where the list has them not."""
    above = rules.judging.reference_above.value
    if above is None:
        return ()
    return tuple(word.upper() for word in _challenged(challenge, play) if len(word) > above)


def where_to_look(challenge: ChallengeIssued, play: Line | None, rules: Rulebook) -> str:
    """What a judge is told of long words before the verdict, one sentence; empty: nothing."""
    longer = past_the_list(challenge, play, rules)
    if not longer:
        return ""
    letters = rules.judging.reference_above.known() + 1
    named = ", ".join(longer)
    return say("game_challenges.look-in-dictionary-if-list-has", letters=letters, named=named)


def _challenged(challenge: ChallengeIssued, play: Line | None) -> tuple[str, ...]:
    """The words on the slip; where it names none, those of the play."""
    formed = tuple(word.word for word in play.words) if play is not None else ()
    return challenge.words or formed
