"""A ruling given, prepared, seconded and told; two officials where two are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypedDict
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.game.deciding import AnyGameRequest
from ledger.game.sheet.folding import after
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile, case_file, to_tell, worked_out_once
from ledger.incidents.facts import (
    CaseReported,
    DraftDropped,
    DraftSeconded,
    RulingDrafted,
    RulingGiven,
    RulingTold,
)
from ledger.incidents.hearing import of_this_book
from ledger.incidents.offences import level_found, offence_of
from ledger.incidents.penalties import ApplyLevelOne, Penalise
from ledger.incidents.requests import (
    GO_ON,
    CaseContext,
    CaseRequest,
    Ruled,
    decides,
    game_of,
    must_be_as_seen,
    must_be_open,
    must_be_to_carry_out,
    must_still_be,
)
from ledger.incidents.taking_back import Reversal, changes_what_was_signed, replaced
from ledger.incidents.wording import LONGEST_FINDING, begins_with
from ledger.messages.coded import Kept, in_english, where_alike
from ledger.record.events import Envelope, Event
from ledger.record.fact import Fact
from ledger.record.mapper import validate_choices
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, ORGANISERS, Decision, Request, StreamWrite
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import reading_ruled
from ledger.rulebook.help.finder import cited
from ledger.vocabulary import Moment, Seat, remarks
from ledger.vocabulary.closed_lists import ReportedBecause, StateOfMind
from ledger.vocabulary.refusals import Refusal

# A ruling prepared, and seconded by another official before it changes what players signed.
#
# No rulebook asks for two officials: it is ours, so that nobody alone rewrites a result that two
# people signed for. Where there is no other official at hand, the director says so, and that
# stays.


class DraftRuling(CaseRequest, frozen=True, tag="draft-ruling", kw_only=True):
    """Keep a ruling that is prepared, so that another can look at it or second it.

    Fields as in ``RulingDrafted``.
    """

    digest: str
    words: str
    says: str
    tried: str = ""
    finding_coded: Kept = ""


class DropDraft(CaseRequest, frozen=True, tag="drop-draft", kw_only=True):
    """A prepared ruling is not to be given. ``draft``: its version."""

    draft: int
    reason: str = ""


class SecondRuling(CaseRequest, frozen=True, tag="second-ruling", kw_only=True):
    """Agree to a prepared ruling, with a badge of one's own."""

    digest: str


class Officials(TypedDict):
    seconded: str
    alone: str


def digest_of_ruling(ruling: Struct) -> str:
    """SHA-256, in hex, of a ruling as it is asked for: what is ruled, not who agreed or why not."""
    request = {**msgspec.to_builtins(ruling), "alone": ""}
    # What was in view is no part of it, nor how the finding is told in other languages.
    for beside in ("draft", "seen", "game_seen", "finding_coded"):
        request.pop(beside, None)
    for later in (
        "decision",
        "beside",
    ):  # rulings prepared before these were there
        if not request.get(later):
            request.pop(later, None)
    return sha256(msgspec.json.encode(request, order="deterministic")).hexdigest()


@decides(DraftRuling, may=DIRECTORS)
def draft_ruling(file: CaseFile, request: DraftRuling, context: CaseContext) -> Decision:
    del context
    must_be_open(file)
    found = in_english(request.finding_coded)[:LONGEST_FINDING]
    coded = request.finding_coded if begins_with(request.says, found) else ""
    return Decision((RulingDrafted.from_request(request, finding_coded=coded),))


@decides(DropDraft, may=DIRECTORS)
def drop_draft(file: CaseFile, request: DropDraft, context: CaseContext) -> Decision:
    del context
    must_be_open(file)
    if request.draft not in open_drafts(file):
        raise refusal("no-such-draft")
    return Decision((DraftDropped(draft=request.draft, reason=request.reason),))


