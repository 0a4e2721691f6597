"""Results files of AUPAIR, read and written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from msgspec import Struct

from ledger.interchange.names import WIDTH, as_aupair_has_them, in_ascii
from ledger.interchange.parsed import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    DivisionView,
    Entrant,
    Outing,
    ParsedTournament,
    Report,
    told_of,
    too_long,
)
from ledger.interchange.tsh_config import day_in
from ledger.interchange.tsh_division import names_of
from ledger.messages import say
from ledger.messages.written import grouped
from ledger.vocabulary.names import turned

# Reading a results file of AUPAIR, ``.tou``: a section a division, a pair of numbers a round.
#
# The first of the pair holds outcome and score in one number (2431: won with 431), the second the
# opponent, with a plus before it where the player went first. A bye is a game against oneself.


HEADER = re.compile(r"\*([A-Za-z])(\d{1,2}\.\d{1,2}\.\d{4})\s*(.*)", re.ASCII)
END = re.compile(r"\*+\s*END OF FILE", re.IGNORECASE)
SCORE = re.compile(r"[-+]?[0-9]{1,4}")
OPPONENT = re.compile(r"(\+?)([0-9]{1,5})")
CUTS = (20, 30)  # columns where the name ends, as different programs write it

WIN, TIE, LEAST_WIN = 2000, 1000, 1950
"""What is added to a winning and a tied score; from the last on (excluded) it is a win, so that a
game won with minus five, 1995, is one."""

HALF_A_BYE = 1350
BYE_OF_NOTHING = WIN + 1
"""A bye that was won and moves no spread; ``WIN`` alone would be none that was won."""


class _Pair(Struct, frozen=True):
    """One round as it is written."""

    value: int
    opponent: int
    first: bool
    split: bool = False


class _Row(Struct, frozen=True):
    line: int
    name: str
    pairs: tuple[_Pair, ...]


def read_aupair(lines: Sequence[str], report: Report) -> ParsedTournament:
    """A tournament as such a file tells it, its sections as divisions."""
    name = day = ""
    sections: list[tuple[str, list[tuple[int, str]]]] = []
    players = 0
    for number, line in enumerate(lines, 1):
        if too_long(line, number, report):
            continue
        line = line.expandtabs(8).rstrip()  # noqa: PLW2901
        if END.match(line):
            break
        if header := HEADER.fullmatch(line):
            name, day = name or header.group(3).strip(), day or day_in(header.group(2))
            report.understood(number, _event_told(header.group(3).strip(), day))
        elif line.startswith("*"):
            sections.append((line[1:].strip(), []))
            report.understood(number, say("interchange.division-read", division=line[1:].strip()))
        elif not line.strip() or (line.startswith(" ") and HIGH_WORD.fullmatch(line.strip())):
            continue
        else:
            if not sections:
                sections.append(("", []))
            players += 1
            if players > MOST_PLAYERS:
                report.unusable(
                    number,
                    "too-many-players",
                    say("interchange.too-many-players", most=grouped(MOST_PLAYERS)),
                )
                return ParsedTournament()
            sections[-1][1].append((number, line))
    seen: dict[str, int] = Counter(section for section, _ in sections)
    for twice in (section for section, count in seen.items() if count > 1):
        report.unusable(0, "division-twice", say("interchange.section-twice", name=repr(twice)))
        return ParsedTournament()
    divisions = tuple(_division(section, told, len(sections), report) for section, told in sections)
    return ParsedTournament(divisions=divisions, name=name, day=day)


def _event_told(name: str, day: str) -> str:
    event = name or say("interchange.an-event")
    if not day:
        return say("interchange.event-without-day", event=event)
    return say("interchange.event-on", event=event, day=day)


HIGH_WORD = re.compile(r"[0-9]{1,4}")
"""What stands alone on the line after the name of a section: the score of a high word, or 0."""


def _division(
    section: str, lines: Sequence[tuple[int, str]], sections: int, report: Report
) -> DivisionView:
    rows = list(_rows(lines, report))
    usual = Counter(len(row.pairs) for row in rows).most_common(1)
    name = section if sections > 1 else ""
    entrants = tuple(
        _entrant(number, row, usual[0][0], report) for number, row in enumerate(rows, 1)
    )
    for each in entrants:
        report.understood(each.line, told_of(each, name))
    return DivisionView(name=name, entrants=entrants, file=report.file)


def _rows(lines: Sequence[tuple[int, str]], report: Report) -> Iterator[_Row]:
    """The players' lines, cut where all of them can be cut alike; else where most would be.

    A line without rounds among others with them is nobody's: other readers pass it by as well,
    and count the players without it.
    """
    for cut in CUTS:
        rows = [_at_column(number, line, cut) for number, line in lines]
        if rows and None not in rows and len({len(row.pairs) for row in rows if row}) == 1:
            yield from (row for row in rows if row)
            return
    ways = {number: list(_by_words(line)) for number, line in lines}
    rounds = Counter(len(pairs) for found in ways.values() for _, pairs in found[:1])
    usual = rounds.most_common(1)[0][0] if rounds else 0
    for number, line in lines:
        found = ways[number]
        fitting = [way for way in found if len(way[1]) == usual] or found
        if not fitting or (usual and not fitting[0][1]):
            report.left_out(
                number, "not-understood", say("interchange.no-rounds-after-name", line=line[:60])
            )
            continue
        yield _Row(number, *fitting[0])


def _at_column(number: int, line: str, cut: int) -> _Row | None:
    """A line whose name fills so many columns; ``None`` where it does not read like that."""
    name, rest = line[:cut].strip(), line[cut:]
    if not name or MEANS_ROUNDS.search(line[:cut]):
        return None
    if len(line) > cut and line[cut - 1] != " " and len(name) < cut and rest[:1].strip():
        return None
    pairs = _in_nines(rest) if cut == CUTS[0] else None
    if pairs is None:
        pairs = _pairs(rest.split())
    return None if pairs is None else _Row(number, name, pairs)


MEANS_ROUNDS = re.compile(r"\s[0-9]{3,4}\s+\+?[0-9]+(\s|$)")
"""A score and an opponent where a name should be: the name does not fill its columns."""


def _in_nines(rest: str) -> tuple[_Pair, ...] | None:
    """Rounds of nine columns: a blank, the outcome, three of the score, a blank, the opponent.

    Written like that a score below 100 stands apart from its outcome, ``2 50``.
    """
    chunks = [rest[at : at + 9].ljust(9) for at in range(0, len(rest), 9)]
    pairs = []
    for chunk in chunks[: MOST_ROUNDS + 1]:
        match = NINE.fullmatch(chunk)
        if match is None:
            return None
        outcome, score, first, opponent = match.groups()
        lead = WIN if outcome == "2" else TIE if outcome == "1" else 0
        apart = bool(lead) and score.startswith(" ")
        pairs.append(_Pair(lead + int(score), int(opponent), bool(first), apart))
    return tuple(pairs)


NINE = re.compile(r" ([ 12])( *-?[0-9]{1,3}) (?: {0,2})(\+?)([0-9]{1,4})")


def _pairs(words: Sequence[str]) -> tuple[_Pair, ...] | None:
    """Rounds from words; ``None`` where they are none. A lone 1 or 2 goes with what follows."""
    pairs: list[_Pair] = []
    at = 0
    while at < len(words):
        split = words[at] in ("1", "2") and at + 2 < len(words) and SHORT.fullmatch(words[at + 1])
        if split and not OPPONENT.fullmatch(words[at + 2]):
            split = None
        lead = int(words[at]) * TIE if split else 0
        at += 1 if split else 0
        if at + 1 >= len(words) or len(pairs) > MOST_ROUNDS:
            return None
        score, opponent = SCORE.fullmatch(words[at]), OPPONENT.fullmatch(words[at + 1])
        if score is None or opponent is None:
            return None
        value = lead + int(words[at])
        pairs.append(_Pair(value, int(opponent[2]), bool(opponent[1]), bool(split)))
        at += 2
    return tuple(pairs)


SHORT = re.compile(r"-?[0-9]{1,3}")


def _by_words(line: str) -> Iterator[tuple[str, tuple[_Pair, ...]]]:
    """The ways to cut a line into name and rounds, the shortest name first."""
    words = line.split()
    begin = len(words)
    while begin > 1 and (SCORE.fullmatch(words[begin - 1]) or OPPONENT.fullmatch(words[begin - 1])):
        begin -= 1
    for at in range(max(begin, 1), min(len(words), begin + 8) + 1):
        pairs = _pairs(words[at:])
        if pairs is not None:
            yield " ".join(words[:at]), pairs


def _entrant(number: int, row: _Row, usual: int, report: Report) -> Entrant:
    if len(row.pairs) != usual:
        said = say("interchange.rounds-differ", n=len(row.pairs), usual=usual)
        report.remark(row.line, "rounds-differ", said)
    if "BYE" in "".join(letter for letter in row.name.upper() if letter.isalpha()):
        said = say("interchange.taken-for-a-bye", name=row.name[:40])
        report.remark(row.line, "dummy-player", said)
    if any(pair.split for pair in row.pairs):
        report.remark(row.line, "score-split", say("interchange.score-split"))
    outings = tuple(
        _outing(pair, number, row.line, at, report) for at, pair in enumerate(row.pairs, 1)
    )
    return Entrant(number=number, name=row.name, line=row.line, outings=outings)


def _outing(pair: _Pair, number: int, line: int, at: int, report: Report) -> Outing:
    if pair.opponent == number:
        return _without_opponent(pair.value, line, at, report)
    won = pair.value > LEAST_WIN
    tied = not won and pair.value >= TIE
    score = pair.value - (WIN if won else TIE if tied else 0)
    return Outing(opponent=pair.opponent, score=score, started=True if pair.first else None)


def _without_opponent(value: int, line: int, at: int, report: Report) -> Outing:
    if value == 0:
        return Outing(opponent=0, score=0)
    if value > WIN:
        spread = value - WIN if value > BYE_OF_NOTHING else None
        return Outing(opponent=0, score=spread, half_wins=2)
    if value == HALF_A_BYE:
        return Outing(opponent=0, half_wins=1)
    said = say("interchange.bye-lost", number=at, value=value)
    report.remark(line, "bye-lost", said)
    return Outing(opponent=0, score=-abs(value), half_wins=0)


HIGH_WORD_AT = 38  # column of the line for a high word, which stands for none with a zero

MOST_BEFORE_WIDER = 99
"""Players whose numbers fit beside a plus; with more each round is a column wider."""


def results_file(parsed: ParsedTournament) -> bytes:
    return "".join(f"{line}\r\n" for line in _lines(parsed)).encode("ascii")


def not_carried(parsed: ParsedTournament) -> Iterator[str]:
    """What a reader of such a file is to know of it, for it can't say so itself."""
    for division in parsed.divisions:
        names = _names(division)
        for entrant, name in zip(division.entrants, names, strict=True):
            if "?" in name:
                yield (say("interchange.letters-lost", name=entrant.name, written=name))
            if "BYE" in "".join(letter for letter in name.upper() if letter.isalpha()):
                yield say("interchange.bye-in-a-name", name=entrant.name)
            for at, outing in enumerate(entrant.outings, 1):
                if outing.opponent == 0 and outing.half_wins == 1 and outing.score:
                    yield say("interchange.half-a-bye", number=at, name=entrant.name)
        open_games = sum(
            bool(outing.opponent) and outing.score is None
            for each in division.entrants
            for outing in each.outings
        )
        if open_games:
            yield say("interchange.games-without-result", n=open_games // 2)


def names_otherwise(parsed: ParsedTournament) -> tuple[tuple[str, str], ...]:
    """Each name that loses something in the file, and as the file has it: accents, its end.

    That the given name comes first there is no loss.

    >>> from ledger.interchange.parsed import DivisionView, Entrant
    >>> names = ("Żółć, Ada", "Fernweh, Bo")
    >>> there = tuple(Entrant(number=at, name=name) for at, name in enumerate(names, 1))
    >>> names_otherwise(ParsedTournament((DivisionView(name="", entrants=there),)))
    (('Żółć, Ada', 'Ada Zolc'),)
    """
    found: list[tuple[str, str]] = []
    for division in parsed.divisions:
        names = [entrant.name for entrant in division.entrants]
        found += (
            (name, written)
            for name, written in zip(names, _names(division), strict=True)
            if " ".join(turned(name).split()) != written
        )
    return tuple(found)


def _names(division: DivisionView) -> list[str]:
    """The players of a division as the file calls them, in their order."""
    entrants = division.entrants
    return as_aupair_has_them([one.name for one in entrants], [one.member for one in entrants])


def _lines(parsed: ParsedTournament) -> Iterator[str]:
    day = date.fromisoformat(parsed.day)
    yield f"*M{day:%d.%m.%Y} {' '.join(in_ascii(parsed.name).split())}".rstrip()
    for name, division in zip(names_of(parsed.divisions), parsed.divisions, strict=True):
        yield f"*{in_ascii(name)}"
        yield f"{'':{HIGH_WORD_AT}}0"
        yield from _players(division)
    yield "*** END OF FILE ***"


def _players(division: DivisionView) -> Iterator[str]:
    names = _names(division)
    by_number = {entrant.number: entrant for entrant in division.entrants}
    wide = 4 if len(names) > MOST_BEFORE_WIDER else 3
    for name, entrant in zip(names, division.entrants, strict=True):
        rounds = "".join(
            f" {value:>4} {opponent:>{wide}}"
            for value, opponent in (
                _written(entrant, by_number, at) for at in range(1, division.rounds + 1)
            )
        )
        yield f"{name:<{WIDTH}}{rounds}"


def _written(entrant: Entrant, by_number: dict[int, Entrant], at: int) -> tuple[str, str]:
    outing = entrant.outing(at)
    other = by_number.get(outing.opponent or 0)
    if other is None or outing.score is None or other.outing(at).score is None:
        return _alone(outing), str(entrant.number)
    first = "+" if outing.started else ""
    return _score(outing.score, other.outing(at).score or 0), f"{first}{other.number}"


def _alone(outing: Outing) -> str:
    """A bye that was won, half of one, or nothing at all."""
    if outing.opponent == 0 and outing.half_wins == 2:
        return str(max(WIN + (outing.score or 0), BYE_OF_NOTHING))
    if outing.opponent == 0 and outing.half_wins == 1:
        return str(HALF_A_BYE)
    return "0000"


def _score(mine: int, others: int) -> str:
    """Outcome and score in one.

    >>> _score(50, 20), _score(-5, -20), _score(355, 355), _score(98, 400)
    ('2050', '1995', '1355', '98')
    """
    if mine > others:
        return f"{WIN + mine:04d}"
    return f"{TIE + mine:04d}" if mine == others else str(mine)
