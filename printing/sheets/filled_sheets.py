"""Score sheets filled from the record: the official one, and a player's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.equipment.scoring import unseen_tiles
from ledger.equipment.tile_set import THROUGH, USUAL_TILES, load_tile_set, set_wording
from ledger.game.blanks import facts as blanks
from ledger.game.calls import facts as calls
from ledger.game.challenges import facts as challenges
from ledger.game.clock import facts as clock
from ledger.game.clock.facts import SandWarned
from ledger.game.drawing.facts import TilesDrawn
from ledger.game.endings import facts as endings
from ledger.game.endings.facts import GameForfeited
from ledger.game.judging import facts as judging
from ledger.game.results import facts as results
from ledger.game.scores import facts as scores
from ledger.game.scores.facts import CreditApplied, PenaltyApplied, ScoresWritten
from ledger.game.setting_up import facts as setting_up
from ledger.game.sheet.folding import wording
from ledger.game.sheet.laying import read_on_board
from ledger.game.sheet.line import (
    TAKEN_BACK,
    Correction,
    Line,
    LineKind,
    mode_wording,
    move_told,
    noted_wording,
)
from ledger.game.sheet.outcome import kept_on_paper, said_of_start, start_of
from ledger.game.sheet.rescoring import DISCREPANCY, findings, resolved
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import as_papers_have, if_shown, standing
from ledger.game.turns import facts as turns
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.replay.remarks import words_at
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.bounds import some
from ledger.vocabulary.names import with_dots
from printing.cases.case_at_hand import officials_of
from printing.engine.page import clock_words
from printing.engine.signature import Signature
from printing.languages import having, say
from printing.papers import Papers
from printing.sheets.board_picture import BoardPicture
from printing.sheets.closing_block import Adjustment, Closing, Sanction, rows_of
from printing.sheets.player_sheet import PLAYER_SHEET, PlayerSheet, tracking_of
from printing.sheets.score_sheet import SCORE_SHEET, ScoreSheet
from printing.sheets.turn_columns import OwnTurn, Turn
from printing.source import (
    IN_PLAY,
    NOTHING_ELSE,
    Pair,
    Source,
    a_game,
    blank_letters,
    book_of,
    by_margin,
    challenge_points,
    credit_points,
    ending_words,
    finished_at,
    heading_of,
    margin_of,
    names_by_seat,
    numbers_of,
    overtime_points,
    penalty_points,
    place_of,
    places_words,
    provisional_words,
    result_of,
    signatures_of,
    sums,
    turn_numbers,
    unplayed_mode,
    unplayed_points,
)

# A move as players write it, with the letters it was played through: ``A(IMPROVER)``.


def move_words(line: Line, sheet: Sheet) -> str:
    """The line as the move column says it, with the letters it was played through.

    Where a square is empty by now, the words that were formed then say what lay there.
    """
    if line.placement is None or THROUGH not in line.placement.letters:
        return line.wording
    return read_on_board(line.placement, sheet) or line.wording


# What happened at a table that no turn of the score sheet shows, in words for its foot.


ROUTINE: frozenset[type[Fact]] = frozenset(
    {
        setting_up.GameScheduled, setting_up.StarterDetermined, setting_up.GameStarted,
        setting_up.TimerChosen, setting_up.EquipmentNoted, setting_up.FirstTileDrawn,
        setting_up.FirstRackDrawn, setting_up.StartTilesReturned, setting_up.RecordingAgreed,
        setting_up.MonitorNamed,
        *turns.TURNS, TilesDrawn, blanks.BlankDesignated,
        challenges.HoldCalled, challenges.HoldReleased, challenges.ChallengeIssued,
        challenges.ChallengeSlipConfirmed, challenges.ChallengeAdjudicated,
        challenges.PhoneyWithdrawn, challenges.ChallengeFailed,
        judging.ChallengeHandedOver, judging.RestartConfirmed, challenges.WindowClosed,
        clock.TimeRead, clock.ClockNeutralised, clock.ClockRestarted,
        calls.DirectorSetOut, calls.DirectorArrived, calls.DirectorLeft,
        endings.PlayedOut, endings.PlayOutAccepted, endings.GameEnded, endings.RoundEnded,
        endings.UnplayedTilesCounted, clock.OvertimeRecorded,
        scores.CumulativeAgreed,
        results.ResultProposed, results.ResultSigned, results.ResultHandedIn,
        results.TallySheetSigned,
    }
)  # fmt: skip
"""Facts of every game, or shown by a turn, the sums or the signatures. All others are told."""

NOTED = 75  # characters of a remark that stand beside a turn; a longer one stands at the foot

WELL = (setting_up.SetChecked, results.SetGathered)
"""Facts that are told only where the set was found incomplete."""


def remarks_of(sheet: Sheet) -> tuple[str, ...]:
    """What no turn shows, what was remarked on, and what doesn't agree, each with its turns.

    What has been put right since says so (``ledger.game.sheet.rescoring``).
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
        say(
            "paper.place-and-what",
            place=places_words(place_of(sheet, version) for version in some),
            what=f"{what}.",
        )
        for what, some in versions.items()
    )


