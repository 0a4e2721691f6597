"""The end of the paperwork: what is still to be done, and what can be reported about a slip."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.procedure import Actor, Offers, Question, knows, offer
from ledger.game.results.facts import ResultSigned
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import TallyHow, choices

NEITHER = ("incomplete",)
"""Ends after which there is nothing to sign."""


class OpenItem(Struct, frozen=True):
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
            "signature",
            f"{sheet.name(seat)} has not signed "
            + (f"the card of {sheet.name(seat.opponent)}" if cards else "the result slip")
            + (" as it stands now." if seat in before else "."),
            "player",
            str(who),
            seat,
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
            "tally-sheet",
            f"{sheet.name(seat)} has not signed or initialled the tally sheet; get that, or "
            "check the cards.",
            "staff",
            str(differ),
            seat,
        )
        for seat in Seat
        if seat not in signed
    )


def _papers(sheet: Sheet, rules: Rulebook) -> tuple[OpenItem, ...]:
    items = []
    if sheet.result.records_differ is not None:
        items.append(
            OpenItem(
                "papers-differ",
                "The players' papers differ; it is not settled what holds.",
                "director",
                str(rules.signing.records_differ),
            )
        )
    if sheet.amendment_asked:
        items.append(
            OpenItem(
                "petition",
                f"An amendment is asked for: {sheet.amendment_asked}",
                "director",
                str(rules.amendment.after_hand_in),
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
            "hand-in",
            f"{sheet.name(winner)}, the winner, has not handed in the result."
            if winner is not None
            else "Nobody won: staff say who hands in the result.",
            "player" if winner is not None else "staff",
            str(clause),
            winner,
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
            "set-incomplete" if missing else "tile-check",
            "The set is not whole; it must be before the next round."
            if missing
            else LEFT[clause.known()],
            "staff" if missing else "both",
            str(clause),
        ),
    )


LEFT = {
    "grids": "The tiles are left on the board in four squares of 25, or one of 100.",
    "left-on-board": "The tiles are left on the board, so that they can be counted.",
}


def _ended(sheet: Sheet, _rules: Rulebook) -> bool:
    return bool(sheet.ended)


def _papers_may_differ(sheet: Sheet, _rules: Rulebook) -> bool:
    return sheet.result.records_differ is None and not sheet.ending.voided


def _tally_is_kept(rules: Rulebook) -> bool:
    return rules.signing.records_differ.value == "director-then-tally-sheet"


def _tally_unsigned(sheet: Sheet, rules: Rulebook) -> bool:
    return _papers_may_differ(sheet, rules) and len(sheet.result.tally) != len(Seat)


def _scores_of_both(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    scores = "Which scores has {}, whoever started first?"
    return (
        Question("of_first", scores.format(sheet.name(Seat.FIRST)), "pair"),
        Question("of_second", scores.format(sheet.name(Seat.SECOND)), "pair"),
    )


def _layouts(rules: Rulebook) -> tuple[Question, ...]:
    layouts = {
        "grids": (("four-5x5", "four squares of 25"), ("one-10x10", "one square of 100")),
        "left-on-board": (("on-the-board", "as they were played"),),
    }[rules.signing.tile_check.known()]
    return (Question("layout", "How do they lie?", "choice", layouts),)


def _rule_of_amending(sheet: Sheet, rules: Rulebook) -> str:
    amendment, handed_in = rules.amendment, sheet.result.handed_in is not None
    return str(amendment.after_hand_in if handed_in else amendment.before_hand_in)


OFFERS = Offers(_ended, (
    offer("papers-differ", "The players' papers have different scores", "report-papers-differ",
          "signing.records_differ", book=knows("signing.records_differ"),
          when=_papers_may_differ, of_sheet=_scores_of_both),
    offer("tally-sheet", "A player signs the tally sheet", "sign-tally-sheet",
          "signing.records_differ", Question("seat", "Who signs it?", "seat"),
          Question("totals", "Which scores stand on it?", "pair"),
          Question("how", "In which way?", "choice", choices(TallyHow)),
          book=_tally_is_kept, when=_tally_unsigned),
    offer("game-void", "The director lets the game count for nobody", "void-game",
          "fallback.decides", Question("reason", "Why?", "text"),
          when=lambda sheet, _: not sheet.ending.voided),
    offer("tile-check", "The tiles are left for counting", "gather-set", "signing.tile_check",
          Question("complete", "Are all tiles there?", "yes-no"), _layouts,
          book=knows("signing.tile_check"),
          when=lambda sheet, _: sheet.ending.gathered is None),
    offer("amendment", "A player asks for the result to be amended", "ask-amendment",
          _rule_of_amending, Question("seat", "Who asks?", "seat"),
          Question("reason", "What is wrong with it?", "text"),
          Question("now", "What should the final scores be?", "pair"),
          when=lambda sheet, _: sheet.is_final and not sheet.amendment_asked),
))  # fmt: skip
"""The tiles left, papers signed or that differ, a petition for amendment, a game made void; that
one only a ruling does, which whoever enters it is led to."""
