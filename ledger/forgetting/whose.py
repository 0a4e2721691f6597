"""Whose a piece is: a player of the tournament, an official, or somebody with a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from ledger.forgetting.pieces import plain_name
from ledger.tournament.tournament import Tournament


class Known(Struct, frozen=True):
    """Who is known by which key.

    Attributes:
      names: by key, as people know them.
      keys: by plain name, where only one person has it; two of one name are not told apart.
      spelled: names of others as they were first written, by key.
    """

    names: Mapping[str, str]
    keys: Mapping[str, str]
    spelled: dict[str, str]

    @classmethod
    def of(cls, tournament: Tournament, badges: Mapping[str, str]) -> Known:
        """Players of a tournament, and names by badge."""
        names = {f"player-{one.number}": one.name for one in tournament.players}
        names |= {f"badge-{badge}": name for badge, name in badges.items()}
        often = Counter(map(plain_name, names.values()))
        keys = {
            plain_name(name): key for key, name in names.items() if often[plain_name(name)] == 1
        }
        return cls(names, keys, {})

    def player(self, number: int, name: str) -> str:
        """The key of a player by number; by name for who has none, or was taken out again."""
        key = f"player-{number}"
        return key if key in self.names else self.named(name)

    def badge(self, badge: str) -> str:
        """The key of an official; of a player who is one, by the name, the player's."""
        name = self.names.get(f"badge-{badge}", badge)
        return self.keys.get(plain_name(name), f"badge-{badge}")

    def named(self, name: str) -> str:
        """The key of somebody who is known by name alone."""
        plain = plain_name(name)
        key = self.keys.get(plain) or f"named-{plain}"
        self.spelled.setdefault(key, name.strip())
        return key

    def name_of(self, key: str) -> str:
        """The name behind a key."""
        return self.names.get(key) or self.spelled.get(key) or key.partition("-")[2]
