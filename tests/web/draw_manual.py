"""Draws every picture of the manual anew, into the manual.

.venv/bin/python -m tests.web.draw_manual             all of them; the same as make pictures
.venv/bin/python -m tests.web.draw_manual desk case   the programs that draw these
"""

from __future__ import annotations

import sys

from tests.web import draw_desk, draw_organiser, draw_rulings, draw_tablet, draw_visitors

PROGRAMS = (draw_tablet, draw_desk, draw_rulings, draw_organiser, draw_visitors)
"""Each draws the pictures it names in ``PICTURES``."""


def draw(*names: str) -> None:
    """Draw what the programs draw that these pictures are of; everything if none is named.

    Raises:
      SystemExit: no program draws a picture of that name.
    """
    known = {name for program in PROGRAMS for name in program.PICTURES}
    if unknown := sorted(set(names) - known):
        raise SystemExit(f"No picture is called {', '.join(unknown)}: {', '.join(sorted(known))}")
    for program in PROGRAMS:
        if not names or set(names) & set(program.PICTURES):
            program.draw()


if __name__ == "__main__":
    draw(*sys.argv[1:])
