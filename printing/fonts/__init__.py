"""The fonts of our paper, read when something is set in them, and what is kept of each.

They lie as files beside this one: see README.md here. Latin, Greek and Cyrillic are drawn by
ReportLab in four fonts of ours. Other scripts have a face each, regular and bold, drawn by
``engine.fitting``; faces for more, as of East Asia, may lie where ``TILESCRIBE_FONTS`` says.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from ledger.vocabulary.read_once import read_once
from printing import put_off

with put_off("PIL.Image", "tempfile", "uharfbuzz", "urllib.request"):
    from reportlab import rl_config
    from reportlab.pdfbase import pdfmetrics, ttfonts
    from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

BODY = "NotoSans-Regular"
BOLD = "NotoSans-Bold"
MONO = "NotoSansMono-Regular"
MONO_BOLD = "NotoSansMono-Bold"

EVERY_FONT = (BODY, BOLD, MONO, MONO_BOLD)
"""A character is drawn by ReportLab only if each has it: any text may be set in any of them."""

BOLD_FONTS = frozenset({BOLD, MONO_BOLD})

SCRIPTS = ("Arabic", "Hebrew", "Thai", "Devanagari", "Tamil", "Georgian", "Armenian")
"""Scripts whose faces come with us, in the order in which they are asked for a character."""

FOLDER_VARIABLE = "TILESCRIBE_FONTS"
"""Names a folder with further fonts, TrueType or OpenType, in the environment."""

ENDINGS = (".ttf", ".otf", ".ttc", ".otc")

FONTS_FOLDER = Path(__file__).parent

MONO_ADVANCE = 0.6
"""Width of every character of the mono fonts, as a part of the font size."""

MINUS, FIGURE_DASH = 0x2212, 0x2012
"""Code points of a true minus, and of the sign that draws it where a font has none."""

VIRAMA = 9
"""Class of the marks that join a letter to the next one, as in Devanagari."""


@cache
def ready() -> frozenset[int]:
    """Make the fonts known to ReportLab, once; the code points that all of them can draw."""
    for name in EVERY_FONT:
        pdfmetrics.registerFont(_Font(name))
    files = [_file(name) for name in EVERY_FONT]
    return read_once(FONTS_FOLDER / "EveryFont", (*files, *READ_BY), _drawn_by_all)


def _drawn_by_all() -> frozenset[int]:
    return frozenset.intersection(*(frozenset(_Face(name).charToGlyph) for name in EVERY_FONT))


class _Face(TTFontFace):  # type: ignore[misc]
    """As ReportLab has it, of a font of ours that is read when something is first set in it.

    Reading one takes 5 ms, so what comes of it is kept beside our bytecode.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.makeSubset = _kept(super().makeSubset)

    def __getattr__(self, attribute: str) -> Any:  # noqa: ANN401 (whatever is asked of a face)
        known = self.__dict__
        if "charToGlyph" not in known:  # two threads may read it at once: they read the same
            path = _file(self.name)
            told = read_once(path, (path, *READ_BY), lambda: _told_by(path))
            known.update(told, _ttf_data=path.read_bytes())
        if attribute not in known:
            raise AttributeError(attribute)
        return known[attribute]


class _Font(TTFont):  # type: ignore[misc]
    """As ReportLab has it, of such a face."""

    def __init__(self, name: str) -> None:
        self.fontName, self.face = name, _Face(name)
        self.encoding = TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable, self._shapable = rl_config.ttfAsciiReadable, False


def _file(name: str) -> Path:
    return FONTS_FOLDER / f"{name}.ttf"


READ_BY = (Path(ttfonts.__file__), Path(__file__))
"""The code that reads fonts."""

LEFT_OUT = frozenset({"_ttf_data", "_pdfScale", "glyphToChar"})
"""Of a font that was read: its file, how to scale its units, and what is asked for by nobody."""


