"""How facts and values are spelled in a transcript: phrases, written and read by one table."""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any
from uuid import UUID

import msgspec

from ledger.game.challenges.facts import PhoneyWithdrawn
from ledger.game.scores.facts import Counted
from ledger.game.setting_up.facts import OptionValue
from ledger.game.sheet.folding import LINES
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnMissed, TurnPassed
from ledger.incidents import facts as cases
from ledger.incidents.facts import Situation
from ledger.messages.coded import Kept
from ledger.record.fact import Fact
from ledger.transcript.tally import Labels, Tally
from ledger.vocabulary import Clocks, Placement, Points, Seat, Seconds, Tiles, Totals, WordScore

# What one line of a transcript holds, and what is raised where a line can't be read.


@dataclass(frozen=True)
class Line:
    """A fact, and what both clocks showed.

    Attributes:
      clocks: time left, first seat then second; ``None`` if nobody read them.
      number: where the line stands in the text, 1 for the first; 0 if it was not read.
    """

    fact: Fact
    clocks: Clocks | None = None
    number: int = 0


class UnreadableTranscript(ValueError):
    """A line of a transcript says nothing we can read, or a total that can't be right.

    Attributes:
      line: number of the line, 1 for the first.
    """

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"Line {line}: {what}")
        self.line = line
        self.what = what


# What a line of a transcript needs to know of the table: who sits there, what was counted.


@dataclass(frozen=True)
class Table:
    """Who sits at the table, and the score as it stands before the line."""

    labels: Labels
    tally: Tally


# How each kind of value is spelled in a transcript, and read back.
#
# A text stands bare where it can't be mistaken for anything else, and in double quotes (as
# JSON writes them) where it could. So every text survives, and most need no quotes.


QUOTED = r'"(?:[^"\\]|\\.)*"'
BARE_WORD = r"[^\s\"\\():;,=\[\]>]+"
BARE_TEXT = r"[^\s\"\\():;=\[\]>]+(?: [^\s\"\\():;=\[\]>]+)*"
BARE_ITEM = rf"{BARE_WORD}(?: {BARE_WORD})*"
BARE_TILES = rf"(?:{BARE_WORD}|\[{BARE_WORD}\])+"
BARE_SQUARE = r"(?:[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2})"
WHOLE_NUMBER = r"-?[0-9]+"
CLOCK_READING = r"-?[0-9]+:[0-9]{2}"


@dataclass(frozen=True)
class Spelling:
    """One kind of value: what it looks like, how it is written and how it is read.

    ``pattern`` holds no group of its own. ``write`` and ``read`` are told the table because a
    seat goes by its player's name, and an earlier entry by the number of its turn.
    """

    pattern: str
    write: Callable[[Any, Table], str]
    read: Callable[[str, Table], Any]


def quoted(text: str) -> str:
    r"""A text in double quotes, on one line whatever it holds.

    >>> print(quoted('"Zoë"\u2028 said'))
    "\"Zoë\"\u2028 said"
    """
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(ch if ch.isprintable() else json.dumps(ch)[1:-1] for ch in plain)


def unquoted(spelled: str) -> str:
    """What ``quoted`` was given; a text without quotes is itself."""
    return str(json.loads(spelled)) if spelled.startswith('"') else spelled


def clock_reading(seconds: int) -> str:
    """A length of time in minutes and seconds; overtime is negative.

    >>> clock_reading(1450), clock_reading(-37)
    ('24:10', '-0:37')
    """
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes}:{rest:02}"


def seconds_of(reading: str) -> int:
    minutes, rest = reading.removeprefix("-").split(":")
    if int(rest) > 59:
        raise ValueError(f"{reading} is no reading of a clock.")
    seconds = 60 * int(minutes) + int(rest)
    return -seconds if reading.startswith("-") else seconds


def text(bare: str) -> Spelling:
    """Texts that stand bare where they match ``bare``, and in quotes elsewhere."""
    alone = re.compile(bare)

    def write(value: str, _: Table) -> str:
        return value if alone.fullmatch(value) and value.isprintable() else quoted(value)

    return Spelling(rf"(?:{bare}|{QUOTED})", write, lambda spelled, _: unquoted(spelled))


def either(yes: str, no: str) -> Spelling:
    return Spelling(
        f"(?:{yes}|{no})", lambda value, _: yes if value else no, lambda spelled, _: spelled == yes
    )


