"""The organiser's own rulebooks: read from a folder, each refused in words where it is none.

A file may be anything: what is wrong with one is said, and the others are put up all the same.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

import tomli

from ledger.rulebook.checking import TOO_DEEP, Fault, faults_of, lines_of, wrong_values
from ledger.rulebook.extending import EXTENDS, Tables, WrongBook, chain
from ledger.rulebook.shelf import NAMES, NOT_SHIPPED, SHELF, OwnBook, digest_of

ENDING = ".toml"

ID = re.compile(r"[a-z0-9][a-z0-9.-]{0,30}[a-z0-9]")
"""Ids stand in addresses, in citations and on paper."""

LARGEST = 262_144  # bytes of a file; the largest of ours has a fifth of that
MOST = 40  # books of a folder that are read, in alphabetical order


class LeftOut(NamedTuple):
    """A file that is no rulebook, with all that is wrong with it."""

    path: Path
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        return f"{self.path.name} is left out of the rulebooks: {self.faults[0]}."


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