def since(sheet: Sheet, version: int, code: str, what: str) -> str:
    """A matter in words, with what has put it right since; what it asks for then goes."""
    found = resolved(sheet, version, code)
    return what if found is None else found.behind(re.split(r"\s*; ", what.rstrip("."))[0])


def told_code(sheet: Sheet, event: Event, code: str) -> str:
    """What was remarked on at an event in words, with what has put it right since."""
    return since(sheet, event.originator_version, code, words_at(sheet, event, code))


def at_turns(sheet: Sheet) -> Iterator[Event]:
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
            if struck is not None and struck.reason != TAKEN_BACK:
                given = {"why": if_shown(struck.why)}
                was = move_told(struck.was)
                yield version, say(f"paper.entry-struck-out{having(given)}", was=was, **given)
        elif isinstance(fact, endings.GameResigned):
            if if_shown(fact.reason):
                yield (
                    version,
                    say("paper.name-resigned", name=sheet.name(fact.seat), reason=fact.reason),
                )
        elif isinstance(fact, ScoresWritten):
            words = totals_written(fact, sheet)
            if words:
                yield version, words
        elif type(fact) not in ROUTINE and not (isinstance(fact, WELL) and fact.complete):
            said = since(sheet, version, DISCREPANCY, wording(fact, sheet).rstrip("."))
            others = (told_code(sheet, event, code).rstrip(".") for code in codes_of(event))
            yield version, ". ".join((said, *others))


def totals_written(fact: ScoresWritten, sheet: Sheet) -> str:
    """That a player has other totals written down than the record; else nothing."""
    line = next((line for line in sheet.lines if line.version == fact.turn), None)
    ours = sheet.totals if line is None else line.totals
    if fact.totals is None or fact.totals == ours:
        return ""
    given = {"after": "" if line is None else line.wording}
    theirs, recorded = (
        say("paper.one-to-other", one=one, other=two) for one, two in (fact.totals, ours)
    )
    return say(
        f"paper.has-other-totals{having(given)}",
        seat=sheet.name(fact.seat),
        theirs=theirs,
        recorded=recorded,
        **given,
    )


def codes_of(event: Event) -> tuple[str, ...]:
    """What was remarked on when an event was written, but for scores: those the turn tells."""
    return tuple(code for code in event.envelope.remarks if code != remarks.ANNOUNCED_DIFFERS)


