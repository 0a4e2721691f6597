"""What was done to a result after it was signed, and to the spread, a line each."""

from __future__ import annotations

from ledger.game.facts.results import RecordsSettled, ResultAmended
from ledger.game.facts.scores import CreditApplied, PenaltyApplied
from ledger.game.sheet import Sheet
from ledger.game.sheet.because import because, if_shown
from ledger.game.sheet.signatures import amendments_told
from ledger.record.fact import Fact
from ledger.vocabulary import Seat
from printing.page import signed, whole
from printing.source import Source, facts_of, in_order

HOW = {
    "agreed-before-hand-in": "agreed before hand-in",
    "swapped": "scores swapped",
    "agreed-with-director": "agreed, by leave of the director",
    "ruling": "by ruling",
    "level-one-award": "awarded by ruling",
    "appeal-outcome": "outcome of an appeal",
}
"""On what ground a signed result was amended (``ResultAmended.kind``), in words for paper."""


def amendments_of(sheet: Sheet, source: Source, *, turned: bool = False) -> tuple[str, ...]:
    """Amendments with who agreed and who was told, and rulings about the spread, oldest first.

    ``turned``: on a form that names the second player first, so that scores stand in its order.
    """
    told = (
        amendment_words(entry.fact, sheet, source, turned=turned)
        for entry in facts_of(sheet)
        if entry.fact
    )
    return (*charged_alone(sheet), *(words for words in told if words))


def charged_alone(sheet: Sheet) -> tuple[str, ...]:
    """What a forfeit takes off the loser's spread alone, where the rulebook has it so."""
    forfeit = sheet.ending.forfeit
    if forfeit is None or forfeit.loser is None or forfeit.loser_spread is None:
        return ()
    charged = f"spread of {sheet.name(forfeit.loser)} {signed(-forfeit.loser_spread)}"
    return (f"{charged}; what the opponent gains is for the director",)


def amendment_words(fact: Fact, sheet: Sheet, source: Source, *, turned: bool = False) -> str:
    """One of them in words; empty for any other fact."""
    match fact:
        case ResultAmended():
            how = HOW.get(fact.kind, fact.kind.replace("-", " "))
            # Before the reason: where a slip has no room for all, who consented must be on it.
            consents = "".join(
                f"; {label} {', '.join(all_words(some, sheet, source))}"
                for label, some in (("agreed:", fact.agreed_by), ("told:", fact.told))
                if some
            )
            was, now = (scores_words(in_order(one, turned=turned)) for one in (fact.was, fact.now))
            clause = fact.clause or fact.citation
            under = f", {clause}" if clause else ""
            return f"{was}, now {now} ({how}{under}{consents}){because(fact.reason)}"
        case RecordsSettled():
            holds = (
                f"the papers differed: {scores_words(in_order(fact.totals, turned=turned))} holds"
            )
            basis = if_shown(fact.basis).replace("-", " ")
            by, note = f", by {basis}" if basis else "", f", {fact.note}" if fact.note else ""
            return f"{holds}{by}{note}"
        case PenaltyApplied(unit="spread"):
            return f"spread of {sheet.name(fact.seat)} {signed(-fact.amount)}{because(fact.reason)}"
        case CreditApplied(unit="spread"):
            return f"spread of {sheet.name(fact.seat)} {signed(fact.amount)}{because(fact.reason)}"
    return ""


def amended_words(sheet: Sheet, seat: Seat) -> str:
    """That an amended result was another before, as ``seat`` would say it; else nothing."""
    told = amendments_told(sheet)
    if sheet.result.amended is None or not told:
        return ""
    mine, theirs = told[-1].was[seat.place], told[-1].was[seat.opponent.place]
    return f"amended, was {whole(mine)} : {whole(theirs)}"


def all_words(some: tuple[str, ...], sheet: Sheet, source: Source) -> list[str]:
    """Players by name, both of them as that, and officials by name and badge."""
    both = tuple(seat.value for seat in Seat)
    if set(both) <= set(some):
        return ["both players", *(source.official(who) for who in some if who not in both)]
    return [who_words(who, sheet, source) for who in some]


def who_words(who: str, sheet: Sheet, source: Source) -> str:
    """A player's name for a seat; an official's name and badge."""
    return sheet.name(Seat(who)) if who in {seat.value for seat in Seat} else source.official(who)


def scores_words(scores: tuple[int, int]) -> str:
    """Both scores as people write them."""
    return f"{whole(scores[0])} to {whole(scores[1])}"
