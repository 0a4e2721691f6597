"""Recounts: who may ask, how, and what a wrong count costs."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ledger.game.clock.facts import ScoreCheckAsked
from ledger.game.context import GameContext, decides
from ledger.game.procedure import Offers, Procedure, Question, Step, in_order, offer, opened_by
from ledger.game.scores.facts import (
    Counted,
    CumulativeAgreed,
    RecountAsked,
    RecountDone,
    RecountFavourBarred,
    RecountStopped,
    ScoreDisputeSettled,
    ScoreSheetSeen,
)
from ledger.game.scores.requests import (
    changes_of,
    counted_turns,
    must_be_correctable,
    must_not_favour,
    scores_changed,
)
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.messages import say
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.ambiguities.ruled import touching
from ledger.rulebook.limits import scores_are_closed
from ledger.vocabulary import Points, Role, Seat
from ledger.vocabulary.closed_lists import RecountBy, SheetReader
from ledger.vocabulary.refusals import Refusal

# Who may have a game counted again, how much of it, and what may come of it.


class RecountRight(Struct, frozen=True):
    """Whether a player may have the game counted again.

    Attributes:
      kind: as in ``recount.right``.
      why: what is missing, or what the rule gives, one sentence for people.
      trap: the gap that leaves it open, or ``""``.
    """

    allowed: bool
    kind: str
    why: str
    clause: str
    trap: str = ""


class RecountClaim(Struct, frozen=True, kw_only=True):
    """What is known when a recount is asked for.

    Attributes:
      margin_of_play: the same before unplayed tiles and overtime.
      tallies_differ: whether the players' own tallies differ; ``None``: not known.
    """

    margin: Points
    margin_of_play: Points
    tallies_differ: bool | None = None
    director_agrees: bool = False


def right_to_recount(request: RecountClaim, rules: Rulebook) -> RecountRight:
    """Whether the game may be counted again under this book.

    >>> from ledger.rulebook import load
    >>> close = RecountClaim(margin=10, margin_of_play=10)
    >>> [right_to_recount(close, load(name)).allowed for name in ("wespa-1.0", "wespa-4.0")]
    [True, False]
    """
    kind = rules.recount.right.known()
    allowed, why, trap = WAYS[kind](request, rules)
    return RecountRight(allowed, kind, why, str(rules.recount.right), trap)


Answer = tuple[bool, str, str]


def _director_agrees(request: RecountClaim, rules: Rulebook) -> Answer:
    del rules
    if request.director_agrees:
        return True, say("game_scores.director-agrees"), ""
    return False, say("game_scores.recount-takes-directors-agreement"), ""


def _as_of_right(request: RecountClaim, rules: Rulebook) -> Answer:
    del request, rules
    return True, say("game_scores.either-player-may-have-recount-at"), ""


def _permitted(request: RecountClaim, rules: Rulebook) -> Answer:
    del request, rules
    return True, say("game_scores.recount-permitted-at-any-margin-players"), ""


def _within_margin(request: RecountClaim, rules: Rulebook) -> Answer:
    """The book does not say which margin: after unplayed tiles and overtime, or before."""
    most = rules.recount.largest_margin.known()
    margins = say(
        "game_scores.as-stands-before-tiles-time",
        margin=request.margin,
        of_play=request.margin_of_play,
    )
    close = [m <= most for m in (request.margin, request.margin_of_play)]
    if all(close):
        return True, say("game_scores.margin-no-more-than", most=most, margins=margins), ""
    trap = "T1-10" if any(close) else ""
    return False, say("game_scores.recount-for-margin-or-less", most=most, margins=margins), trap


def _if_tallies_differ(request: RecountClaim, rules: Rulebook) -> Answer:
    del rules
    if not request.tallies_differ:
        return False, say("game_scores.there-no-provision-for-recount-where"), ""
    if request.director_agrees:
        return True, say("game_scores.tallies-differ-director-allows"), ""
    return False, say("game_scores.tallies-differ-recount-at-directors-discretion"), ""


WAYS: dict[str, Callable[[RecountClaim, Rulebook], Answer]] = {
    "director-agrees": _director_agrees,
    "as-of-right": _as_of_right,
    "permitted": _permitted,
    "within-margin": _within_margin,
    "director-if-tallies-differ": _if_tallies_differ,
}


def may_be_partial(both_consent: bool, rules: Rulebook) -> bool:
    return PARTS[rules.recount.partial.known()](both_consent)


PARTS: dict[str, Callable[[bool], bool]] = {
    "if-both-consent": bool,
    "no": lambda _: False,
}


AFTER_PLAY = (LineKind.UNPLAYED, LineKind.OVERTIME)


class AskRecount(Request, frozen=True, tag="ask-recount", kw_only=True):
    """``seat`` wants the game counted again; fields as in ``RecountAsked``.

    Attributes:
      tallies_differ: whether the players' own tallies differ; ``None`` where what they have
        written down is to tell.
      director_agrees: whether the director agrees; it counts where a director enters it.
    """

    seat: Seat
    last_turns: int = 0
    consents: tuple[Seat, ...] = ()
    tallies_differ: bool | None = None
    director_agrees: bool = False


class SeeScoreSheet(Request, frozen=True, tag="see-score-sheet", kw_only=True):
    """The score sheet ``of`` a player is given to the opponent, or to the director."""

    of: Seat
    by: SheetReader = "opponent"
    objected: bool = False
    on_request: bool = True


class BarRecountFavour(Request, frozen=True, tag="bar-recount-favour", kw_only=True):
    """The director rules out changes in favour of ``seat``; the recount may go on."""

    seat: Seat
    reason: str


class FinishRecount(Request, frozen=True, tag="finish-recount", kw_only=True):
    """The recount is finished.

    Attributes:
      scores: turns that were found to be worth something else: version of the turn's event,
        and its points. All other turns were found right.
    """

    scores: Counted = ()
    by: RecountBy = "both"


class StopRecount(Request, frozen=True, tag="stop-recount", kw_only=True):
    """The director stops the recount; fields as in ``RecountStopped``."""

    reason: str
    no_change_in_favour_of: Seat | None = None


def margins(sheet: Sheet) -> tuple[Points, Points]:
    """The margin as it stands, and before unplayed tiles and overtime."""
    first, second = sheet.totals
    before = [first, second]
    for line in sheet.lines:
        if line.kind in AFTER_PLAY:
            before[line.seat.place] = Points(before[line.seat.place] - line.score)
    return Points(abs(first - second)), Points(abs(before[0] - before[1]))


def tallies_differ(sheet: Sheet) -> bool | None:
    """Whether the totals both players last wrote down differ; ``None`` until both did."""
    last = {fact.seat: fact.totals for fact in sheet.result.written if fact.totals is not None}
    return last[Seat.FIRST] != last[Seat.SECOND] if len(last) == len(Seat) else None


@decides(AskRecount, may=STAFF)
def ask_recount(sheet: Sheet, request: AskRecount, context: GameContext) -> Decision:
    """Open a recount, where the rulebook gives the player one."""
    must_be_correctable(sheet, context)
    context.must_unless_ruled(sheet.ended, "not-over/recount")
    context.must_unless_ruled(find(sheet.open, RecountAsked) is None, "recount-open")
    context.must(
        0 <= request.last_turns <= len(counted_turns(sheet)),
        "unreadable-request/turns-to-count",
        turns=request.last_turns,
        most=len(counted_turns(sheet)),
    )
    margin, of_play = margins(sheet)
    differ = tallies_differ(sheet) if request.tallies_differ is None else request.tallies_differ
    agrees = request.director_agrees and context.role is Role.DIRECTOR
    right = right_to_recount(
        RecountClaim(
            margin=margin, margin_of_play=of_play, tallies_differ=differ, director_agrees=agrees
        ),
        context.rules,
    )
    if right.trap:
        context.unless_ruled(call_the_director(right.trap, context.rules))
    elif not right.allowed:
        context.must_be_ruled("no-right-to-recount", why=right.why, clause=right.clause)
    if request.last_turns:
        _must_be_allowed_in_part(request, context)
    fact = RecountAsked(
        seat=request.seat,
        last_turns=request.last_turns,
        margin=margin,
        margin_of_play=of_play,
        right=right.kind,
        agreed_by=context.by if agrees else "",
        consents=request.consents,
    )
    return Decision((fact,), touching(context.rules, "T4-18") if agrees else ())


def _must_be_allowed_in_part(request: AskRecount, context: GameContext) -> None:
    """Refuse a partial recount the book does not know, or not without both players."""
    clause = context.rules.recount.partial
    if not clause.is_known:
        context.unless_ruled(clause.refusal())
        return
    context.must_unless_ruled(
        may_be_partial(all(seat.value in request.consents for seat in Seat), context.rules),
        "recount-whole-only",
    )


@decides(SeeScoreSheet, may=STAFF)
def see_score_sheet(sheet: Sheet, request: SeeScoreSheet, context: GameContext) -> Decision:
    """Write down who saw whose score sheet (F-09).

    Where its owner objects, a book may send the sheet by way of the director.
    """
    access = context.rules.recount.sheet_access
    if request.objected and request.by == "opponent" and access.value != "direct":
        context.must_be_ruled("sheet-through-director", player=sheet.name(request.of))
    return Decision((ScoreSheetSeen.from_request(request),))


@decides(BarRecountFavour, may=DIRECTORS)
def bar_recount_favour(sheet: Sheet, request: BarRecountFavour, context: GameContext) -> Decision:
    """Write down whom nothing that is found may favour (F-10)."""
    _open_recount(sheet, context)
    _must_bar(context)
    return Decision((RecountFavourBarred(seat=request.seat, reason=request.reason),))


@decides(FinishRecount, may=STAFF)
def finish_recount(sheet: Sheet, request: FinishRecount, context: GameContext) -> Decision:
    """Write down every turn as counted, and correct those that were wrong."""
    must_be_correctable(sheet, context)
    recount = _open_recount(sheet, context)
    turns = counted_turns(sheet)
    opening = recount.fact if recount is not None else None
    if isinstance(opening, RecountAsked) and opening.last_turns:
        turns = turns[-opening.last_turns :]
    changes = changes_of(turns, request.scores)
    for change in changes:
        must_not_favour(sheet, change, context)
    corrections, now = scores_changed(sheet, changes, "recount", request.by)
    found = {change.version: change.now for change in changes}
    done = RecountDone(
        turns=tuple((turn.version, found.get(turn.version, turn.score)) for turn in turns),
        was=sheet.totals,
        now=now,
        by=request.by,
    )
    return Decision((done, *corrections))


@decides(StopRecount, may=DIRECTORS)
def stop_recount(sheet: Sheet, request: StopRecount, context: GameContext) -> Decision:
    """Stop a recount, for a reason the book allows, or by ruling."""
    _open_recount(sheet, context)
    reasons = context.rules.recount.stopped_for
    if not reasons.is_known:
        context.unless_ruled(reasons.refusal())
    elif request.reason not in reasons.known():
        context.must_be_ruled("recount-goes-on", reasons=", ".join(reasons.known()))
    if request.no_change_in_favour_of is not None:
        _must_bar(context)
    return Decision(
        (
            RecountStopped(
                reason=request.reason, no_change_in_favour_of=request.no_change_in_favour_of
            ),
        )
    )


def _must_bar(context: GameContext) -> None:
    bars = context.rules.recount.bars_abuser
    if not bars.is_known:
        context.unless_ruled(bars.refusal())


def _open_recount(sheet: Sheet, context: GameContext) -> Opened | None:
    recount = find(sheet.open, RecountAsked)
    context.must_unless_ruled(recount is not None, "no-recount")
    return recount


# Counting a game again: who may ask, what is laid on the table, what becomes of it.


@opened_by(RecountAsked)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    request = opened.fact
    assert isinstance(request, RecountAsked)
    name, other = sheet.name(request.seat), sheet.name(request.seat.opponent)
    turns = _turns(sheet)
    part = request.last_turns or len(turns)
    closed = scores_are_closed(len(sheet.result.signatures), rules)
    return Procedure(
        name="recount",
        title=say("game_scores.recount"),
        clause=str(rules.recount.right),
        seat=request.seat,
        version=opened.version,
        counts=(
            ("turns", part),
            ("margin", request.margin),
            ("margin-of-play", request.margin_of_play),
        ),
        traps=("T1-10",) if rules.recount.largest_margin.is_known else (),
        steps=(
            _clock(rules),
            _sheets(request.seat.opponent, name, other, opened, rules),
            Step(
                "both",
                say("game_scores.players-count-whole-game-again")
                if part == len(turns)
                else say("game_scores.players-count-last-turns-again", n=part),
                str(rules.recount.partial),
                asks="finish-recount",
                questions=(COUNTED, COUNTED_BY),
                if_wrong=say("game_scores.card-signed-only-director-may-let")
                if closed
                else say("game_scores.nothing-changed-but-turns-counted-otherwise"),
            ),
            *_director(opened, rules),
        ),
        needs_ruling=closed,
    )


def _clock(rules: Rulebook) -> Step:
    clause = rules.recount.clock
    return Step(
        "both",
        say("game_scores.clock-stays-stopped")
        if clause.is_known
        else say("game_scores.clock-left-alone-rulebook-says-nothing"),
        str(clause),
        clock="neutral" if clause.is_known else "",
    )


COUNTED = Question("scores", "which-turns-count-otherwise-and-how-many", "turns")
COUNTED_BY = Question("by", "who-counted", "choice", of=RecountBy)


def _sheets(of: Seat, name: str, other: str, opened: Opened, rules: Rulebook) -> Step:
    access = rules.recount.sheet_access
    words = {
        "through-director": say("game_scores.may-ask-for-score-sheet-who", name=name, other=other),
        "direct": say("game_scores.may-look-at-score-sheet-if", name=name, other=other),
    }.get(
        access.value or "",
        say("game_scores.whether-may-see-sheet-for-director", name=name, other=other),
    )
    return Step(
        "opponent",
        words,
        str(access),
        asks="see-score-sheet",
        done=opened.has(ScoreSheetSeen),
        optional=True,
        answers=(("of", of.value),),
        questions=(
            Question(
                "by",
                "who-looks-at-it",
                "choice",
                (("opponent", name), ("director", say("questions.the-director"))),
            ),
            Question("objected", "does-object", "yes-no", values=(("other", other),)),
        ),
    )


def _director(opened: Opened, rules: Rulebook) -> tuple[Step, ...]:
    stops, bars = rules.recount.stopped_for, rules.recount.bars_abuser
    named = [(reason, say(f"choices.recount-stop.word.{reason}")) for reason in stops.value or ()]
    return in_order(
        stops.is_known
        and Step(
            "director",
            say(
                "game_scores.director-may-stop-recount-reasons-book",
                reasons=", ".join(words for _, words in named),
            ),
            str(stops),
            asks="stop-recount",
            optional=True,
            questions=(Question("reason", "why-is-it-stopped", "choice", tuple(named)),),
        ),
        bars.is_known
        and Step(
            "director",
            say("game_scores.director-may-rule-no-change-favours"),
            str(bars),
            asks="bar-recount-favour",
            done=opened.has(RecountFavourBarred),
            optional=True,
            questions=(
                Question("seat", "whom-may-nothing-favour", "seat"),
                Question("reason", "what-was-abuse", "text"),
            ),
        ),
    )


def _turns(sheet: Sheet) -> tuple[Line, ...]:
    return tuple(line for line in sheet.lines if line.is_turn)


def _may_be_recounted(sheet: Sheet, rules: Rulebook) -> bool:
    """Once the game is over, where the book gives a recount at this margin.

    It is offered because of the rule, never because the record finds a score wrong.
    """
    closed = scores_are_closed(len(sheet.result.signatures), rules)
    if not sheet.ended or closed or find(sheet.open, RecountAsked) is not None:
        return False
    margin, of_play = margins(sheet)
    # As if the director agreed and the tallies differed: what remains is the margin.
    claim = RecountClaim(
        margin=margin, margin_of_play=of_play, tallies_differ=True, director_agrees=True
    )
    try:
        right = right_to_recount(claim, rules)
    except Refusal:
        return False
    return right.allowed or bool(right.trap)


DOES_THE_DIRECTOR_AGREE = Question("director_agrees", "does-director-agree", "yes-no")
TALLIES = Question("tallies_differ", "do-players-own-tallies-differ", "yes-no")
QUESTIONS: dict[str, tuple[Question, ...]] = {
    "director-agrees": (DOES_THE_DIRECTOR_AGREE,),
    "as-of-right": (),
    "permitted": (),
    "within-margin": (),
    "director-if-tallies-differ": (TALLIES, DOES_THE_DIRECTOR_AGREE),
}


def _in_part_asks() -> tuple[Question, ...]:
    players = (
        ("first", say("questions.the-first-player")),
        ("second", say("questions.the-second-player")),
    )
    return (
        Question("last_turns", "how-many-of-last-turns-if-both", "number"),
        Question("consents", "which-players-consent-to-counting-only-part", "choice", players),
    )


def _of_the_right(rules: Rulebook) -> tuple[Question, ...]:
    return QUESTIONS[rules.recount.right.known()]


def _in_part(rules: Rulebook) -> tuple[Question, ...]:
    return _in_part_asks() if rules.recount.partial.value == "if-both-consent" else ()


RECOUNT = Offers(_may_be_recounted, (
    offer("recount", "ask-recount", "recount.right",
          Question("seat", "who-asks", "seat"), _of_the_right, _in_part),
))  # fmt: skip


# Scores that the players compared: that they agree, or what each has, and who settles it.


COMPARED = (ScoreCheckAsked, CumulativeAgreed, ScoreDisputeSettled)
"""What begins a comparison and what ends it. That somebody wrote down a difference begins none:
nobody steps in for sums that no player asked about (T4-28)."""

DISCREPANCY = "score-discrepancy"
"""Why the clocks are stopped, where it is for the scores."""

LATEST = 12  # turns that a player's own score can be told of: a table's state has to stay small


def _comparing(sheet: Sheet, _rules: Rulebook) -> bool:
    """Whether somebody asked for the scores to be compared, or the clocks were stopped for it."""
    if not sheet.started:
        return False
    facts = [event.envelope.fact for event in sheet.events]
    latest = next((fact for fact in reversed(facts) if isinstance(fact, COMPARED)), 0)
    return isinstance(latest, ScoreCheckAsked) or sheet.clock.neutral == DISCREPANCY


def _of_which_turn(sheet: Sheet, _rules: Rulebook) -> tuple[Question, ...]:
    turns = tuple(
        (str(turn.version), say("game.whose", whose=sheet.name(turn.seat), what=turn.wording))
        for turn in counted_turns(sheet)[: -LATEST - 1 : -1]
    )
    return (
        Question("seat", "whose-score-sheet-is-it", "seat"),
        Question(
            "turn", "for-which-turn", "choice", (("0", say("questions.the-totals-alone")), *turns)
        ),
        Question("score", "how-many-points-stand-there-for-it", "number"),
        Question("totals", "which-totals-stand-there", "pair"),
    )


COMPARISON = Offers(_comparing, (
    offer("totals-agreed", "agree-totals",
          "stopping.verification",
          Question("totals", "what-are-totals-that-both-have", "pair")),
    offer("totals-differ", "report-discrepancy",
          "stopping.verification", Question("seat", "who-has-other-totals", "seat"),
          Question("written", "which-totals-has-that-player", "pair")),
    offer("own-score", "write-scores", "keeping.by",
          of_sheet=_of_which_turn),
    offer("scores-settled", "settle-scores",
          "fallback.decides", COUNTED, Question("reason", "what-was-found", "text")),
))  # fmt: skip
