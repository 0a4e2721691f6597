"""The organiser's own rulebooks: read from a folder, and what is wrong with a file of one.

A file may be anything: what is wrong with one is said, and the others are put up all the same.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from difflib import get_close_matches
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
import tomli
from msgspec.structs import fields

from ledger.rulebook.book_files import (
    EXTENDS,
    HEAD,
    NAMES,
    NOT_SHIPPED,
    SHELF,
    OwnBook,
    Tables,
    WrongBook,
    chain,
    digest_of,
    is_line,
    whole,
)
from ledger.rulebook.model.book import NEEDED, Coverage, Rulebook
from ledger.rulebook.model.options import OPTIONS, Clause, Section
from ledger.rulebook.reading import decoded, title_of, written_in
from ledger.vocabulary.refusals import Refusal

# What is wrong with a rulebook's file: the line, the key, and the mistake in plain words.
#
# Every line is looked at by itself, so that all mistakes are said at once.


LONGEST = 500  # characters of a text; the longest of ours has a third of that

LONGEST_HEAD = {"title": 80, "edition": 40, "clause": 80}
"""Characters of what stands in one line of a page or a paper; ours have half of that."""

MOST_SAID = 100  # mistakes that are said of a file; who has more begins with these
LARGEST_NUMBER = 100_000  # points or seconds: more than a day of play

DEEPEST = 8
TOO_DEEP = "tables lie too deep in one another"

Kind = Any
"""The type of a line, as a rulebook's model has it."""

Lines = Mapping[tuple[str, ...], int]

BESIDE = (*HEAD, EXTENDS, "profiles", "words")
"""What stands in a file beside the tables of a book."""

TABLES_OF_LINES = ("modes", "methods")

NOT_WRITTEN = ("book", "point", "chosen", "chapter")
"""Fields of a line that no file has."""

DECIDES = ("fallback", "decides")

KINDS = {
    "int": "a whole number",
    "str": "a word",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a number with a point",
    "date": "a date",
}


def _parts() -> dict[str, Any]:
    """The tables of a book by their names, each with what it is, or with what its lines are."""
    found = {}
    for field in fields(Rulebook):
        kind = field.type
        if isinstance(kind, type) and issubclass(kind, Section):
            found[field.encode_name] = kind
        elif field.encode_name in ("offences", "penalties", "reports", "options"):
            found[field.encode_name] = get_args(kind)[1]
        elif field.encode_name == "coverage":
            found[field.encode_name] = get_args(kind)[0]
    return found


PARTS = _parts()


class Fault(NamedTuple):
    words: str
    key: str = ""
    line: int = 0

    def __str__(self) -> str:
        at = f"line {self.line}, " if self.line else ""
        return f"{at}{self.key}: {self.words}" if self.key else f"{at}{self.words}"


HEADER = re.compile(r"^\s*\[([^\[\]]+)\]")
KEY = re.compile(r'^\s*("[^"]+"|\'[^\']+\'|[\w-]+)((?:\.(?:"[^"]+"|[\w-]+))*)\s*=')


