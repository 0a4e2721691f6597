"""A board that was knocked over: the rule, the entry, the procedure."""

from __future__ import annotations

from msgspec import Struct

from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.drawing.overdraws import clock_again
from ledger.game.endings.facts import GameEnded, GameForfeited
from ledger.game.placement.facts import (
    BoardUpset,
    PlayerEjected,
    PositionRebuilt,
    UpsetEnded,
    UpsetFound,
)
from ledger.game.procedure import (
    Offers,
    Procedure,
    Question,
    Step,
    in_order,
    offer,
    opened_by,
    playing,
)
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.sheet.laying import laid_out, squares_text
from ledger.game.sheet.line import LOST_TURNS, LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import Points, Seat, Totals, remarks
from ledger.vocabulary.closed_lists import UpsetHow
from ledger.vocabulary.refusals import Refusal

# A board that was upset: the scores it ends with, and what an offender loses by.


class UpsetScores(Struct, frozen=True):
    """How a game ends whose position can't be rebuilt.

    Attributes:
      seat: who made a turn more, and loses the points of the last one; ``None``: nobody.
    """

    scores: Totals
    seat: Seat | None
    taken_off: Points
    clause: str


def upset_scores(
    totals: Totals, turns: tuple[int, int], last_turn: Points, rules: Rulebook
) -> UpsetScores:
    """The scores a game ends with that was upset by accident.

    >>> from ledger.rulebook import load
    >>> upset_scores((312, 298), (12, 11), 26, load("wespa-4.0")).scores
    (286, 298)

    Args:
      turns: turns each player has made.
      last_turn: points of the last turn made.
    """
    clause = rules.upset.unequal_turns
    clause.known()
    first, second = turns
    if first == second:
        return UpsetScores(totals, None, Points(0), str(rules.upset.when_accidental))
    seat = Seat.FIRST if first > second else Seat.SECOND
    scores = list(totals)
    scores[seat.place] = Points(scores[seat.place] - last_turn)
    return UpsetScores((scores[0], scores[1]), seat, last_turn, str(clause))


def intentional_upset_margin(totals: Totals, offender: Seat, rules: Rulebook) -> Points:
    """Points by which the offender loses.

    >>> from ledger.rulebook import load
    >>> [intentional_upset_margin(t, Seat.FIRST, load("wespa-4.0"))
    ...  for t in ((250, 310), (300, 300), (400, 300))]
    [160, 100, 100]
    """
    behind = totals[offender.opponent.place] - totals[offender.place]
    if behind > 0:
        return Points(behind + rules.conduct.upset_added_when_behind.known())
    return rules.conduct.upset_when_ahead.known()


class ReportUpset(Request, frozen=True, tag="report-upset", kw_only=True):
    """The board was upset; fields as in ``BoardUpset``."""

    seat: Seat | None = None
    note: str = ""


class FindUpset(Request, frozen=True, tag="find-upset", kw_only=True):
    """The director, after hearing both players and witnesses, finds what it was."""

    how: UpsetHow
    seat: Seat | None = None
    witnesses: tuple[str, ...] = ()


class RebuildPosition(Request, frozen=True, tag="rebuild-position", kw_only=True):
    """The position was laid out again, as the record shows it."""


class EndAfterUpset(Request, frozen=True, tag="end-after-upset", kw_only=True):
    """The position can't be rebuilt, or there is no time: the game ends."""


@decides(ReportUpset, may=STAFF)
def report_upset(sheet: Sheet, request: ReportUpset, context: GameContext) -> Decision:
    """Write down that the board was upset; the clocks stand until the director has decided."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(not sheet.ended, "game-over/upset")
    context.must_unless_ruled(find(sheet.open, BoardUpset) is None, "upset-open")
    return Decision((BoardUpset(seat=request.seat, note=request.note),))


@decides(FindUpset, may=DIRECTORS)
def find_upset(sheet: Sheet, request: FindUpset, context: GameContext) -> Decision:
    """Write the director's finding down; an offender loses at once, which takes a ruling."""
    must_not_be_final(sheet, context)
    _upset(sheet, context)
    if request.how == "intentional" and request.seat is None:
        raise context.refusal("unreadable-request/upset")
    found = UpsetFound(how=request.how, seat=request.seat, witnesses=request.witnesses)
    if request.how == "accidental" or request.seat is None:
        return Decision((found,))
    return _offended(sheet, found, request.seat, context)


