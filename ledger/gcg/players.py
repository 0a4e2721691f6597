"""Whose event it is: nicknames as declared, as misspelled, and as nobody declared them."""

from __future__ import annotations

import unicodedata

from ledger.gcg.oddities import Oddity
from ledger.gcg.record import Player


def alike(nick: str) -> str:
    """A nickname without what people get wrong: case, ``-`` for ``_``, a colon, accents' form."""
    return unicodedata.normalize("NFC", nick).casefold().replace("-", "_").rstrip(":")


class Roll:
    """The players by number, and who is meant by a nickname.

    A nickname nobody declared is taken for a player's as long as a place is free.
    """

    def __init__(self, declared: dict[int, Player], noted: list[Oddity]) -> None:
        self.players = dict(declared)
        self.noted = noted
        self.exactly: dict[str, int] = {}
        self.nearly: dict[str, int] = {}
        for place, player in sorted(self.players.items()):
            self._enter(place, player)

    def whose(self, text: str, line: int) -> tuple[int, str] | None:
        """The player's number and what follows the nickname in ``>nick: ...``."""
        nick, colon, rest = text[1:].partition(": ")
        place = self.exactly.get(nick) if colon else None
        if place is not None:
            return place, rest
        token, rest = [*text[1:].split(None, 1), "", ""][:2]
        if token[-1:] != ":":
            before, colon, after = token.partition(":")
            if colon:
                token, rest = before + ":", f"{after} {rest}"
            elif alike(token) in self.nearly:
                self.noted.append(Oddity(line, "no-colon", f"No colon follows {token[:30]}."))
                token += ":"
        place = self._meant(token[:-1], line) if token[-1:] == ":" else None
        if place is None:
            what = f"{text[:40]!r} names no player of this game; it was kept as a note."
            self.noted.append(Oddity(line, "unknown-player", what))
            return None
        return place, rest

    def _meant(self, nick: str, line: int) -> int | None:
        if nick in self.exactly:
            return self.exactly[nick]
        place = self.nearly.get(alike(nick))
        if place is not None:
            what = f"{nick[:30]} was read as {self.players[place].nick[:30]}."
            self.noted.append(Oddity(line, "nick-differs", what))
            return place
        free = next((place for place in (1, 2) if place not in self.players), None)
        if free is None or not alike(nick):
            return None
        what = f"Nobody declared {nick[:30]}; taken as player {free}."
        self.noted.append(Oddity(line, "unknown-player", what))
        self.players[free] = Player(nick, nick)
        self._enter(free, self.players[free])
        return free

    def _enter(self, place: int, player: Player) -> None:
        self.exactly.setdefault(player.nick, place)
        self.nearly.setdefault(alike(player.nick), place)
