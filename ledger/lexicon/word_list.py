"""Reading the word list an organiser holds a licence for, in whatever shape it comes.

Two shapes are taken, and one that is both is refused rather than guessed at, so that no
word is ever dropped in silence:

- one word a line, perhaps with a definition after a word in capitals: ``AA rough lava [n]``;
- words in capitals parted by white space: ``AA AAH AAHED``.
"""

from __future__ import annotations

import gzip
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ledger.equipment.tile_set import BLANK, TileSet
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file read; the largest lists in use have under 10 MB."""

SHORTEST = 2
"""Letters of the shortest word; one letter makes no word on a board."""

SHOWN = 5
"""So many wrong lines are named in a refusal; the rest are counted."""

STEP = 20_000
"""Lines between two calls of ``progress``."""

Progress = Callable[[int, int], None]
"""Told how many lines of how many have been read."""


def no_progress(done: int, of: int) -> None:
    """Tell nobody."""


def spelled(word: str) -> str:
    """A word as lists and lookups spell it: capitals, composed, no brackets round a tile.

    >>> spelled("[ch]aMADe")
    'CHAMADE'
    """
    return unicodedata.normalize("NFC", word).upper().replace("[", "").replace("]", "")


def read_words(file: Path, tile_set: TileSet, progress: Progress = no_progress) -> tuple[str, ...]:
    """The words of a list, each once, sorted by the bytes of their spelling.

    Args:
      file: text in UTF-8, or such a text packed by gzip.
      tile_set: the words hold no letter that is not on one of its tiles.
      progress: told now and then how far the reading is.

    Raises:
      Refusal: ``no-such-file``, ``not-a-word-list``, ``empty-word-list``,
        ``ambiguous-word-list`` or ``unreadable-words``, which names the lines.
    """
    lines = _text(file).splitlines()
    letters = {letter for tile in tile_set.values if tile != BLANK for letter in tile}
    found: set[str] = set()
    wrong: list[tuple[int, str]] = []
    for number, words in enumerate(_words(lines), 1):
        for word in map(spelled, words):
            if letters.issuperset(word) and len(word) >= SHORTEST:
                found.add(word)
            else:
                wrong.append((number, word))
        if number % STEP == 0:
            progress(number, len(lines))
    if lines:
        progress(len(lines), len(lines))
    if wrong:
        raise _unreadable(wrong, tile_set)
    if not found:
        raise refusal("empty-word-list", file=file.name)
    return tuple(sorted(found, key=str.encode))


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if data.startswith(b"\x1f\x8b"):
            with gzip.open(file) as packed:
                data = packed.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error):
        raise refusal("no-such-file", file=file) from None
    if len(data) > LARGEST:
        raise refusal("not-a-word-list/too-large", file=file.name)
    if b"\x00" in data:
        raise refusal("not-a-word-list/no-text", file=file.name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refusal("not-a-word-list/not-utf-8", file=file.name) from None


def _words(lines: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The words of each line; what follows a word in capitals and is no such word explains it."""
    shape, since = "", 0
    for number, line in enumerate(lines, 1):
        first, *others = line.split() or ("",)
        if not others:
            yield (first,) if first else ()
            continue
        in_a_row = all(other.isupper() and other[0].isalpha() for other in others)
        here = "words in a row" if in_a_row else "words with definitions"
        if not first.isupper() or (shape and here != shape):
            if shape:
                raise refusal(
                    "ambiguous-word-list/two-lines",
                    number=number, here=here, since=since, shape=shape,
                )  # fmt: skip
            raise refusal("ambiguous-word-list/first-line", number=number, here=here)
        shape, since = here, since or number
        yield (first, *others) if in_a_row else (first,)


def _unreadable(wrong: list[tuple[int, str]], tile_set: TileSet) -> Refusal:
    named = ", ".join(f"{number} ({word[:20]!r})" for number, word in wrong[:SHOWN])
    more = f" and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
    return refusal("unreadable-words", tiles=tile_set.name, lines=f"{named}{more}")
