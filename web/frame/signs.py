"""The signs of all pages, each drawn once: on the desk, the wall, the slider of a replay, in lists.

``python -m web.frame.signs`` writes the sprite, ``web/static/signs.svg``; a test compares.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from ledger.messages import say

SPRITE = Path(__file__).parents[1] / "static" / "signs.svg"


class Sign(Struct, frozen=True):
    """A picture of 20 by 20, drawn with a pen 2 wide in the colour of the words beside it.

    Attributes:
      name: by which pages ask for it.
      path: its lines, as the attribute ``d`` of SVG has them.
    """

    name: str
    path: str

    @property
    def words(self) -> str:
        """What it says; read aloud where no words stand beside it."""
        return say(f"parts.sign.{self.name}")


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


STATES = (
    Sign("call",
         "M4 2.5h3l1.5 4-2 1.7a10 10 0 0 0 5.3 5.3l1.7-2 4 1.5v3"
         "a1.5 1.5 0 0 1-1.6 1.5A14 14 0 0 1 2.5 4.1 1.5 1.5 0 0 1 4 2.5z"),
    Sign("ruling",
         "M10 2.5v15M6.5 17.5h7M4.5 5h11M2 11.5a2.5 2.5 0 0 0 5 0L4.5 5zM13 11.5"
         "a2.5 2.5 0 0 0 5 0L15.5 5z"),
    Sign("differ", "M3 7.5h14M3 12.5h14M13 3L7 17"),
    Sign("change", "M3 17l.8-3.8L13.5 3.5l3 3-9.7 9.7zM11.2 5.8l3 3"),
    Sign("not-written",
         "M3 6h13.5M13 2.5L16.5 6 13 9.5M17 14H3.5M7 10.5L3.5 14 7 17.5"),
    Sign("verdict", "M2.5 4.5h15v11h-15zM3 5.5l7 5.5 7-5.5"),
    Sign("silent",
         "M8 15.5h6.5a3.3 3.3 0 0 0 1.8-6.1M13.6 8A5 5 0 0 0 9 4.8M6.5 6.3A5 5 0 0 0 5 8.5"
         "a3.6 3.6 0 0 0-.5 6.8M3 3l14 14.5"),
    Sign("not-signed", "M3 17.5h14M5.5 13.5l.8-3.3 7-7 2.5 2.5-7 7z"),
    Sign("case", "M2.5 15.5v-11h5l2 2.5h8v8.5z"),
    Sign("time", _circle(10, 10, 7.5) + "M10 5.5V10l3 2"),
    Sign("done", "M3.5 10.5l4.5 4.5 8.5-10"),
    Sign("protest", "M4.5 18V2.5M4.5 3.5h11.5l-3 4 3 4H4.5"),
    Sign("problem", "M10 3l7.5 13.5h-15zM10 8.5v3.5M10 14.2v.1"),
)  # fmt: skip
"""What tells a state."""

MOMENTS = (
    Sign("hold", "M7 2.5h6L17.5 7v6L13 17.5H7L2.5 13V7z"),
    Sign("challenge", "M10 2l8 8-8 8-8-8z"),
    Sign("stopped", _circle(10, 10, 7.5) + "M8 7v6M12 7v6"),
    Sign("tiles", "M3 3h14v14H3zM12 14h2"),
    Sign("blank", "M3 3h14v14H3z" + _circle(10, 10, 3)),
    Sign("away", "M8.5 3.5h-5v13h5M7.5 10H17M13.5 6.5L17 10l-3.5 3.5"),
    Sign("upset", "M9 2l9 7-7 9-9-7zM7 11l4-5"),
    Sign("record", _circle(10, 10, 5)),
)  # fmt: skip
"""What marks a moment of a game on the slider of a replay, and tells no state."""

CONTROLS = (
    Sign("news", "M3 8v4h3l7 4V4L6 8zM16 8a3 3 0 0 1 0 4"),
    Sign("info", _circle(10, 10, 7.5) + "M10 9.5V14M10 6.3v.1"),
    Sign("on", "M7.5 4l6 6-6 6"),
    Sign("back", "M12.5 4l-6 6 6 6"),
    Sign("first", "M15.5 4l-6 6 6 6M4.5 4v12"),
    Sign("last", "M4.5 4l6 6-6 6M15.5 4v12"),
    Sign("play", "M6 3.5l10.5 6.5L6 16.5z"),
    Sign("pause", "M7 4v12M13 4v12"),
    Sign("incident-back", "M12.5 4.5L18 10l-5.5 5.5L7 10zM4.5 6.5L2 10l2.5 3.5"),
    Sign("incident-on", "M7.5 4.5L13 10l-5.5 5.5L2 10zM15.5 6.5L18 10l-2.5 3.5"),
    Sign("link",
         "M8.5 11.5l3-3M9 6l1.8-1.8a3.5 3.5 0 0 1 5 5L14 11M11 14l-1.8 1.8a3.5 3.5 0 0 1-5-5L6 9"),
    Sign("help", "M7 7a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M10 16v.1"),
    Sign("down", "M4.5 7.5L10 13l5.5-5.5"),
    Sign("more", "".join(_circle(x, 10, 0.5) for x in (4, 10, 16))),
    Sign("to-do", _circle(10, 10, 7.5)),
    Sign("close", "M4.5 4.5l11 11M15.5 4.5l-11 11"),
    Sign("add", "M10 3.5v13M3.5 10h13"),
    Sign("search", _circle(8.5, 8.5, 5.5) + "M12.8 12.8l4.7 4.7"),
    Sign("download", "M10 2.5v10M6 9l4 4 4-4M3.5 17h13"),
    Sign("print", "M5.5 7V2.5h9V7M5.5 14.5h-3V7h15v7.5h-3M5.5 11.5h9v6h-9z"),
    Sign("table", "M2.5 4h15v12h-15zM2.5 8.5h15M8 8.5V16"),
    Sign("desk", "M2.5 11.5h4L8 14h4l1.5-2.5h4M2.5 11.5V16h15v-4.5L15 4H5z"),
    Sign("results", "M5 2.5h7.5L16 6v11.5H5zM8 9h5M8 13h5"),
    Sign("people", _circle(10, 6.5, 3.5) + "M3 17.5a7 6 0 0 1 14 0"),
    Sign("settings",
         "M3 6h6M13 6h4M3 14h4M11 14h6" + _circle(11, 6, 2) + _circle(9, 14, 2)),
    Sign("sound", "M3 7.5v5h3l4.5 4V3.5L6 7.5zM13.5 7a4.5 4.5 0 0 1 0 6"),
)  # fmt: skip
"""What stands on controls."""

SIGNS = STATES + MOMENTS + CONTROLS


def sprite() -> str:
    """All of them in one file; the pen is ``.sign`` of ``components.css``."""
    drawn = "\n".join(
        f'<symbol id="{sign.name}" viewBox="0 0 20 20"><path d="{sign.path}"/></symbol>'
        for sign in SIGNS
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}\n</svg>\n'


if __name__ == "__main__":
    SPRITE.write_text(sprite(), "utf-8")
