"""A challenge from the word to the restart of the clock, and other opinions on it."""

from __future__ import annotations

from ledger.game.facts.challenges import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.facts.judging import ReadjudicationAsked
from ledger.game.play.challenges.in_time import last_play
from ledger.game.play.challenges.long_words import where_to_look
from ledger.game.play.endings.undone_ends import turns_since
from ledger.game.play.judging.adjudication_rule import (
    Opinion,
    method_of,
    must_be_given,
    next_opinion,
    restart_conditions,
)
from ledger.game.play.judging.judging_steps import judging_step
from ledger.game.play.opened_by import opened_by
from ledger.game.play.procedure import Actor, Procedure, Question, Step
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat


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
    told = f"{name} takes the tiles back." if off else f"{name} says the score of the play again."
    runner: Actor = "player" if runs is player else "opponent"
    words: dict[str, tuple[Actor, str]] = {
        "told": ("player", told),
        "retracted": ("player", told),
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