def _offended(sheet: Sheet, found: UpsetFound, seat: Seat, context: GameContext) -> Decision:
    """The offender loses and is ejected; nothing is said of the offender's other games."""
    clause = context.rules.upset.when_intentional
    if not clause.is_known:
        context.unless_ruled(clause.refusal())
        # What follows is then for the director to enter, under the same case.
        return Decision((found,))
    margin = intentional_upset_margin(sheet.totals, seat, context.rules)
    context.must_be_ruled("needs-ruling/upset", player=sheet.name(seat), margin=margin)
    facts: tuple[Fact, ...] = (
        found,
        GameForfeited(loser=seat, cause="board-upset", margin=margin),
        PlayerEjected(seat=seat, clause=str(clause)),
    )
    return Decision(facts, (remarks.EJECTED, *touching(context.rules, "T4-44", "T4-17")))


@decides(RebuildPosition, may=STAFF)
def rebuild_position(sheet: Sheet, request: RebuildPosition, context: GameContext) -> Decision:
    """Write down that the position was laid out from the plays on record; play goes on."""
    must_not_be_final(sheet, context)
    _upset(sheet, context)
    _must_be_provided(context)
    context.must_unless_ruled(
        all(line.kind is not LineKind.MISSED or line.withdrawn for line in sheet.lines),
        "tiles-to-follow",
    )
    size = len([square for square in sheet.board.squares if square])
    rebuilt = PositionRebuilt(version=sheet.version, tiles=size, board=squares_text(sheet))
    return Decision((rebuilt, *clock_again(sheet, BoardUpset)))


def proposed_scores(sheet: Sheet, rules: Rulebook) -> UpsetScores:
    """The scores the game would end with now, for the director to rule on."""
    turns = turns_made(sheet)
    last = sheet.last_turn
    gone = last is None or last.withdrawn
    points = Points(0) if gone or last is None else last.score
    return upset_scores(sheet.totals, turns, points, rules)


def turns_made(sheet: Sheet) -> tuple[int, int]:
    """Turns each player has made; a turn lost is one."""
    made = [0, 0]
    for line in sheet.lines:
        if line.is_turn or line.kind in LOST_TURNS:
            made[line.seat.place] += 1
    return made[0], made[1]


@decides(EndAfterUpset, may=DIRECTORS)
def end_after_upset(sheet: Sheet, request: EndAfterUpset, context: GameContext) -> Decision:
    """End the game with the scores the rule gives, which takes a ruling."""
    must_not_be_final(sheet, context)
    _upset(sheet, context)
    end = GameEnded(cause="board-upset")
    try:
        scores = proposed_scores(sheet, context.rules)
    except Refusal as open_point:
        context.unless_ruled(open_point)
        return Decision((UpsetEnded(turns=turns_made(sheet)), end))
    context.must_be_ruled(
        "needs-ruling/game-ends",
        first=scores.scores[0],
        second=scores.scores[1],
        clause=scores.clause,
    )
    facts: list[Fact] = [
        UpsetEnded(turns=turns_made(sheet), taken_off=scores.taken_off, seat=scores.seat)
    ]
    if scores.seat is not None and scores.taken_off:
        facts.append(
            PenaltyApplied(
                seat=scores.seat,
                unit="points",
                amount=scores.taken_off,
                reason="last turn taken off: board upset, unequal turns",
                clause=scores.clause,
            )
        )
    unequal = touching(context.rules, "T4-30") if scores.seat is not None else ()
    return Decision((*facts, end), (*unequal, *touching(context.rules, "T4-17")))


def _upset(sheet: Sheet, context: GameContext) -> Opened | None:
    upset = find(sheet.open, BoardUpset)
    context.must_unless_ruled(upset is not None, "no-upset")
    return upset


def _must_be_provided(context: GameContext) -> None:
    clause = context.rules.upset.when_accidental
    if not clause.is_known:
        context.unless_ruled(clause.refusal())


# A board that was upset: hear everybody, rebuild from the record, or end the game.


HOW = Question("how", "was-it-accident", "choice", of=UpsetHow)
LOSER = Question("loser", "who-loses-it", "seat")
MARGIN = Question("margin", "by-how-many-points", "number")
WHOSE = Question("seat", "who-upset-it-if-player-did", "seat")


