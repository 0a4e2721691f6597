"""The bundle filled from a case, and the files inside it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from msgspec import to_builtins

from ledger.desk.requests import numbers_after
from ledger.equipment.board import Squares, empty_squares, load_board
from ledger.game.results.facts import ResultSigned, SlipTyped
from ledger.game.sheet.folding import sheet_as_known, wording
from ledger.game.sheet.laying import square_index, with_tiles, without_tiles
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.facts import (
    AppealLodged,
    EvidenceAttached,
    FactsBookmarked,
    StatementTaken,
)
from ledger.proof.certificate import fingerprint_of
from ledger.proof.facts import CheckpointMade
from ledger.proof.game_proof import CHECKER, GameProof, as_file
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.transcript.document import view as told_writing
from ledger.transcript.document import write_transcript
from printing.cases.bundle import Bundle, HowToCheck, Slips
from printing.cases.case_at_hand import HEALTH, NOTICE, CaseAtHand, is_hidden, texts_in
from printing.cases.filled_cases import event_words, incident_record_of
from printing.engine.page import clock_words, when_words
from printing.engine.sealing import CHECKPOINT, Attachment
from printing.sheets.board_picture import BoardAt, BoardPicture, is_blank
from printing.sheets.filled_sheets import score_sheet_of
from printing.sheets.score_sheet import ScoreSheet
from printing.slips.filled_slips import blank_slip_of, challenge_slips_of, result_slip_of
from printing.source import Source, place_words

# The files inside a bundle that is handed out: transcript, proofs, words, and what checks them.


Kept = Callable[[str], tuple[bytes | None, bytes | None] | None]
"""Salt and content of what is kept under a digest."""

PROOF = ".proof.json"

KEPT_BESIDE = "what somebody said, signed or showed, kept beside the log"

NAMED: dict[type[Fact], str] = {
    StatementTaken: "words",
    EvidenceAttached: "digest",
    AppealLodged: "grounds",
    ResultSigned: "words",
    SlipTyped: "photo",
}
"""Which facts name what is kept beside the log, and where."""


@dataclass(frozen=True, kw_only=True)
class Proved:
    """What a bundle is proved with; ``certificate``: the signature's, PEM."""

    made: CheckpointMade
    case: GameProof
    game: GameProof | None
    certificate: bytes
    kept: Kept


def files_of(case: CaseAtHand, proved: Proved, *, redacted: bool) -> list[Attachment]:
    proofs = [("case", proved.case), *([("game", proved.game)] if proved.game else [])]
    words = _left_out if redacted else _words
    return [
        *([_transcript(case, proved, redacted=redacted)] if case.sheet else []),
        *(
            Attachment(f"{what}{PROOF}", f"The events of the {what}, proved", as_file(proof))
            for what, proof in proofs
        ),
        words(case, proved),
        Attachment(
            CHECKPOINT, "The signed checkpoint", proved.made.note.encode(), "text/plain",
            source=False,
        ),
        Attachment(
            CHECKER.name, "The program that checks the proofs", CHECKER.read_bytes(),
            "text/x-python", source=False,
        ),
        Attachment(
            "certificate.pem", "The certificate of the signature", proved.certificate,
            "application/x-pem-file", source=False,
        ),
    ]  # fmt: skip


def how_to_check(
    case: CaseAtHand, proved: Proved, files: list[Attachment], *, redacted: bool
) -> HowToCheck:
    return HowToCheck(
        origin=proved.made.origin,
        size=proved.made.size,
        root=proved.made.root,
        certificate=fingerprint_of(proved.certificate),
        files=tuple((file.name, file.what, file.digest) for file in files),
        proofs=tuple(file.name for file in files if file.name.endswith(PROOF)),
        left_out=tuple(_told_left_out(case, proved)) if redacted else (),
        program=CHECKER.read_text(encoding="utf-8"),
    )


def _transcript(case: CaseAtHand, proved: Proved, *, redacted: bool) -> Attachment:
    """The game as lines people can read and programs too; a line is a hash where it is left out."""
    assert case.sheet is not None
    text = write_transcript(told_writing(case.sheet.events))
    if redacted and proved.game is not None:
        head, rows = text.split("\n\n", 1)
        lines = [case.redaction.of(row) for row in rows.splitlines()]
        for event in proved.game.events:
            if event.leaf:
                lines[event.version - 1] = f"- event {event.version} is left out: {event.leaf}"
        text = "\n".join([head, "", *lines]) + "\n"
    return Attachment("transcript.txt", "The game, line by line", text.encode(), "text/plain")


def events_of(case: CaseAtHand) -> Iterator[tuple[str, Event]]:
    for event in case.file.events:
        yield case.called, event
    for event in case.sheet.events if case.sheet else ():
        yield "Game", event


def _words(case: CaseAtHand, proved: Proved) -> Attachment:
    """What people said, signed and photographed, each with the salt that its digest needs."""
    found = {}
    for _, event in events_of(case):
        digest = _digest_in(event.fact)
        kept = proved.kept(digest) if digest else None
        if kept is not None and kept[0] is not None and kept[1] is not None:
            content = base64.b64encode(kept[1]).decode()
            found[digest] = {"salt": kept[0].hex(), "content": content}
    body = msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=1) + b"\n"
    return Attachment("words.json", "Statements, signatures and photographs, by digest", body)


def _left_out(case: CaseAtHand, proved: Proved) -> Attachment:
    told_out = _told_left_out(case, proved)
    rows = [{"where": at, "what": what, "sha256": digest} for at, what, digest in told_out]
    body = msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n"
    return Attachment("left-out.json", "What is left out of this copy, by its digest", body)


