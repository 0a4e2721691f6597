"""The square code that ties a sheet of paper to the record, and the address it says."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from urllib.parse import quote

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from printing import put_off

LONGEST_ADDRESS = 150
"""Characters. On our smallest slip a module of the code is then still a third of a millimetre."""

NOWHERE = "tilescribe:"
"""What an address begins with where the hall has none that a phone could open."""

CODE_SIDE = 19.0  # millimetres that a square code measures at least, without its quiet zone
QUIET = 4  # modules that stay white around a square code; its standard asks for four


def paper_address(code: str, of: str, *, base: str = NOWHERE) -> str:
    """What the square code of a paper says: where its code can be looked up.

    Args:
      of: what it is about and in which state, as ``31/autumn-open/A/R3/T14``.
      base: what goes before, ``https://host``; without it the code is one to be typed in.

    >>> paper_address("TJ7K2M9QXX", "31/spring-open/R3/T14", base="https://hall.example")
    'https://hall.example/v/TJ7K2M9QXX/31/spring-open/R3/T14'

    Raises:
      ValueError: the address is longer than ``LONGEST_ADDRESS``.
    """
    address = f"{base}/v/{code}/{quote(of)}"
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"{len(address)} characters make too fine a code for a worn printer")
    return address


def page_address(slug: str, *, base: str) -> str:
    """Where phones find a tournament's own page; empty where the hall has no address for them.

    >>> page_address("spring-open", base="https://hall.example")
    'https://hall.example/t/spring-open/'
    >>> page_address("spring-open", base=NOWHERE)
    ''
    """
    return "" if base == NOWHERE else f"{base}/t/{quote(slug)}/"


MASK = 2  # the pattern laid over a square code so that it has no large dark or light patches


@lru_cache(maxsize=64)
def runs(address: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The dark parts of a square code.

    Modules a side without the quiet zone, and each run of dark modules as (row from the top,
    first column, length).
    """
    with put_off("urllib.request"):
        import segno

    # Any of the eight masks may be read back; trying them all takes five times as long as the rest.
    symbol = segno.make(address, error="m", boost_error=False, micro=False, mask=MASK)
    found: list[tuple[int, int, int]] = []
    for row, modules in enumerate(symbol.matrix):
        # Odd modules are dark; splitting the row at the light ones leaves the dark runs.
        column = 0
        for run in bytes(module & 1 for module in modules).split(b"\0"):
            if run:
                found.append((row, column, len(run)))
            column += len(run) + 1
    return len(symbol.matrix), tuple(found)


def side_of(address: str, least: float, step: float) -> float:
    """The side of a square code of whole dots, its quiet zone included, in millimetres.

    ``least`` and ``step``: millimetres of a module at least, and of a dot.
    """
    modules, _ = runs(address)
    module = max(least, ceil(round(CODE_SIDE / modules / step, 3)) * step)
    return (modules + 2 * QUIET) * module


def draw_square_code(
    canvas: Canvas,
    left: float,
    bottom: float,
    side: float,
    address: str,
    *,
    in_corner: bool = False,
) -> None:
    """Draw the square code as one path, its quiet zone inside ``side``.

    Args:
      left: points from the left edge of the page.
      bottom: points from the bottom edge of the page.
      side: millimetres, quiet zone included.
      in_corner: that white margins lie above and to the right, which are quiet enough: the code
        itself goes so far, and is a tenth larger.
    """
    modules, dark = runs(address)
    quiet = QUIET if in_corner else 2 * QUIET
    module = round(side * mm / (modules + quiet), 4)
    # Spelled out rather than through ReportLab's path: three hundred boxes, six times as fast.
    boxes = " ".join(
        f"{column + QUIET} {modules - 1 - row + QUIET} {length} 1 re"
        for row, column, length in dark
    )
    canvas.addLiteral(f"q {module} 0 0 {module} {left} {bottom} cm {boxes} f Q")