@worked_out_once
def open_drafts(file: CaseFile) -> tuple[int, ...]:
    """Versions of the prepared rulings that were neither taken up nor dropped, oldest first."""
    done = {fact.draft for fact in file.each(DraftDropped)}
    done |= {fact.draft for fact in file.each(RulingGiven)}
    drafted = [e.originator_version for e in file.events if isinstance(e.fact, RulingDrafted)]
    return tuple(version for version in drafted if version not in done)


def taken_up(file: CaseFile, ruling: Struct, named: int) -> int:
    """Version of the prepared ruling that this one takes up; 0 for none.

    Args:
      named: the version it names; 0: where one was prepared that is the same, that one.
    """
    drafts = open_drafts(file)
    if named:
        if named not in drafts:
            raise refusal("no-such-draft")
        return named
    digest = digest_of_ruling(ruling) if drafts else ""
    for version in reversed(drafts):
        draft = file.fact(version, RulingDrafted)
        if draft is not None and draft.digest == digest:
            return version
    return 0


@decides(SecondRuling, may=ORGANISERS)
def second_ruling(file: CaseFile, request: SecondRuling, context: CaseContext) -> Decision:
    must_be_open(file)
    known = [
        event
        for event in file.events
        if isinstance(event.envelope.fact, RulingDrafted)
        and event.envelope.fact.digest == request.digest
    ]
    if not known:
        raise refusal("no-such-draft")
    waiting = open_drafts(file)
    draft = next((event for event in reversed(known) if event.originator_version in waiting), None)
    if draft is None or _is_replaced(file, draft):
        raise refusal("draft-changed")
    if draft.envelope.written_by == context.by:
        raise refusal("second-official/own")
    return Decision((DraftSeconded(draft=draft.originator_version, digest=request.digest),))


def _is_replaced(file: CaseFile, draft: Event) -> bool:
    """Whether a later one was written on the form; what was tried stands beside any other."""
    fact = draft.fact
    return (
        isinstance(fact, RulingDrafted)
        and not fact.tried
        and any(
            event.originator_version > draft.originator_version
            and isinstance(event.envelope.fact, RulingDrafted)
            and not event.envelope.fact.tried
            for event in file.events
        )
    )


def seconded(
    file: CaseFile,
    ruling: Struct,
    context: CaseContext,
    *,
    changes_a_signed_result: bool,
    alone: str,
) -> Officials:
    """Who seconded this very ruling, or why nobody did.

    Where it changes a result that both signed, one of the two is needed.
    """
    agreed = [event.envelope for event in file.events if isinstance(event.fact, DraftSeconded)]
    digest = digest_of_ruling(ruling) if agreed else ""
    others = [
        each.written_by
        for each in agreed
        if isinstance(each.fact, DraftSeconded)
        and each.fact.digest == digest
        and each.written_by != context.by
    ]
    if others:
        return Officials(seconded=others[-1], alone="")
    if changes_a_signed_result and not alone.strip():
        raise refusal("second-official/wanted")
    return Officials(seconded="", alone=alone if changes_a_signed_result else "")


# A finding about somebody's conduct, as a director states it, and what a book asks of one.


INTENT = frozenset({"deliberate", "knowing"})


class Finding(Struct, frozen=True, kw_only=True):
    """What the director finds that a player did.

    Attributes:
      offence: the act, by its name in the rulebook's table; ``other`` for one it does not name.
      level: ``None`` to take the level the book names for the act.
      minor: whether abuse was of the minor kind.
    """

    seat: Seat
    offence: str = "other"
    level: int | None = None
    state_of_mind: StateOfMind = ""
    minor: bool = False


def must_be_heard(file: CaseFile, rules: Rulebook, although: str) -> None:
    """Refuse a finding about conduct before each player was heard (R-12; Y94)."""
    request = rules.hearing.both_heard
    if request.value and not file.both_heard and not although:
        raise refusal("not-both-heard", clause=request)


