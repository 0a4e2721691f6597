"""What a sheet of paper says, in bytes that the key of checkpoints signs for its square code.

A stranger who knows the key's fingerprint reads from the paper alone what was printed, and that the
hall printed it. Whether something came after, no paper knows.

The bytes are a payload and 64 bytes of Ed25519 over ``SIGNED`` and the payload. One meaning has one
spelling: what is too long, ends late, or writes a number longer than it must be is refused. Nothing
random is in them, so the same sheet is the same bytes. Whole numbers are unsigned LEB128, those
that may be negative zigzag before that; text is its length and UTF-8.

1. a byte, the format: 1; a byte, the kind: 1 result slip, 2 ruling notice, 3 round sheet
2. four bytes: the first of the SHA-256 of the public key
3. events in the log up to and with the last one the sheet was filled from
4. seconds of that event since 2020 began, UTC
5. seven bytes, big-endian: the sheet's ten signs (``paper_codes``), the first in the highest bits
6. text: the tournament's short name
7. by kind, what ``ResultPaper``, ``RulingPaper`` and ``RoundPaper`` name, in their order
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from ledger.proof.note import HASH_BYTES, Unreadable, in_fours
from ledger.proof.paper_codes import LENGTH, SIGNS, is_code
from ledger.record.events import record_id
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:
    from ledger.record.log import Log

FORMAT = 1
SIGNED = b"tilescribe signed paper 1\n"
"""What stands before the payload where it is signed: no other signature of the key fits it."""

SIGNATURE_BYTES = 64
KEY_BYTES = 32
HINT_BYTES = 4
CODE_BYTES = 7

LONGEST_PAYLOAD = 120  # bytes
LONGEST_OF_A_ROUND = 152  # bytes: a round's has a root and the key, and a whole page for its code

LARGEST = 1 << 35  # what a number stays below: five bytes

BEGAN = datetime(2020, 1, 1, tzinfo=UTC)


class Player(Struct, frozen=True, kw_only=True):
    """One of two players on a slip, in the order of the record.

    Attributes:
      number: in the tournament; 0: not known.
      score: as the slip has it; by a margin, what the player won it by, the loser's less than zero.
      signed: how the player signed for what stands, one of ``WAYS``; empty: not yet.
      under_protest: whether with the remark that something is contested.
    """

    number: int = 0
    score: int = 0
    signed: str = ""
    under_protest: bool = False


WAYS = ("", "stroke", "pin", "witness", "paper", "ruling")
"""How a player signed, by the byte that says it; ``ruling``: it stands without, by a ruling."""


class Said(Struct, frozen=True, kw_only=True):
    """What every kind says.

    Attributes:
      hint: by which a key is found among several; it proves nothing.
      size: events in the log up to and with the last one the sheet was filled from; ``at``: when
        that was written, in whole seconds.
      code: the ten signs at the foot; empty: there are none.
      tournament: its short name.
    """

    hint: bytes = bytes(HINT_BYTES)
    size: int
    at: datetime
    code: str = ""
    tournament: str


class ResultPaper(Said, frozen=True, kw_only=True):
    """A result slip.

    Attributes:
      division: by name; empty: there is none. ``replay``: 1, or 2 for a game played again.
      version: of the game: its last event on the slip.
      edition: 0 until both have signed, then 1, and one more for each amendment.
      players: both, as number, score and how signed each.
      void, forfeited, resigned: how it ended, in one byte with all that follows, from the lowest
        bit. ``by_margin``: the scores are by how much it was won. ``unknown``: no scores are known,
        so both are 0. ``provisional``: it may change still. Then who signed under protest.
    """

    division: str = ""
    round_number: int
    table: int
    replay: int = 1
    version: int
    edition: int = 0
    players: tuple[Player, Player]
    void: bool = False
    forfeited: bool = False
    resigned: bool = False
    by_margin: bool = False
    unknown: bool = False
    provisional: bool = False

    @property
    def game(self) -> str:
        """The game as people and addresses name it: ``spring-open/A/R3/T14``."""
        replay = str(self.replay) if self.replay != 1 else ""
        place = (f"R{self.round_number}", f"T{self.table}", replay)
        return "/".join(part for part in (self.tournament, self.division, *place) if part)


class RulingPaper(Said, frozen=True, kw_only=True):
    """A ruling notice.

    Attributes:
      entry: the last entry of the record that its foot names.
      case: number of the case; ``ruling``: which of its rulings.
      table: 0, with round 0: it is about no table.
      ruled: the kind of ruling; ``citations``: the rules it rests on, with "; " between.
    """

    entry: int
    case: int
    ruling: int
    division: str = ""
    round_number: int = 0
    table: int = 0
    ruled: str = ""
    citations: str = ""


class RoundPaper(Said, frozen=True, kw_only=True):
    """The sheet of a closed round, with the checkpoint on it.

    ``size`` is that of the checkpoint, ``at`` when it was signed.

    Attributes:
      entry: the last entry of the record that its foot names.
      closed_by: badge of who closed the round; a witness signs by hand.
      root: what the log came to at ``size``.
      key: the public key that signed, so that a phone that has read this sheet, and whose owner
        compared its fingerprint with the one printed, checks every other paper of the hall.
    """

    entry: int
    division: str = ""
    round_number: int
    closed_by: str = ""
    root: bytes
    key: bytes = bytes(KEY_BYTES)


Paper = ResultPaper | RulingPaper | RoundPaper

KINDS: tuple[type[Paper], ...] = (ResultPaper, RulingPaper, RoundPaper)
"""By the byte that says which, from 1."""

FLAGS = ("void", "forfeited", "resigned", "by_margin", "unknown", "provisional")
"""Of a slip's byte of marks, from the lowest bit; the two highest are for signed under protest."""

