"""The form of a ruling: the finding, the rule, how a gap is read, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec
from flask import request

from ledger.asking.asked import Asked
from ledger.desk.refused import RefusedRequest
from ledger.game.play.clock.timers import SetTimes
from ledger.game.play.deciding import AnyAsked
from ledger.game.play.endings.forfeits import Forfeit
from ledger.game.play.results.amendments import AmendResult
from ledger.game.play.results.papers import RefuseAmendment, SettlePapers
from ledger.game.play.scores.agreeing import ApplyCredit, ApplyPenalty
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.finding import Finding
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import GiveRuling
from ledger.vocabulary import Points, Seat, Seconds
from ledger.vocabulary.refusals import Refusal
from web.cases.decisions import FIELD, Decision, decided, finding_of, trap_of, ways_of
from web.cases.fields import (
    number,
    pair,
    reading_in,
    seat_of,
    seconds_in,
    text,
    whole_number,
)
from web.cases.follow_lines import AMOUNTS, FollowLine, lines_in_form
from web.cases.rule_field import rule_in
from web.entry.wanted_in_words import words_of


def ruling_of(
    file: CaseFile,
    refused: RefusedRequest | None,
    drafted: GiveRuling | None = None,
    sheet: Sheet | None = None,
) -> GiveRuling:
    """The ruling that the form asks for, with all that is to follow from it.

    Args:
      file: the case.
      refused: the refused request it began with.
      drafted: the prepared ruling that the form was filled from.
      sheet: the game as it stands; ``None``: about none.

    Raises:
      Refusal: ``unreadable-request``, at the field: nothing was decided about what was refused, or
        a line of what follows is half filled in.
    """
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
    decision = _decision(file, refused, drafted)
    trap, reading, another = _read(refused, decision)
    finding = _finding(decision, refused, sheet)
    return GiveRuling(
        game=file.opened.game,
        finding=finding,
        citation=rule_in("citation"),
        consequences=tuple(filter(None, map(str.strip, text("consequences").splitlines()))),
        conduct=conduct,
        found=text("found"),
        trap=trap,
        reading=reading,
        another=another,
        gap=bool(text("gap")),
        although=text("although"),
        follows=(
            *(drafted.follows if drafted is not None and text("adopted") else ()),
            *_decided(decision, refused, sheet, finding),
            *_follows(finding, rule_in("citation")),
        ),
        draft=number("draft") if drafted is not None else 0,
        alone=text("alone"),
        decision=number("decision"),
        beside=_beside(file),
    )


def _beside(file: CaseFile) -> bool:
    """Whether the ruling that stands goes on standing.

    What becomes of one that was appealed against is chosen by nobody but who carries it out.

    Raises:
      Refusal: ``unreadable-request``: a decision on appeal is carried out, and it was not chosen.
    """
    if text("decision") and file.ruling is not None and "beside" not in request.form:
        raise Refusal(
            "unreadable-request",
            "It is not said what becomes of the ruling that was appealed against.",
            "Choose whether it is taken back or goes on standing.",
            field="beside",
        )
    return bool(text("beside"))


def _decision(
    file: CaseFile, refused: RefusedRequest | None, drafted: GiveRuling | None
) -> Decision | None:
    """What the director decided about the refused request; ``None`` where it is not asked here.

    Raises:
      Refusal: ``unreadable-request``: it is asked, and nothing was chosen.
    """
    if refused is None or file.ruling is not None or drafted is not None:
        return None
    decision = decided(text(FIELD))
    if not decision.way:
        raise _nothing_decided()
    return decision


def _finding(decision: Decision | None, refused: RefusedRequest | None, sheet: Sheet | None) -> str:
    """The finding that was typed; on a page without scripts a look fills in what was decided."""
    typed = text("finding")
    if decision is None or refused is None or sheet is None or request.form.get("preview") != "1":
        return typed
    return finding_of(ways_of(refused, words_of(refused.wanted, sheet)), text(FIELD), typed)


def _read(refused: RefusedRequest | None, decision: Decision | None) -> tuple[str, str, str]:
    """The gap that is settled, the number of its reading, and other words for it."""
    if decision is None or refused is None:
        chosen = text("reading")
        named = text("trap") if chosen or text("another") else ""
        other = text("another") if chosen in ("", "another") else ""
        return named, "" if chosen == "another" else chosen, other
    trap = trap_of(refused)
    if trap is None:
        return "", "", ""
    if decision.reading:
        return trap.id, decision.reading, ""
    if text("another"):
        return trap.id, "", text("another")
    leads_here = any(one.leads_to == decision.way for one in trap.readings)
    # A refusal may rest on the facts alone; what is entered past a gap reads it in some way.
    return (trap.id if decision.enters and leads_here else ""), "", ""


def _decided(
    decision: Decision | None, refused: RefusedRequest | None, sheet: Sheet | None, why: str
) -> Iterator[Asked]:
    """What becomes of the refused request itself: entered, or an open petition for it refused."""
    if decision is None or refused is None:
        return
    if decision.enters:
        yield msgspec.convert(refused.wanted.asked, AnyAsked)
    petition = sheet.result.amending if sheet is not None else None
    asks = str(refused.wanted.asked.get("ask", ""))
    if decision.way == "refuse" and petition is not None and asks.startswith("amend-"):
        yield RefuseAmendment(reason=why)


def _follows(why: str, clause: str) -> tuple[Asked, ...]:
    """What is to be carried out, in the order in which it stands on the form."""
    lines = lines_in_form()
    found: list[Asked] = []
    for line in lines:
        if line.kind in AMOUNTS:
            found += _amount(line, why, clause)
    for seat in _named(lines, "turn"):
        found.append(ApplyPenalty(seat=seat, unit="turn", amount=1, reason=why, clause=clause))
    found += _settled(why)
    for seat in _named(lines, "warn"):
        warning = Penalise(seat=seat, kind="official-warning", scope="person", reason=why)
        found.append(warning)  # also where the book has no table of penalties
    for seat in _named(lines, "forfeit"):
        found.append(Forfeit(loser=seat, cause="ruling"))
    return tuple(found)


def _settled(why: str) -> Iterator[Asked]:
    """Clocks, papers and result, each for both players at once."""
    if (times := pair("times", reading_in)) is not None:
        yield SetTimes(times=(Seconds(times[0]), Seconds(times[1])))
    if text("holds"):
        one, _, other = text("holds").partition(" ")
        holds = Points(whole_number(one)), Points(whole_number(other))
        yield SettlePapers(basis="ruling", totals=holds, note=why)
    if (now := pair("result", whole_number)) is not None:
        yield AmendResult(now=(Points(now[0]), Points(now[1])), reason=why)


def _named(lines: list[FollowLine], kind: str) -> Iterator[Seat]:
    """Whom the lines of a kind are for.

    Raises:
      Refusal: ``unreadable-request``: a line was added, and it names nobody.
    """
    for line in lines:
        if line.kind == kind:
            seat = _whose(line)
            if seat is None:
                raise _for_nobody(kind)
            yield seat


def _nothing_decided() -> Refusal:
    return Refusal(
        "unreadable-request",
        "Nothing was decided about what was asked, so nothing was written.",
        "Choose Enter it, Refuse it, or Rule otherwise.",
        field=FIELD,
    )


def _for_nobody(kind: str) -> Refusal:
    return Refusal(
        "unreadable-request",
        "A line of what follows names nobody.",
        "Choose whom it is for, or take the line away.",
        field=f"{kind}_seat",
    )


def _whose(line: FollowLine) -> Seat | None:
    return Seat(line.seat) if line.seat in set(Seat) else None


def _amount(line: FollowLine, why: str, clause: str) -> list[Asked]:
    """Points, spread or time, taken or given.

    Raises:
      Refusal: ``unreadable-request``: the line says whom and not how much, or the reverse.
    """
    seat, field = _whose(line), f"{line.kind}_amount"
    if seat is None:
        raise _for_nobody(line.kind)
    try:
        amount = (seconds_in if line.kind == "time" else whole_number)(line.amount)
    except Refusal as refused:
        raise Refusal(refused.code, refused.what, refused.next_step, field=field) from None
    if not amount:
        raise Refusal(
            "unreadable-request",
            "A line of what follows has no number.",
            "Write how much, as −10 or 0:40, or take the line away.",
            field=field,
        )
    kind = ApplyPenalty if amount < 0 else ApplyCredit
    unit = cast("Any", line.kind)
    return [kind(seat=seat, unit=unit, amount=abs(amount), reason=why, clause=clause)]
