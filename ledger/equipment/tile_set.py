"""The tiles of a language: which there are, what they are worth, and how words are cut into them.

A tile is usually one letter. In some languages a tile has several characters (Spanish ``CH``);
written down, such a tile stands in brackets: ``[CH]A.A``, as a blank ``[ch]``.

The sets that ship go by their names. Any other can be given as a file; the record then keeps the
set itself, not a name that another computer may not know: ``esperanto: ?0x2 A1x8 Ĉ10x1``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from ledger.messages import known, say
from ledger.refusals.saying import refusal
from ledger.vocabulary import NO_TILES, RACK_SIZE, Points
from ledger.vocabulary.read_once import tables_of

FOLDER = Path(__file__).parent / "tile_sets"

USUAL_TILES = "english"
"""What is played with where nobody says otherwise."""

BLANK = "?"
"""A blank that has not been designated: on a rack, or left over at the end."""

THROUGH = "."
"""In a placement, a tile that already lies on the board."""


class TileSet(Struct, frozen=True, eq=False, dict=True):
    """A set of tiles.

    Attributes:
      values: points of each tile; the blank, 0, under ``?``.
      counts: how many of each tile a complete set holds; blanks under ``?``.
      kept: how the record names it: its name, or all of it where it doesn't ship.
      title: what people call it.
    """

    name: str
    values: Mapping[str, Points]
    counts: Mapping[str, int]
    kept: str
    title: str

    @cached_property
    def size(self) -> int:
        """How many tiles a complete set holds.

        >>> load_tile_set("english").size
        100
        """
        return sum(self.counts.values())

    @cached_property
    def faces(self) -> Mapping[str, Points]:
        """Points of every tile as it can lie on the board: a blank is lower case and worth 0."""
        lying = {tile: points for tile, points in self.values.items() if tile != BLANK}
        return MappingProxyType(lying | {tile.lower(): Points(0) for tile in lying})

    @cached_property
    def several(self) -> tuple[str, ...]:
        """The tiles of several characters, the longest first."""
        tiles = [tile for tile in self.values if len(tile) > 1]
        return tuple(sorted(tiles, key=lambda tile: (-len(tile), tile)))

    @cached_property
    def written(self) -> frozenset[str]:
        """Every single character that a placement may hold as a tile of its own."""
        return frozenset({tile for tile in self.faces if len(tile) == 1} | {THROUGH})

    @cached_property
    def held(self) -> frozenset[str]:
        """Every single character that a rack may hold as a tile of its own."""
        return frozenset(tile for tile in self.values if len(tile) == 1)

    def cut(self, letters: str) -> tuple[str, ...]:
        """The letters of a placement as tiles, ``.`` for each tile already on the board.

        >>> load_tile_set("english").cut("QUIxOTR.")
        ('Q', 'U', 'I', 'x', 'O', 'T', 'R', '.')

        Raises:
          ValueError: a letter is not a tile of this set; the message says which.
        """
        if self.written.issuperset(letters):
            return tuple(letters)
        return tuple(
            self._known(tile, tile == THROUGH or tile in self.faces) for tile in _split(letters)
        )

    def cut_rack(self, tiles: str) -> tuple[str, ...]:
        """The tiles of a rack, an exchange or a leave; ``NO_TILES`` and ``""`` give none.

        >>> load_tile_set("english").cut_rack("AEI?")
        ('A', 'E', 'I', '?')

        Raises:
          ValueError: a letter is not a tile of this set; the message says which.
        """
        if self.held.issuperset(tiles):
            return tuple(tiles)
        if tiles == NO_TILES:
            return ()
        return tuple(self._known(tile, tile in self.values) for tile in _split(tiles))

    def one(self, said: str) -> str:
        """The tile, in capitals, that a letter by itself means, in brackets or without; else "".

        >>> spanish = load_tile_set("spanish")
        >>> spanish.one("rr"), spanish.one("[RR]"), spanish.one("r"), spanish.one("re")
        ('RR', 'RR', 'R', '')
        """
        tile = composed(said).upper()
        tile = tile[1:-1] if tile[:1] == "[" and tile[-1:] == "]" else tile
        return tile if tile in self.faces else ""

    def cut_word(self, word: str) -> tuple[str, ...]:
        """A word of a list as tiles in capitals: no list writes brackets, so the longest tile wins.

        Where a set has ``CH``, a word with a C before an H is made with that tile.

        >>> load_tile_set("spanish").cut_word("chicharra")
        ('CH', 'I', 'CH', 'A', 'RR', 'A')

        Raises:
          ValueError: a letter is not a tile of this set; the message says which.
        """
        letters = composed(word).upper()
        if not self.several or "[" in letters or "|" in letters:
            return self.cut(letters)
        return tuple(
            self._known(tile, tile in self.faces) for tile in self._longest.findall(letters)
        )

    @cached_property
    def _longest(self) -> re.Pattern[str]:
        return re.compile("|".join([*map(re.escape, self.several), "."]), re.DOTALL)

    def side_by_side(self, letters: str) -> tuple[str, ...]:
        """Tiles of several characters that ``letters`` has as single tiles, one after the other.

        Such a placement can be meant, and is read so; but it may be a slip for the one tile.

        >>> load_tile_set("spanish").side_by_side("CHA[LL]A")
        ('CH',)
        """
        if not self.several:
            return ()
        tiles = _split(letters.upper())
        apart = "".join(tile if len(tile) == 1 else " " for tile in tiles)
        return tuple(tile for tile in self.several if tile in apart)

    def spell(self, tiles: Iterable[str]) -> str:
        """Tiles as people write them; those of several characters in brackets."""
        kept = tuple(tiles)
        if not kept or max(map(len, kept)) == 1:
            return "".join(kept)
        return "".join([tile if len(tile) == 1 else f"[{tile}]" for tile in kept])

    def value(self, tile: str) -> Points:
        """Face value of a tile: 0 for ``?`` and for a blank as it lies (lower case).

        Raises:
          ValueError: there is no such tile in this set.
        """
        points = self.values.get(tile)
        if points is None:
            points = self.faces.get(tile)
        if points is None:
            raise ValueError(say("tiles.not-in-set", tile=repr(tile), name=self.name))
        return points

    def _known(self, tile: str, known: bool) -> str:
        if not known:
            raise ValueError(say("tiles.not-in-set", tile=repr(tile), name=self.name))
        return tile


def composed(letters: str) -> str:
    """Letters as tiles have them: one character where Unicode has one, and ``L·`` for ``Ŀ``."""
    letters = unicodedata.normalize("NFC", letters)
    return letters if letters.isascii() else letters.replace("Ŀ", "L·").replace("ŀ", "l·")


def _split(letters: str) -> list[str]:
    """Letters cut at brackets and bars, composed; nothing is checked."""
    letters = composed(letters)
    found: list[str] = []
    for number, part in enumerate(letters.split("|")):
        barred = "|" in letters and (number > 0 or part != "")
        before, bracket, rest = part.partition("[")
        if barred and not bracket and len(part.strip(THROUGH)) == len(part) > 1:
            found.append(part)
            continue
        while bracket:
            tile, closed, after = rest.partition("]")
            if not closed or not tile:
                raise ValueError(say("tiles.bracket-open", letters=repr(letters)))
            found += [*before, tile]
            before, bracket, rest = after.partition("[")
        found += before
    return found


# A set from a file: one of ours, or one that somebody gives because we have none like it.


NAME = re.compile(r"[^\W\d_][\w -]{0,39}")
MARKS = frozenset("·'’-")
"""What a tile of several characters may hold beside letters."""

LONGEST_TILE = 4  # characters
MOST_KINDS = 100
MOST_POINTS = 99
MOST_OF_A_KIND = 200
LARGEST_FILE = 64_000  # bytes
SHOWN = 6  # mistakes that are named; the rest are counted

ITEM = re.compile(r"(\D+)(\d{1,2})x(\d{1,3})")
"""A tile in the record: face, value, how many, as ``CH5x1``."""


def tile_set_from(data: Mapping[str, Any]) -> TileSet:
    """A set that ships, or is as one that does: its name is all the record keeps of it."""
    tiles: dict[str, list[int]] = data["tiles"]
    wrong = [tile for tile, numbers in tiles.items() if len(numbers) != 2 or tile.upper() != tile]
    if wrong or BLANK not in tiles:
        raise ValueError(f"not a tile set: {wrong or 'no blank'}")
    return _made(data, data["name"])


def own_tile_set(text: str, file: str) -> TileSet:
    """A tile set that somebody wrote: TOML as ours are, with ``name`` and ``[tiles]``.

    Args:
      file: what the text is called where it is refused.

    Raises:
      Refusal: ``not-a-tile-set``, with each mistake and where it stands.
    """
    import tomli

    if len(text.encode()) > LARGEST_FILE:
        raise refusal("not-a-tile-set", file=file, mistakes=say("tiles.too-large"))
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as wrong:
        raise refusal("not-a-tile-set", file=file, mistakes=str(wrong)) from None
    mistakes = list(_mistakes(data))
    if mistakes:
        more = len(mistakes) - SHOWN
        told = "; ".join(
            [*mistakes[:SHOWN], *([say("tiles.and-more", more=more)] if more > 0 else [])]
        )
        raise refusal("not-a-tile-set", file=file, mistakes=told)
    tiles = {unicodedata.normalize("NFC", tile): said for tile, said in data["tiles"].items()}
    named = " ".join(data["name"].split())
    spelled = " ".join(f"{tile}{value}x{count}" for tile, (value, count) in tiles.items())
    return _made({"name": named, "tiles": tiles}, f"{named}: {spelled}")


def read_own_tile_set(file: Path) -> TileSet:
    """The same from a file; ``no-such-file`` where it can't be read."""
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except OSError:
        raise refusal("no-such-file", file=file) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        mistakes = say("tiles.not-text")
        raise refusal("not-a-tile-set", file=file.name, mistakes=mistakes) from None
    return own_tile_set(text, file.name)


