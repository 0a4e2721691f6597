"""Reading a GCG file: forgiving, complete, and never silent about what it forgives."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import Board, load_board
from ledger.equipment.tile_set import TileSet, composed, load_tile_set, tile_set_names
from ledger.gcg.record import (
    LONGEST_TOKEN,
    TURNS,
    GcgEvent,
    GcgRecord,
    Held,
    Kind,
    Oddity,
    Player,
    Pragma,
    Roll,
    in_order,
    read_event,
    renamed,
    share_a_nick,
    tile_count,
    told_apart,
    turned_round,
)
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import text_codec

# Bytes to text: which encoding a file is in, when it says so and when it doesn't.


NAMES = {
    "utf-8": "UTF-8",
    "utf8": "UTF-8",
    "us-ascii": "UTF-8",
    "ascii": "UTF-8",
    "iso-8859-1": "ISO-8859-1",
    "iso8859-1": "ISO-8859-1",
    "iso_8859-1": "ISO-8859-1",
    "latin-1": "ISO-8859-1",
    "latin1": "ISO-8859-1",
}
"""Names of the two encodings in common use, and what each is called here."""

DECLARATION = b"#character-encoding"

CONTROL = bytes({*range(32)} - {9, 10, 13}) + b"\x7f"


def decode(data: bytes, noted: list[Oddity]) -> tuple[str, str]:
    """The text of a file with LF as its only line end, and the encoding it was read in.

    The declaration on the first line is obeyed, whichever encoding it names. Without one, UTF-8
    is tried strictly, then ISO-8859-1, which cannot fail.
    """
    text, used = _decoded(data, noted)
    return _lines_ended(text, noted), used


def _decoded(data: bytes, noted: list[Oddity]) -> tuple[str, str]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
        noted.append(Oddity(1, "byte-order-mark", "The file is in UTF-16; it was read as that."))
        return text, "UTF-16"
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
        noted.append(Oddity(1, "byte-order-mark", "A UTF-8 byte order mark was taken off."))
    if data.translate(None, CONTROL) != data:
        noted.append(
            Oddity(1, "not-text", "The file holds control characters; it may not be text at all.")
        )
    if data.isascii() and DECLARATION not in data[:200]:
        return data.decode("ascii"), "UTF-8"
    declared = _declared(data)
    wanted = _known(declared) if declared is not None else ""
    if declared is not None and not wanted:
        what = f"The encoding {declared[:40]!r} is not known here."
        noted.append(Oddity(1, "encoding-unknown", what))
    text, used, wrong_at = _tried(data, wanted)
    if wanted and used != wanted:
        line = data.count(b"\n", 0, wrong_at) + 1
        noted.append(
            Oddity(line, "encoding-wrong", f"The bytes are not {wanted[:40]}; read as {used}.")
        )
    if not wanted and not data.isascii():
        noted.append(Oddity(1, "encoding-guessed", f"No usable encoding is named; read as {used}."))
    return text, used


def _tried(data: bytes, wanted: str) -> tuple[str, str, int]:
    """The text, the encoding it was read in, and which byte is not in the one tried before."""
    wrong_at = 0
    for name in (wanted, "UTF-8"):
        try:
            if name:
                return data.decode(name), name, wrong_at
        except UnicodeDecodeError as wrong:
            wrong_at = wrong.start
    return data.decode("latin-1"), "ISO-8859-1", wrong_at


def _known(declared: str) -> str:
    """What a declared encoding is called here; ``""`` for none that Python can read as a text."""
    if (usual := NAMES.get(declared.lower())) is not None:
        return usual
    return declared.upper() if text_codec(declared) else ""


def _declared(data: bytes) -> str | None:
    first = data[:400].lstrip(b"\r\n").replace(b"\r", b"\n").partition(b"\n")[0]
    if first[: len(DECLARATION)].lower() != DECLARATION:
        return None
    return first[len(DECLARATION) :].decode("latin-1").strip()


def _lines_ended(text: str, noted: list[Oddity]) -> str:
    if "\r" not in text:
        return text
    noted.append(Oddity(1, "line-ends", "Lines end in CR LF or CR; read as LF."))
    return text.replace("\r\n", "\n").replace("\r", "\n")


# Which tiles and which board a file was played with, as far as it says so.


BOARDS = {
    "": "standard",
    "crosswordgame": "standard",
    "standard": "standard",
    "standard15": "standard",
    "supercrosswordgame": "super",
    "standard21": "super",
    "super": "super",
}
"""Names of board layouts in files, folded to lower case, and the board each means."""

GAME_TYPES = {"": "", "classic": "", "standard": "", "wordsmog": "", "classic_super": "super"}
"""Variants whose plays are scored the usual way, and the board they are played on."""

LEXICONS = {
    "german": "german", "deutsch": "german", "rd": "german",
    "polish": "polish", "osps": "polish",
    "spanish": "spanish", "fise": "spanish",
    "french": "french", "ods": "french", "fra": "french",
    "catalan": "catalan", "disc": "catalan",
    "norwegian": "norwegian", "nsf": "norwegian",
    "italian": "italian", "portuguese": "portuguese", "dutch": "dutch",
    "romanian": "romanian", "swedish": "swedish", "danish": "danish",
}  # fmt: skip
"""Word lists that tell the language where no tile distribution is named, without their year."""

NEVER_IN_A_TILE = frozenset("._?-()|[]")


class Equipment(Struct, frozen=True):
    """What a record was played with.

    Attributes:
      counted: whether the set is known to go with the board, so that its tiles can be counted.
      guessed: the sets that have all the letters of a record that names none, if it is in doubt.
    """

    tile_set: TileSet | None
    board: Board
    counted: bool
    guessed: tuple[TileSet, ...] = ()


class GivenTiles(Struct, frozen=True):
    """What whoever reads a file knows of its tiles.

    Attributes:
      certain: these, whatever the file says.
      usual: these, if it says nothing and they have all its letters.
    """

    certain: TileSet | None = None
    usual: TileSet | None = None


NOTHING_GIVEN = GivenTiles()


def equipment_of(
    record: GcgRecord, noted: list[Oddity], given: GivenTiles = NOTHING_GIVEN
) -> Equipment:
    """The tile set and the board a record was played with; doubts are noted."""
    said: dict[str, Pragma] = {}
    for pragma in record.pragmas:
        said.setdefault(pragma.keyword, pragma)
    variant, layout = _asked(said, "game-type"), _asked(said, "board-layout")
    if variant not in GAME_TYPES:
        noted.append(
            Oddity(
                said["game-type"].line,
                "game-type-unknown",
                f"The variant {variant[:30]!r} is not known; scored as the usual game.",
            )
        )
    if layout not in BOARDS:
        noted.append(
            Oddity(
                said["board-layout"].line,
                "board-unknown",
                f"The board {layout[:30]!r} is not known; scored on the standard board.",
            )
        )
    board = BOARDS.get(layout, "standard") if layout else GAME_TYPES.get(variant, "")
    tile_set, guessed = _tile_set(record, said, noted, given)
    counted = board in ("", "standard") or tile_set is load_tile_set("english-super")
    return Equipment(tile_set, load_board(board or "standard"), counted, guessed)


def _asked(said: dict[str, Pragma], keyword: str) -> str:
    return said[keyword].text.lower() if keyword in said else ""


Found = tuple[TileSet | None, tuple[TileSet, ...]]


def _tile_set(
    record: GcgRecord, said: dict[str, Pragma], noted: list[Oddity], given: GivenTiles
) -> Found:
    if given.certain is not None:
        return given.certain, ()
    if (spelled_out := _spelled_out(record)) is not None:
        return spelled_out, ()
    name = _asked(said, "tile-distribution")
    if name:
        if (ours := name.replace("_", "-")) in tile_set_names():
            return load_tile_set(ours), ()
        line = said["tile-distribution"].line
        what = f"The tile set {name[:30]!r} is not known; plays can't be scored."
        noted.append(Oddity(line, "tile-set-unknown", what))
        return None, ()
    written, tiles = _written(record)
    if given.usual is not None and _covers(given.usual, written, tiles):
        return given.usual, ()
    named = LEXICONS.get(_asked(said, "lexicon").rstrip("0123456789"))
    if named is not None:
        return load_tile_set(named), (load_tile_set(named),)
    if all(map(str.isascii, written)) and not tiles and not said.keys() & {"tile"}:
        return load_tile_set("english"), ()
    sets = map(load_tile_set, tile_set_names())
    guessed = tuple(each for each in sets if _covers(each, written, tiles))
    if not guessed:
        first = record.events[0].line if record.events else 1
        what = "No tile set known here has all the letters of this game; plays can't be scored."
        noted.append(Oddity(first, "tile-set-unknown", what))
        return None, ()
    return guessed[0], guessed


def _spelled_out(record: GcgRecord) -> TileSet | None:
    """The set that a line ``#tile-set`` spells out as our record does, if one does."""
    for pragma in record.pragmas:
        if pragma.keyword == "tile-set" and ": " in pragma.text:
            with suppress(Refusal):
                return load_tile_set(composed(pragma.text))
    return None


