"""The steps of a challenge, and when one is offered."""

from __future__ import annotations

from ledger.game.challenges.facts import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.challenges.holds import WORDS, waited
from ledger.game.challenges.in_time import (
    Answer,
    Situation,
    Window,
    empty_before,
    last_play,
    may_be_answered,
    where_to_look,
    window_in,
)
from ledger.game.drawing.facts import DrawnThenChallengedOff
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
from ledger.game.procedure import (
    Actor,
    Offers,
    Procedure,
    Question,
    RuledNow,
    Step,
    begun,
    in_order,
    knows,
    offer,
    opened_by,
    playing,
)
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.messages import say
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
        title=say("game_challenges.challenges", player=names[1]),
        clause=str(method or rules.challenge.adjudication),
        steps=_with_long_words(
            tuple(judging_step(act, rules.id, issued, opened.done, names) for act in acts),
            where_to_look(issued, play, rules),
            str(rules.judging.reference_above),
        ),
        seat=player,
        version=opened.version,
        counts=(("challenged-words", len(issued.words)),),
        traps=(method.trap,) if method and method.trap else (),
        needs_ruling=method is None,
    )


def _with_long_words(steps: tuple[Step, ...], look: str, clause: str) -> tuple[Step, ...]:
    """The steps with where long words are looked up, said before the verdict is given."""
    if not look:
        return steps
    at = next((nth for nth, one in enumerate(steps) if one.asks == "adjudicate"), len(steps))
    who = steps[at].who if at < len(steps) else "director"
    return (*steps[:at], Step(who, look, clause), *steps[at:])


