"""The steps of judging a challenge, in words: who does what, by the name a rulebook file uses.

``player`` is the challenged player, ``opponent`` the challenger, as everywhere in procedures.
"""

from __future__ import annotations

from msgspec import Struct

from ledger.game.facts.challenges import (
    ChallengeAdjudicated,
    ChallengeIssued,
    ChallengeSlipConfirmed,
)
from ledger.game.facts.judging import ChallengeHandedOver, ChallengeReissued
from ledger.game.play.procedure import Actor, Answers, Question, Running, Step
from ledger.record.fact import Fact
from ledger.rulebook.model.challenges import Act

LOCKS = "After this the challenged words can't be changed."


class Doing(Struct, frozen=True):
    """One kind of step: who acts, what it is, which request records it, and whether it calls."""

    who: Actor
    does: str
    asks: str = ""
    clock: Running = ""
    if_wrong: str = ""
    calls_director: bool = False


DOINGS: dict[str, Doing] = {
    "say": Doing("opponent", "{opponent} says clearly that the play is challenged."),
    "stop": Doing("opponent", "{opponent} stops both clocks.", clock="neutral"),
    "say-or-stop": Doing(
        "opponent",
        '{opponent} says "challenge" or stops both clocks; either act binds.',
        clock="neutral",
    ),
    "keep-board": Doing("player", "{player} has charge of the board until the verdict."),
    "name-words": Doing("opponent", "{opponent} says which words.", "change-words"),
    "advise-slip": Doing("opponent", "{opponent} should write the words on a slip."),
    "write-slip": Doing(
        "opponent", "{opponent} writes the challenged words legibly on a slip.", "change-words"
    ),
    "agree-slip": Doing(
        "player", "{player} agrees that the slip can be read and matches the board.", "confirm-slip"
    ),
    "check-slip": Doing("player", "{player} may check the words on the slip.", "confirm-slip"),
    "cover-racks": Doing("both", "Both cover their tiles or turn them face down."),
    "go": Doing("both", "Both go to the device together."),
    "leave-table": Doing(
        "opponent", "{opponent} leaves the table.", "hand-over", if_wrong=LOCKS
    ),
    "type": Doing("opponent", "{opponent} types the words."),
    "agree-device": Doing(
        "both",
        "Both agree to judge with this device.",
        if_wrong="If one declines, another announced way is used.",
    ),
    "type-first-letter": Doing(
        "opponent", "{opponent} types the words, all at once.", "hand-over", if_wrong=LOCKS
    ),
    "verify-and-run": Doing(
        "player", "{player} checks what was typed and runs the check.", "adjudicate"
    ),
    "verify-aloud": Doing("player", "{player} checks what was typed and says aloud that it is so."),
    "run": Doing("opponent", "{opponent} runs the check; both see the one result.", "adjudicate"),
    "call-director": Doing("both", "The director is called.", calls_director=True),
    "director-types": Doing(
        "director", "The director types the words and shows them to both.", "hand-over",
        if_wrong=LOCKS,
    ),
    "director-runs": Doing("director", "The director runs the check.", "adjudicate"),
    "hand-to-runner": Doing(
        "opponent", "The slip is handed to a runner.", "hand-over", if_wrong=LOCKS
    ),
    "carry-slip": Doing(
        "opponent", "{opponent} leaves the table with the slip.", "hand-over", if_wrong=LOCKS
    ),
    "hand-to-judge": Doing(
        "opponent", "The slip is handed to the word judge.", "hand-over", if_wrong=LOCKS
    ),
    "raise-hand": Doing("opponent", "{opponent} raises a hand to call a word judge."),
    "compare-slip": Doing(
        "word judge",
        "The judge reads the slip and finds the words on the board.",
        if_wrong="If they differ the judge says only that, and the slip is written anew.",
    ),
    "judge-slip": Doing(
        "word judge",
        "All challenged words are looked up: one tick if all are good, one cross if any is not.",
        "adjudicate",
        if_wrong="Nobody says anything about a single word.",
    ),
    "judge-whole": Doing(
        "word judge",
        "The judge rules on the play as a whole.",
        "adjudicate",
        if_wrong="Nobody says anything about a single word.",
    ),
    "see-ruling": Doing("both", "Both players see the ruling."),
}  # fmt: skip


def judging_step(
    act: Act, book: str, challenge: ChallengeIssued, done: tuple[Fact, ...], names: tuple[str, str]
) -> Step:
    """One step of a way to judge.

    Args:
      act: the step, as the rulebook's file names it.
      book: id of the rulebook.
      challenge: the challenge as it stands.
      done: what was recorded since it was made.
      names: the challenged player's name and the challenger's.

    Raises:
      KeyError: no step is called so.
    """
    doing = DOINGS[act.do]
    player, opponent = names
    return Step(
        who=doing.who,
        does=doing.does.format(player=player, opponent=opponent),
        clause=f"{book} {act.number}",
        clock=doing.clock,
        asks=doing.asks,
        if_wrong=doing.if_wrong,
        done=_is_done(act.do, doing.asks, challenge, done),
        optional=act.do in MAY,
        answers=_known(doing.asks, challenge),
        calls_director=doing.calls_director,
        questions=QUESTIONS.get(doing.asks, ()),
    )


MAY = ("check-slip",)
"""Steps that a player may take or leave."""

QUESTIONS = {
    "change-words": (Question(field="words", words="Which words are challenged?", kind="words"),),
    "adjudicate": (Question(field="acceptable", words="Is the play good?", kind="yes-no"),),
}


def _known(asks: str, challenge: ChallengeIssued) -> Answers:
    """Whose step it is, where the request wants to know."""
    whose = {"change-words": challenge.seat, "confirm-slip": challenge.seat.opponent}.get(asks)
    return () if whose is None else (("seat", whose.value),)


def _is_done(do: str, asks: str, challenge: ChallengeIssued, done: tuple[Fact, ...]) -> bool:
    if do == "say":
        return challenge.voiced is not False
    if do == "stop":
        return challenge.neutral is not False
    if do == "agree-device":
        return challenge.agreed is True
    if asks == "change-words":
        return bool(challenge.words)
    since = _since_reissued(done)
    kind = ChallengeHandedOver if do == "call-director" else RECORDED.get(asks)
    return kind is not None and any(isinstance(step, kind) for step in since)


RECORDED: dict[str, type[Fact]] = {
    "confirm-slip": ChallengeSlipConfirmed,
    "hand-over": ChallengeHandedOver,
    "adjudicate": ChallengeAdjudicated,
}


def _since_reissued(done: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """What was done with the slip as it is now; one written anew starts again."""
    for place in reversed(range(len(done))):
        if isinstance(done[place], ChallengeReissued):
            return done[place + 1 :]
    return done
