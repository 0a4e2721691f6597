"""The lines of a file sorted out: pragmas, notes, and events that wait until players are known."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from ledger.gcg.oddities import Oddity
from ledger.gcg.record import Player, Pragma

KEPT = frozenset(
    {
        "title",
        "description",
        "id",
        "lexicon",
        "style",
        "game-type",
        "board-layout",
        "game-board",
        "tile-set",
        "tile-distribution",
        "tile",
        "orientation",
    }
)
"""Keywords of the format that are kept as they stand. Others are kept, too, and noted."""

MAY_REPEAT = frozenset({"description", "tile", "game-board", "tile-set"})

PLAYERS = {f"player{number}": number for number in (1, 2, 3, 4)}
RACKS = {"rack1": 0, "rack2": 1}


@dataclass
class Scan:
    """What was found so far.

    Attributes:
      declared: the players by the number in ``#player1``.
      spare: players declared under a number that was taken.
      events: line number, line, and the notes that follow it.
      pragmas: keyword, the text and what continues it, and line number.
      racks: tiles and line number by the index of the player.
    """

    noted: list[Oddity]
    any_line: bool = False
    declared: dict[int, Player] = field(default_factory=dict)
    spare: list[Player] = field(default_factory=list)
    declared_at: int = 0
    pragmas: list[tuple[str, list[str], int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    events: list[tuple[int, str, list[str]]] = field(default_factory=list)
    racks: dict[int, tuple[str, int]] = field(default_factory=dict)
    incomplete: str | None = None
    incomplete_at: int = 0
    _stopped: bool = False
    _open_notes: list[str] | None = None
    _open_pragma: bool = False
    _wrapped: bool = False
    _seen: set[str] = field(default_factory=set)

    def take(self, number: int, line: str) -> None:
        """One line more; blank lines mean nothing."""
        line = line.strip()
        if not line:
            return
        if line[0] == ">":
            if self._stopped:
                self._note(number, "event-after-racks", "An event follows #rack or #incomplete.")
                self._stopped = False
            self.events.append((number, line, []))
            self._open_notes, self._open_pragma = None, False
        elif line[0] == "#":
            self._pragma(number, line)
        elif self._open_notes is not None:
            if not self._wrapped:
                self._note(number, "note-continued", "The note runs on without #note.")
                self._wrapped = True
            self._open_notes.append(line)
        else:
            self._note(number, "stray-text", f"{line[:40]!r} was kept as a note.")
            self._current_notes().append(line)
            self._open_pragma = False
        self.any_line = True

    def kept(self) -> tuple[Pragma, ...]:
        """The pragmas that are kept as they stand, with what continues them."""
        return tuple(
            Pragma(keyword, " ".join(texts).strip(), line) for keyword, texts, line in self.pragmas
        )

    def _note(self, line: int, code: str, what: str) -> None:
        self.noted.append(Oddity(line, code, what))

    def _current_notes(self) -> list[str]:
        return self.events[-1][2] if self.events else self.notes

    def _pragma(self, number: int, line: str) -> None:
        parts = line[1:].split(None, 1)
        if not parts:
            self._note(number, "empty-pragma", "# without a keyword was left out.")
            return
        keyword, text = parts[0].lower(), parts[1] if len(parts) > 1 else ""
        if keyword == "-":
            self._continued(number, text)
            return
        if keyword != parts[0]:
            self._note(number, "pragma-capitalised", f"#{parts[0][:30]} was read in lower case.")
        self._open_notes, self._open_pragma = None, False
        if keyword == "note":
            self._remark(number, text)
        else:
            self._said(number, keyword, text)

    def _said(self, number: int, keyword: str, text: str) -> None:
        if keyword in self._seen and keyword not in MAY_REPEAT:
            self._note(number, "declared-twice", f"#{keyword[:30]} stands here a second time.")
        self._seen.add(keyword)
        if keyword in RACKS or keyword == "incomplete":
            self._where_it_stopped(number, keyword, text)
            return
        if keyword == "character-encoding":
            if self.any_line:
                self._note(number, "encoding-misplaced", "This belongs on the first line.")
            return
        if self.events:
            what = f"#{keyword[:30]} belongs before the first event."
            self._note(number, "pragma-after-events", what)
        if keyword in PLAYERS:
            self._player(number, keyword, text)
            return
        if keyword not in KEPT:
            self._note(number, "unknown-pragma", f"#{keyword[:30]} is not known; it was kept.")
        self.pragmas.append((keyword, [text], number))
        self._open_pragma = True

    def _remark(self, number: int, text: str) -> None:
        if not self.events:
            self._note(number, "note-before-events", "A note comes before the first event.")
        self._open_notes = self._current_notes()
        self._open_notes.append(text)
        self._wrapped = False

    def _continued(self, number: int, text: str) -> None:
        if self._open_notes is not None:
            self._open_notes.append(text)
        elif self._open_pragma:
            self.pragmas[-1][1].append(text)
        else:
            self._note(number, "continues-nothing", "There is no pragma to continue.")
            self._current_notes().append(text)

    def _where_it_stopped(self, number: int, keyword: str, text: str) -> None:
        self._stopped = bool(self.events) or keyword in RACKS  # one program starts with #incomplete
        if keyword == "incomplete":
            self.incomplete, self.incomplete_at = " ".join(text.split()), number
        else:
            tiles = unicodedata.normalize("NFC", "".join(text.split()))
            self.racks[RACKS[keyword]] = (tiles, number)

    def _player(self, number: int, keyword: str, text: str) -> None:
        words, place = text.split(), PLAYERS[keyword]
        if not words:
            self._note(number, "player-without-nick", f"#{keyword} names nobody.")
            return
        if len(words) == 1:
            self._note(number, "no-full-name", f"#{keyword} has no full name.")
        player = Player(words[0], " ".join(words[1:]) or words[0])
        if place in self.declared:
            self.spare.append(player)
            return
        self.declared[place] = player
        self.declared_at = number
