"""Word sources: the lists an organiser installed, their files, and the one verdict they give."""

from __future__ import annotations

import gzip
import mmap
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

from ledger.equipment.tile_set import BLANK, USUAL_TILES, TileSet, composed, load_tile_set
from ledger.messages import say
from ledger.record.opening import begun_for_the_owner, folder_for_the_owner
from ledger.refusals.saying import refusal
from ledger.vocabulary.names import COPIES, COPY, copies_in
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:  # it brings the log, which who only lists the lists does without
    from ledger.accounts.local_store import LocalStore

# Reading the word list an organiser holds a licence for, in whatever shape it comes.
#
# Two shapes are taken, and one that is both is refused rather than guessed at, so that no
# word is ever dropped in silence:
#
# - one word a line, perhaps with a definition after a word in capitals: ``AA rough lava [n]``;
# - words in capitals parted by white space: ``AA AAH AAHED``.


LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file read; the largest lists in use have under 10 MB."""

SHORTEST = 2  # tiles of the shortest word; one tile makes no word on a board
SHOWN = 5  # so many wrong lines are named in a refusal; the rest are counted
STEP = 20_000  # lines between two calls of ``progress``

Progress = Callable[[int, int], None]
"""Told how many lines of how many have been read."""


def no_progress(done: int, of: int) -> None:
    """Tell nobody."""


def spelled(word: str) -> str:
    """A word as lists and lookups spell it: capitals, composed, no brackets round a tile.

    >>> spelled("[ch]aMADe")
    'CHAMADE'
    """
    return composed(word).upper().replace("[", "").replace("]", "")


def read_words(file: Path, tile_set: TileSet, progress: Progress = no_progress) -> tuple[str, ...]:
    """The words of a list, each once, sorted by the bytes of their spelling.

    Args:
      file: text in UTF-8, or such a text packed by gzip.
      tile_set: the words can be laid with its tiles, two or more of them.
    """
    lines = _text(file).splitlines()
    can_be_laid = _laid_with(tile_set)
    found: set[str] = set()
    wrong: list[tuple[int, str]] = []
    for number, words in enumerate(_words(lines), 1):
        for word in map(spelled, words):
            if can_be_laid(word):
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


def _laid_with(tile_set: TileSet) -> Callable[[str], bool]:
    """Whether a word of a list can be laid with some tiles; where each is one letter, quickly."""
    if not tile_set.several:
        letters = tile_set.values.keys() - {BLANK}
        return lambda word: len(word) >= SHORTEST and letters >= set(word)

    def can_be_laid(word: str) -> bool:
        try:
            return len(tile_set.cut_word(word)) >= SHORTEST
        except ValueError:
            return False

    return can_be_laid


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
        here = say("lexicon.in-a-row") if in_a_row else say("lexicon.with-definitions")
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
    if len(wrong) > SHOWN:
        named = say("lexicon.and-more", lines=named, more=len(wrong) - SHOWN)
    return refusal("unreadable-words", tiles=tile_set.name, lines=named)


FREE_LIST = Path(__file__).parent / "lists" / "everyday.txt.gz"
"""The free list that ships with the product; ``lists/README.md`` says what it is."""

FREE_NAME = "Everyday English (free)"

SHELF = "lexicons"
"""Where lists lie in a data folder."""

ENDING = ".lexicon"
NAME = re.compile(r"\w[\w .,()+'-]{0,59}")
NEWLINE = b"\n"
HEAD = 4000  # bytes of the longest line about a list; a file with a longer one is no list


class Installed(Struct, frozen=True, kw_only=True):
    """What is known of an installed list.

    Attributes:
      words: how many it holds.
      digest: SHA-256, in hex, of its words in order, each with a line feed.
      tiles: the tile set its words can be laid with, as the record keeps it; empty: not said.
    """

    name: str
    words: int
    digest: str
    added: datetime
    tiles: str = ""


class _Searched(Protocol):
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
        return self.about.name

    @property
    def digest(self) -> str:
        return self.about.digest

    @property
    def words(self) -> int:
        return self.about.words

    def acceptable(self, words: Sequence[str]) -> bool:
        """One verdict for the whole play: True if every word is in the list.

        All words are looked up before the verdict, so that neither it nor the time it takes
        says which of them is wrong, or how many (rules matrix L-10).
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
    tile_set: str = USUAL_TILES,
) -> Lexicon:
    """Install a word list in the data folder ``folder``, and open it.

    A list that is installed already is not installed again: it is returned under the name
    it has.

    Args:
      folder: the data folder; made if it isn't there.
      file: as ``read_words`` takes it.
      tile_set: whose tiles the words are made of, as the record keeps it.
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
        tiles=tile_set,
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


def add_free_list(folder: Path, *, now: datetime) -> Lexicon:
    return add(folder, FREE_NAME, FREE_LIST, now=now)


def installed(folder: Path) -> tuple[Installed, ...]:
    """The lists in a data folder, by name; a file that is no list is passed over."""
    return tuple(sorted((about for about, _ in _found(folder)), key=lambda about: about.name))


def open_lexicon(folder: Path, name: str) -> Lexicon:
    """Open an installed list by its name, or by its digest."""
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


_INSTALLED = msgspec.json.Decoder(Installed)  # made while there is one thread


def installed_files(folder: Path) -> tuple[Path, ...]:
    return tuple(path for _, path in _found(folder))


def _found(folder: Path) -> Iterator[tuple[Installed, Path]]:
    for path in sorted((folder / SHELF).glob(f"*{ENDING}")):
        with path.open("rb") as file, suppress(msgspec.MsgspecError, UnicodeDecodeError):
            yield _INSTALLED.decode(file.readline(HEAD)), path


def _path(folder: Path, digest: str) -> Path:
    """Where a list lies: under its digest, so that no name given to it becomes a path."""
    return folder / SHELF / f"{digest[:32]}{ENDING}"


def _proper(name: str) -> str:
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not NAME.fullmatch(name):
        raise refusal("lexicon-name", name=name[:60])
    return name


# Word lists as files: taken along, put down elsewhere, and shared by nodes through their database.
#
# A list is called by its digest, so two nodes that have one of the same name have the same words.
# The copies of the organiser's own rulebooks are called so too, and go the same way.


def lists_beside(folder: Path) -> dict[str, bytes]:
    """The lists of a data folder, and the copies of rulebooks, by the names of their files."""
    return {path.name: path.read_bytes() for path in _files_beside(folder)}


def _files_beside(folder: Path) -> tuple[Path, ...]:
    return (*installed_files(folder), *copies_in(folder))


def lists_put_down(folder: Path, lists: Mapping[str, bytes]) -> None:
    """Put into a data folder the lists and copies it lacks; those that are there stay."""
    for name, content in lists.items():
        place = folder / (COPIES if COPY.fullmatch(name) else SHELF)
        folder_for_the_owner(place)
        path = place / name
        if not path.exists():
            aside = begun_for_the_owner(path.with_suffix(".part"))
            aside.write_bytes(content)
            aside.replace(path)


def share(folder: Path, local_store: LocalStore) -> None:
    """Give the database the lists that only this node has, and take those that it lacks.

    Only PostgreSQL has a table for them.
    """
    here = {path.name: path for path in _files_beside(folder)}
    there = {name for (name,) in local_store.rows("SELECT file FROM word_lists")}
    for name in here.keys() - there:
        content = here[name].read_bytes()
        local_store.change(
            "INSERT INTO word_lists VALUES (?, ?, ?) ON CONFLICT (file) DO NOTHING",
            name, sha256(content).hexdigest(), content,
        )  # fmt: skip
    for name in there - here.keys():
        query = "SELECT digest, content FROM word_lists WHERE file = ?"
        for digest, content in local_store.rows(query, name):
            if sha256(content).hexdigest() == digest:
                lists_put_down(folder, {name: bytes(content)})
