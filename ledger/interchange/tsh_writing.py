"""Writing for tsh: a division a file, and where there are several a configuration with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ledger.interchange.described import DivisionView, Entrant, Outing, ParsedTournament
from ledger.interchange.names import as_tsh_has_it
from ledger.interchange.tsh_config import NAME as RESERVED
from ledger.interchange.tsh_division import GAP_WRITTEN, HALF_WINS, MEMBER

WIDTH = 22  # columns of a name; a longer one is written whole
LAST_OF_LATIN = 0xFF  # the last letter of ISO-8859-1
UNDETERMINED = 4  # of who went first


def division_file(division: DivisionView, remarks: Sequence[str] = ()) -> bytes:
    """A division as its ``.t`` file, in ISO-8859-1 where its names can be written in that."""
    return encoded("".join(f"{line}\n" for line in _lines(division, remarks)))


def encoded(text: str) -> bytes:
    """Text as the other program reads it by itself, else in UTF-8, which it has to be told."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8")


def _lines(division: DivisionView, remarks: Sequence[str]) -> Iterator[str]:
    for remark in remarks:
        yield f"# {' '.join(remark.split())}"
    for entrant, name in zip(division.entrants, _written(division), strict=True):
        yield player_line(replace(entrant, name=name))


def player_line(entrant: Entrant) -> str:
    """A player as a line.

    >>> player_line(Entrant(number=1, name="Fernweh, Ada", rating=1650))
    'Fernweh, Ada           1650'
    """
    name = name_written(entrant)
    text = f"{name:<{WIDTH}}{entrant.rating:>5}"
    if f"{name}  " not in text:  # or nobody could tell where a name that ends in a number ends
        text = f"{name}  {entrant.rating}"
    scores = [_number(outing.score) for outing in entrant.outings]
    while scores and scores[-1] == GAP_WRITTEN:
        scores.pop()
    parts = [
        " ".join((text, *(_number(outing.opponent) for outing in entrant.outings))),
        " ".join(scores),
        *(f"{key} {_escaped(value)}".strip() for key, value in sorted(_values(entrant))),
    ]
    while parts and not parts[-1]:
        parts.pop()
    return "; ".join(parts)


def name_written(entrant: Entrant) -> str:
    """The name as it can stand before a rating, with the number as a member behind a colon."""
    name = _plain(entrant)
    return f"{name}:{entrant.member}" if MEMBER.fullmatch(entrant.member) else name


def _plain(entrant: Entrant) -> str:
    return as_tsh_has_it(entrant.name, entrant.number)


def _written(division: DivisionView) -> list[str]:
    """The names of a division as its file has them, none alike that are two here.

    Who is written there as here keeps the name; others get their number behind it.

    >>> there = (Entrant(number=1, name="O;Neil"), Entrant(number=2, name="O,Neil"))
    >>> _written(DivisionView(name="", entrants=there))
    ['O,Neil (1)', 'O,Neil']
    """
    plains = [_plain(entrant) for entrant in division.entrants]
    here = [" ".join(entrant.name.split()) for entrant in division.entrants]
    whose: dict[str, set[str]] = {}
    for plain, name in zip(plains, here, strict=True):
        whose.setdefault(plain.casefold(), set()).add(name.casefold())
    return [
        plain
        if plain == name or len(whose[plain.casefold()]) == 1
        else f"{plain} ({entrant.number})"
        for plain, name, entrant in zip(plains, here, division.entrants, strict=True)
    ]


def names_otherwise(parsed: ParsedTournament) -> tuple[tuple[str, str], ...]:
    """Each name that is written otherwise in a ``.t`` file, and how; accents are kept.

    >>> there = (Entrant(number=1, name="Żółć, Ada"), Entrant(number=2, name="# Gull; Bo"))
    >>> names_otherwise(ParsedTournament((DivisionView(name="", entrants=there),)))
    (('# Gull; Bo', 'Gull, Bo'),)
    """
    return tuple(
        (entrant.name, written)
        for division in parsed.divisions
        for entrant, written in zip(division.entrants, _written(division), strict=True)
        if written != " ".join(entrant.name.split())
    )


