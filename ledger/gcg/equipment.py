"""Which tiles and which board a file was played with, as far as it says so."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ledger.equipment.board import Board, load_board
from ledger.equipment.tile_set import TileSet, load_tile_set, tile_set_names
from ledger.gcg.lines import LONGEST_TOKEN, tile_count
from ledger.gcg.oddities import Oddity
from ledger.gcg.record import GcgEvent, GcgRecord, Pragma

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

LEXICONS = {"german": "german", "deutsch": "german", "rd28": "german", "rd29": "german"}
LEXICONS |= {"polish": "polish", "osps": "polish", "osps49": "polish"}
"""Word lists that tell the language where no tile distribution is named."""

NEVER_IN_A_TILE = frozenset("._?-()|[]")


class Equipment(Struct, frozen=True):
    """Tiles and board.

    Attributes:
      tile_set: ``None`` where the tiles are not known here: then nothing can be scored.
      counted: whether the set is known to hold the usual number of each tile.
    """

    tile_set: TileSet | None
    board: Board
    counted: bool


def equipment_of(record: GcgRecord, noted: list[Oddity]) -> Equipment:
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
    tile_set = _tile_set(record, said, noted)
    return Equipment(tile_set, load_board(board or "standard"), board in ("", "standard"))


def _asked(said: dict[str, Pragma], keyword: str) -> str:
    return said[keyword].text.lower() if keyword in said else ""


def _tile_set(record: GcgRecord, said: dict[str, Pragma], noted: list[Oddity]) -> TileSet | None:
    name = _asked(said, "tile-distribution")
    if name:
        plain = name.partition("_")[0]
        if plain in tile_set_names():
            return load_tile_set(plain)
        line = said["tile-distribution"].line
        what = f"The tile set {name[:30]!r} is not known; plays can't be scored."
        noted.append(Oddity(line, "tile-set-unknown", what))
        return None
    guess = LEXICONS.get(_asked(said, "lexicon"))
    if guess is None:
        said_in_all = [event.letters + event.rack for event in record.events]
        together = "".join(said_in_all)
        written = set(together)
        tiles = set(BRACKETED.findall(together)) if "[" in written else set()
        if all(map(str.isascii, written)) and not tiles and not said.keys() & {"tile"}:
            return load_tile_set("english")
        guess = _covering(written, tiles)
    first = record.events[0].line if record.events else 1
    if guess is None:
        what = "No tile set known here has all the letters of this game; plays can't be scored."
        noted.append(Oddity(first, "tile-set-unknown", what))
        return None
    what = f"No tile set is declared; scored with the {guess} one."
    noted.append(Oddity(first, "tile-set-guessed", what))
    return load_tile_set(guess)


BRACKETED = re.compile(r"\[([^\]]{2,})\]")
"""A tile of several characters."""


def _covering(written: set[str], tiles: set[str]) -> str | None:
    """The set that has every letter, and every tile of several; ``None`` if there is none."""
    letters = {letter.upper() for letter in written if letter.isalpha()}
    letters |= {tile.upper() for tile in tiles}
    for name in ("english", *tile_set_names()):
        if load_tile_set(name).faces.keys() >= letters:
            return name
    return None


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
