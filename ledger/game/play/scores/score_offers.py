"""Scores that the players compared: that they agree, or what each has, and who settles it."""

from __future__ import annotations

from ledger.game.facts.clock import ScoreCheckAsked
from ledger.game.facts.scores import CumulativeAgreed, ScoreDisputeSettled
from ledger.game.play.procedure import Offer, Question
from ledger.game.play.scores.counting import counted_turns
from ledger.game.play.scores.recount_procedure import COUNTED
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook

COMPARED = (ScoreCheckAsked, CumulativeAgreed, ScoreDisputeSettled)
"""What begins a comparison and what ends it. That somebody wrote down a difference begins none:
nobody steps in for sums that no player asked about (T4-28)."""

DISCREPANCY = "score-discrepancy"
"""Why the clocks are stopped, where it is for the scores."""

LATEST = 12
"""Turns that a player's own score can be told of: a table's state has to stay small."""


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """What came of comparing the scores, once somebody asked for it or the clocks were stopped."""
    if not sheet.started:
        return ()
    latest = next((one.fact for one in reversed(sheet.events) if isinstance(one.fact, COMPARED)), 0)
    if not isinstance(latest, ScoreCheckAsked) and sheet.clock.neutral != DISCREPANCY:
        return ()
    return _agree(rules), _differ(rules), _own(sheet, rules), _settled(rules)


def _agree(rules: Rulebook) -> Offer:
    return Offer(
        name="totals-agreed",
        title="Compared: both have the same totals",
        asks="agree-totals",
        clause=str(rules.stopping.verification),
        questions=(
            Question(field="totals", words="What are the totals that both have?", kind="pair"),
        ),
    )


def _differ(rules: Rulebook) -> Offer:
    return Offer(
        name="totals-differ",
        title="Compared: a player has other totals",
        asks="report-discrepancy",
        clause=str(rules.stopping.verification),
        questions=(
            Question(field="seat", words="Who has other totals?", kind="seat"),
            Question(field="written", words="Which totals has that player?", kind="pair"),
        ),
    )


def _own(sheet: Sheet, rules: Rulebook) -> Offer:
    return Offer(
        name="own-score",
        title="Compared: what a player has written down",
        asks="write-scores",
        clause=str(rules.keeping.by),
        questions=(
            Question(field="seat", words="Whose score sheet is it?", kind="seat"),
            Question(
                field="turn",
                words="For which turn?",
                kind="choice",
                choices=(("0", "the totals alone"), *_latest(sheet)),
            ),
            Question(field="score", words="How many points stand there for it?", kind="number"),
            Question(field="totals", words="Which totals stand there?", kind="pair"),
        ),
    )


def _latest(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    turns = counted_turns(sheet)[: -LATEST - 1 : -1]
    return tuple((str(turn.version), f"{sheet.name(turn.seat)}: {turn.told}") for turn in turns)


def _settled(rules: Rulebook) -> Offer:
    return Offer(
        name="scores-settled",
        title="The director settles the scores",
        asks="settle-scores",
        clause=str(rules.fallback.decides),
        questions=(COUNTED, Question(field="reason", words="What was found?", kind="text")),
    )
