"""What a matter of the director's desk is called, and where the game it is about is played."""

from __future__ import annotations

from uuid import UUID

from ledger.matters.matter import DeskMatter
from web.director.desk_told import NamedTold, Where
from web.director.inbox import OfTournament
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