def unless(nothing: str, known: Spelling) -> Spelling:
    """A value, or a word that stands for ``None``."""
    return Spelling(
        f"(?:{nothing}|{known.pattern})",
        lambda value, table: nothing if value is None else known.write(value, table),
        lambda spelled, table: None if spelled == nothing else known.read(spelled, table),
    )


def pair(first: Spelling, joint: str, second: Spelling) -> Spelling:
    """Two values with ``joint`` between them."""
    parts = re.compile(f"({first.pattern}){joint}({second.pattern})")

    def read(spelled: str, table: Table) -> tuple[Any, Any]:
        found = parts.fullmatch(spelled)
        if found is None:  # pragma: no cover - the pattern of the whole has matched
            raise ValueError(f"{spelled} is not two values.")
        return first.read(found[1], table), second.read(found[2], table)

    return Spelling(
        f"{first.pattern}{joint}{second.pattern}",
        lambda value, table: first.write(value[0], table) + joint + second.write(value[1], table),
        read,
    )


def listed(item: Spelling) -> Spelling:
    each = re.compile(item.pattern)

    def write(values: tuple[Any, ...], table: Table) -> str:
        spelled = ", ".join(item.write(value, table) for value in values)
        return {"": "none", "none": '"none"'}.get(spelled, spelled)

    def read(spelled: str, table: Table) -> tuple[Any, ...]:
        found = () if spelled == "none" else each.findall(spelled)
        return tuple(item.read(one, table) for one in found)

    return Spelling(f"(?:{item.pattern}(?:, {item.pattern})*|none)", write, read)


TEXT = text(BARE_TEXT)
ITEM = text(BARE_ITEM)
WORD = text(BARE_WORD)
TILES = text(BARE_TILES)
SQUARE = text(BARE_SQUARE)
NUMBER = Spelling(WHOLE_NUMBER, lambda value, _: str(value), lambda spelled, _: int(spelled))
CLOCK = Spelling(
    CLOCK_READING, lambda value, _: clock_reading(value), lambda spelled, _: seconds_of(spelled)
)
SEAT = Spelling(
    BARE_WORD,
    lambda seat, table: table.labels.of(seat),
    lambda label, table: table.labels.seat(label),
)
IDENTITY = Spelling("[0-9a-f-]{36}", lambda value, _: str(value), lambda spelled, _: UUID(spelled))
TOTALS = pair(NUMBER, " : ", NUMBER)


def _write_option(value: str | int, table: Table) -> str:
    if isinstance(value, int):
        return str(value)
    return quoted(value) if re.fullmatch(WHOLE_NUMBER, value) else WORD.write(value, table)


def _read_option(spelled: str, _: Table) -> str | int:
    return int(spelled) if re.fullmatch(WHOLE_NUMBER, spelled) else unquoted(spelled)


OPTIONS = listed(pair(WORD, "=", Spelling(WORD.pattern, _write_option, _read_option)))

MOMENT = Spelling(
    r"[0-9T:.+-]{19,32}",
    lambda moment, _: moment.isoformat(),
    lambda spelled, _: datetime.fromisoformat(spelled),
)
_SITUATIONS = msgspec.json.Decoder(Situation)  # made while there is one thread

SITUATION = Spelling(
    QUOTED,
    lambda found, _: quoted(msgspec.json.encode(found).decode()),
    lambda spelled, _: _SITUATIONS.decode(unquoted(spelled)),
)

_SENTENCES: msgspec.json.Decoder[Kept] = msgspec.json.Decoder(Kept)

SENTENCE = Spelling(
    QUOTED,
    lambda kept, _: quoted(msgspec.json.encode(kept).decode()),
    lambda spelled, _: _SENTENCES.decode(unquoted(spelled)),
)

SPELLINGS: dict[Any, Spelling] = {
    str: TEXT,
    Kept: SENTENCE,
    datetime: MOMENT,
    Situation: SITUATION,
    Tiles: TILES,
    int: NUMBER,
    Points: NUMBER,
    Seconds: CLOCK,
    UUID: IDENTITY,
    Seat: SEAT,
    Totals: TOTALS,
    Clocks: pair(CLOCK, " ", CLOCK),
    tuple[Tiles, Tiles]: pair(TILES, " ", TILES),
    tuple[int, ...]: listed(NUMBER),
    tuple[int, int]: pair(NUMBER, " and ", NUMBER),
    Counted: listed(pair(NUMBER, " = ", NUMBER)),
    tuple[str, str]: pair(TEXT, " : ", TEXT),
    tuple[str, ...]: listed(ITEM),
    tuple[tuple[str, str], ...]: listed(pair(WORD, " ", WORD)),
    tuple[tuple[str, OptionValue], ...]: OPTIONS,
}
"""How a field is spelled, by its type; ``None`` is spelled ``not known``."""


