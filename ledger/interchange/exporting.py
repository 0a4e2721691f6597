"""A tournament as files to hand over, in every format."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO, StringIO
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.game.setting_up.facts import OptionValue
from ledger.game.sheet.sheet import Sheet
from ledger.gcg.exporting import exported
from ledger.hall.rows import StandingRow
from ledger.interchange import aupair, tsh_division
from ledger.interchange.aupair import not_carried, results_file
from ledger.interchange.from_record import Here, SheetOf, lines_of_remarks, told_here
from ledger.interchange.parsed import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    DivisionView,
    ParsedTournament,
    Report,
    guarded,
    told_of,
)
from ledger.interchange.tsh_division import (
    config_file,
    division_file,
    goes_by_spread,
    names_of,
    plan_not_written,
)
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.replay.replayed import Replayed, replay_of
from ledger.tournament.facts import TieBreak
from ledger.tournament.tournament import Tournament

# Writing tables: our own of players, results and standings, and those that others ask for.


PLAYERS = (
    "Number", "Name", "Division", "Rating", "Team", "Class", "ID", "Fixed Table", "Withdrawn",
)  # fmt: skip
RESULTS = (
    "Division", "Round", "Table", "Player 1", "Score 1", "Player 2", "Score 2", "Started",
    "Bye",
)  # fmt: skip
STANDINGS = ("Division", "Place", "Number", "Name", "Wins", "Losses", "Spread", "Games")
OF_COCO = ("Submitted On", "Round", "Winner", "Winners Score", "Opponent", "Opponents Score")


class Played(Struct, frozen=True):
    """A game with its result, who started first where that is known."""

    division: str
    round_number: int
    table: int
    names: tuple[str, str]
    scores: tuple[int, int]
    started: bool


def players_table(parsed: ParsedTournament) -> bytes:
    """Every player, under the number in the tournament."""
    return _table(
        PLAYERS,
        (
            (each.numbered or each.number, each.name, division.name, each.rating, each.team,
             " ".join(each.classes), each.member, each.table or "",
             "" if each.off is None else "yes")
            for division in parsed.divisions
            for each in division.entrants
        ),
    )  # fmt: skip


def results_table(parsed: ParsedTournament) -> bytes:
    """A game a row, and each round without an opponent that counts, its spread for the score."""
    return _table(RESULTS, _result_rows(parsed))


def of_results_alone(parsed: ParsedTournament) -> Iterator[str]:
    """What a table of results does not say of the players."""
    yield say("interchange.results-alone")
    nobodys = [
        each.name
        for division in parsed.divisions
        for each in division.entrants
        if not any(outing.opponent or outing.score for outing in each.outings)
    ]
    if nobodys:
        yield say("interchange.without-a-round", names=", ".join(nobodys))


def _result_rows(parsed: ParsedTournament) -> Iterator[Sequence[object]]:
    for division in parsed.divisions:
        for at in range(1, division.rounds + 1):
            for game in _games(division, at, scored=False):
                one, two = game.names
                scores = ("", "") if game.scores == NOT_YET else game.scores
                yield (division.name, at, game.table or "", one, scores[0], two, scores[1],
                       1 if game.started else "", "")  # fmt: skip
            for each in division.entrants:
                outing = each.outing(at)
                if outing.opponent == 0 and (outing.score or outing.half_wins is not None):
                    worth = BYES.get(outing.half_wins, "")
                    yield division.name, at, "", each.name, outing.score or 0, "", "", "", worth


def results_for_absp(parsed: ParsedTournament) -> bytes:
    """Results as the British association takes them: no header, who started first, no byes."""
    games = (game for division in parsed.divisions for game in _all_games(division))
    return _table(
        (),
        (
            (game.division or "A", game.round_number, game.names[0], game.scores[0],
             game.names[1], game.scores[1])
            for game in games
        ),
    )  # fmt: skip


def results_for_coco(parsed: ParsedTournament) -> bytes:
    """Results as CoCo takes them: the winner first."""
    day = parsed.day
    rows = []
    for game in (game for division in parsed.divisions for game in _all_games(division)):
        (one, two), (mine, others) = game.names, game.scores
        if others > mine:
            one, two, mine, others = two, one, others, mine
        rows.append((day, game.round_number, one, mine, two, others))
    return _table(OF_COCO, rows)


def standings_table(standings: Iterable[StandingRow]) -> bytes:
    return _table(
        STANDINGS,
        (
            (row.division, row.place, row.number or "", row.name, _half(row.wins),
             _half(row.losses), row.spread, row.games)
            for row in standings
        ),
    )  # fmt: skip


BYES: dict[int | None, str] = {2: "won", 1: "half", 0: "lost"}
"""What a round without an opponent counts for, by its half wins; the score alone can't say it."""

NOT_YET = (-100_000, -100_000)  # scores of a game that has none


def _all_games(division: DivisionView) -> Iterator[Played]:
    for at in range(1, division.rounds + 1):
        yield from _games(division, at, scored=True)


def _games(division: DivisionView, at: int, *, scored: bool) -> Iterator[Played]:
    by_number = {each.number: each for each in division.entrants}
    for each in division.entrants:
        mine = each.outing(at)
        other = by_number.get(mine.opponent or 0)
        if other is None or other.number < each.number:
            continue
        others = other.outing(at)
        has_scores = mine.score is not None and others.score is not None
        if scored and not has_scores:
            continue
        scores = (mine.score or 0, others.score or 0) if has_scores else NOT_YET
        first, second = each, other
        if mine.started is False or others.started is True:
            first, second, scores = other, each, (scores[1], scores[0])
        known = mine.started is not None or others.started is not None
        yield Played(
            division.name, at, mine.table, (first.name, second.name), scores, started=known
        )


