"""What the end of a game does to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.challenges.facts import ChallengeFailed, HoldCalled
from ledger.game.endings.facts import (
    GameEnded,
    GameForfeited,
    GameResigned,
    GameVoided,
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
    coded,
    folds,
    if_shown,
    leaves_unchanged,
    signed,
    tells,
    with_reason,
)
from ledger.game.sheet.still_open import open_after_giving_up, open_after_the_end
from ledger.game.turns.folds import added
from ledger.messages import known, say
from ledger.vocabulary import NO_TILES, Points, Seat
from ledger.vocabulary.signs import whole


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


@folds(GameForfeited)
def _forfeited(sheet: Sheet, fact: GameForfeited, entry: Standing) -> Sheet:
    """A forfeit ends the game; the scores at the table stay visible above it."""
    lines = sheet.lines
    if fact.loser is not None:
        lines = (
            *lines,
            Line(
                version=entry.event.originator_version,
                kind=LineKind.FORFEITED,
                seat=fact.loser,
                score=Points(0),
                totals=sheet.totals,
                note=if_shown(fact.cause),
                corrections=entry.corrections,
            ),
        )
    return replace(
        sheet,
        ending=replace(sheet.ending, forfeit=fact, margin=fact.margin),
        lines=lines,
        ended="forfeited",
        on_move=None,
        open=open_after_giving_up(sheet.open),
    )


@tells(
    GameForfeited,
    "forfeited by {loser:both} ({cause})[; scores {scores}][; margin {margin}]"
    "[; loser's spread {loser_spread}]"
    "[; {rated|rated|not rated}]",
)
def _game_forfeited(fact: GameForfeited, sheet: Sheet) -> str:
    margin = whole(fact.margin) if fact.cause in BY_DECISION and fact.margin else ""
    if fact.loser is None:
        told = (
            say("game_setting_up.both-players-forfeited-by-margin", margin=margin)
            if margin
            else say("game_setting_up.both-players-forfeited")
        )
    else:
        loser = sheet.name(fact.loser)
        told = (
            say("game_setting_up.loser-forfeited-by-margin", loser=loser, margin=margin)
            if margin
            else say("game_setting_up.loser-forfeited", loser=loser)
        )
    return with_reason(told, coded("forfeit-cause", fact.cause))


BY_DECISION = ("ruling", "misconduct")


"""Causes for which somebody decides the margin: else the book works it out."""
