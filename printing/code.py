"""The square code that ties a sheet of paper to the record, and the address it says."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

LONGEST_ADDRESS = 150
"""Characters. On our smallest slip a module of the code is then still a third of a millimetre."""

QUIET = 4
"""Modules that stay white around a square code; its standard asks for four."""


def paper_address(
    slug: str,
    round_number: int,
    table: int,
    *,
    event_number: int,
    check: str = "",
    division: str = "",
    replay: int = 1,
    base: str = "tilescribe:",
) -> str:
    """What the square code of a game's paper says: where its record is, and which state of it.

    The path is the one of the game's page (``web/replay/page.py``).

    Args:
      slug: the tournament's short name in addresses.
      round_number: the round.
      table: the table.
      event_number: version of the game's last event on this paper.
      check: the check code of that event; empty where it is not at hand.
      division: the division, where there is more than one.
      replay: 2 for a game played again at the same table, and so on.
      base: what goes before: ``tilescribe:``, or ``https://host`` where the hall has one.

    >>> paper_address("spring-open", 3, 14, event_number=31, check="k3v7qm2xta")
    'tilescribe:/t/spring-open/r3/t14?v=31&h=k3v7qm2xta'

    Raises:
      ValueError: the address is longer than ``LONGEST_ADDRESS``.
    """
    where = [quote(slug, safe=""), *([quote(division, safe="")] if division else [])]
    where += [f"r{round_number}", f"t{table}", *([str(replay)] if replay != 1 else [])]
    address = f"{base}/t/{'/'.join(where)}?v={event_number}" + (f"&h={check}" if check else "")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"{len(address)} characters make too fine a code for a worn printer")
    return address


def list_address(
    slug: str,
    *,
    record_to: int,
    check: str,
    division: str = "",
    round_number: int | None = None,
    base: str = "tilescribe:",
) -> str:
    """What the square code of a form about many games says: a tournament, or a round of it.

    >>> list_address("spring-open", round_number=3, record_to=812, check="k3v7qm2xta")
    'tilescribe:/t/spring-open/r3/?to=812&h=k3v7qm2xta'

    Raises:
      ValueError: the address is longer than ``LONGEST_ADDRESS``.
    """
    where = [quote(slug, safe="")]
    if round_number is not None:
        where += [*([quote(division, safe="")] if division else []), f"r{round_number}"]
    address = f"{base}/t/{'/'.join(where)}/?to={record_to}&h={check}"
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"{len(address)} characters make too fine a code for a worn printer")
    return address


MASK = 2
"""The pattern laid over a square code so that it has no large dark or light patches."""


@lru_cache(maxsize=64)
def runs(address: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The dark parts of a square code.

    Returns:
      Modules a side, without the quiet zone; and each run of dark modules as (row from the
      top, first column, length).
    """
    import segno  # brings the web's own library along, which a form without a code needs not

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


def draw_square_code(canvas: Canvas, left: float, bottom: float, side: float, address: str) -> None:
    """Draw the square code as one path, its quiet zone inside ``side``.

    Args:
      canvas: where.
      left: points from the left edge of the page.
      bottom: points from the bottom edge of the page.
      side: millimetres, quiet zone included.
      address: what it says.
    """
    modules, dark = runs(address)
    module = round(side * mm / (modules + 2 * QUIET), 4)
    # Spelled out rather than through ReportLab's path: three hundred boxes, six times as fast.
    boxes = " ".join(
        f"{column + QUIET} {modules - 1 - row + QUIET} {length} 1 re"
        for row, column, length in dark
    )
    canvas.addLiteral(f"q {module} 0 0 {module} {left} {bottom} cm {boxes} f Q")
