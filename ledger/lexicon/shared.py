"""Word lists as files: taken along, put down elsewhere, and shared by nodes through their database.

A list is called by its digest, so two nodes that have one of the same name have the same words.
The copies of the organiser's own rulebooks are called so too, and go the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from ledger.accounts.local_store import LocalStore
from ledger.lexicon.lexicon import SHELF, installed_files
from ledger.record.opening import begun_for_the_owner, folder_for_the_owner
from ledger.vocabulary.names import COPIES, COPY, copies_in


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


def share(folder: Path, cabinet: LocalStore) -> None:
    """Give the database the lists that only this node has, and take those that it lacks.

    Only PostgreSQL has a table for them.
    """
    here = {path.name: path for path in _files_beside(folder)}
    there = {name for (name,) in cabinet.rows("SELECT file FROM word_lists")}
    for name in here.keys() - there:
        content = here[name].read_bytes()
        cabinet.change(
            "INSERT INTO word_lists VALUES (?, ?, ?) ON CONFLICT (file) DO NOTHING",
            name, sha256(content).hexdigest(), content,
        )  # fmt: skip
    for name in there - here.keys():
        query = "SELECT digest, content FROM word_lists WHERE file = ?"
        for digest, content in cabinet.rows(query, name):
            if sha256(content).hexdigest() == digest:
                lists_put_down(folder, {name: bytes(content)})
