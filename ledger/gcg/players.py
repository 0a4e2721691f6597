"""Whose event it is: nicknames as declared, as misspelled, and as nobody declared them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from msgspec.structs import replace

from ledger.gcg.oddities import Oddity
from ledger.gcg.record import TURNS, GcgEvent, Kind, Player


def alike(nick: str) -> str:
    """A nickname without what people get wrong: case, ``-`` for ``_``, a colon, accents' form."""
    return unicodedata.normalize("NFC", nick).casefold().replace("-", "_").rstrip(":")


def share_a_nick(declared: dict[int, Player]) -> bool:
    """Whether the two players of a game go by one nickname."""
    return len(declared) == 2 and len({alike(player.nick) for player in declared.values()}) == 1


def renamed(declared: dict[int, Player]) -> dict[int, Player]:
    """Two players of one nickname, the second under another."""
    (first, one), (second, two) = sorted(declared.items())
    return {first: one, second: replace(two, nick=f"{two.nick}_2")}


def told_apart(events: Sequence[GcgEvent]) -> list[GcgEvent]:
    """Events of two players who go by one nickname, each given to who made it.

    A total tells whose it is where it fits one player's sum and not the other's. Elsewhere turns
    alternate, what belongs to a play follows it, and a line at the end is the loser's if it
    takes off, else that of the player who moved last.
    """
    totals, mover, told = [0, 0], 1, []
    for event in events:
        if event.kind in TURNS or (
            event.kind is Kind.LEFT and event.score is not None and event.score < 0
        ):
            likely = 1 - mover
        else:
            likely = mover
        player = likely
        if event.total is not None and event.score is not None:
            fits = [seat for seat in (0, 1) if totals[seat] + event.score == event.total]
            player = fits[0] if len(fits) == 1 else likely
        totals[player] = totals[player] + (event.score or 0)
        if event.total is not None:
            totals[player] = event.total
        if event.kind in TURNS:
            mover = player
        told.append(replace(event, player=player))
    return told


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
