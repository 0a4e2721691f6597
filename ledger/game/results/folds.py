"""What the life of the result slip does to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.results.facts import (
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
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.outcome import ends_on_paper
from ledger.game.sheet.sheet import Amending, Sheet, Signed, with_opened, without
from ledger.game.sheet.standing import Standing, coded, folds, if_shown, pair, tells, with_reason
from ledger.game.sheet.still_open import open_after_giving_up
from ledger.game.turns.folds import added
from ledger.messages import known, say
from ledger.rulebook.reading import rule_wording
from ledger.vocabulary import Points, Seat, Totals

BY_PLAYERS = ("agreed-before-hand-in", "agreed-with-director")
"""Kinds of amendment that rest on both players' signatures; a director makes all others."""


@folds(ResultProposed)
def _proposed(sheet: Sheet, fact: ResultProposed, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, proposed=fact.totals))


@folds(SlipTyped)
def _slip_typed(sheet: Sheet, fact: SlipTyped, entry: Standing) -> Sheet:
    """The first slip says how the game ended; the second only whether it says the same.

    What was going on at the table when the record stopped, a challenge too, was settled on paper.
    """
    if not ends_on_paper(sheet):
        return sheet
    folded = _ended_as_view(sheet, fact.totals, LineKind.SLIP, "on-paper", entry)
    return replace(folded, result=replace(folded.result, records_differ=None))


@folds(ResultReported)
def _reported(sheet: Sheet, fact: ResultReported, entry: Standing) -> Sheet:
    """What players tell makes no result; once both tell the same, nothing differs any more."""
    reported = (*(one for one in sheet.result.reported if one.seat is not fact.seat), fact)
    agree = len(reported) == len(Seat) and len({one.totals for one in reported}) == 1
    differ = None if agree and not sheet.ended else sheet.result.records_differ
    return replace(sheet, result=replace(sheet.result, reported=reported, records_differ=differ))


@folds(ResultTakenOver)
def _taken_over(sheet: Sheet, fact: ResultTakenOver, entry: Standing) -> Sheet:
    """The file taken over last says it, until somebody signs."""
    folded = _ended_as_view(sheet, fact.totals, LineKind.FILE, "from-a-file", entry)
    from_file = entry.event.originator_version
    return replace(folded, result=replace(folded.result, from_file=from_file, proposed=fact.totals))


@folds(PaperElsewhere)
def _elsewhere(sheet: Sheet, fact: PaperElsewhere, entry: Standing) -> Sheet:
    """The result stands without signatures here, until another file says otherwise."""
    at = entry.event.originator_version
    return replace(sheet, result=replace(sheet.result, elsewhere=at))


def _ended_as_view(
    sheet: Sheet, agreed: Totals, kind: LineKind, ended: str, entry: Standing
) -> Sheet:
    """The game over, each player's total as told, with a line for what brings it there."""
    lines, totals = sheet.lines, sheet.totals
    for seat in Seat:
        more = Points(agreed[seat.place] - totals[seat.place])
        totals = added(totals, seat, more)
        line = Line(
            version=entry.event.originator_version,
            kind=kind,
            seat=seat,
            score=more,
            totals=totals,
            corrections=entry.corrections,
        )
        lines = (*lines, line)
    return replace(
        sheet,
        lines=lines,
        totals=totals,
        ended=ended,
        on_move=None,
        challenges=replace(sheet.challenges, hold=None, pending=None, verdict=None),
        open=open_after_giving_up(sheet.open),
        result=replace(sheet.result, proposed=agreed),
    )


@folds(ResultSigned)
def _signed(sheet: Sheet, fact: ResultSigned, entry: Standing) -> Sheet:
    signed, request = Signed(fact, entry.event.originator_version), sheet.result.amending
    if fact.amendment is None:
        given = _with(sheet.result.given, signed)
        return replace(sheet, result=replace(sheet.result, given=given, proposed=fact.totals))
    if request is None or request.version != fact.amendment or request.now != fact.totals:
        return sheet
    agreed = replace(request, signatures=_with(request.signatures, signed))
    return replace(sheet, result=replace(sheet.result, amending=agreed))


def _with(signatures: tuple[Signed, ...], one: Signed) -> tuple[Signed, ...]:
    """The signatures with this one in the place of that player's earlier one."""
    return (*(other for other in signatures if other.seat is not one.seat), one)


@folds(ResultHandedIn)
def _handed_in(sheet: Sheet, fact: ResultHandedIn, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, handed_in=fact.seat))