# From what a sheet says to bytes, and back.


class _Bytes:
    """A payload as it is written."""

    def __init__(self) -> None:
        self.made = bytearray()

    def number(self, value: int) -> None:
        if not 0 <= value < LARGEST:
            raise Unreadable(f"{value} is no number for paper")
        while value > 127:
            self.made.append(value & 127 | 128)
            value >>= 7
        self.made.append(value)

    def signed(self, value: int) -> None:
        self.number(value * 2 if value >= 0 else -value * 2 - 1)

    def text(self, words: str) -> None:
        try:
            content = words.encode()
        except UnicodeEncodeError as trouble:
            raise Unreadable("there are letters that can't be written down") from trouble
        self.number(len(content))
        self.made += content

    def exactly(self, content: bytes, size: int) -> None:
        if len(content) != size:
            raise Unreadable(f"{len(content)} bytes where {size} belong")
        self.made += content


class _Read:
    """A payload as it is read, from its start on."""

    def __init__(self, content: bytes) -> None:
        self.left = content

    def exactly(self, size: int) -> bytes:
        found, self.left = self.left[:size], self.left[size:]
        if len(found) != size:
            raise Unreadable("it ends too early")
        return found

    def byte(self) -> int:
        return self.exactly(1)[0]

    def number(self) -> int:
        found, place = 0, 0
        while True:
            part = self.byte()
            found |= (part & 127) << place
            if part < 128:
                break
            place += 7
        if found >= LARGEST or (part == 0 and place):
            raise Unreadable("a number is written longer than it is")
        return found

    def signed(self) -> int:
        found = self.number()
        return -(found + 1 >> 1) if found & 1 else found >> 1

    def text(self) -> str:
        try:
            return self.exactly(self.number()).decode()
        except UnicodeDecodeError as trouble:
            raise Unreadable("a text in it is none") from trouble


