"""Objections to exchanges and placements, and doubtful blanks, told in a few words."""

from __future__ import annotations

from ledger.game.facts.blanks import (
    BlankConfirmed,
    BlankUndeclared,
    FalseBlankFound,
    FalseBlankSettled,
    MoveReplayed,
    RedesignationAccepted,
    RedesignationChallenged,
)
from ledger.game.facts.exchanges import (
    ExchangeChallenged,
    ExchangeJudged,
    ExchangeNoted,
    ExchangePutRight,
    ExchangeVoided,
    UnwantedTilesFound,
    UnwantedTilesReturned,
)
from ledger.game.facts.placement import (
    OrientationCorrected,
    OrientationSet,
    PlacementChallenged,
    PlacementJudged,
    StrayTilesPlaced,
    TilesMisplaced,
    TilesStraightened,
    WordsUnscored,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact


def told_objection(fact: Fact, sheet: Sheet) -> str:
    """A fact about exchanges, placements or doubtful blanks in words; empty for any other."""
    return _exchange(fact, sheet) or _placement(fact, sheet) or _blank(fact, sheet)


def _exchange(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case ExchangeNoted():
            said = "" if fact.announced is None else f" said {fact.announced},"
            laid = "" if fact.laid is None else f" put out {fact.laid}"
            first = "; old tiles returned before drawing" if fact.returned_first else ""
            return f"{sheet.name(fact.seat)}:{said}{laid}{first}"
        case ExchangeChallenged():
            who, whose = sheet.name(fact.seat), sheet.name(fact.exchanger)
            return f"{who} objects to the exchange of {whose} ({fact.bag} tiles in the bag)"
        case ExchangeJudged():
            return f"The exchange was {'legal' if fact.legal else 'not legal'}"
        case ExchangeVoided():
            words = fact.becomes.replace("-", " ")
            return f"The exchange of {sheet.name(fact.seat)} is void: {words}"
        case ExchangePutRight():
            return (
                f"Tiles of {sheet.name(fact.seat)} put right: {fact.returned} into the bag, "
                f"{fact.rack} on the rack"
            )
        case UnwantedTilesFound():
            return (
                f"{fact.count} exchanged tiles of {sheet.name(fact.seat)} were still on the table"
            )
        case UnwantedTilesReturned():
            return f"{fact.count} exchanged tiles returned to the bag"
    return ""


def _placement(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case PlacementChallenged():
            ground = fact.ground.replace("-", " ")
            return f"{sheet.name(fact.seat)} challenged the placement: {ground}"
        case PlacementJudged():
            return f"The placement was {'legal' if fact.legal else 'not legal'}"
        case StrayTilesPlaced():
            tiles = ", ".join(f"{tile} on {square}" for square, tile in fact.tiles)
            return f"{sheet.name(fact.seat)} also placed {tiles}"
        case WordsUnscored():
            return f"Words through {', '.join(fact.squares)} score nothing"
        case OrientationSet():
            return f"The first play lies at {fact.degrees} degrees to the lettering"
        case OrientationCorrected():
            return f"{sheet.name(fact.seat)} turned the first play"
        case TilesMisplaced():
            how = fact.how.replace("-", " ")
            return f"Tiles of {sheet.name(fact.seat)} lie {how}"
        case TilesStraightened():
            return f"{sheet.name(fact.seat)} straightened tiles"
    return ""


def _blank(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case BlankUndeclared():
            return f"{sheet.name(fact.seat)} did not declare the blank at {fact.square}"
        case BlankConfirmed():
            return f"The blank at {fact.square} stays {fact.letter}{because(fact.reason)}"
        case MoveReplayed():
            return f"{sheet.name(fact.seat)} may make move {fact.move} again{because(fact.reason)}"
        case RedesignationChallenged():
            verdict = "acceptable" if fact.acceptable else "not acceptable"
            words = ", ".join(fact.words)
            return f"{sheet.name(fact.seat)} challenged {words} of the new letter: {verdict}"
        case RedesignationAccepted():
            return "The words of the new letter were not challenged"
        case FalseBlankFound():
            then = "the play comes off" if fact.taken_back else "it stays a blank"
            return f"The blank at {fact.square} is a tile {fact.real}: {then}"
        case FalseBlankSettled():
            return f"{fact.returned} tiles drawn after the false blank went back"
    return ""