# A phrase: words with a fact's fields between them, written and read by one pattern.


PART = re.compile(
    r"\{(?P<field>\w+)(?::(?P<word>[\w ]+)|\|(?P<yes>[\w ]+)\|(?P<no>[\w ]+))?\}"
    r"|\[(?P<aside>[^\]]+)\]"
    r"|(?P<words>[^\[\]{}]+)"
)


@dataclass(frozen=True)
class Words:
    said: str


@dataclass(frozen=True)
class Gap:
    field: str
    spelling: Spelling


@dataclass(frozen=True)
class Aside:
    """Words around one field, left out where the field says ``nothing``."""

    before: str
    gap: Gap
    after: str
    nothing: Any


class Phrase:
    """How one kind of fact is put in words.

    Args:
      wording: words, ``{fields}`` and ``[asides]``, as described in ``phrases``.
      special: spellings that a phrase may ask for by name.

    Attributes:
      unsaid: fields that the wording left out by mistake; a test wants none.
    """

    def __init__(
        self,
        kind: type[Fact],
        wording: str,
        spellings: Mapping[Any, Spelling],
        special: Mapping[str, Spelling],
    ) -> None:
        self.kind = kind
        hints = typing.get_type_hints(kind)
        self._types = {name: _spelled_as(hints[name]) for name in kind.__struct_fields__}
        self._spellings = spellings
        self._special = special
        self._parts = tuple(self._parts_of(wording))
        self._gaps = {gap.field: gap.spelling for gap in _gaps(self._parts)}
        self._pattern = re.compile("".join(map(_pattern, self._parts)))
        self.unsaid = self._types.keys() - self._gaps.keys()

    def write(self, fact: Fact, table: Table) -> str:
        """The fact in words; a text that reads like an aside left out before it is in quotes."""
        lines: list[str] = []
        left_out: list[Aside] = []
        for part in self._parts:
            said = _written(part, fact, table)
            if isinstance(part, Aside) and not said:
                left_out.append(part)
            elif isinstance(part, Aside) and any(re.fullmatch(_pattern(x), said) for x in left_out):
                value = getattr(fact, part.gap.field)
                if isinstance(value, str) and not said.startswith(f'{part.before}"'):
                    said = part.before + quoted(value) + part.after
            lines.append(said)
        return "".join(lines)

    def read(self, words: str, table: Table) -> Fact | None:
        """The fact these words tell, or ``None`` if they are some other phrase.

        Raises:
          ValueError: the words fit, and a value among them can't be.
        """
        found = self._pattern.fullmatch(words)
        if found is None:
            return None
        values = {part.gap.field: part.nothing for part in self._parts if isinstance(part, Aside)}
        for field, spelled in found.groupdict().items():
            if spelled is not None:
                values[field] = self._gaps[field].read(spelled, table)
        return self.kind(**values)

    def _parts_of(self, wording: str) -> Iterator[Words | Gap | Aside]:
        for part in PART.finditer(wording):
            if part["field"]:
                yield Gap(part["field"], self._spelling(part))
            elif part["aside"]:
                yield self._aside(part["aside"])
            else:
                yield Words(part["words"])

    def _aside(self, wording: str) -> Aside:
        inner = PART.search(wording)
        while inner and not inner["field"]:
            inner = PART.search(wording, inner.end())
        if inner is None:
            raise ValueError(f"The aside {wording} of {self.kind.topic()} holds no field.")
        default = next(
            field.default
            for field in msgspec.structs.fields(self.kind)
            if field.name == inner["field"]
        )
        nothing = "" if default is msgspec.NODEFAULT else default
        known = self._known_type(inner["field"]) if nothing is None else None
        spelling = self._spellings[known] if known and not inner["yes"] else self._spelling(inner)
        return Aside(
            wording[: inner.start()],
            Gap(inner["field"], spelling),
            wording[inner.end() :],
            nothing,
        )

    def _spelling(self, part: re.Match[str]) -> Spelling:
        if part["yes"]:
            return either(part["yes"], part["no"])
        request = part["word"]
        if request in self._special:
            return self._special[request]
        if request:
            return unless(request, self._spellings[self._known_type(part["field"])])
        return self._spellings[self._types[part["field"]]]

    def _known_type(self, field: str) -> object:
        return next(kind for kind in typing.get_args(self._types[field]) if kind is not NoneType)


