"""Results that came in a file, whose signed paper lies where the file came from: said once.

Missing and unsigned are two things. A result of a file is in, and counts; nobody here will ever
sign it, and nobody is asked to for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ledger.game.facts.results import PaperElsewhere
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.requests.request import ORGANISERS, Decision, StreamWrite
from ledger.tournament.facts.tournaments import PaperLiesElsewhere
from ledger.tournament.pairing import games_of_pairing
from ledger.tournament.requests import TournamentContext, TournamentRequest, decides
from ledger.tournament.standing_now import AtHand
from ledger.tournament.tournament import Tournament


class LeavePaperElsewhere(
    TournamentRequest, frozen=True, tag="leave-paper-elsewhere", kw_only=True
):
    """Say that the slips of a division's results from files, up to a round, lie elsewhere."""

    until: Annotated[int, Meta(ge=1, le=999)]
    division: str = ""


@decides(LeavePaperElsewhere, may=ORGANISERS)
def leave_paper_elsewhere(
    tournament: Tournament, request: LeavePaperElsewhere, context: TournamentContext
) -> Decision:
    """Write it into each game whose result came in a file and is signed by nobody.

    Raises:
      Refusal: ``no-result-from-a-file``: there is none.
    """
    games = list(unsigned_from_files(tournament, request.division, request.until, context))
    if not games:
        raise refusal("no-result-from-a-file", until=request.until)
    said = PaperLiesElsewhere(until=request.until, division=request.division, games=len(games))
    return Decision(
        (said,),
        other_writes=tuple(StreamWrite(one.id, one.version, (PaperElsewhere(),)) for one in games),
    )


def unsigned_from_files(
    tournament: Tournament, division: str, until: int, at_hand: AtHand
) -> Iterator[Sheet]:
    """The games of a division up to a round whose result came in a file and is not final."""
    for paired in tournament.rounds:
        if paired.division != division or paired.round_number > until:
            continue
        for pairing in paired.pairings:
            games = games_of_pairing(at_hand, tournament.slug, paired, pairing)
            sheet = at_hand.sheet(games[-1]) if games else None
            if sheet is not None and sheet.result.from_file and not sheet.is_final:
                yield sheet