def _told_left_out(case: CaseAtHand, proved: Proved) -> Iterator[tuple[str, str, str]]:
    """What is left out: events by the hash of their leaf, words by the digest the log has."""
    leaves = {
        (whose, event.version): event.leaf
        for whose, proof in ((case.called, proved.case), ("Game", proved.game))
        if proof is not None
        for event in proof.events
    }
    for whose, event in events_of(case):
        named = f"{whose}, event {event.originator_version}"
        topic = str(type(event.fact).__struct_config__.tag).replace("-", " ")
        what = HEALTH if case.is_of_health(event) else topic
        if leaf := leaves.get((whose, event.originator_version)):
            yield named, what, leaf
        if digest := _digest_in(event.fact):
            yield named, KEPT_BESIDE, digest


def hidden_in(case: CaseAtHand) -> set[tuple[str, int]]:
    """Which events a redacted copy has only the hash of: stream, 32 hexadecimal digits; version.

    Of what another case led to in the game it has no more either. And what keeps a hash from being
    guessed is the random number of the event's request: no event stays that would tell the number
    of one that goes, as one of the same request, one that names it, or one whose own number it can
    be worked out from.
    """
    left = [event for _, event in events_of(case)]
    gone: list[Event] = []
    numbers: set[str] = set()
    while more := [event for event in left if _goes(case, event) or _tells(event, numbers)]:
        gone += more
        numbers |= {str(event.envelope.command_id) for event in more}
        left = [event for event in left if event not in more]
    return {(event.originator_id.hex, event.originator_version) for event in gone}


def _goes(case: CaseAtHand, event: Event) -> bool:
    envelope = event.envelope
    return (
        case.is_of_health(event)
        or envelope.case not in (None, case.file.id)
        or is_hidden(event.fact, case.redaction, envelope.written_by, envelope.device)
    )


def _tells(event: Event, numbers: set[str]) -> bool:
    after = map(str, numbers_after(event.envelope.command_id))
    return not numbers.isdisjoint((*texts_in(to_builtins(event.envelope)), *after))


def _digest_in(fact: Fact) -> str:
    named = NAMED.get(type(fact))
    return str(getattr(fact, named)) if named else ""


Entries = tuple[tuple[str, str], ...]

NO_GAME = "The case is about no game."
NO_EVENT = "No event of the game is named in the case; the score sheet has the board."


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
        no_boards="" if boards else (NO_EVENT if case.sheet else NO_GAME),
        slips=slips_of(case, redacted=redacted),
        log=log_of(case, events, redacted=redacted),
        zone=zone_words(case),
        redacted=NOTICE if redacted else "",
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
            rows.append(("", when_words(at).rsplit(" ", 2)[0]))
        table = event.envelope.occurred_at
        times = f"{case.local(table):%H:%M:%S}" if table else "–"
        rows.append((f"{times} / {at:%H:%M:%S}", words_of(case, event, redacted=redacted)))
    return tuple(rows)


def words_of(case: CaseAtHand, event: Event, *, redacted: bool) -> str:
    fact = event.fact
    if event.originator_id == case.file.id:
        words = event_words(case, event, redacted=redacted)
    elif redacted and case.is_of_health(event):
        return HEALTH
    else:
        assert case.sheet is not None
        words = wording(fact, case.sheet)
    return case.redaction.of(words) if redacted else words


def log_of(case: CaseAtHand, events: list[Event], *, redacted: bool) -> Entries:
    """Which event of which stream, what it is, when it was written and under which badge."""
    rows = []
    for event in events:
        whose = case.called if event.originator_id == case.file.id else "Game"
        envelope = event.envelope
        topic = str(type(event.fact).__struct_config__.tag).replace("-", " ")
        if redacted and case.is_of_health(event):
            topic = HEALTH
        at = _to_the_second(case.local(envelope.written_at))
        badge, device = envelope.written_by, envelope.device
        if redacted:
            badge, device = case.redaction.each((badge, device))
        device = f" · {device}" if device else ""
        rows.append(
            (
                f"{whose}, event {event.originator_version}",
                f"{topic} · {at} · badge {badge}{device}",
            )
        )
    return tuple(rows)


def _to_the_second(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}"


def scores_of(case: CaseAtHand, *, redacted: bool) -> ScoreSheet | None:
    if case.sheet is None:
        return None
    scores = score_sheet_of(case.sheet, _source(case, redacted=redacted))
    if scores.heading.provisional:  # the bundle has a head of its own
        scores = replace(scores, details=(scores.heading.provisional, *scores.details))
    if not redacted:
        return scores
    health = [
        wording(e.fact, case.sheet).rstrip(".") for e in case.sheet.events if case.is_of_health(e)
    ]

    def without(texts: tuple[str, ...]) -> tuple[str, ...]:
        kept = (
            HEALTH if any(one.rstrip(".") in text for one in health) else text for text in texts
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
    place = place if place.startswith("turn ") else f"it ({place})"
    for when, version in (("Before", about - 1), ("After", about)):
        then = sheet_as_known(sheet, at=version)
        yield BoardAt(
            caption=f"{when} {place}, as known then",
            known=known_of(then),
            picture=BoardPicture(board, then.board.squares),
        )
    for when, version in (("Before", about - 1), ("After", about)):
        yield BoardAt(
            caption=f"{when} {place}, as known now",
            known="With every correction made since.",
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


def known_of(then: Sheet) -> str:
    times = then.clock.times
    clocks = " / ".join(clock_words(one) for one in times) if times else "not read"
    return f"Score {then.totals[0]} : {then.totals[1]} · clocks {clocks}"


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
