"""What tablets hand in: entries in order, those of a tablet handed over, and what came too late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar
from uuid import UUID

import msgspec
from flask import Response, current_app, render_template, request
from msgspec import Meta, Struct

from ledger.accounts.sessions import Session
from ledger.backup.manifest import era_of
from ledger.backup.ring import Held
from ledger.desk.answering import LONGEST_REASON, Settled, answered_otherwise, settle, unsettled
from ledger.desk.requests import Gap, Outcome, Refused, Sent, Stale
from ledger.desk.streams import looked_up
from ledger.game.deciding import REQUESTS, AnyGameRequest
from ledger.game.results.amending import SignAmendment
from ledger.game.results.signing import SignResult
from ledger.game.results.slips import ReportResult, TakeBackSlip, TypeSlip
from ledger.game.sheet.folding import wording
from ledger.game.sheet.sheet import Sheet
from ledger.record.events import Event, device_id
from ledger.record.kept_words import KeptWords, is_drawn, strokes_in
from ledger.record.mapper import why_unreadable
from ledger.refusals.saying import refusal
from ledger.visibility import event_visible_to, is_over
from ledger.vocabulary import Clocks, Moment, Role
from ledger.vocabulary.refusals import RecordAway, Refusal
from web.access.permissions import AT_THE_TABLE, EVERYBODY, THE_DIRECTOR
from web.access.visitors import accounts, signed_in, the_device, the_viewer_of
from web.entry.request_forms import unanswered
from web.entry.request_wording import words_of
from web.frame.addresses import of_rule, to_rule_on
from web.frame.bodies import as_json, decoded
from web.frame.pages import LARGEST_QUEUE, Limit, Pages, is_too_large
from web.frame.refused import next_step_of
from web.live import tell_table
from web.monitoring.metrics import Skews, the_figures

# What a tablet hands in and what it is answered, as types. Nothing here decides anything.


TAGGED = {"type": "object", "required": ["ask"], "properties": {"ask": {"type": "string"}}}
"""A request in the description of the interface: which there are, ``ledger`` alone knows."""


class WordsSent(Struct, frozen=True, forbid_unknown_fields=True):
    """People's words that an entry names by digest: strokes of a signature, for instance."""

    salt: bytes
    content: bytes


class EntrySent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry as a tablet hands it in; see ``ledger.desk.requests.Sent``.

    Attributes:
      command_id: the tablet's own UUIDv7; the same when sent again.
      device_seq: its place in the device's own count, from 1.
      asked: the request, with its tag under ``ask``.
      after: ``command_id`` of the last entry its scorekeeper saw.
      occurred_at: what the device's clock said when it happened; ``sent_at``: when it was sent.
      clocks: seconds left on both clocks, first seat then second.
      case: the case whose ruling it carries out.
      by: badge of who made it, as the tablet has it. It proves nothing; a tablet where somebody
        else has signed in since says so, lest that person be written down for it.
    """

    command_id: UUID
    device_seq: int | None = None
    game: UUID
    asked: Annotated[msgspec.Raw, Meta(extra_json_schema=TAGGED)]
    after: UUID | None = None
    occurred_at: Moment | None = None
    sent_at: Moment | None = None
    clocks: Clocks | None = None
    case: UUID | None = None
    words: tuple[WordsSent, ...] = ()
    by: str = ""


class EventView(Struct, frozen=True, kw_only=True):
    """An event as a tablet needs it: enough to show, and to know what came after what."""

    version: int
    topic: str
    command_id: UUID
    written_at: Moment
    written_by: str
    device: str
    told: str
    remarks: tuple[str, ...]


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to one entry.

    Attributes:
      again: it had been answered before, and this is that answer.
      elsewhere: it had been, under another device or number, so that this number is still free.
      events: what was written; of ``stale``, what the tablet lacks.
      help: where the rule of ``clause`` is explained.
      ruling: of ``refused``, whether a director's ruling could overcome it.
      rule_on: where a director rules on it, for a director; empty for others, and where no ruling
        could overcome it.
      expected: of ``gap``, the number to send.
      restored: of ``stale``, the record was put back from an older copy once, and has nothing of
        what the entry was made after.
      same_as: of ``stale``, the request of another tablet that had written just the same.
    """

    command_id: UUID
    kind: Literal["written", "stale", "refused", "gap"]
    again: bool = False
    elsewhere: bool = False
    events: tuple[EventView, ...] = ()
    refused: str = ""
    what: str = ""
    next_step: str = ""
    clause: str = ""
    help: str = ""
    trap: str = ""
    ruling: bool = False
    rule_on: str = ""
    expected: int = 0
    restored: bool = False
    same_as: UUID | None = None


