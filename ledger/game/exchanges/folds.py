"""What objections to an exchange, and what was done about it, do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.exchanges.facts import (
    ExchangeChallenged,
    ExchangeJudged,
    ExchangeNoted,
    ExchangePutRight,
    ExchangeVoided,
    UnwantedTilesFound,
    UnwantedTilesReturned,
)
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet, with_opened, with_step, without
from ledger.game.sheet.standing import Standing, coded, folds, leaves_unchanged, tells, tiles
from ledger.messages import say

VOID = "void-exchange"
"""Note on the line of an exchange that does not stand, where no book names such a turn."""


leaves_unchanged(ExchangeNoted)


@folds(ExchangeChallenged)
def _challenged(sheet: Sheet, fact: ExchangeChallenged, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


@folds(ExchangeJudged)
def _judged(sheet: Sheet, fact: ExchangeJudged, entry: Standing) -> Sheet:
    if fact.settled:
        return replace(sheet, open=without(sheet.open, ExchangeChallenged))
    return replace(sheet, open=with_step(sheet.open, ExchangeChallenged, fact))


@folds(ExchangeVoided)
def _voided(sheet: Sheet, fact: ExchangeVoided, entry: Standing) -> Sheet:
    """The line of the exchange becomes a pass, or a turn lost that is no scoreless turn.

    Lines after it keep the counts they were entered with; the row on the sheet is put right
    where the exchange is still the last turn.
    """
    at = next((n for n, line in enumerate(sheet.lines) if line.version == fact.exchange), None)
    if at is None or sheet.lines[at].kind is not LineKind.EXCHANGE:
        return sheet
    line = sheet.lines[at]
    zeros = line.zero_turns if fact.counted else line.zero_turns - 1
    voided = replace(line, kind=LineKind.PASS, zero_turns=zeros, note="" if fact.counted else VOID)
    lines = (*sheet.lines[:at], voided, *sheet.lines[at + 1 :])
    changed = replace(sheet, lines=lines, open=with_step(sheet.open, ExchangeChallenged, fact))
    if fact.counted or sheet.last_turn is not line:
        return changed
    goes_on = sheet.ended == "six-zeros"
    return replace(
        changed,
        zero_turns=zeros,
        ended="" if goes_on else sheet.ended,
        on_move=fact.seat.opponent if goes_on else sheet.on_move,
    )


@folds(ExchangePutRight)
def _put_right(sheet: Sheet, fact: ExchangePutRight, entry: Standing) -> Sheet:
    """The rack is what was found; what the rest comes to is in the bag, whatever was counted."""
    first, second = sheet.stock.racks
    racks = (fact.rack, second) if not fact.seat.place else (first, fact.rack)
    return replace(
        sheet,
        stock=sheet.stock.with_racks(racks),
        open=without(sheet.open, ExchangeChallenged),
    )


@folds(UnwantedTilesFound)
def _found(sheet: Sheet, fact: UnwantedTilesFound, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


@folds(UnwantedTilesReturned)
def _returned(sheet: Sheet, fact: UnwantedTilesReturned, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, UnwantedTilesFound))


# Exchanges objected to, told in a few words.


def _noted(fact: ExchangeNoted, who: str) -> str:
    if fact.announced is not None and fact.laid is not None:
        return say(
            "game_exchanges.said-announced-put-out-laid",
            player=who,
            announced=fact.announced,
            laid=fact.laid,
        )
    if fact.announced is not None:
        return say("game_exchanges.said-announced", player=who, announced=fact.announced)
    return (
        say("game_exchanges.put-out-laid", player=who, laid=fact.laid)
        if fact.laid is not None
        else say("game_exchanges.exchange", player=who)
    )


@tells(
    ExchangeNoted,
    "exchange of {seat}[; announced {announced:not known}][; laid {laid:not known}]"
    "[; then said {said_next:nothing}][; {at_once|at once|after a pause}]"
    "[; drew {drawn:not known}][; {returned_first|returned first|drew first}]",
)
def _exchange_noted(fact: ExchangeNoted, sheet: Sheet) -> str:
    told = _noted(fact, sheet.name(fact.seat))
    return say("game_exchanges.exchange-noted", told=told) if fact.returned_first else told


@tells(
    ExchangeChallenged,
    "exchange {exchange:entry} of {exchanger} challenged by {seat}: {ground}; bag {bag}"
    "; rack {rack}; laid {laid}[; drawn {drawn}][; {racked|racked|not racked}]"
    "[; returned {returned}][; timer {pressed|pressed|not pressed}]"
    "[; {next_turn_done|after the next turn|before the next turn}]",
)
def _exchange_challenged(fact: ExchangeChallenged, sheet: Sheet) -> str:
    who, whose = sheet.name(fact.seat), sheet.name(fact.exchanger)
    return say("game_exchanges.exchange-challenged", player=who, other=whose, tiles=tiles(fact.bag))


@tells(
    ExchangeJudged,
    "exchange {legal|legal|illegal}[; {settled|settled|to put right}][ ({adjudicator})]",
)
def _exchange_judged(fact: ExchangeJudged, _sheet: Sheet) -> str:
    return (
        say("game_exchanges.exchange-legal")
        if fact.legal
        else say("game_exchanges.exchange-not-legal")
    )


@tells(
    ExchangeVoided,
    "exchange {exchange:entry} of {seat} void: {becomes}[; {counted|counted|not counted}]",
)
def _exchange_voided(fact: ExchangeVoided, sheet: Sheet) -> str:
    words = coded("voided-turn", fact.becomes)
    return say("game_exchanges.exchange-voided", player=sheet.name(fact.seat), words=words)


@tells(
    ExchangePutRight,
    "exchange put right for {seat}; shown {shown}; returned {returned}; rack {rack}"
    "; bag {bag}[; now {tiles}][; took {seconds}]",
)
def _exchange_put_right(fact: ExchangePutRight, sheet: Sheet) -> str:
    return say(
        "game_exchanges.exchange-put-right",
        player=sheet.name(fact.seat),
        returned=fact.returned,
        rack=fact.rack,
    )


@tells(UnwantedTilesFound, "unwanted tiles of {seat} found: {count}")
def _unwanted_tiles_found(fact: UnwantedTilesFound, sheet: Sheet) -> str:
    return say(
        "game_exchanges.unwanted-tiles-found", count=fact.count, player=sheet.name(fact.seat)
    )


@tells(
    UnwantedTilesReturned,
    "unwanted tiles of {seat} returned: {count}[; {shown|seen by both|unseen}]",
)
def _unwanted_tiles_returned(fact: UnwantedTilesReturned, _sheet: Sheet) -> str:
    return say("game_exchanges.unwanted-tiles-returned", count=fact.count)
