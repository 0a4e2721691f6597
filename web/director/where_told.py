"""What a matter of the director's desk is called, where it is played, and what settles it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ledger.matters.matter import DeskMatter
from web.director.desk_told import NamedTold, VerbTold, Where
from web.director.inbox import OfTournament
from web.director.verbs import case_about, first_verb
from web.frame.addresses import of_game


def named_told(matter: DeskMatter) -> NamedTold:
    """How what is put off or settled is named: what, of which game, which one."""
    return NamedTold(*matter.named)


def where_told(one: OfTournament, game: UUID) -> Where:
    """Where a game is played, and how it stands."""
    row = one.rows[game]
    return Where(
        game=row.id, tournament=row.tournament, division=row.division, round=row.round_number,
        table=row.table, replay=row.replay, names=row.names, state=row.state,
        version=row.version, entry=of_game(row, "entering.page"), replayed=of_game(row),
        evidence=of_game(row, "evidence.page"),
    )  # fmt: skip


def line_told(one: OfTournament, matter: DeskMatter, says: str = "") -> dict[str, Any]:
    """The one line of a matter, as fields of ``Waiting``; ``says``: in other words than its own."""
    game = matter.game
    known = game is not None and game in one.rows
    return {
        "matter": named_told(matter),
        "where": where_told(one, game) if game is not None and known else None,
        "since": matter.since.isoformat(),
        "says": says or matter.words,
        "first": VerbTold(*first_verb(one, matter)),
        "open_case": case_about(one, matter) if known and matter.kind not in OF_CASES else "",
        "tournament": one.slug,
    }


OF_CASES = frozenset({"decision", "case", "appeal"})
"""Kinds of what waits in a case."""
