"""The procedure for a misplaced play, and when an objection is offered."""

from __future__ import annotations

from ledger.game.blanks.requests import undeclared_at
from ledger.game.challenges.in_time import play_out_accepted
from ledger.game.clock.requests import rule_for_stopping
from ledger.game.entry import awaits_verdict
from ledger.game.exchanges.facts import ExchangeChallenged
from ledger.game.exchanges.objections import found_illegal_before
from ledger.game.placement.facts import OrientationSet, PlacementChallenged, TilesMisplaced
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
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.rulebook import Rulebook
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import Askew, choices

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
    comes_off = f"If it is so, {player} takes the tiles back and loses the turn."
    wrong = (
        "A wrong challenge costs nothing."
        if placing.wrong_challenge.is_known
        else "What a wrong challenge costs is not stated: the director rules."
    )
    follows = comes_off if placing.grounds.is_known else "What follows is for the director too."
    return Procedure(
        name="placement-challenge",
        title=f"{opponent} challenges the placement",
        clause=str(placing.grounds),
        steps=in_order(
            Step(
                "opponent",
                f"{opponent} stops the clocks and calls the director.",
                called if placing.judged_by.is_known else stops or decides,
                clock="neutral",
                calls_director=True,
                done=True,
            ),
            Step(
                "director",
                f"The director judges: {fact.ground.replace('-', ' ')}. {follows}",
                str(placing.grounds) if placing.grounds.is_known else decides,
                asks="judge-placement",
                questions=(Question("legal", "Was the placement legal?", "yes-no"),),
                if_wrong=wrong,
            ),
            fact.ground == "moved-tiles"
            and Step(
                "both",
                "Tiles that were moved go back to where the record has them.",
                str(placing.grounds) if listed else decides,
            ),
            Step("both", f"The clock of {opponent} is started again.", called, clock="opponent"),
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
        f"{starter} puts it right before the turn is over, on the running clock.",
        f"{rule}(a)(i)",
        clock="player",
        asks="correct-orientation",
        answers=(("seat", Seat.FIRST.value), ("degrees", 0)),
    )
    stopped = (
        Step(
            "opponent",
            f"{second} may stop the clocks and turn it.",
            f"{rule}(a)(ii)",
            clock="neutral",
            asks="correct-orientation",
            answers=(("seat", Seat.SECOND.value), ("degrees", 0)),
        ),
        Step(
            "both",
            f"Either player starts the clock of {second} again.",
            f"{rule}(a)(ii)",
            clock="opponent",
        ),
    )
    return Procedure(
        name="orientation",
        title="The first play does not follow the lettering",
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
    may = f"{opponent} may {'stop the clocks and ' if stops else ''}straighten the tiles."
    return Procedure(
        name="misplaced-tiles",
        title=f"Tiles of {player} lie {fact.how.replace('-', ' ')}",
        clause=rule,
        steps=in_order(
            waiting
            and Step(
                "opponent",
                f"While {player} is on turn, {opponent} may only point it out.",
                rule,
            ),
            Step(
                "player" if waiting else "opponent",
                f"{player} straightens the tiles." if waiting else may,
                clock_rule if placing.straightening_stops_clock.value else rule,
                clock="neutral" if stops else "",
                asks="straighten-tiles",
                answers=(("seat", (fact.seat if waiting else fact.seat.opponent).value),),
            ),
            stops
            and Step(
                "both",
                f"Either player starts the clock of {opponent} again.",
                clock_rule,
                clock="opponent",
            ),
            silent and Step("director", "The director may warn who goes on doing it.", rule),
        ),
        seat=fact.seat,
        version=opened.version,
        traps=("TN-22",) if placing.straightened_by.trap == "TN-22" else (),
        needs_ruling=silent,
    )


WHO = Question("seat", "Who noticed?", "seat")
WHOSE = Question("seat", "Whose tiles are they?", "seat")
BAG = Question("bag", "How many tiles were in the bag when it was announced?", "number")
RACK = Question("rack", "How many tiles did the player hold then?", "number")
DRAWN = Question("drawn", "How many new tiles have been drawn?", "number")
RETURNED = Question("returned", "How many of the old tiles are back in the bag?", "number")
PRESSED = Question("pressed", "Was the timer pressed?", "yes-no")
ACCEPTED = Question("accepted", "Was the opponent's next turn accepted?", "yes-no")
RACKED = {
    "on-rack": "Is any new tile on the rack?",
    "mixed": "Has any new tile been mixed with old tiles?",
}
SQUARE = Question("square", "On which square?", "text")
HOW = Question("how", "How do they lie?", "choice", choices(Askew))
WORDS = {
    "misses-centre": "the first play misses the centre",
    "disconnected": "tiles are not part of one word",
    "diagonal": "a word is diagonal",
    "off-the-grid": "a word leaves the board",
    "misoriented": "a word runs the other way",
    "moved-tiles": "tiles of an earlier turn were moved",
    "other": "something else",
}


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
    return (Question("racked", RACKED[rules.drawing.touched_means.known()], "yes-no"),)


def _fits(exchange: Line) -> bool:
    """Whether the record has as many tiles on the rack as were exchanged.

    Where it has not, after a ruling on racks, no count of rack and bag would add up.
    """
    stock = exchange.before
    return stock is None or exchange.count <= stock.racks[exchange.seat.place]


def _just_played(sheet: Sheet) -> bool:
    last = sheet.last_turn
    return last is not None and last.kind is LineKind.PLAY


def _tiles_lie(sheet: Sheet, _rules: Rulebook) -> bool:
    return _just_played(sheet) and any(line.placed for line in sheet.plays)


def _placement_is_open(sheet: Sheet, rules: Rulebook) -> bool:
    play = sheet.last_turn
    if play is None or play.kind is not LineKind.PLAY or play.withdrawn:
        return False
    over = sheet.ending.unplayed_counted or sheet.ended not in ("", "played-out")
    given_up = play_out_accepted(sheet, play.seat.opponent, rules) is not None
    return not (over or given_up or awaits_verdict(sheet, rules))


def _first_play(sheet: Sheet, _rules: Rulebook) -> bool:
    return _just_played(sheet) and len(sheet.plays) == 1


def _grounds(rules: Rulebook) -> tuple[Question, ...]:
    grounds = tuple((one, WORDS[one]) for one in (*(rules.placing.grounds.value or ()), "other"))
    return (Question("ground", "What is wrong?", "choice", grounds),)


def _blank_lies(sheet: Sheet, _rules: Rulebook) -> bool:
    laid = "".join(sheet.board.squares)
    return laid != laid.upper()  # a blank lies there in small letters


def _blank_undeclared(sheet: Sheet, rules: Rulebook) -> bool:
    return _blank_lies(sheet, rules) and bool(undeclared_at(sheet, rules))


DEGREES = tuple((str(degrees), f"{degrees} degrees") for degrees in (0, 90, 180, 270))

OFFERS = Offers(begun, (
    offer("improper-exchange", "Object to an exchange", "challenge-exchange",
          "improper_exchange.procedure",
          WHO, BAG, RACK, DRAWN, _racked, RETURNED, PRESSED, ACCEPTED, when=_one_may_object),
    offer("unwanted-tiles", "Exchanged tiles never returned", "find-unwanted-tiles",
          "improper_exchange.left_on_table", WHOSE, Question("count", "How many?", "number"),
          when=_exchanged),
    offer("misplaced-tiles", "Tiles lie askew", "report-misplaced-tiles",
          "placing.straightened_by", WHOSE, HOW, when=_tiles_lie),
    offer("placement-challenge", "Challenge the placement", "challenge-placement",
          "placing.grounds", WHO, _grounds,
          Question("drawn", "Were new tiles drawn already?", "yes-no"), when=_placement_is_open),
    offer("orientation", "How the first play lies", "set-orientation", "placing.orientation",
          Question("degrees", "How does the first play lie to the lettering of the board?",
                   "choice", DEGREES),
          when=_first_play),
    offer("undeclared-blank", "A blank was not declared", "report-undeclared-blank",
          "blank_declaring.undeclared", SQUARE, when=_blank_undeclared),
    offer("blank-dispute", "A blank is disputed", "dispute-blank", "blanks.authority",
          WHO, SQUARE, Question("claimed", "Which letter does that player say?", "text"),
          when=_blank_lies),
    offer("false-blank", "A blank is no blank", "report-false-blank",
          "blank_declaring.false_blank", WHO, SQUARE,
          Question("real", "Which letter is on the tile?", "text"), DRAWN,
          Question("mixed", RACKED["mixed"], "yes-no"), when=_blank_lies),
))  # fmt: skip
