"""What lies by the record and the check-list asks for: badges, tablets, word lists, backups."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ledger.accounts.badges import Badges
from ledger.accounts.tablets import is_a_desk
from ledger.backup.ring import in_ring
from ledger.interchange.names import is_spelled_in_ascii
from ledger.lexicon.lexicon import installed
from ledger.tournament.checklist import Around
from ledger.tournament.on_paper import names_in
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role
from web.settings.in_force import value_of
from web.settings.known import BACKUP


def around(tournament: Tournament, office: Badges, word_lists: Path | None) -> Around:
    """What is there at this moment.

    Args:
      tournament: whose word list is looked for, and whose tablets are counted.
      office: who has a badge, and which tablets are ours.
      word_lists: the folder in which word lists lie; ``None``: there is none.
    """
    names = {about.name.casefold() for about in installed(word_lists)} if word_lists else set()
    own = f"{tournament.slug}/"
    scopes = (device.table for device in office.tablets.enrolled())
    tables = [scope for scope in scopes if not is_a_desk(scope)]
    ring = str(value_of(BACKUP))
    badges = office.all_badges()
    made = in_ring(Path(ring)) if ring else {}
    return Around(
        installed=tournament.lexicon.casefold() in names,
        badges=Counter(Role(badge.role) for badge in badges),
        tablets=tuple(table for table in tables if not table or table.startswith(own)),
        backup=max(made, default=None),
        now=office.desk.now(),
        officials=tuple(name for badge in badges for name in names_in(badge)),
        unprintable=office.desk.unprintable,
        unspelled=tuple(
            player.name
            for player in tournament.players
            if not player.member and not is_spelled_in_ascii(player.name)
        ),
    )
