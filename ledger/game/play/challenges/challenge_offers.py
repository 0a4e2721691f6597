"""What can be reported about holds, challenges and verdicts at this moment, by the book."""

from __future__ import annotations

from ledger.game.facts.holds import DrawnThenChallengedOff
from ledger.game.play.challenges.answerable import may_be_answered
from ledger.game.play.challenges.in_time import empty_before, last_play
from ledger.game.play.challenges.windows import Situation, Window, window_in
from ledger.game.play.holds.hold_procedure import WORDS, waited
from ledger.game.play.judging.adjudication_rule import next_opinion
from ledger.game.play.judging.misadjudication_rule import may_be_put_right
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.holds import HOW_IRREGULAR
from ledger.rulebook import Rulebook

AFTER = Question(field="after", words="How many seconds after the end of the turn?", kind="seconds")
ANSWERED_BY = Question(field="seat", words="Who calls hold or challenges?", kind="seat")
WHOSE = Question(field="seat", words="Whose turn was it?", kind="seat")
WHO_DREW = Question(field="seat", words="Who drew them?", kind="seat")
HAND = Question(field="hand_in_bag", words="Was a hand already in the bag?", kind="yes-no")
OUT = Question(field="tile_out", words="Was a new tile already out of the bag?", kind="yes-no")
RACKED = Question(field="tile_racked", words="Was a new tile already on the rack?", kind="yes-no")
WRITTEN = Question(
    field="score_written", words="Was the score of the play already written in full?", kind="yes-no"
)
AWAY = Question(field="away", words="Was the player away when the play was made?", kind="yes-no")
DRAWN = Question(field="drawn", words="How many new tiles were drawn?", kind="number")
TOUCHED = (
    Question(field="racked", words="Was one of them on the rack?", kind="yes-no"),
    Question(field="mixed", words="Was one of them mixed with old tiles?", kind="yes-no"),
)
"""Asked apart: a tile on the rack that can still be told from the old ones is neither (T4-21)."""

WAYS = {
    "runner": "a runner takes the slip",
    "self-run": "the challenger carries the slip",
    "self-adjudicated": "the players look the words up together",
    "external-device": "the players go to a device",
    "smart-device": "with a device at the table",
    "director": "by the director",
    "word-judge": "by a word judge",
}
ASKED = {
    "tile-on-rack": (HAND, OUT, RACKED),
    "first-tile-out": (HAND, OUT),
    "seconds": (AFTER, HAND, OUT, RACKED),
    "seconds-or-first-tile-out": (AFTER, HAND, OUT),
}
"""What decides whether an answer comes in time, by what closes the window."""


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """Answers to the play just made, and what can be wrong about one."""
    if sheet.is_final or not sheet.started:
        return ()
    return (
        *_answers(sheet, rules),
        *_turn(sheet, rules),
        *_draws(sheet, rules),
        *_slip(sheet, rules),
        *_verdict(sheet, rules),
    )


def _answers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    play = last_play(sheet)
    if play is None or not may_be_answered(sheet, rules):
        return ()
    out, empty = sheet.out is play.seat, empty_before(play)
    situation: Situation = "play-out" if out else "empty-bag" if empty else "orderly"
    window = window_in(situation, rules)
    challenge = Offer(
        name="challenge",
        title="Challenge",
        asks="issue-challenge",
        clause=window.clause,
        questions=(*_since(sheet, window, empty, rules), WORDS, *_way(rules)),
    )
    if not rules.windows.hold_lasts.is_known or sheet.challenges.hold is not None:
        return (challenge,)
    window = window_in(situation, rules, "hold")
    hold = Offer(
        name="hold",
        title="Hold",
        asks="call-hold",
        clause=window.clause,
        questions=_since(sheet, window, empty, rules),
    )
    return (hold, challenge)


def _since(sheet: Sheet, window: Window, empty: bool, rules: Rulebook) -> tuple[Question, ...]:
    """What is asked about the time since the turn, by what closes the window.

    Where the new tiles are is not asked as far as it is on record.
    """
    new = sheet.answering.new_tiles
    known = () if new is None else (HAND, OUT, RACKED) if new.racked else (HAND, OUT)
    asked = (ANSWERED_BY, *(one for one in ASKED.get(window.closes, ()) if one not in known))
    if rules.windows.writing_waives.value and not empty:
        asked = (*asked, WRITTEN)
    if rules.windows.returning_player_seconds.is_known:
        asked = (*asked, AWAY)
    return asked