class Answers(Struct, frozen=True, kw_only=True):
    """The answers to entries that were handed in together, in their order.

    Attributes:
      device: whose entries they were; empty: of no device.
      expected: the number it is to send next; ``None`` for what keeps no count.
      held: the number up to which a proven backup, on another disk, holds what it sent; 0: none.
      answers: none for what follows a number that was skipped, or used before.
    """

    device: str
    expected: int | None
    held: int
    answers: tuple[Answer, ...]


pages = Pages("entries", manual=None)

Body = TypeVar("Body")

AT_ONCE = 100  # entries taken in one request

_ENTRIES = msgspec.json.Decoder(tuple[EntrySent, ...])
OF_A_SLIP = (TypeSlip, TakeBackSlip)
"""What is taken at the results desk alone: the slip on paper lies there."""

_ASKED = msgspec.json.Decoder(AnyGameRequest)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


@pages.post("/api/entries", who=AT_THE_TABLE, answers=Answers, reads=Limit(LARGEST_QUEUE))
def hand_in() -> Response:
    """Take entries in, in order; after a gap none further is looked at."""
    session, device = signed_in(), the_device()
    entries = read(_ENTRIES)
    director = session.role is Role.DIRECTOR
    if not device and not director:
        raise Refusal.of("no-device/tablet")
    answered = accounts().desk.log.answer_to
    others = {
        entry.by
        for entry in entries
        if entry.by not in ("", session.badge) and answered(entry.command_id) is None
    }  # telling an answer again writes nothing under anybody's name
    if others and not director:
        raise Refusal.of("another-badge", made_by=min(others), signed_in=session.badge)
    return replied(entries, session, device)


