"""Where a command writes what it made: into a file, or to standard output for a hyphen."""

from __future__ import annotations

from pathlib import Path

import click

STANDARD_OUTPUT = Path("-")

output_file = click.Path(dir_okay=False, path_type=Path, allow_dash=True)
"""The type of an option that names one."""


def is_standard_output(output: Path | None) -> bool:
    """Whether what is made goes to standard output, where it must stand alone."""
    return output is None or output == STANDARD_OUTPUT


def named_output(output: Path | None) -> str:
    """What the place is called in messages."""
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
