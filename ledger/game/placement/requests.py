"""Placement: tiles laid astray, turned, or off the squares announced; and when that is offered."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.equipment.board import Board, write_square
from ledger.equipment.scoring import ScoredPlay, without_unscored
from ledger.equipment.tile_set import TileSet
from ledger.game.blanks.requests import undeclared_at
from ledger.game.calls.requests import warning_due
from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.challenges.in_time import play_out_accepted
from ledger.game.clock.requests import rule_for_stopping
from ledger.game.context import GameContext, awaits_verdict, decides, must_not_be_final
from ledger.game.drawing.overdraws import clock_again
from ledger.game.endings.requests import end_of, scoreless_row
from ledger.game.exchanges.facts import ExchangeChallenged
from ledger.game.exchanges.objections import found_illegal_before
from ledger.game.placement.facts import (
    OrientationCorrected,
    OrientationSet,
    PlacementChallenged,
    PlacementJudged,
    StrayTilesPlaced,
    TilesMisplaced,
    TilesStraightened,
    WordsUnscored,
)
from ledger.game.procedure import (
    Offers,
    Procedure,
    Question,
    Step,
    begun,
    in_order,
    offer,
    opened_by,
)
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.game.turns.folds import added
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import Placement, Role, Seat, remarks
from ledger.vocabulary.closed_lists import Askew, PlacementGround, choices

# Plays whose tiles do not all lie in one line, or touch nothing (E-13).


Beside = tuple[tuple[str, str], ...]
"""Squares and tiles that are not in line with the rest of a play."""


def must_lie_there(
    squares: Sequence[str], beside: Beside, scored: ScoredPlay, board: Board, tile_set: TileSet
) -> tuple[int, ...]:
    taken = {at for at, _ in scored.placed}
    found = []
    for square, tile in beside:
        index = square_index(square, board.size)
        if index is None:
            raise refusal("no-such-square/beside", square=square)
        if squares[index] or index in taken:
            raise refusal("square-taken/beside", square=square)
        if tile not in tile_set.faces:
            raise refusal("not-in-tile-set/beside", tile=tile)
        taken.add(index)
        found.append(index)
    return tuple(found)


def counted_as_it_lies(
    sheet: Sheet,
    placement: Placement,
    scored: ScoredPlay,
    beside: tuple[int, ...],
    board: Board,
    context: GameContext,
) -> tuple[ScoredPlay, tuple[int, ...]]:
    """The play with what counts nothing left out, and the squares that count nothing from now."""
    here: tuple[int, ...] = ()
    if context.rules.placing.stray_words.value == "nothing":
        loose = "disconnected" in scored.flaws
        here = (*(at for at, _ in scored.placed if loose), *beside)
    unscored = (*sheet.board.unscored, *here)
    return without_unscored(scored, sheet.board.squares, placement, board, unscored), here


def noted(seat: Seat, beside: Beside, unscored: tuple[int, ...], board: Board) -> tuple[Fact, ...]:
    """The facts that go with such a play."""
    facts: list[Fact] = []
    if beside:
        facts.append(StrayTilesPlaced(seat=seat, tiles=beside))
    if unscored:
        squares = tuple(write_square(*divmod(at, board.size)) for at in unscored)
        facts.append(WordsUnscored(squares=squares))
    return tuple(facts)


def noticed(
    beside: Beside, scored: ScoredPlay, unscored: tuple[int, ...], context: GameContext
) -> tuple[str, ...]:
    if not (beside or unscored or "disconnected" in scored.flaws):
        return ()
    codes = [remarks.TILES_ASTRAY] * bool(beside) + [remarks.NOT_SCORED] * bool(unscored)
    # What it scores, or whether seven tiles earn their bonus, is then not stated.
    open_point = not unscored or len(beside) + len(scored.placed) >= 7
    return (*codes, *[remarks.DIRECTOR_TO_CONFIRM] * open_point)


# Which way plays run, and tiles that lie askew: noted, turned, straightened (D-13, D-14).


QUARTERS = (0, 90, 180, 270)
MOVES_THAT_LEAVE_IT_OPEN = 2
"""The first play can be turned until this many moves are over (wespa-4.0 3.1.3(b))."""


class SetOrientation(Request, frozen=True, tag="set-orientation", kw_only=True):
    """The first play runs at ``degrees`` to the lettering of the board."""

    degrees: int


class CorrectOrientation(Request, frozen=True, tag="correct-orientation", kw_only=True):
    """``seat`` put the first play right."""

    seat: Seat
    degrees: int = 0


class ReportMisplacedTiles(Request, frozen=True, tag="report-misplaced-tiles", kw_only=True):
    """Tiles that ``seat`` placed lie askew; fields as in ``TilesMisplaced``."""

    seat: Seat
    how: Askew
    squares: tuple[str, ...] = ()


class StraightenTiles(Request, frozen=True, tag="straighten-tiles", kw_only=True):
    """``seat`` straightens tiles."""

    seat: Seat


@decides(SetOrientation, may=STAFF)
def set_orientation(sheet: Sheet, request: SetOrientation, context: GameContext) -> Decision:
    """Write down how the first play lies; coordinates are those the first play sets (D-13)."""
    must_not_be_final(sheet, context)
    _must_be_quarters(request.degrees)
    way = context.rules.placing.orientation
    early = sheet.turn_count < MOVES_THAT_LEAVE_IT_OPEN
    wrong = bool(request.degrees) and way.value == "lettering" and early
    silent = bool(request.degrees) and not way.is_known
    return Decision(
        (OrientationSet(degrees=request.degrees, to_correct=wrong),),
        (remarks.DIRECTOR_TO_CONFIRM,) if silent else (),
    )


@decides(CorrectOrientation, may=STAFF)
def correct_orientation(
    sheet: Sheet, request: CorrectOrientation, context: GameContext
) -> Decision:
    """Write down that the first play was turned, while it still may be."""
    must_not_be_final(sheet, context)
    _must_be_quarters(request.degrees)
    way = context.rules.placing.orientation
    context.must_unless_ruled(
        way.value == "lettering" and sheet.turn_count < MOVES_THAT_LEAVE_IT_OPEN,
        "orientation-fixed",
    )
    turned = OrientationCorrected(seat=request.seat, degrees=request.degrees)
    return Decision((turned, *clock_again(sheet, OrientationSet)))


def _must_be_quarters(degrees: int) -> None:
    if degrees not in QUARTERS:
        raise refusal("unreadable-request/degrees", degrees=degrees)


@decides(ReportMisplacedTiles, may=STAFF)
def report_misplaced_tiles(
    sheet: Sheet, request: ReportMisplacedTiles, context: GameContext
) -> Decision:
    """Write down that tiles lie askew: a matter of manners, nothing more (D-14)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(
        any(line.seat is request.seat and line.placed for line in sheet.plays),
        "no-such-entry/tiles-of",
        player=sheet.name(request.seat),
    )
    times = 1 + sum(
        isinstance(event.fact, TilesMisplaced)
        and (event.fact.seat, event.fact.how) == (request.seat, request.how)
        for event in sheet.events
    )
    offence = "tiles-upside-down" if request.how == "upside-down" else ""
    due = warning_due(sheet, request.seat, offence, context.rules, times=times, wanted_from=2)
    return Decision(
        (TilesMisplaced(seat=request.seat, how=request.how, squares=request.squares), *due),
        touching(context.rules, "TN-22"),
    )


