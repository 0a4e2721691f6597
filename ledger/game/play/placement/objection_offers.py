"""What can be objected to or reported about exchanges, placements and blanks just now."""

from __future__ import annotations

from ledger.game.facts.exchanges import ExchangeChallenged
from ledger.game.play.blanks.designating import undeclared_at
from ledger.game.play.challenges.in_time import play_out_accepted
from ledger.game.play.entry import awaits_verdict
from ledger.game.play.exchanges.objections import found_illegal_before
from ledger.game.play.procedure import Offer, Question
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook
from ledger.vocabulary.closed_lists import Askew, choices

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
    """Everything of this family that can be reported now."""
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
