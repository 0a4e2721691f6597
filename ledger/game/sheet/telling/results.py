"""The result, told in a few words."""

from __future__ import annotations

from ledger.game.facts.results import (
    AmendmentAsked,
    AmendmentRefused,
    PaperElsewhere,
    RecordsDiffer,
    RecordsSettled,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultReopened,
    ResultReported,
    ResultSigned,
    ResultTakenOver,
    SetGathered,
    SlipTakenBack,
    SlipTyped,
    TallySheetSigned,
)
from ledger.game.sheet.because import because, if_shown
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import pair
from ledger.game.sheet.telling.tells import tells

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


@tells(AmendmentRefused, "amendment refused: {reason}")
def _amendment_refused(fact: AmendmentRefused, _sheet: Sheet) -> str:
    return f"Amendment not granted{because(fact.reason)}"


@tells(TallySheetSigned, "tally sheet signed {seat} {totals} ({how})")
def _tally_sheetsigned(fact: TallySheetSigned, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} signed the tally sheet for {pair(fact.totals)}"


@tells(RecordsDiffer, "papers differ {of_first} and {of_second}")
def _records_differ(fact: RecordsDiffer, _sheet: Sheet) -> str:
    return f"The papers differ: {pair(fact.of_first)}, and {pair(fact.of_second)}"


@tells(RecordsSettled, "papers settled {totals} ({basis})[: {note}]")
def _records_settled(fact: RecordsSettled, _sheet: Sheet) -> str:
    basis = if_shown(fact.basis).replace("-", " ")
    by = f", by the {basis}" if basis else ""
    return f"{pair(fact.totals)} holds{by}{because(fact.note)}"


@tells(
    SetGathered,
    "set gathered {complete|complete|wrong}[ as {layout}][; {tiles} tiles][; note {note}]",
)
def _set_gathered(fact: SetGathered, _sheet: Sheet) -> str:
    return "Tiles left for counting" if fact.complete else "Set found incomplete"


@tells(
    SlipTyped,
    "slip typed {totals}[ of {whose}][; started {starter}][; unsigned {unsigned}][; photo {photo}]",
)
def _slip_typed(fact: SlipTyped, sheet: Sheet) -> str:
    whose = f"{sheet.name(fact.whose)}'s slip" if fact.whose else "The slip"
    return f"{whose} says {pair(fact.totals)}"


@tells(ResultTakenOver, "taken over {totals}[ from file {file}] ({digest})")
def _result_taken_over(fact: ResultTakenOver, _sheet: Sheet) -> str:
    return f"Result taken over from a file, signed by nobody: {pair(fact.totals)}"


@tells(PaperElsewhere, "paper lies elsewhere")
def _paper_elsewhere(_fact: PaperElsewhere, _sheet: Sheet) -> str:
    return "The signed slip lies with the program the result came from"


@tells(ResultReported, "reported {seat} {totals}")
def _result_reported(fact: ResultReported, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} told the result on a phone: {pair(fact.totals)}"


@tells(SlipTakenBack, "slip taken back: event {supersedes} ({why})")
def _slip_taken_back(fact: SlipTakenBack, _sheet: Sheet) -> str:
    if fact.why == "entered-anew":
        return "The slip before this one was taken back; this one is entered once more"
    why = "typed for the wrong table" if fact.why == "wrong-table" else "typed wrong"
    return f"The slip was {why}; it is taken back"


@tells(ResultProposed, "proposed {totals}")
def _result_proposed(fact: ResultProposed, _sheet: Sheet) -> str:
    return f"Result shown to both players: {pair(fact.totals)}"


@tells(
    ResultSigned,
    "signed {seat} {totals} ({how})[; shown {shown}][; witness {witness}][; words {words}]"
    "[; up to event {covers}][; for the amendment of event {amendment}]"
    "[; {under_protest|under protest|without protest}]",
)
def _resultsigned(fact: ResultSigned, sheet: Sheet) -> str:
    anew = " as amended" if fact.amendment is not None else ""
    how = f"before {fact.witness}" if fact.witness else BY.get(fact.how, fact.how)
    protest = ", under protest" if fact.under_protest else ""
    return f"{sheet.name(fact.seat)} signed for {pair(fact.totals)}{anew}, {how}{protest}"


@tells(ResultHandedIn, "handed in {seat}")
def _result_handed_in(fact: ResultHandedIn, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} handed in the slip"


@tells(AmendmentAsked, "amendment asked by {seat:director}[ to {now}]: {reason}")
def _amendment_asked(fact: AmendmentAsked, sheet: Sheet) -> str:
    who = sheet.name(fact.seat) if fact.seat else "The director"
    to = f" to {fact.now[0]} : {fact.now[1]}" if fact.now else ""
    return f"{who} asked for an amendment{to}{because(fact.reason)}"


@tells(
    ResultAmended,
    "amended {was} -> {now} ({kind}): {reason}; agreed by {agreed_by}[; told {told}]"
    "[; under {clause}][; citing {citation}]",
)
def _result_amended(fact: ResultAmended, _sheet: Sheet) -> str:
    (was, now), ground = (fact.was, fact.now), GROUNDS.get(fact.kind, fact.kind)
    clause = fact.clause or fact.citation
    under = f", {clause}" if clause else ""
    return (
        f"Result signed for {was[0]} : {was[1]}, amended to {now[0]} : {now[1]} "
        f"({ground}{under}){because(fact.reason)}"
    )


@tells(ResultReopened, "result reopened: {reason}")
def _result_reopened(fact: ResultReopened, _sheet: Sheet) -> str:
    return f"Result reopened{because(fact.reason)}"