@decides(StraightenTiles, may=STAFF)
def straighten_tiles(sheet: Sheet, request: StraightenTiles, context: GameContext) -> Decision:
    """Write down that tiles were straightened, by who may do it (D-10, D-14, TX-03)."""
    must_not_be_final(sheet, context)
    rule = context.rules.placing.straightened_by
    opened = find(sheet.open, TilesMisplaced)
    owner = opened.fact.seat if opened and isinstance(opened.fact, TilesMisplaced) else None
    opponents = owner is not None and owner is not request.seat
    exempt = rule.value == "on-turn-or-opponents-tiles" and opponents
    if rule.is_known and sheet.on_move not in (None, request.seat) and not exempt:
        context.must_be_ruled("not-on-turn")
    return Decision(
        (TilesStraightened(seat=request.seat), *clock_again(sheet, TilesMisplaced)),
        () if rule.is_known else touching(context.rules, "TN-22"),
    )


class ChallengePlacement(Request, frozen=True, tag="challenge-placement", kw_only=True):
    """``seat`` challenges how the tiles of the play just made lie; as ``PlacementChallenged``."""

    seat: Seat
    ground: PlacementGround
    drawn: bool = False


class JudgePlacement(Request, frozen=True, tag="judge-placement", kw_only=True):
    """It is settled whether the placement was legal."""

    legal: bool
    adjudicator: str = ""