def _way(rules: Rulebook) -> tuple[Question, ...]:
    """How the challenge is to be judged, where the book knows several ways."""
    methods = rules.judging.methods
    if len(methods) < 2:
        return ()
    choices = tuple((name, WAYS[name]) for name in methods)
    way = Question(field="method", words="How is it to be judged?", kind="choice", choices=choices)
    agreed = Question(field="agreed", words="Do both agree to that way?", kind="yes-no")
    return (way, agreed) if any(one.consent for one in methods.values()) else (way,)


def _turn(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    if sheet.ended:
        return ()
    windows = rules.windows
    early = Offer(
        name="early-challenge",
        title="Challenged before the turn was over",
        asks="report-early-challenge",
        clause=str(rules.challenge.early),
        questions=(Question(field="seat", words="Who challenged?", kind="seat"),),
    )
    if sheet.last_turn is None:
        return (early,)
    how = tuple((value, words) for value, words in HOW_IRREGULAR.items()
                if value != "drew-too-quickly")  # fmt: skip
    irregular = Offer(
        name="irregular-turn",
        title="The turn was made out of order",
        asks="report-irregular-turn",
        clause=str(windows.irregular_closes),
        questions=(
            WHOSE,
            Question(field="how", words="What happened?", kind="choice", choices=how),
            Question(
                field="pressed_after",
                words="How many seconds later was the timer pressed?",
                kind="seconds",
            ),
        ),
    )
    return (early, irregular)


def _draws(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    windows, found = rules.windows, []
    grounds = rules.answers.flash_draw_grounds
    play = last_play(sheet)
    open_to = play is not None and not empty_before(play) and not sheet.ended
    if windows.flash_draw.is_known and open_to:
        choices = tuple((ground, HOW_IRREGULAR[ground]) for ground in grounds.value or ())
        ground = Question(
            field="ground",
            words="Why could the play not be answered?",
            kind="choice",
            choices=choices,
        )
        found.append(
            Offer(
                name="flash-draw",
                title="Drew too soon",
                asks="report-flash-draw",
                clause=str(windows.flash_draw),
                questions=(WHOSE, ground, DRAWN, *TOUCHED),
            )
        )
    if (
        sheet.challenges.hold is not None
        and windows.courtesy_after.is_known
        and _may_draw(sheet, rules)
    ):
        looked = Question(field="looked", words="Has the player looked at them?", kind="yes-no")
        found.append(
            Offer(
                name="courtesy-draw",
                title="Draw during the hold",
                asks="draw-courteously",
                clause=str(windows.courtesy_after),
                questions=(WHO_DREW, DRAWN, waited(rules), looked, *TOUCHED),
            )
        )
    last = sheet.last_turn
    came_off = last is not None and last.withdrawn
    if came_off and find(sheet.open, DrawnThenChallengedOff) is None:
        found.append(
            Offer(
                name="drawn-then-challenged-off",
                title="New tiles had been drawn",
                asks="report-drawn-off",
                clause=str(rules.drawn_off.ordinary_apart),
                questions=(WHO_DREW, DRAWN, *TOUCHED),
            )
        )
    return tuple(found)


def _may_draw(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether the player on hold may draw: perhaps not while that very play is judged (H-19)."""
    judging = (
        sheet.challenges.pending is not None
        and sheet.challenges.pending.seat is sheet.challenges.hold
    )
    return not judging or bool(rules.drawing.during_adjudication.value)


def _slip(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    if sheet.challenges.pending is None:
        return ()
    mismatch = rules.judging.slip_mismatch
    return (
        Offer(
            name="slip-mismatch",
            title="The slip does not match the board",
            asks="reissue-challenge",
            clause=str(mismatch),
            questions=(WORDS,),
        ),
    )


def _verdict(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    judged = sheet.challenges.judged
    if judged is None or sheet.challenges.pending is not None:
        return ()
    found = []
    opinion = next_opinion(judged.verdicts, rules)
    if opinion.allowed and not judged.asked:
        found.append(
            Offer(
                name="readjudication",
                title="Ask for another opinion",
                asks="ask-again",
                clause=opinion.clause,
                questions=(Question(field="seat", words="Who asks?", kind="seat"),),
            )
        )
    clause = rules.challenge.misadjudication
    if clause.is_known and may_be_put_right(judged.in_force, rules):
        field, words = (
            ("new_tile_racked", "Has a newly drawn tile touched the rack?")
            if judged.in_force
            else ("retracted_tile_racked", "Has a tile taken back touched the rack?")
        )
        found.append(
            Offer(
                name="misadjudication",
                title="The verdict was wrong",
                asks="report-misadjudication",
                clause=str(clause),
                questions=(
                    Question(field="reason", words="How was it found?", kind="text"),
                    Question(field=field, words=words, kind="yes-no"),
                ),
            )
        )
    return tuple(found)