def _spelled_as(hint: object) -> object:
    """The type of which a field is spelled: words of a closed list are words like others."""
    parts = typing.get_args(hint)
    if typing.get_origin(hint) is tuple and parts == (Seat, Ellipsis):
        return tuple[str, ...]
    if typing.get_origin(hint) is typing.Literal:
        return str if all(isinstance(part, str) for part in parts) else hint
    either_of = typing.get_origin(hint) in (typing.Union, UnionType)
    if either_of and all(_spelled_as(part) is str for part in parts):
        return str
    if typing.get_origin(hint) is tuple and _spelled_as(parts[0]) is str and parts[1] is Ellipsis:
        return tuple[str, ...]
    return hint


def _gaps(parts: Iterable[Words | Gap | Aside]) -> Iterator[Gap]:
    for part in parts:
        if isinstance(part, Gap):
            yield part
        elif isinstance(part, Aside):
            yield part.gap


def _pattern(part: Words | Gap | Aside) -> str:
    if isinstance(part, Words):
        return re.escape(part.said)
    if isinstance(part, Gap):
        return f"(?P<{part.field}>{part.spelling.pattern})"
    return f"(?:{re.escape(part.before)}{_pattern(part.gap)}{re.escape(part.after)})?"


def _written(part: Words | Gap | Aside, fact: Fact, table: Table) -> str:
    if isinstance(part, Words):
        return part.said
    if isinstance(part, Gap):
        return part.spelling.write(getattr(fact, part.field), table)
    value = getattr(fact, part.gap.field)
    if value == part.nothing and type(value) is type(part.nothing):
        return ""
    return part.before + part.gap.spelling.write(value, table) + part.after


# The wording of cases and of appeals, which no list of a table tells.


ABOUT_CASES: dict[type[Fact], str] = {
    cases.CaseOpened: (
        "case[ about {game}][; entry {about}][; raised by {raised_by}][; seat {seat}]"
        "[; act {offence}][; although {although}][; number {number}][; at {tournament:word}]"
        "[; player {player}][; call {call}][; began with {entry}][; titled {title}]"
        "[; told as {title_coded}] ({category})"
        "[; {rule}][; as it stood {situation}]"
    ),
    cases.StatementTaken: (
        "statement of {who} ({role})[; seat {seat}][; words {words}]"
        "[; {declined|declined|not declined}][; in {language}][; interpreter {interpreter}]"
    ),
    cases.StatementConfirmed: (
        "confirmed the statement of event {statement} ({how})[; strokes {strokes}]"
        "[; before {witness}]"
    ),
    cases.EvidenceAttached: (
        "evidence {kind}[; of {seat}][; {kept|kept here|kept elsewhere}][; {digest}]: {what}"
    ),
    cases.EvidenceTakenBack: "took back evidence of event {evidence}: {reason}",
    cases.CaseWordsRemoved: "taken out of the case {digest} by {removed_by}: {reason}",
    cases.RuleCited: "rule cited {citation}[; by {cited_by}][; trap {trap}]",
    cases.RulingGiven: (
        "ruling[ for {game}][; found {found}][; on {standard}][; trap {trap}][; read {reading}]"
        "[; {another|in other words|as offered}]"
        "[; {gap|gap|no gap}][; against {seat}][; act {offence}][; level {level}]"
        "[; {minor|minor|not minor}][; mind {state_of_mind}][; raised by {raised_by}]"
        "[; although {although}][; seconded by {seconded}][; alone {alone}]"
        "[; takes up event {draft}][; carries out event {decision}][; told as {finding_coded}]"
        ": {finding} ({citation})[; {consequences}]"
    ),
    cases.RulingDrafted: (
        "drafted a ruling ({digest})[; tried {tried}][; told as {finding_coded}]"
        "; words {words}: {says}"
    ),
    cases.DraftDropped: "dropped the draft of event {draft}[: {reason}]",
    cases.FactsBookmarked: "bookmarked {situation}[: {note}]",
    cases.DraftSeconded: "seconded the draft of event {draft} ({digest})",
    cases.RulingTold: (
        "told of the ruling of event {ruling}[; {of:word}][; players {seats}]"
        "[; {right_told|right of appeal told|right of appeal not told}][; until {appeal_until}]"
    ),
    cases.PenaltyDecided: (
        "penalty decided {seat} {kind:word} {scope:word}[; of {amount}][; by {clause}]"
        "[; although {although}]: {reason}"
    ),
    cases.CaseReported: (
        "reported to {to} ({why})[; {duty:word} by duty][; rule {clause}][; sent {sent}][: {note}]"
    ),
    cases.CaseActTakenBack: ("took back events {versions}[; of {what}][; alone {alone}]: {reason}"),
    cases.CaseClosed: "case closed",
    cases.CaseReopened: "case reopened: {reason}",
    cases.AppealLodged: (
        "appeal of {who}[; seat {seat}] against {against:word} of event {version}"
        "[; words {grounds}][; although {although}][; until {decide_by}][; deposit {deposit}]"
        " (to {to})"
    ),
    cases.AppealHeard: (
        "appeal heard by {by}[; {how:word} heard][; sat {committee}][; executive {executive}]"
        "[; declared {declared}][; although {although}]"
    ),
    cases.AppealDecided: (
        "appeal decided by {by} ({outcome})[; accepted {accepted}][; recommends {recommends}]"
        "[; effect {effect}][: {reasons}]"
    ),
    cases.NothingCarriedOut: "carried nothing out of the decision of event {decision}: {reason}",
    cases.BundleIssued: (
        "papers up to event {version} for {to} ({digest})[; {redacted|redacted|whole}]"
        "[; kept {words}][; core {core}][; section {section}][; certificate {certificate}]"
        "[; record to {position}][; under {under}][; on {paper}][; codes at {base}]"
        "[; printed with {printed_with}]"
    ),
}


