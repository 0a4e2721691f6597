"""Word sources: the lists an organiser installed, and the one verdict they give on a play.

A list lies in the data folder as one sorted text with a line about it at its head, and is
searched where it lies: opening one costs no memory to speak of. Its digest, SHA-256 of the
sorted words, is what the record keeps; the words never enter the record.
"""

from __future__ import annotations

import mmap
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from ledger.equipment.tile_set import load_tile_set
from ledger.lexicon.word_list import Progress, no_progress, read_words, spelled
from ledger.record.owner_only import begun_for_the_owner, folder_for_the_owner
from ledger.refusals.saying import refusal

FREE_LIST = Path(__file__).parent / "lists" / "everyday.txt.gz"
"""The free list that ships with the product; ``lists/README.md`` says what it is."""

FREE_NAME = "Everyday English (free)"

SHELF = "lexicons"
"""Where lists lie in a data folder."""

ENDING = ".lexicon"
NAME = re.compile(r"\w[\w .,()+'-]{0,59}")
NEWLINE = b"\n"
HEAD = 1000
"""Bytes of the longest line about a list; a file with a longer one is no list."""


class Installed(Struct, frozen=True, kw_only=True):
    """What is known of an installed list.

    Attributes:
      name: as the organiser named it.
      words: how many it holds.
      digest: SHA-256, in hex, of its words in order, each with a line feed.
      added: when it was installed, UTC.
    """

    name: str
    words: int
    digest: str
    added: datetime


class _Searched(Protocol):
    """Bytes, in memory or in a file."""

    def __getitem__(self, part: slice) -> bytes: ...

    def __len__(self) -> int: ...

    def find(self, sub: bytes, start: int, end: int) -> int: ...

    def rfind(self, sub: bytes, start: int, end: int) -> int: ...


@dataclass(frozen=True, eq=False)
class Lexicon:
    """One word source, open. It answers for whole plays and never for one word of several."""

    about: Installed
    _text: _Searched
    _start: int

    @property
    def name(self) -> str:
        """The organiser's name for it."""
        return self.about.name

    @property
    def digest(self) -> str:
        """SHA-256 of its words, in hex."""
        return self.about.digest

    @property
    def words(self) -> int:
        """How many words it holds."""
        return self.about.words

    def acceptable(self, words: Sequence[str]) -> bool:
        """One verdict for the whole play: True if every word is in the list.

        All words are looked up before the verdict, so that neither it nor the time it takes
        says which of them is wrong, or how many (rules matrix L-10).

        Raises:
          ValueError: no word was asked about.
        """
        if not words:
            raise ValueError("A verdict is on one word or more.")
        found = [self._holds(spelled(word)) for word in words]
        return all(found)

    def _holds(self, word: str) -> bool:
        sought, text = word.encode(), self._text
        low, high = self._start, len(text)
        # ``low`` and ``high`` always stand at the start of a line, or at the end of the text.
        while low < high:
            middle = (low + high) // 2
            begin = text.rfind(NEWLINE, low, middle) + 1 or low
            end = text.find(NEWLINE, middle, high)
            here = text[begin:end]
            if here == sought:
                return True
            if here < sought:
                low = end + 1
            else:
                high = begin
        return False


def add(
    folder: Path,
    name: str,
    file: Path,
    progress: Progress = no_progress,
    *,
    now: datetime | None = None,
    tile_set: str = "english",
) -> Lexicon:
    """Install a word list in the data folder ``folder``, and open it.

    A list that is installed already is not installed again: it is returned under the name
    it has.

    Args:
      folder: the data folder; made if it isn't there.
      name: what people call the list, edition and all.
      file: as ``read_words`` takes it.
      progress: told how far the reading is.
      now: the time to note, UTC; what the clock says if ``None``.
      tile_set: whose letters the words are made of.

    Raises:
      Refusal: ``lexicon-name``, ``lexicon-taken``, or what ``read_words`` says of the file.
    """
    name = _proper(name)
    text = "".join(
        f"{word}\n" for word in read_words(file, load_tile_set(tile_set), progress)
    ).encode()
    about = Installed(
        name=name,
        words=text.count(NEWLINE),
        digest=sha256(text).hexdigest(),
        added=now or datetime.now(UTC),
    )
    for known in installed(folder):
        if known.digest == about.digest:
            return open_lexicon(folder, known.name)
        if known.name.casefold() == name.casefold():
            raise refusal("lexicon-taken", name=known.name)
    folder_for_the_owner(folder / SHELF)
    # Written aside and moved into place, so that nobody ever opens half a list.
    aside = begun_for_the_owner(_path(folder, about.digest).with_suffix(".part"))
    aside.write_bytes(msgspec.json.encode(about) + NEWLINE + text)
    aside.replace(_path(folder, about.digest))
    return open_lexicon(folder, name)


def add_free_list(
    folder: Path, progress: Progress = no_progress, *, now: datetime | None = None
) -> Lexicon:
    """Install the free list that ships with the product, and open it."""
    return add(folder, FREE_NAME, FREE_LIST, progress, now=now)


def installed(folder: Path) -> tuple[Installed, ...]:
    """The lists in a data folder, by name; a file that is no list is passed over."""
    return tuple(sorted((about for about, _ in _found(folder)), key=lambda about: about.name))


def open_lexicon(folder: Path, name: str) -> Lexicon:
    """Open an installed list by its name, or by its digest.

    Raises:
      Refusal: ``no-such-lexicon``, or ``lexicon-damaged`` where its words are not those
        that were installed.
    """
    wanted = unicodedata.normalize("NFC", name).casefold()
    for about, path in _found(folder):
        if wanted in (about.name.casefold(), about.digest):
            with path.open("rb") as file:
                text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            start = text.find(NEWLINE) + 1
            if sha256(memoryview(text)[start:]).hexdigest() != about.digest:
                raise refusal("lexicon-damaged", name=about.name, path=path)
            return Lexicon(about, text, start)
    raise refusal("no-such-lexicon", name=name)


def installed_files(folder: Path) -> tuple[Path, ...]:
    """The files of the lists in a data folder, each named after its digest."""
    return tuple(path for _, path in _found(folder))


def _found(folder: Path) -> Iterator[tuple[Installed, Path]]:
    for path in sorted((folder / SHELF).glob(f"*{ENDING}")):
        with path.open("rb") as file, suppress(msgspec.MsgspecError, UnicodeDecodeError):
            yield msgspec.json.decode(file.readline(HEAD), type=Installed), path


def _path(folder: Path, digest: str) -> Path:
    """Where a list lies: under its digest, so that no name given to it becomes a path."""
    return folder / SHELF / f"{digest[:32]}{ENDING}"


def _proper(name: str) -> str:
    """The name to keep, composed, and without spaces at its ends.

    Raises:
      Refusal: ``lexicon-name``.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not NAME.fullmatch(name):
        raise refusal("lexicon-name", name=name[:60])
    return name
