"""What a tablet must know of the rulebook in force to go on without a network."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from ledger import rulebook
from ledger.game.play.challenges.failed_challenge_rule import costs, costs_each_word
from ledger.game.play.endings.zero_turns import KINDS, UNNAMED_NOTES
from ledger.game.play.results.signing_rule import signing
from ledger.game.sheet.line import LineKind
from ledger.rulebook import OptionValue, Rulebook
from ledger.rulebook.shelf import forgotten_with_the_books
from ledger.vocabulary import Points, Seconds
from ledger.vocabulary.closed_lists import JudgingMethod
from ledger.vocabulary.refusals import Refusal
from web.entry.form_catalogue import BOOKS


class ZerosTold(Struct, frozen=True, kw_only=True):
    """What ends a game without a network by scoreless turns, as ``zero_turns.Row.since`` counts.

    Counted back from the last line, one for each line whose kind is True in ``counts``. The row
    ends at a play that scored, and at a turn of a kind the book does not name: False in
    ``counts``, or with a note of ``unnamed``. So many as ``turns`` end the game on every reading
    of the book, save at 0-0 where ``not_at_nil``; fewer end it only by the server's word.
    """

    turns: int | None
    counts: dict[LineKind, bool]
    unnamed: tuple[str, ...]
    not_at_nil: bool


class CostTold(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one failed challenge costs, where it does. Fields as in ``ChallengeFailed``."""

    credited: Points = Points(0)
    debited: Points = Points(0)
    turn_lost: bool = False
    time_lost: Seconds = Seconds(0)


class RulesTold(Struct, frozen=True, kw_only=True):
    """Rules that are needed at the table whatever happens; ``None`` where the book says nothing.

    Attributes:
      unplayed_both: what tiles left on both racks are worth: ``own``, off each player's score.
      overtime_from: fewest seconds over the limit that are overtime.
      overtime_points: what each minute started costs.
      overtime_forfeit: how many seconds of it lose the game.
      methods: ways to judge a challenge; ``method`` is the one announced.
      withdrawable: reasons for which a binding challenge may be withdrawn.
      concession: whether the challenged player may take the play back unasked.
      signing: what to tell the players who sign, one sentence.
      winner_hands_in: whether the book says who brings the result in.
      blank_record: what confirming a blank's letter says, one sentence.
      costs: what a player's first, second, third ... failed challenge costs, the last of them
        from there on; ``None`` where the organiser has not chosen. ``each_word``: points are
        for each word challenged.
    """

    unplayed_both: Literal["own"] | None
    overtime_from: Seconds | None
    overtime_points: Points | None
    overtime_forfeit: Seconds | None
    methods: tuple[JudgingMethod, ...]
    method: str | None
    withdrawable: tuple[str, ...]
    concession: bool
    signing: str
    winner_hands_in: bool
    zeros: ZerosTold
    blank_record: str
    costs: tuple[CostTold, ...] | None
    each_word: bool


BLANK_RECORDS = {
    "slip": "The letter is circled here or written on the slip, and both players see it.",
    "both-score-sheets": "Both players note the letter on their score sheets. The sheets agree.",
    "neutral-record": "The player says the letter and writes it on neutral paper.",
    "printed-designation": "The player says the letter, prints it and shows it to the opponent.",
}
"""What confirming a blank's letter says was done, by what decides the letter later (G-06)."""

BLANK_SEEN = "The player says the letter, and both players see it written down."
"""The same under a book that does not say what decides."""


@forgotten_with_the_books
@lru_cache(maxsize=BOOKS)
def rules_told(
    book: str, options: tuple[tuple[str, OptionValue], ...], digest: str = ""
) -> RulesTold:
    """What the page must know of a book with the organiser's options."""
    rules = rulebook.in_force(book, options, digest)
    return RulesTold(
        unplayed_both=rules.unplayed.when_both_hold.value,
        overtime_from=rules.overtime.first_second.value,
        overtime_points=rules.overtime.points_per_started_minute.value,
        overtime_forfeit=rules.overtime.forfeit_after.value,
        methods=tuple(rules.judging.methods),
        method=rules.challenge.adjudication.value,
        withdrawable=rules.challenge.withdrawable_for.value or (),
        concession=bool(rules.challenge.concession.value),
        signing=signing(rules).words,
        winner_hands_in=rules.signing.handed_in_by.is_known,
        zeros=_zeros(rules),
        blank_record=BLANK_RECORDS.get(rules.blanks.authority.value or "", BLANK_SEEN),
        costs=_costs(rules),
        each_word=costs_each_word(rules),
    )


def _costs(rules: Rulebook) -> tuple[CostTold, ...] | None:
    try:
        found = costs(rules)
    except Refusal:
        return None
    return tuple(
        CostTold(
            credited=cost.credited,
            debited=cost.debited,
            turn_lost=cost.turn_lost,
            time_lost=cost.time_lost,
        )
        for cost in found
    )


def _zeros(rules: Rulebook) -> ZerosTold:
    counted = rules.zeros.counted.value or ()
    return ZerosTold(
        turns=rules.zeros.turns.value,
        counts={kind: name in counted for kind, name in KINDS.items()},
        unnamed=tuple(sorted(UNNAMED_NOTES)),
        not_at_nil=bool(rules.zeros.goes_on_at_nil_all.value),
    )
