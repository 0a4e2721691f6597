"""The form of a ruling: the finding, the rule, how a gap is read, and what follows."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from ledger.asking.asked import Asked
from ledger.desk.refused import RefusedRequest
from ledger.game.play.clock.timers import SetTimes
from ledger.game.play.deciding import AnyAsked
from ledger.game.play.endings.forfeits import Forfeit
from ledger.game.play.results.amendments import AmendResult
from ledger.game.play.results.papers import SettlePapers
from ledger.game.play.scores.agreeing import ApplyCredit, ApplyPenalty
from ledger.incidents.case_file import CaseFile
from ledger.incidents.finding import Finding
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import GiveRuling
from ledger.vocabulary import Points, Seconds
from web.cases.fields import number, pair, seat_of, text, whole_number
from web.cases.rule_field import rule_in


def ruling_of(
    file: CaseFile, refused: RefusedRequest | None, drafted: GiveRuling | None = None
) -> GiveRuling:
    """The ruling that the form asks for, with all that is to follow from it.

    Args:
      file: the case.
      refused: the refused request it began with.
      drafted: the prepared ruling that the form was filled from.
    """
    chosen = text("reading")
    seat = seat_of("against")
    conduct = None
    if seat is not None:
        conduct = Finding(
            seat=seat,
            offence=text("offence") or "other",
            level=number("level") if text("level") else None,
            minor=bool(text("minor")),
            state_of_mind=cast("Any", text("mind")),
        )
    return GiveRuling(
        game=file.opened.game,
        finding=text("finding"),
        citation=rule_in("citation"),
        consequences=tuple(line.strip() for line in text("consequences").splitlines() if line),
        conduct=conduct,
        found=text("found"),
        trap=text("trap") if chosen or text("another") else "",
        reading="" if chosen == "another" else chosen,
        another=text("another") if chosen in ("", "another") else "",
        gap=bool(text("gap")),
        although=text("although"),
        follows=(
            *(drafted.follows if drafted is not None and text("adopted") else ()),
            *_follows(text("finding"), rule_in("citation"), refused),
        ),
        draft=number("draft") if drafted is not None else 0,
        alone=text("alone"),
        decision=number("decision"),
        beside=bool(text("beside")),
    )


def _follows(why: str, clause: str, refused: RefusedRequest | None) -> tuple[Asked, ...]:
    """What is to be carried out, in the order in which it stands on the form."""
    found: list[Asked] = []
    if refused is not None and text("enter"):
        found.append(msgspec.convert(refused.wanted.asked, AnyAsked))
    for unit in ("points", "spread", "time"):
        seat, amount = seat_of(f"{unit}_seat"), number(f"{unit}_amount")
        if seat is None or not amount:
            continue
        kind = ApplyPenalty if amount < 0 else ApplyCredit
        found.append(
            kind(seat=seat, unit=cast("Any", unit), amount=abs(amount), reason=why, clause=clause)
        )
    if (seat := seat_of("turn_seat")) is not None:
        found.append(ApplyPenalty(seat=seat, unit="turn", amount=1, reason=why, clause=clause))
    if (times := pair("times")) is not None:
        found.append(SetTimes(times=(Seconds(times[0]), Seconds(times[1]))))
    if text("holds"):
        one, _, other = text("holds").partition(" ")
        holds = Points(whole_number(one)), Points(whole_number(other))
        found.append(SettlePapers(basis="ruling", totals=holds, note=why))
    if (now := pair("result")) is not None:
        found.append(AmendResult(now=(Points(now[0]), Points(now[1])), reason=why))
    if (seat := seat_of("warn_seat")) is not None:
        found.append(Penalise(seat=seat, kind="official-warning", reason=why))
    if (seat := seat_of("forfeit_seat")) is not None:
        found.append(Forfeit(loser=seat, cause="ruling"))
    return tuple(found)
