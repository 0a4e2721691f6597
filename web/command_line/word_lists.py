"""The word lists that lie beside a record, taken into a backup and put back from one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ledger.lexicon.lexicon import SHELF, installed_files


def lists_beside(data: Path) -> dict[str, bytes]:
    """The installed lists of a data folder, by the names of their files."""
    return {path.name: path.read_bytes() for path in installed_files(data)}


def lists_put_back(data: Path, lists: Mapping[str, bytes]) -> None:
    """Put lists into the folder which it lacks; those that are there stay."""
    if lists:
        (data / SHELF).mkdir(parents=True, exist_ok=True)
    for name, content in lists.items():
        path = data / SHELF / name
        if not path.exists():
            aside = path.with_suffix(".part")
            aside.write_bytes(content)
            aside.replace(path)
