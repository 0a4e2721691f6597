"""Photographs of paper as telephones take them: askew, bent, badly lit, not quite sharp.

A sheet is laid on a table, creased once or twice, seen from the side, lit from one end, blurred by
the hand, with a camera's grain, and kept as JPEG. Everything follows from the seed.
"""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter

LONG, SHORT = 2400, 1800
"""Dots of a photograph: a third of what telephones take today."""

PAGE_WIDE = 210  # millimetres
TABLE = (118, 96, 74)


def page_of(pdf: bytes, dpi: int = 254) -> Image.Image:
    """The first page of a file, as a printer of that fineness has it."""
    return pypdfium2.PdfDocument(BytesIO(pdf))[0].render(scale=dpi / 72).to_pil().convert("RGB")


def cut_from(page: Image.Image, chance: np.random.Generator) -> Image.Image:
    """What somebody has in the picture of a page: its code, and as much beside it as they like.

    The code stands at the right of the head; the slip is as wide as the page, or they come nearer.
    """
    wide, high = (chance.uniform(110, 205) * page.width / PAGE_WIDE, page.height)
    high = min(page.height, wide * chance.uniform(0.6, 0.75))
    return page.crop((round(page.width - wide), 0, page.width, round(high)))


def photographed(sheet: Image.Image, seed: int) -> bytes:
    """A photograph of a sheet, as JPEG."""
    chance = np.random.default_rng(seed)
    bent = creased(sheet, chance)
    seen = laid(bent, chance)
    lit = in_the_light(np.asarray(seen, dtype=np.float32), chance)
    soft = Image.fromarray(lit).filter(ImageFilter.GaussianBlur(chance.uniform(0.6, 1.5)))
    grain = np.asarray(soft, np.float32) + chance.normal(
        0, chance.uniform(2, 9), (*soft.size[::-1], 1)
    )
    out = BytesIO()
    Image.fromarray(grain.clip(0, 255).astype(np.uint8)).save(out, "JPEG", quality=82)
    return out.getvalue()


def creased(sheet: Image.Image, chance: np.random.Generator) -> Image.Image:
    """Folded once or twice and laid flat again: a line of light and shade, and a bend behind it."""
    dots = np.asarray(sheet, dtype=np.float32)
    high, wide = dots.shape[:2]
    down, across = np.mgrid[0:high, 0:wide].astype(np.float32)
    for _ in range(chance.integers(1, 3)):
        angle = chance.uniform(0, np.pi)
        middle = chance.uniform(0.25, 0.75, 2) * (wide, high)
        far = (across - middle[0]) * np.cos(angle) + (down - middle[1]) * np.sin(angle)
        lift = np.where(far > 0, far * chance.uniform(0.0, 0.03), 0)
        x = (across - lift * np.cos(angle)).clip(0, wide - 1).round().astype(np.int32)
        y = (down - lift * np.sin(angle)).clip(0, high - 1).round().astype(np.int32)
        edge = np.exp(-((far / chance.uniform(2, 5)) ** 2)) * chance.uniform(-70, 40)
        side = np.where(far > 0, chance.uniform(-22, 6), 0)
        dots = dots[y, x] + (edge + side)[..., None]
    return Image.fromarray(dots.clip(0, 255).astype(np.uint8))


def laid(sheet: Image.Image, chance: np.random.Generator) -> Image.Image:
    """On the table, turned, and seen from somewhere above its edge."""
    wide, high = sheet.size
    turn = np.deg2rad(chance.choice([0, 90, 180, 270]) + chance.uniform(-20, 20))
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    turned = corners @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    room = np.array([LONG, SHORT]) / 2 / np.abs(turned).max(axis=0)
    turned *= room.min() * chance.uniform(0.74, 0.86)  # nearer parts are larger, and still in it
    tilt = chance.uniform(-0.16, 0.16, 2) / (LONG / 2)  # how much nearer one edge is
    nearer = 1 / (1 + turned @ tilt)
    there = turned * nearer[:, None] + np.array([LONG, SHORT]) / 2
    here = [(0, 0), (wide, 0), (wide, high), (0, high)]
    how = plane(there, here)
    return sheet.transform(
        (LONG, SHORT), Image.Transform.PERSPECTIVE, how, Image.Resampling.BICUBIC, fillcolor=TABLE
    )


def plane(there: np.ndarray, here: list[tuple[int, int]]) -> tuple[float, ...]:
    """The eight numbers by which a point of the photograph is one of the sheet."""
    rows, right = [], []
    for (x, y), (u, v) in zip(there, here, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return tuple(np.linalg.solve(np.array(rows, float), np.array(right, float)))


def in_the_light(dots: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """A lamp at one end, the photographer's shadow at the other, and the white of a hall."""
    high, wide = dots.shape[:2]
    down, across = np.mgrid[0:high, 0:wide].astype(np.float32)
    angle, least = chance.uniform(0, 2 * np.pi), chance.uniform(0.3, 0.75)
    way = across / wide * np.cos(angle) + down / high * np.sin(angle)
    way = (way - way.min()) / (way.max() - way.min())
    light = (least + (1.05 - least) * way)[..., None] * chance.uniform(0.9, 1.05, 3)
    return (dots * light + 8).clip(0, 255).astype(np.uint8)
