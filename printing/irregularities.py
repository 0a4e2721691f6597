"""What happened at a table that no turn of the score sheet shows, in words for its foot."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.game.facts import (
    blanks,
    calls,
    challenges,
    clock,
    endings,
    holds,
    judging,
    results,
    scores,
    setting_up,
    turns,
    virtual_play,
)
from ledger.game.facts import setting_up as before
from ledger.game.facts.drawing import TilesDrawn
from ledger.game.facts.scores import ScoresWritten
from ledger.game.sheet import Sheet
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.effective import standing
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.resolved import DISCREPANCY, resolved
from ledger.game.sheet.telling.in_words import told
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.replay.remarks_in_words import words_at
from ledger.vocabulary import remarks
from printing.places import place_of, places_words

ROUTINE: frozenset[type[Fact]] = frozenset(
    {
        before.GameScheduled, before.StarterDetermined, before.GameStarted,
        setting_up.TimerChosen, setting_up.EquipmentNoted, setting_up.FirstTileDrawn,
        setting_up.FirstRackDrawn, setting_up.StartTilesReturned, setting_up.RecordingAgreed,
        virtual_play.MonitorNamed,
        *turns.TURNS, TilesDrawn, blanks.BlankDesignated,
        holds.HoldCalled, holds.HoldReleased, challenges.ChallengeIssued,
        challenges.ChallengeSlipConfirmed, challenges.ChallengeAdjudicated,
        challenges.PhoneyWithdrawn, challenges.ChallengeFailed,
        judging.ChallengeHandedOver, judging.RestartConfirmed, judging.WindowClosed,
        clock.TimeRead, clock.ClockNeutralised, clock.ClockRestarted,
        calls.DirectorSetOut, calls.DirectorArrived, calls.DirectorLeft,
        endings.PlayedOut, endings.PlayOutAccepted, endings.GameEnded, endings.RoundEnded,
        endings.UnplayedTilesCounted, endings.OvertimeRecorded,
        scores.CumulativeAgreed,
        results.ResultProposed, results.ResultSigned, results.ResultHandedIn,
        results.TallySheetSigned,
    }
)  # fmt: skip
"""Facts of every game, or shown by a turn, the sums or the signatures. All others are told."""

NOTED = 75
"""Characters of a remark that stand beside a turn; a longer one stands at the foot."""

WELL = (before.SetChecked, results.SetGathered)
"""Facts that are told only where the set was found incomplete."""


def remarks_of(sheet: Sheet) -> tuple[str, ...]:
    """What no turn shows, what was remarked on, and what doesn't agree, each with its turns.

    What has been put right since says so (``ledger.game.sheet.resolved``).
    """
    by_event = [
        *happened(sheet),
        *(
            (event.originator_version, told_code(sheet, event, code))
            for event in at_turns(sheet)
            for code in codes_of(event)
            if len(shortened(words_at(sheet, event, code))) > NOTED
        ),
        *disagreeing(sheet),
    ]
    versions: dict[str, list[int]] = {}
    for version, what in sorted(by_event, key=lambda each: each[0]):
        versions.setdefault(what.rstrip("."), []).append(version)
    return tuple(
        f"{places_words(place_of(sheet, version) for version in some)}: {what}."
        for what, some in versions.items()
    )


def since(sheet: Sheet, version: int, code: str, what: str) -> str:
    """A matter in words, with what has put it right since; what it asks for then goes."""
    found = resolved(sheet, version, code)
    return what if found is None else f"{what.rstrip('.').split('; ')[0]}; {found.words}"


def told_code(sheet: Sheet, event: Event, code: str) -> str:
    """What was remarked on at an event in words, with what has put it right since."""
    return since(sheet, event.originator_version, code, words_at(sheet, event, code))


def at_turns(sheet: Sheet) -> Iterator[Event]:
    """The events that made a line of the sheet."""
    lines = {line.version for line in sheet.lines}
    return (event for event in sheet.events if event.originator_version in lines)


def disagreeing(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """What doesn't agree, but for scores whose turn says itself that they were announced so."""
    said = {
        event.originator_version
        for event in at_turns(sheet)
        if remarks.ANNOUNCED_DIFFERS in event.envelope.remarks
    }
    return (
        (finding.version, since(sheet, finding.version, finding.code, finding.what))
        for finding in findings(sheet)
        if finding.code != remarks.ANNOUNCED_DIFFERS or finding.version not in said
    )


def happened(sheet: Sheet) -> Iterator[tuple[int, str]]:
    """The facts to tell, with the version of their event: what the remarks say goes with them."""
    for event, fact, corrections in standing(sheet.events):
        version = event.originator_version
        if fact is None:
            struck = corrections[-1] if corrections else None
            if struck is not None and struck.reason != "taken back":
                why = f", {if_shown(struck.reason)}" if if_shown(struck.reason) else ""
                yield version, f"Entry struck out: was {struck.was}{why}"
        elif isinstance(fact, endings.GameResigned):
            if if_shown(fact.reason):
                yield version, f"{sheet.name(fact.seat)} resigned: {fact.reason}"
        elif isinstance(fact, ScoresWritten):
            words = totals_written(fact, sheet)
            if words:
                yield version, words
        elif type(fact) not in ROUTINE and not (isinstance(fact, WELL) and fact.complete):
            said = since(sheet, version, DISCREPANCY, told(fact, sheet).rstrip("."))
            others = (told_code(sheet, event, code).rstrip(".") for code in codes_of(event))
            yield version, ". ".join((said, *others))


def totals_written(fact: ScoresWritten, sheet: Sheet) -> str:
    """That a player has other totals written down than the record; else nothing."""
    line = next((line for line in sheet.lines if line.version == fact.turn), None)
    ours = sheet.totals if line is None else line.totals
    if fact.totals is None or fact.totals == ours:
        return ""
    after = "" if line is None else f" after {line.told}"
    theirs, recorded = (f"{one} to {two}" for one, two in (fact.totals, ours))
    return f"{sheet.name(fact.seat)} has {theirs} written{after}; the record has {recorded}"


def codes_of(event: Event) -> tuple[str, ...]:
    """What was remarked on when an event was written, but for scores: those the turn tells."""
    return tuple(code for code in event.envelope.remarks if code != remarks.ANNOUNCED_DIFFERS)


def noted(event: Event, sheet: Sheet) -> tuple[str, ...]:
    """What was remarked on at a turn, in few words; where that takes many, where they stand."""
    short = [(code, shortened(words_at(sheet, event, code))) for code in codes_of(event)]
    at = event.originator_version
    return tuple(
        dict.fromkeys(
            since(sheet, at, code, words) if len(words) <= NOTED else "see the remarks"
            for code, words in short
        )
    )


def shortened(words: str) -> str:
    """A remark without what is said for the scorekeeper: its first clause.

    >>> shortened("The first play misses the centre square; it stands unless challenged.")
    'The first play misses the centre square'
    """
    return words.partition(". ")[0].partition("; ")[0].rstrip(".")


def written_at(sheet: Sheet) -> dict[int, tuple[int | None, int | None]]:
    """Scores in the players' own hands that are not ours, by the version of the turn's event."""
    if not sheet.result.written:
        return {}
    ours = {line.version: line.score for line in sheet.lines if line.is_turn}
    found: dict[int, list[int | None]] = {}
    for fact in sheet.result.written:
        if fact.score is not None and fact.turn in ours:
            theirs = found.setdefault(fact.turn, [None, None])
            theirs[fact.seat.place] = fact.score if fact.score != ours[fact.turn] else None
    return {turn: (first, second) for turn, (first, second) in found.items()}