@decides(ChallengePlacement, may=STAFF)
def challenge_placement(
    sheet: Sheet, request: ChallengePlacement, context: GameContext
) -> Decision:
    """Write a challenge of the placement down; no word of it goes to a judge (L-21)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(
        sheet.challenges.pending is None and find(sheet.open, PlacementChallenged) is None,
        "challenge-pending/this-play",
    )
    play = _play(sheet)
    over = sheet.ending.unplayed_counted or sheet.ended not in ("", "played-out")
    context.must_unless_ruled(
        play is not None and play.seat is not request.seat and not over,
        "nothing-to-challenge/no-placement",
        player=sheet.name(request.seat),
    )
    accepted = play_out_accepted(sheet, request.seat, context.rules)
    if accepted is not None:
        context.unless_ruled(accepted)
    grounds = context.rules.placing.grounds
    noticed: list[str] = []
    if not grounds.is_known:
        noticed.append(remarks.DIRECTOR_TO_CONFIRM)
    elif request.ground not in grounds.known():
        noticed.append(remarks.GROUND_NOT_LISTED)
    noticed += ["TN-23"] * (request.ground == "moved-tiles")
    noticed += ["TN-16"] * (request.ground == "misses-centre" and request.drawn)
    challenged = PlacementChallenged(seat=request.seat, ground=request.ground, drawn=request.drawn)
    known = [n for n in noticed if n in remarks.ALL]
    return Decision(
        (challenged,), (*known, *touching(context.rules, *(n for n in noticed if n not in known)))
    )


@decides(JudgePlacement, may=STAFF)
def judge_placement(sheet: Sheet, request: JudgePlacement, context: GameContext) -> Decision:
    """Write the verdict down: the play comes off as after any challenge, or stays at no cost.

    Where the book does not say what a wrong challenge costs, nothing is taken and the
    director is to confirm that.
    """
    must_not_be_final(sheet, context)
    opened = find(sheet.open, PlacementChallenged)
    context.must_unless_ruled(opened is not None, "no-challenge/no-placement")
    context.must_unless_ruled(context.role is Role.DIRECTOR, "director-judges/placement")
    verdict = PlacementJudged(legal=request.legal, adjudicator=request.adjudicator)
    if request.legal:
        costs = context.rules.placing.wrong_challenge
        open_point = (remarks.DIRECTOR_TO_CONFIRM, *touching(context.rules, "TN-36"))
        facts = (verdict, *clock_again(sheet, PlacementChallenged))
        return Decision(facts, () if costs.is_known else open_point)
    play = _play(sheet)
    if play is None:
        context.must_be_ruled("challenged-play-gone/stands")
        return Decision((verdict,))
    row = scoreless_row(sheet.lines[: sheet.lines.index(play)], context.rules).one_more()
    before = added(sheet.totals, play.seat, -play.score)
    end, noticed = end_of(row, before, context.rules)
    if opened is not None and isinstance(opened.fact, PlacementChallenged) and opened.fact.drawn:
        noticed += (remarks.NEW_TILES_DRAWN,)
    off = PhoneyWithdrawn(seat=play.seat, lost=play.score)
    after = end or clock_again(sheet, PlacementChallenged)
    return Decision((verdict, off, *after), noticed)


def _play(sheet: Sheet) -> Line | None:
    last = sheet.last_turn
    playable = last is not None and last.kind in (LineKind.PLAY, LineKind.MISSED)
    return last if last is not None and playable and not last.withdrawn else None


# The procedure for a misplaced play, and when an objection is offered.


# What is done about tiles that lie where or as they may not (D-13, D-14, D-19, L-21).


@opened_by(PlacementChallenged)
def challenged(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The clocks stop, the director looks: the play comes off, or stays at no cost (L-21)."""
    fact = opened.fact
    assert isinstance(fact, PlacementChallenged)
    placing = rules.placing
    player, opponent = sheet.name(fact.seat.opponent), sheet.name(fact.seat)
    listed = placing.grounds.is_known and fact.ground in placing.grounds.known()
    decides = str(rules.fallback.decides)
    stops = rule_for_stopping("placement", rules) or rule_for_stopping("challenge", rules)
    called = str(placing.judged_by) if placing.judged_by.is_known else decides
    comes_off = say("game_placement.if-so-takes-tiles-back-loses", player=player)
    wrong = (
        say("game_placement.wrong-challenge-costs-nothing")
        if placing.wrong_challenge.is_known
        else say("game_placement.what-wrong-challenge-costs-not-stated")
    )
    follows = (
        comes_off
        if placing.grounds.is_known
        else say("game_placement.what-follows-for-director-too")
    )
    return Procedure(
        name="placement-challenge",
        title=say("game_placement.challenges-placement", opponent=opponent),
        clause=str(placing.grounds),
        steps=in_order(
            Step(
                "opponent",
                say("game_placement.stops-clocks-calls-director", opponent=opponent),
                called if placing.judged_by.is_known else stops or decides,
                clock="neutral",
                calls_director=True,
                done=True,
            ),
            Step(
                "director",
                say(
                    "game.sentence-and-more",
                    sentence=say(f"game_placement.director-judges.{fact.ground}"),
                    more=follows,
                ),
                str(placing.grounds) if placing.grounds.is_known else decides,
                asks="judge-placement",
                questions=(Question("legal", "was-placement-legal", "yes-no"),),
                if_wrong=wrong,
            ),
            fact.ground == "moved-tiles"
            and Step(
                "both",
                say("game_placement.tiles-moved-go-back-where-record"),
                str(placing.grounds) if listed else decides,
            ),
            Step(
                "both",
                say("game_placement.clock-started-again", opponent=opponent),
                called,
                clock="opponent",
            ),
        ),
        seat=fact.seat.opponent,
        version=opened.version,
        traps=("TN-36",) if placing.judged_by.trap else (),
        needs_ruling=not listed,
    )