def _half(wins: float) -> str:
    return f"{wins:g}"


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A table as spreadsheets open it: UTF-8 that says so, no cell that is taken for a formula."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    if header:
        writer.writerow(header)
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue().encode("utf-8-sig" if header else "utf-8")


# JSON of everything about a tournament, versioned, and what of it is read back.


VERSION = 1  # of the format. A reader refuses a later one; fields may come without a new one.


class SetUpView(Struct, frozen=True, kw_only=True):
    """How a tournament is set up.

    Attributes:
      options: what the organiser settled, as (name, value).
      lexicon: name of the word source.
    """

    slug: str
    name: str
    place: str = ""
    rulebook: str = ""
    options: tuple[tuple[str, OptionValue], ...] = ()
    first_day: str = ""
    last_day: str = ""
    time_zone: str = ""
    lexicon: str = ""
    ties: tuple[TieBreak, ...] = ()


class Everything(Struct, frozen=True, kw_only=True):
    """A tournament as one object.

    Attributes:
      told: players, pairings, starts, byes and results, as all files tell them; what is read back.
      games: every game turn by turn, as its page has it.
      remarks: what does not count for ratings, and why.
    """

    tilescribe: int
    tournament: SetUpView
    told: ParsedTournament
    standings: tuple[StandingRow, ...] = ()
    games: tuple[Replayed, ...] = ()
    remarks: tuple[str, ...] = ()


class _ReadBack(Struct, frozen=True, kw_only=True):
    """What of it is taken in again."""

    tilescribe: int
    told: ParsedTournament


_WHOLE = msgspec.json.Decoder(_ReadBack)  # made while there is one thread


def read_everything(data: bytes, report: Report) -> ParsedTournament:
    try:
        read = _WHOLE.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        report.unusable(0, "not-understood", say("interchange.not-ours-in-json", wrong=wrong))
        return ParsedTournament()
    if read.tilescribe != VERSION:
        said = say("interchange.other-version", version=read.tilescribe, here=VERSION)
        report.unusable(0, "not-understood", said)
        return ParsedTournament()
    if not _makes_sense(read.told):
        report.unusable(0, "not-understood", say("interchange.not-numbered"))
        return ParsedTournament()
    for division in read.told.divisions:
        for entrant in division.entrants:
            report.understood(0, told_of(entrant, division.name))
    return read.told


def _makes_sense(parsed: ParsedTournament) -> bool:
    """Whether numbers are what they are said to be, and nothing is without bounds."""
    players = [each for division in parsed.divisions for each in division.entrants]
    names = [division.name for division in parsed.divisions]
    return (
        len(players) <= MOST_PLAYERS
        and len(set(names)) == len(names)
        and all(
            each.number == place
            for division in parsed.divisions
            for place, each in enumerate(division.entrants, 1)
        )
        and all(len(each.outings) <= MOST_ROUNDS and 0 <= each.rating <= 9999 for each in players)
    )


Kind = Literal["tsh", "tou", "csv", "json", "gcg"]
KINDS: tuple[Kind, ...] = ("tsh", "tou", "csv", "json", "gcg")

REMARKS = "remarks.txt"


class Exported(Struct, frozen=True):
    """A file to hand over.

    Attributes:
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
      games: sheets of its games, as whoever asks is shown them; for JSON and game files.
      table: of tables the one of results alone, not a zip of all.
    """
    plain = tournament.slug
    if kind == "gcg":
        return games_zip(tournament, games)
    here = told_here(tournament, sheet)
    match kind:
        case "tou":
            if not tournament.first_day:
                raise refusal("no-first-day", name=tournament.name)
            otherwise = aupair.names_otherwise(here.told)
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
            otherwise = tsh_division.names_otherwise(here.told)
            remarks = (*here.remarks, *_named_otherwise(otherwise), *goes_by_spread(here.told))
            remarks = (*remarks, *plan_not_written(here.told))
            return _for_tsh(tournament, replace(here, remarks=remarks))


def _named_otherwise(names: Sequence[tuple[str, str]]) -> Iterator[str]:
    """That names are not written as they are here; taken in again they are known all the same."""
    if names:
        listed = "; ".join(
            say("interchange.written-as", name=name, written=written) for name, written in names
        )
        yield say("interchange.written-otherwise", names=listed)


def games_zip(tournament: Tournament, games: Iterable[Sheet]) -> Exported:
    """The game files of a tournament, one for each game that was recorded turn by turn."""
    files = [
        (_named(sheet), exported(sheet, tournament.name)) for sheet in games if sheet.turn_count
    ]
    said = () if files else (say("interchange.no-games-zipped"),)
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
    if len(divisions) <= 1 and not any(one.plan for one in divisions):
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
        tournament=SetUpView(
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


def zipped(files: Sequence[tuple[str, bytes]], begun: bytes = b"") -> bytes:
    """Files in a zip, the same bytes for the same files.

    Args:
      begun: a zip that they are put in behind what it holds.
    """
    packed = BytesIO(begun)
    with ZipFile(packed, "a" if begun else "w", ZIP_DEFLATED) as archive:
        for name, body in files:
            archive.writestr(ZipInfo(name, NO_MOMENT), body, ZIP_DEFLATED)
    return packed.getvalue()
