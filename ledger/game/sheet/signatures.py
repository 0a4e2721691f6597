"""Every signature a result was given and every amendment of it, told with what each is for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from msgspec import Struct

from ledger.game.facts.results import RecordsSettled, ResultAmended, ResultSigned
from ledger.game.facts.taking_back import ActTakenBack
from ledger.game.sheet.effective import standing
from ledger.game.sheet.folds.results import BY, BY_PLAYERS, BY_WORD_OF_MOUTH, GROUNDS
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import because, if_shown
from ledger.record.events import Event
from ledger.record.standing import removed_on, removed_wording
from ledger.vocabulary import Moment, Seat, Totals


class SignatureTold(Struct, frozen=True, kw_only=True):
    """One signature.

    Attributes:
      totals: the scores it was given for.
      how: as in ``ResultSigned``.
      at: when it was written.
      event: version of its event; ``covers``: of the last event it is for, ``None``: not known.
      shown: SHA-256, in hex, of the words the player saw; checked only where ``covers`` is known.
      stands: whether it is for the result as it stands now.
      amendment: whether it agrees to an amendment.
      under_protest: as in ``ResultSigned``.
      removed_at: when the strokes of the hand were removed from the record; ``None``: they were
        not, or there were none.
    """

    seat: Seat
    totals: Totals
    how: str
    witness: str
    at: Moment
    event: int
    covers: int | None
    shown: str
    stands: bool
    amendment: bool
    under_protest: bool
    removed_at: Moment | None = None


class AmendmentTold(Struct, frozen=True, kw_only=True):
    """One amendment of a signed result.

    Attributes:
      was: the scores before, ``now``: the scores that stood from here on.
      kind: as in ``ResultAmended``; ``papers-settled`` where papers differed.
      ground: the same in words.
      agreed_by: seats that signed for it, and badges of officials.
      told: seats that were told of it.
      clause: the rule or the ruling's citation; empty: not known.
      by: badge of who entered it.
    """

    was: Totals
    now: Totals
    kind: str
    ground: str
    reason: str
    agreed_by: tuple[str, ...]
    told: tuple[str, ...]
    clause: str
    by: str
    at: Moment
    event: int


def signatures_view(sheet: Sheet) -> tuple[SignatureTold, ...]:
    """Every signature of this result, oldest first; those that no longer count included."""
    counting = {one.version for one in sheet.result.signatures}
    removed = removed_on(sheet.events)
    return tuple(
        SignatureTold(
            seat=fact.seat,
            totals=fact.totals,
            how=fact.how,
            witness=fact.witness,
            at=event.envelope.written_at,
            event=event.originator_version,
            covers=fact.covers,
            shown=if_shown(fact.shown),
            stands=event.originator_version in counting,
            amendment=fact.amendment is not None,
            under_protest=fact.under_protest,
            removed_at=removed.get(fact.words) if fact.words else None,
        )
        for event, fact, _ in standing(sheet.events)
        if isinstance(fact, ResultSigned)
    )


def amendments_view(sheet: Sheet) -> tuple[AmendmentTold, ...]:
    """Every amendment of this result, oldest first."""
    found: list[AmendmentTold] = []
    was, signed = sheet.totals, False
    for event, fact, _ in standing(sheet.events):
        if isinstance(fact, ResultSigned):
            signed = signed or fact.amendment is not None
            was = fact.totals if fact.amendment is None else was
        elif isinstance(fact, ResultAmended):
            found.append(_amended(event, fact, signed=signed))
        elif isinstance(fact, RecordsSettled) and fact.totals != was:
            found.append(_settled(event, fact, was))
        if found and found[-1].event == event.originator_version:
            was, signed = found[-1].now, False
    return tuple(found)


def _amended(event: Event, fact: ResultAmended, *, signed: bool) -> AmendmentTold:
    by_word = fact.kind in BY_PLAYERS and not signed
    return AmendmentTold(
        was=fact.was,
        now=fact.now,
        kind=fact.kind,
        ground=BY_WORD_OF_MOUTH if by_word else GROUNDS.get(fact.kind, fact.kind),
        reason=if_shown(fact.reason),
        agreed_by=fact.agreed_by,
        told=fact.told,
        clause=fact.clause or fact.citation,
        by=event.envelope.written_by,
        at=event.envelope.written_at,
        event=event.originator_version,
    )


def _settled(event: Event, fact: RecordsSettled, was: Totals) -> AmendmentTold:
    return AmendmentTold(
        was=was,
        now=fact.totals,
        kind="papers-settled",
        ground=GROUNDS["papers-settled"],
        reason=fact.note or " ".join(("by", if_shown(fact.basis).replace("-", " "))),
        agreed_by=(event.envelope.written_by,),
        told=(),
        clause="",
        by=event.envelope.written_by,
        at=event.envelope.written_at,
        event=event.originator_version,
    )


def in_utc(at: datetime) -> str:
    """A moment as its time of day, UTC."""
    return f"{at.astimezone(UTC):%H:%M} UTC"


def result_notes(sheet: Sheet, clock: Callable[[datetime], str] = in_utc) -> tuple[str, ...]:
    """A sentence for each signature and each amendment, in the order in which they were made.

    Args:
      sheet: the game.
      clock: how a moment is told; it says of which zone it is.
    """
    told: list[tuple[int, str]] = [
        (one.event, _signature_words(sheet, one, clock(one.at))) for one in signatures_view(sheet)
    ]
    told += [(one.event, _amendment_words(one, clock(one.at))) for one in amendments_view(sheet)]
    if sheet.result.carried and all(version != sheet.result.carried for version, _ in told):
        carried = sheet.event(sheet.result.carried)
        back = isinstance(carried.fact, ActTakenBack)
        how = "since an official's act was taken back" if back else "by ruling"
        by = _by(carried.envelope.written_by, clock(carried.envelope.written_at))
        told.append((sheet.result.carried, f"Stands {how}{by}."))
    return tuple(words for _, words in sorted(told))


def _signature_words(sheet: Sheet, one: SignatureTold, at: str) -> str:
    first, second = one.totals
    how = f"before {one.witness} as witness" if one.witness else BY.get(one.how, one.how)
    if one.amendment and not any(made.now == one.totals for made in amendments_view(sheet)):
        since = (
            ", which it was not amended to"
            if sheet.result.amending is None
            else ", if it is amended"
        )
    else:
        since = "" if one.stands else "; this is not the result that stands"
    who = sheet.name(one.seat)
    gone = f"; the handwriting was {removed_wording(one.removed_at)}" if one.removed_at else ""
    return f"{who} signed for {first} : {second} {how}, {at}{since}{gone}."


def _amendment_words(one: AmendmentTold, at: str) -> str:
    (was, now), clause = (one.was, one.now), f", {one.clause}" if one.clause else ""
    scores = f"{was[0]} : {was[1]} amended to {now[0]} : {now[1]}"
    return f"{scores} ({one.ground}{clause}{_by(one.by, at)}){because(one.reason)}."


def _by(badge: str, at: str) -> str:
    return "".join(f", {part}" for part in (badge, at) if part)


def words_signed(sheet: Sheet) -> tuple[str, ...]:
    """Digests of the strokes of every signature, as they lie beside the log."""
    return tuple(
        event.fact.words
        for event in sheet.events
        if isinstance(event.fact, ResultSigned) and event.fact.words
    )
