"""What players signed for, held against the result as it stood when each signed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from msgspec import Struct

from ledger.game.results.facts import ResultSigned
from ledger.game.results.signatures import digest_shown, signatures_view, text_of
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import replay, sheet_as_known
from ledger.record.faults import MOST_FAULTS, Fault
from ledger.record.log import Log
from ledger.vocabulary.signs import score


class SignaturesCompared(Struct, frozen=True):
    """What comparing signatures came to.

    Attributes:
      faults: those given for other scores than stood then.
      other_words: of how many the words can't be made again, as where another release showed them.
    """

    count: int
    faults: tuple[Fault, ...]
    other_words: int


def games_in(log: Log, most: int | None) -> tuple[list[UUID], int]:
    """The games of a record, the newest first and at most so many; how many there are."""
    games = list(dict.fromkeys(event.originator_id for _, event in log.about(GameScheduled)))
    return games[::-1][:most], len(games)


def signatures_compared(
    log: Log, games: Sequence[UUID], advance: Callable[[int], None] = lambda _done: None
) -> SignaturesCompared:
    """Every signature of some games held against the result of that moment.

    A signature's digest is of words, which a release may better: of other words it is only said.
    Other scores than the result then had are a fault, whoever worked the rest out anew.
    """
    count, other_words = 0, 0
    faults: list[Fault] = []
    for done, game in enumerate(games, 1):
        advance(done)
        events = log.events_of(game)
        if not any(isinstance(event.fact, ResultSigned) for event in events):
            continue
        sheet = replay(events)
        for one in signatures_view(sheet):
            if one.covers is None or not one.shown or one.amendment:
                continue
            count += 1
            then = sheet_as_known(sheet, at=one.covers)
            if one.totals != then.stands:
                scores = score(*one.totals)
                what = f"it was signed for {scores}, and the result was another at that moment"
                fault = Fault("signatures", "totals", what, None, game.hex, str(one.event))
                faults.append(fault)
            other_words += digest_shown(then, one.seat, *text_of(one.text)) != one.shown
    return SignaturesCompared(count, tuple(faults[:MOST_FAULTS]), other_words)
