"""A result proposed, signed, handed in; a signature taken back; what is open about a slip."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from msgspec import Struct

from ledger.game.context import GameContext, awaits_verdict, decides, must_not_be_final
from ledger.game.procedure import Actor, Offers, Question, knows, offer
from ledger.game.results.facts import (
    AmendmentRefused,
    RecordsDiffer,
    RecordsSettled,
    ResultHandedIn,
    ResultProposed,
    ResultSigned,
    SetGathered,
    TallySheetSigned,
)
from ledger.game.results.signatures import digest_shown, text_signed
from ledger.game.results.slips import now_differs
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet, Signed
from ledger.game.turns.facts import EntryCorrected
from ledger.game.turns.requests import must_have_reason
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import Role, Seat, Totals, remarks
from ledger.vocabulary.closed_lists import Layout, PapersBasis, SignedHow, TallyHow, choices


class ProposeResult(Request, frozen=True, tag="propose-result", kw_only=True):
    """Put the final scores before both players."""


class SignResult(Request, frozen=True, tag="sign-result", kw_only=True):
    """``seat`` signs for ``totals``; fields as in ``ResultSigned``.

    Attributes:
      how: ``stroke``, ``witness`` or ``paper``. With a PIN nobody signs: no player's is known.
      shown: digest of what the player saw. The desk works it out again and takes no other.
      under_protest: signed so that the result can stand, with something contested: the director
        is shown it. It takes no right away, and no book of ours knows the word (an inference).
    """

    seat: Seat
    totals: Totals
    how: SignedHow
    shown: str
    witness: str = ""
    words: str = ""
    under_protest: bool = False


class Signs(Protocol):
    @property
    def how(self) -> str:
        """How it was given."""

    @property
    def witness(self) -> str:
        """The badge of who saw it."""

    @property
    def words(self) -> str:
        """The digest of what was drawn."""


class HandIn(Request, frozen=True, tag="hand-in", kw_only=True):
    seat: Seat


@decides(ProposeResult, may=STAFF)
def propose_result(sheet: Sheet, request: ProposeResult, context: GameContext) -> Decision:
    """Put the scores as they stand before the players.

    Where both told other scores on their phones, the director finds what holds.
    """
    must_not_be_final(sheet, context)
    _must_be_over(sheet, context)
    noticed = (remarks.SET_IRREGULAR,) if sheet.set_irregular else ()
    proposed = ResultProposed(totals=sheet.stands)
    return Decision((proposed, *now_differs(sheet, sheet.stands)), noticed)


def must_be_a_signature(request: Signs, context: GameContext) -> None:
    """Refuse a signature that nothing but the word of whoever enters it speaks for.

    No PIN of a player is known here, so none was checked; a line has to be drawn; a witness is
    the director who enters it.
    """
    context.must(request.how != "pin", "no-pin-checked")
    if request.how == "witness" and not (
        context.role is Role.DIRECTOR and request.witness == context.by
    ):
        context.must_be_ruled("no-witness/director")
    context.must(request.how != "stroke" or request.words, "unreadable-request/empty-signature")


def _must_not_be_one_hand(sheet: Sheet, request: SignResult, context: GameContext) -> None:
    """Refuse that one scorekeeper has seen both names on paper: then two look at the slip.

    At the results desk it lies before whoever types it (``TypeSlip``).
    """
    if request.how != "paper" or context.role is not Role.SCOREKEEPER:
        return
    other = next((one for one in sheet.result.signatures if one.seat is not request.seat), None)
    context.must_unless_ruled(
        other is None
        or other.fact.how != "paper"
        or sheet.event(other.version).envelope.written_by != context.by,
        "one-hand",
        player=sheet.name(request.seat),
    )


def must_be_what_stands(same_scores: bool, text: str | None) -> None:
    """Refuse a signature for something else than what its player would be shown now.

    No ruling helps: nobody has signed for what nobody saw.

    Args:
      text: the text that it is of, as ``text_signed`` finds it; ``None``: of none.
    """
    if not same_scores or text is None:
        raise refusal("result-changed")


@decides(SignResult, may=STAFF)
def sign_result(sheet: Sheet, request: SignResult, context: GameContext) -> Decision:
    """Write a signature down, with what it covers: the result as the player saw it."""
    must_not_be_final(sheet, context)
    _must_be_over(sheet, context)
    must_be_a_signature(request, context)
    _must_not_be_one_hand(sheet, request, context)
    context.must_unless_ruled(
        request.seat not in sheet.signed_by,
        "already-signed/result",
        player=sheet.name(request.seat),
    )
    text = text_signed(request.shown, partial(digest_shown, sheet, request.seat))
    must_be_what_stands(request.totals == sheet.stands, text)
    return Decision(
        (
            ResultSigned.from_request(request, covers=sheet.version, text=text or ""),
            *now_differs(sheet, request.totals),
        )
    )


@decides(HandIn, may=STAFF)
def hand_in(sheet: Sheet, request: HandIn, context: GameContext) -> Decision:
    """Write down that the slip was handed in (Q-05)."""
    must_be_signed(sheet, context)
    if sheet.result.amending is not None and sheet.result.amending.signatures:
        context.must_be_ruled(
            "amendment-under-way", player=sheet.name(sheet.result.amending.signatures[-1].seat)
        )
    context.must_unless_ruled(sheet.result.handed_in is None, "handed-in")
    return Decision(
        (ResultHandedIn(seat=request.seat),), _not_the_winner(sheet, request.seat, context)
    )


def _not_the_winner(sheet: Sheet, seat: Seat, context: GameContext) -> tuple[str, ...]:
    """What is noticed about who hands in; where nobody won, staff say who is to (TX-14)."""
    if not context.rules.signing.handed_in_by.is_known:
        return ()
    winner = outcome_of(sheet).winner
    if winner is None:
        return touching(context.rules, "TX-14")
    return () if seat is winner else (remarks.NOT_HANDED_IN_BY_WINNER,)


def _must_be_over(sheet: Sheet, context: GameContext) -> None:
    context.must_unless_ruled(not awaits_verdict(sheet, context.rules), "challenge-pending/result")
    context.must_unless_ruled(sheet.ended, "not-over/result")
    if not sheet.ending.unplayed_counted and sheet.ended in (
        "played-out",
        "six-zeros",
        "round-ended",
    ):
        context.must_be_ruled("unplayed-not-counted")


def must_be_signed(sheet: Sheet, context: GameContext) -> None:
    """Refuse what only a result that both players have signed as it stands allows."""
    if not sheet.is_final:
        void = (
            len(sheet.result.given) > len(sheet.result.signatures)
            or sheet.result.amended is not None
        )
        context.must_be_ruled("not-signed/changed-since" if void else "not-signed/not-both")


# A signature of the wrong person, or given by mistake, taken back before the slip is in.


class TakeBackSignature(Request, frozen=True, tag="take-back-signature", kw_only=True):
    """The signature in the place of ``seat`` is none of that player's; it counts no more.

    Attributes:
      seat: whose signature it is said to be; ``None``: both are taken back.
      approved_by: who agreed: ``both players`` or a badge.
    """

    seat: Seat | None = None
    reason: str
    approved_by: str


@decides(TakeBackSignature, may=STAFF)
def take_back_signature(sheet: Sheet, request: TakeBackSignature, context: GameContext) -> Decision:
    """Strike a signature; the other player's stays for what it was given.

    One signature alone ends nothing, so both players may say together whose it was not. Once
    both have signed the result stands, and only a director opens it again; once the slip is in,
    what is wrong with it is amended (Q-05).
    """
    must_have_reason(request.reason)
    context.must_unless_ruled(sheet.result.handed_in is None, "signature-handed-in")
    amending, players = _open_amendment(sheet), ([request.seat] if request.seat else list(Seat))
    given = amending or sheet.result.signatures
    found = [one for one in given if one.seat in players]
    if request.seat:
        context.must(found, "no-signature/player", player=sheet.name(request.seat))
    context.must(found, "no-signature/at-all")
    if sheet.is_final and not amending:
        context.must_unless_ruled(context.role is Role.DIRECTOR, "signed-by-both/take-back")
    return Decision(
        tuple(
            EntryCorrected(
                supersedes=one.version,
                replacement=None,
                reason=request.reason,
                approved_by=request.approved_by,
            )
            for one in found
        )
    )


def _open_amendment(sheet: Sheet) -> tuple[Signed, ...]:
    return sheet.result.amending.signatures if sheet.result.amending is not None else ()


# The papers of a result: tally sheets, cards that differ, the set left for counting.


class SignTallySheet(Request, frozen=True, tag="sign-tally-sheet", kw_only=True):
    """``seat`` signed or initialled the tally sheet; fields as in ``TallySheetSigned``."""

    seat: Seat
    totals: Totals
    how: TallyHow = "signature"


class ReportPapersDiffer(Request, frozen=True, tag="report-papers-differ", kw_only=True):
    """The players' papers tell the result differently; fields as in ``RecordsDiffer``."""

    of_first: Totals
    of_second: Totals


