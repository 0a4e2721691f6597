"""A verdict as it is given on a slip: what it asks of the desk, and what was written of it."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from ledger.game.facts.challenges import ChallengeAdjudicated
from ledger.game.facts.judging import Readjudicated
from ledger.game.play.challenges.challenging import Adjudicate
from ledger.game.play.judging.other_opinions import Readjudicate
from ledger.game.play.waited_for import Slip
from ledger.record.events import Event
from ledger.refusals.saying import refusal


def must_wait(slip: Slip | None) -> Slip:
    """The slip of a game, which somebody is to judge.

    Raises:
      Refusal: ``no-challenge/no-slip``.
    """
    if slip is None:
        raise refusal("no-challenge/no-slip")
    return slip


def verdict_on(
    slip: Slip, acceptable: bool, *, judge: str, by_players: bool = False, lexicon: str = ""
) -> Adjudicate | Readjudicate:
    """The verdict as a request: the first on a play, or a further opinion.

    Args:
      slip: what is judged.
      acceptable: the verdict on the whole play.
      judge: badge of who gives it.
      by_players: both players had the word list asked, so that the verdict is theirs.
      lexicon: digest of the word list that gave it; empty: a person did.
    """
    who = f"{slip.challenger}, {slip.challenged}" if by_players else judge
    kind = Adjudicate if slip.opinion == 1 else Readjudicate
    return kind(acceptable=acceptable, adjudicator=who, lexicon=lexicon)


def verdict_written(events: Iterable[Event], command_id: UUID) -> bool | None:
    """The verdict that this very request wrote before; ``None``: it wrote none."""
    facts = (event.fact for event in events if event.envelope.command_id == command_id)
    verdicts = (ChallengeAdjudicated, Readjudicated)
    return next((fact.acceptable for fact in facts if isinstance(fact, verdicts)), None)
