"""The form of a ruling: the ways to decide, the finding, the rule, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple, cast

import msgspec
from flask import request

from ledger.desk.matters import RefusedRequest
from ledger.game.clock.procedures import SuggestedTimes, suggested_times
from ledger.game.clock.requests import SetTimes
from ledger.game.deciding import AnyGameRequest
from ledger.game.endings.forfeits import Forfeit
from ledger.game.results.amending import AmendResult
from ledger.game.results.signing import RefuseAmendment, SettlePapers
from ledger.game.results.slips import may_hold
from ledger.game.scores.requests import ApplyCredit, ApplyPenalty
from ledger.game.sheet.folding import sheet_as_known
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import RulingGiven
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import Finding, GiveRuling
from ledger.incidents.wording import LONGEST_FINDING
from ledger.messages import ENGLISH, say, text_of
from ledger.messages.coded import Coded, Kept, in_english, kept, tellings
from ledger.messages.written import reason_kept
from ledger.requests import Request
from ledger.rulebook.ambiguities import Ambiguity, ambiguities
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Points, Seat, Seconds, Totals
from ledger.vocabulary.closed_lists import AppealOutcome, choices
from ledger.vocabulary.refusals import Refusal
from web.cases.form_fields import (
    AMOUNTS,
    FollowLine,
    lines_in_form,
    lines_to_show,
    number,
    pair,
    reading_in,
    rule_in,
    seat_of,
    seconds_in,
    text,
    whole_number,
)
from web.cases.form_fields import KINDS as KINDS_FIELDS
from web.entry.request_wording import words_of

# What a director may decide about a refused request: enter it, refuse it, or rule otherwise.
#
# Nothing is chosen beforehand. Each way has its words for the finding, to be changed at will; the
# ways to read a gap of the rulebook stand under the way they lead to.


FIELD = "decides"
"""The field of the form; its value names the way, and after a slash the reading."""


class Choice(NamedTuple):
    """One thing to choose.

    Attributes:
      value: as the form hands it in: ``enter``, ``refuse/2``, ``otherwise/another``.
      coded: the finding as code and arguments, where it is told in each language.
    """

    value: str
    words: str
    finding: str
    coded: Kept = ""


class Way(NamedTuple):
    choice: Choice
    does: str
    readings: tuple[Choice, ...]


class Decision(NamedTuple):
    """What was chosen on the form.

    Attributes:
      way: ``enter``, ``refuse``, ``otherwise``; empty: nothing.
      reading: number of the reading it rests on; empty: none is named.
    """

    way: str
    reading: str

    @property
    def enters(self) -> bool:
        return self.way == "enter"


OF_A_REPORT = ("report-", "find-", "record-", "declare-", "write-", "dispute-", "assess-")
OF_A_WISH = (
    "amend-", "ask-", "reopen-", "grant-", "petition-", "adjourn-", "postpone-", "make-", "apply-",
    "waive-", "stop-", "void-", "forfeit", "end-", "set-", "adjust-", "assign-", "settle-",
    "redesignate-", "nullify-", "elect-", "correct-", "retract-",
)  # fmt: skip
IN_TIME = ("issue-challenge", "call-hold", "challenge-", "close-window", "reissue-challenge")


def kind_of(refused: RefusedRequest) -> str:
    """What kind of thing was asked: a report, a wish, something that may come too late."""
    tag = str(refused.wanted.asked.get("ask", ""))
    if tag.startswith(IN_TIME):
        return "late"
    if tag.startswith(OF_A_REPORT):
        return "report"
    return "reach" if tag.startswith(OF_A_WISH) else "entry"


def trap_of(refused: RefusedRequest) -> Ambiguity | None:
    """The gap of the rulebook that the request was refused for, while it is open."""
    found = ambiguities().get(refused.refusal.trap)
    return found if found is not None and not found.settled else None


def ways_of(refused: RefusedRequest, asked: Callable[[], str]) -> tuple[Way, ...]:
    """The three ways, in the order in which they stand on the page.

    Args:
      asked: tells what was asked.
    """
    kind = kind_of(refused)
    return (
        _way("enter", say("cases.enter-it"), refused,
             say("cases.what-was-asked-is-entered"), _found(f"finding_for.{kind}", asked)),
        _way("refuse", say("cases.refuse-it"), refused,
             say("cases.what-was-asked"), _found(f"finding_against.{kind}", asked)),
        _way("otherwise", say("cases.rule-otherwise"), refused,
             say("cases.what-was-asked-is-not-entered")),
    )  # fmt: skip


def _found(which: str, asked: Callable[[], str]) -> Callable[[], str]:
    """Tells the finding about what was asked: ``In time: Player 1 challenges WINDY``."""
    return lambda: say("game.with-reason", told=say(f"cases.{which}"), reason=asked())


def _way(
    way: str,
    words: str,
    refused: RefusedRequest,
    does: str,
    finding: Callable[[], str] | None = None,
) -> Way:
    found = trap_of(refused)
    readings = found.readings if found else ()
    of_readings = tuple(
        Choice(f"{way}/{nth}", reading.words, f"{reading.words[:1].upper()}{reading.words[1:]}")
        for nth, reading in enumerate(readings, 1)
        if way in (reading.leads_to, "otherwise")
    )
    if finding is None:
        return Way(Choice(way, words, ""), does, of_readings)
    return Way(Choice(way, words, finding()[:LONGEST_FINDING], kept(finding)), does, of_readings)


def asked_then(refused: RefusedRequest, sheet: Sheet) -> Callable[[], str]:
    """Tells what was asked, of the game as it stood then: it is the same whenever it is told."""
    known = 1 <= refused.version < sheet.version
    then = sheet_as_known(sheet, at=refused.version) if known else sheet
    return lambda: words_of(refused.wanted, then)


def finding_of(ways: tuple[Way, ...], decision: str, typed: str) -> str:
    """The finding that follows a decision, unless another was written.

    Words that belong to what was not decided are no finding of anybody's.
    """
    words = {choice.value: choice.finding for way in ways for choice in (way.choice, *way.readings)}
    own = typed.strip()
    return words.get(decision, "") if not own or own in words.values() else own


def decided(said: str) -> Decision:
    """What the form says.

    >>> decided("refuse/2")
    Decision(way='refuse', reading='2')
    """
    way, _, reading = said.partition("/")
    return Decision(way if way in ("enter", "refuse", "otherwise") else "", reading)


def ruling_of(
    file: CaseFile,
    refused: RefusedRequest | None,
    drafted: GiveRuling | None = None,
    sheet: Sheet | None = None,
) -> GiveRuling:
    """The ruling that the form asks for, with all that is to follow from it."""
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
    found, citation = _finding(decision, file, refused, drafted, sheet), rule_in("citation")
    return GiveRuling(
        game=file.opened.game,
        finding=found.words,
        finding_coded=found.coded,
        citation=citation,
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
            *_decided(decision, refused, sheet, found.why),
            *_follows(found.why, citation),
        ),
        draft=number("draft") if drafted is not None else 0,
        alone=text("alone"),
        decision=number("decision"),
        beside=_beside(file),
    )


def _beside(file: CaseFile) -> bool:
    """Whether the ruling that stands goes on standing.

    What becomes of one that was appealed against is chosen by nobody but who carries it out.
    """
    if text("decision") and file.ruling is not None and "beside" not in request.form:
        raise Refusal(
            "unreadable-request",
            say("cases.it-is-not-said-what"),
            say("cases.choose-whether-it-is-taken"),
            field="beside",
        )
    return bool(text("beside"))


def _decision(
    file: CaseFile, refused: RefusedRequest | None, drafted: GiveRuling | None
) -> Decision | None:
    """What the director decided about the refused request; ``None`` where it is not asked here."""
    if refused is None or file.ruling is not None or drafted is not None:
        return None
    decision = decided(text(FIELD))
    if not decision.way:
        raise _nothing_decided()
    return decision


class Found(NamedTuple):
    """A finding as it is kept.

    Attributes:
      words: as typed; in English where a form offered it.
      coded: the same as code and arguments; empty: nobody offered it.
      why: the reason of what follows from it, where the sheet has no room for what was asked.
    """

    words: str
    coded: Kept
    why: str


def _finding(
    decision: Decision | None,
    file: CaseFile,
    refused: RefusedRequest | None,
    drafted: GiveRuling | None,
    sheet: Sheet | None,
) -> Found:
    """The finding that was typed; on a page without scripts a look fills in what was decided.

    What a form filled in is known again in any language: it may have been shown in another.
    """
    typed = text("finding")
    ways: tuple[Way, ...] = ()
    if refused is not None and sheet is not None:
        ways = ways_of(refused, asked_then(refused, sheet))
    if decision is not None and request.form.get("preview") == "1":
        typed = finding_of(ways, text(FIELD), typed)
    offered: list[Kept] = [way.choice.coded for way in ways] if ways else []
    if file.to_carry_out is not None:
        offered.append(kept(found_on_appeal(file)))
    offered.append(drafted.finding_coded if drafted is not None else "")
    for coded in [one for one in offered if one]:
        if typed and typed in (telling[:LONGEST_FINDING].strip() for telling in tellings(coded)):
            return Found(in_english(coded)[:LONGEST_FINDING], coded, _why(coded))
    words = reason_kept(typed, OFFERED)
    return Found(words, "", words)


def found_on_appeal(file: CaseFile) -> Callable[[], str]:
    """Tells the finding of a ruling that carries out a decision; nothing where none waits."""
    waits = file.to_carry_out
    if waits is None:
        return str
    fact = waits.fact
    effect = fact.effect or "; ".join(fact.recommends)

    def tell() -> str:
        outcome = dict(choices(AppealOutcome))[fact.outcome]
        if effect:
            return say("cases.on-appeal-effect", outcome=outcome, effect=effect)
        return say("cases.on-appeal", outcome=outcome)

    return tell


def _why(coded: Kept) -> str:
    """The reason that belongs to a finding which a form offers, in English, as it is kept."""
    found: object = coded
    while isinstance(found, Coded):
        if found.say in WHYS:
            return str(text_of(f"lines.reason-{WHYS[found.say]}", ENGLISH))
        values = dict(found.values)
        found = values.get("told", values.get("outcome", ""))
    return in_english(coded)[:LONGEST_FINDING]


def why_of(ruling: RulingGiven) -> str:
    """The reason of a penalty that follows from a ruling, as it is kept."""
    return _why(ruling.finding_coded) if ruling.finding_coded else ruling.finding


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
) -> Iterator[Request]:
    """What becomes of the refused request itself: entered, or an open petition for it refused."""
    if decision is None or refused is None:
        return
    if decision.enters:
        yield msgspec.convert(refused.wanted.asked, AnyGameRequest)
    petition = sheet.result.amending if sheet is not None else None
    asks = str(refused.wanted.asked.get("ask", ""))
    if decision.way == "refuse" and petition is not None and asks.startswith("amend-"):
        yield RefuseAmendment(reason=why)


def _follows(why: str, clause: str) -> tuple[Request, ...]:
    """What is to be carried out, in the order in which it stands on the form."""
    lines = lines_in_form()
    found: list[Request] = []
    for line in lines:
        if line.kind in AMOUNTS:
            found += _amount(line, why, clause)
    for seat in _named(lines, "turn"):
        found.append(ApplyPenalty(seat=seat, unit="turn", amount=1, reason=why, clause=clause))
    found += _settled(why)
    for seat in _named(lines, "warn"):
        warning = Penalise(seat=seat, kind="official-warning", scope="person", reason=why)
        found.append(warning)  # also where the book has no table of penalties
    found += _forfeits(lines)
    return tuple(found)


def _forfeits(lines: list[FollowLine]) -> Iterator[Request]:
    """Who loses the game by ruling, and by how much where that is said."""
    margins = [line.amount for line in lines if line.kind == "forfeit"]
    for seat, said in zip(_named(lines, "forfeit"), margins, strict=True):
        margin = number_at("forfeit_amount", said)
        if margin < 0:
            raise Refusal(
                "unreadable-request",
                say("cases.a-game-is-not-lost"),
                say("cases.write-by-how-many-points"),
                field="forfeit_amount",
            )
        yield Forfeit(loser=seat, cause="ruling", margin=Points(margin) if said else None)


def _settled(why: str) -> Iterator[Request]:
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
    for line in lines:
        if line.kind == kind:
            seat = _whose(line)
            if seat is None:
                raise _for_nobody(kind)
            yield seat


def _nothing_decided() -> Refusal:
    return Refusal(
        "unreadable-request",
        say("cases.nothing-was-decided-about-what"),
        say("cases.choose-enter-it-refuse"),
        field=FIELD,
    )


def _for_nobody(kind: str) -> Refusal:
    return Refusal(
        "unreadable-request",
        say("cases.a-line-of-what-follows"),
        say("cases.choose-whom"),
        field=f"{kind}_seat",
    )


def _whose(line: FollowLine) -> Seat | None:
    return Seat(line.seat) if line.seat in set(Seat) else None


def number_at(field: str, said: str, read: Callable[[str], int] = whole_number) -> int:
    """What was typed into one of several fields of a name, refused there if it is no number."""
    try:
        return read(said)
    except Refusal as refused:
        raise Refusal(refused.code, refused.what, refused.next_step, field=field) from None


def _amount(line: FollowLine, why: str, clause: str) -> list[Request]:
    """Points, spread or time, taken or given."""
    seat, field = _whose(line), f"{line.kind}_amount"
    if seat is None:
        raise _for_nobody(line.kind)
    amount = number_at(field, line.amount, seconds_in if line.kind == "time" else whole_number)
    if not amount:
        raise Refusal(
            "unreadable-request",
            say("cases.a-line-of-what-follows-has-no-number"),
            say("cases.write-how-much-as-10"),
            field=field,
        )
    kind = ApplyPenalty if amount < 0 else ApplyCredit
    unit = cast("Any", line.kind)
    return [kind(seat=seat, unit=unit, amount=abs(amount), reason=why, clause=clause)]


# What the form of a ruling shows: the ways to decide, what may follow, and what to choose from.


CHIPS = ("in-time", "too-late", "not-established", "the-entry-stands")
FINDINGS = {
    "conduct": ("it-happened-as-reported", "not-established", "no-breach-of-a-rule"),
    "equipment": ("the-equipment-stays", "the-equipment-is-replaced", "not-established"),
    "late": ("in-time", "too-late", "for-a-good-reason", "not-established"),
    "time": ("the-clock-stands", "both-clocks-are-set", "not-established", "in-time", "too-late"),
}
"""What a tap fills in as the finding, by what the case is about."""

OF_TWO_SLIPS = ("both-score-sheets-say-so", "the-board-was-recounted", "both-players-say-so")
"""What the page of two slips that differ offers as the finding."""

WHYS = {
    "cases.finding_for.report": "established",
    "cases.finding_against.report": "not-established",
    "cases.finding_for.reach": "granted",
    "cases.finding_against.reach": "not-granted",
    "cases.finding_for.late": "in-time",
    "cases.finding_against.late": "too-late",
    "cases.finding_for.entry": "it-stands",
    "cases.finding_against.entry": "it-does-not-stand",
    "choices.appeal-outcome.word.upheld": "on-appeal-upheld",
    "choices.appeal-outcome.word.upheld-in-part": "on-appeal-upheld-in-part",
    "choices.appeal-outcome.word.dismissed": "on-appeal-dismissed",
}
"""The reason of what follows from a finding that says more, by what begins it."""

OFFERED = tuple(dict.fromkeys(chain(CHIPS, *FINDINGS.values(), OF_TWO_SLIPS)))
"""What a form offers as a finding."""

WHY_PENALISED = tuple(dict.fromkeys(chain(OFFERED, WHYS.values())))
"""What the form of a penalty is filled with as its reason, by the finding."""


@dataclass(frozen=True)
class RulingView:
    """The form of a ruling.

    Attributes:
      ways: enter, refuse, or rule otherwise; empty: it is about no refused request.
      trap: the gap that the refused request fell into, or that touches the rule at issue.
      findings: words that a tap fills in, where there are no ways.
      times: what both clocks might be set to.
      may_hold: the scores that somebody told, where papers of the result differ.
      names: of both players; empty: about no game.
      signed: whether both players signed the result, or one that was amended since.
    """

    citation: str
    ways: tuple[Way, ...] = ()
    trap: Ambiguity | None = None
    findings: tuple[str, ...] = ()
    lines: tuple[FollowLine, ...] = ()
    adds: dict[str, str] = field(default_factory=dict)
    times: tuple[SuggestedTimes, ...] = ()
    may_hold: tuple[Totals, ...] = ()
    names: dict[Seat, str] = field(default_factory=dict)
    signed: bool = False

    def finding(self, said: Mapping[str, str]) -> str:
        """The finding as it was typed; where none was, the words of what was decided."""
        return finding_of(self.ways, said.get(FIELD, ""), said.get("finding", ""))


def over_a_refusal(refused: RefusedRequest, sheet: Sheet, tournament: Tournament) -> RulingView:
    cited = refused.refusal.clause or str(tournament.rules.fallback.decides)
    return on_a_game(
        sheet, cited, ways=ways_of(refused, asked_then(refused, sheet)), trap=trap_of(refused)
    )


def on_a_game(
    sheet: Sheet | None,
    citation: str,
    *,
    ways: tuple[Way, ...] = (),
    trap: Ambiguity | None = None,
    category: str = "",
) -> RulingView:
    codes = () if ways else FINDINGS.get(category, CHIPS)
    findings = tuple(say(f"lines.reason-{code}") for code in codes)
    if sheet is None:
        return RulingView(citation, trap=trap, findings=findings)
    adds = {kind: say(f"cases.add_line.{kind}") for kind in KINDS_FIELDS}
    if not sheet.is_final:
        del adds["result"]
    return RulingView(
        citation,
        ways=ways,
        trap=trap,
        findings=findings,
        lines=tuple(lines_to_show()),
        adds=adds,
        times=suggested_times(sheet),
        may_hold=may_hold(sheet),
        names={seat: sheet.name(seat) for seat in Seat},
        signed=sheet.was_signed or sheet.result.amended is not None,
    )