def noted(event: Event, sheet: Sheet) -> tuple[str, ...]:
    """What was remarked on at a turn, in few words; where that takes many, where they stand."""
    short = [(code, shortened(words_at(sheet, event, code))) for code in codes_of(event)]
    at = event.originator_version
    return tuple(
        dict.fromkeys(
            since(sheet, at, code, words) if len(words) <= NOTED else say("paper.see-remarks")
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


# The sanction box filled from a game's sheet: only what the sheet's reader may see is in it.
#
# Warnings lie in the tournament's ledger of conduct, which is for officials; a score sheet goes to
# players, so none is taken from there. What a director gives them to see is the warning notice.


def sanctions_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> tuple[Sanction, ...]:
    """Penalties, forfeits and warnings of the sand that stand, oldest first."""
    found = []
    for event, fact, _ in standing(sheet.events):
        for seat, kind in given(fact):
            one = sanction_at(sheet, event.originator_version, seat, kind)
            case = event.envelope.case
            found.append(replace(one, case=source.called(case) if case else ""))
    return tuple(found)


def given(fact: Fact | None) -> tuple[tuple[Seat, str], ...]:
    """To whom a fact gives which sanction, in words."""
    if isinstance(fact, PenaltyApplied):
        amount = {
            "points": some(fact.amount, "point"),
            "spread": say("paper.amount-spread", amount=some(fact.amount, "point")),
            "time": some(fact.amount, "second"),
            "turn": say("paper.loss-turn"),
        }
        return ((fact.seat, say("paper.penalty-amount", amount=amount[fact.unit])),)
    if isinstance(fact, GameForfeited):
        losers = tuple(Seat) if fact.loser is None else (fact.loser,)
        return tuple((seat, say("paper.game-forfeited")) for seat in losers)
    if isinstance(fact, SandWarned):
        return ((fact.seat, say("paper.warned-sand-running-out")),)
    return ()


def sanction_at(sheet: Sheet, version: int, seat: Seat, kind: str) -> Sanction:
    """A sanction with turn, scores and clock as they were when it was given."""
    before = [line for line in sheet.lines if line.version < version]
    numbers = turn_numbers(sheet)
    clocks = [line.clocks[seat.place] for line in before if line.clocks]
    return Sanction(
        turn=max((numbers[line.version] for line in before if line.version in numbers), default=0),
        totals=before[-1].totals if before else (0, 0),
        clock=clocks[-1] if clocks else None,
        player=sheet.name(seat),
        kind=kind,
    )


SUMMED = frozenset({LineKind.UNPLAYED, LineKind.OVERTIME})
"""Lines that stand in the sums at the foot and not among the turns."""

BESIDE = frozenset(
    {LineKind.WITHDRAWN, LineKind.BONUS, LineKind.COST, LineKind.PENALTY, LineKind.CREDIT}
)
"""Lines that stand beside a turn."""


def score_sheet_of(sheet: Sheet, source: Source = NOTHING_ELSE) -> ScoreSheet:
    numbers = turn_numbers(sheet)
    game = sheet.scheduled
    tiles = load_tile_set(game.tile_set)
    first, second = sheet.clock.limits
    allowed = (
        clock_words(first)
        if first == second
        else say("paper.one-and-other", one=clock_words(first), other=clock_words(second))
    )
    return ScoreSheet(
        heading=replace(heading_of(sheet, source), provisional=provisional_words(sheet)),
        names=sheet.names,
        numbers=numbers_of(sheet),
        starter_known=start_of(sheet).who > 0,
        by_starts=_by_starts(sheet, source),
        details=(
            book_of(game, bound="Rulebook "),
            *([say("paper.words-of", lexicon=game.lexicon)] if game.lexicon else []),
            *(
                [say("paper.tiles-of", tiles=set_wording(tiles))]
                if tiles.kept != USUAL_TILES
                else []
            ),
            say("paper.allowed-on-clock", allowed=allowed),
        ),
        turns=tuple(
            turn_of(line, numbers, sheet) for line in sheet.lines if line.kind not in SUMMED
        ),
        picture=BoardPicture(load_board(game.board), sheet.board.squares),
        closing=closing_of(sheet, source),
        sanctions=sanctions_of(sheet, source),
    )


def _by_starts(sheet: Sheet, source: Source) -> int:
    """Who is to start by the starts so far, on a sheet that has nothing of the game yet."""
    return 0 if said_of_start(sheet) or sheet.lines else start_of(sheet, source.before).who


def turn_of(line: Line, numbers: dict[int, int], sheet: Sheet) -> Turn:
    beside = line.kind in BESIDE
    said = [word.word for word in line.words]
    move = move_words(line, sheet)
    alone = len(said) <= 1 and line.placement is not None and THROUGH not in with_dots(move)
    event = sheet.event(line.version)
    differs = remarks.ANNOUNCED_DIFFERS in event.envelope.remarks
    return Turn(
        seat=line.seat,
        move=say("lines.credit") if isinstance(event.fact, CreditApplied) else move,
        number=None if beside else numbers.get(line.version),
        words=() if alone else tuple(said),
        score=line.score,
        written=written_at(sheet).get(line.version, (None, None)),
        total=line.totals[line.seat.place],
        clock=line.clocks[line.seat.place] if line.clocks and not beside else None,
        remarks=(
            *([as_papers_have(noted_wording(line))] if line.note else []),
            *map(corrected, line.corrections),
            *(differing(line, sheet) if differs else ()),
            *(() if beside else noted(event, sheet)),
        ),
    )


def corrected(one: Correction) -> str:
    """What stood before a correction, and why it was made, as far as that is shown."""
    given = {"why": if_shown(one.why)}
    return say(f"paper.corrected{having(given)}", was=move_told(one.was), **given)


def differing(line: Line, sheet: Sheet) -> tuple[str, ...]:
    """That the score announced isn't the one by our count, where that is so still."""
    if line.computed is None or line.announced == line.computed:
        return ()
    words = say("paper.announced-counts", announced=line.announced, counts=line.computed)
    return (since(sheet, line.version, remarks.ANNOUNCED_DIFFERS, words),)


def closing_of(sheet: Sheet, source: Source) -> Closing:
    mode = unplayed_mode(sheet)
    plays = sums(sheet, LineKind.PLAY, LineKind.MISSED, LineKind.WITHDRAWN)
    final, given = result_of(sheet), credit_points(sheet)
    first, second = signatures_of(sheet, source)
    closing = Closing(
        plays=plays,
        adjustments=_on_paper(sheet)
        or (
            Adjustment(say("paper.challenges"), challenge_points(sheet)),
            Adjustment(
                say("paper.unplayed-tiles-mode", mode=mode_wording(mode))
                if mode
                else say("paper.unplayed-tiles"),
                unplayed_points(sheet),
            ),
            Adjustment(say("paper.overtime"), overtime_points(sheet)),
            Adjustment(say("paper.penalties"), penalty_points(sheet)),
            *([Adjustment(say("paper.credits"), given)] if any(given) else []),
            *recorded_otherwise(sheet, final),
        ),
        totals=final,
        so_far=sheet.totals if sheet.state in IN_PLAY else (None, None),
        provisional=bool(provisional_words(sheet)),
        by_margin=by_margin(sheet) or bool(sheet.ending.voided),
        margin=margin_of(sheet),
        ending=ending_words(sheet),
        blanks=blank_letters(sheet),
        signatures=(replace(first, before=""), replace(second, before="")),
        finished_at=finished_at(sheet, source),
        handed_in_by=names_by_seat(sheet, sheet.result.handed_in),
        remarks=(
            *officials_of(sheet, source),
            *signed_before(sheet, (first, second)),
            *remarks_of(sheet),
        ),
    )
    return closing if sheet.lines or final != NOT_YET else _to_write_in(closing)


NOT_YET: Pair = (None, None)


def _to_write_in(closing: Closing) -> Closing:
    """The sums of a game of which nothing is recorded: no nought stands where a hand writes."""
    request = tuple(replace(each, points=NOT_YET) for each in closing.adjustments)
    return replace(closing, plays=NOT_YET, adjustments=request, so_far=NOT_YET)


def signed_before(sheet: Sheet, signatures: tuple[Signature, Signature]) -> tuple[str, ...]:
    """What stands beside signatures, as remarks: the boxes are for the hands."""
    return tuple(
        say(
            "paper.signature-seat-before",
            seat=sheet.name(seat),
            before=signatures[seat.place].before,
        )
        for seat in Seat
        if signatures[seat.place].before
    )


def _on_paper(sheet: Sheet) -> tuple[Adjustment, ...]:
    """What a slip has beyond the lines that were recorded, where the game was kept on paper."""
    if not kept_on_paper(sheet):
        return ()
    line_kinds = {LineKind.SLIP: say("paper.as-on-slip"), LineKind.FILE: say("paper.as-in-file")}
    kinds = {line.kind for line in sheet.lines}
    more = (
        Adjustment(label, sums(sheet, kind)) for kind, label in line_kinds.items() if kind in kinds
    )
    return (*more, *recorded_otherwise(sheet, result_of(sheet)))


def recorded_otherwise(sheet: Sheet, final: Pair) -> tuple[Adjustment, ...]:
    """The difference between what the lines add up to and the result, if there is one."""
    first, second = final
    if first is None or second is None or final == sheet.totals:
        return ()
    label = (
        say("paper.amended-by")
        if sheet.result.amended is not None
        else say("paper.recorded-otherwise")
    )
    return (Adjustment(label, (first - sheet.totals[0], second - sheet.totals[1])),)


def player_sheet_of(sheet: Sheet, seat: Seat, source: Source = NOTHING_ELSE) -> PlayerSheet:
    """A player's own sheet, as the record has it; racks only as far as they were entered."""
    tile_set = load_tile_set(sheet.scheduled.tile_set)
    unseen = unseen_tiles(tile_set, sheet.board.squares)
    crossed = {tile: count - unseen[tile] for tile, count in tile_set.counts.items()}
    sides = [
        tuple(
            OwnTurn(
                rack=tile_set.cut_rack(line.rack) if who is seat else (),
                word=move_words(line, sheet),
                score=line.score,
                total=line.totals[who.place],
            )
            for line in sheet.lines
            if line.seat is who and line.kind not in SUMMED
        )
        for who in (seat, seat.opponent)
    ]
    own, theirs = seat.place, seat.opponent.place
    start = start_of(sheet, source.before)
    return PlayerSheet(
        heading=replace(heading_of(sheet, source), provisional=provisional_words(sheet)),
        player=sheet.name(seat),
        opponent=sheet.name(seat.opponent),
        started=start.by(seat.place),
        by_starts=start.known == "balanced" and not said_of_start(sheet),
        own=sides[0],
        theirs=sides[1],
        blanks=blank_letters(sheet),
        sums=tuple(
            Adjustment(each.label, (each.points[own], each.points[theirs]))
            for each in rows_of(closing_of(sheet, source))
        ),
        tracking=tracking_of(tile_set, crossed),
    )


# Sheet in, papers out: what `web` is given to print with.


def score_sheet_papers(sheet: object, source: Source = NOTHING_ELSE) -> Papers:
    return Papers.of(SCORE_SHEET, source, score_sheet_of(a_game(sheet), source))


def player_sheet_papers(sheet: object, seat: Seat, source: Source = NOTHING_ELSE) -> Papers:
    """The sheet of one player. It may hold that player's racks: show it to nobody else."""
    return Papers.of(PLAYER_SHEET, source, player_sheet_of(a_game(sheet), seat, source))
