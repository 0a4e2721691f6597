"""Results typed from slips, or told by players on phones: compared, entered, taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger.game.absences.facts import GameAdjourned, GamePostponed
from ledger.game.context import GameContext, decides
from ledger.game.results.facts import (
    RecordsDiffer,
    ResultHandedIn,
    ResultReported,
    ResultSigned,
    SlipTakenBack,
    SlipTyped,
)
from ledger.game.results.signatures import digest_shown
from ledger.game.setting_up.facts import GameStarted, StarterDetermined
from ledger.game.sheet.folding import after, telling
from ledger.game.sheet.outcome import ends_on_paper, outcome_of
from ledger.game.sheet.sheet import Sheet, find
from ledger.game.sheet.standing import standing
from ledger.game.turns.taking_back import BESIDE_THE_TURN
from ledger.messages import say
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.requests import AT_THE_RESULTS, Decision, Request
from ledger.rulebook.limits import who_starts
from ledger.vocabulary import Points, Role, Seat, Totals, remarks
from ledger.vocabulary.closed_lists import SlipMistake
from ledger.vocabulary.refusals import Telling
from ledger.vocabulary.signs import score

# The slips of a game that were typed and not taken back.


def typed_slips(sheet: Sheet) -> dict[int, SlipTyped]:
    """The slips typed for a game that were not taken back, by version, oldest first."""
    return {
        one.event.originator_version: one.fact
        for one in standing(sheet.events)
        if isinstance(one.fact, SlipTyped)
    }


# What several people say of one result, compared: phones, slips, files, the table's own record.
#
# Every door asks here whether what comes in contradicts what the players told on their phones. A
# single phone may have been mistyped, so it only makes somebody look again. Scores that neither
# player told are a matter for the director, whatever paper they come from.


class ToldOtherwise(Struct, frozen=True, kw_only=True):
    """What players told on their phones, none of which is the result that comes in.

    Attributes:
      words: what they told, said when it is read.
      differ: what waits for the director; ``None``: only one player told anything.
    """

    words: Telling
    differ: RecordsDiffer | None


def told_otherwise(sheet: Sheet, totals: Totals) -> ToldOtherwise | None:
    """What contradicts these scores; ``None``: nobody told any, or somebody told just these."""
    reported = sheet.result.reported
    if not reported or any(one.totals == totals for one in reported):
        return None
    both = len(reported) == len(Seat)
    differ = RecordsDiffer(of_first=totals, of_second=reported[0].totals) if both else None
    return ToldOtherwise(words=Telling(lambda: _words_comparing(sheet)), differ=differ)


def now_differs(sheet: Sheet, totals: Totals) -> tuple[RecordsDiffer, ...]:
    """What is written beside scores that contradict both players; empty: nothing, or it is known.

    What the director found once about the same two is not asked for again.
    """
    otherwise = told_otherwise(sheet, totals)
    if otherwise is None or otherwise.differ is None:
        return ()
    known = any(one.fact == otherwise.differ for one in standing(sheet.events))
    return () if known else (otherwise.differ,)


def reports_differ(sheet: Sheet, report: ResultReported) -> tuple[RecordsDiffer, ...]:
    """What is written beside a report where the other player told something else."""
    others = [one.totals for one in sheet.result.reported if one.seat is not report.seat]
    if not others or others[0] == report.totals:
        return ()
    first = report.seat is Seat.FIRST
    of = (report.totals, others[0]) if first else (others[0], report.totals)
    return (RecordsDiffer(of_first=of[0], of_second=of[1]),)


def may_hold(sheet: Sheet) -> tuple[Totals, ...]:
    """Scores that somebody told where papers of a result differ, by seat; empty: none differ."""
    differ = sheet.result.records_differ
    if differ is None:
        return ()
    reported = (one.totals for one in sheet.result.reported)
    return tuple(dict.fromkeys((differ.of_first, differ.of_second, *reported)))


def told_by_players(sheet: Sheet) -> tuple[Totals | None, Totals | None]:
    """What each player told on an own phone. Players and scores are in the order of the pairing."""
    of = {one.seat.place: as_paired(sheet, one.totals) for one in sheet.result.reported}
    one, two = of.get(Seat.FIRST.place), of.get(Seat.SECOND.place)
    return (one, two) if sheet.starter == 0 else (two, one)


def as_paired(sheet: Sheet, totals: Totals) -> Totals:
    """Scores of the seats in the order of the pairing, or the other way round."""
    one, two = totals
    return (one, two) if sheet.starter == 0 else (two, one)


def told_on_phones(sheet: Sheet) -> str:
    return _words_comparing(sheet) if sheet.result.reported else ""


def _words_comparing(sheet: Sheet) -> str:
    """``Ada and Bo told 401–400``, or each by name where they told different scores."""
    points = zip(sheet.scheduled.players, told_by_players(sheet), strict=True)
    (player, scores), *more = [(name, scores_wording(said)) for name, said in points if said]
    if not more:
        return say("game_results.told.by-one", player=player, scores=scores)
    [(other, others)] = more
    if scores == others:
        return say("game_results.told.by-both", player=player, other=other, scores=scores)
    return say(
        "game_results.told.differently", player=player, scores=scores, other=other, others=others
    )


def scores_wording(scores: tuple[Points, Points] | tuple[int, int]) -> str:
    """``412–388``."""
    return score(*scores)


USUAL = range(101, 800)
"""Scores nobody asks twice about, and ``USUAL_MARGIN`` the margins: less or more is usually a slip
of the finger, so the request has to say that it is meant."""

USUAL_MARGIN = range(400)

LEAST, MOST = -999, 1999  # points that no game is known to have gone beyond

Score = Annotated[int, Meta(ge=LEAST, le=MOST)]


class TypeSlip(Request, frozen=True, tag="type-slip", kw_only=True):
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
    """

    scores: tuple[Score, Score]
    starter: Annotated[int, Meta(ge=0, le=2)] = 0
    whose: Annotated[int, Meta(ge=0, le=2)] = 0
    unsigned: tuple[Annotated[int, Meta(ge=1, le=2)], ...] = ()
    sure: bool = False
    photo: str = ""


