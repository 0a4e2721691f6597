"""Where a command writes what it made, and the bar that shows how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

import click

from ledger.vocabulary.refusals import Refusal

STANDARD_OUTPUT = Path("-")

output_file = click.Path(dir_okay=False, path_type=Path, allow_dash=True)
"""The type of an option that names one."""


def is_standard_output(output: Path | None) -> bool:
    """Whether what is made goes to standard output, where it must stand alone."""
    return output is None or output == STANDARD_OUTPUT


def named_output(output: Path | None) -> str:
    return "Standard output" if is_standard_output(output) else str(output)


def put(output: Path | None, content: bytes) -> None:
    """Write it there; of a file that can't be written whole, nothing stays."""
    if output is None or output == STANDARD_OUTPUT:
        click.echo(content, nl=False)
        return
    with output.open("wb", buffering=0) as file:
        try:
            left = memoryview(content)
            while left:
                left = left[file.write(left) :]
        except OSError:
            if output.is_file():
                output.unlink()  # half a sheet of paper is worse than none
            raise


def say(output: Path | None, words: str) -> None:
    """Tell a person about it, where that does not get into what was made."""
    click.echo(words, err=is_standard_output(output))


# A bar on standard error for whatever takes over a second; none where nobody looks.


SHOWN_AFTER = 1.0  # seconds of work before a bar is drawn: what is over at once needs none


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


# Files that are named on the command line, and read; a hyphen is standard input.


files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)


STANDARD_INPUT = Path("-")


def named_file(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else str(path)


def contents(path: Path) -> bytes:
    """A file's bytes; a hyphen is standard input; refuses ``unreadable-file``."""
    try:
        return sys.stdin.buffer.read() if path == STANDARD_INPUT else path.read_bytes()
    except OSError as trouble:
        raise Refusal(
            "unreadable-file",
            f"{path} can't be read: {trouble.strerror}.",
            "Check its name and whether you may read it.",
        ) from trouble


text_file = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
"""The type of an option that names one; a hyphen is standard input."""


def text_of(path: Path) -> str:
    """The text of a file, whatever its encoding; where that is a guess, it is said."""
    from ledger.interchange.described import Report
    from ledger.interchange.text import decoded
    from ledger.refusals.saying import refusal

    report = Report()
    text = decoded(contents(path), report)
    if text is None:
        raise refusal("unreadable-pairings", troubles=report.lines[-1].said.rstrip("."))
    for line in report.lines:
        click.echo(f"{path}: {line.said}", err=True)
    return text
