"""A bar on standard error for whatever takes over a second; none where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

import click

SHOWN_AFTER = 1.0
"""Seconds of work before a bar is drawn: what is over at once needs none."""


@contextmanager
def progress(label: str, whole: int, *, hidden: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress bar; the caller says how much is done so far out of ``whole``."""
    if hidden or not sys.stderr.isatty():
        yield lambda _done: None
        return
    began, reached = monotonic(), 0
    bar: click._termui_impl.ProgressBar[int] | None = None
    with ExitStack() as shown:

        def advance(done: int) -> None:
            nonlocal bar, reached
            if bar is None:
                if monotonic() - began < SHOWN_AFTER:
                    return
                bar = shown.enter_context(
                    click.progressbar(
                        length=whole,
                        label=label,
                        file=sys.stderr,
                        update_min_steps=max(1, whole // 200),
                    )
                )
            bar.update(done - reached)
            reached = done

        yield advance