# The wording of every fact that is not a row of the score sheet.
#
# A phrase is words with the fact's fields between them, in braces; what stands in square
# brackets is left out where the fields in it say nothing. Two words after a field's name,
# ``{complete|right|wrong}``, stand for yes and no.
#
# To let a transcript hold a new kind of fact, write its phrase beside the words that tell it to
# people (``@tells``). Its fields are spelled as their types are
# (``spelling.SPELLINGS``). What follows a colon is either a special spelling, by name (``entry``,
# ``fact``, ``word``), or the words that stand for ``None``.


PHRASES: dict[type[Fact], str] = {**LINES, **ABOUT_CASES}
"""Turns are rows (``ledger.transcript.wording``), and so is ``PhoneyWithdrawn``."""


# Rows of the score sheet: turns, and plays challenged off.
#
# Columns: number, who, move, points, total; then, where known, both clocks, the rack, and our
# own count in brackets, ``(32: WINDY 32)``.


Row = PlayRecorded | TilesExchanged | TurnPassed | TurnMissed | PhoneyWithdrawn
ROWS = (PlayRecorded, TilesExchanged, TurnPassed, TurnMissed, PhoneyWithdrawn)

COUNT = unless("not counted", NUMBER)
COUNTED_WORDS = listed(pair(WORD, " ", NUMBER))
MOVE = (
    r"(?P<plain>pass|missed|challenged off)"
    rf"|exchange +(?P<exchanged>{WHOLE_NUMBER})(?:: +(?P<tiles>{TILES.pattern}))?"
    rf"|(?P<square>{SQUARE.pattern}) +(?P<letters>{TILES.pattern})"
)
REST = (
    rf"(?: +(?P<rack>{TILES.pattern}))?"
    rf"(?: +\((?P<count>{COUNT.pattern})(?:: (?P<words>{COUNTED_WORDS.pattern}))?\))?"
)
SCORED = rf"(?P<label>\S+) +(?:{MOVE}) +(?P<points>[+-][0-9]+)"
TURN = re.compile(
    rf" *(?P<number>[0-9]+) +{SCORED} +(?P<total>{WHOLE_NUMBER})"
    rf"(?: +(?P<first>{CLOCK_READING}) +(?P<second>{CLOCK_READING}))?{REST} *"
)
ENTRY = re.compile(f"{SCORED}{REST}")


def move(fact: Row, table: Table) -> str:
    """What was done, as it stands in the move column.

    >>> from ledger.vocabulary import Seat
    >>> move(TilesExchanged(seat=Seat.FIRST, count=3), None)
    'exchange 3'
    """
    match fact:
        case PlayRecorded(placement=placement):
            square = SQUARE.write(placement.square, table)
            return f"{square} {TILES.write(placement.letters, table)}"
        case TilesExchanged(count=count, tiles=tiles):
            return f"exchange {count}" + (f": {TILES.write(tiles, table)}" if tiles else "")
        case TurnPassed():
            return "pass"
        case TurnMissed():
            return "missed"
        case PhoneyWithdrawn():
            return "challenged off"


