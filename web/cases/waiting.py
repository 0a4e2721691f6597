"""What waits for a ruling, and what is still to be done in a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from ledger.desk.desk import Desk
from ledger.desk.matters import refused_for_a_ruling
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile
from ledger.incidents.wording import number_wording
from ledger.matters.matter import DeskMatter
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.director.desk_view import CaseWaiting, RefusedWaiting
from web.entry.wanted_in_words import words_of
from web.frame.addresses import of_rule, to_rule_on


def refused_waiting(
    desk: Desk,
    rows: Mapping[UUID, GameRow],
    line: Callable[[DeskMatter, str], dict[str, Any]],
    waits: Mapping[UUID, DeskMatter],
) -> list[RefusedWaiting]:
    """Entries that the book leaves to the director, of those that wait, by entry."""
    found = []
    for one in refused_for_a_ruling(desk.log):
        matter = waits.get(one.entry)
        if matter is not None:
            wanted = words_of(one.wanted, desk.sheet(one.game))
            found.append(
                RefusedWaiting(
                    **line(matter, wanted),
                    wanted=wanted,
                    what=one.refusal.what,
                    clause=one.refusal.clause,
                    rule=of_rule(one.refusal.clause),
                    rule_on=to_rule_on(rows[one.game].tournament, one.entry),
                )
            )
    return found


def files_of(desk: Desk, slug: str) -> tuple[Tournament | None, tuple[CaseFile, ...]]:
    """A tournament with its cases; of a game whose tournament nobody opened, none."""
    try:
        return desk.cases.with_cases(slug)
    except Refusal:
        if _is_read(desk, slug):
            raise
        return None, ()


def _is_read(desk: Desk, slug: str) -> bool:
    try:
        desk.cases.tournament(slug)
    except Refusal:
        return False
    return True


def case_waiting(file: CaseFile, matter: DeskMatter, line: dict[str, Any]) -> CaseWaiting:
    return CaseWaiting(
        **line,
        called=number_wording(file.opened.number),
        title=file.opened.title or file.opened.category,
        lacks=matter.named.which.partition(" ")[0],
        address=line["first"].at,
    )