BRACKETED = re.compile(r"\[([^\]]{2,})\]")
"""A tile of several characters."""


def _written(record: GcgRecord) -> tuple[set[str], set[str]]:
    """Every character of words and racks, and every tile of several characters."""
    together = "".join([event.letters + event.rack for event in record.events])
    written = set(together)
    return written, set(BRACKETED.findall(together)) if "[" in written else set()


def _covers(tile_set: TileSet, written: set[str], tiles: set[str]) -> bool:
    letters = {letter.upper() for letter in written if letter.isalpha()}
    return tile_set.faces.keys() >= letters | {tile.upper() for tile in tiles}


def fits(record: GcgRecord) -> tuple[TileSet, ...]:
    """The sets that have all the letters of a record, whatever it says of its tiles."""
    written, tiles = _written(record)
    sets = map(load_tile_set, tile_set_names())
    return tuple(each for each in sets if _covers(each, written, tiles))


def spell_declared_tiles(
    events: Sequence[GcgEvent], pragmas: Sequence[Pragma]
) -> Sequence[GcgEvent]:
    """Events with the tiles that ``#tile`` lines declare set in brackets: ``CO[L·L]A``."""
    declared = {
        tile
        for pragma in pragmas
        if pragma.keyword == "tile"
        for tile in unicodedata.normalize("NFC", pragma.text).split()[:2]
        if len(tile) > 1 and not NEVER_IN_A_TILE.intersection(tile)
    }
    if not declared:
        return events
    longest_first = sorted(declared, key=lambda tile: (-len(tile), tile))[:100]
    tiles = re.compile(r"\[[^\]]{1,12}\]|" + "|".join(map(re.escape, longest_first)))

    def bracketed(text: str) -> str:
        if len(text) > LONGEST_TOKEN:
            return text
        return tiles.sub(lambda found: found[0] if found[0][0] == "[" else f"[{found[0]}]", text)

    spelled = []
    for event in events:
        letters = bracketed(event.letters)
        count = tile_count(letters) if event.count and letters else event.count
        spelled.append(replace(event, rack=bracketed(event.rack), letters=letters, count=count))
    return spelled