def _told_by(path: Path) -> dict[str, Any]:
    """What ReportLab reads in the file of a font, and a minus."""
    face = TTFontFace(str(path))
    _with_a_minus(face)
    return {name: value for name, value in vars(face).items() if name not in LEFT_OUT}


def _with_a_minus(face: TTFontFace) -> None:
    """Noto Sans has no minus sign; its figure dash has the width, height and weight of one.

    What is drawn so is a minus to whoever copies it out or has it read aloud.
    """
    if MINUS not in face.charToGlyph:
        face.charToGlyph[MINUS] = face.charToGlyph[FIGURE_DASH]
        face.charWidths[MINUS] = face.charWidths[FIGURE_DASH]


def _kept(make: Callable[[list[int]], bytes]) -> Callable[[list[int]], bytes]:
    """Subsets of a font that were made lately: most papers need the same letters of it."""
    made = lru_cache(maxsize=16)(lambda codes: make(list(codes)))
    return lambda codes: made(tuple(codes))


def can_draw(code: int) -> bool:
    return code in ready() or face_for(code, bold=False) is not None


@lru_cache(maxsize=8192)
def face_for(code: int, *, bold: bool) -> str | None:
    """The face that draws a character which our own fonts lack; ``None``: nobody has it."""
    weight = "Bold" if bold else "Regular"
    ours = [f"NotoSans{script}-{weight}" for script in SCRIPTS]
    others = sorted(further(), key=lambda face: ("bold" in Path(face).name.lower()) != bold)
    for face in (*ours, *others):
        if code in covered_by(face):
            return face
    return None


@lru_cache(maxsize=8192)
def is_ours(code: int) -> bool:
    """Whether a character is drawn by the fonts that come with us, wherever it is printed."""
    return code in ready() or any(
        code in covered_by(f"NotoSans{script}-Regular") for script in SCRIPTS
    )


def wrong_folder(folder: str) -> str:
    """What is wrong with the folder of further fonts; empty where nothing is, or none is named."""
    if not folder:
        return ""
    if not Path(folder).is_dir():
        return f"There is no folder {folder!r}: `fonts` ({FOLDER_VARIABLE}) has to name one."
    if not os.access(folder, os.R_OK | os.X_OK):
        return f"The folder {folder!r}, which `fonts` ({FOLDER_VARIABLE}) names, can't be read."
    if any(_is_a_font(each) for each in Path(folder).iterdir() if each.suffix.lower() in ENDINGS):
        return ""
    return f"There is no font in {folder!r}, which `fonts` ({FOLDER_VARIABLE}) names."


@cache
def further() -> tuple[str, ...]:
    """The faces in the folder that the environment names, by their files' names."""
    folder = os.environ.get(FOLDER_VARIABLE, "")
    if not folder or not Path(folder).is_dir() or not os.access(folder, os.R_OK | os.X_OK):
        return ()
    found = sorted(path for path in Path(folder).iterdir() if path.suffix.lower() in ENDINGS)
    return tuple(str(path) for path in found if _is_a_font(path))


def _is_a_font(path: Path) -> bool:
    import uharfbuzz as hb

    try:
        return bool(hb.Face(hb.Blob.from_file_path(str(path))).glyph_count)
    except (hb.HarfBuzzError, OSError, ValueError):
        return False


def file_of(face: str) -> Path:
    return Path(face) if face in further() else _file(face)


@cache
def covered_by(face: str) -> frozenset[int]:
    import uharfbuzz as hb

    return frozenset(hb.Face(hb.Blob.from_file_path(str(file_of(face)))).unicodes)


def is_mark(ch: str) -> bool:
    """Whether a character stands on, below or beside the one before and is no letter itself."""
    return unicodedata.category(ch)[0] == "M" or ch in "\u200c\u200d"


def joins(ch: str) -> bool:
    """Whether a character joins the one before it to the next."""
    return unicodedata.combining(ch) == VIRAMA or ch == "\u200d"