@folds(AmendmentAsked)
def _asked(sheet: Sheet, fact: AmendmentAsked, entry: Standing) -> Sheet:
    """A petition takes the place of the one before: whoever signed for that signs anew."""
    version = entry.event.originator_version
    others = without(sheet.open, AmendmentAsked)
    return replace(
        sheet,
        result=replace(sheet.result, amending=Amending(version, fact.seat, fact.reason, fact.now)),
        open=with_opened(others, version, fact),
    )


def _decided(sheet: Sheet) -> Sheet:
    decided = replace(sheet.result, amending=None)
    return replace(sheet, result=decided, open=without(sheet.open, AmendmentAsked))


@folds(ResultAmended)
def _amended(sheet: Sheet, fact: ResultAmended, entry: Standing) -> Sheet:
    """Earlier signatures were for other scores; where players agreed, theirs are on record.

    Of older records they are not: the scores stand amended, and nobody has signed for them.
    What two papers said otherwise is settled by it.
    """
    by_players, request = fact.kind in BY_PLAYERS, sheet.result.amending
    agreed = request.signatures if by_players and request is not None else ()
    decided = _decided(sheet)
    return replace(
        decided,
        result=replace(
            decided.result,
            amended=fact.now,
            records_differ=None,
            given=tuple(one for one in agreed if one.fact.totals == fact.now),
            ruled_at=0 if by_players else entry.event.originator_version,
        ),
    )


@folds(ResultReopened)
def _reopened(sheet: Sheet, fact: ResultReopened, entry: Standing) -> Sheet:
    decided = _decided(sheet)
    open_again = replace(
        decided.result, given=(), ruled_at=0, proposed=None, amended=None, handed_in=None
    )
    return replace(decided, result=open_again)


@folds(AmendmentRefused)
def _amendment_refused(sheet: Sheet, fact: AmendmentRefused, entry: Standing) -> Sheet:
    return _decided(sheet)


@folds(TallySheetSigned)
def _tally_signed(sheet: Sheet, fact: TallySheetSigned, entry: Standing) -> Sheet:
    others = tuple(one for one in sheet.result.tally if one.seat is not fact.seat)
    return replace(sheet, result=replace(sheet.result, tally=(*others, fact)))


@folds(RecordsDiffer)
def _papers_differ(sheet: Sheet, fact: RecordsDiffer, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, records_differ=fact))


@folds(RecordsSettled)
def _papers_settled(sheet: Sheet, fact: RecordsSettled, entry: Standing) -> Sheet:
    """What was found holds where it is not what the record adds up to.

    Where both had signed for something else, it is the director's finding that stands.
    """
    was = sheet.result
    amended = was.amended if fact.totals == sheet.stands else fact.totals
    settled = replace(was, records_differ=None, amended=amended)
    if amended != was.amended and len(was.given) == len(Seat):
        settled = replace(settled, ruled_at=entry.event.originator_version)
    return replace(sheet, result=settled)


@folds(SetGathered)
def _gathered(sheet: Sheet, fact: SetGathered, entry: Standing) -> Sheet:
    return replace(sheet, ending=replace(sheet.ending, gathered=fact))


# The result, told in a few words.


@tells(AmendmentRefused, "amendment refused: {reason}")
def _amendment_refused_results_wording(fact: AmendmentRefused, _sheet: Sheet) -> str:
    return with_reason(say("game_results.amendment-refused"), fact.reason)


@tells(TallySheetSigned, "tally sheet signed {seat} {totals} ({how})")
def _tally_sheetsigned(fact: TallySheetSigned, sheet: Sheet) -> str:
    return say(
        "game_results.tally-sheet-signed", player=sheet.name(fact.seat), totals=pair(fact.totals)
    )


@tells(RecordsDiffer, "papers differ {of_first} and {of_second}")
def _records_differ(fact: RecordsDiffer, _sheet: Sheet) -> str:
    return say(
        "game_results.records-differ", totals=pair(fact.of_first), totals2=pair(fact.of_second)
    )


@tells(RecordsSettled, "papers settled {totals} ({basis})[: {note}]")
def _records_settled(fact: RecordsSettled, _sheet: Sheet) -> str:
    basis = coded("papers-basis", if_shown(fact.basis))
    if basis:
        return with_reason(
            say("game_results.totals-hold-by", totals=pair(fact.totals), basis=basis),
            fact.note,
        )
    return with_reason(say("game_results.totals-hold", totals=pair(fact.totals)), fact.note)


@tells(
    SetGathered,
    "set gathered {complete|complete|wrong}[ as {layout}][; {tiles} tiles][; note {note}]",
)
def _set_gathered(fact: SetGathered, _sheet: Sheet) -> str:
    return (
        say("game_results.tiles-left-for-counting")
        if fact.complete
        else say("game_results.set-found-incomplete")
    )


