"""A made-up game that goes as most do, for what is offered in it: the forms a tablet may need."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import UUID

from ledger.game.facts.challenges import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    PhoneyWithdrawn,
)
from ledger.game.facts.clock import ClockNeutralised
from ledger.game.facts.endings import GameEnded
from ledger.game.facts.setting_up import GameScheduled, GameStarted, StarterDetermined
from ledger.game.facts.turns import PlayRecorded, TilesExchanged
from ledger.game.sheet import Sheet, after, replay
from ledger.record.events import Envelope, Event
from ledger.record.fact import Fact
from ledger.rulebook import OptionValue
from ledger.vocabulary import Placement, Points, Seat


def games_like_most(
    book: str, options: tuple[tuple[str, OptionValue], ...], digest: str
) -> Iterator[Sheet]:
    """A made-up game under an edition of a book, as it goes on."""
    scheduled = GameScheduled(
        tournament="", round_number=1, table=1, players=("One", "Two"), rulebook=book,
        options=options, rulebook_digest=digest,
    )  # fmt: skip
    played = (
        StarterDetermined(starter=1, method="not-known"),
        GameStarted(),
        _play(Seat.FIRST, "8D", "WINDY"),
        _play(Seat.SECOND, "7C", "GALE"),
        TilesExchanged(seat=Seat.FIRST, count=1),
    )
    sheet = replay([_event(1, scheduled)])
    yield sheet
    for fact in played:
        sheet = _followed(sheet, fact)
        yield sheet
    yield _followed(sheet, ClockNeutralised(reason="challenge"))
    sheet = _followed(sheet, _play(Seat.SECOND, "9D", "TOE"))
    yield sheet
    challenged = _followed(sheet, ChallengeIssued(seat=Seat.FIRST, words=("TOE",)))
    yield challenged
    stands = _followed(challenged, ChallengeAdjudicated(acceptable=True))
    yield _followed(stands, ChallengeFailed(seat=Seat.FIRST, mode="single"))
    falls = _followed(challenged, ChallengeAdjudicated(acceptable=False))
    yield _followed(falls, PhoneyWithdrawn(seat=Seat.SECOND, lost=Points(10)))
    yield _followed(sheet, GameEnded(cause="round-ended"))


def _play(seat: Seat, square: str, letters: str) -> PlayRecorded:
    where = Placement(square=square, letters=letters)
    return PlayRecorded(seat=seat, placement=where, announced=Points(10), computed=Points(10))


def _followed(sheet: Sheet, fact: Fact) -> Sheet:
    return after(sheet, [_event(sheet.version + 1, fact)])


def _event(version: int, fact: Fact) -> Event:
    envelope = Envelope(
        written_at=datetime(2026, 1, 1, tzinfo=UTC), written_by="", command_id=UUID(int=version),
        fact=fact,
    )  # fmt: skip
    return Event(UUID(int=0), version, envelope)