class SettlePapers(Request, frozen=True, tag="settle-papers", kw_only=True):
    """The director found what holds.

    Attributes:
      totals: the scores that hold; left out for the tally sheet, which says them.
    """

    basis: PapersBasis
    totals: Totals | None = None
    note: str = ""


class GatherSet(Request, frozen=True, tag="gather-set", kw_only=True):
    """The tiles were left for counting; fields as in ``SetGathered``."""

    complete: bool
    layout: Layout = ""
    tiles: int | None = None
    note: str = ""


class RefuseAmendment(Request, frozen=True, tag="refuse-amendment", kw_only=True):
    """The director does not grant the petition for an amendment."""

    reason: str


@decides(SignTallySheet, may=STAFF)
def sign_tally_sheet(sheet: Sheet, request: SignTallySheet, context: GameContext) -> Decision:
    """Write a signature on the tally sheet down, whatever scores it was given for (Q-06)."""
    context.must(
        request.how in ("signature", "initials"), "unreadable-request/tally-sheet", how=request.how
    )
    context.must_unless_ruled(sheet.ended, "not-over/tally-sheet")
    noticed = () if request.totals == sheet.stands else (remarks.TALLY_DIFFERS,)
    return Decision(
        (TallySheetSigned(seat=request.seat, totals=request.totals, how=request.how),), noticed
    )


