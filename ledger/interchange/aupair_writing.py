"""Writing a results file of AUPAIR, as WESPA's ratings take it: ASCII, lines ending in CR LF.

A name has twenty columns, a round nine: a blank, the outcome and three figures of the score, always
with zeros behind an outcome, a blank and the opponent. A round without a rated game is one against
oneself, which counts neither as a game nor by its score.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ledger.interchange.aupair_reading import BYE_OF_NOTHING, HALF_A_BYE, TIE, WIN
from ledger.interchange.described import DivisionTold, Entrant, Outing, Told
from ledger.interchange.names import WIDTH, as_aupair_has_them, in_ascii
from ledger.interchange.tsh_writing import names_of
from ledger.vocabulary.names import turned

HIGH_WORD_AT = 38
"""Column of the line for a high word, which stands for none with a zero."""

MOST_BEFORE_WIDER = 99
"""Players whose numbers fit beside a plus; with more each round is a column wider."""


def results_file(told: Told) -> bytes:
    """The tournament, whose first day is set, with all its divisions."""
    return "".join(f"{line}\r\n" for line in _lines(told)).encode("ascii")


def not_carried(told: Told) -> Iterator[str]:
    """What a reader of such a file is to know of it, for it can't say so itself."""
    for division in told.divisions:
        names = _names(division)
        for entrant, name in zip(division.entrants, names, strict=True):
            if "?" in name:
                yield (
                    f"{entrant.name}: the file has {name}; it takes no letters of that script. "
                    "Enter the member number, and the file names that."
                )
            if "BYE" in "".join(letter for letter in name.upper() if letter.isalpha()):
                yield f"{entrant.name}: some programs take a name with BYE in it for a bye."
            for at, outing in enumerate(entrant.outings, 1):
                if outing.opponent == 0 and outing.half_wins == 1 and outing.score:
                    yield f"Round {at}: {entrant.name} has half a bye; its spread is left out."
        open_games = sum(
            bool(outing.opponent) and outing.score is None
            for each in division.entrants
            for outing in each.outings
        )
        if open_games:
            yield f"{open_games // 2} games have no result, and are written as none."


def names_otherwise(told: Told) -> tuple[tuple[str, str], ...]:
    """Each name that loses something in the file, and as the file has it: accents, its end.

    That the given name comes first there is no loss.

    >>> from ledger.interchange.described import DivisionTold, Entrant
    >>> names = ("Żółć, Ada", "Fernweh, Bo")
    >>> there = tuple(Entrant(number=at, name=name) for at, name in enumerate(names, 1))
    >>> names_otherwise(Told((DivisionTold(name="", entrants=there),)))
    (('Żółć, Ada', 'Ada Zolc'),)
    """
    found: list[tuple[str, str]] = []
    for division in told.divisions:
        names = [entrant.name for entrant in division.entrants]
        found += (
            (name, written)
            for name, written in zip(names, _names(division), strict=True)
            if " ".join(turned(name).split()) != written
        )
    return tuple(found)


def _names(division: DivisionTold) -> list[str]:
    """The players of a division as the file calls them, in their order."""
    entrants = division.entrants
    return as_aupair_has_them([one.name for one in entrants], [one.member for one in entrants])


def _lines(told: Told) -> Iterator[str]:
    day = date.fromisoformat(told.day)
    yield f"*M{day:%d.%m.%Y} {' '.join(in_ascii(told.name).split())}".rstrip()
    for name, division in zip(names_of(told.divisions), told.divisions, strict=True):
        yield f"*{in_ascii(name)}"
        yield f"{'':{HIGH_WORD_AT}}0"
        yield from _players(division)
    yield "*** END OF FILE ***"


def _players(division: DivisionTold) -> Iterator[str]:
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