def set_wording(tiles: TileSet) -> str:
    """What people call a set, in the reader's language; one from a file as its file has it."""
    if not known(f"tiles.set.{tiles.kept}"):
        return tiles.title
    return say(f"tiles.set.{tiles.kept}")


def tile_set_meant(said: str) -> TileSet:
    """The set that somebody names, however written, or whose file they name."""
    name = "-".join(said.casefold().replace("_", " ").replace("-", " ").split())
    if name in tile_set_names():
        return load_tile_set(name)
    if Path(said).suffix == ".toml" or Path(said).is_file():
        return read_own_tile_set(Path(said))
    raise refusal("no-such-tile-set", name=said[:60], tile_sets=", ".join(tile_set_names()))


def _made(data: Mapping[str, Any], kept: str) -> TileSet:
    tiles: Mapping[str, tuple[int, int]] = data["tiles"]
    return TileSet(
        name=data["name"],
        values=MappingProxyType({tile: Points(value) for tile, (value, _) in tiles.items()}),
        counts=MappingProxyType({tile: count for tile, (_, count) in tiles.items()}),
        kept=kept,
        title=data.get("title", data["name"]),
    )


def _mistakes(data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a set that somebody gives, in words, each with the key it is about."""
    name, tiles = data.get("name"), data.get("tiles")
    if not isinstance(name, str) or not NAME.fullmatch(" ".join(name.split())):
        yield say("tiles.needs-name")
    elif name.casefold() in tile_set_names():
        yield say("tiles.name-taken", name=name)
    if not isinstance(tiles, dict) or not tiles:
        yield say("tiles.needs-table")
        return
    if len(tiles) > MOST_KINDS:
        yield say("tiles.too-many-lines", most=MOST_KINDS)
        return
    wrong = [
        words
        for tile, said in tiles.items()
        if (words := _wrong_with(unicodedata.normalize("NFC", tile), said))
    ]
    yield from wrong
    if BLANK not in tiles:
        yield say("tiles.needs-blanks")
    composed = [unicodedata.normalize("NFC", tile) for tile in tiles]
    if twice := sorted({tile for tile in composed if composed.count(tile) > 1}):
        yield say("tiles.tile-twice", tile=twice[0])
    if not wrong and sum(count for _, count in tiles.values()) <= 2 * RACK_SIZE:
        yield say("tiles.too-few", number=2 * RACK_SIZE)


def _wrong_with(tile: str, said: object) -> str:
    value, count = said if isinstance(said, list | tuple) and len(said) == 2 else (None, None)
    if not (type(value) is int and type(count) is int):
        return say("tiles.write-numbers", tile=tile)
    if not (0 <= value <= MOST_POINTS and 0 <= count <= MOST_OF_A_KIND):
        return say("tiles.out-of-bounds", tile=tile, points=MOST_POINTS, most=MOST_OF_A_KIND)
    if tile == BLANK:
        return "" if value == 0 else say("tiles.blank-worth", tile=tile)
    if not 1 <= len(tile) <= LONGEST_TILE:
        return say("tiles.tile-too-long", tile=repr(tile[:20]), longest=LONGEST_TILE)
    if not all(letter.isalpha() or (letter in MARKS and len(tile) > 1) for letter in tile):
        return say("tiles.not-letters", tile=repr(tile))
    if tile.upper() != tile:
        return say("tiles.capitals", tile=tile, capitals=tile.upper())
    small = tile.lower()
    if small == tile or len(small) != len(tile) or small.upper() != tile:
        return say("tiles.no-small-letter", tile=tile)
    return ""


def name_of(kept: str) -> str:
    """What people call a set, from how the record names it.

    >>> name_of("spanish"), name_of("Esperanto: ?0x2 A1x8 Ĉ10x1")
    ('spanish', 'Esperanto')
    """
    return kept.partition(": ")[0]


def letters_of(kept: str) -> tuple[str, ...]:
    """What a blank can stand for, in the order of the file of its set."""
    return tuple(tile for tile in load_tile_set(kept).values if tile != BLANK)


def same_letters(one: str, other: str) -> bool:
    """Whether two sets, as the record names them, have the same tiles, however many of each."""
    return one == other or load_tile_set(one).faces.keys() == load_tile_set(other).faces.keys()


@cache
def tile_set_names() -> tuple[str, ...]:
    """The sets that ship."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@lru_cache(maxsize=256)
def load_tile_set(name: str) -> TileSet:
    """The set that the record names: by a name of ours, or spelled out.

    Raises:
      Refusal: ``no-such-tile-set``.
    """
    if name in tile_set_names():
        return tile_set_from(tables_of(FOLDER / f"{name}.toml"))
    named, colon, spelled = name.partition(": ")
    items = [ITEM.fullmatch(item) for item in spelled.split(" ")] if colon else []
    if items and None not in items:
        said = {item[1]: (int(item[2]), int(item[3])) for item in items if item}
        if len(said) == len(items) and not any(_mistakes({"name": named, "tiles": said})):
            return _made({"name": named, "tiles": said}, name)
    raise refusal("no-such-tile-set", name=name[:60], tile_sets=", ".join(tile_set_names()))
