"""What a sheet says for the hall's key to sign, and the square code that says it with a signature.

Result slips of games that are over, ruling notices and the sheets of closed rounds have one, where
the key lies beside the record. On any other paper the square code leads to the record as before.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.desk.opened import Opened
from ledger.game.results.signatures import amendments_view, signatures_view
from ledger.game.sheet.sheet import Sheet
from ledger.proof.note import Unreadable
from ledger.proof.paper_codes import as_read
from ledger.proof.signed_paper import (
    Paper,
    Player,
    ResultPaper,
    RoundPaper,
    RulingPaper,
    Signer,
    checker_digest,
    encoded,
    signed_address,
)
from ledger.vocabulary import Seat
from printing.engine.heading import Heading, SignedCode
from printing.engine.pen import NOWHERE
from printing.source import by_margin, is_over, margin_of, provisional_words, result_of

if TYPE_CHECKING:
    from ledger.proof.facts import CheckpointMade
    from ledger.record.events import Event

LONGEST_ON_A_SLIP = 279
"""Characters in an address of 49 modules: with half a millimetre each they are as large as half a
page of Letter has room for."""

LONGEST = 395  # of 57 modules: on a whole page

IN_A_CODE = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""What a square code holds in the mode that takes the least room."""


class Signs(Struct, frozen=True):
    """What signs the papers of a hall, and how many events its log held where.

    Attributes:
      size_at: of a position of the log.
      last: position and time of the last event that a game's sheet was filled from.
    """

    signer: Signer
    size_at: Callable[[int], int]
    last: tuple[int, datetime] | None = None

    def up_to(self, position: int, at: datetime) -> Signs:
        return replace(self, last=(position, at))


def signs_of(here: Opened) -> Signs | None:
    """What paper printed here is signed with; ``None`` where no key of this record lies here."""
    key = here.paper_key
    signer = key.signer() if key is not None else None
    return None if signer is None else Signs(signer, here.checkpoints.tree.size_at)


# What each of the three says.


def result_says(sheet: Sheet, signs: Signs) -> ResultPaper | None:
    """What a result slip says; ``None`` of a game that is not over, for the rest is by hand."""
    if signs.last is None or not is_over(sheet):
        return None
    game, (position, at) = sheet.scheduled, signs.last
    scores, known = _scores(sheet)
    ways = _ways(sheet)
    both = tuple(
        Player(number=number or 0, score=score, signed=how, under_protest=protest)
        for number, score, (how, protest) in zip(sheet.numbers or (0, 0), scores, ways, strict=True)
    )
    signed_by_both = all(how for how, _ in ways)
    return ResultPaper(
        size=signs.size_at(position),
        at=_in_seconds(at),
        tournament=game.tournament,
        division=game.division,
        round_number=game.round_number,
        table=game.table,
        replay=game.replay,
        version=sheet.version,
        edition=int(signed_by_both) and 1 + len(amendments_view(sheet)),
        players=(both[0], both[1]),
        void=bool(sheet.ending.voided),
        forfeited=sheet.ending.forfeit is not None,
        resigned=sheet.ending.resigned is not None,
        by_margin=by_margin(sheet),
        unknown=not known,
        provisional=bool(provisional_words(sheet)),
    )


def _scores(sheet: Sheet) -> tuple[tuple[int, int], bool]:
    """The scores on the slip, or by how much it was won; and whether any are known."""
    if by_margin(sheet):
        margin = margin_of(sheet)
        loser = sheet.ending.resigned
        if sheet.ending.forfeit is not None:
            loser = sheet.ending.forfeit.loser
        if margin is None or loser is None:
            return (0, 0), False
        return ((-margin, margin) if loser is Seat.FIRST else (margin, -margin)), True
    first, second = result_of(sheet)
    if first is None or second is None:
        return (0, 0), False
    return (first, second), True


def _ways(sheet: Sheet) -> tuple[tuple[str, bool], tuple[str, bool]]:
    """How each player signed for what stands, and whether under protest."""
    found: dict[Seat, tuple[str, bool]] = {}
    for one in signatures_view(sheet):
        if one.stands:
            found[one.seat] = one.how, one.under_protest
    instead = ("ruling" if sheet.result.carried else "", False)
    first, second = (found.get(seat, instead) for seat in Seat)
    return first, second