def lines_of(text: str) -> Lines:
    """On which line each table and each key stands, by the keys that lead to it."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = _keys(header[1])
            found.setdefault(table, number)
        elif key := KEY.match(line):
            found.setdefault((*table, *_keys(key[1] + key[2])), number)
    return found


def _keys(dotted: str) -> tuple[str, ...]:
    parts = re.findall(r'"([^"]+)"|\'([^\']+)\'|([\w-]+)', dotted)
    return tuple(next(part for part in each if part) for each in parts)


def wrong_values(tables: Tables, lines: Lines) -> tuple[Fault, ...]:
    """Values that no rulebook has: dates, texts too long for a page, numbers beyond reason."""
    found = []
    waiting: list[tuple[tuple[str, ...], object]] = [((), tables)]
    while waiting:
        keys, value = waiting.pop()
        if len(keys) > DEEPEST:
            return (_fault(TOO_DEEP, keys[:4], lines),)
        if isinstance(value, dict):
            waiting += [((*keys, str(key)), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [((*keys, str(nth)), inner) for nth, inner in enumerate(value, 1)]
        longest = LONGEST_HEAD.get(keys[-1], LONGEST) if keys else LONGEST
        if words := _wrong(value, longest) or _wrong(keys[-1:]):
            found.append(_fault(words, keys, lines))
        if len(found) == MOST_SAID:
            break
    return tuple(sorted(found, key=lambda fault: (fault.line, fault.key)))


def _wrong(value: object, longest: int = LONGEST) -> str:
    if isinstance(value, tuple):
        return next((wrong for each in value if (wrong := _wrong(each))), "")
    if isinstance(value, str):
        if len(value) > longest:
            return f"a text of more than {longest} characters fits on no page"
        return "" if value.isprintable() else "the text has characters that can't be printed"
    if isinstance(value, bool | dict | list):
        return ""
    if isinstance(value, int):
        return "" if 0 <= value <= LARGEST_NUMBER else f"a number is 0 to {LARGEST_NUMBER}"
    return "a value is a word in quotes, a whole number, true, false, or a list of those"


def faults_of(
    name: str, read: Callable[[str], Tables], lines: Lines
) -> tuple[tuple[Fault, ...], Tables]:
    """What is wrong with a book, and its tables with all it has from the books above it.

    Args:
      read: the tables of one file, which may be changed.
      lines: where everything stands in its own file.
    """
    own = read(name)
    faults = [
        Fault(f'a book says its own {key}: {key} = "..."', key, lines.get((key,), 0))
        for key in HEAD[:2]
        if not isinstance(own.get(key), str) or not own[key].strip()
    ]
    if str(own.get("title", "")).strip().casefold() in _published():
        words = "this is the title of a published book: give yours one of its own"
        faults.append(Fault(words, "title", lines.get(("title",), 0)))
    try:
        found = whole(name, read)
    except WrongBook as wrong:
        return (*faults, _fault(str(wrong), tuple(wrong.key.split(".")), lines)), {}
    faults += islice(_faults_in(name, found, lines), MOST_SAID)
    if not faults:
        try:
            decoded(name, written_in(name, deepcopy(found)))
        except (msgspec.ValidationError, KeyError, TypeError, ValueError, Refusal) as error:
            words, keys = _view(error)
            faults.append(_fault(words, keys, lines))
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.key))), found


@cache
def _published() -> frozenset[str]:
    return frozenset(title_of(name).casefold() for name in NAMES)


def _faults_in(name: str, found: Tables, lines: Lines) -> Iterator[Fault]:
    tables = {key: said for key, said in found.items() if key not in BESIDE}
    words_said = found.get("words", {})
    if not isinstance(words_said, dict):
        yield _fault('it is a table: [words], and lines as "House 1" = "..."', ("words",), lines)
        words_said = {}
    for key, said in words_said.items():
        if not isinstance(said, str):
            yield _fault("the words for a rule stand in quotes", ("words", key), lines)
    if missing := [f"[{key}]" for key in PARTS if key not in tables and key != "options"]:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        words = f"it lacks {', '.join(missing[:5])}{more}; a book that extends none says all tables"
        yield Fault(words)
    for key, said in tables.items():
        if key not in PARTS:
            words = f"a rulebook has no table [{key}]{_near(key, [*PARTS, *BESIDE])}"
            yield _fault(words, (key,), lines)
        elif not isinstance(said, dict):
            yield _fault(f"it is a table, and begins with [{key}]", (key,), lines)
        else:
            yield from _faults_in_part(name, (key,), said, PARTS[key], lines)
    yield from _faults_in_profiles(name, found.get("profiles", {}), lines)


def _faults_in_profiles(name: str, profiles: object, lines: Lines) -> Iterator[Fault]:
    if not isinstance(profiles, dict):
        yield _fault("it is a table of tables: [profiles.virtual.time]", ("profiles",), lines)
        return
    for profile, parts in profiles.items():
        if not isinstance(parts, dict):
            words = f"it is a table of tables: [profiles.{profile}.time]"
            yield _fault(words, ("profiles", profile), lines)
            continue
        for key, said in parts.items():
            keys = ("profiles", profile, key)
            if key not in PARTS or not isinstance(said, dict):
                yield _fault(f"a rulebook has no table [{key}]{_near(key, PARTS)}", keys, lines)
            else:
                yield from _faults_in_part(name, keys, said, PARTS[key], lines, all_of_it=False)


def _faults_in_part(
    name: str,
    keys: tuple[str, ...],
    said: Tables,
    kind: Kind,
    lines: Lines,
    *,
    all_of_it: bool = True,
) -> Iterator[Fault]:
    """The faults of one table: of a section with its clauses, or of lines that are named freely."""
    if not (isinstance(kind, type) and issubclass(kind, Section)):
        for key, line in said.items():
            if keys == ("options",) and key not in OPTIONS:
                words = f"there is no option {key}{_near(key, OPTIONS)}"
                yield _fault(words, (*keys, key), lines)
            else:
                yield from _faults_of_a_line(name, (*keys, key), line, kind, lines)
        return
    kinds = {field.encode_name: field.type for field in fields(kind)}
    needed = {field.encode_name for field in fields(kind) if field.required}
    for key in sorted(needed - said.keys()) if all_of_it else ():
        yield _fault(f'{key} is missing: a value, or standing = "silent"', (*keys, key), lines)
    for key, line in said.items():
        if key not in kinds:
            words = f"[{keys[-1]}] has no {key}{_near(key, kinds)}"
            yield _fault(words, (*keys, key), lines)
        elif key in TABLES_OF_LINES and isinstance(line, dict):
            for named, each in line.items():
                inner = kinds[key].__args__[1]
                yield from _faults_of_a_line(name, (*keys, key, named), each, inner, lines)
        else:
            yield from _faults_of_a_line(name, (*keys, key), line, kinds[key], lines)
            needed_here = all_of_it and f"{keys[-1]}.{key}" in NEEDED
            if needed_here and _is_unknown(keys[-1], key, line):
                words = "no game can be played to its end without it: say a value"
                yield _fault(words, (*keys, key), lines)


def _is_unknown(section: str, key: str, line: object) -> bool:
    """Whether a line has no value, and no organiser can choose one."""
    standing = line.get("standing", "stated") if isinstance(line, dict) else "stated"
    may_choose = any((one.section, one.clause) == (section, key) for one in OPTIONS.values())
    return standing != "stated" and not (standing == "organiser" and may_choose)


def _faults_of_a_line(
    name: str, keys: tuple[str, ...], line: object, kind: Kind, lines: Lines
) -> Iterator[Fault]:
    if not isinstance(line, dict):
        words = 'it is a value with its rule: { value = ..., clause = "..." }'
        yield _fault(words, keys, lines)
        return
    entry = {"chapter": keys[-1], **line} if kind is Coverage else {"book": name, **line}
    if line.get("standing") == "silent":
        entry.setdefault("clause", "-")
    try:
        msgspec.convert(entry, kind)
    except msgspec.ValidationError as error:
        yield _fault(_wording(str(error), kind), keys, lines)


def _wording(message: str, kind: Kind) -> str:
    """What msgspec says of a line, for who wrote it."""
    said, _, _ = message.partition(" - at ")
    if "a stated clause has a value" in said:
        return "say either a value or a standing, and not both"
    if found := re.search(r"missing required field `(\w+)`", said):
        if found[1] == "clause":
            return 'the rule it stands under is missing: clause = "..."'
        return f"{found[1]} is missing"
    if found := re.search(r"unknown field `(.+)`", said):
        known = [
            field.encode_name for field in fields(kind) if field.encode_name not in NOT_WRITTEN
        ]
        return f"a line here has no {found[1]}; it may have {', '.join(known)}"
    if found := re.search(r"[Ii]nvalid (?:enum|literal) value (.+)", said):
        allowed = _allowed(kind)
        return (
            f"{found[1]} is none of: {', '.join(allowed)}" if allowed else f"{found[1]} is unknown"
        )
    if found := re.search(r"Expected `(.+)`, got `(.+)`", said):
        return f"it needs {_a(found[1])}, and has {_a(found[2])}"
    return said


def _a(kind: str) -> str:
    named = [each.strip() for each in kind.split("|") if each.strip() != "null"]
    kinds = [KINDS.get(each, each) for each in named]
    return " or ".join(kinds)


def _allowed(kind: Kind) -> list[str]:
    """The words one of which a value must be, wherever they stand in its type."""
    args = get_args(kind)
    if str(get_origin(kind)) == str(Literal):
        return [str(each) for each in args]
    if args:
        return list(dict.fromkeys(word for each in args for word in _allowed(each)))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not Clause:
        inner = [_allowed(field.type) for field in fields(kind)]
        return list(dict.fromkeys(word for each in inner for word in each))
    return []


def _near(key: str, known: Iterable[str]) -> str:
    """`` ; is [exchange] meant?``, where something is written much like it."""
    found = get_close_matches(key, list(known), n=1)
    return f"; is {found[0]} meant?" if found else ""


def _fault(words: str, keys: Iterable[str], lines: Lines) -> Fault:
    """A fault at a key, on its line, or on that of the nearest table around it."""
    way = tuple(keys)
    line = next((lines[way[:n]] for n in range(len(way), 0, -1) if way[:n] in lines), 0)
    return Fault(words, ".".join(way), line)


def _view(error: Exception) -> tuple[str, tuple[str, ...]]:
    if isinstance(error, KeyError):
        if error.args[0] == "clause":
            return "it says who decides where the book is silent: a value, and its rule", DECIDES
        return f"{error.args[0]} is named, and not said anywhere", ()
    message = str(error)
    said, _, place = message.partition(" - at `$.")
    return said, tuple(place.rstrip("`").split(".")) if place else ()


class Otherwise(NamedTuple):
    """A line that a book has otherwise than the one it extends.

    Attributes:
      key: as ``exchange.minimum_in_bag``.
      now, was: its value and rule in words; empty where one of the two has no such line.
    """

    key: str
    now: str
    was: str


def otherwise(now: Tables, was: Tables, at: str = "") -> Iterator[Otherwise]:
    """What one book has otherwise than another, line by line."""
    for key in dict.fromkeys((*was, *now)):
        one, other = now.get(key), was.get(key)
        place = f"{at}.{key}" if at else key
        if one == other or place in (*HEAD, EXTENDS):
            continue
        if is_line(one) or is_line(other) or not isinstance(one or other, dict):
            yield Otherwise(place, _line_wording(one), _line_wording(other))
        else:
            yield from otherwise(_table(one), _table(other), place)


def _table(said: object) -> Tables:
    return said if isinstance(said, dict) else {}


def _line_wording(line: object) -> str:
    if line is None:
        return ""
    if not isinstance(line, dict):
        return str(line)
    parts = [
        _plain(value) if key in ("value", "standing", "words") else f"{key} {_plain(value)}"
        for key, value in line.items()
        if key not in ("clause", "note", "trap", "inferred")
    ]
    rule = f" ({line['clause']})" if "clause" in line else ""
    note = f": {line['note']}" if line.get("note") else ""
    return f"{', '.join(parts) or 'without a value'}{rule}{note}"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items())
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)


# The organiser's own rulebooks: read from a folder, each refused in words where it is none.


ENDING = ".toml"

ID = re.compile(r"[a-z0-9][a-z0-9.-]{0,30}[a-z0-9]")
"""Ids stand in addresses, in citations and on paper."""

LARGEST = 262_144  # bytes of a file; the largest of ours has a fifth of that
MOST = 40  # books of a folder that are read, in alphabetical order


class LeftOut(NamedTuple):
    """A file that is no rulebook, with all that is wrong with it."""

    path: Path
    faults: tuple[Fault, ...]


class Found(NamedTuple):
    books: Mapping[str, OwnBook]
    left_out: tuple[LeftOut, ...]


def found_in(folder: Path) -> Found:
    paths = _files_of(folder)
    files, left_out = {}, []
    for path in paths[:MOST]:
        try:
            files[_id_of(path)] = (path, *_read(path))
        except WrongBook as wrong:
            left_out.append(LeftOut(path, (Fault(str(wrong)),)))
    left_out += [
        LeftOut(path, (Fault(f"more than {MOST} books lie in the folder"),))
        for path in paths[MOST:]
    ]
    tables = {name: read for name, (_, read, _) in files.items()}
    books = {}
    for name, (path, _, text) in files.items():
        book, faults = _put_together(name, path, text, tables)
        if faults or book is None:
            left_out.append(LeftOut(path, faults))
        else:
            books[name] = book
    return Found(books, tuple(sorted(left_out)))


def checked(path: Path) -> tuple[OwnBook | None, tuple[Fault, ...]]:
    """One file with the books beside it, whatever folder it lies in; all that is wrong with it."""
    try:
        name = _id_of(path)
        read, text = _read(path)
    except WrongBook as wrong:
        return None, (Fault(str(wrong)),)
    tables = {name: read}
    for beside in _files_of(path.parent):
        if beside.name != path.name:
            try:
                tables[_id_of(beside)] = _read(beside)[0]
            except WrongBook:
                continue  # which is said where it is the one it extends
    return _put_together(name, path, text, tables)


def _put_together(
    name: str, path: Path, text: str, own: Mapping[str, Tables]
) -> tuple[OwnBook | None, tuple[Fault, ...]]:
    lines = lines_of(text)
    wrong = wrong_values(own[name], lines)
    if any(fault.words == TOO_DEEP for fault in wrong):
        return None, wrong
    try:
        books = chain(name, lambda request: _one(request, name, own))
    except WrongBook as broken:
        return None, (Fault(str(broken), broken.key, lines.get((broken.key,), 0)),)
    named = [name, *(str(tables[EXTENDS]) for tables in books[:-1])]
    chained = tuple(each for each, its in zip(books, named, strict=True) if its not in NAMES)
    for each, tables in zip(named[1:], chained[1:], strict=False):
        if theirs := wrong_values(tables, {}):
            words = f"{each}, which it extends, is wrong: {theirs[0]}"
            return None, (Fault(words, EXTENDS, lines.get((EXTENDS,), 0)),)
    found, _ = faults_of(name, lambda request: deepcopy(_one(request, name, own)), lines)
    faults = tuple(sorted({*wrong, *found}, key=lambda fault: (fault.line, fault.key)))
    if wrong:
        return None, faults
    return OwnBook(name, chained, digest_of(chained), path), faults


def _one(request: str, name: str, own: Mapping[str, Tables]) -> Tables:
    """The tables of one file, of the organiser's or ours."""
    if request in own:
        return own[request]
    if request not in NAMES:
        there = ", ".join(sorted({*NAMES, *own} - {name}))
        raise WrongBook(f"there is no rulebook {request!r} to extend, only {there}", EXTENDS)
    return tomli.loads((SHELF / f"{request}{ENDING}").read_text("utf-8"))