# The lines of a file sorted out: pragmas, notes, and events that wait until players are known.


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
      spare: players declared under a number that was taken.
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


MOST_LINES = 20_000  # a game has some sixty lines, a heavily annotated one a thousand
LINES_READ = 10_000  # of a file with more than ``MOST_LINES``: enough to see what it is


def read_gcg(data: bytes) -> GcgRecord:
    """Everything a file says. It never raises; what is odd is listed in ``oddities``."""
    noted: list[Oddity] = []
    text, encoding = decode(data, noted)
    scan = Scan(noted)
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        what = f"There are {len(lines)} lines; those after this one were not read."
        noted.append(Oddity(LINES_READ, "too-many-lines", what))
        del lines[LINES_READ:]
    for number, line in enumerate(lines, 1):
        scan.take(number, line)
    if not scan.any_line:
        noted.append(Oddity(1, "empty-file", "The file holds nothing."))
    _seat_spare_players(scan)
    alike = share_a_nick(scan.declared)
    roll = Roll(scan.declared, noted)
    events = _events(scan, roll)
    if alike:
        nick = scan.declared[max(scan.declared)].nick[:30]
        what = f"Both players are called {nick}; turns and totals told who is who."
        noted.append(Oddity(scan.declared_at, "same-nick", what))
        roll.players = renamed(roll.players)
        events = tuple(told_apart(events))
    players = tuple(player for _, player in sorted(roll.players.items()))
    pragmas = scan.kept()
    rows = next((one for one in pragmas if is_lettered_rows(one)), None)
    if rows is not None:
        what = "Rows are lettered and columns numbered here; squares were turned round."
        noted.append(Oddity(rows.line, "orientation", what))
        events = tuple(replace(one, square=turned_round(one.square)) for one in events)
        pragmas = tuple(one for one in pragmas if not is_lettered_rows(one))
    return GcgRecord(
        players=players,
        events=events,
        pragmas=pragmas,
        notes=tuple(scan.notes),
        held=tuple(Held(at, tiles, line) for at, (tiles, line) in sorted(scan.racks.items())),
        incomplete=scan.incomplete,
        readable=_is_readable(players, events, scan),
        encoding=encoding,
        oddities=in_order(noted),
    )


