"""What handing a table over, and words of a file, do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.keeping.facts import GameFileTakenIn, GameLineNoted, TableHandedOver, TurnsVerified
from ledger.game.results.facts import ResultSigned, SlipTyped
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import FromFile, Sheet
from ledger.game.sheet.standing import Standing, folds, leaves_unchanged, tells, with_reason
from ledger.messages import say
from ledger.record.kept_words import WordsRemoved

# What handing a table over, and looking turns over, does to the sheet. And its words.


@folds(TableHandedOver)
def _handed_over(sheet: Sheet, fact: TableHandedOver, entry: Standing) -> Sheet:
    return replace(sheet, table=replace(sheet.table, keeper=fact))


@folds(TurnsVerified)
def _verified(sheet: Sheet, fact: TurnsVerified, entry: Standing) -> Sheet:
    """A tick on each turn, unless it was corrected after somebody had looked at it."""
    event = entry.event
    badge = event.envelope.written_by

    def ticked(line: Line) -> Line:
        corrected = max((one.version for one in line.corrections), default=0)
        if line.version not in fact.versions or corrected > event.originator_version:
            return line
        return replace(line, verified=(*(by for by in line.verified if by != badge), badge))

    return replace(sheet, lines=tuple(ticked(line) for line in sheet.lines))


# Who keeps the record, told in a few words.


@tells(
    TableHandedOver,
    "table handed over[; to {badge}][; on {device}][; by {former_badge}]"
    "[; left {former_device}][; because {reason}]",
)
def _table_handed_over(fact: TableHandedOver, _sheet: Sheet) -> str:
    if fact.badge and fact.former_badge:
        told = say(
            "game_keeping.handed-over-from-badge-to-badge",
            former_badge=fact.former_badge,
            badge=fact.badge,
            device=fact.device,
        )
    elif fact.badge:
        told = say("game_keeping.handed-over-to-badge", badge=fact.badge, device=fact.device)
    elif fact.former_badge:
        told = say("game_keeping.handed-over-from-badge", former_badge=fact.former_badge)
    else:
        told = say("game_keeping.table-handed-over")
    return with_reason(told, fact.reason)


@tells(TurnsVerified, "verified events {versions}")
def _turns_verified(fact: TurnsVerified, sheet: Sheet) -> str:
    moves = {line.version: line.wording for line in sheet.lines}
    entries = ", ".join(moves.get(v) or say("game_keeping.entry", v=v) for v in fact.versions)
    return say("game_keeping.verified-entries", entries=entries)


# What the words of a game file do to the sheet, which is nothing, and how they are told.


@folds(GameLineNoted)
def _noted(sheet: Sheet, fact: GameLineNoted, entry: Standing) -> Sheet:
    """The line has it; one that was struck out since takes its words with it."""
    version = entry.event.originator_version - fact.back
    for at in range(len(sheet.lines) - 1, -1, -1):
        line = sheet.lines[at]
        if line.version == version and line.seat is fact.seat:
            earlier = line.noted.notes if line.noted else ()
            noted = replace(fact, notes=(*earlier, *fact.notes))
            lines = (*sheet.lines[:at], replace(line, noted=noted), *sheet.lines[at + 1 :])
            return replace(sheet, lines=lines)
        if line.version < version:
            break
    return sheet


@folds(GameFileTakenIn)
def _taken_in(sheet: Sheet, fact: GameFileTakenIn, entry: Standing) -> Sheet:
    return replace(sheet, file=FromFile(entry.event.originator_version, fact))


# What a game file says beside the turns, told in a few words.


@tells(
    GameLineNoted,
    "the file on the line of {seat}, {back} back[; notes {notes}][; after its total {comment}]"
    "[; rack {rack}][; total {total}][; written as {form}]",
)
def _file_line_noted(fact: GameLineNoted, sheet: Sheet) -> str:
    said = [f"“{words}”" for words in (" ".join(fact.notes), fact.comment) if words]
    if fact.total is not None:
        said.append(
            say("game_keeping.total-as-total", total=fact.total, player=sheet.name(fact.seat))
        )
    words = ", ".join(said)
    return (
        say("game_keeping.file-says-here-words", words=words)
        if said
        else say("game_keeping.file-says-more-line")
    )


@tells(
    GameFileTakenIn,
    "file taken in; its players {nicks}[; declared {declared}][; notes {notes}][; racks {racks}]"
    "[; stops {stops}][; {turned|second player first|first player first}]",
)
def _file_taken_in(fact: GameFileTakenIn, _sheet: Sheet) -> str:
    titled = next((text for keyword, text in fact.declared if keyword == "title" and text), "")
    notes = " ".join(fact.notes)
    words = ", ".join(f"“{words}”" for words in (titled, notes) if words)
    return (
        say("game_keeping.taken-in-with-notes", words=words)
        if words
        else say("game_keeping.taken-in")
    )


# What was signed stays signed, and by whom: the hand alone is gone.
leaves_unchanged(WordsRemoved)


# Words removed from beside the log, told in a few words.


@tells(WordsRemoved, "words {digest} removed by {removed_by}: {reason}")
def _words_removed(fact: WordsRemoved, sheet: Sheet) -> str:
    what = _what(fact, sheet)
    return with_reason(say("game_keeping.words-removed", what=what), fact.reason)


def _what(fact: WordsRemoved, sheet: Sheet) -> str:
    for event in sheet.events:
        named = event.fact
        if isinstance(named, ResultSigned) and named.words == fact.digest:
            return say("game_keeping.handwriting", player=sheet.name(named.seat))
        if isinstance(named, SlipTyped) and named.photo == fact.digest:
            return say("game_keeping.photo-slip")
    return say("game_keeping.handwriting-or-photo-slip")
