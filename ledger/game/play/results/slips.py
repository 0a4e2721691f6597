"""Result slips filled in by hand, typed for tables where nobody recorded the turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import AT_THE_RESULTS
from ledger.game.facts.arrivals import GamePostponed
from ledger.game.facts.leaving import GameAdjourned
from ledger.game.facts.results import (
    RecordsDiffer,
    ResultHandedIn,
    ResultSigned,
    SlipTyped,
)
from ledger.game.facts.setting_up import GameStarted, StarterDetermined
from ledger.game.play.entry import Entry, decides
from ledger.game.play.results.comparing import (
    as_paired,
    now_differs,
    scores_in_words,
    told_otherwise,
)
from ledger.game.play.results.slips_there import typed_slips
from ledger.game.sheet.effective import standing
from ledger.game.sheet.folding import after
from ledger.game.sheet.on_paper import ends_on_paper
from ledger.game.sheet.opened import find
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.shown_result import digest_shown
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.rulebook.computing.starts import who_starts
from ledger.vocabulary import Points, Seat, Totals, remarks

USUAL = range(101, 800)
"""Scores nobody asks twice about, and ``USUAL_MARGIN`` the margins: less or more is usually a slip
of the finger, so the request has to say that it is meant."""

USUAL_MARGIN = range(400)

LEAST, MOST = -999, 1999
"""Points that no game is known to have gone beyond."""

Score = Annotated[int, Meta(ge=LEAST, le=MOST)]


class TypeSlip(Asked, frozen=True, tag="type-slip", kw_only=True):
    """Type the result that stands on a slip filled in by hand.

    Attributes:
      scores: of the players in the order of the pairing, adjustments included.
      starter: which of the two started, 1 or 2; 0: the slip does not say, and the order of the
        pairing is taken.
      whose: whose slip it is, 1 or 2; 0: the one slip of both.
      unsigned: who of the two has not signed it. The others' signatures are written down as seen
        on paper by who enters it: whoever has seen no paper names both here.
      sure: what hardly happens is meant: such scores, a slip of a game that a tablet records or
        that was put off, a slip that says otherwise than another or than the players' phones.
      photo: digest of the photo that is kept with the request; empty if there is none.
    """

    scores: tuple[Score, Score]
    starter: Annotated[int, Meta(ge=0, le=2)] = 0
    whose: Annotated[int, Meta(ge=0, le=2)] = 0
    unsigned: tuple[Annotated[int, Meta(ge=1, le=2)], ...] = ()
    sure: bool = False
    photo: str = ""


@decides(TypeSlip, may=AT_THE_RESULTS)
def type_slip(sheet: Sheet, asked: TypeSlip, entry: Entry) -> Decision:
    """Write down what the slip says, its signatures, and that it was handed in.

    A second slip, or one of a game that was recorded, is compared with what stands: where it
    says the same its signatures count as well, where not the papers differ, and the director
    finds what holds. So does the director where both players told other scores on their phones.

    Raises:
      Refusal: ``impossible-scores``, ``unlikely-slip``, ``game-has-no-result``, ``slip-known``,
        ``round-is-closed`` or ``result-final/ruled``.
    """
    possible = all(LEAST <= score <= MOST for score in asked.scores)
    entry.must(possible, "impossible-scores", scores=_words(asked))
    entry.must_unless_ruled(
        not sheet.ending.voided and sheet.ending.forfeit is None, "game-has-no-result"
    )
    if not _only_adds_a_photo(sheet, asked):
        entry.must_unless_ruled(not entry.round_closed(), "round-is-closed")
    if not ends_on_paper(sheet):
        return _compared(sheet, asked, entry)
    _must_be_meant(sheet, asked, entry)
    facts, sheet = _begun(sheet, asked, entry)
    totals = _by_seat(sheet, asked.scores)
    noticed = (remarks.TURNS_ARE_MISSING,) if sheet.turn_count else ()
    typed = SlipTyped(totals=totals, whose=_seat(sheet, asked.whose), photo=asked.photo)
    facts, sheet = _and(facts, sheet, typed, entry)
    differ = now_differs(sheet, totals)
    return Decision((*_signed(facts, sheet, asked, entry), *differ), noticed)


def _only_adds_a_photo(sheet: Sheet, asked: TypeSlip) -> bool:
    """Whether nothing changes but that there is a photo: slips turn up after a round is closed."""
    stands = not ends_on_paper(sheet) and _by_seat(sheet, asked.scores) == sheet.stands
    return bool(asked.photo) and stands and set(asked.unsigned) == {1, 2}


def _must_be_meant(sheet: Sheet, asked: TypeSlip, entry: Entry) -> None:
    """Ask once where a wrong table or a slip of the finger is likelier than what it says."""
    if asked.sure:
        return
    entry.must(not sheet.turn_count, "unlikely-slip/on-tablet", turns=sheet.turn_count)
    put_off = find(sheet.open, (GamePostponed, GameAdjourned))
    entry.must(put_off is None, "unlikely-slip/put-off")
    other = asked.starter if sheet.started and asked.starter - 1 != sheet.starter else 0
    entry.must(not other, "unlikely-slip/starter", player=sheet.name(Seat.FIRST))
    otherwise = told_otherwise(sheet, _by_seat(sheet, asked.scores))
    if otherwise is not None:
        raise entry.refusal("unlikely-slip/told", told=otherwise.words, scores=_words(asked))
    entry.must(are_usual(asked.scores), "unlikely-slip/scores", scores=_words(asked))


def are_usual(scores: tuple[int, int]) -> bool:
    """Whether nobody need be asked if such scores are meant."""
    one, two = scores
    return one in USUAL and two in USUAL and abs(one - two) in USUAL_MARGIN


def _words(asked: TypeSlip) -> str:
    return scores_in_words(asked.scores)


def _compared(sheet: Sheet, asked: TypeSlip, entry: Entry) -> Decision:
    """What a slip adds to a result that is there."""
    entry.must_unless_ruled(not sheet.result.carried, "result-final/ruled")
    totals = _by_seat(sheet, asked.scores)
    typed = SlipTyped(totals=totals, whose=_seat(sheet, asked.whose), photo=asked.photo)
    known = typed in (replace(one, starter=0, unsigned=()) for one in typed_slips(sheet).values())
    if totals != sheet.stands:
        on_the_desk = known and sheet.result.records_differ is not None
        entry.must(not on_the_desk, "slip-known/differs", scores=_words(asked))
        entry.must(
            asked.sure or asked.whose,
            "unlikely-slip/otherwise",
            there=scores_in_words(as_paired(sheet, sheet.stands)),
            scores=_words(asked),
        )
        typed = replace(typed, starter=asked.starter, unsigned=asked.unsigned)
        return Decision((typed, RecordsDiffer(of_first=sheet.stands, of_second=totals)))
    entry.must(not known or not sheet.is_signed, "slip-known/the-same", scores=_words(asked))
    facts, sheet = _and((), sheet, typed, entry)
    return Decision(_signed(facts, sheet, asked, entry))


def _begun(sheet: Sheet, asked: TypeSlip, entry: Entry) -> tuple[tuple[Fact, ...], Sheet]:
    """The start, as far as nobody wrote it down."""
    if sheet.started:
        return (), sheet
    facts: tuple[Fact, ...] = ()
    settled = any(isinstance(e.fact, StarterDetermined) for e in _standing(sheet))
    if not settled or (asked.starter and asked.starter - 1 != sheet.starter):
        facts, sheet = _and(facts, sheet, _starter(asked, entry), entry)
    return _and(facts, sheet, GameStarted(), entry)


def _starter(asked: TypeSlip, entry: Entry) -> StarterDetermined:
    """Who started, as the slip says, or as it was to be by the starts so far; else nobody knows."""
    if asked.starter:
        return StarterDetermined(starter=asked.starter, method="assigned")
    balances = entry.rules.start.method.value == "self-balancing"
    before = entry.starts_settled() if balances else None
    start = who_starts("", entry.rules, before)
    if before is None or start.known != "balanced":
        return StarterDetermined(starter=1, method="not-known")
    one, two = before
    return StarterDetermined(
        starter=start.who,
        method="self-balancing",
        firsts=(one.firsts, two.firsts),
        seconds=(one.seconds, two.seconds),
        unplayed=(one.unplayed, two.unplayed),
    )


def _standing(sheet: Sheet) -> Iterator[Event]:
    return (one.event for one in standing(sheet.events) if one.fact is not None)


def _signed(
    facts: tuple[Fact, ...], sheet: Sheet, asked: TypeSlip, entry: Entry
) -> tuple[Fact, ...]:
    """Who has signed the paper, and that it was handed in where both did.

    Who carried it to the desk is not on it: by the book that is the winner.
    """
    unsigned = {_seat(sheet, one) for one in asked.unsigned}
    for seat in Seat:
        if seat in unsigned or seat in sheet.signed_by:
            continue
        signature = ResultSigned(
            seat=seat,
            totals=sheet.stands,
            how="paper",
            shown=digest_shown(sheet, seat),
            covers=sheet.version,
        )
        facts, sheet = _and(facts, sheet, signature, entry)
    if not sheet.is_signed or sheet.result.handed_in is not None:
        return facts
    whose = _seat(sheet, asked.whose) or outcome_of(sheet).winner or Seat.FIRST
    return (*facts, ResultHandedIn(seat=whose))


def _and(
    facts: tuple[Fact, ...], sheet: Sheet, fact: Fact, entry: Entry
) -> tuple[tuple[Fact, ...], Sheet]:
    """The facts with one more, and the sheet as it is then."""
    envelope = replace(sheet.events[-1].envelope, written_by=entry.by, case=entry.case, fact=fact)
    return (*facts, fact), after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])


def _by_seat(sheet: Sheet, scores: tuple[int, int]) -> Totals:
    """Scores in the order of the pairing, as the seats have them: who started comes first."""
    return as_paired(sheet, (Points(scores[0]), Points(scores[1])))


def _seat(sheet: Sheet, player: int) -> Seat | None:
    """The seat of a player of the pairing, 1 or 2; ``None`` for 0."""
    if not player:
        return None
    return Seat.FIRST if player - 1 == sheet.starter else Seat.SECOND