def must_have_a_minor_case(conduct: Finding, level: int, rules: Rulebook, although: str) -> None:
    """Refuse a minor kind of anything but abuse of the gravest level (T4-31)."""
    if not conduct.minor or although:
        return
    act, minor = offence_of(conduct.offence, rules), rules.hearing.minor_abuse
    if level == 1 and minor.is_known and (act is None or act.abuse):
        return
    raise Refusal.of(
        "no-minor-case/but-of-abuse" if minor.is_known else "no-minor-case/of-this",
        clause=str(minor),
        trap="T4-31" if minor.is_known else "",
    )


def about_intent(conduct: Finding, level: int, rules: Rulebook) -> tuple[str, ...]:
    """Remarks where the act is one done on purpose and no such state of mind is found."""
    act = offence_of(conduct.offence, rules)
    noticed: tuple[str, ...] = ()
    if act is not None and act.intent and level and conduct.state_of_mind not in INTENT:
        noticed += (remarks.INTENT_NOT_FOUND,)
    if act is not None and act.trap and (noticed or not act.certain):
        noticed += (act.trap,)
    return noticed


# What follows from a ruling: entries at the table and penalties, written together with it.
#
# Each is decided on what the ones before it have made of the streams, as it would be if they were
# entered one after another; and all of them are written in one transaction, or nothing is.


if TYPE_CHECKING:
    Follows = Request
else:
    Follows: Any = Penalise | ApplyLevelOne | AnyGameRequest
    """What can follow from a ruling: a penalty, or any entry at the table a director may make."""


class CarriedOut(NamedTuple):
    """What is written with a ruling.

    Attributes:
      changes_a_signed_result: whether scores that both players signed are others afterwards.
    """

    facts: tuple[Fact, ...]
    parts: tuple[StreamWrite, ...]
    remarks: tuple[str, ...]
    changes_a_signed_result: bool


def carried_out(
    file: CaseFile,
    ruling: RulingGiven,
    follows: Sequence[Follows],
    context: CaseContext,
    back: Reversal | None = None,
) -> CarriedOut:
    """Decide what follows, one after the other.

    Args:
      back: what takes back the ruling that this one replaces; it is written first.
    """
    if not follows and back is None:
        return CarriedOut((), (), (), changes_a_signed_result=False)
    return _Following(file, ruling, context, back).all(follows)


class _Following:
    def __init__(
        self, file: CaseFile, ruling: RulingGiven, context: CaseContext, back: Reversal | None
    ) -> None:
        self._under = replace(context, sheet=self._sheet)
        self._before = context.sheet
        first = () if back is None else (back.fact,)
        self._file = _with(file, (*first, ruling), context.by)
        self._ruled = Ruled(
            file.id, ruling.citation, frozenset({ruling.trap}) if ruling.trap else frozenset()
        )
        self._sheets: dict[UUID, Sheet] = {}
        self._parts: list[StreamWrite] = []
        self._ends: dict[UUID, int] = {}
        for part in () if back is None else back.parts:
            self._take(part)
        self._taken_back = dict(self._sheets)

    def all(self, follows: Sequence[Follows]) -> CarriedOut:
        facts: tuple[Fact, ...] = ()
        remarks: tuple[str, ...] = ()
        for one in follows:
            decision = self._decided(one)
            facts += decision.facts
            remarks += decision.remarks
            for part in decision.other_writes:
                self._take(part)
        changed = any(
            changes_what_was_signed(was, now)
            for game, now in self._sheets.items()
            for was in (self._before(game), self._taken_back.get(game, now))
        )
        return CarriedOut(facts, tuple(self._parts), remarks, changed)

    def _decided(self, one: Follows) -> Decision:
        """What one of them writes on the case; what it writes at the table stands beside it."""
        if isinstance(one, Penalise | ApplyLevelOne):
            decision = GO_ON.decisions[type(one)](self._file, one, self._under)
            self._file = _with(self._file, decision.facts, self._under.by)
            return decision
        sheet = self._sheet(game_of(self._file))
        decision = self._under.decide(sheet, one, self._ruled)
        part = StreamWrite(sheet.id, sheet.version, decision.facts, self._file.id, decision.remarks)
        return Decision((), (), (part, *decision.other_writes))

    def _sheet(self, game: UUID) -> Sheet:
        return self._sheets.get(game) or self._before(game)

    def _take(self, part: StreamWrite) -> None:
        """Keep what is for another stream, behind what is there for it already."""
        end = self._ends.get(part.stream, part.version)
        self._ends[part.stream] = end + len(part.facts)
        self._parts.append(part._replace(version=end))
        if part.stream == self._file.opened.game:
            sheet = self._sheet(part.stream)
            events = _as_events(sheet.events[-1], part.facts, self._under.by, self._file.id)
            self._sheets[part.stream] = after(sheet, events)


