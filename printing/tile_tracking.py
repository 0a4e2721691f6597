"""Tile tracking: every tile of the set once, for a player to cross off as it is seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from ledger.equipment.tile_set import TileSet
from printing.fonts import BOLD, MONO
from printing.long_forms import WIDTH
from printing.pen import LABEL, Pen

PITCH = 4.1
"""Millimetres: width of a tile to cross off."""

KIND_GAP = 2.0
GROUP_GAP = 5.0
TILE_ROW = 6.2


@dataclass(frozen=True)
class Track:
    """A kind of tile to track: how many the set holds, how many are crossed off already."""

    tile: str
    count: int
    crossed: int = 0


Groups = tuple[tuple[Track, ...], ...]
"""Kinds of tiles in the groups they are tracked in."""


def tracking_of(tile_set: TileSet, crossed: Mapping[str, int] | None = None) -> Groups:
    """The tiles of a set in the groups players track them in.

    Vowels; then blanks, S and the tiles worth eight or more; then the rest.

    >>> from ledger.equipment.tile_set import load_tile_set
    >>> ["".join(track.tile for track in group) for group in tracking_of(load_tile_set("english"))]
    ['AEIOU', '?SJQXZ', 'BCDFGHKLMNPRTVWY']
    """
    gone = crossed or {}
    groups: tuple[list[Track], list[Track], list[Track]] = ([], [], [])
    for tile, count in tile_set.counts.items():
        track = Track(tile, count, min(count, gone.get(tile, 0)))
        if bare(tile) in "AEIOU":
            groups[0].append(track)
        elif tile in "?S" or tile_set.values[tile] >= 8:
            groups[1].append(track)
        else:
            groups[2].append(track)
    groups[1].sort(key=lambda track: (track.tile not in "?S", track.tile not in "S?"))
    return tuple(tuple(group) for group in groups if group)


def bare(tile: str) -> str:
    """A letter without its marks: ``Ä`` is an A."""
    return unicodedata.normalize("NFD", tile)[:1] if len(tile) == 1 else tile


def tracking_title(groups: Groups) -> str:
    """What stands above the tiles: how many are struck through already, if any."""
    crossed = sum(track.crossed for group in groups for track in group)
    return f"Tiles to cross off, {crossed} crossed off already" if crossed else "Tiles to cross off"


def tracking_lines(groups: Groups) -> list[str]:
    """The words of the block: every tile as often as the set holds it, a group a line."""
    if not groups:
        return []
    tiles = (" ".join(track.tile * track.count for track in group) for group in groups)
    return [tracking_title(groups), *tiles]


def tracking_rows(groups: Groups) -> list[list[tuple[float, Track]]]:
    """Where each kind of tile stands: kinds are never broken over two rows.

    Returns:
      For each row the kinds in it, each with its millimetres from the left.
    """
    rows: list[list[tuple[float, Track]]] = [[]]
    at = 0.0
    for group in groups:
        for track in group:
            wide = track.count * PITCH
            if rows[-1] and at + wide > WIDTH:
                rows.append([])
                at = 0.0
            rows[-1].append((at, track))
            at += wide + KIND_GAP
        at += GROUP_GAP
    return [row for row in rows if row]


def tracking_height(groups: Groups) -> float:
    """Millimetres that the tiles to cross off take, their title included."""
    rows = tracking_rows(groups)
    return 5.0 + len(rows) * TILE_ROW if rows else 0.0


def draw_tracking(pen: Pen, down: float, groups: Groups) -> None:
    """Draw every tile of the set once, those that are gone struck through."""
    if not groups:
        return
    pen.write(0, down + 3.4, tracking_title(groups), LABEL, BOLD)
    for number, row in enumerate(tracking_rows(groups)):
        base = down + 4.8 + number * TILE_ROW + 4.4
        for left, track in row:
            with pen.tags.saying(crossed_words(track)), pen.tags.together():
                draw_track(pen, left, base, track)


def crossed_words(track: Track) -> str:
    """What a kind of tile is read as where some are crossed off: ``E, 2 of 12 crossed off``."""
    return f"{track.tile}, {track.crossed} of {track.count} crossed off" if track.crossed else ""


def draw_track(pen: Pen, left: float, base: float, track: Track) -> None:
    """Draw all tiles of one kind."""
    for place in range(track.count):
        middle = left + (place + 0.5) * PITCH
        pen.write(middle, base, track.tile, 12, MONO, width=PITCH - 0.4, align="middle")
        if place < track.crossed:
            pen.slash(middle - 1.5, base + 0.6, 3.0, 4.2)
