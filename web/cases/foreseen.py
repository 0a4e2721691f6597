"""What a request about a case would write, in words, before it is given."""

from __future__ import annotations

from ledger.desk.preview import Preview
from ledger.game.sheet.telling.in_words import told
from ledger.incidents.in_words import CASES_TOLD, case_told
from ledger.tournament.in_words import TOURNAMENTS_TOLD, tournament_told
from web.cases.shown import CaseShown


def would_be_written(seen: Preview, case: CaseShown) -> tuple[str, ...]:
    """Each entry that a request looked at would write, in words."""

    def of_player(number: int) -> str:
        player = case.tournament.player(number)
        return player.name if player else f"player {number}"

    found = []
    for event in seen.events:
        fact = event.fact
        if type(fact) in CASES_TOLD:
            found.append(case_told(fact, case.name))
        elif type(fact) in TOURNAMENTS_TOLD:
            found.append(tournament_told(fact, of_player))
        elif seen.before is not None:
            found.append(told(fact, seen.before))
    return tuple(words[:1].upper() + words[1:] for words in found)