@opened_by(BoardUpset)
def procedure(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """An upset board, before and after the director's finding."""
    fact = opened.fact
    assert isinstance(fact, BoardUpset)
    known = rules.upset.when_accidental.is_known
    found = next((step for step in opened.done if isinstance(step, UpsetFound)), None)
    clause = str(rules.upset.when_accidental)
    ways_out = _ways_out if known else _by_ruling
    return Procedure(
        name="upset-board",
        title=say("game_placement.board-upset"),
        clause=clause,
        seat=fact.seat,
        version=opened.version,
        counts=_counts(sheet, rules) if known else (),
        traps=("T4-30", "T4-44") if known else (),
        needs_ruling=not known,
        steps=in_order(
            Step(
                "both",
                say("game_placement.touch-neither-board-nor-scattered-tiles")
                if known
                else say("game_placement.director-called"),
                clause if known else str(rules.fallback.decides),
                clock="neutral",
                calls_director=not known,
                done=True,
            ),
            Step(
                "director",
                say("game_placement.hear-both-players-witnesses-then-find"),
                clause,
                asks="find-upset",
                done=found is not None,
                answers=() if fact.seat is None else (("seat", fact.seat.value),),
                questions=(HOW, WHOSE) if fact.seat is None else (HOW,),
            ),
            ways_out(sheet, fact, found, rules),
        ),
    )


def _ways_out(
    sheet: Sheet, fact: BoardUpset, found: UpsetFound | None, rules: Rulebook
) -> tuple[Step, ...]:
    """What may follow: only the way that fits the finding, once there is one."""
    seat = found.seat if found is not None else fact.seat
    meant = found is None or found.how == "intentional"
    margin = intentional_upset_margin(sheet.totals, seat, rules) if meant and seat else 0
    return in_order(
        (found is None or found.how == "accidental") and _by_accident(sheet, rules),
        seat is not None
        and meant
        and Step(
            "director",
            say(
                "game_placement.on-purpose-loses-by-must-leave",
                name=sheet.name(seat),
                margin=margin,
            ),
            str(rules.upset.when_intentional),
            asks="find-upset",
            optional=True,
            answers=(("how", "intentional"), ("seat", seat.value)),
        ),
    )


def _by_ruling(
    sheet: Sheet, fact: BoardUpset, found: UpsetFound | None, rules: Rulebook
) -> tuple[Step, ...]:
    """Where the book gives no steps: what a director may enter under a ruling."""
    seat = found.seat if found is not None and found.seat is not None else fact.seat
    decides = str(rules.fallback.decides)
    return in_order(
        Step(
            "director",
            say("game_placement.book-gives-no-steps-takes-ruling", laid_out=laid_out(sheet)),
            decides,
            tiles=_tiles_on(sheet),
            clock="neutral",
            asks="rebuild-position",
        ),
        Step(
            "director",
            say("game_placement.or-end-game-with-scores-as"),
            decides,
            asks="end-after-upset",
            optional=True,
        ),
        (found is None or found.how == "intentional")
        and Step(
            "director",
            say("game_placement.or-if-on-purpose-declare-game"),
            decides,
            asks="forfeit",
            optional=True,
            answers=(("cause", "board-upset"), *(() if seat is None else (("loser", seat.value),))),
            questions=(LOSER, MARGIN) if seat is None else (MARGIN,),
        ),
    )


def _tiles_on(sheet: Sheet) -> int:
    return sum(1 for square in sheet.board.squares if square)


def _by_accident(sheet: Sheet, rules: Rulebook) -> list[Step]:
    scores = proposed_scores(sheet, rules)
    first, second = scores.scores
    not_rebuilt = (
        say("game_placement.by-accident-not-rebuilt", first=first, second=second)
        if scores.seat is None
        else say(
            "game_placement.by-accident-not-rebuilt-turn-off",
            first=first,
            second=second,
            player=sheet.name(scores.seat),
            points=say("game.points", n=scores.taken_off),
        )
    )
    return [
        Step(
            "director",
            say("game_placement.by-accident-time-allows-lay-position", laid_out=laid_out(sheet)),
            str(rules.upset.when_accidental),
            tiles=_tiles_on(sheet),
            clock="neutral",
            asks="rebuild-position",
        ),
        Step(
            "scorekeeper",
            say("game_placement.once-laid-out-clock-player-on"),
            str(rules.upset.when_accidental),
            clock="on-move",
        ),
        Step(
            "director",
            not_rebuilt,
            scores.clause,
            asks="end-after-upset",
            optional=True,
        ),
    ]


def _counts(sheet: Sheet, rules: Rulebook) -> tuple[tuple[str, int], ...]:
    scores = proposed_scores(sheet, rules)
    return (
        ("first-player-score", scores.scores[0]),
        ("second-player-score", scores.scores[1]),
        ("taken-off", scores.taken_off),
        ("tiles-on-the-board", _tiles_on(sheet)),
    )


def _no_board_upset(sheet: Sheet, _rules: Rulebook) -> bool:
    return find(sheet.open, BoardUpset) is None


OFFERS = Offers(playing, (
    offer("upset-board", "report-upset", "upset.when_accidental",
          Question("seat", "who-upset-it-if-player-did", "seat"),
          Question("note", "what-happened", "text"), when=_no_board_upset),
))  # fmt: skip