def _with(file: CaseFile, facts: Sequence[Fact], by: str) -> CaseFile:
    """The case with facts that are about to be written."""
    more = case_file((*file.events, *_as_events(file.events[-1], facts, by, None)))
    assert more is not None
    return more


def _as_events(last: Event, facts: Sequence[Fact], by: str, case: UUID | None) -> tuple[Event, ...]:
    """Facts as if they were written behind the last event, at the same moment."""
    return tuple(
        Event(
            last.originator_id,
            last.originator_version + place,
            Envelope(
                written_at=last.envelope.written_at,
                written_by=by,
                command_id=last.envelope.command_id,
                case=case,
                fact=fact,
            ),
        )
        for place, fact in enumerate(facts, 1)
    )


class GiveRuling(CaseRequest, frozen=True, tag="give-ruling", kw_only=True):
    """Rule in a case; fields as in ``RulingGiven``. What is entered under it outranks the software.

    Attributes:
      conduct: what is found about a player's conduct; ``None`` for nothing.
      reading: which of its readings holds: its number, from 1, or its words.
      follows: what is carried out with it, in this order: entries at the table, penalties. All of
        it is written together with the ruling, or nothing is.
      alone: why no second official agreed, where a result that both signed changes.
      draft: version of the prepared ruling that is taken up with it; 0: the one that is the same
        as this, or none.
      beside: whether earlier rulings of this case go on standing. Else this one replaces them:
        they are taken back first, with all that followed from them, in the same transaction.
      game_seen: version of the game on which it was looked at what would follow; 0: not said. A
        game that moved on since is to be looked at again first.
      finding_coded: the finding as code and arguments; left out where it says something else.
    """

    game: UUID | None = None
    finding: str
    citation: str
    consequences: tuple[str, ...] = ()
    conduct: Finding | None = None
    found: str = ""
    trap: str = ""
    reading: str = ""
    another: str = ""
    gap: bool = False
    although: str = ""
    follows: tuple[Follows, ...] = ()
    alone: str = ""
    draft: int = 0
    decision: int = 0
    beside: bool = False
    game_seen: int = 0
    finding_coded: Kept = ""


class ReportCase(CaseRequest, frozen=True, tag="report-case", kw_only=True):
    """The case was reported, or ``why="referred"``, to a body beyond the tournament."""

    needs: ClassVar[tuple[str, ...]] = ("to",)

    to: str
    why: ReportedBecause
    sent: str = ""


@decides(GiveRuling, may=DIRECTORS)
def give_ruling(file: CaseFile, request: GiveRuling, context: CaseContext) -> Decision:
    """Write a ruling down, once each player was heard where it is about conduct.

    What follows from it is carried out in the same transaction, once the ruling that it replaces
    is taken back.
    """
    must_be_open(file)
    rules = context.rules_of(request.game) if request.game else context.rules_for(file)
    if not request.finding.strip():
        raise refusal("unreadable-request/ruling-without-finding")
    citation = cited(request.citation, rules)
    if not citation:
        raise refusal("unreadable-request/ruling-without-citation")
    if request.decision:
        must_be_to_carry_out(file, request.decision)
    if request.game and request.follows and request.game_seen:
        must_be_as_seen(context.sheet(request.game), request.game_seen)
    draft = taken_up(file, request, request.draft)
    read = reading_ruled(request.trap, request.reading, request.another)
    level, noticed = _weighed(file, request, rules, citation)
    given = replace(_given(file, request, rules, level, read), draft=draft, citation=citation)
    back = None if request.beside else replaced(file, context)
    done = carried_out(file, given, request.follows, context, back)
    officials = seconded(
        file, request, context,
        changes_a_signed_result=done.changes_a_signed_result, alone=request.alone,
    )  # fmt: skip
    fact = replace(given, **officials)
    first = () if back is None else (back.fact,)
    return Decision((*first, fact, *done.facts), (*noticed, *done.remarks), done.parts)