def _about_nothing(opened: Opened, player: Seat, challenger: str, rules: Rulebook) -> Procedure:
    """The play was taken off the record in the meantime: only a ruling ends the challenge."""
    clause = str(rules.fallback.decides)
    return Procedure(
        name="challenge",
        title=say("game_challenges.challenges", player=challenger),
        clause=clause,
        steps=(
            Step(
                "director",
                say("game_challenges.play-no-longer-on-record-director"),
                clause,
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
        title=say("game_challenges.play-comes-off") if off else say("game_challenges.play-stands"),
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
    text = (
        say("game_challenges.takes-tiles-back", name=name)
        if off
        else say("game_challenges.says-score-play-again", name=name)
    )
    runner: Actor = "player" if runs is player else "opponent"
    words: dict[str, tuple[Actor, str]] = {
        "told": ("player", text),
        "retracted": ("player", text),
        "seated": ("both", say("game_challenges.both-seated")),
        "tiles-back": ("both", say("game_challenges.tiles-lay-face-down-back-on")),
        "tiles-back-or-writing": (
            runner, say("game_challenges.has-tiles-back-on-rack-or", running=running),
        ),
    }  # fmt: skip
    return tuple(
        Step(words[name][0], words[name][1], clause, clock="neutral")
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
        "told": "are-tiles-taken-back" if off else "was-score-said-again",
        "seated": "are-both-seated",
        "tiles_back": "are-tiles-back-on-racks",
    }
    fields = dict.fromkeys(MET[name] for name, _ in restart_conditions(off, method, rules))
    return tuple(Question(field, words[field], "yes-no") for field in fields)


def _start(sheet: Sheet, off: bool, player: Seat, runs: Seat, rules: Rulebook) -> Step:
    by, when = rules.judging.restarted_by, rules.judging.restart_when
    loser = player if off else player.opponent
    says = by.value == "loser" or (by.value == "challenged" and off)
    who: Actor = "both"
    if says:
        who = "player" if loser is player else "opponent"
    return Step(
        who,
        say("game_challenges.starts-clock", starter=sheet.name(loser), player=sheet.name(runs))
        if says
        else say("game_challenges.either-starts-clock", player=sheet.name(runs)),
        str(by if says else when),
        clock="player" if runs is player else "opponent",
        asks="confirm-restart",
        if_wrong=say("game_challenges.not-before-all-so") if when.is_known else "",
        answers=(("seat", runs.value),),
        questions=_asked_first(sheet, off, rules),
    )


@opened_by(ReadjudicationAsked)
def again(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Who judges again, and what follows from agreeing or differing (L-17)."""
    assert isinstance(opened.fact, ReadjudicationAsked)
    judged, waits = sheet.challenges.judged, sheet.challenges.pending is not None
    verdicts = judged.verdicts if judged else (True,)
    opinion = next_opinion(verdicts, rules)
    another = rules.judging.again_by_another
    return Procedure(
        name="readjudication",
        title=_title(opinion, rules),
        clause=opinion.clause,
        steps=in_order(
            waits
            and Step(
                "word judge", say("game_challenges.challenge-waits-judged-first"), opinion.clause
            ),
            Step(
                "director" if opinion.by_director else "word judge",
                _who_judges(opinion, rules),
                opinion.clause if opinion.by_director else str(another),
                clock="neutral",
                asks="" if waits else "readjudicate",
                questions=(Question("acceptable", "is-play-good", "yes-no"),),
                if_wrong=say("game_challenges.same-person-does-not-judge-again")
                if another.value and not opinion.by_director
                else "",
            ),
            Step(
                "both",
                say(f"game_challenges.afterwards.{rules.challenge.again.known()}"),
                opinion.clause,
            ),
            judged is not None
            and bool(turns_since(sheet, judged))
            and Step("director", say("game_challenges.turns-made-since"), opinion.clause),
        ),
        seat=judged.play_seat if judged else None,
        version=opened.version,
        counts=(("verdicts-so-far", len(verdicts)),),
    )


def _who_judges(opinion: Opinion, rules: Rulebook) -> str:
    if not opinion.by_director:
        another = rules.judging.again_by_another.value
        return (
            say("game_challenges.somebody-else-judges-play")
            if another
            else say("game_challenges.play-judged-again")
        )
    return (
        say("game_challenges.director-judges-final-play-waits")
        if must_be_given(rules)
        else say("game_challenges.director-judges-final")
    )


def _title(opinion: Opinion, rules: Rulebook) -> str:
    if not opinion.by_director:
        return say("game_challenges.another-opinion")
    return (
        say("game_challenges.verdicts-differ-director-gives-final-one")
        if must_be_given(rules)
        else say("game_challenges.verdicts-differ-director-may-be-called")
    )


AFTER = Question("after", "how-many-seconds-after-end-of-turn", "seconds")
ANSWERED_BY = Question("seat", "who-calls-hold-or-challenges", "seat")
WHOSE = Question("seat", "whose-turn-was-it", "seat")
WHO_DREW = Question("seat", "who-drew-them", "seat")
HAND = Question("hand_in_bag", "was-hand-already-in-bag", "yes-no")
OUT = Question("tile_out", "was-new-tile-already-out-of-bag", "yes-no")
RACKED = Question("tile_racked", "was-new-tile-already-on-rack", "yes-no")
WRITTEN = Question("score_written", "was-score-of-play-already-written-in", "yes-no")
AWAY = Question("away", "was-player-away-when-play-was-made", "yes-no")
DRAWN = Question("drawn", "how-many-new-tiles-were-drawn", "number")
TOUCHED = (
    Question("racked", "was-one-of-them-on-rack", "yes-no"),
    Question("mixed", "was-one-of-them-mixed-with-old", "yes-no"),
)
"""Asked apart: a tile on the rack that can still be told from the old ones is neither (T4-21)."""

ASKED = {
    "tile-on-rack": (HAND, OUT, RACKED),
    "first-tile-out": (HAND, OUT),
    "seconds": (AFTER, HAND, OUT, RACKED),
    "seconds-or-first-tile-out": (AFTER, HAND, OUT),
}
"""What decides whether an answer comes in time, by what closes the window."""


def _no_hold(sheet: Sheet, _rules: Rulebook) -> bool:
    return sheet.challenges.hold is None


def _as_its_window_says(answer: Answer) -> RuledNow:
    """By which rule, and until when, the play just made may be answered."""

    def ruled(sheet: Sheet, rules: Rulebook) -> tuple[str, tuple[Question, ...]]:
        play = last_play(sheet)
        assert play is not None
        out, empty = sheet.out is play.seat, empty_before(play)
        situation: Situation = "play-out" if out else "empty-bag" if empty else "orderly"
        window = window_in(situation, rules, answer)
        return window.clause, _since(sheet, window, empty, rules)

    return ruled


def _since(sheet: Sheet, window: Window, empty: bool, rules: Rulebook) -> tuple[Question, ...]:
    """What is asked about the time since the turn, by what closes the window.

    Where the new tiles are is not asked as far as it is on record.
    """
    new = sheet.answering.new_tiles
    known = () if new is None else (HAND, OUT, RACKED) if new.racked else (HAND, OUT)
    request: tuple[Question, ...] = (ANSWERED_BY,)
    for question in ASKED.get(window.closes, ()):
        if question not in known:
            request = (*request, question)
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
    ways = tuple((name, say(f"game_challenges.way-{name}")) for name in methods)
    way = Question("method", "how-is-it-to-be-judged", "choice", ways)
    agreed = Question("agreed", "do-both-agree-to-that-way", "yes-no")
    return (way, agreed) if any(one.consent for one in methods.values()) else (way,)


def _a_turn_was_made(sheet: Sheet, _rules: Rulebook) -> bool:
    return not sheet.ended and sheet.last_turn is not None


def _drew_too_soon(sheet: Sheet, _rules: Rulebook) -> bool:
    play = last_play(sheet)
    return play is not None and not empty_before(play) and not sheet.ended


def _why_unanswered(rules: Rulebook) -> tuple[Question, ...]:
    grounds = rules.answers.flash_draw_grounds.value or ()
    listed = tuple((ground, say(f"game_challenges.irregular-{ground}")) for ground in grounds)
    return (Question("ground", "why-could-play-not-be-answered", "choice", listed),)


def _waited(rules: Rulebook) -> tuple[Question, ...]:
    return (waited(rules),)


def _tiles_had_been_drawn(sheet: Sheet, _rules: Rulebook) -> bool:
    last = sheet.last_turn
    return last is not None and last.withdrawn and find(sheet.open, DrawnThenChallengedOff) is None


def _may_draw(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether the player on hold may draw: perhaps not while that very play is judged (H-19)."""
    if sheet.challenges.hold is None:
        return False
    pending = sheet.challenges.pending
    judging = pending is not None and pending.seat is sheet.challenges.hold
    return not judging or bool(rules.drawing.during_adjudication.value)


def _another_opinion(sheet: Sheet, rules: Rulebook) -> bool:
    judged = sheet.challenges.judged
    if judged is None or judged.asked or sheet.challenges.pending is not None:
        return False
    return next_opinion(judged.verdicts, rules).allowed


def _verdict_may_be_wrong(sheet: Sheet, rules: Rulebook) -> bool:
    judged = sheet.challenges.judged
    if judged is None or sheet.challenges.pending is not None:
        return False
    return may_be_put_right(judged.in_force, rules)


def _how_it_was_found(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    judged = sheet.challenges.judged
    racked = (
        Question("new_tile_racked", "has-newly-drawn-tile-touched-rack", "yes-no")
        if judged is not None and judged.in_force
        else Question("retracted_tile_racked", "has-tile-taken-back-touched-rack", "yes-no")
    )
    return Question("reason", "how-was-it-found", "text"), racked


def _out_of_order(_rules: Rulebook) -> tuple[Question, ...]:
    listed = tuple((how, say(f"game_challenges.irregular-{how}")) for how in OUT_OF_ORDER)
    return (Question("how", "what-happened", "choice", listed),)


OUT_OF_ORDER = (
    "timer-forgotten", "drew-before-recording", "wrote-before-playing", "wrote-before-pressing",
    "change-announced",
)  # fmt: skip

OFFERS = Offers(begun, (
    offer("hold", "call-hold", "windows.hold_closes",
          book=knows("windows.hold_lasts"), when=(_no_hold, may_be_answered),
          now=_as_its_window_says("hold")),
    offer("challenge", "issue-challenge", "windows.closes",
          WORDS, _way, when=may_be_answered, now=_as_its_window_says("challenge")),
    offer("early-challenge", "report-early-challenge",
          "challenge.early", Question("seat", "who-challenged", "seat"), when=playing),
    offer("irregular-turn", "report-irregular-turn",
          "windows.irregular_closes", WHOSE,
          _out_of_order,
          Question("pressed_after", "how-many-seconds-later-was-timer-pressed", "seconds"),
          when=_a_turn_was_made),
    offer("flash-draw", "report-flash-draw", "windows.flash_draw",
          WHOSE, _why_unanswered, DRAWN, *TOUCHED,
          book=knows("windows.flash_draw"), when=_drew_too_soon),
    offer("courtesy-draw", "draw-courteously", "windows.courtesy_after",
          WHO_DREW, DRAWN, _waited,
          Question("looked", "has-player-looked-at-them", "yes-no"), *TOUCHED,
          book=knows("windows.courtesy_after"), when=_may_draw),
    offer("drawn-then-challenged-off", "report-drawn-off",
          "drawn_off.ordinary_apart", WHO_DREW, DRAWN, *TOUCHED, when=_tiles_had_been_drawn),
    offer("slip-mismatch", "reissue-challenge",
          "judging.slip_mismatch", WORDS,
          when=lambda sheet, _: sheet.challenges.pending is not None),
    offer("readjudication", "ask-again", "challenge.again",
          Question("seat", "who-asks", "seat"), when=_another_opinion),
    offer("misadjudication", "report-misadjudication",
          "challenge.misadjudication", book=knows("challenge.misadjudication"),
          when=_verdict_may_be_wrong, of_sheet=_how_it_was_found),
))  # fmt: skip
"""Answers to the play just made, and what can be wrong about one."""
