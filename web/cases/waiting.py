"""What waits for a ruling, and what is still to be done in a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from flask import current_app, url_for

from ledger.desk.desk import Desk
from ledger.desk.refused import refused_for_a_ruling
from ledger.hall import GameRow
from ledger.incidents.case_file import CaseFile, case_in
from ledger.incidents.in_words import number_told
from ledger.matters.matter import DeskMatter
from ledger.tournament.tournament import Tournament, tournament_named
from ledger.vocabulary.refusals import Refusal
from web.director.desk_told import (
    CaseWaiting,
    NamedTold,
    RefusedWaiting,
    Where,
)
from web.entry.wanted_in_words import words_of
from web.frame.addresses import of_rule, to_rule_on


def refused_waiting(
    desk: Desk,
    rows: Mapping[UUID, GameRow],
    where: Callable[[UUID], Where],
    waits: frozenset[UUID],
) -> list[RefusedWaiting]:
    """Entries that the book leaves to the director, of those that wait."""
    return [
        RefusedWaiting(
            matter=NamedTold("for-a-ruling", one.game, one.entry.hex),
            where=where(one.game),
            since=one.at.isoformat(),
            wanted=words_of(one.wanted, desk.sheet(one.game)),
            what=one.refusal.what,
            clause=one.refusal.clause,
            rule=of_rule(one.refusal.clause),
            rule_on=to_rule_on(rows[one.game].tournament, one.entry),
        )
        for one in refused_for_a_ruling(desk.log)
        if one.entry in waits
    ]


def files_of(desk: Desk, slug: str) -> tuple[Tournament | None, tuple[CaseFile, ...]]:
    """A tournament with its cases, each read again only once something was written to it."""
    kept: dict[UUID, CaseFile] = current_app.extensions.setdefault("case_files", {})
    try:
        tournament = tournament_named(slug, desk.log)
    except Refusal:
        return None, ()  # a game whose tournament nobody opened
    found = []
    for stream in tournament.cases:
        file = kept.get(stream)
        if file is None or file.version != desk.log.version_of(stream):
            file = kept[stream] = case_in(desk.log, stream)
        found.append(file)
    return tournament, tuple(found)


def case_waiting(
    tournament: Tournament, file: CaseFile, matter: DeskMatter, where: Where | None
) -> CaseWaiting:
    """A case in which something is to be done."""
    kind, subject, which = matter.named
    lacks, _, version = which.partition(" ")
    number = file.opened.number
    return CaseWaiting(
        matter=NamedTold(kind, subject, which),
        where=where,
        since=matter.since.isoformat(),
        called=number_told(number),
        title=file.opened.title or file.opened.category,
        lacks=lacks,
        tournament=tournament.slug,
        address=url_for(
            "cases.one",
            slug=tournament.slug,
            number=number,
            carry=version or None,
            _anchor="finding-title" if version else None,
        ),
    )
