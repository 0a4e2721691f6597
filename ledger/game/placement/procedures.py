"""The procedure for a misplaced play, and when an objection is offered."""

from __future__ import annotations

from ledger.game.blanks.requests import undeclared_at
from ledger.game.challenges.in_time import play_out_accepted
from ledger.game.clock.requests import rule_for_stopping
from ledger.game.entry import awaits_verdict
from ledger.game.exchanges.facts import ExchangeChallenged
from ledger.game.exchanges.objections import found_illegal_before
from ledger.game.placement.facts import OrientationSet, PlacementChallenged, TilesMisplaced
from ledger.game.procedure import Offer, Procedure, Question, Step, opened_by
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
    free = placing.wrong_challenge.is_known
    decides = str(rules.fallback.decides)
    stops = rule_for_stopping("placement", rules) or rule_for_stopping("challenge", rules)
    called = str(placing.judged_by) if placing.judged_by.is_known else decides
    comes_off = f"If it is so, {player} takes the tiles back and loses the turn."
    steps = [
        Step(
            who="opponent",
            does=f"{opponent} stops the clocks and calls the director.",
            clause=called if placing.judged_by.is_known else stops or decides,
            clock="neutral",
            calls_director=True,
            done=True,
        ),
        Step(
            who="director",
            does=f"The director judges: {fact.ground.replace('-', ' ')}. "
            + (comes_off if placing.grounds.is_known else "What follows is for the director too."),
            clause=str(placing.grounds) if placing.grounds.is_known else decides,
            asks="judge-placement",
            questions=(Question(field="legal", words="Was the placement legal?", kind="yes-no"),),
            if_wrong="A wrong challenge costs nothing."
            if free
            else "What a wrong challenge costs is not stated: the director rules.",
        ),
    ]
    if fact.ground == "moved-tiles":
        steps.append(
            Step(
                who="both",
                does="Tiles that were moved go back to where the record has them.",
                clause=str(placing.grounds) if listed else decides,
            )
        )
    steps.append(
        Step(
            who="both",
            does=f"The clock of {opponent} is started again.",
            clause=called,
            clock="opponent",
        )
    )
    traps = ("TN-36",) if placing.judged_by.trap else ()
    return Procedure(
        name="placement-challenge",
        title=f"{opponent} challenges the placement",
        clause=str(placing.grounds),
        steps=tuple(steps),
        seat=fact.seat.opponent,
        version=opened.version,
        traps=traps,
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
        who="player",
        does=f"{starter} puts it right before the turn is over, on the running clock.",
        clause=f"{rule}(a)(i)",
        clock="player",
        asks="correct-orientation",
        answers=(("seat", Seat.FIRST.value), ("degrees", 0)),
    )
    stopped = (
        Step(
            who="opponent",
            does=f"{second} may stop the clocks and turn it.",
            clause=f"{rule}(a)(ii)",
            clock="neutral",
            asks="correct-orientation",
            answers=(("seat", Seat.SECOND.value), ("degrees", 0)),
        ),
        Step(
            who="both",
            does=f"Either player starts the clock of {second} again.",
            clause=f"{rule}(a)(ii)",
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
    waiting = sheet.on_move is fact.seat and placing.straightened_by.is_known and not exempt
    point_out = Step(
        who="opponent",
        does=f"While {player} is on turn, {opponent} may only point it out.",
        clause=str(placing.straightened_by),
    )
    stops = bool(placing.straightening_stops_clock.value)
    straighten = Step(
        who="player" if waiting else "opponent",
        does=f"{player} straightens the tiles."
        if waiting
        else f"{opponent} may {'stop the clocks and ' if stops else ''}straighten the tiles.",
        clause=str(placing.straightening_stops_clock if stops else placing.straightened_by),
        clock="neutral" if stops and not waiting else "",
        asks="straighten-tiles",
        answers=(("seat", (fact.seat if waiting else fact.seat.opponent).value),),
    )
    restart = Step(
        who="both",
        does=f"Either player starts the clock of {opponent} again.",
        clause=str(placing.straightening_stops_clock),
        clock="opponent",
    )
    warn = Step(
        who="director",
        does="The director may warn who goes on doing it.",
        clause=str(placing.straightened_by),
    )
    silent = not placing.straightened_by.is_known
    return Procedure(
        name="misplaced-tiles",
        title=f"Tiles of {player} lie {fact.how.replace('-', ' ')}",
        clause=str(placing.straightened_by),
        steps=(
            *((point_out,) if waiting else ()),
            straighten,
            *((restart,) if stops and not waiting else ()),
            *((warn,) if silent else ()),
        ),
        seat=fact.seat,
        version=opened.version,
        traps=("TN-22",) if placing.straightened_by.trap == "TN-22" else (),
        needs_ruling=silent,
    )


WHO = Question(field="seat", words="Who noticed?", kind="seat")
WHOSE = Question(field="seat", words="Whose tiles are they?", kind="seat")
BAG = Question(
    field="bag", words="How many tiles were in the bag when it was announced?", kind="number"
)
RACK = Question(field="rack", words="How many tiles did the player hold then?", kind="number")
DRAWN = Question(field="drawn", words="How many new tiles have been drawn?", kind="number")
RETURNED = Question(
    field="returned", words="How many of the old tiles are back in the bag?", kind="number"
)
PRESSED = Question(field="pressed", words="Was the timer pressed?", kind="yes-no")
ACCEPTED = Question(field="accepted", words="Was the opponent's next turn accepted?", kind="yes-no")
RACKED = {
    "on-rack": "Is any new tile on the rack?",
    "mixed": "Has any new tile been mixed with old tiles?",
}
SQUARE = Question(field="square", words="On which square?", kind="text")
HOW = Question(
    field="how",
    words="How do they lie?",
    kind="choice",
    choices=choices(Askew),
)
WORDS = {
    "misses-centre": "the first play misses the centre",
    "disconnected": "tiles are not part of one word",
    "diagonal": "a word is diagonal",
    "off-the-grid": "a word leaves the board",
    "misoriented": "a word runs the other way",
    "moved-tiles": "tiles of an earlier turn were moved",
    "other": "something else",
}


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    if not sheet.started or sheet.is_final:
        return ()
    return (*_exchanges(sheet, rules), *_placement(sheet, rules), *_blanks(sheet, rules))


def _exchanges(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    exchanges = [line for line in sheet.lines if line.kind is LineKind.EXCHANGE]
    if not exchanges:
        return ()
    improper = rules.improper_exchange
    racked = Question(
        field="racked", words=RACKED[rules.drawing.touched_means.known()], kind="yes-no"
    )
    count = Question(field="count", words="How many?", kind="number")
    objection = Offer(
        name="improper-exchange",
        title="Object to an exchange",
        asks="challenge-exchange",
        clause=str(improper.procedure),
        questions=(WHO, BAG, RACK, DRAWN, racked, RETURNED, PRESSED, ACCEPTED),
    )
    unwanted = Offer(
        name="unwanted-tiles",
        title="Exchanged tiles never returned",
        asks="find-unwanted-tiles",
        clause=str(improper.left_on_table),
        questions=(WHOSE, count),
    )
    under_way = awaits_verdict(sheet, rules) or find(sheet.open, ExchangeChallenged) is not None
    too_late = under_way or found_illegal_before(sheet, exchanges[-1])
    return (unwanted,) if too_late or not _fits(exchanges[-1]) else (objection, unwanted)


def _fits(exchange: Line) -> bool:
    """Whether the record has as many tiles on the rack as were exchanged.

    Where it has not, after a ruling on racks, no count of rack and bag would add up.
    """
    stock = exchange.before
    return stock is None or exchange.count <= stock.racks[exchange.seat.place]


def _placement(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    play = sheet.last_turn
    if play is None or play.kind is not LineKind.PLAY:
        return ()
    placing = rules.placing
    grounds = (*(placing.grounds.value or ()), "other")
    ground = Question(
        field="ground",
        words="What is wrong?",
        kind="choice",
        choices=tuple((one, WORDS[one]) for one in grounds),
    )
    degrees = Question(
        field="degrees",
        words="How does the first play lie to the lettering of the board?",
        kind="choice",
        choices=tuple((str(d), f"{d} degrees") for d in (0, 90, 180, 270)),
    )
    drawn = Question(field="drawn", words="Were new tiles drawn already?", kind="yes-no")
    askew = [
        Offer(
            name="misplaced-tiles",
            title="Tiles lie askew",
            asks="report-misplaced-tiles",
            clause=str(placing.straightened_by),
            questions=(WHOSE, HOW),
        )
    ]
    found = askew if any(line.placed for line in sheet.plays) else []
    over = sheet.ending.unplayed_counted or sheet.ended not in ("", "played-out")
    given_up = play_out_accepted(sheet, play.seat.opponent, rules) is not None
    if not (play.withdrawn or over or given_up or awaits_verdict(sheet, rules)):
        found.append(
            Offer(
                name="placement-challenge",
                title="Challenge the placement",
                asks="challenge-placement",
                clause=str(placing.grounds),
                questions=(WHO, ground, drawn),
            )
        )
    if len(sheet.plays) == 1:
        found.append(
            Offer(
                name="orientation",
                title="How the first play lies",
                asks="set-orientation",
                clause=str(placing.orientation),
                questions=(degrees,),
            )
        )
    return tuple(found)


def _blanks(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    laid = "".join(sheet.board.squares)
    if laid == laid.upper():  # a blank lies there in small letters
        return ()
    declaring = rules.blank_declaring
    claimed = Question(field="claimed", words="Which letter does that player say?", kind="text")
    real = Question(field="real", words="Which letter is on the tile?", kind="text")
    mixed = Question(field="mixed", words=RACKED["mixed"], kind="yes-no")
    undeclared = Offer(
        name="undeclared-blank",
        title="A blank was not declared",
        asks="report-undeclared-blank",
        clause=str(declaring.undeclared),
        questions=(SQUARE,),
    )
    return (
        *((undeclared,) if undeclared_at(sheet, rules) else ()),
        Offer(
            name="blank-dispute",
            title="A blank is disputed",
            asks="dispute-blank",
            clause=str(rules.blanks.authority),
            questions=(WHO, SQUARE, claimed),
        ),
        Offer(
            name="false-blank",
            title="A blank is no blank",
            asks="report-false-blank",
            clause=str(declaring.false_blank),
            questions=(WHO, SQUARE, real, DRAWN, mixed),
        ),
    )