@decides(TypeSlip, may=AT_THE_RESULTS)
def type_slip(sheet: Sheet, request: TypeSlip, context: GameContext) -> Decision:
    """Write down what the slip says, its signatures, and that it was handed in.

    A second slip, or one of a game that was recorded, is compared with what stands: where it
    says the same its signatures count as well, where not the papers differ, and the director
    finds what holds. So does the director where both players told other scores on their phones.
    """
    possible = all(LEAST <= score <= MOST for score in request.scores)
    context.must(possible, "impossible-scores", scores=_words(request))
    context.must_unless_ruled(
        not sheet.ending.voided and sheet.ending.forfeit is None, "game-has-no-result"
    )
    if not _only_adds_a_photo(sheet, request):
        context.must_unless_ruled(not context.round_closed(), "round-is-closed")
    if not ends_on_paper(sheet):
        return _compared(sheet, request, context)
    _must_be_meant(sheet, request, context)
    facts, sheet = _begun(sheet, request, context)
    totals = _by_seat(sheet, request.scores)
    noticed = (remarks.TURNS_ARE_MISSING,) if sheet.turn_count else ()
    typed = SlipTyped(totals=totals, whose=_seat(sheet, request.whose), photo=request.photo)
    facts, sheet = _and(facts, sheet, typed, context)
    differ = now_differs(sheet, totals)
    return Decision((*_signed(facts, sheet, request, context), *differ), noticed)


def _only_adds_a_photo(sheet: Sheet, request: TypeSlip) -> bool:
    """Whether nothing changes but that there is a photo: slips turn up after a round is closed."""
    stands = not ends_on_paper(sheet) and _by_seat(sheet, request.scores) == sheet.stands
    return bool(request.photo) and stands and set(request.unsigned) == {1, 2}


def _must_be_meant(sheet: Sheet, request: TypeSlip, context: GameContext) -> None:
    """Ask once where a wrong table or a slip of the finger is likelier than what it says."""
    if request.sure:
        return
    context.must(not sheet.turn_count, "unlikely-slip/on-tablet", turns=sheet.turn_count)
    put_off = find(sheet.open, (GamePostponed, GameAdjourned))
    context.must(put_off is None, "unlikely-slip/put-off")
    other = request.starter if sheet.started and request.starter - 1 != sheet.starter else 0
    context.must(not other, "unlikely-slip/starter", player=sheet.name(Seat.FIRST))
    otherwise = told_otherwise(sheet, _by_seat(sheet, request.scores))
    if otherwise is not None:
        raise context.refusal("unlikely-slip/told", told=otherwise.words, scores=_words(request))
    context.must(are_usual(request.scores), "unlikely-slip/scores", scores=_words(request))


def are_usual(scores: tuple[int, int]) -> bool:
    """Whether nobody need be asked if such scores are meant."""
    one, two = scores
    return one in USUAL and two in USUAL and abs(one - two) in USUAL_MARGIN


def _words(request: TypeSlip) -> str:
    return scores_wording(request.scores)