def points(fact: Row) -> int:
    match fact:
        case PlayRecorded(announced=announced) | TurnMissed(announced=announced):
            return announced
        case PhoneyWithdrawn(lost=lost):
            return -lost
        case _:
            return 0


def rest(fact: Row, table: Table) -> tuple[str, str]:
    """The rack, and our own count in brackets; empty where not known."""
    rack = TILES.write(tiles, table) if (tiles := getattr(fact, "rack", "")) else ""
    if not isinstance(fact, PlayRecorded) or (fact.computed is None and not fact.words):
        return rack, ""
    counted = COUNT.write(fact.computed, table)
    if fact.words:
        pairs = tuple((word.word, word.score) for word in fact.words)
        counted += ": " + COUNTED_WORDS.write(pairs, table)
    return rack, f"({counted})"


def entry(fact: Row, table: Table) -> str:
    """A row as part of a line: no number, no total, single spaces."""
    columns = (table.labels.of(fact.seat), move(fact, table), f"{points(fact):+d}")
    return " ".join(column for column in (*columns, *rest(fact, table)) if column)


def row_of(found: re.Match[str], table: Table) -> Fact:
    seat = table.labels.seat(found["label"])
    scored = Points(int(found["points"]))
    rack = Tiles(TILES.read(found["rack"], table) if found["rack"] else "")
    if found["square"]:
        words = COUNTED_WORDS.read(found["words"], table) if found["words"] else ()
        return PlayRecorded(
            seat=seat,
            placement=Placement(
                SQUARE.read(found["square"], table), TILES.read(found["letters"], table)
            ),
            announced=scored,
            computed=COUNT.read(found["count"], table) if found["count"] else None,
            words=tuple(WordScore(word, score) for word, score in words),
            rack=rack,
        )
    if found["count"]:
        raise ValueError("only a play is counted in brackets.")
    if found["plain"] in ("missed", "challenged off"):
        if rack:
            raise ValueError(f"no rack stands on a line that says {found['plain']}.")
        if found["plain"] == "missed":
            return TurnMissed(seat=seat, announced=scored)
        return PhoneyWithdrawn(seat=seat, lost=Points(-scored))
    if scored:
        raise ValueError("an exchange and a pass score +0.")
    if found["plain"]:
        return TurnPassed(seat=seat, rack=rack)
    tiles = Tiles(TILES.read(found["tiles"], table) if found["tiles"] else "")
    return TilesExchanged(seat=seat, count=int(found["exchanged"]), tiles=tiles, rack=rack)


def clocks_of(found: re.Match[str], table: Table) -> Clocks | None:
    if not found["first"]:
        return None
    return CLOCK.read(found["first"], table), CLOCK.read(found["second"], table)


def _write_entry_number(version: int, table: Table) -> str:
    turn = table.tally.turn_of(version)
    return f"event {version}" if turn is None else f"turn {turn}"


def _read_entry_number(spelled: str, table: Table) -> int:
    what, number = spelled.split()
    if what == "event":
        return int(number)
    version = table.tally.entry_of(int(number))
    if version is None:
        raise ValueError(f"no turn {number} was made before this line.")
    return version


def _write_replacement(fact: Fact | None, table: Table) -> str:
    if fact is None:
        return "nothing"
    return entry(fact, table) if isinstance(fact, ROWS) else write_phrase(fact, table)


def _read_replacement(spelled: str, table: Table) -> Fact | None:
    if spelled == "nothing":
        return None
    found = ENTRY.fullmatch(spelled)
    return row_of(found, table) if found else read_phrase(spelled, table)


SPECIAL = {
    "entry": Spelling(f"(?:turn|event) {WHOLE_NUMBER}", _write_entry_number, _read_entry_number),
    "fact": Spelling(r".+", _write_replacement, _read_replacement),
    "word": WORD,
}


@cache
def phrase_of(kind: type[Fact]) -> Phrase:
    """How one kind of fact is put in words. All of them take 0.3 s to make, and a game has few."""
    return Phrase(kind, PHRASES[kind], SPELLINGS, SPECIAL)


def write_phrase(fact: Fact, table: Table) -> str:
    if type(fact) not in PHRASES:
        raise ValueError(f"A transcript has no words for {fact.topic()}.")
    return phrase_of(type(fact)).write(fact, table)


def read_phrase(words: str, table: Table) -> Fact:
    for kind in PHRASES:
        fact = phrase_of(kind).read(words, table)
        if fact is not None:
            return fact
    raise ValueError(f"nothing we know begins or goes on like this: {words}")
