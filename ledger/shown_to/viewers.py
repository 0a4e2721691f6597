"""Who looks at the record, as far as that decides what is shown."""

from __future__ import annotations

from enum import StrEnum

from ledger.vocabulary import Role


class Viewer(StrEnum):
    """Somebody who looks at one game, or at a list of games.

    ``KEEPER`` is a scorekeeper at the table where the badge and the tablet may write;
    ``OTHER_KEEPER`` one at any other table, and every scorekeeper before a list of games.
    ``PLAYER`` sits at the table's tablet to sign the result of the player's own game.
    """

    VISITOR = "visitor"
    PLAYER = "player"
    KEEPER = "keeper"
    OTHER_KEEPER = "other-keeper"
    JUDGE = "judge"
    DIRECTOR = "director"
    ORGANISER = "organiser"


_BY_ROLE = {
    Role.SCOREKEEPER: Viewer.OTHER_KEEPER,
    Role.WORD_JUDGE: Viewer.JUDGE,
    Role.DIRECTOR: Viewer.DIRECTOR,
    Role.ORGANISER: Viewer.ORGANISER,
}


def viewer_of(role: str, *, at_this_table: bool = False) -> Viewer:
    """Who somebody with this role is; without a badge, or with a screen's, a visitor.

    Args:
      role: of the badge that is signed in, as ``Role`` has it, or any other word for nobody.
      at_this_table: the badge and the tablet may write at the table that is looked at; of a
        player, that this is the game the player was let in to sign.

    >>> viewer_of("scorekeeper", at_this_table=True), viewer_of("display"), viewer_of("anyone")
    (<Viewer.KEEPER: 'keeper'>, <Viewer.VISITOR: 'visitor'>, <Viewer.VISITOR: 'visitor'>)
    """
    if at_this_table and role == Role.SCOREKEEPER:
        return Viewer.KEEPER
    if at_this_table and role == Role.PLAYER:
        return Viewer.PLAYER
    return _BY_ROLE.get(Role(role), Viewer.VISITOR) if role in set(Role) else Viewer.VISITOR