@opened_by(OrientationSet)
def orientation(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The first play does not follow the lettering and may still be turned (D-13)."""
    fact = opened.fact
    assert isinstance(fact, OrientationSet)
    rule = rules.placing.orientation
    starter, second = sheet.names
    own_time = Step(
        "player",
        say("game_placement.puts-it-right-on-running-clock", player=starter),
        f"{rule}(a)(i)",
        clock="player",
        asks="correct-orientation",
        answers=(("seat", Seat.FIRST.value), ("degrees", 0)),
    )
    stopped = (
        Step(
            "opponent",
            say("game_placement.may-stop-clocks-turn", second=second),
            f"{rule}(a)(ii)",
            clock="neutral",
            asks="correct-orientation",
            answers=(("seat", Seat.SECOND.value), ("degrees", 0)),
        ),
        Step(
            "both",
            say("game_placement.either-player-starts-clock-again", player=second),
            f"{rule}(a)(ii)",
            clock="opponent",
        ),
    )
    return Procedure(
        name="orientation",
        title=say("game_placement.first-play-does-not-follow-lettering"),
        clause=str(rule),
        steps=stopped if sheet.turn_count else (own_time,),
        version=opened.version,
        counts=(("degrees", fact.degrees),),
    )


@opened_by(TilesMisplaced)
def misplaced(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """Tiles lie askew: who may straighten them, and whether the clock stops (D-14)."""
    fact = opened.fact
    assert isinstance(fact, TilesMisplaced)
    placing = rules.placing
    player, opponent = sheet.name(fact.seat), sheet.name(fact.seat.opponent)
    exempt = placing.straightened_by.value == "on-turn-or-opponents-tiles"
    silent = not placing.straightened_by.is_known
    waiting = sheet.on_move is fact.seat and not silent and not exempt
    stops = bool(placing.straightening_stops_clock.value) and not waiting
    rule, clock_rule = str(placing.straightened_by), str(placing.straightening_stops_clock)
    may = (
        say("game_placement.may-stop-clocks-and-straighten", player=opponent)
        if stops
        else say("game_placement.may-straighten", player=opponent)
    )
    return Procedure(
        name="misplaced-tiles",
        title=say(f"game_placement.tiles-lie.{fact.how}", player=player),
        clause=rule,
        steps=in_order(
            waiting
            and Step(
                "opponent",
                say(
                    "game_placement.while-on-turn-may-only-point", player=player, opponent=opponent
                ),
                rule,
            ),
            Step(
                "player" if waiting else "opponent",
                say("game_placement.straightens-tiles", player=player) if waiting else may,
                clock_rule if placing.straightening_stops_clock.value else rule,
                clock="neutral" if stops else "",
                asks="straighten-tiles",
                answers=(("seat", (fact.seat if waiting else fact.seat.opponent).value),),
            ),
            stops
            and Step(
                "both",
                say("game_placement.either-player-starts-clock-again", player=opponent),
                clock_rule,
                clock="opponent",
            ),
            silent and Step("director", say("game_placement.director-may-warn-who-goes-on"), rule),
        ),
        seat=fact.seat,
        version=opened.version,
        traps=("TN-22",) if placing.straightened_by.trap == "TN-22" else (),
        needs_ruling=silent,
    )


WHO = Question("seat", "who-noticed", "seat")
WHOSE = Question("seat", "whose-tiles-are-they", "seat")
BAG = Question("bag", "how-many-tiles-were-in-bag-when", "number")
RACK = Question("rack", "how-many-tiles-did-player-hold-then", "number")
DRAWN = Question("drawn", "how-many-new-tiles-have-been-drawn", "number")
RETURNED = Question("returned", "how-many-of-old-tiles-are-back", "number")
PRESSED = Question("pressed", "was-timer-pressed", "yes-no")
ACCEPTED = Question("accepted", "was-opponents-next-turn-accepted", "yes-no")
RACKED = {
    "on-rack": Question("racked", "is-any-new-tile-on-rack", "yes-no"),
    "mixed": Question("racked", "has-any-new-tile-been-mixed", "yes-no"),
}
SQUARE = Question("square", "on-which-square", "text")
HOW = Question("how", "how-do-they-lie", "choice", of=Askew)


def _one_may_object(sheet: Sheet, rules: Rulebook) -> bool:
    """Whether an objection to the latest exchange comes in time, and its tiles add up."""
    latest = next((one for one in reversed(sheet.lines) if one.kind is LineKind.EXCHANGE), None)
    if latest is None or awaits_verdict(sheet, rules):
        return False
    under_way = find(sheet.open, ExchangeChallenged) is not None
    return not under_way and not found_illegal_before(sheet, latest) and _fits(latest)


def _exchanged(sheet: Sheet, _rules: Rulebook) -> bool:
    return LineKind.EXCHANGE in [line.kind for line in sheet.lines]


def _racked(rules: Rulebook) -> tuple[Question, ...]:
    return (RACKED[rules.drawing.touched_means.known()],)


def _fits(exchange: Line) -> bool:
    """Whether the record has as many tiles on the rack as were exchanged.

    Where it has not, after a ruling on racks, no count of rack and bag would add up.
    """
    stock = exchange.before
    return stock is None or exchange.count <= stock.racks[exchange.seat.place]


def _just_played(sheet: Sheet, _rules: Rulebook) -> bool:
    last = sheet.last_turn
    return last is not None and last.kind is LineKind.PLAY


def _tiles_lie(sheet: Sheet, _rules: Rulebook) -> bool:
    return any(line.placed for line in sheet.plays)


def _placement_is_open(sheet: Sheet, rules: Rulebook) -> bool:
    play = sheet.last_turn
    if play is None or play.kind is not LineKind.PLAY or play.withdrawn:
        return False
    over = sheet.ending.unplayed_counted or sheet.ended not in ("", "played-out")
    given_up = play_out_accepted(sheet, play.seat.opponent, rules) is not None
    return not (over or given_up or awaits_verdict(sheet, rules))


def _first_play(sheet: Sheet, _rules: Rulebook) -> bool:
    return len(sheet.plays) == 1


def _grounds(rules: Rulebook) -> tuple[Question, ...]:
    named = dict(choices(PlacementGround))
    grounds = tuple((one, named[one]) for one in (*(rules.placing.grounds.value or ()), "other"))
    return (Question("ground", "what-is-wrong", "choice", grounds),)


def _blank_lies(sheet: Sheet, _rules: Rulebook) -> bool:
    laid = "".join(sheet.board.squares)
    return laid != laid.upper()  # a blank lies there in small letters


def _blank_undeclared(sheet: Sheet, rules: Rulebook) -> bool:
    return bool(undeclared_at(sheet, rules))


def _degrees(_rules: Rulebook) -> tuple[Question, ...]:
    named = tuple((str(n), say("questions.degrees", n=n)) for n in (0, 90, 180, 270))
    return (Question("degrees", "how-does-first-play-lie-to-lettering", "choice", named),)


OFFERS = Offers(begun, (
    offer("improper-exchange", "challenge-exchange",
          "improper_exchange.procedure",
          WHO, BAG, RACK, DRAWN, _racked, RETURNED, PRESSED, ACCEPTED, when=_one_may_object),
    offer("unwanted-tiles", "find-unwanted-tiles",
          "improper_exchange.left_on_table", WHOSE, Question("count", "how-many", "number"),
          when=_exchanged),
    offer("misplaced-tiles", "report-misplaced-tiles",
          "placing.straightened_by", WHOSE, HOW, when=(_just_played, _tiles_lie)),
    offer("placement-challenge", "challenge-placement",
          "placing.grounds", WHO, _grounds,
          Question("drawn", "were-new-tiles-drawn-already", "yes-no"), when=_placement_is_open),
    offer("orientation", "set-orientation", "placing.orientation",
          _degrees,
          when=(_just_played, _first_play)),
    offer("undeclared-blank", "report-undeclared-blank",
          "blank_declaring.undeclared", SQUARE, when=(_blank_lies, _blank_undeclared)),
    offer("blank-dispute", "dispute-blank", "blanks.authority",
          WHO, SQUARE, Question("claimed", "which-letter-does-that-player-say", "text"),
          when=_blank_lies),
    offer("false-blank", "report-false-blank",
          "blank_declaring.false_blank", WHO, SQUARE,
          Question("real", "which-letter-is-on-tile", "text"), DRAWN,
          Question("mixed", "has-any-new-tile-been-mixed", "yes-no"), when=_blank_lies),
))  # fmt: skip