@decides(ReportPapersDiffer, may=STAFF)
def report_papers_differ(
    sheet: Sheet, request: ReportPapersDiffer, context: GameContext
) -> Decision:
    context.must(request.of_first != request.of_second, "unreadable-request/papers-agree")
    return Decision((RecordsDiffer(of_first=request.of_first, of_second=request.of_second),))


@decides(SettlePapers, may=DIRECTORS)
def settle_papers(sheet: Sheet, request: SettlePapers, context: GameContext) -> Decision:
    """Write down what holds. Where the director found too little, a tally sheet may decide."""
    context.must_unless_ruled(sheet.result.records_differ is not None, "papers-agree")
    signed = (
        {one.totals for one in sheet.result.tally}
        if len(sheet.result.tally) == len(Seat)
        else set()
    )
    by_tally = request.basis == "tally-sheet"
    totals = next(iter(signed)) if by_tally and len(signed) == 1 else request.totals
    if totals is None:
        raise context.refusal("unreadable-request/what-holds")
    differ = context.rules.signing.records_differ
    context.must_unless_ruled(
        by_tally and signed == {totals} and differ.value == "director-then-tally-sheet",
        "needs-ruling/papers-differ",
    )
    return Decision((RecordsSettled(totals=totals, basis=request.basis, note=request.note),))


@decides(GatherSet, may=STAFF)
def gather_set(sheet: Sheet, request: GatherSet, context: GameContext) -> Decision:
    """Write down that the tiles were left for counting, or that some are missing (Q-08)."""
    noticed = () if request.complete else (remarks.SET_INCOMPLETE,)
    return Decision(
        (SetGathered.from_request(request),),
        noticed,
    )


@decides(RefuseAmendment, may=DIRECTORS)
def refuse_amendment(sheet: Sheet, request: RefuseAmendment, context: GameContext) -> Decision:
    """Write down that a petition was not granted, and why; both players are to know (Q-04)."""
    context.must_unless_ruled(sheet.amendment_asked, "nothing-petitioned")
    return Decision((AmendmentRefused(reason=request.reason),), (remarks.TELL_BOTH_PLAYERS,))


