"""What the end of a game does to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.challenges.facts import ChallengeFailed, HoldCalled
from ledger.game.endings.facts import (
    GameEnded,
    GameResigned,
    GameVoided,
    OvertimeRecorded,
    PlayedOut,
    PlayOutAccepted,
    RoundEnded,
    UnplayedTilesCounted,
)
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet, with_opened, without_any
from ledger.game.sheet.standing import (
    Standing,
    as_papers_have,
    folds,
    leaves_unchanged,
    signed,
    tells,
    with_reason,
)
from ledger.game.sheet.still_open import open_after_giving_up, open_after_the_end
from ledger.game.turns.folds import added
from ledger.messages import known, say
from ledger.vocabulary import NO_TILES, Points, Seat
from ledger.vocabulary.bounds import minutes


@folds(PlayedOut)
def _played_out(sheet: Sheet, fact: PlayedOut, entry: Standing) -> Sheet:
    opened = with_opened(sheet.open, entry.event.originator_version, fact)
    return replace(sheet, out=fact.seat, open=opened)


@folds(PlayOutAccepted)
def _accepted(sheet: Sheet, fact: PlayOutAccepted, entry: Standing) -> Sheet:
    """The opponent of who accepts is out, though the record may not have seen it happen."""
    left = without_any(sheet.open, (PlayedOut, HoldCalled, ChallengeFailed))
    return replace(
        sheet,
        challenges=replace(sheet.challenges, hold=None),
        answering=replace(sheet.answering, accepted=True),
        out=fact.seat.opponent,
        open=left,
    )


@folds(GameEnded)
def _ended(sheet: Sheet, fact: GameEnded, entry: Standing) -> Sheet:
    return replace(
        sheet,
        ended=fact.cause,
        on_move=None,
        challenges=replace(sheet.challenges, hold=None),
        open=open_after_the_end(sheet.open),
    )


@folds(UnplayedTilesCounted)
def _unplayed(sheet: Sheet, fact: UnplayedTilesCounted, entry: Standing) -> Sheet:
    lines, totals = list(sheet.lines), sheet.totals
    for seat in Seat:
        change = fact.adjustments[seat.place]
        # Whose tiles a line is about: a gain comes from the opponent's rack, a loss from one's own.
        gains = change > 0 or (not change and fact.racks[seat.place] == NO_TILES)
        rack = fact.racks[seat.opponent.place if gains else seat.place]
        if not change and not _counts_nothing(fact, seat):
            continue
        totals = added(totals, seat, change)
        lines.append(
            Line(
                version=entry.event.originator_version,
                kind=LineKind.UNPLAYED,
                seat=seat,
                score=Points(change),
                totals=totals,
                tiles=rack if rack != NO_TILES else fact.racks[seat.place],
                note=fact.mode,
                corrections=entry.corrections,
            )
        )
    return replace(
        sheet,
        lines=tuple(lines),
        totals=totals,
        ending=replace(sheet.ending, unplayed_counted=True),
    )


def _counts_nothing(fact: UnplayedTilesCounted, seat: Seat) -> bool:
    """Whether tiles were counted for ``seat`` that are worth nothing: a blank left, and no more.

    That is a line like any other: without one, readers hold the game unfinished.
    """
    own, others = fact.racks[seat.place], fact.racks[seat.opponent.place]
    if own == NO_TILES:
        return fact.mode in ("double", "single") and others != NO_TILES
    return fact.mode in ("own", "single") and own != ""


@folds(OvertimeRecorded)
def _overtime(sheet: Sheet, fact: OvertimeRecorded, entry: Standing) -> Sheet:
    recorded = list(sheet.clock.overtime)
    recorded[fact.seat.place] = fact.penalty
    totals = added(sheet.totals, fact.seat, -fact.penalty)
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.OVERTIME,
        seat=fact.seat,
        score=Points(-fact.penalty),
        totals=totals,
        note="" if fact.over is None else f"{minutes(fact.over)} over",
        corrections=entry.corrections,
    )
    # A file may say that overtime cost nothing; here nobody notes overtime that was none.
    settled = bool(fact.penalty) or fact.over is None
    lines = (*sheet.lines, line) if settled else sheet.lines
    return replace(
        sheet,
        lines=lines,
        totals=totals,
        clock=replace(sheet.clock, overtime=(recorded[0], recorded[1])),
    )


@folds(GameResigned)
def _resigned(sheet: Sheet, fact: GameResigned, entry: Standing) -> Sheet:
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.RESIGNED,
        seat=fact.seat,
        score=Points(0),
        totals=sheet.totals,
        note="" if fact.margin is None else f"loses by {fact.margin}",
        corrections=entry.corrections,
    )
    return replace(
        sheet,
        lines=(*sheet.lines, line),
        ending=replace(sheet.ending, resigned=fact.seat, resignation=fact, margin=fact.margin),
        ended="resigned",
        open=open_after_giving_up(sheet.open),
        on_move=None,
        challenges=replace(sheet.challenges, hold=None),
    )


leaves_unchanged(RoundEnded)


@folds(GameVoided)
def _voided(sheet: Sheet, fact: GameVoided, entry: Standing) -> Sheet:
    left = without_any(sheet.open, (HoldCalled,))
    return replace(
        sheet,
        ending=replace(sheet.ending, voided=fact.reason or "void"),
        on_move=None,
        challenges=replace(sheet.challenges, hold=None),
        open=left,
    )


# How a game ends, told in a few words.


@tells(PlayedOut, "played out {seat}")
def _played_out_endings_wording(fact: PlayedOut, sheet: Sheet) -> str:
    return say("game_endings.played-out", player=sheet.name(fact.seat))


@tells(PlayOutAccepted, "play-out accepted {seat}")
def _play_out_accepted(fact: PlayOutAccepted, sheet: Sheet) -> str:
    return say("game_endings.play-out-accepted", player=sheet.name(fact.seat))


@tells(GameEnded, "ended: {cause}")
def _game_ended(fact: GameEnded, _sheet: Sheet) -> str:
    if known(f"game_endings.ended-{fact.cause}"):
        return say(f"game_endings.ended-{fact.cause}")
    return with_reason(say("game_endings.game-over"), as_papers_have(fact.cause))


@tells(UnplayedTilesCounted, "unplayed tiles {racks}; adjusted {adjustments} ({mode})")
def _unplayed_tiles_counted(fact: UnplayedTilesCounted, _sheet: Sheet) -> str:
    return say("game_endings.unplayed-tiles-counted", points=signed(fact.adjustments))


@tells(
    OvertimeRecorded,
    "overtime {seat} {over:not known}; penalty {penalty}[; at the end {at_end}]"
    "[; at the reveal {at_reveal}][; at last {at_last}]",
)
def _overtime_recorded(fact: OvertimeRecorded, sheet: Sheet) -> str:
    return say(
        "game_endings.overtime-recorded", player=sheet.name(fact.seat), penalty=-fact.penalty
    )


@tells(
    GameResigned,
    "resigned {seat} ({proper|proper|improper}); margin {margin:not set}"
    "[; {rated|rated|not rated}][; because {reason}]",
)
def _game_resigned(fact: GameResigned, sheet: Sheet) -> str:
    return say("game_endings.game-resigned", player=sheet.name(fact.seat))


@tells(RoundEnded, "round ended by the director[: {reason}]")
def _round_ended_endings_wording(fact: RoundEnded, _sheet: Sheet) -> str:
    return with_reason(say("game_endings.round-ended"), fact.reason)


@tells(GameVoided, "void: {reason}")
def _game_voided(fact: GameVoided, _sheet: Sheet) -> str:
    return with_reason(say("game_endings.game-voided"), fact.reason)