def _compared(sheet: Sheet, request: TypeSlip, context: GameContext) -> Decision:
    """What a slip adds to a result that is there."""
    context.must_unless_ruled(not sheet.result.carried, "result-final/ruled")
    totals = _by_seat(sheet, request.scores)
    typed = SlipTyped(totals=totals, whose=_seat(sheet, request.whose), photo=request.photo)
    known = typed in (replace(one, starter=0, unsigned=()) for one in typed_slips(sheet).values())
    if totals != sheet.stands:
        on_the_desk = known and sheet.result.records_differ is not None
        context.must(not on_the_desk, "slip-known/differs", scores=_words(request))
        context.must(
            request.sure or request.whose,
            "unlikely-slip/otherwise",
            there=scores_wording(as_paired(sheet, sheet.stands)),
            scores=_words(request),
        )
        typed = replace(typed, starter=request.starter, unsigned=request.unsigned)
        return Decision((typed, RecordsDiffer(of_first=sheet.stands, of_second=totals)))
    context.must(not known or not sheet.is_signed, "slip-known/the-same", scores=_words(request))
    facts, sheet = _and((), sheet, typed, context)
    return Decision(_signed(facts, sheet, request, context))


def _begun(sheet: Sheet, request: TypeSlip, context: GameContext) -> tuple[tuple[Fact, ...], Sheet]:
    """The start, as far as nobody wrote it down."""
    if sheet.started:
        return (), sheet
    facts: tuple[Fact, ...] = ()
    settled = any(isinstance(e.fact, StarterDetermined) for e in _standing(sheet))
    if not settled or (request.starter and request.starter - 1 != sheet.starter):
        facts, sheet = _and(facts, sheet, _starter(request, context), context)
    return _and(facts, sheet, GameStarted(), context)


def _starter(request: TypeSlip, context: GameContext) -> StarterDetermined:
    """Who started, as the slip says, or as it was to be by the starts so far; else nobody knows."""
    if request.starter:
        return StarterDetermined(starter=request.starter, method="assigned")
    balances = context.rules.start.method.value == "self-balancing"
    before = context.starts_settled() if balances else None
    start = who_starts("", context.rules, before)
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
    facts: tuple[Fact, ...], sheet: Sheet, request: TypeSlip, context: GameContext
) -> tuple[Fact, ...]:
    """Who has signed the paper, and that it was handed in where both did.

    Who carried it to the desk is not on it: by the book that is the winner.
    """
    unsigned = {_seat(sheet, one) for one in request.unsigned}
    for seat in Seat:
        if seat in unsigned or seat in sheet.signed_by:
            continue
        signature = ResultSigned(
            seat=seat,
            totals=sheet.stands,
            how="paper",
            shown=digest_shown(sheet, seat, text=1),
            covers=sheet.version,
        )
        facts, sheet = _and(facts, sheet, signature, context)
    if not sheet.is_signed or sheet.result.handed_in is not None:
        return facts
    whose = _seat(sheet, request.whose) or outcome_of(sheet).winner or Seat.FIRST
    return (*facts, ResultHandedIn(seat=whose))


def _and(
    facts: tuple[Fact, ...], sheet: Sheet, fact: Fact, context: GameContext
) -> tuple[tuple[Fact, ...], Sheet]:
    envelope = replace(
        sheet.events[-1].envelope, written_by=context.by, case=context.case, fact=fact
    )
    return (*facts, fact), after(sheet, [Event(sheet.id, sheet.version + 1, envelope)])


def _by_seat(sheet: Sheet, scores: tuple[int, int]) -> Totals:
    return as_paired(sheet, (Points(scores[0]), Points(scores[1])))


def _seat(sheet: Sheet, player: int) -> Seat | None:
    if not player:
        return None
    return Seat.FIRST if player - 1 == sheet.starter else Seat.SECOND


# A slip that was typed for the wrong table, or typed wrong, is taken back by who typed it.
#
# That is no amendment: nobody has signed on a screen what the record says, and no paper changes. So
# it is possible only while nothing rests on it, and what was typed stays in the log. Of two slips
# that differ either one may be the wrong one. Where the first is, the record rested on it; so what
# was typed after it is written once more, in its place.


_ONCE_MORE = UUID(int=0)
"""Stands for the request that is being decided, whose number its decision does not know."""


class TakeBackSlip(Request, frozen=True, tag="take-back-slip", kw_only=True):
    """A slip is taken back.

    Attributes:
      why: ``wrong-table``: it is another table's slip; ``typed-wrong``: the paper says otherwise.
    """

    version: int
    why: SlipMistake = "typed-wrong"


