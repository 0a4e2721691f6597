"""A bar on standard error for whatever may take over two seconds; none where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(label: str, whole: int, *, hidden: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar; the caller says how much is done so far out of ``whole``."""
    if hidden or not sys.stderr.isatty():
        yield lambda _done: None
        return
    with click.progressbar(
        length=whole, label=label, file=sys.stderr, update_min_steps=max(1, whole // 200)
    ) as bar:
        reached = 0

        def advance(done: int) -> None:
            nonlocal reached
            bar.update(done - reached)
            reached = done

        yield advance