def _why_unread(data: bytes) -> Refusal | None:
    """The refusal of an entry for a word that no list knows, or for an answer that is missing."""
    try:
        desk_request = msgspec.json.decode(data, type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    kind = REQUESTS.get(str(desk_request.get("ask")))
    if kind is None:
        return None
    return why_unreadable(kind, desk_request) or _not_answered(unanswered(kind, desk_request))


def _not_answered(questions: tuple[str, ...]) -> Refusal | None:
    if not questions:
        return None
    return Refusal.of(
        "unreadable-request/not-answered",
        questions=" ".join(f"“{words}”" for words in questions),
    )


def read(what: msgspec.json.Decoder[Body]) -> Body:
    """The body of the request; refuses ``unreadable-request``."""
    if request.mimetype != "application/json" or is_too_large():
        raise Refusal.of("unreadable-request/entries-as-json")
    try:
        return decoded(what, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise Refusal.of("unreadable-request/entries", trouble=str(trouble)) from trouble


def replied(entries: tuple[EntrySent, ...], session: Session, device: str) -> Response:
    """The answers to ``entries``, in order; what follows a skipped or a used number has none.

    Beside them, which device this is and the number expected of it next: a tablet compares
    them with its own, and sees that it was taken in anew, or that either side lost something.
    """
    if len(entries) > AT_ONCE:
        raise Refusal.of("unreadable-request/too-many-entries", most=AT_ONCE)
    answers: list[Answer] = []
    figures = the_figures()
    if device and entries and entries[-1].sent_at is not None:
        skews: Skews = current_app.extensions["skews"]
        skews.note(device, entries[-1].sent_at, accounts().desk.now())
    for entry in entries:
        try:
            with looked_up(session.badge, session.role):
                answers.append(_answered(entry, session.badge, device))
        except RecordAway:
            if not answers:
                raise
            break  # those before it have their answers
        figures.entry(answers[-1].kind, again=answers[-1].again)
        if answers[-1].kind == "stale" and not answers[-1].again:
            tell_table(entry.game)  # it waits for a person, and no event says so
        if answers[-1].kind == "gap" or answers[-1].refused == "number-used":
            break
    held: Held | None = current_app.extensions["held"]
    changed = len(answers) == 1 and answers[0].refused == "changed-request"
    found_answers = Answers(
        device=device,
        expected=_expected(device, entries, answers),
        held=held.upto(device) if held is not None and device else 0,
        answers=tuple(answers),
    )
    return as_json(found_answers, 422 if changed else 200)


def _expected(device: str, entries: tuple[EntrySent, ...], answers: list[Answer]) -> int | None:
    """The number expected next of ``device``; ``None`` for what keeps no count."""
    if not device:
        return None
    if answers:
        last, seq = answers[-1], entries[len(answers) - 1].device_seq
        if last.kind == "written" and not last.again and seq is not None:
            return seq + 1  # As always; the log need not be asked.
    return accounts().desk.log.last_seq(device) + 1


def enter_at_once(entry: EntrySent, badge: str) -> Response:
    """One entry under ``badge``, past the queue of the device it comes from."""
    return as_json(_answered(entry, badge, the_device(), counted=False))


def _answered(entry: EntrySent, badge: str, device: str, *, counted: bool = True) -> Answer:
    office = accounts()
    desk = office.desk
    sent = Sent(
        by=badge,
        command_id=entry.command_id,
        device=device or "desk",
        device_seq=entry.device_seq if device and counted else None,
        after=entry.after,
        occurred_at=entry.occurred_at,
        sent_at=entry.sent_at,
        clocks=entry.clocks,
        case=entry.case,
        queued=counted,
    )
    told_as = bytes(entry.asked)
    desk_request: AnyGameRequest | bytes = told_as
    try:
        desk_request = _ASKED.decode(told_as)
        if isinstance(desk_request, OF_A_SLIP):
            slug = desk.sheet(entry.game).scheduled.tournament
            office.tablets.must_be_the_desk(device, badge, slug)
        else:
            office.tablets.must_serve(device, badge, entry.game)
        words = tuple(KeptWords(given.salt, given.content) for given in entry.words)
        _must_be_drawn(desk_request, words)
        _must_not_be_a_phones(desk_request)
    except (msgspec.MsgspecError, ValueError, RecursionError) as trouble:
        unread = _why_unread(told_as) or Refusal.of(
            "unreadable-request/entry", trouble=str(trouble)
        )
        outcome: Outcome = desk.refuse(entry.game, told_as, sent, unread)
    except RecordAway:
        raise
    except Refusal as refused:
        outcome = desk.refuse(entry.game, told_as, sent, refused)
    else:
        outcome = desk.enter(entry.game, desk_request, sent, words)
    elsewhere = False
    if isinstance(outcome, Refused) and outcome.refusal.code == "changed-request":
        before = answered_otherwise(
            desk.log,
            entry.game,
            (desk_request, told_as),
            sent,
            lambda: (entry.by, *(each.badge for each in office.all_badges())),
        )
        if before is not None:
            outcome, elsewhere = before.outcome, before.elsewhere
    return _view(outcome, entry, elsewhere=elsewhere)


def _must_be_drawn(desk_request: object, words: Sequence[KeptWords]) -> None:
    """Refuse a signature by hand that comes without what the hand drew."""
    if not isinstance(desk_request, SignResult | SignAmendment) or desk_request.how != "stroke":
        return
    drawn = (strokes_in(one.content) for one in words if one.digest == desk_request.words)
    if not any(is_drawn(strokes) for strokes in drawn):
        raise refusal("unreadable-request/empty-signature")


def _must_not_be_a_phones(desk_request: object) -> None:
    """Refuse what only a player says, on a phone that showed the code of their own QR.

    Else whoever enters turns could tell the result for both, and the desk would take it for theirs.
    """
    if isinstance(desk_request, ReportResult):
        raise Refusal.of("not-allowed/players-tell-it")


def _view(outcome: Outcome, entry: EntrySent, *, elsewhere: bool) -> Answer:
    if isinstance(outcome, Gap):
        return Answer(command_id=entry.command_id, kind="gap", expected=outcome.expected)
    if isinstance(outcome, Refused):
        refusal = outcome.refusal
        return Answer(
            command_id=entry.command_id, kind="refused", again=outcome.again,
            elsewhere=elsewhere, refused=refusal.code, what=refusal.what,
            next_step=next_step_of(refusal), clause=refusal.clause,
            help=of_rule(refusal.clause), trap=refusal.trap,
            ruling=outcome.ruling, rule_on=_where_to_rule(entry) if outcome.ruling else "",
        )  # fmt: skip
    stale = isinstance(outcome, Stale)
    events = outcome.lacking if isinstance(outcome, Stale) else outcome.events
    return Answer(
        command_id=entry.command_id,
        kind="stale" if stale else "written",
        again=outcome.again,
        elsewhere=elsewhere,
        restored=stale and _has_nothing_of_it(events) and bool(era_of(accounts().desk.log)),
        same_as=outcome.same_as if isinstance(outcome, Stale) else None,
        events=_events_view(events),
    )


def _has_nothing_of_it(lacking: tuple[Event, ...]) -> bool:
    """Whether the record lacks what an entry was made after, so that all of the game was told."""
    return bool(lacking) and lacking[0].originator_version == 1


def _where_to_rule(entry: EntrySent) -> str:
    """For a director who is signed in here, not for one whose PIN was typed at a tablet."""
    if signed_in().role is not Role.DIRECTOR:
        return ""
    scheduled = accounts().desk.sheet(entry.game).scheduled
    return to_rule_on(scheduled.tournament, entry.command_id)


def _events_view(events: tuple[Event, ...]) -> tuple[EventView, ...]:
    if not events:
        return ()
    game, last = events[-1].originator_id, events[-1].originator_version
    return events_shown(events, accounts().desk.shelf.at_least(game, last))


def events_shown(events: Sequence[Event], sheet: Sheet) -> tuple[EventView, ...]:
    viewer, over = the_viewer_of(sheet.id), is_over(sheet)
    shown = [event_visible_to(viewer, event, over=over) for event in events]
    return tuple([event_view(event, sheet) for event in shown if event is not None])


def event_view(event: Event, sheet: Sheet) -> EventView:
    envelope = event.envelope
    fact = envelope.fact
    return EventView(
        version=event.originator_version,
        topic=type(fact).topic(),
        command_id=envelope.command_id,
        written_at=envelope.written_at,
        written_by=envelope.written_by,
        device=envelope.device,
        told=wording(fact, sheet),
        remarks=envelope.remarks,
    )


# A tablet without a network shows what it holds as QR codes; a director's device hands it in.
#
# The codes hold the entries themselves, behind the ``#`` of the address of the page below, where
# no server sees them before the director has.


handover_pages = Pages("handover", manual="tablet")


class Handover(Struct, frozen=True, forbid_unknown_fields=True):
    """What a tablet holds: its device, and its entries in order, each under its own number."""

    device: str
    entries: Annotated[tuple[EntrySent, ...], Meta(extra_json_schema={"maxItems": AT_ONCE})]


_HANDOVERS = msgspec.json.Decoder(Handover)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


@handover_pages.get("/handover", who=EVERYBODY)
def page() -> str:
    """What the code of a tablet holds. Open to everybody: the server gives nothing away."""
    return render_template("entry/handover.html")


@handover_pages.post(
    "/api/handover", name="hand_in", who=THE_DIRECTOR, answers=Answers, reads=Limit(LARGEST_QUEUE)
)
def handover_hand_in() -> Response:
    """Enter what a tablet holds as that tablet's entries; however often, by whichever way.

    Each is written down for the director who is signed in here, not for whoever made it: a code
    can be drawn by anybody, and the only badge that was shown is the director's, who vouches for
    it. The device is the tablet's own, with its own numbers and command ids. So when the tablet
    finds a network again it hears *already written*.
    """
    handed, session = read(_HANDOVERS), signed_in()
    if not accounts().desk.log.version_of(device_id(handed.device)):
        raise Refusal.of("no-such-device/that-hands-over", device=handed.device[:40])
    return replied(handed.entries, session, handed.device)


# Both sides of a conflict, for everybody at the table: what was wanted, and what was written.
#
# Every tablet at the table and the director's desk see an entry that came too late, whoever made
# it, until it is settled (``ledger.desk.answering``).


unsettled_pages = Pages("unsettled", manual=None)


class Waits(Struct, frozen=True, kw_only=True):
    """An entry that waits for a person, as it is shown.

    Attributes:
      by: badge it was made under.
      occurred_at: when it was made, by that tablet's clock.
      answered_at: when the server turned it away.
      meanwhile: what had been written in its place.
    """

    entry: UUID
    told: str
    by: str
    device: str
    occurred_at: Moment | None
    answered_at: Moment
    meanwhile: tuple[EventView, ...]


class Unsettled(Struct, frozen=True):
    """What nobody has settled yet in a game, oldest first."""

    unsettled: tuple[Waits, ...]


class HowSettled(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of it: entered anew as another request, or dropped for a reason."""

    became: UUID | None = None
    reason: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_REASON})] = ""


_HOW = msgspec.json.Decoder(HowSettled)
# Made at import: msgspec 0.22 can crash when several threads are the first to need a type.


def waiting_at(sheet: Sheet) -> tuple[Waits, ...]:
    return tuple(
        Waits(
            entry=one.entry,
            told=words_of(one.wanted, sheet),
            by=one.wanted.by,
            device=one.device,
            occurred_at=one.wanted.occurred_at,
            answered_at=one.answered_at,
            meanwhile=events_shown(one.meanwhile(sheet.events), sheet),
        )
        for one in unsettled(accounts().desk.log, sheet.id)
    )


@unsettled_pages.post(
    "/api/games/<uuid:game>/unsettled/<uuid:entry>",
    who=AT_THE_TABLE,
    answers=Unsettled,
    reads=Limit(4 * 1024),
)
def settled(game: UUID, entry: UUID) -> Response:
    """Say what became of an entry, from where it was made, or as a director."""
    session, office, device = signed_in(), accounts(), the_device()
    if request.mimetype != "application/json" or is_too_large():
        raise Refusal.of("unreadable-request/settled-as-json")
    try:
        how = decoded(_HOW, request.get_data())
    except msgspec.MsgspecError as trouble:
        raise Refusal.of("unreadable-request/settled", trouble=str(trouble)) from trouble
    office.tablets.must_serve(device, session.badge, game)
    found_settled = Settled(
        entry=entry, by=session.badge, became=how.became, reason=how.reason.strip()
    )
    settle(
        office.desk.log, game, found_settled, device=device, role=session.role, now=office.desk.now
    )  # fmt: skip
    tell_table(game)
    return as_json(Unsettled(waiting_at(office.desk.sheet(game))))