def encoded(paper: Paper) -> bytes:
    """The payload.

    Raises:
      Unreadable: something in it can't be written so, or it is too long for a square code.
    """
    to = _Bytes()
    to.made += bytes((FORMAT, KINDS.index(type(paper)) + 1))
    to.exactly(paper.hint, HINT_BYTES)
    to.number(paper.size)
    to.number((paper.at - BEGAN) // timedelta(seconds=1))
    to.made += _code_bytes(paper.code)
    to.text(paper.tournament)
    match paper:
        case ResultPaper():
            _write_result(to, paper)
        case RulingPaper():
            to.number(paper.entry)
            to.number(paper.case)
            to.number(paper.ruling)
            to.text(paper.division)
            to.number(paper.round_number)
            to.number(paper.table)
            to.text(paper.ruled)
            to.text(paper.citations)
        case RoundPaper():
            to.number(paper.entry)
            to.text(paper.division)
            to.number(paper.round_number)
            to.text(paper.closed_by)
            to.exactly(paper.root, HASH_BYTES)
            to.exactly(paper.key, KEY_BYTES)
    payload = bytes(to.made)
    decoded(payload)  # what is written is what is read
    return payload


def decoded(payload: bytes) -> Paper:
    """What a payload says.

    Raises:
      Unreadable: it is none of ours, or not as we write it.
    """
    read = _Read(payload)
    if read.byte() != FORMAT:
        raise Unreadable("it is of another format")
    kind = read.byte()
    if not 1 <= kind <= len(KINDS):
        raise Unreadable("it is of no kind that is known")
    of = KINDS[kind - 1]
    if len(payload) > (LONGEST_OF_A_ROUND if of is RoundPaper else LONGEST_PAYLOAD):
        raise Unreadable("it is too long")
    hint, size = read.exactly(HINT_BYTES), read.number()
    at = BEGAN + timedelta(seconds=read.number())
    code, tournament = _code_in(read.exactly(CODE_BYTES)), read.text()
    head: dict[str, Any] = {
        "hint": hint,
        "size": size,
        "at": at,
        "code": code,
        "tournament": tournament,
    }
    paper: Paper
    if of is ResultPaper:
        paper = ResultPaper(**head, **_result_in(read))
    elif of is RulingPaper:
        paper = RulingPaper(
            **head, entry=read.number(), case=read.number(), ruling=read.number(),
            division=read.text(), round_number=read.number(), table=read.number(),
            ruled=read.text(), citations=read.text(),
        )  # fmt: skip
    else:
        paper = RoundPaper(
            **head, entry=read.number(), division=read.text(), round_number=read.number(),
            closed_by=read.text(), root=read.exactly(HASH_BYTES), key=read.exactly(KEY_BYTES),
        )  # fmt: skip
        if hint != hint_of(paper.key):
            raise Unreadable("it names another key than the one in it")
    if read.left:
        raise Unreadable("something follows where it ends")
    return paper


def _write_result(to: _Bytes, paper: ResultPaper) -> None:
    to.text(paper.division)
    for number in (
        paper.round_number, paper.table, paper.replay, paper.version, paper.edition,
    ):  # fmt: skip
        to.number(number)
    for player in paper.players:
        to.number(player.number)
        to.signed(player.score)
        if player.signed not in WAYS:
            raise Unreadable(f"{player.signed!r} is no way to sign")
        to.made.append(WAYS.index(player.signed))
    marks = [getattr(paper, flag) for flag in FLAGS]
    marks += [player.under_protest for player in paper.players]
    to.made.append(sum(1 << place for place, marked in enumerate(marks) if marked))


def _result_in(read: _Read) -> dict[str, Any]:
    division = read.text()
    numbers = [read.number() for _ in range(5)]
    both = [(read.number(), read.signed(), read.byte()) for _ in range(2)]
    marks = read.byte()
    found = {flag: bool(marks >> place & 1) for place, flag in enumerate(FLAGS)}
    if any(how >= len(WAYS) for _, _, how in both):
        raise Unreadable("a way to sign is none that is known")
    if found["unknown"] and any(score for _, score, _ in both):
        raise Unreadable("it has scores, and says that none are known")
    players = tuple(
        Player(
            number=number, score=score, signed=WAYS[how],
            under_protest=bool(marks >> len(FLAGS) + place & 1),
        )
        for place, (number, score, how) in enumerate(both)
    )  # fmt: skip
    names = ("round_number", "table", "replay", "version", "edition")
    named = dict(zip(names, numbers, strict=True))
    return {"division": division, "players": players, **named, **found}


def _code_bytes(code: str) -> bytes:
    if not code:
        return bytes(CODE_BYTES)
    if not is_code(code):
        raise Unreadable(f"{code!r} is no code of a sheet")
    number = 0
    for sign in code:
        number = number << 5 | SIGNS.index(sign)
    return number.to_bytes(CODE_BYTES, "big")


def _code_in(content: bytes) -> str:
    number = int.from_bytes(content, "big")
    if not number:
        return ""
    code = "".join(SIGNS[number >> 5 * place & 31] for place in reversed(range(LENGTH)))
    if number >> 5 * LENGTH or not is_code(code):
        raise Unreadable("the signs of its sheet can't be right")
    return code


# Signed, as it stands in a square code, and checked.


class Key(Protocol):
    """A private Ed25519 key, as ``cryptography`` has it."""

    def sign(self, data: bytes, /) -> bytes: ...
    def public_key(self) -> Public: ...


class Public(Protocol):
    def public_bytes_raw(self) -> bytes: ...


class Signer:
    """Signs papers with the hall's key. It has its public half worked out once."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw()
        self._hint = hint_of(self.public)

    def named(self, paper: Paper) -> Paper:
        """The paper as it is signed: it says by which key."""
        named = replace(paper, hint=self._hint)
        return replace(named, key=self.public) if isinstance(named, RoundPaper) else named

    def signed(self, paper: Paper) -> bytes:
        """Payload and signature; raises ``Unreadable`` as ``encoded`` does."""
        payload = encoded(self.named(paper))
        return payload + self._key.sign(SIGNED + payload)


class HallKey:
    """The key in a data folder, as paper is signed with it: as it lies there now.

    It signs only where the record names it, and did not revoke it. With a key that nobody has
    heard of yet, or whose record lies elsewhere, a sheet would be called a forgery.
    """

    def __init__(self, folder: Path, log: Log) -> None:
        self._folder = folder
        self._log = log
        self._found: tuple[object, Signer | None] = (None, None)

    def signer(self) -> Signer | None:
        """``None`` where there is no key, or none that can be read."""
        from ledger.proof.keys import KEY_FILE

        try:
            now = (self._folder / KEY_FILE).stat()
        except OSError:
            return None
        state = (now.st_mtime_ns, now.st_ino, now.st_size, self._log.version_of(record_id()))
        if self._found[0] != state:
            self._found = state, self._read()
        return self._found[1]

    def _read(self) -> Signer | None:
        from ledger.proof.keys import key_in, keys_in, revoked_in

        try:
            key = key_in(self._folder)
            signer = Signer(key) if key is not None else None
        except (Refusal, OSError):  # a token may be away
            return None
        events = self._log.events_of(record_id())
        named = {one.public for one in keys_in(events)} - set(revoked_in(events))
        return signer if signer is not None and signer.public in named else None


def paper_in(data: bytes) -> Paper:
    """What signed bytes say, whoever signed them; raises ``Unreadable``."""
    if len(data) <= SIGNATURE_BYTES:
        raise Unreadable("it ends too early")
    return decoded(data[:-SIGNATURE_BYTES])


def signed_by(data: bytes, keys: Iterable[bytes]) -> bytes | None:
    """Which of the public keys signed it; ``None``: none of them."""
    from ledger.proof.keys import is_signed  # whoever only prints without a key loads no ciphers

    payload, signature = data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:]
    hint = payload[2 : 2 + HINT_BYTES]
    for public in keys:
        if hint_of(public) == hint and is_signed(public, signature, SIGNED + payload):
            return public
    return None


MARK = "/S/"
"""What stands before the signed bytes in an address on paper."""

NO_HOST = "TILESCRIBE:"
"""What stands there where the hall has no address for phones."""


def signed_address(data: bytes, base: str = "") -> str:
    """What a square code says: in capitals and digits alone, which take the least room.

    Args:
      base: the hall's address, ``https://host``; empty: it has none that a phone could open.
    """
    return (f"{base.upper()}{MARK}" if base else NO_HOST) + in_capitals(data)


def in_capitals(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=")


def is_signed_address(text: str) -> bool:
    """Whether this is written as such an address, or as its letters, whatever it says.

    >>> is_signed_address("https://hall.example/s/aebag"), is_signed_address("TILESCRIBE:/v/A/B")
    (True, False)
    """
    words = text.strip().upper()
    bare = len(words) > SIGNATURE_BYTES and words.isalnum() and words.isascii()
    return MARK in words or bare or (words.startswith(NO_HOST) and "/" not in words)


def read_signed(text: str) -> bytes:
    """The bytes in an address, or in its letters alone, in any case and with gaps.

    Raises:
      Unreadable: they are no such letters, or not as we write them.
    """
    words = "".join(text.split()).upper()
    letters = words.rpartition(MARK)[2] if MARK in words else words.removeprefix(NO_HOST)
    if len(letters) > MOST_LETTERS:
        raise Unreadable("it is too long")
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except (binascii.Error, ValueError) as trouble:
        raise Unreadable("it has other letters than A to Z and 2 to 7, or too few") from trouble
    if in_capitals(data) != letters:
        raise Unreadable("its last letter can't be right")
    return data


MOST_LETTERS = -(-(LONGEST_OF_A_ROUND + SIGNATURE_BYTES) * 8 // 5)

# What people compare a key by. One function for pages, paper and the checker that needs no server.


def fingerprint_of_key(public: bytes) -> str:
    """SHA-256 of a raw public key, in hex.

    >>> fingerprint_of_key(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return sha256(public).hexdigest()


def fingerprint_lines(public: bytes) -> tuple[str, str]:
    """The fingerprint as it is shown, in fours: the first half, which stands large, and the rest.

    >>> fingerprint_lines(bytes(32))[0]
    '6668 7aad f862 bd77 6c8f c18b 8e9f 8e20'
    """
    whole = fingerprint_of_key(public)
    half = len(whole) // 2
    return in_fours(whole[:half]), in_fours(whole[half:])


def hint_of(public: bytes) -> bytes:
    return sha256(public).digest()[:HINT_BYTES]


def is_fingerprint_of(typed: str, public: bytes) -> bool:
    """Whether that is the key's fingerprint, whole or its first half, however it was typed.

    >>> is_fingerprint_of("6668 7AAD F862 BD77 6C8F C18B 8E9F 8E20", bytes(32))
    True
    """
    digits = "".join(typed.split()).replace(":", "").lower()
    whole = fingerprint_of_key(public)
    return digits in (whole, whole[: len(whole) // 2])


CHECK_PAGE = Path(__file__).with_name("check.html")
"""The file that checks paper in a browser, without network; ``python -m web.check.build``."""


@cache
def checker_digest() -> str:
    """SHA-256 of that file, in hex, as it stands on the sheet of a round."""
    return sha256(CHECK_PAGE.read_bytes()).hexdigest()
