"""Exchanges objected to, told in a few words."""

from __future__ import annotations

from ledger.game.facts.exchanges import (
    ExchangeChallenged,
    ExchangeJudged,
    ExchangeNoted,
    ExchangePutRight,
    ExchangeVoided,
    UnwantedTilesFound,
    UnwantedTilesReturned,
)
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.game.sheet.telling.tells import tells


@tells(
    ExchangeNoted,
    "exchange of {seat}[; announced {announced:not known}][; laid {laid:not known}]"
    "[; then said {said_next:nothing}][; {at_once|at once|after a pause}]"
    "[; drew {drawn:not known}][; {returned_first|returned first|drew first}]",
)
def _exchange_noted(fact: ExchangeNoted, sheet: Sheet) -> str:
    said = "" if fact.announced is None else f" said {fact.announced},"
    laid = "" if fact.laid is None else f" put out {fact.laid}"
    first = "; old tiles returned before drawing" if fact.returned_first else ""
    return f"{sheet.name(fact.seat)}:{said}{laid}{first}"


@tells(
    ExchangeChallenged,
    "exchange {exchange:entry} of {exchanger} challenged by {seat}: {ground}; bag {bag}"
    "; rack {rack}; laid {laid}[; drawn {drawn}][; {racked|racked|not racked}]"
    "[; returned {returned}][; timer {pressed|pressed|not pressed}]"
    "[; {next_turn_done|after the next turn|before the next turn}]",
)
def _exchange_challenged(fact: ExchangeChallenged, sheet: Sheet) -> str:
    who, whose = sheet.name(fact.seat), sheet.name(fact.exchanger)
    return f"{who} objects to the exchange of {whose} ({tiles(fact.bag)} in the bag)"


@tells(
    ExchangeJudged,
    "exchange {legal|legal|illegal}[; {settled|settled|to put right}][ ({adjudicator})]",
)
def _exchange_judged(fact: ExchangeJudged, _sheet: Sheet) -> str:
    return f"The exchange was {'legal' if fact.legal else 'not legal'}"


@tells(
    ExchangeVoided,
    "exchange {exchange:entry} of {seat} void: {becomes}[; {counted|counted|not counted}]",
)
def _exchange_voided(fact: ExchangeVoided, sheet: Sheet) -> str:
    words = fact.becomes.replace("-", " ")
    return f"The exchange of {sheet.name(fact.seat)} is void: {words}"


@tells(
    ExchangePutRight,
    "exchange put right for {seat}; shown {shown}; returned {returned}; rack {rack}"
    "; bag {bag}[; now {tiles}][; took {seconds}]",
)
def _exchange_put_right(fact: ExchangePutRight, sheet: Sheet) -> str:
    return (
        f"Tiles of {sheet.name(fact.seat)} put right: {fact.returned} into the bag, "
        f"{fact.rack} on the rack"
    )


@tells(UnwantedTilesFound, "unwanted tiles of {seat} found: {count}")
def _unwanted_tiles_found(fact: UnwantedTilesFound, sheet: Sheet) -> str:
    return f"{fact.count} exchanged tiles of {sheet.name(fact.seat)} were still on the table"


@tells(
    UnwantedTilesReturned,
    "unwanted tiles of {seat} returned: {count}[; {shown|seen by both|unseen}]",
)
def _unwanted_tiles_returned(fact: UnwantedTilesReturned, _sheet: Sheet) -> str:
    return f"{fact.count} exchanged tiles returned to the bag"
