"""A tournament as files to hand over: what each format holds, one file or several in a zip."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.game.sheet.sheet import Sheet
from ledger.gcg.exporting import exported
from ledger.hall.rows import StandingRow
from ledger.interchange import aupair_writing, tsh_writing
from ledger.interchange.aupair_writing import not_carried, results_file
from ledger.interchange.csv_writing import (
    of_results_alone,
    players_table,
    results_for_absp,
    results_for_coco,
    results_table,
    standings_table,
)
from ledger.interchange.everything import VERSION, Everything, SetUpTold
from ledger.interchange.last_sheet import SheetOf
from ledger.interchange.told_here import Here, lines_of_remarks, told_here
from ledger.interchange.tsh_writing import config_file, division_file, goes_by_spread, names_of
from ledger.refusals.saying import refusal
from ledger.replay.game_told import replay_of
from ledger.tournament.tournament import Tournament

Kind = Literal["tsh", "tou", "csv", "json", "gcg"]
KINDS: tuple[Kind, ...] = ("tsh", "tou", "csv", "json", "gcg")

REMARKS = "remarks.txt"


class Exported(Struct, frozen=True):
    """A file to hand over.

    Attributes:
      name: what it may be called: plain letters only.
      media: its media type.
      remarks: what of the tournament it does not hold, and why.
    """

    name: str
    body: bytes
    media: str
    remarks: tuple[str, ...] = ()


def exported_as(
    kind: Kind,
    tournament: Tournament,
    sheet: SheetOf,
    *,
    standings: Iterable[StandingRow] = (),
    games: Iterable[Sheet] = (),
    table: bool = False,
) -> Exported:
    """A tournament in one of the formats.

    Args:
      kind: which.
      tournament: as it stands.
      sheet: gives the sheet of a game.
      standings: for tables and JSON.
      games: sheets of its games, as whoever asks is shown them; for JSON and game files.
      table: of tables the one of results alone, not a zip of all.

    Raises:
      Refusal: ``no-first-day``: a results file of AUPAIR begins with it.
    """
    plain = tournament.slug
    if kind == "gcg":
        return games_zip(tournament, games)
    here = told_here(tournament, sheet)
    match kind:
        case "tou":
            if not tournament.first_day:
                raise refusal("no-first-day", name=tournament.name)
            otherwise = aupair_writing.names_otherwise(here.told)
            remarks = (*here.remarks, *_named_otherwise(otherwise), *not_carried(here.told))
            return Exported(f"{plain}.tou", results_file(here.told), "text/plain", remarks)
        case "csv" if table:
            body = results_table(here.told)
            remarks = (*here.remarks, *of_results_alone(here.told))
            return Exported(f"{plain}-results.csv", body, "text/csv", remarks)
        case "csv":
            return _tables(tournament, here, standings)
        case "json":
            return _everything(tournament, here, standings, games)
        case _:
            otherwise = tsh_writing.names_otherwise(here.told)
            remarks = (*here.remarks, *_named_otherwise(otherwise), *goes_by_spread(here.told))
            return _for_tsh(tournament, replace(here, remarks=remarks))


def _named_otherwise(names: Sequence[tuple[str, str]]) -> Iterator[str]:
    """That names are not written as they are here; taken in again they are known all the same."""
    if names:
        listed = "; ".join(f"{name} as {written}" for name, written in names)
        yield f"Written otherwise in the file: {listed}."


def games_zip(tournament: Tournament, games: Iterable[Sheet]) -> Exported:
    """The game files of a tournament, one for each game that was recorded turn by turn."""
    files = [
        (_named(sheet), exported(sheet, tournament.name)) for sheet in games if sheet.turn_count
    ]
    said = () if files else ("No game was recorded turn by turn, so the zip is empty.",)
    return Exported(f"{tournament.slug}-games.zip", zipped(files), "application/zip", said)


def _named(sheet: Sheet) -> str:
    where = sheet.scheduled
    return game_file_name(where.division, where.round_number, where.table, where.replay)


def game_file_name(division: str, round_number: int, table: int, replay: int = 1) -> str:
    """What a game is called among all games of its tournament.

    >>> game_file_name("Late Birds", 3, 14), game_file_name("", 3, 14, 2)
    ('late-birds-r03-t14.gcg', 'r03-t14-2.gcg')
    """
    where = f"{_word(division)}-" if division else ""
    again = f"-{replay}" if replay > 1 else ""
    return f"{where}r{round_number:02d}-t{table:02d}{again}.gcg"


def _for_tsh(tournament: Tournament, here: Here) -> Exported:
    divisions = here.told.divisions
    if len(divisions) <= 1:
        body = b"".join(division_file(division, here.remarks) for division in divisions)
        return Exported(f"{tournament.slug}.t", body, "text/plain", here.remarks)
    names = names_of(divisions)
    files = [f"{_word(name)}.t" for name in names]
    if len(set(files)) < len(files):
        files = [f"d{at}.t" for at in range(1, len(files) + 1)]
    bodies = [division_file(division) for division in divisions]
    utf8 = any(_is_utf8(body) for body in bodies)
    if utf8:  # one encoding for all of them, or the configuration could not name it
        bodies = [_in_utf8(body) for body in bodies]
    named = list(zip(names, files, divisions, strict=True))
    config = config_file(here.told, named, "utf8" if utf8 else "")
    body = zipped(
        [
            ("config.tsh", config),
            *zip(files, bodies, strict=True),
            (REMARKS, _remarks(here)),
        ]
    )
    return Exported(f"{tournament.slug}-tsh.zip", body, "application/zip", here.remarks)


def _is_utf8(body: bytes) -> bool:
    if body.isascii():
        return False
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _in_utf8(body: bytes) -> bytes:
    return body if _is_utf8(body) else body.decode("latin-1").encode("utf-8")


def _tables(tournament: Tournament, here: Here, standings: Iterable[StandingRow]) -> Exported:
    body = zipped(
        [
            ("players.csv", players_table(here.told)),
            ("results.csv", results_table(here.told)),
            ("standings.csv", standings_table(standings)),
            ("results-absp.csv", results_for_absp(here.told)),
            ("results-coco.csv", results_for_coco(here.told)),
            (REMARKS, _remarks(here)),
        ]
    )
    return Exported(f"{tournament.slug}-tables.zip", body, "application/zip", here.remarks)


def _everything(
    tournament: Tournament,
    here: Here,
    standings: Iterable[StandingRow],
    games: Iterable[Sheet],
) -> Exported:
    everything = Everything(
        tilescribe=VERSION,
        tournament=SetUpTold(
            slug=tournament.slug,
            name=tournament.name,
            place=tournament.place,
            rulebook=tournament.rulebook,
            options=tournament.options,
            first_day=tournament.first_day,
            last_day=tournament.last_day,
            time_zone=tournament.time_zone,
            lexicon=tournament.lexicon,
            ties=tournament.ties,
        ),
        told=here.told,
        standings=tuple(standings),
        games=tuple(replay_of(sheet, tournament_name=tournament.name) for sheet in games),
        remarks=here.remarks,
    )
    body = msgspec.json.format(msgspec.json.encode(everything), indent=1)
    return Exported(f"{tournament.slug}.json", body, "application/json", here.remarks)


def _remarks(here: Here) -> bytes:
    return "".join(f"{line}\n" for line in lines_of_remarks(here.remarks)).encode()


def _word(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "-", name).strip("-").lower() or "division"


NO_MOMENT = (1980, 1, 1, 0, 0, 0)
"""When a file in a zip was made: never said, so that the same record gives the same bytes."""


def zipped(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Files in a zip, the same bytes for the same files."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, body in files:
            archive.writestr(ZipInfo(name, NO_MOMENT), body, ZIP_DEFLATED)
    return packed.getvalue()
