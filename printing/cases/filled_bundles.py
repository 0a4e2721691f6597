"""The bundle filled from a case: timeline, log, scores, boards before and after, slips."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from ledger.equipment.board import Squares, empty_squares, load_board
from ledger.game.sheet.folding import sheet_as_known, wording
from ledger.game.sheet.laying import square_index, with_tiles, without_tiles
from ledger.game.sheet.line import LineKind, event_called
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.facts import FactsBookmarked
from ledger.messages.written import day_written
from ledger.record.events import Event
from printing.cases.bundle import BUNDLE, Bundle, Slips
from printing.cases.case_at_hand import CaseAtHand
from printing.cases.filled_cases import event_words, incident_record_of, with_its_code
from printing.engine.page import date_words
from printing.languages import say
from printing.papers import Papers
from printing.sheets.board_picture import BoardAt, BoardPicture, is_blank
from printing.sheets.filled_sheets import score_sheet_of
from printing.sheets.from_evidence import known_of
from printing.sheets.score_sheet import ScoreSheet
from printing.slips.filled_slips import blank_slip_of, challenge_slips_of, result_slip_of
from printing.source import Source, place_words, turn_numbers

Entries = tuple[tuple[str, str], ...]


def bundle_of(case: CaseAtHand, *, redacted: bool = False) -> Bundle:
    """All papers of a case; a redacted copy leaves out what ``left_out`` has."""
    events = sorted(
        [*case.file.events, *(case.sheet.events if case.sheet else ())],
        key=lambda event: (event.envelope.written_at, event.originator_version),
    )
    boards = boards_of(case)
    return Bundle(
        heading=case.heading_of(redacted=redacted),
        record=replace(incident_record_of(case, redacted=redacted), redacted=""),
        timeline=timeline_of(case, events, redacted=redacted),
        scores=scores_of(case, redacted=redacted),
        boards=boards,
        no_boards=""
        if boards
        else (
            say("paper_cases.no-event-game-named-in")
            if case.sheet
            else say("paper_cases.case-about-no-game")
        ),
        slips=slips_of(case, redacted=redacted),
        log=log_of(case, events, redacted=redacted),
        zone=zone_words(case),
        redacted=say("paper_cases.what-is-left-out") if redacted else "",
    )


def zone_words(case: CaseAtHand) -> str:
    return f"{case.local(case.file.events[0].envelope.written_at):%Z}" or "UTC"


def timeline_of(case: CaseAtHand, events: list[Event], *, redacted: bool) -> Entries:
    """Events in words, the day before the first of each day."""
    rows: list[tuple[str, str]] = []
    day = ""
    for event in events:
        at = case.local(event.envelope.written_at)
        if f"{at:%Y-%m-%d}" != day:
            day = f"{at:%Y-%m-%d}"
            rows.append(("", date_words(at)))
        table = event.envelope.occurred_at
        times = f"{case.local(table):%H:%M:%S}" if table else "–"
        rows.append((f"{times} / {at:%H:%M:%S}", words_of(case, event, redacted=redacted)))
    return tuple(rows)


def words_of(case: CaseAtHand, event: Event, *, redacted: bool) -> str:
    fact = event.fact
    if event.originator_id == case.file.id:
        words = event_words(case, event, redacted=redacted)
    elif redacted and case.is_of_health(event):
        return say("paper_cases.matter-health-left-out")
    else:
        assert case.sheet is not None
        words = wording(fact, case.sheet)
    return case.redaction.of(words) if redacted else words


def log_of(case: CaseAtHand, events: list[Event], *, redacted: bool) -> Entries:
    """Which event of which stream, what it is, when it was written and under which badge."""
    rows = []
    for event in events:
        whose = case.called if event.originator_id == case.file.id else say("paper_cases.game")
        envelope = event.envelope
        topic = event_called(event.fact.topic())
        if redacted and case.is_of_health(event):
            topic = say("paper_cases.matter-health-left-out")
        at = _to_the_second(case.local(envelope.written_at))
        badge, device = envelope.written_by, envelope.device
        if redacted:
            badge, device = case.redaction.each((badge, device))
        device = f" · {device}" if device else ""
        rows.append(
            (
                say("paper_cases.whose-event", whose=whose, event=event.originator_version),
                say("paper_cases.topic-at-badge", topic=topic, at=at, badge=f"{badge}{device}"),
            )
        )
    return tuple(rows)


def _to_the_second(moment: datetime) -> str:
    return f"{day_written(moment)} {moment:%H:%M:%S}"


def scores_of(case: CaseAtHand, *, redacted: bool) -> ScoreSheet | None:
    if case.sheet is None:
        return None
    scores = score_sheet_of(case.sheet, _source(case, redacted=redacted))
    # A bundle that was handed out is made again byte for byte: its remarks stay as they were.
    scores = replace(scores, closing=scores.closing.as_bound)
    if scores.heading.provisional:  # the bundle has a head of its own
        scores = replace(scores, details=(scores.heading.provisional, *scores.details))
    if not redacted:
        return scores
    health = [
        wording(e.fact, case.sheet).rstrip(".") for e in case.sheet.events if case.is_of_health(e)
    ]

    def without(texts: tuple[str, ...]) -> tuple[str, ...]:
        kept = (
            say("paper_cases.matter-health-left-out")
            if any(one.rstrip(".") in text for one in health)
            else text
            for text in texts
        )
        return tuple(dict.fromkeys(case.redaction.each(kept)))

    return replace(
        scores,
        turns=tuple(replace(turn, remarks=without(turn.remarks)) for turn in scores.turns),
        closing=replace(scores.closing, remarks=without(scores.closing.remarks)),
    )


def _source(case: CaseAtHand, *, redacted: bool) -> Source:
    """What the papers of the game need; of a redacted copy without the names of its officials."""
    return replace(case.game, official=case.redaction.of) if redacted else case.game


def boards_of(case: CaseAtHand) -> tuple[BoardAt, ...]:
    """The board before and after each disputed event, as known then, and as known now."""
    sheet = case.sheet
    if sheet is None:
        return ()
    return tuple(
        one for about in disputed(case) if 1 < about <= sheet.version
        for one in boards_about(sheet, about)
    )  # fmt: skip


def disputed(case: CaseAtHand) -> tuple[int, ...]:
    """The event the case is about, and those after which the director bookmarked the facts."""
    opened = case.file.opened
    about = opened.about or (opened.situation.version if opened.situation else 0)
    marked = (one.situation.version for one in case.file.each(FactsBookmarked))
    return tuple(dict.fromkeys((about, *marked)))


def boards_about(sheet: Sheet, about: int) -> Iterator[BoardAt]:
    board = load_board(sheet.scheduled.board)
    place = place_words(sheet, about, says=False)
    if about not in turn_numbers(sheet):
        place = say("paper_cases.it-at", place=place)
    for when, version in (
        (say("paper_cases.before"), about - 1),
        (say("paper_cases.after"), about),
    ):
        then = sheet_as_known(sheet, at=version)
        yield BoardAt(
            caption=say("paper_cases.when-place-as-known-then", when=when, place=place),
            known=known_of(then),
            picture=BoardPicture(board, then.board.squares),
        )
    for when, version in (
        (say("paper_cases.before"), about - 1),
        (say("paper_cases.after"), about),
    ):
        yield BoardAt(
            caption=say("paper_cases.when-place-as-known-now", when=when, place=place),
            known=say("paper_cases.with-every-correction-made-since"),
            picture=BoardPicture(board, lying(sheet, version)),
        )


def slips_of(case: CaseAtHand, *, redacted: bool) -> Slips:
    sheet = case.sheet
    if sheet is None:
        return Slips()
    source = _source(case, redacted=redacted)
    result = result_slip_of(sheet, source) if sheet.result.proposed else None
    if result and redacted:
        result = replace(result, amendments=case.redaction.each(result.amendments))
    return Slips(
        result=result,
        blanks=blank_slip_of(sheet, source) if sheet.board.blanks else None,
        challenges=challenge_slips_of(sheet, source),
    )


def lying(sheet: Sheet, version: int) -> Squares:
    """What lay on the board after an event, by what the record knows now."""
    squares = empty_squares(load_board(sheet.scheduled.board))
    turn: tuple[tuple[int, str], ...] = ()
    for line in sheet.lines:
        if line.version > version:
            continue
        if line.kind is LineKind.WITHDRAWN:
            squares, turn = without_tiles(squares, turn), ()
        else:
            squares = with_tiles(squares, line.placed)
            turn = line.placed if line.is_turn else turn
    return with_blanks(sheet, squares)


def with_blanks(sheet: Sheet, squares: Squares) -> Squares:
    """The same, each blank as the letter that it is known to stand for."""
    size = load_board(sheet.scheduled.board).size
    named = [(square_index(one.square, size), one.letter.lower()) for one in sheet.board.blanks]
    letters = {
        index: sheet.board.squares[index] or letter for index, letter in named if index is not None
    }
    return tuple(
        letters.get(index, tile) if is_blank(tile) else tile for index, tile in enumerate(squares)
    )


def bundle_papers(case: CaseAtHand, *, redacted: bool = False) -> Papers:
    return Papers.of(BUNDLE, case.source, with_its_code(bundle_of, case, redacted=redacted))