# The end of the paperwork: what is still to be done, and what can be reported about a slip.


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
            say(
                f"game_results.not-signed.{'card' if cards else 'slip'}"
                f".{'as-it-stands' if seat in before else 'at-all'}",
                player=sheet.name(seat),
                other=sheet.name(seat.opponent),
            ),
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
            say("game_results.has-not-signed-or-initialled-tally", name=sheet.name(seat)),
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
                say("game_results.players-papers-differ-not-settled-what"),
                "director",
                str(rules.signing.records_differ),
            )
        )
    if sheet.amendment_asked:
        items.append(
            OpenItem(
                "petition",
                say("game_results.amendment-asked-for", why=sheet.amendment_asked),
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
            say("game_results.winner-has-not-handed-in-result", name=sheet.name(winner))
            if winner is not None
            else say("game_results.nobody-won-staff-say-who-hands"),
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
            say("game_results.set-not-whole-must-before-next")
            if missing
            else say(f"game_results.tiles-left.{clause.known()}"),
            "staff" if missing else "both",
            str(clause),
        ),
    )


def _ended(sheet: Sheet, _rules: Rulebook) -> bool:
    return bool(sheet.ended)


def _papers_may_differ(sheet: Sheet, _rules: Rulebook) -> bool:
    return sheet.result.records_differ is None and not sheet.ending.voided


def _tally_is_kept(rules: Rulebook) -> bool:
    return rules.signing.records_differ.value == "director-then-tally-sheet"


def _tally_unsigned(sheet: Sheet, rules: Rulebook) -> bool:
    return _papers_may_differ(sheet, rules) and len(sheet.result.tally) != len(Seat)


def _scores_of_both(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    first, second = (sheet.name(seat) for seat in Seat)
    return (
        Question("of_first", "which-scores-has", "pair", values=(("player", first),)),
        Question("of_second", "which-scores-has", "pair", values=(("player", second),)),
    )


def _layouts(rules: Rulebook) -> tuple[Question, ...]:
    layouts = {
        "grids": ("four-5x5", "one-10x10"),
        "left-on-board": ("on-the-board",),
    }[rules.signing.tile_check.known()]
    named = dict(choices(Layout))
    listed = tuple((layout, named[layout]) for layout in layouts)
    return (Question("layout", "how-do-they-lie", "choice", listed),)


def _rule_of_amending(sheet: Sheet, rules: Rulebook) -> tuple[str, tuple[Question, ...]]:
    amendment, handed_in = rules.amendment, sheet.result.handed_in is not None
    return str(amendment.after_hand_in if handed_in else amendment.before_hand_in), ()


OFFERS = Offers(_ended, (
    offer("papers-differ", "report-papers-differ",
          "signing.records_differ", book=knows("signing.records_differ"),
          when=_papers_may_differ, of_sheet=_scores_of_both),
    offer("tally-sheet", "sign-tally-sheet",
          "signing.records_differ", Question("seat", "who-signs-it", "seat"),
          Question("totals", "which-scores-stand-on-it", "pair"),
          Question("how", "in-which-way", "choice", of=TallyHow),
          book=_tally_is_kept, when=_tally_unsigned),
    offer("game-void", "void-game",
          "fallback.decides", Question("reason", "why", "text"),
          when=lambda sheet, _: not sheet.ending.voided),
    offer("tile-check", "gather-set", "signing.tile_check",
          Question("complete", "are-all-tiles-there", "yes-no"), _layouts,
          book=knows("signing.tile_check"),
          when=lambda sheet, _: sheet.ending.gathered is None),
    offer("amendment", "ask-amendment",
          "amendment.before_hand_in", Question("seat", "who-asks", "seat"),
          Question("reason", "what-is-wrong-with-it", "text"),
          Question("now", "what-should-final-scores-be", "pair"),
          when=lambda sheet, _: sheet.is_final and not sheet.amendment_asked,
          now=_rule_of_amending),
))  # fmt: skip
"""The tiles left, papers signed or that differ, a petition for amendment, a game made void; that
one only a ruling does, which whoever enters it is led to."""
