"""Why something that somebody gave can't be removed yet: a result or a case still rests on it.

No rulebook of ours says how long papers are kept (looked for in wespa-1.0, wespa-4.0, wsc-2003 and
nsa-1998), so these are the house's own rules: what a decision may yet be made on stays until the
decision is made and the time to appeal against it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ledger.game.sheet.sheet import Sheet
from ledger.incidents.appeal_standing import appeal_standing
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.appeals import AppealLodged
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.in_words import number_told
from ledger.rulebook import Rulebook
from ledger.shown_to.boards import is_final
from ledger.tournament.tournament import Tournament, is_over


def game_needs(
    sheet: Sheet, cases: Sequence[CaseFile], tournament: Tournament, where: str, now: datetime
) -> str:
    """Why what was signed at a table is still needed; empty: it is not."""
    if not is_final(sheet):
        return f"the result of {where} is not final"
    if sheet.result.amending is not None:
        return f"an amendment of {where} is asked for"
    held = sheet.scheduled
    which = (held.division, held.round_number)
    paired = any((one.division, one.round_number) == which for one in tournament.rounds)
    if paired and which not in tournament.closed and not is_over(tournament):
        return f"round {held.round_number} is not closed"
    about = (file for file in cases if _is_about(file, sheet))
    return next((why for file in about if (why := case_needs(file, tournament, now))), "")


def case_needs(file: CaseFile, tournament: Tournament, now: datetime) -> str:
    """Why what was said in a case is still needed; empty: it is not."""
    called, state = number_told(file.opened.number), file.state
    if state == "under appeal":
        return f"{called} is under appeal"
    if state == "referred":
        return f"{called} is referred, and not decided"
    if state == "to be carried out":
        return f"a decision on appeal in {called} is to be carried out"
    if not file.is_closed:
        return f"{called} is not closed"
    if file.last(RulingGiven) is None or file.last(AppealLodged) is not None:
        return ""
    rules: Rulebook = tournament.rules
    stands = appeal_standing(file, rules, tournament, now)
    if stands.until is not None and stands.until > now:
        return f"an appeal in {called} may be lodged until {stands.until:%Y-%m-%d %H:%M} UTC"
    after = rules.appeal.when.value == "after-the-event"
    if stands.until is None and stands.may and after and not is_over(tournament):
        return f"an appeal in {called} may be lodged once the tournament is over"
    return ""


def _is_about(file: CaseFile, sheet: Sheet) -> bool:
    ruled = (one.game for one in file.each(RulingGiven))
    return sheet.id in (file.opened.game, *ruled)
