"""A signed code looked up: whose signature it has, what it says, what the record says today.

The ten signs in it are looked up as on any other paper, for that compares the sheet word for word.
What the code says is compared with the record besides: it holds whatever release drew the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from msgspec.structs import replace

from ledger.desk.opened import Opened, game_named
from ledger.game.sheet.folding import replay, sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import case_in, case_numbered
from ledger.incidents.facts import RulingGiven
from ledger.messages import say
from ledger.messages.written import day_written
from ledger.proof.keys import keys_in, revoked_in, revoked_wording
from ledger.proof.note import Unreadable, in_fours
from ledger.proof.paper_codes import in_halves
from ledger.proof.paper_verdicts import Found, PaperVerdict, Signed, SignedVerdict
from ledger.proof.signed_paper import (
    Paper,
    ResultPaper,
    RoundPaper,
    RulingPaper,
    Signer,
    fingerprint_of_key,
    paper_in,
    read_signed,
    signed_by,
)
from ledger.record.events import record_id
from ledger.visibility import Viewer, event_visible_to
from ledger.vocabulary.closed_lists import SignedHow, choices
from ledger.vocabulary.refusals import Refusal
from printing.checking.bundles import tree_of
from printing.checking.codes import EYES, check_paper
from printing.checking.lists import Still, within
from printing.signed_codes import CUT, Signs, result_says


def check_signed(
    here: Opened,
    text: str,
    viewer: Viewer = Viewer.DIRECTOR,
    still: Still | None = None,
    searched_for: float = inf,
) -> SignedVerdict:
    """What a signed code is.

    Args:
      text: the address in a square code, or its letters.
      viewer: who asks, and so what of the record is told; what the code says is on the paper.

    Raises:
      Refusal: ``too-long-to-check``.
    """
    try:
        data = read_signed(text)
        paper = paper_in(data)
    except Unreadable as trouble:
        return SignedVerdict(
            found=Signed.UNREADABLE,
            why=f"{say('paper_checks.signed-code-letters-square-code')} ({trouble}.)",
        )
    told = tuple(said_by(paper, _name_of(here, paper)))
    keys = (each.public for each in keys_in(here.log.events_of(record_id())))
    key = signed_by(data, keys)
    if key is None:
        return SignedVerdict(
            found=Signed.STRANGER, why=say("paper_checks.what-says-was-signed-by"), says=told
        )
    gone = revoked_in(here.log.events_of(record_id())).get(key)
    if gone is not None and paper.at >= gone.since:
        why = say("paper_checks.gone-ask-who-signed-sheet", gone=revoked_wording(gone))
        return SignedVerdict(found=Signed.REVOKED, why=why, says=told, key=fingerprint_of_key(key))
    sheet = _sheet_of(here, paper, viewer, still or within(), searched_for)
    found, why = _compared(here, paper, sheet)
    return SignedVerdict(found=found, why=why, says=told, key=fingerprint_of_key(key), sheet=sheet)


def _sheet_of(
    here: Opened, paper: Paper, viewer: Viewer, still: Still, searched_for: float
) -> PaperVerdict | None:
    """What the ten signs are; ``None`` where there is nothing any more that they could be of."""
    if not paper.code:
        return None
    try:
        return check_paper(here, paper.code, state_of(paper), viewer, still, searched_for)
    except Refusal as refusal:
        if refusal.code == "too-long-to-check":
            raise
        return None


def state_of(paper: Paper) -> str:
    """What a sheet is about and in which state, as an address on paper has it.

    >>> from datetime import UTC, datetime
    >>> at = datetime(2026, 11, 25, tzinfo=UTC)
    >>> state_of(RulingPaper(size=9, at=at, tournament="spring-open", entry=8, case=4, ruling=1))
    'e8/spring-open/C-4'
    """
    match paper:
        case ResultPaper():
            return f"{paper.version}/{paper.game}"
        case RulingPaper():
            return f"e{paper.entry}/{paper.tournament}/C-{paper.case}"
        case RoundPaper():
            place = f"R{paper.round_number}" + (f"/D-{paper.division}" if paper.division else "")
            return f"e{paper.entry}/{paper.tournament}/round-close/{place}"


# What the record says of the same moment, and of now.


def _compared(here: Opened, paper: Paper, sheet: PaperVerdict | None) -> tuple[Signed, str]:
    then = say("paper_checks.record-says-moment-what-paper")
    if sheet is not None and sheet.found is Found.LOST:
        return Signed.LOST, sheet.explained
    differs = _differs(here, paper)
    if differs:
        return Signed.CHANGED, say("paper_checks.says-something-else", what=differs)
    if sheet is None or not sheet.genuine:
        if sheet is not None and sheet.found is Found.OTHERWISE:
            return Signed.CHANGED, say(
                "paper_checks.says-something-else",
                what=say("paper_checks.sheet-would-have-other-words"),
            )
        return Signed.WORDS, f"{then}. {say('paper_checks.ten-signs-at-its-foot')}"
    if sheet.found is Found.GENUINE:
        return Signed.UNTOLD, f"{then}. {sheet.untold}"
    if sheet.found is Found.SUPERSEDED:
        return (
            Signed.LATER,
            f"{then}. {sheet.explained}",
        )
    return Signed.AGREES, say(
        "paper_checks.then-and-still-does-explained",
        then=then,
        explained=sheet.explained,
    )


def _differs(here: Opened, paper: Paper) -> str:
    """What the record says otherwise, in a word; empty: nothing."""
    try:
        match paper:
            case ResultPaper():
                return _result_differs(here, paper)
            case RulingPaper():
                return _ruling_differs(here, paper)
            case RoundPaper():
                return _root_differs(here, paper)
    except Refusal:
        return say("paper_checks.there-no-such-game-case")


def _result_differs(here: Opened, paper: ResultPaper) -> str:
    row = game_named(here.hall, paper.game)
    now = here.shelf.sheet(row.id)
    if paper.version > now.version:
        return say("paper_checks.game-has-fewer-events")
    then = sheet_as_known(now, at=paper.version)
    position, event = here.log.placed_events_of(row.id)[paper.version - 1]
    with tree_of(here) as tree:
        signs = Signs(_NOBODY, tree.size_at, (position, event.envelope.written_at))
        whole = result_says(then, signs)
        said = [whole, *(result_says(_shown_to(viewer, then), signs) for viewer in EYES)]
    if whole is None:
        return say("paper_checks.game-was-not-over")
    if (whole.size, whole.at) != (paper.size, paper.at):
        return say("paper_checks.what-was-written-before-or")
    same = (one and replace(one, code=paper.code, hint=paper.hint) == paper for one in said)
    return "" if any(same) else say("paper_checks.result-another")


def _shown_to(viewer: Viewer, sheet: Sheet) -> Sheet:
    """The game as a slip of it was filled for somebody: worked out anew, never as it is cached.

    Whoever rewrote a record under a service that runs left in its cache what was there before.
    """
    events = (event_visible_to(viewer, event, over=True) for event in sheet.events)
    return replay(event for event in events if event is not None)


def _ruling_differs(here: Opened, paper: RulingPaper) -> str:
    _, stream = case_numbered(here.log, paper.tournament, paper.case)
    rulings = case_in(here.log, stream).each(RulingGiven)
    if len(rulings) < paper.ruling:
        return say("paper_checks.case-has-no-such-ruling")
    citation, cut = rulings[paper.ruling - 1].citation, paper.citations.endswith(CUT)
    said = paper.citations.removesuffix(CUT)
    same = citation.startswith(said) if cut else said in ("", citation)
    return "" if same else say("paper_checks.ruling-rests-on-another-rule")


def _root_differs(here: Opened, paper: RoundPaper) -> str:
    with tree_of(here) as tree:
        size = tree.catch_up()
        if size < paper.size:
            return say("paper_checks.has-size-events-and-had", size=size, size2=paper.size)
        return (
            ""
            if tree.root(paper.size) == paper.root
            else say("paper_checks.its-events-have-another-root")
        )


class _Nobody:
    """Signs nothing: what would be signed is compared, and no more."""

    def sign(self, data: bytes, /) -> bytes:
        raise NotImplementedError(f"{len(data)} bytes were to be signed")

    def public_key(self) -> _Nobody:
        return self

    def public_bytes_raw(self) -> bytes:
        return bytes(32)


_NOBODY = Signer(_Nobody())

# What a code says, for people.


def _name_of(here: Opened, paper: Paper) -> str:
    """What people call the tournament; its short name where it is not of this record."""
    row = here.hall.tournament(paper.tournament)
    return row.name if row else paper.tournament


def said_by(paper: Paper, tournament: str) -> Iterator[tuple[str, str]]:
    match paper:
        case ResultPaper():
            yield from _said_by_slip(paper, tournament)
        case RulingPaper():
            yield (
                say("paper_checks.ruling-notice"),
                say(
                    "paper_checks.tournament-case-c-case-ruling",
                    tournament=tournament,
                    case=paper.case,
                    ruling=paper.ruling,
                ),
            )
            if paper.round_number:
                yield (
                    say("paper_cases.game"),
                    _place(paper.division, paper.round_number, paper.table),
                )
            yield say("paper_cases.ruled"), paper.ruled
            yield say("paper_cases.under"), paper.citations
        case RoundPaper():
            place = _place(paper.division, paper.round_number)
            yield say("paper_checks.round-sheet"), f"{tournament}, {place}"
            yield say("paper_checks.closed-by"), paper.closed_by
            yield say("paper_cases.root"), in_fours(paper.root.hex())
            yield say("paper_checks.key"), in_fours(fingerprint_of_key(paper.key))
    yield (
        say("paper_checks.as"),
        say(
            "paper_checks.moment-events-in-the-log",
            moment=f"{day_written(paper.at)} {paper.at:%H:%M:%S} UTC",
            n=paper.size,
        ),
    )
    if paper.code:
        yield say("paper_checks.code-at-its-foot"), in_halves(paper.code)


MARKS = ("void", "forfeited", "resigned", "by_margin", "provisional")


def _said_by_slip(paper: ResultPaper, tournament: str) -> Iterator[tuple[str, str]]:
    place = _place(paper.division, paper.round_number, paper.table)
    replay = f", {say('paper_checks.replay', number=paper.replay)}" if paper.replay != 1 else ""
    yield say("paper_checks.result-slip"), f"{tournament}, {place}{replay}"
    ways = {
        **dict(choices(SignedHow)),
        "": say("paper_checks.not-signed"),
        "ruling": say("paper_checks.stands-by-ruling"),
    }
    for nth, player in enumerate(paper.players, 1):
        score = say("paper_checks.no-score") if paper.unknown else str(player.score)
        protest = f", {say('paper_checks.under-protest')}" if player.under_protest else ""
        who = (
            say("paper_checks.player-no-number", number=player.number)
            if player.number
            else say("paper_checks.player-nth", nth=nth)
        )
        yield who, f"{score}, {ways[player.signed]}{protest}"
    marks = [say(f"paper_checks.mark-{name}") for name in MARKS if getattr(paper, name)]
    if marks:
        yield say("paper.result"), ", ".join(marks)
    slip = (
        say("paper_checks.version-edition-result", edition=paper.edition)
        if paper.edition
        else say("paper_checks.not-signed-by-both")
    )
    yield (
        say("paper_lists.state"),
        say("paper_checks.event-version-game-slip", version=paper.version, slip=slip),
    )


def _place(division: str, round_number: int, table: int = 0) -> str:
    at = say("paper_checks.at-table", table=table) if table else ""
    parts = (division, say("paper_checks.in-round", number=round_number), at)
    return ", ".join(part for part in parts if part)
