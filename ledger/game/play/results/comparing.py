"""What several people say of one result, compared: phones, slips, files, the table's own record.

Every door asks here whether what comes in contradicts what the players told on their phones. A
single phone may have been mistyped, so it only makes somebody look again. Scores that neither
player told are a matter for the director, whatever paper they come from.
"""

from __future__ import annotations

from msgspec import Struct

from ledger.game.facts.results import RecordsDiffer, ResultReported
from ledger.game.sheet.effective import standing
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Points, Seat, Totals


class ToldOtherwise(Struct, frozen=True, kw_only=True):
    """What players told on their phones, none of which is the result that comes in.

    Attributes:
      words: who told what, in the order of the pairing.
      differ: what waits for the director; ``None``: only one player told anything.
    """

    words: str
    differ: RecordsDiffer | None


def told_otherwise(sheet: Sheet, totals: Totals) -> ToldOtherwise | None:
    """What contradicts these scores; ``None``: nobody told any, or somebody told just these.

    Args:
      sheet: the game, with its seats as they are when the scores come in.
      totals: by seat.
    """
    reported = sheet.result.reported
    if not reported or any(one.totals == totals for one in reported):
        return None
    both = len(reported) == len(Seat)
    differ = RecordsDiffer(of_first=totals, of_second=reported[0].totals) if both else None
    return ToldOtherwise(words=_words(sheet), differ=differ)


def now_differs(sheet: Sheet, totals: Totals) -> tuple[RecordsDiffer, ...]:
    """What is written beside scores that contradict both players; empty: nothing, or it is known.

    What the director found once about the same two is not asked for again.
    """
    otherwise = told_otherwise(sheet, totals)
    if otherwise is None or otherwise.differ is None:
        return ()
    known = any(one.fact == otherwise.differ for one in standing(sheet.events))
    return () if known else (otherwise.differ,)


def reports_differ(sheet: Sheet, report: ResultReported) -> tuple[RecordsDiffer, ...]:
    """What is written beside a report where the other player told something else."""
    others = [one.totals for one in sheet.result.reported if one.seat is not report.seat]
    if not others or others[0] == report.totals:
        return ()
    first = report.seat is Seat.FIRST
    of = (report.totals, others[0]) if first else (others[0], report.totals)
    return (RecordsDiffer(of_first=of[0], of_second=of[1]),)


def may_hold(sheet: Sheet) -> tuple[Totals, ...]:
    """Scores that somebody told where papers of a result differ, by seat; empty: none differ."""
    differ = sheet.result.records_differ
    if differ is None:
        return ()
    reported = (one.totals for one in sheet.result.reported)
    return tuple(dict.fromkeys((differ.of_first, differ.of_second, *reported)))


def told_by_players(sheet: Sheet) -> tuple[Totals | None, Totals | None]:
    """What each player told on an own phone. Players and scores are in the order of the pairing."""
    of = {one.seat.place: as_paired(sheet, one.totals) for one in sheet.result.reported}
    one, two = of.get(Seat.FIRST.place), of.get(Seat.SECOND.place)
    return (one, two) if sheet.starter == 0 else (two, one)


def as_paired(sheet: Sheet, totals: Totals) -> Totals:
    """Scores of the seats in the order of the pairing, or the other way round."""
    one, two = totals
    return (one, two) if sheet.starter == 0 else (two, one)


def told_by_phone(sheet: Sheet) -> str:
    """What players told on their phones, in words; empty: nothing."""
    return _words(sheet) if sheet.result.reported else ""


def _words(sheet: Sheet) -> str:
    """``Ada and Bo told 401 – 400``, or each by name where they told different scores."""
    told = zip(sheet.scheduled.players, told_by_players(sheet), strict=True)
    scores = {name: scores_in_words(said) for name, said in told if said is not None}
    if len(set(scores.values())) == 1:
        return f"{' and '.join(scores)} told {next(iter(scores.values()))}"
    return ", ".join(f"{name} told {said}" for name, said in scores.items())


def scores_in_words(scores: tuple[Points, Points] | tuple[int, int]) -> str:
    """``412 – 388``."""
    return f"{scores[0]} – {scores[1]}"