def _weighed(
    file: CaseFile, request: GiveRuling, rules: Rulebook, citation: str
) -> tuple[int, tuple[str, ...]]:
    conduct, noticed = request.conduct, of_this_book(citation, rules)
    if conduct is None:
        return 0, noticed
    validate_choices(conduct)
    level = level_found(conduct.offence, conduct.level, rules)
    must_be_heard(file, rules, request.although)
    must_have_a_minor_case(conduct, level, rules, request.although)
    return level, noticed + about_intent(conduct, level, rules)


def _given(
    file: CaseFile, request: GiveRuling, rules: Rulebook, level: int, read: str
) -> RulingGiven:
    conduct = request.conduct
    return RulingGiven(
        game=request.game,
        finding=request.finding,
        citation=request.citation,
        consequences=request.consequences,
        found=request.found,
        standard=(rules.hearing.standard.value or "") if request.found or conduct else "",
        trap=request.trap,
        reading=read,
        another=bool(request.another.strip()),
        gap=request.gap,
        seat=conduct.seat if conduct else None,
        offence=conduct.offence if conduct else "",
        level=level,
        minor=conduct.minor if conduct else False,
        state_of_mind=conduct.state_of_mind if conduct else "",
        raised_by=file.opened.raised_by,
        although=request.although,
        decision=request.decision,
        finding_coded=request.finding_coded
        and where_alike(request.finding_coded, request.finding, LONGEST_FINDING),
    )


@decides(ReportCase, may=DIRECTORS)
def report_case(file: CaseFile, request: ReportCase, context: CaseContext) -> Decision:
    """Write a report down, with the duty the book lays on the director."""
    rules = context.rules_for(file)
    named = rules.reports.get("gap" if request.why == "referred" else request.why)
    if request.why == "referred":
        appeal = rules.appeal.who
        if appeal.value != "director-may-refer":
            raise refusal("no-such-referral", clause=appeal)
        if file.is_before_a_body:
            raise refusal("nothing-to-appeal/waits")
    elif not file.ruling:
        raise refusal("case-not-ruled")
    fact = CaseReported(
        to=request.to,
        why=request.why,
        duty=named.duty if named else "",
        clause=str(named) if named else "",
        note=named.note if named else "",
        sent=request.sent,
    )
    known = named is not None and request.to in named.to
    return Decision((fact,), () if known else (remarks.REPORTED_ELSEWHERE,))


# Telling players what was ruled, and that they may appeal.


class TellRuling(CaseRequest, frozen=True, tag="tell-ruling", kw_only=True):
    """Players were told of the ruling that stands, or that one was taken back: what is new.

    Fields as in ``RulingTold``.

    Attributes:
      seats: who was told; none in a case about no game, where the one concerned was.
    """

    seats: tuple[Seat, ...] = ()
    right_told: bool = False
    appeal_until: Moment | None = None


@decides(TellRuling, may=DIRECTORS)
def tell_ruling(file: CaseFile, request: TellRuling, context: CaseContext) -> Decision:
    del context
    news = to_tell(file)
    if news is None:
        raise refusal("case-not-ruled")
    must_still_be(file, request, _news)
    if file.opened.game is not None and not request.seats:
        raise refusal("nobody-told")
    fact = RulingTold(
        ruling=news.version,
        of=news.of,
        seats=tuple(dict.fromkeys(request.seats)),
        right_told=request.right_told,
        appeal_until=request.appeal_until,
    )
    return Decision((fact,))


def _news(file: CaseFile) -> tuple[int, str]:
    news = to_tell(file)
    return (news.version, news.of) if news else (0, "")
