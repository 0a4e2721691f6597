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
from ledger.rulebook import Rulebook


def must_wait(slip: Slip | None) -> Slip:
    """The slip of a game, which somebody is to judge.

    Raises:
      Refusal: ``no-challenge/no-slip``.
    """
    if slip is None:
        raise refusal("no-challenge/no-slip")
    return slip


def must_be_who_looks_up(
    slip: Slip, rules: Rulebook, *, by_players: bool, by_list_alone: bool
) -> None:
    """Refuse players where only staff judge, and at a screen of theirs whoever is not the players.

    Args:
      slip: what is judged.
      rules: the rulebook in force.
      by_players: whether both players have the words looked up.
      by_list_alone: whether it is a screen at which only the word list gives a first verdict.

    Raises:
      Refusal: ``players-look-up``.
    """
    if by_players and not slip.by_players:
        raise refusal("players-look-up/staff-only", rules)
    if by_list_alone and slip.by_players and slip.opinion == 1 and not by_players:
        raise refusal("players-look-up/themselves", rules)


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
