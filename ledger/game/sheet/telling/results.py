"""The life of a result slip in words: who signed for what, and how a result was amended."""

from __future__ import annotations

from ledger.game.facts.results import (
    AmendmentAsked,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultReopened,
    ResultSigned,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import Totals

BY = {
    "stroke": "by hand on the screen",
    "pin": "with a code",
    "witness": "before a witness",
    "paper": "on paper",
}
"""Ways of signing (``ResultSigned.how``), as they are said after a name."""

GROUNDS = {
    "agreed-before-hand-in": "both players signed for it before hand-in",
    "swapped": "written the wrong way round, put right by the director",
    "agreed-with-director": "both players signed for it, the director permits it",
    "ruling": "ruling of the director",
    "level-one-award": "award by the director's ruling",
    "appeal-outcome": "outcome of an appeal",
    "papers-settled": "the papers differed, the director found what holds",
}
"""On what ground a result was amended (``ResultAmended.kind``), in words."""

BY_WORD_OF_MOUTH = "the scorekeeper entered that both agree; nobody signed for it"
"""The same of a record from before players signed for an amendment."""


def told_result(fact: Fact, sheet: Sheet) -> str:
    """What happened to the result, in words; empty for any other fact."""
    match fact:
        case ResultProposed():
            return f"Result shown to both players: {pair(fact.totals)}"
        case ResultSigned():
            anew = " as amended" if fact.amendment is not None else ""
            how = f"before {fact.witness}" if fact.witness else BY.get(fact.how, fact.how)
            return f"{sheet.name(fact.seat)} signed for {pair(fact.totals)}{anew}, {how}"
        case ResultHandedIn():
            return f"{sheet.name(fact.seat)} handed in the slip"
        case AmendmentAsked():
            who = sheet.name(fact.seat) if fact.seat else "The director"
            to = f" to {fact.now[0]} : {fact.now[1]}" if fact.now else ""
            return f"{who} asked for an amendment{to}{because(fact.reason)}"
        case ResultAmended():
            (was, now), ground = (fact.was, fact.now), GROUNDS.get(fact.kind, fact.kind)
            clause = fact.clause or fact.citation
            under = f", {clause}" if clause else ""
            return (
                f"Result signed for {was[0]} : {was[1]}, amended to {now[0]} : {now[1]} "
                f"({ground}{under}){because(fact.reason)}"
            )
        case ResultReopened():
            return f"Result reopened{because(fact.reason)}"
    return ""


def pair(totals: Totals) -> str:
    """Both scores as people say them."""
    return f"{totals[0]} to {totals[1]}"
