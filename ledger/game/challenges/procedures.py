"""The steps of a challenge, and when one is offered."""

from __future__ import annotations

from ledger.game.challenges.facts import (
    ChallengeFailed,
    ChallengeIssued,
    DrawnThenChallengedOff,
    PhoneyWithdrawn,
)
from ledger.game.challenges.folds import HOW_IRREGULAR
from ledger.game.challenges.holds import WORDS, waited
from ledger.game.challenges.in_time import (
    Situation,
    Window,
    empty_before,
    last_play,
    may_be_answered,
    where_to_look,
    window_in,
)
from ledger.game.endings.requests import turns_since
from ledger.game.judging.facts import ReadjudicationAsked
from ledger.game.judging.rules import (
    Opinion,
    may_be_put_right,
    method_of,
    must_be_given,
    next_opinion,
    restart_conditions,
)
from ledger.game.judging.slips import judging_step
from ledger.game.procedure import Actor, Offer, Procedure, Question, Step, opened_by
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat

# A challenge from the word to the restart of the clock, and other opinions on it.


@opened_by(ChallengeIssued)
def challenge(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """How this challenge is judged, step by step, by the method named or announced."""
    fact = opened.fact
    assert isinstance(fact, ChallengeIssued)
    issued = sheet.challenges.pending or fact
    player = issued.seat.opponent
    names = (sheet.name(player), sheet.name(issued.seat))
    play = last_play(sheet)
    if play is None or play.seat is issued.seat:
        return _about_nothing(opened, player, names[1], rules)
    method = method_of(issued, rules)
    acts = method.steps if method else ()
    return Procedure(
        name="challenge",
        title=f"{names[1]} challenges",
        clause=str(method or rules.challenge.adjudication),
        steps=_with_long_words(
            tuple(judging_step(act, rules.id, issued, opened.done, names) for act in acts),
            where_to_look(issued, play, rules),
            str(rules.judging.reference_above),
        ),
        seat=player,
        version=opened.version,
        counts=(("challenged words", len(issued.words)),),
        traps=(method.trap,) if method and method.trap else (),
        needs_ruling=method is None,
    )


def _with_long_words(steps: tuple[Step, ...], look: str, clause: str) -> tuple[Step, ...]:
    """The steps with where long words are looked up, said before the verdict is given."""
    if not look:
        return steps
    at = next((nth for nth, one in enumerate(steps) if one.asks == "adjudicate"), len(steps))
    who = steps[at].who if at < len(steps) else "director"
    return (*steps[:at], Step(who=who, does=look, clause=clause), *steps[at:])


def _about_nothing(opened: Opened, player: Seat, challenger: str, rules: Rulebook) -> Procedure:
    """The play was taken off the record in the meantime: only a ruling ends the challenge."""
    clause = str(rules.fallback.decides)
    return Procedure(
        name="challenge",
        title=f"{challenger} challenges",
        clause=clause,
        steps=(
            Step(
                who="director",
                does="The play is no longer on record; the director voids the challenge.",
                clause=clause,
                asks="void-challenge",
                answers=(("reason", "ruling"),),
            ),
        ),
        seat=player,
        version=opened.version,
        needs_ruling=True,
    )


@opened_by(ChallengeFailed, PhoneyWithdrawn)
def restart(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """What must be so after a verdict before a clock is started again (L-11, L-12, L-15)."""
    fact = opened.fact
    assert isinstance(fact, ChallengeFailed | PhoneyWithdrawn)
    off = isinstance(fact, PhoneyWithdrawn)
    player = fact.seat if off else fact.seat.opponent
    runs = sheet.on_move or player.opponent
    when = rules.judging.restart_when
    return Procedure(
        name="restart",
        title="The play comes off" if off else "The play stands",
        clause=str(when),
        steps=(
            *_conditions(sheet, off, player, runs, rules),
            _start(sheet, off, player, runs, rules),
        ),
        seat=player,
        version=opened.version,
    )


def _conditions(
    sheet: Sheet, off: bool, player: Seat, runs: Seat, rules: Rulebook
) -> tuple[Step, ...]:
    name, running = sheet.name(player), sheet.name(runs)
    method = (
        method_of(sheet.challenges.judged.challenge, rules) if sheet.challenges.judged else None
    )
    text = f"{name} takes the tiles back." if off else f"{name} says the score of the play again."
    runner: Actor = "player" if runs is player else "opponent"
    words: dict[str, tuple[Actor, str]] = {
        "told": ("player", text),
        "retracted": ("player", text),
        "seated": ("both", "Both are seated."),
        "tiles-back": ("both", "Tiles that lay face down are back on the racks."),
        "tiles-back-or-writing": (
            runner, f"{running} has the tiles back on the rack, or has begun to write.",
        ),
    }  # fmt: skip
    return tuple(
        Step(who=words[name][0], does=words[name][1], clause=clause, clock="neutral")
        for name, clause in restart_conditions(off, method, rules)
    )


MET = {
    "told": "told",
    "retracted": "told",
    "seated": "seated",
    "tiles-back": "tiles_back",
    "tiles-back-or-writing": "tiles_back",
}
"""The field of the request that says whether a condition is met."""


def _asked_first(sheet: Sheet, off: bool, rules: Rulebook) -> tuple[Question, ...]:
    method = (
        method_of(sheet.challenges.judged.challenge, rules) if sheet.challenges.judged else None
    )
    words = {
        "told": "Are the tiles taken back?" if off else "Was the score said again?",
        "seated": "Are both seated?",
        "tiles_back": "Are the tiles back on the racks?",
    }
    fields = dict.fromkeys(MET[name] for name, _ in restart_conditions(off, method, rules))
    return tuple(Question(field=field, words=words[field], kind="yes-no") for field in fields)


def _start(sheet: Sheet, off: bool, player: Seat, runs: Seat, rules: Rulebook) -> Step:
    by, when = rules.judging.restarted_by, rules.judging.restart_when
    loser = player if off else player.opponent
    says = by.value == "loser" or (by.value == "challenged" and off)
    starter = f"{sheet.name(loser)} starts" if says else "Either starts"
    who: Actor = "both"
    if says:
        who = "player" if loser is player else "opponent"
    return Step(
        who=who,
        does=f"{starter} {sheet.name(runs)}'s clock.",
        clause=str(by if says else when),
        clock="player" if runs is player else "opponent",
        asks="confirm-restart",
        if_wrong="Not before all of this is so." if when.is_known else "",
        answers=(("seat", runs.value),),
        questions=_asked_first(sheet, off, rules),
    )


@opened_by(ReadjudicationAsked)
def again(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Who judges again, and what follows from agreeing or differing (L-17)."""
    assert isinstance(opened.fact, ReadjudicationAsked)
    verdicts = sheet.challenges.judged.verdicts if sheet.challenges.judged else (True,)
    opinion = next_opinion(verdicts, rules)
    another = rules.judging.again_by_another
    first = "The challenge that waits is judged first."
    waits = (Step(who="word judge", does=first, clause=opinion.clause),)
    steps = (
        *(waits if sheet.challenges.pending is not None else ()),
        Step(
            who="director" if opinion.by_director else "word judge",
            does=_who_judges(opinion, rules),
            clause=opinion.clause if opinion.by_director else str(another),
            clock="neutral",
            asks="" if sheet.challenges.pending is not None else "readjudicate",
            questions=(Question(field="acceptable", words="Is the play good?", kind="yes-no"),),
            if_wrong=SAME_PERSON if another.value and not opinion.by_director else "",
        ),
        Step(who="both", does=AFTERWARDS[rules.challenge.again.known()], clause=opinion.clause),
        *(
            (Step(who="director", does=WITH_TURNS_SINCE, clause=opinion.clause),)
            if sheet.challenges.judged and turns_since(sheet, sheet.challenges.judged)
            else ()
        ),
    )
    return Procedure(
        name="readjudication",
        title=_title(opinion, rules),
        clause=opinion.clause,
        steps=steps,
        seat=sheet.challenges.judged.play_seat if sheet.challenges.judged else None,
        version=opened.version,
        counts=(("verdicts so far", len(verdicts)),),
    )


def _who_judges(opinion: Opinion, rules: Rulebook) -> str:
    if not opinion.by_director:
        another = rules.judging.again_by_another.value
        who = "Somebody else judges the play" if another else "The play is judged again"
        return f"{who} as a whole."
    waits = "; play waits until then" if must_be_given(rules) else ""
    return f"The director judges the play, and that is final{waits}."


SAME_PERSON = "Who judged it before does not judge it again, unless the director rules so."


def _title(opinion: Opinion, rules: Rulebook) -> str:
    if not opinion.by_director:
        return "Another opinion"
    gives = "gives" if must_be_given(rules) else "may be called for"
    return f"The verdicts differ; the director {gives} the final one"


WITH_TURNS_SINCE = (
    "Where another verdict holds then and turns were made since, the director says what becomes "
    "of them."
)

AFTERWARDS = {
    "second-then-director": "The same result is final; if it differs the director gives the last.",
    "second-director-if-called": "The same result is final; if it differs the director may be "
    "called for the last.",
    "second-more-by-director": "A further opinion only if the director allows it.",
    "up-to-third": "The same result is final; if it differs either player may have a third.",
}


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
    request = (ANSWERED_BY, *(one for one in ASKED.get(window.closes, ()) if one not in known))
    if rules.windows.writing_waives.value and not empty:
        request = (*request, WRITTEN)
    if rules.windows.returning_player_seconds.is_known:
        request = (*request, AWAY)
    return request


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