def is_lettered_rows(pragma: Pragma) -> bool:
    """Whether a pragma says that rows have letters and columns numbers, as on some boards."""
    return pragma.keyword == "orientation" and pragma.text.lower() == "lettered-rows"


def _seat_spare_players(scan: Scan) -> None:
    """A second ``#player1`` is the second player, if nobody else is."""
    nicks = {player.nick for player in scan.declared.values()}
    for player in scan.spare:
        free = [place for place in (1, 2) if place not in scan.declared]
        if free and player.nick not in nicks:
            scan.declared[free[0]] = player
            nicks.add(player.nick)


def _events(scan: Scan, roll: Roll) -> tuple[GcgEvent, ...]:
    """The events that make sense. The others become notes, so that nothing is lost."""
    if scan.events and scan.events[0][0] < scan.declared_at:
        what = "This event comes before both players are declared."
        scan.noted.append(Oddity(scan.events[0][0], "event-before-players", what))
    events: list[GcgEvent] = []
    remarked: list[list[str]] = []
    notes, apart = scan.notes, 0
    for number, line, following in scan.events:
        whose = roll.whose(line, number)
        event = None
        if whose:
            composed = unicodedata.normalize("NFC", whose[1])
            apart = apart or (number if composed != whose[1] else 0)
            event = read_event(composed, whose[0], number, scan.noted)
        if event is None:
            notes += [line, *following]
        else:
            events.append(event)
            remarked.append(following)
            notes = following
    if apart:
        what = "Letters and their marks are written apart; they were put together."
        scan.noted.append(Oddity(apart, "letters-apart", what))
    index = {place: at for at, place in enumerate(sorted(roll.players))}
    for at, notes in enumerate(remarked):
        event = events[at]
        if notes:
            events[at] = replace(event, player=index[event.player], notes=(*event.notes, *notes))
        elif event.player != index[event.player]:
            events[at] = replace(event, player=index[event.player])
    return tuple(spell_declared_tiles(events, scan.kept()))


def _is_readable(players: Sequence[Player], events: Sequence[GcgEvent], scan: Scan) -> bool:
    """Whether this is a game of two players; where it is not, an oddity says why."""
    last = scan.events[-1][0] if scan.events else 1
    why = []
    if len(players) > 2:
        names = ", ".join(player.nick[:20] for player in players)
        what = f"{len(players)} players ({names}): only games of two can be kept here."
        why.append(Oddity(scan.declared_at, "more-than-two-players", what))
    elif len(players) < 2:
        what = "This is not the record of a game: fewer than two players are named."
        why.append(Oddity(1, "no-players", what))
    if scan.events and 2 * len(events) < len(scan.events):
        what = f"Only {len(events)} of {len(scan.events)} event lines could be understood."
        why.append(Oddity(last, "mostly-unreadable", what))
    scan.noted += why
    if scan.incomplete is not None and any(event.kind is Kind.LEFT for event in events):
        what = "The file says that it is incomplete, yet it holds the end of the game."
        scan.noted.append(Oddity(scan.incomplete_at, "incomplete-but-ended", what))
    if not scan.events:
        scan.noted.append(Oddity(1, "no-events", "The file has no events: nobody made a move."))
    elif (first := next((one for one in events if one.kind in TURNS), None)) and first.player == 1:
        what = "The game is started by player 2, who moves first in this record."
        scan.noted.append(Oddity(first.line, "second-player-starts", what))
    return not why