def is_utf8(parsed: ParsedTournament) -> bool:
    """Whether a name has a letter that ISO-8859-1 has not, so that UTF-8 is written."""
    return any(
        ord(letter) > LAST_OF_LATIN
        for division in parsed.divisions
        for entrant in division.entrants
        for letter in _plain(entrant)
    )


def _values(entrant: Entrant) -> Iterator[tuple[str, str]]:
    games = [outing for outing in entrant.outings if outing.opponent]
    if any(outing.table for outing in games):
        yield "board", " ".join(str(outing.table) for outing in entrant.outings)
    if entrant.classes:
        yield "class", " ".join(entrant.classes)
    if any(map(_is_told_apart, entrant.outings)):
        yield (
            HALF_WINS,
            " ".join(
                str(outing.half_wins) if _is_told_apart(outing) else GAP_WRITTEN
                for outing in entrant.outings
            ),
        )
    if entrant.member and not MEMBER.fullmatch(entrant.member):
        yield "id", entrant.member
    if entrant.off is not None:
        yield "off", str(entrant.off)
    if entrant.outings:
        yield (
            "p12",
            " ".join(
                "0"
                if not outing.opponent
                else {True: "1", False: "2", None: str(UNDETERMINED)}[outing.started]
                for outing in entrant.outings
            ),
        )
    if entrant.team:
        yield "team", " ".join(entrant.team.split())
    yield from entrant.others


def _is_told_apart(outing: Outing) -> bool:
    """Whether it has no opponent, and the sign of its score does not say what it counts for."""
    if outing.opponent != 0 or outing.half_wins is None:
        return False
    score = outing.score or 0
    return not score or outing.half_wins != (2 if score > 0 else 0)


def goes_by_spread(parsed: ParsedTournament) -> Iterator[str]:
    """What tsh takes otherwise, though a keyword of ours has it read back here as it was."""
    for division in parsed.divisions:
        for entrant in division.entrants:
            for at, outing in enumerate(entrant.outings, 1):
                if _is_told_apart(outing) and (outing.half_wins or outing.score):
                    what = {2: "won", 1: "half won"}.get(outing.half_wins or 0, "lost")
                    said = f"Round {at}: {entrant.name} has a bye that was {what}"
                    yield f"{said}, spread {outing.score or 0:+d}; tsh goes by the spread alone."


def _number(value: int | None) -> str:
    return GAP_WRITTEN if value is None else str(value)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace(";", "\\;")


def config_file(
    parsed: ParsedTournament, files: Sequence[tuple[str, str, DivisionView]], encoding: str
) -> bytes:
    """The configuration that names the division files.

    Args:
      files: of each division the name it has there, its file, and what it is.
      encoding: of the division files; empty: the other program's own.
    """
    lines = ["# Written from the record of the tournament."]
    lines += [f"division {name} {file}" for name, file, _ in files]
    if parsed.name:
        lines.append(f"config event_name = {_quoted(parsed.name)}")
    if parsed.day:
        lines.append(f"config event_date = {_quoted(parsed.day)}")
    for name, _, division in files:
        rounds = division.planned or division.rounds
        if rounds:
            lines.append(f"config max_div_rounds{{{_quoted(name)}}} = {rounds}")
    for name, _, division in files:
        lines += [
            f"config {RESERVED}{{{_quoted(name)}}}[{each.number}] = {each.table}"
            for each in division.entrants
            if each.table
        ]
    if encoding:
        lines.append(f"config tfile_encoding = {_quoted(encoding)}")
    return encoded("".join(f"{line}\n" for line in lines))


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{plain}'"


def names_of(divisions: Sequence[DivisionView]) -> list[str]:
    """What the divisions are called there: one word each, no two alike.

    >>> names_of([DivisionView("Open"), DivisionView("Late Birds"), DivisionView("")])
    ['Open', 'Late_Birds', 'A']
    """
    found: list[str] = []
    for division in divisions:
        plain = re.sub(r"[^\w-]+", "_", division.name).strip("_") or "A"
        name, again = plain, 1
        while name.casefold() in {one.casefold() for one in found}:
            again += 1
            name = f"{plain}{again}"
        found.append(name)
    return found