@decides(TakeBackSlip, may=AT_THE_RESULTS)
def take_back_slip(sheet: Sheet, request: TakeBackSlip, context: GameContext) -> Decision:
    """Strike a slip, its signatures and its hand-in; what was typed after it is entered anew."""
    slips = typed_slips(sheet)
    context.must(request.version in slips, "no-such-entry/slip", version=request.version)
    typed = sheet.event(request.version).envelope
    own = context.role is Role.DIRECTOR or typed.written_by == context.by
    context.must_unless_ruled(own, "slip-stands/another-official", by=typed.written_by)
    context.must_unless_ruled(not context.round_closed(), "round-is-closed")
    if (rests := rests_on(sheet, request.version)) is not None:
        if isinstance(rests, ResultSigned):
            context.must_be_ruled("slip-stands/signed-here", player=sheet.name(rests.seat))
        context.must_be_ruled("slip-stands/came-after", what=telling(rests, sheet))
    facts: tuple[Fact, ...] = (SlipTakenBack(supersedes=request.version, why=request.why),)
    later = {version: slip for version, slip in slips.items() if version > request.version}
    facts += tuple(SlipTakenBack(supersedes=version, why="entered-anew") for version in later)
    now = _with(sheet, facts, context)
    for slip in later.values():
        again = type_slip(now, _typed_again(sheet, slip), context).facts
        facts, now = (*facts, *again), _with(now, again, context)
    return Decision(facts)


def rests_on(sheet: Sheet, version: int) -> Fact | None:
    """What came after a slip and keeps it from being taken back; ``None``: nothing did.

    Other slips and phones don't: they are compared anew. What was taken back since is nothing.
    """
    typed = sheet.event(version).envelope.command_id
    of_slips = {
        event.envelope.command_id
        for event in sheet.events
        if isinstance(event.fact, SlipTyped | SlipTakenBack | ResultReported)
    }
    since = [
        event.fact
        for event in sheet.events
        if event.originator_version > version
        and event.envelope.command_id not in (typed, *of_slips)
        and not isinstance(event.fact, BESIDE_THE_TURN)
    ]
    signed = [fact for fact in since if isinstance(fact, ResultSigned)]
    return next(iter((*signed, *since)), None)


def _typed_again(sheet: Sheet, slip: SlipTyped) -> TypeSlip:
    """The request that typed a slip, by the order of the pairing as slips have it."""
    swapped = sheet.starter == 1
    one, two = slip.totals[::-1] if swapped else slip.totals
    whose = 0 if slip.whose is None else (slip.whose is Seat.SECOND) ^ swapped
    return TypeSlip(
        scores=(one, two),
        starter=slip.starter,
        whose=0 if slip.whose is None else 1 + whose,
        unsigned=slip.unsigned,
        photo=slip.photo,
        sure=True,
    )


def _with(sheet: Sheet, facts: tuple[Fact, ...], context: GameContext) -> Sheet:
    """The sheet as it is after these facts of the request that is being decided."""
    like = replace(
        sheet.events[-1].envelope, written_by=context.by, case=context.case, command_id=_ONCE_MORE
    )
    return after(
        sheet,
        [
            Event(sheet.id, sheet.version + place, replace(like, fact=fact))
            for place, fact in enumerate(facts, 1)
        ],
    )


# Results that players tell on their own phones, where the organiser lets them.


MOST_REPORTS = 5
"""So often one player may tell a result: people mistype, and nobody should fill a record."""


class ReportResult(Request, frozen=True, tag="report-result", kw_only=True):
    """A player tells the result, under the badge of who lets players do so.

    Attributes:
      player: 1 or 2, in the order of the pairing.
      sure: scores that hardly ever happen are meant.
    """

    player: Annotated[int, Meta(ge=1, le=2)]
    scores: tuple[Score, Score]
    sure: bool = False


@decides(ReportResult, may=AT_THE_RESULTS)
def report_result(sheet: Sheet, request: ReportResult, context: GameContext) -> Decision:
    """Write down what a player told. Where the other told something else, the papers differ."""
    one, two = request.scores
    possible = LEAST <= one <= MOST and LEAST <= two <= MOST
    says = scores_wording(request.scores)
    context.must(possible, "impossible-scores", scores=says)
    context.must(ends_on_paper(sheet) and not sheet.turn_count, "result-is-in")
    context.must(not context.round_closed(), "round-is-closed")
    likely = one != two and are_usual(request.scores)  # one score twice: a field typed wrong
    context.must(request.sure or likely, "unlikely-slip/scores", scores=says)
    seat = Seat.FIRST if (request.player == 1) == (sheet.starter == 0) else Seat.SECOND
    reports = [e.fact for e in sheet.events if isinstance(e.fact, ResultReported)]
    context.must(sum(fact.seat is seat for fact in reports) < MOST_REPORTS, "told-often")
    report = ResultReported(seat=seat, totals=as_paired(sheet, (Points(one), Points(two))))
    return Decision((report, *reports_differ(sheet, report)))
