"""A preview as its page shows it: a row a line of the file, with what becomes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from ledger.interchange.change import Change
from ledger.interchange.importing import Preview
from ledger.interchange.remarked import Line

MOST_SHOWN = 400
"""Rows of a page; what is not taken comes before all else."""

VERDICTS = {
    "new": "new", "changed": "changes", "same": "as it is", "refused": "not taken", "said": "note",
}  # fmt: skip
COUNTED = VERDICTS | {"changed": "changed", "same": "as they are", "said": "notes"}
SIGNS = {"new": "+", "changed": "→", "same": "=", "refused": "!", "said": "·"}
WEIGHTS = {"unusable": "can’t be used", "left-out": "left out", "remark": "note"}


class RowShown(Struct, frozen=True):
    """One line of a file.

    Attributes:
      where: file and number, as people say them.
      said: what was understood of it; empty where nothing was.
      notes: (kind, words) of what else there is to say of the line.
      verdicts: (verdict, sign, its word, words) of what becomes of it.
      is_bad: whether something of it is not taken.
    """

    where: str
    said: str
    notes: tuple[tuple[str, str, str], ...]
    verdicts: tuple[tuple[str, str, str, str], ...]
    is_bad: bool


class PreviewShown(Struct, frozen=True):
    """A preview as its page shows it.

    Attributes:
      bad: rows of which something is not taken; ``rows``: all others.
      unsaid: how many rows are not shown.
      counts: how many of which verdict, in words.
    """

    bad: tuple[RowShown, ...]
    rows: tuple[RowShown, ...]
    unsaid: int
    counts: tuple[str, ...]


def preview_shown(preview: Preview) -> PreviewShown:
    """What the page shows of a preview."""
    rows = list(_rows(preview))
    bad = [row for row in rows if row.is_bad][:MOST_SHOWN]
    good = [row for row in rows if not row.is_bad][: MOST_SHOWN - len(bad)]
    counts: Counter[str] = Counter(change.verdict for change in preview.changes)
    told = tuple(f"{counts[one]} {word}" for one, word in COUNTED.items() if counts[one])
    return PreviewShown(tuple(bad), tuple(good), len(rows) - len(bad) - len(good), told)


def _rows(preview: Preview) -> Iterator[RowShown]:
    lines: dict[tuple[str, int], list[Line]] = {}
    for line in preview.lines:
        lines.setdefault((line.file, line.number), []).append(line)
    changes: dict[tuple[str, int], list[Change]] = {}
    for change in preview.changes:
        changes.setdefault((change.file, change.line), []).append(change)
    several = len({file for file, _ in lines} | {file for file, _ in changes}) > 1
    files = {file: at for at, (file, _) in enumerate(reversed([*lines, *changes]))}
    for key in sorted({*lines, *changes}, key=lambda key: (-files[key[0]], key[1])):
        yield _row(key, lines.get(key, []), changes.get(key, []), several=several)


def _row(
    key: tuple[str, int], lines: list[Line], changes: list[Change], *, several: bool
) -> RowShown:
    file, number = key
    where = [file] if several and file else []
    where += [f"line {number}"] if number else [] if where else ["the file"]
    notes = tuple(
        (line.weight, WEIGHTS[line.weight], line.said) for line in lines if line.weight in WEIGHTS
    )
    return RowShown(
        where=", ".join(where),
        said=" · ".join(line.said for line in lines if line.weight == "understood"),
        notes=notes,
        verdicts=tuple(
            (one.verdict, SIGNS[one.verdict], VERDICTS[one.verdict], one.said) for one in changes
        ),
        is_bad=any(weight in ("unusable", "left-out") for weight, _, _ in notes)
        or any(one.verdict == "refused" for one in changes),
    )