def _files_of(folder: Path) -> list[Path]:
    try:
        found = [each for each in folder.iterdir() if each.name.endswith(ENDING)]
    except OSError:
        return []
    return sorted(each for each in found if not each.name.startswith("."))


def _id_of(path: Path) -> str:
    name = path.name.removesuffix(ENDING)
    if path.suffix != ENDING:
        raise WrongBook(f"a rulebook's file ends in {ENDING}")
    if not ID.fullmatch(name):
        raise WrongBook(
            "the name of the file is the book's name in the record: write it with 2 to 32 small "
            "letters, digits, dashes and dots, as our-club.toml"
        )
    if name in NAMES or name == NOT_SHIPPED:
        raise WrongBook(f"{name} is the name of a published book: give this one its own")
    return name


def _read(path: Path) -> tuple[Tables, str]:
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if path.is_symlink():
            raise WrongBook("it is a link: put the file itself into the folder") from error
        raise WrongBook(f"it can't be read ({error.strerror})") from error
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise WrongBook("it is no file")
    with os.fdopen(opened, "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise WrongBook(f"it has more than {LARGEST // 1024} KB, which no rulebook has")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise WrongBook(f"line {line} is not in UTF-8: save the file as UTF-8") from error
    try:
        return tomli.loads(text), text
    except tomli.TOMLDecodeError as error:
        raise WrongBook(f"it can't be read as TOML: {error}") from error
    except RecursionError as error:
        raise WrongBook(f"it can't be read as TOML: its {TOO_DEEP}") from error
    except ValueError as error:  # a number of thousands of digits
        raise WrongBook("it can't be read as TOML: a number in it has too many digits") from error
