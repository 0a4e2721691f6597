"""The end of the paperwork: what is still to be done, and what can be reported about a slip."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.procedure import Actor, Offer, Question
from ledger.game.results.facts import ResultSigned
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import TallyHow, choices

NEITHER = ("incomplete",)
"""Ends after which there is nothing to sign."""


class OpenItem(Struct, frozen=True, kw_only=True):
    """Something about a result that is not done yet; ``name``: stable, as ``signature``."""

    name: str
    what: str
    who: Actor
    clause: str
    seat: Seat | None = None


def open_items(sheet: Sheet, rules: Rulebook) -> tuple[OpenItem, ...]:
    """Everything about the result of this game that is still to be done (Q-07).

    Nothing is listed while the game goes on. Nothing here speaks of the arithmetic.
    """
    if not sheet.ended or sheet.ended in NEITHER or sheet.ending.voided:
        return ()
    return (
        *_signatures(sheet, rules),
        *_tally_sheet(sheet, rules),
        *_papers(sheet, rules),
        *_handing_in(sheet, rules),
        *_tile_check(sheet, rules),
    )


def _signatures(sheet: Sheet, rules: Rulebook) -> tuple[OpenItem, ...]:
    who = rules.signing.who
    cards = who.value == "each-on-the-others-card"
    before = {event.fact.seat for event in sheet.events if isinstance(event.fact, ResultSigned)}
    return tuple(
        OpenItem(
            name="signature",
            what=f"{sheet.name(seat)} has not signed "
            + (f"the card of {sheet.name(seat.opponent)}" if cards else "the result slip")
            + (" as it stands now." if seat in before else "."),
            who="player",
            clause=str(who),
            seat=seat,
        )
        for seat in Seat
        if seat not in sheet.signed_by and not sheet.is_final
    )


def _tally_sheet(sheet: Sheet, rules: Rulebook) -> tuple[OpenItem, ...]:
    """Once one player signed the tally sheet, staff get the other's name on it too."""
    differ = rules.signing.records_differ
    signed = {one.seat for one in sheet.result.tally}
    if not signed or differ.value != "director-then-tally-sheet":
        return ()
    return tuple(
        OpenItem(
            name="tally-sheet",
            what=f"{sheet.name(seat)} has not signed or initialled the tally sheet; get that, or "
            "check the cards.",
            who="staff",
            clause=str(differ),
            seat=seat,
        )
        for seat in Seat
        if seat not in signed
    )


def _papers(sheet: Sheet, rules: Rulebook) -> tuple[OpenItem, ...]:
    items = []
    if sheet.result.records_differ is not None:
        items.append(
            OpenItem(
                name="papers-differ",
                what="The players' papers differ; it is not settled what holds.",
                who="director",
                clause=str(rules.signing.records_differ),
            )
        )
    if sheet.amendment_asked:
        items.append(
            OpenItem(
                name="petition",
                what=f"An amendment is asked for: {sheet.amendment_asked}",
                who="director",
                clause=str(rules.amendment.after_hand_in),
            )
        )
    return tuple(items)


def _handing_in(sheet: Sheet, rules: Rulebook) -> tuple[OpenItem, ...]:
    clause = rules.signing.handed_in_by
    if sheet.result.handed_in is not None or not clause.is_known:
        return ()
    winner = outcome_of(sheet).winner
    return (
        OpenItem(
            name="hand-in",
            what=f"{sheet.name(winner)}, the winner, has not handed in the result."
            if winner is not None
            else "Nobody won: staff say who hands in the result.",
            who="player" if winner is not None else "staff",
            clause=str(clause),
            seat=winner,
        ),
    )


def _tile_check(sheet: Sheet, rules: Rulebook) -> tuple[OpenItem, ...]:
    clause = rules.signing.tile_check
    if not clause.is_known or (
        sheet.ending.gathered is not None and sheet.ending.gathered.complete
    ):
        return ()
    missing = sheet.ending.gathered is not None
    return (
        OpenItem(
            name="set-incomplete" if missing else "tile-check",
            what="The set is not whole; it must be before the next round."
            if missing
            else LEFT[clause.known()],
            who="staff" if missing else "both",
            clause=str(clause),
        ),
    )


LEFT = {
    "grids": "The tiles are left on the board in four squares of 25, or one of 100.",
    "left-on-board": "The tiles are left on the board, so that they can be counted.",
}


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """The tiles left, papers signed or that differ, a petition for amendment, a game made void."""
    if not sheet.ended:
        return ()
    found = [*_papers_view(sheet, rules), *_void(sheet, rules)]
    if rules.signing.tile_check.is_known and sheet.ending.gathered is None:
        found.append(_tiles_left(rules))
    if sheet.is_final and not sheet.amendment_asked:
        clause = (
            rules.amendment.after_hand_in
            if sheet.result.handed_in is not None
            else rules.amendment.before_hand_in
        )
        found.append(
            Offer(
                name="amendment",
                title="A player asks for the result to be amended",
                asks="ask-amendment",
                clause=str(clause),
                questions=(
                    Question(field="seat", words="Who asks?", kind="seat"),
                    Question(field="reason", words="What is wrong with it?", kind="text"),
                    Question(field="now", words="What should the final scores be?", kind="pair"),
                ),
            )
        )
    return tuple(found)


def _papers_view(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """Cards that differ, and who signed a tally sheet, in a book that knows of them."""
    differ = rules.signing.records_differ
    if not differ.is_known or sheet.result.records_differ is not None or sheet.ending.voided:
        return ()
    scores = "Which scores has {}, whoever started first?"
    cards = Offer(
        name="papers-differ",
        title="The players' papers have different scores",
        asks="report-papers-differ",
        clause=str(differ),
        questions=(
            Question(field="of_first", words=scores.format(sheet.name(Seat.FIRST)), kind="pair"),
            Question(field="of_second", words=scores.format(sheet.name(Seat.SECOND)), kind="pair"),
        ),
    )
    if differ.value != "director-then-tally-sheet" or len(sheet.result.tally) == len(Seat):
        return (cards,)
    return (
        cards,
        Offer(
            name="tally-sheet",
            title="A player signs the tally sheet",
            asks="sign-tally-sheet",
            clause=str(differ),
            questions=(
                Question(field="seat", words="Who signs it?", kind="seat"),
                Question(field="totals", words="Which scores stand on it?", kind="pair"),
                Question(
                    field="how", words="In which way?", kind="choice", choices=choices(TallyHow)
                ),
            ),
        ),
    )


def _void(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """Only a ruling does it, which whoever enters it is led to."""
    if sheet.ending.voided:
        return ()
    return (
        Offer(
            name="game-void",
            title="The director lets the game count for nobody",
            asks="void-game",
            clause=str(rules.fallback.decides),
            questions=(Question(field="reason", words="Why?", kind="text"),),
        ),
    )


def _tiles_left(rules: Rulebook) -> Offer:
    layouts = {
        "grids": (("four-5x5", "four squares of 25"), ("one-10x10", "one square of 100")),
        "left-on-board": (("on-the-board", "as they were played"),),
    }[rules.signing.tile_check.known()]
    return Offer(
        name="tile-check",
        title="The tiles are left for counting",
        asks="gather-set",
        clause=str(rules.signing.tile_check),
        questions=(
            Question(field="complete", words="Are all tiles there?", kind="yes-no"),
            Question(field="layout", words="How do they lie?", kind="choice", choices=layouts),
        ),
    )