@tells(
    SlipTyped,
    "slip typed {totals}[ of {whose}][; started {starter}][; unsigned {unsigned}][; photo {photo}]",
)
def _slip_typed_results_wording(fact: SlipTyped, sheet: Sheet) -> str:
    if fact.whose:
        return say(
            "game_results.slip-of-player-says",
            player=sheet.name(fact.whose),
            totals=pair(fact.totals),
        )
    return say("game_results.slip-says", totals=pair(fact.totals))


@tells(ResultTakenOver, "taken over {totals}[ from file {file}] ({digest})")
def _result_taken_over(fact: ResultTakenOver, _sheet: Sheet) -> str:
    return say("game_results.result-taken-over", totals=pair(fact.totals))


@tells(PaperElsewhere, "paper lies elsewhere")
def _paper_elsewhere(_fact: PaperElsewhere, _sheet: Sheet) -> str:
    return say("game_results.paper-elsewhere")


@tells(ResultReported, "reported {seat} {totals}")
def _result_reported(fact: ResultReported, sheet: Sheet) -> str:
    return say(
        "game_results.result-reported", player=sheet.name(fact.seat), totals=pair(fact.totals)
    )


@tells(SlipTakenBack, "slip taken back: event {supersedes} ({why})")
def _slip_taken_back(fact: SlipTakenBack, _sheet: Sheet) -> str:
    if fact.why == "entered-anew":
        return say("game_results.slip-before-one-taken-back")
    if fact.why == "wrong-table":
        return say("game_results.slip-typed-for-wrong-table")
    return say("game_results.slip-typed-wrong-taken-back")


@tells(ResultProposed, "proposed {totals}")
def _result_proposed(fact: ResultProposed, _sheet: Sheet) -> str:
    return say("game_results.result-proposed", totals=pair(fact.totals))


@tells(
    ResultSigned,
    "signed {seat} {totals} ({how})[; shown {shown}][; text {text}]"
    "[; witness {witness}][; words {words}][; up to event {covers}]"
    "[; for the amendment of event {amendment}]"
    "[; {under_protest|under protest|without protest}]",
)
def _resultsigned(fact: ResultSigned, sheet: Sheet) -> str:
    if fact.witness:
        how = say("game_results.before-witness", witness=fact.witness)
    else:
        how = say(f"game_results.signed-{fact.how}")
    who, totals = sheet.name(fact.seat), pair(fact.totals)
    if fact.amendment is not None:
        told = say("game_results.signed-for-totals-as-amended", player=who, totals=totals, how=how)
    else:
        told = say("game_results.signed-for-totals-how", player=who, totals=totals, how=how)
    return say("game_results.under-protest", told=told) if fact.under_protest else told


@tells(ResultHandedIn, "handed in {seat}")
def _result_handed_in(fact: ResultHandedIn, sheet: Sheet) -> str:
    return say("game_results.result-handed-in", player=sheet.name(fact.seat))


@tells(AmendmentAsked, "amendment asked by {seat:director}[ to {now}]: {reason}")
def _amendment_asked(fact: AmendmentAsked, sheet: Sheet) -> str:
    now = f"{fact.now[0]} : {fact.now[1]}" if fact.now else ""
    if fact.seat:
        who = sheet.name(fact.seat)
        told = say("game_results.asked-for-amendment", player=who)
        if now:
            told = say("game_results.asked-for-amendment-to", player=who, now=now)
    else:
        told = say("game_results.director-asked-for-amendment")
        if now:
            told = say("game_results.director-asked-for-amendment-to", now=now)
    return with_reason(told, fact.reason)


@tells(
    ResultAmended,
    "amended {was} -> {now} ({kind}): {reason}; agreed by {agreed_by}[; told {told}]"
    "[; under {clause}][; citing {citation}]",
)
def _result_amended(fact: ResultAmended, _sheet: Sheet) -> str:
    was, now = (f"{first} : {second}" for first, second in (fact.was, fact.now))
    ground = ground_of(fact.kind)
    if clause := fact.clause or fact.citation:
        told = say(
            "game_results.result-amended-under",
            was=was,
            now=now,
            ground=ground,
            clause=rule_wording(clause),
        )
    else:
        told = say("game_results.result-amended", was=was, now=now, ground=ground)
    return with_reason(told, fact.reason)


def ground_of(kind: str) -> str:
    """On what ground a result was amended (``ResultAmended.kind``), in words.

    ``by-word-of-mouth`` is that of a record from before players signed for an amendment.
    """
    return say(f"game_results.ground-{kind}") if known(f"game_results.ground-{kind}") else kind


@tells(ResultReopened, "result reopened: {reason}")
def _result_reopened(fact: ResultReopened, _sheet: Sheet) -> str:
    return with_reason(say("game_results.result-reopened"), fact.reason)