def ruling_says(
    signs: Signs,
    last: tuple[int, Event] | None,
    *,
    tournament: str,
    entry: int,
    case: int,
    ruling: int,
    ruled: str,
    citation: str,
    game: Sheet | None,
) -> RulingPaper | None:
    """What a ruling notice says; ``None`` where nothing was ruled yet.

    Args:
      last: position and event: the last of the case.
      entry: the last of the record that its foot names.
      ruling: how many rulings there were, of which the last is told.
      ruled: in words, of which a code holds the beginning.
    """
    if last is None or not ruling:
        return None
    position, event = last
    place = game.scheduled if game is not None else None
    return _fitted(
        RulingPaper(
            size=signs.size_at(position),
            at=_in_seconds(event.envelope.written_at),
            tournament=tournament,
            entry=entry,
            case=case,
            ruling=ruling,
            division=place.division if place else "",
            round_number=place.round_number if place else 0,
            table=place.table if place else 0,
            ruled=ruled,
            citations=citation,
        )
    )


MOST_OF_A_NOTICE = 90
"""Bytes that leave room for a hall's address in a code that fits on half a page."""

CUT = "…"


def _fitted(paper: RulingPaper) -> RulingPaper:
    """The same with so much of its words as there is room for: first of the ruling, then rules."""
    for name in ("ruled", "citations"):
        words = getattr(paper, name)
        over = _bytes_of(paper) - MOST_OF_A_NOTICE
        if over > 0 and words:
            kept = words.encode()[: max(0, len(words.encode()) - over - len(CUT.encode()))]
            short = kept.decode(errors="ignore").rstrip()
            paper = msgspec.structs.replace(paper, **{name: f"{short}{CUT}" if short else ""})
    return paper


def _bytes_of(paper: RulingPaper) -> int:
    bare = msgspec.structs.replace(paper, ruled="", citations="")
    return len(encoded(bare)) + len(paper.ruled.encode()) + len(paper.citations.encode())


def round_says(
    made: CheckpointMade | None,
    at: datetime,
    *,
    tournament: str,
    entry: int,
    division: str,
    round_number: int,
    closed_by: str,
) -> RoundPaper | None:
    """What the sheet of a closed round says; ``None`` where it has no checkpoint."""
    if made is None:
        return None
    return RoundPaper(
        size=made.size,
        at=_in_seconds(at),
        tournament=tournament,
        entry=entry,
        division=division,
        round_number=round_number,
        closed_by=closed_by,
        root=bytes.fromhex(made.root),
    )


def _in_seconds(at: datetime) -> datetime:
    return at.replace(microsecond=0)


# Signed, as the square code says it.


def signed_code(heading: Heading, code: str, base: str, signs: Signs | None) -> SignedCode | None:
    """The signed code of a sheet with these ten signs; ``None`` where there is none.

    Where the hall's address makes it too long to be read from half a page, the code names no hall:
    a phone does not open it then, and it proves the sheet all the same.

    Args:
      base: what addresses on paper begin with, as ``printing.engine.pen.paper_address`` has it.
    """
    if heading.says is None or signs is None:
        return None
    try:
        data = signs.signer.signed(msgspec.structs.replace(heading.says, code=as_read(code)))
    except Unreadable:  # a name beyond all measure: the ten signs are there
        return None
    most = LONGEST if isinstance(heading.says, RoundPaper) else LONGEST_ON_A_SLIP
    for where in (_host_of(base), ""):
        address = signed_address(data, where)
        if len(address) <= most:
            return SignedCode(address, signs.signer.public, checker_of(heading.says))
    return None


def checker_of(paper: Paper) -> str:
    """The digest of ``check.html``, which the sheet of a round has for director and witness."""
    return checker_digest() if isinstance(paper, RoundPaper) else ""


def _host_of(base: str) -> str:
    """The address of the hall, if it can stand in a code in capitals: a path may not."""
    parts = urlsplit(base)
    plain = base != NOWHERE and parts.netloc and not parts.path.strip("/")
    return base if plain and set(base.upper()) <= IN_A_CODE else ""
